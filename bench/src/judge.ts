/**
 * How right a result is: triangles or edges of a mesh → figures to stand beside its time.
 *
 * `judgeTriangles` counts input segments that are no edges and floods the floor from the box inwards, stopping at
 * segments: what it reaches should be the walkable area. `deepestInside` says how far a mesh cuts into a building.
 * Neither is timed, and neither uses the engine.
 */
import type { City } from './city.ts';

/** Points x, y interleaved; two point indices per segment. */
export interface Segments {
  points: Float64Array;
  ends: [number, number][];
}

export interface TriangleVerdict {
  triangles: number;
  missingSegments: number;
  /** Area reached from the box without crossing a segment, m². */
  area: number;
}

export function judgeTriangles({ points, ends }: Segments, triangles: ArrayLike<number>): TriangleVerdict {
  const count = points.length / 2;
  const key = (a: number, b: number): number => (a < b ? a * count + b : b * count + a);
  const wall = new Set(ends.map(([a, b]) => key(a, b)));
  const sharing = new Map<number, number[]>();
  for (let i = 0; i < triangles.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    const edge = key(triangles[i] as number, triangles[next] as number);
    const list = sharing.get(edge);
    if (list === undefined) sharing.set(edge, [Math.floor(i / 3)]);
    else list.push(Math.floor(i / 3));
  }
  let missingSegments = 0;
  for (const edge of wall) if (!sharing.has(edge)) missingSegments++;

  const pending = sidesOfBox(points, ends).flatMap(([a, b]) => sharing.get(key(a, b)) ?? []);
  const reached = new Uint8Array(triangles.length / 3);
  let area = 0;
  while (pending.length > 0) {
    const triangle = pending.pop() as number;
    if (reached[triangle] === 1) continue;
    reached[triangle] = 1;
    const corners = [0, 1, 2].map((k) => triangles[3 * triangle + k] as number) as [number, number, number];
    area += triangleArea(points, corners);
    for (let k = 0; k < 3; k++) {
      const edge = key(corners[k] as number, corners[(k + 1) % 3] as number);
      if (!wall.has(edge)) pending.push(...(sharing.get(edge) ?? []));
    }
  }
  return { triangles: triangles.length / 3, missingSegments, area };
}

/** The segments on the bounding box of all points. Only the floor's edge lies there: buildings keep a margin. */
function sidesOfBox(points: Float64Array, ends: [number, number][]): [number, number][] {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [i, value] of points.entries()) {
    low[i % 2] = Math.min(low[i % 2] as number, value);
    high[i % 2] = Math.max(high[i % 2] as number, value);
  }
  return ends.filter(([a, b]) =>
    [0, 1].some((axis) => {
      const value = points[2 * a + axis];
      return value === points[2 * b + axis] && (value === low[axis] || value === high[axis]);
    }),
  );
}

function triangleArea(points: Float64Array, [a, b, c]: [number, number, number]): number {
  const x = points[2 * a] as number;
  const y = points[2 * a + 1] as number;
  const bx = (points[2 * b] as number) - x;
  const by = (points[2 * b + 1] as number) - y;
  const cx = (points[2 * c] as number) - x;
  const cy = (points[2 * c + 1] as number) - y;
  return Math.abs(bx * cy - by * cx) / 2;
}

/** Metres between the places looked at along an edge. */
const SAMPLING = 0.25;

/** The greatest distance from the walls at which one of these edges (two times x, y each) runs inside a building. */
export function deepestInside(city: City, edges: ArrayLike<number>): number {
  const size = 16;
  const columns = Math.ceil((city.box[2] - city.box[0]) / size) + 1;
  const cells = new Map<number, Float64Array[]>();
  const cellOf = (x: number, y: number): [number, number] => [
    Math.floor((x - city.box[0]) / size),
    Math.floor((y - city.box[1]) / size),
  ];
  for (const polygon of city.plan.levels[0]?.polygons ?? []) {
    const ring = polygon.rings[0] as Float64Array;
    const xs = ring.filter((_, i) => i % 2 === 0);
    const ys = ring.filter((_, i) => i % 2 === 1);
    const [i0, j0] = cellOf(Math.min(...xs), Math.min(...ys));
    const [i1, j1] = cellOf(Math.max(...xs), Math.max(...ys));
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const cell = cells.get(j * columns + i) ?? [];
        cells.set(j * columns + i, cell);
        cell.push(ring);
      }
    }
  }
  let deepest = 0;
  for (let i = 0; i < edges.length; i += 4) {
    const ax = edges[i] as number;
    const ay = edges[i + 1] as number;
    const dx = (edges[i + 2] as number) - ax;
    const dy = (edges[i + 3] as number) - ay;
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / SAMPLING));
    for (let step = 0; step <= steps; step++) {
      const x = ax + (step / steps) * dx;
      const y = ay + (step / steps) * dy;
      const [column, row] = cellOf(x, y);
      for (const ring of cells.get(row * columns + column) ?? []) deepest = Math.max(deepest, depthInside(ring, x, y));
    }
  }
  return deepest;
}

/** Distance to the ring from inside it; 0 outside. */
function depthInside(ring: Float64Array, x: number, y: number): number {
  let inside = false;
  let nearest = Number.POSITIVE_INFINITY;
  let ax = ring.at(-2) as number;
  let ay = ring.at(-1) as number;
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i] as number;
    const by = ring[i + 1] as number;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    const dx = bx - ax;
    const dy = by - ay;
    const squared = dx * dx + dy * dy;
    const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
    nearest = Math.min(nearest, Math.hypot(x - ax - t * dx, y - ay - t * dy));
    ax = bx;
    ay = by;
  }
  return inside ? nearest : 0;
}
