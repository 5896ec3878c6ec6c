/**
 * Pavements: ground near buildings (M02 §3.1.4: "enlarging the building areas").
 *
 * In: tiles of buildings and ground. Out: the squared distance of every tile to the nearest building, and from it pavements of any
 * width: ground whose centre is at most `width` from the centre of a building tile, so a width of three tiles makes three.
 *
 * The idea: one exact distance transform (Meijster, Roerdink and Hesselink 2000) serves both the half width, on which corners are
 * found, and the full one; dilating twice by a disc of tiles would round corners twice. Whole numbers throughout: the same raster
 * turned or mirrored gives the same pavements turned or mirrored. Cost: linear.
 */
import { BUILDING, GROUND, PAVEMENT, type Tiles } from './tiles.ts';

/** Squares that are as near as rounding lets them be, for widths such as 0.3 m on tiles of 0.1 m. */
const ROUNDING = 1e-9;

/** Stands for "no building anywhere": larger than any squared distance on a raster that is allowed. */
export const FAR_OFF = 0x7fffffff;

/** Tiles squared, between centres: 0 on buildings, FAR_OFF without any building. */
export function buildingDistances({ columns, rows, kind }: Tiles): Int32Array {
  const far = columns + rows;
  // First along columns: tiles to the nearest building of the same column.
  const along = new Int32Array(columns * rows);
  for (let c = 0; c < columns; c++) {
    let distance = far;
    for (let t = c; t < along.length; t += columns) {
      distance = kind[t] === BUILDING ? 0 : Math.min(far, distance + 1);
      along[t] = distance;
    }
    distance = far;
    for (let t = along.length - columns + c; t >= 0; t -= columns) {
      distance = kind[t] === BUILDING ? 0 : Math.min(far, distance + 1);
      along[t] = Math.min(along[t], distance);
    }
  }
  const squared = new Int32Array(columns * rows);
  const parabola = new Int32Array(columns);
  const from = new Int32Array(columns);
  for (let start = 0; start < squared.length; start += columns) nearestInRow(along, start, squared, parabola, from);
  return squared;
}

/** Then along a row: the lowest of the parabolas (c − k)² + along[k]². */
function nearestInRow(
  along: Int32Array,
  start: number,
  squared: Int32Array,
  parabola: Int32Array,
  from: Int32Array,
): void {
  const columns = parabola.length;
  const far = columns + squared.length / columns;
  let last = 0;
  parabola[0] = 0;
  from[0] = 0;
  const height = (c: number, k: number) => (c - k) ** 2 + along[start + k] ** 2;
  for (let k = 1; k < columns; k++) {
    while (last >= 0 && height(from[last], parabola[last]) > height(from[last], k)) last--;
    if (last < 0) {
      last = 0;
      parabola[0] = k;
      continue;
    }
    const p = parabola[last];
    const lower = 1 + Math.floor((k * k - p * p + along[start + k] ** 2 - along[start + p] ** 2) / (2 * (k - p)));
    if (lower >= columns) continue;
    last++;
    parabola[last] = k;
    from[last] = lower;
  }
  for (let c = columns - 1; c >= 0; c--) {
    // A column without buildings is `far` away: such a distance is none.
    squared[start + c] = along[start + parabola[last]] >= far ? FAR_OFF : height(c, parabola[last]);
    if (c === from[last]) last--;
  }
}

/** Turn ground within `width` metres of buildings into pavement. Calling it again with more widens it. */
export function layPavements({ side, kind }: Tiles, distances: Int32Array, width: number): void {
  const most = squaredReach(side, width);
  for (let t = 0; t < kind.length; t++) if (kind[t] === GROUND && distances[t] <= most) kind[t] = PAVEMENT;
}

/** The squared distance, in tiles, up to which ground is pavement of this width. */
export function squaredReach(side: number, width: number): number {
  return (width / side) ** 2 * (1 + ROUNDING);
}
