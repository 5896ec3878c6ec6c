/**
 * The visibility map: which coarse tiles of a density map does a camera see? (M02 §4.4: walkers out of view are simulated more coarsely.)
 *
 * In: a coarse map; what the camera sees in plan, a convex quadrilateral or any simple polygon, x and y interleaved, either way
 * round, mesh coordinates. Out: 1 per coarse tile that the closed polygon meets, 0 elsewhere: a tile seen only at its edge counts.
 * The idea: they meet if a corner of either lies in the other or two sides cross; sides are clipped to the tile (Liang and Barsky).
 * Cost: coarse tiles × sides.
 */
import type { TownDensity } from './density-map.ts';

export function visibleCoarseTiles(map: TownDensity, polygon: ArrayLike<number>): Uint8Array {
  const seen = new Uint8Array(map.columns * map.rows);
  for (let row = 0, i = 0; row < map.rows; row++) {
    for (let column = 0; column < map.columns; column++, i++) {
      const x0 = map.x + column * map.width;
      const y0 = map.y + row * map.height;
      const meets = holds(polygon, x0, y0) || sidesMeet(polygon, x0, y0, x0 + map.width, y0 + map.height);
      seen[i] = meets ? 1 : 0;
    }
  }
  return seen;
}

/** Is the point within the polygon, by the sides to its right? */
function holds(polygon: ArrayLike<number>, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    if (polygon[i + 1] > y === polygon[j + 1] > y) continue;
    const share = (y - polygon[i + 1]) / (polygon[j + 1] - polygon[i + 1]);
    if (x < polygon[i] + share * (polygon[j] - polygon[i])) isInside = !isInside;
  }
  return isInside;
}

/** Does some side of the polygon meet the closed box? */
function sidesMeet(polygon: ArrayLike<number>, x0: number, y0: number, x1: number, y1: number): boolean {
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    const ax = polygon[j];
    const ay = polygon[j + 1];
    const dx = polygon[i] - ax;
    const dy = polygon[i + 1] - ay;
    const low = Math.max(0, firstShare(ax, dx, x0, x1), firstShare(ay, dy, y0, y1));
    const high = Math.min(1, lastShare(ax, dx, x0, x1), lastShare(ay, dy, y0, y1));
    if (low <= high) return true;
  }
  return false;
}

/** Where along a + share · d it enters and leaves low … high; never: from Infinity on. */
function firstShare(a: number, d: number, low: number, high: number): number {
  if (d === 0) return a >= low && a <= high ? -Infinity : Infinity;
  return Math.min((low - a) / d, (high - a) / d);
}

function lastShare(a: number, d: number, low: number, high: number): number {
  if (d === 0) return a >= low && a <= high ? Infinity : -Infinity;
  return Math.max((low - a) / d, (high - a) / d);
}
