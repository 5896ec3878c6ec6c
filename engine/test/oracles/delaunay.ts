/**
 * Constrained Delaunay by its definition, and a second opinion from delaunator and constrainautor.
 */
import Constrainautor from '@kninnug/constrainautor';
import Delaunator from 'delaunator';
import type { FlatMap } from '../../src/map/flat-map.ts';
import { isOnFloor } from './floor.ts';

function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** Does the open segment from p to q meet a constraint of the map? Touching counts. */
function isHidden({ vertices, segments }: FlatMap, px: number, py: number, qx: number, qy: number): boolean {
  for (let s = 0; s < segments.length; s += 2) {
    const a = 2 * segments[s];
    const b = 2 * segments[s + 1];
    const [ax, ay, bx, by] = [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
    // A constraint that ends at q hides nothing of q.
    if ((ax === qx && ay === qy) || (bx === qx && by === qy)) continue;
    if (turn(px, py, qx, qy, ax, ay) * turn(px, py, qx, qy, bx, by) > 0) continue;
    if (turn(ax, ay, bx, by, px, py) * turn(ax, ay, bx, by, qx, qy) > 0) continue;
    return true;
  }
  return false;
}

/**
 * Vertices that lie in a triangle's circle by more than rounding and are seen from inside the triangle. Tries a few
 * points of the triangle against all vertices.
 */
export function seenInCircle(ring: number[], map: FlatMap, vertices: Float64Array): number[] {
  const [ax, ay, bx, by, cx, cy] = ring as [number, number, number, number, number, number];
  const double = 2 * turn(ax, ay, bx, by, cx, cy);
  const b2 = (bx - ax) ** 2 + (by - ay) ** 2;
  const c2 = (cx - ax) ** 2 + (cy - ay) ** 2;
  const x = ax + ((cy - ay) * b2 - (by - ay) * c2) / double;
  const y = ay + ((bx - ax) * c2 - (cx - ax) * b2) / double;
  const radius = Math.hypot(x - ax, y - ay);
  const found: number[] = [];
  for (let v = 0; 2 * v < vertices.length; v++) {
    const [vx, vy] = [vertices[2 * v], vertices[2 * v + 1]];
    if (Math.hypot(vx - x, vy - y) >= radius - 1e-9 * (1 + radius)) continue;
    if ((vx === ax && vy === ay) || (vx === bx && vy === by) || (vx === cx && vy === cy)) continue;
    for (const [p, q, r] of [
      [1 / 3, 1 / 3, 1 / 3],
      [0.8, 0.1, 0.1],
      [0.1, 0.8, 0.1],
      [0.1, 0.1, 0.8],
      [0.45, 0.45, 0.1],
      [0.45, 0.1, 0.45],
      [0.1, 0.45, 0.45],
    ] as const) {
      if (isHidden(map, p * ax + q * bx + r * cx, p * ay + q * by + r * cy, vx, vy)) continue;
      found.push(v);
      break;
    }
  }
  return found;
}

/** Floor triangles of a map by delaunator and constrainautor, as sorted corner names. */
export function referenceTriangles(map: FlatMap): string[] {
  const delaunay = new Delaunator(map.vertices);
  const pairs: [number, number][] = [];
  for (let s = 0; s < map.segments.length; s += 2) pairs.push([map.segments[s], map.segments[s + 1]]);
  new Constrainautor(delaunay).constrainAll(pairs);
  const names: string[] = [];
  for (let i = 0; i < delaunay.triangles.length; i += 3) {
    const corners = [...delaunay.triangles.subarray(i, i + 3)];
    const x = corners.reduce((sum, v) => sum + map.vertices[2 * v] / 3, 0);
    const y = corners.reduce((sum, v) => sum + map.vertices[2 * v + 1] / 3, 0);
    if (isOnFloor(map, x, y)) names.push(corners.toSorted((a, b) => a - b).join(' '));
  }
  return names.toSorted();
}
