/**
 * A PNG file → its preview, at most MOST_PIXELS wide and high, and how many pixels it has of each grey. Cost: linear in the pixels.
 * A preview has the extremes of the pixels it stands for, so that a wall one pixel thick is seen in any preview.
 */
import { readPicture } from '@foulee/formats';
import type { HeldFile } from '../protocol/protocol.ts';
import type { PicturePreview } from '../protocol/picture-preview.ts';

const MOST_PIXELS = 512;

export async function previewOf({ bytes, name }: HeldFile, most = MOST_PIXELS): Promise<PicturePreview> {
  const { width, height, grey } = await readPicture(bytes, name);
  const reduced = Math.ceil(Math.max(width, height) / most);
  const columns = Math.ceil(width / reduced);
  const rows = Math.ceil(height / reduced);
  const sum = new Float64Array(columns * rows);
  const pixels = new Uint32Array(columns * rows);
  const darkest = new Uint8Array(columns * rows).fill(255);
  const lightest = new Uint8Array(columns * rows);
  const counts = new Float64Array(256);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / reduced) * columns;
    for (let x = 0; x < width; x++, i++) {
      const k = row + Math.floor(x / reduced);
      const value = grey[i];
      counts[value]++;
      pixels[k]++;
      sum[k] += value;
      if (value < darkest[k]) darkest[k] = value;
      if (value > lightest[k]) lightest[k] = value;
    }
  }
  const mean = Uint8Array.from(sum, (total, k) => Math.round(total / pixels[k]));
  return { width, height, columns, rows, reduced, grey: mean, darkest, lightest, counts };
}
