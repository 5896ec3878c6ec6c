/**
 * The chunks of a PNG file, checked before anything is decoded.
 *
 * In: bytes. Out: size and kind of the picture, and the same picture with only the chunks that its pixels need. fast-png trusts its
 * input: a header of 100 bytes may ask for gigabytes, data and colour profiles may unpack to far more than the picture has. So size
 * is bounded by the header alone, other chunks are left out, and data is unpacked once in pieces to see that its length is
 * the one that the header asks for. Cost: linear.
 */
import { InputError } from '@foulee/engine';

export interface PngHeader {
  width: number;
  height: number;
  /** Bits per channel: 1, 2, 4, 8 or 16. */
  depth: number;
  colour: keyof typeof CHANNELS;
  isInterlaced: boolean;
}

export interface CheckedPng extends PngHeader {
  /** A PNG file of IHDR, PLTE, tRNS, IDAT and IEND. */
  bytes: Uint8Array;
  /** Its compressed data. */
  data: Uint8Array[];
}

/** 8,000 × 8,000: the tiles of a town of 64 km² at one metre. */
const MOST_PIXELS = 64e6;
/** Bytes that the data may unpack to: so many pixels of 8 bits in four channels. Decoding takes about three times as much. */
const MOST_BYTES = 4.1 * MOST_PIXELS;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GREY = 0;
const PALETTE = 3;
/** By the colour types of the header: grey, RGB, palette, grey and alpha, RGB and alpha. */
export const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** Chunk length, name and checksum. */
const FRAME = 12;

export function checkPng(bytes: Uint8Array, fileName: string): CheckedPng {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) {
    throw new InputError(fileName, 'is no PNG picture, or damaged at its start', 'save the picture as PNG again');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE.length)];
  const data: Uint8Array[] = [];
  let header: PngHeader | undefined;
  for (let at = SIGNATURE.length; ; ) {
    if (at + FRAME > bytes.length) throw cutShort(fileName);
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + FRAME + length > bytes.length) {
      if (header === undefined && name === 'IHDR' && length !== 13) throw damaged(fileName, 'its header');
      throw cutShort(fileName);
    }
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (header === undefined) {
      if (name !== 'IHDR' || length !== 13) throw damaged(fileName, 'its header');
      header = readHeader(content, fileName);
    } else if (name === 'IHDR') throw damaged(fileName, 'its header');
    if (KEPT.includes(name)) kept.push(bytes.subarray(at, at + FRAME + length));
    if (name === 'IDAT') data.push(content);
    at += FRAME + length;
    if (name === 'IEND') break;
  }
  return { ...header, bytes: join(kept), data };
}

function readHeader(content: Uint8Array, fileName: string): PngHeader {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const [depth, colour, compression, filter, interlace] = content.subarray(8);
  if (width === 0 || height === 0) throw damaged(fileName, `its size, ${width} × ${height},`);
  if (width * height > MOST_PIXELS) {
    const size = `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')}`;
    throw new InputError(
      fileName,
      `has ${size} pixels; ${MOST_PIXELS / 1e6} million is the most`,
      'make the picture smaller and give more metres per pixel with --scale',
    );
  }
  const isKnown = Object.hasOwn(CHANNELS, colour);
  const depths = colour === GREY ? [1, 2, 4, 8, 16] : colour === PALETTE ? [1, 2, 4, 8] : [8, 16];
  if (!isKnown || !depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw damaged(fileName, 'its header');
  }
  if (interlace === 1 && depth < 8) {
    const what = `is interlaced with ${depth} ${depth === 1 ? 'bit' : 'bits'} per pixel, which is not read`;
    throw new InputError(fileName, what, 'save it without interlacing');
  }
  const header = { width, height, depth, colour: colour as keyof typeof CHANNELS, isInterlaced: interlace === 1 };
  if (unpackedLength(header) > MOST_BYTES) {
    const [size, most] = [unpackedLength(header), MOST_BYTES].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`);
    const what = `has ${depth} bits in each of ${CHANNELS[header.colour]} channels, ${size} in all; ${most} is the most`;
    throw new InputError(fileName, what, 'save it in grey with 8 bits, or smaller');
  }
  return header;
}

/** How many bytes the data unpacks to: every row starts with a byte for its filter. */
export function unpackedLength({ width, height, depth, colour, isInterlaced }: PngHeader): number {
  const bits = depth * CHANNELS[colour];
  const rows = (w: number, h: number) => (w === 0 ? 0 : h * (1 + Math.ceil((w * bits) / 8)));
  if (!isInterlaced) return rows(width, height);
  let total = 0;
  for (const [x, y, stepX, stepY] of PASSES) {
    total += rows(Math.ceil((width - x) / stepX), Math.max(0, Math.ceil((height - y) / stepY)));
  }
  return total;
}

/** Adam7: first column and row of a pass, and the steps from pixel to pixel. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function cutShort(fileName: string): InputError {
  return new InputError(fileName, 'ends before the picture is complete', 'copy or save the file again');
}

export function damaged(fileName: string, what: string): InputError {
  return new InputError(fileName, `is a damaged PNG picture: ${what} cannot be right`, 'save the picture again');
}
