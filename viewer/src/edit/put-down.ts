/**
 * Where something comes to lie that is put down without a pointer: where floor is for all of it, on the half-metre grid, as near as may
 * be to what is asked for; else where its middle has floor. From there it is placed by typing.
 */
import type { Place } from '../protocol/place.ts';
import { isOnFloor } from '../scene/floor.ts';
import type { Picked } from '../scene/view.ts';
import type { Point } from '../document/document.ts';
import { GRID, onGrid } from './snap.ts';

/** Steps of the grid to each side among which room is looked for: 289 places, each a walk through all triangles. */
const REACH = 8;
/** Metres by which it may be short of a wall: floors are of single precision. */
const CLOSE = 0.01;

/** Of steps in both directions, the nearest first. */
const STEPS: readonly Point[] = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, k): Point => {
  return [(k % (2 * REACH + 1)) - REACH, Math.floor(k / (2 * REACH + 1)) - REACH];
}).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

/** @param size metres to the right and up the plan; 0, 0 is a point. @returns its middle, metres from the origin of the place */
export function putDown(place: Place, { x, y, level }: Picked, [wide, deep]: Point): Point {
  const floor = place.levels[level]?.floor ?? new Float32Array(0);
  const near = isOnFloor(floor, x, y) ? ([x, y] as Point) : nearestOn(floor, x, y);
  const begin = onGrid(place, ...near);
  const [halfWide, halfDeep] = [Math.max(0, wide / 2 - CLOSE), Math.max(0, deep / 2 - CLOSE)];
  const tried = STEPS.map(([right, up]): Point => [begin[0] + GRID * right, begin[1] + GRID * up]);
  const hasRoom = ([atX, atY]: Point): boolean =>
    [-1, 0, 1].every((right) =>
      [-1, 0, 1].every((up) => isOnFloor(floor, atX + right * halfWide, atY + up * halfDeep)),
    );
  return tried.find(hasRoom) ?? (isOnFloor(floor, ...begin) ? begin : near);
}

/** The middle of the nearest triangle; the place itself where there is no floor at all. */
function nearestOn(floor: Float32Array, x: number, y: number): Point {
  let found: Point = [x, y];
  let least = Infinity;
  for (let k = 0; k < floor.length; k += 9) {
    const middle: Point = [
      (floor[k] + floor[k + 3] + floor[k + 6]) / 3,
      (floor[k + 1] + floor[k + 4] + floor[k + 7]) / 3,
    ];
    const far = Math.hypot(middle[0] - x, middle[1] - y);
    if (far >= least) continue;
    least = far;
    found = middle;
  }
  return found;
}
