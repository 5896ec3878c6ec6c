/**
 * A PNG file to grey values, one byte per pixel, the top row first.
 *
 * Colours count by their brightness (ITU-R BT.601), what is transparent lies over white, 16 bits become 8. Decoding is fast-png's, after
 * png-chunks.ts has checked the file; both it and fflate load when first needed. Cost: linear in the pixels.
 */
import { InputError } from '@foulee/engine';
import type { DecodedPng } from 'fast-png';
import { CHANNELS, type CheckedPng, checkPng, cutShort, damaged, unpackedLength } from './png-chunks.ts';

export interface Picture {
  width: number;
  height: number;
  /** 0 black … 255 white. */
  grey: Uint8Array;
}

/** A file that is no whole PNG picture of a bearable size ends in an InputError. */
export async function readPicture(bytes: Uint8Array, fileName: string): Promise<Picture> {
  const checked = checkPng(bytes, fileName);
  await checkLength(checked, fileName);
  const { decode } = await import('fast-png');
  let decoded: DecodedPng;
  try {
    decoded = decode(checked.bytes, { checkCrc: true });
  } catch {
    throw damaged(fileName, 'its data');
  }
  return { width: checked.width, height: checked.height, grey: greyOf(decoded, checked, fileName) };
}

/** Bytes unpacked at a time: what these can unpack to, 66 MB, is the most that a hostile file takes. */
const PIECE = 65536;

/** Does the data unpack to what the header asks for? */
async function checkLength(png: CheckedPng, fileName: string): Promise<void> {
  const { Unzlib } = await import('fflate');
  const expected = unpackedLength(png);
  let length = 0;
  let isWhole = false;
  const unzip = new Unzlib((piece, isLast) => {
    length += piece.length;
    isWhole ||= isLast;
  });
  try {
    for (const data of png.data) {
      for (let at = 0; at < data.length; at += PIECE) {
        unzip.push(data.subarray(at, at + PIECE));
        if (length > expected) throw damaged(fileName, 'the length of its data');
      }
    }
    unzip.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw length < expected ? cutShort(fileName) : damaged(fileName, 'its data');
  }
  if (length > expected) throw damaged(fileName, 'the length of its data');
  if (length < expected || !isWhole) throw cutShort(fileName);
}

function greyOf(decoded: DecodedPng, png: CheckedPng, fileName: string): Uint8Array {
  const { width, height, depth, colour } = png;
  const { data } = decoded;
  const channels = CHANNELS[colour];
  const grey = new Uint8Array(width * height);
  const most = 2 ** depth - 1;
  // A single colour of pictures without alpha may be transparent.
  const clear = colour === 0 || colour === 2 ? decoded.transparency : undefined;
  const palette = colour === 3 ? paletteOf(decoded) : [];
  const rowBytes = Math.ceil((width * depth * channels) / 8);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (channels === 1) {
        const value = depth < 8 ? bitsAt(data, y * rowBytes, x, depth) : data[i];
        if (colour === 3) {
          if (value >= palette.length) throw damaged(fileName, `colour ${value} of ${palette.length}`);
          grey[i] = palette[value];
        } else grey[i] = value === clear?.[0] ? 255 : Math.round((value * 255) / most);
        continue;
      }
      const at = i * channels;
      const isColour = channels > 2;
      const bright = isColour ? brightness(data[at], data[at + 1], data[at + 2]) : data[at];
      const isClear =
        clear !== undefined && data[at] === clear[0] && data[at + 1] === clear[1] && data[at + 2] === clear[2];
      const alpha = isClear ? 0 : channels === 3 ? most : data[at + channels - 1];
      grey[i] = Math.round((255 * (bright * alpha + most * (most - alpha))) / (most * most));
    }
  }
  return grey;
}

function bitsAt(data: ArrayLike<number>, row: number, x: number, depth: number): number {
  const bit = x * depth;
  return (data[row + (bit >> 3)] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function paletteOf({ palette = [] }: DecodedPng): number[] {
  return palette.map(([red, green, blue, alpha = 255]) => {
    return Math.round((brightness(red, green, blue) * alpha + 255 * (255 - alpha)) / 255);
  });
}

function brightness(red: number, green: number, blue: number): number {
  return (299 * red + 587 * green + 114 * blue) / 1000;
}
