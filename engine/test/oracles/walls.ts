/**
 * What oracles know of a map: its walls as loose segments, and the plainest geometry over all of them.
 * Nothing of the engine but types; brute force everywhere.
 */
import type { FlatMap } from '../../src/map/flat-map.ts';

/** x, y of one end, x, y of the other, per wall. */
export type Walls = Float64Array;

/** Kind of a segment of a flat map that blocks. */
const BLOCKS = 0;

export function wallsOf(map: FlatMap): Walls {
  const ends: number[] = [];
  for (let s = 0; s < map.segmentKind.length; s++) {
    if (map.segmentKind[s] !== BLOCKS) continue;
    for (const v of [map.segments[2 * s], map.segments[2 * s + 1]]) {
      ends.push(map.vertices[2 * v], map.vertices[2 * v + 1]);
    }
  }
  return Float64Array.from(ends);
}

/** The point of wall s nearest to (x, y). */
export function nearestOnWall(walls: Walls, s: number, x: number, y: number): [number, number] {
  const ax = walls[4 * s];
  const ay = walls[4 * s + 1];
  const bx = walls[4 * s + 2];
  const by = walls[4 * s + 3];
  const ex = bx - ax;
  const ey = by - ay;
  const share = ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey);
  if (!(share > 0)) return [ax, ay];
  if (share >= 1) return [bx, by];
  return [ax + share * ex, ay + share * ey];
}

function distanceToWall(walls: Walls, s: number, x: number, y: number): number {
  const [px, py] = nearestOnWall(walls, s, x, y);
  return Math.hypot(px - x, py - y);
}

/** Distance from a point to the nearest of all walls. */
export function clearanceOf(walls: Walls, x: number, y: number): number {
  let least = Infinity;
  for (let s = 0; 4 * s < walls.length; s++) least = Math.min(least, distanceToWall(walls, s, x, y));
  return least;
}

export function boxOf(walls: Walls): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < walls.length; i += 2) {
    box[0] = Math.min(box[0], walls[i]);
    box[1] = Math.min(box[1], walls[i + 1]);
    box[2] = Math.max(box[2], walls[i]);
    box[3] = Math.max(box[3], walls[i + 1]);
  }
  return box;
}
