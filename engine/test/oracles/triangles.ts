/**
 * Floor triangles of a refined triangulation as plain polygons with their neighbours, read from the product's arrays.
 */
import type { FlatMap } from '../../src/map/flat-map.ts';
import type { Triangulation } from '../../src/triangulation/triangulation.ts';
import { endsText, type FreeSegment } from './widest-ways.ts';

export interface FloorTriangles {
  /** Three corners per triangle, x, y interleaved, counter-clockwise. */
  rings: number[][];
  /** Free edges between two of them, once each. */
  free: FreeSegment[];
}

const BLOCKS = 0;

export function floorTriangles(t: Triangulation, map: FlatMap): FloorTriangles {
  const rings: number[][] = [];
  const number = new Int32Array(t.triangleCount).fill(-1);
  for (let i = 0; i < t.triangleCount; i++) {
    if (t.region[i] !== 1) continue;
    number[i] = rings.length;
    rings.push(
      [0, 1, 2].flatMap((k) => [...t.vertices.subarray(2 * t.corner[3 * i + k], 2 * t.corner[3 * i + k] + 2)]),
    );
  }
  const free: FloorTriangles['free'] = [];
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    const f = t.twin[e];
    const a = number[Math.floor(e / 3)];
    if (f < e || a < 0 || number[Math.floor(f / 3)] < 0) continue;
    const s = t.constraint[e];
    if (s >= 0 && map.segmentKind[s] === BLOCKS) continue;
    const [u, v] = [2 * t.corner[e], 2 * t.corner[f]];
    const length = Math.hypot(t.vertices[u] - t.vertices[v], t.vertices[u + 1] - t.vertices[v + 1]);
    const ends = endsText(t.vertices[u], t.vertices[u + 1], t.vertices[v], t.vertices[v + 1]);
    free.push({ a, b: number[Math.floor(f / 3)], length, ends });
  }
  return { rings, free };
}
