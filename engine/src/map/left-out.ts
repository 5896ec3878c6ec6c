/**
 * Floor that was left out: areas that no way joins to what was taken, so that somebody who asks for a place there can be told.
 */

/** An area of a level that belongs to the plan's floor, but not to the map. */
export interface LeftOut {
  /** m², over all levels that it reaches by stairs and the like. */
  area: number;
  /** Its floor on this level as triangles, counter-clockwise: six numbers each, metres from the map's origin. */
  triangles: Float64Array;
}

/** The area that a place lies in; undefined: in none. */
export function leftOutAt(areas: readonly LeftOut[], x: number, y: number): LeftOut | undefined {
  return areas.find(({ triangles: t }) => {
    for (let k = 0; k < t.length; k += 6) {
      if (
        isLeft(t[k], t[k + 1], t[k + 2], t[k + 3], x, y) &&
        isLeft(t[k + 2], t[k + 3], t[k + 4], t[k + 5], x, y) &&
        isLeft(t[k + 4], t[k + 5], t[k], t[k + 1], x, y)
      ) {
        return true;
      }
    }
    return false;
  });
}

/** Is a place left of the line from a to b, or on it? */
function isLeft(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
}
