/**
 * Bytes to text, and a place in a text to "line 3, column 7".
 *
 * UTF-8 and UTF-16 by their marks; else UTF-8 if the bytes are valid UTF-8; else Windows-1252, which every byte
 * sequence is and which older CAD programs write. Cost: one pass, or two where UTF-8 fails.
 */
import { InputError } from '@foulee/engine';

export function decodeText(bytes: Uint8Array, fileName: string): string {
  const [a, b, c] = bytes;
  try {
    if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
    if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
    if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8').decode(bytes);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return new TextDecoder('windows-1252').decode(bytes);
    }
  } catch {
    throw new InputError(
      fileName,
      `its ${bytes.length} bytes do not fit into one text`,
      'split the file or use a binary format such as .glb',
    );
  }
}

export function placeInText(text: string, offset: number): string {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return `line ${line}, column ${offset - lineStart + 1}`;
}

/** A few characters around an offending place, on one line, for error messages. */
export function excerpt(text: string, offset: number): string {
  const piece = text.slice(offset, offset + 20).replace(/[\s\p{Cc}]+/gu, ' ');
  return piece.trim() === '' ? 'the end of the file' : `"${piece.trim()}"`;
}
