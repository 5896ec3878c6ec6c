/**
 * What the two text formats of recordings share: numbers to text and back, and lines of a large file.
 *
 * Numbers are written with as few digits as bring the same double back (what JavaScript's own conversion does), and −0 as -0.
 * Lines are decoded a piece of the file at a time, so that a file larger than the longest string can be read. The last line is
 * whole only if a line end follows it: otherwise the file may have been cut inside a number.
 */
import { InputError } from '@foulee/engine';

/** Bytes decoded at once. No line of a recording comes near it but the header of the text format, which holds an area. */
const PIECE = 1 << 22;

export function numberText(value: number): string {
  return value === 0 && Object.is(value, -0) ? '-0' : `${value}`;
}

const PLAIN_NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** NaN for what is not a finite number. */
export function textNumber(text: string): number {
  if (!PLAIN_NUMBER.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** NaN for what is not a whole number of 32 bits. */
export function textInteger(text: string): number {
  const value = textNumber(text);
  return value === (value | 0) ? value | 0 : Number.NaN;
}

/** Calls `take` with every line, without its end, counted from 1. */
export function eachLine(
  bytes: Uint8Array,
  fileName: string,
  take: (line: string, number: number, whole: boolean) => void,
): void {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let number = 0;
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (from < bytes.length) {
    let to = Math.min(from + PIECE, bytes.length);
    if (to < bytes.length) {
      to = bytes.lastIndexOf(0x0a, to - 1) + 1;
      if (to <= from) to = bytes.indexOf(0x0a, from) + 1;
      if (to <= from) to = bytes.length;
      if (to - from > 64 * PIECE) {
        throw new InputError(fileName, `line ${number + 1} does not end`, 'give a text recording (.csv, .txt)');
      }
    }
    const lines = decoder.decode(bytes.subarray(from, to)).split('\n');
    const ended = lines.at(-1) === '';
    if (ended) lines.pop();
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i];
      number++;
      take(line.endsWith('\r') ? line.slice(0, -1) : line, number, ended || i < lines.length - 1);
    }
    from = to;
  }
}

/** Characters that are worth an append. */
export const ENOUGH = 1 << 16;
