/**
 * Where a polyline crosses the portals it is said to cross, one after another.
 */
import type { Side } from './cells.ts';
import { distanceToSegment } from './planarity.ts';
import { distanceBetweenSegments } from './segments.ts';
import type { Point } from './wall-network.ts';

/**
 * For each portal the place on the polyline that crosses it, or comes within `near` of it: whole part the segment, rest
 * the share of it. Places do not go back; each is the earliest possible, which leaves most room for the others. The
 * list ends before the first portal that is not crossed in its turn.
 */
export function portalCrossings(
  sides: readonly Side[],
  portals: readonly number[],
  points: readonly Point[],
  near: number,
): number[] {
  const places: number[] = [];
  let at = 0;
  for (const s of portals) {
    const found = nextCrossing(sides[s], points, at, near);
    if (found === undefined) break;
    places.push(found);
    at = found;
  }
  return places;
}

function nextCrossing({ from, to }: Side, points: readonly Point[], at: number, near: number): number | undefined {
  for (let i = Math.floor(at); i + 1 < Math.max(points.length, 2); i++) {
    const start = i === Math.floor(at) ? at - i : 0;
    const [p, q] = [points[i], points[i + 1] ?? points[i]];
    if (distanceBetweenSegments(...p, ...q, ...from, ...to) > near) continue;
    const off = (share: number) =>
      distanceToSegment(p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), ...from, ...to);
    const least = leastOf(off, start);
    if (off(least) > near) continue;
    if (off(start) <= near) return i + start;
    let [far, close] = [start, least];
    for (let halvings = 0; halvings < 60; halvings++) {
      const middle = (far + close) / 2;
      if (off(middle) <= near) close = middle;
      else far = middle;
    }
    // The end of a segment is the start of the next one.
    return i + Math.min(close, 1 - 1e-15);
  }
  return undefined;
}

/** Where from `start` to 1 a convex function is least: by thirds, with the ends as good as the middle. */
function leastOf(off: (share: number) => number, start: number): number {
  let [low, high] = [start, 1];
  for (let thirds = 0; thirds < 90; thirds++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (off(a) <= off(b)) high = b;
    else low = a;
  }
  return [start, 1, (low + high) / 2].reduce((best, share) => (off(share) < off(best) ? share : best));
}
