/**
 * Triangle soups made by hand: single faces, level sheets, ground whose height is a function of the place.
 */
import { METRES } from '../../src/map/plan.ts';
import type { TriangleSoup } from '../../src/map/triangle-soup.ts';

export type Point = [number, number, number];

/** Loose triangles; no two share a vertex. */
export function soupOf(...triangles: Point[][]): TriangleSoup {
  const positions = new Float64Array(triangles.flat(2));
  return { name: 'model', frame: METRES, positions, triangles: new Uint32Array(positions.length / 3).map((_, i) => i) };
}

/** One triangle. */
export function face(...numbers: [...Point, ...Point, ...Point]): Point[] {
  return [0, 3, 6].map((i) => numbers.slice(i, i + 3) as Point);
}

/** The horizontal rectangle as two triangles that face up; `down` turns them over. */
export function sheet(x0: number, x1: number, y0: number, y1: number, z: number, down = false): Point[][] {
  const triangles = [face(x0, y0, z, x1, y0, z, x1, y1, z), face(x0, y0, z, x1, y1, z, x0, y1, z)];
  return down ? triangles.map((triangle) => triangle.toReversed()) : triangles;
}

/** Ground of `size` × `size` squares of 1 m, two triangles each, whose vertices are shared. */
export function ground(size: number, z: (x: number, y: number) => number): TriangleSoup {
  const row = size + 1;
  const positions = new Float64Array(3 * row * row);
  const triangles = new Uint32Array(6 * size * size);
  for (let y = 0, t = 0; y <= size; y++) {
    for (let x = 0; x <= size; x++) {
      const v = y * row + x;
      positions.set([x, y, z(x, y)], 3 * v);
      if (x === size || y === size) continue;
      triangles.set([v, v + 1, v + row + 1, v, v + row + 1, v + row], t);
      t += 6;
    }
  }
  return { name: 'ground', frame: METRES, positions, triangles };
}

/** Several models as one. */
export function together(...soups: TriangleSoup[]): TriangleSoup {
  const positions = new Float64Array(soups.reduce((sum, soup) => sum + soup.positions.length, 0));
  const triangles = new Uint32Array(soups.reduce((sum, soup) => sum + soup.triangles.length, 0));
  let p = 0;
  let t = 0;
  for (const soup of soups) {
    positions.set(soup.positions, p);
    triangles.set(
      soup.triangles.map((v) => v + p / 3),
      t,
    );
    p += soup.positions.length;
    t += soup.triangles.length;
  }
  return { ...soups[0], positions, triangles };
}
