/**
 * Solids of which test scenes are built: right prisms that stand between two planes which may slope along x.
 *
 * A solid is its own definition, `between` and `fills` ask it without any triangle, and `solidsToSoup` turns a list of
 * them into the triangles a modeller would export: closed boxes and wedges, wound outward, overlapping as they please.
 */
import { METRES } from '../../src/map/plan.ts';
import type { TriangleSoup } from '../../src/map/triangle-soup.ts';

export interface Solid {
  name: string;
  x: [number, number];
  y: [number, number];
  /** Elevation of the underside at the two ends of x; linear between. */
  under: [number, number];
  /** Elevation of the top at the two ends of x; linear between. */
  top: [number, number];
}

export function box(name: string, x: [number, number], y: [number, number], z: [number, number]): Solid {
  return { name, x, y, under: [z[0], z[0]], top: [z[1], z[1]] };
}

/** The elevations [under, top] of a solid at a point, or null beside it. */
export function between(solid: Solid, x: number, y: number): [number, number] | null {
  const { x: xs, y: ys, under, top } = solid;
  if (x <= xs[0] || x >= xs[1] || y <= ys[0] || y >= ys[1]) return null;
  const t = (x - xs[0]) / (xs[1] - xs[0]);
  return [under[0] + t * (under[1] - under[0]), top[0] + t * (top[1] - top[0])];
}

/** Does some solid fill a part of the open interval from `bottom` to `top` above the point? */
export function fills(solids: Solid[], x: number, y: number, bottom: number, top: number): boolean {
  return solids.some((solid) => {
    const z = between(solid, x, y);
    return z !== null && z[0] < top && z[1] > bottom;
  });
}

/** Is the top of some solid within `reach` of an elevation at the point? */
export function carries(solids: Solid[], x: number, y: number, elevation: number, reach: number): boolean {
  return solids.some((solid) => {
    const z = between(solid, x, y);
    return z !== null && Math.abs(z[1] - elevation) <= reach;
  });
}

/** Six faces of two triangles each, wound counter-clockwise seen from outside. */
const FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;

/** Corner i of a solid: bit 0 is the end of x, bit 1 the end of y, bit 2 under or top. Ends of wedges repeat corners. */
export function solidsToSoup(name: string, solids: Solid[]): TriangleSoup {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const solid of solids) {
    const first = positions.length / 3;
    for (let i = 0; i < 8; i++) {
      const right = (i & 1) as 0 | 1;
      positions.push(solid.x[right], solid.y[((i >> 1) & 1) as 0 | 1], (i & 4 ? solid.top : solid.under)[right]);
    }
    for (const [a, b, c, d] of FACES) {
      for (const triangle of [
        [a, b, c],
        [a, c, d],
      ]) {
        // Where a wedge's two planes meet, its end face and half of each side face have shrunk to nothing.
        if (isProper(positions, first, triangle)) triangles.push(...triangle.map((corner) => first + corner));
      }
    }
  }
  return { name, frame: METRES, positions: new Float64Array(positions), triangles: new Uint32Array(triangles) };
}

function isProper(positions: number[], first: number, triangle: number[]): boolean {
  const places = triangle.map((corner) => positions.slice(3 * (first + corner), 3 * (first + corner) + 3).join());
  return new Set(places).size === 3;
}

/** A turn about z and a shift in plan. */
export interface Placement {
  cosine: number;
  sine: number;
  x: number;
  y: number;
}

export const IN_PLACE: Placement = { cosine: 1, sine: 0, x: 0, y: 0 };
/** 37° about z, then far away, as in a projected coordinate system. */
export const FAR_AND_TURNED: Placement = { cosine: 0.7986355100472928, sine: 0.6018150231520483, x: 5e5, y: 5e6 };

export function place(placement: Placement, x: number, y: number): [number, number] {
  const { cosine, sine } = placement;
  return [cosine * x - sine * y + placement.x, sine * x + cosine * y + placement.y];
}

export function placeSoup(soup: TriangleSoup, placement: Placement): TriangleSoup {
  const positions = soup.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = place(placement, soup.positions[i], soup.positions[i + 1]);
    positions[i] = x;
    positions[i + 1] = y;
  }
  return { ...soup, positions };
}
