/**
 * Straight lines over tiles: which tiles does a line between two points meet, and are they all of allowed kinds?
 *
 * Amanatides and Woo's walk from border to border. Where the line runs through a corner of four tiles, both tiles beside it count as
 * met: nobody sees or walks between two buildings that touch at a corner, and the answer is the same from both ends.
 * Cost: the tiles met, up to the first that is not allowed.
 */
import type { GrowableInts } from '../core/growable.ts';
import { CROSSING, GROUND, PAVEMENT, type Tiles } from './tiles.ts';

/** Points with numbers: goals, or any two places in two arrays. Mesh coordinates. */
export interface Points {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Sets of kinds, one bit each. */
export const WALKED = (1 << PAVEMENT) | (1 << CROSSING);
export const UNBUILT = WALKED | (1 << GROUND);

/** Two borders nearer than this share of the line are met at once: a corner. */
const SAME = 1e-9;

/**
 * Is every tile that the line from point i to point j meets of a kind in `allowed`? A line that leaves the raster is not.
 * @param met if given, gets the tiles met in order, up to the first that is not allowed
 */
export function lineStays(
  tiles: Tiles,
  points: Points,
  i: number,
  j: number,
  allowed: number,
  met?: GrowableInts,
): boolean {
  const { side } = tiles;
  const ax = (points.x[i] - tiles.x) / side;
  const ay = (points.y[i] - tiles.y) / side;
  const bx = (points.x[j] - tiles.x) / side;
  const by = (points.y[j] - tiles.y) / side;
  let column = Math.floor(ax);
  let row = Math.floor(ay);
  const lastColumn = Math.floor(bx);
  const lastRow = Math.floor(by);
  const stepX = bx > ax ? 1 : -1;
  const stepY = by > ay ? 1 : -1;
  const perColumn = bx === ax ? Infinity : 1 / Math.abs(bx - ax);
  const perRow = by === ay ? Infinity : 1 / Math.abs(by - ay);
  // Share of the line at which it enters the next column and the next row.
  let atColumn = bx === ax ? Infinity : (stepX > 0 ? column + 1 - ax : ax - column) * perColumn;
  let atRow = by === ay ? Infinity : (stepY > 0 ? row + 1 - ay : ay - row) * perRow;
  met?.clear();
  if (!isAllowed(tiles, allowed, column, row, met)) return false;
  for (let left = Math.abs(lastColumn - column) + Math.abs(lastRow - row); left > 0; left--) {
    const isLast = left === 1;
    if (!isLast && Math.abs(atColumn - atRow) < SAME) {
      if (!isAllowed(tiles, allowed, column + stepX, row, met)) return false;
      if (!isAllowed(tiles, allowed, column, row + stepY, met)) return false;
      left--;
      column += stepX;
      row += stepY;
      atColumn += perColumn;
      atRow += perRow;
    } else if (row === lastRow || (column !== lastColumn && atColumn < atRow)) {
      column += stepX;
      atColumn += perColumn;
    } else {
      row += stepY;
      atRow += perRow;
    }
    if (!isAllowed(tiles, allowed, column, row, met)) return false;
  }
  return true;
}

function isAllowed({ columns, rows, kind }: Tiles, allowed: number, c: number, r: number, met?: GrowableInts): boolean {
  if (c < 0 || r < 0 || c >= columns || r >= rows) return false;
  met?.push(r * columns + c);
  return ((allowed >> kind[r * columns + c]) & 1) === 1;
}
