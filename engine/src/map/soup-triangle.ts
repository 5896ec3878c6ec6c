/**
 * One triangle of a TriangleSoup at a time, with its normal and slope. The memory is used again for the next one, so
 * that a pass over 10⁶ triangles makes no objects.
 */
import type { TriangleSoup } from './triangle-soup.ts';

export interface SoupTriangle {
  /** x, y, z of its three corners. */
  corner: Float64Array;
  /** Its normal, of twice its area. */
  normal: Float64Array;
  /** The squared sine of its slope: 0 is level, 1 upright. */
  slope: number;
}

/** Metres. A triangle lower than this on its longest side has no area. */
export const FLAT = 1e-6;
/** Slopes: up to 45° is floor, … */
export const FLOOR_SLOPE = 0.5;
/** … up to 5.7° (1 : 10) is a level surface, which can tell the floor's elevation; … */
export const LEVEL_SLOPE = 0.01;
/** … from 0.3° (1 : 200) on it is sloping ground; … */
export const SLOPING = 2.5e-5;
/** … and from 80° on it is a wall. */
export const WALL_SLOPE = 0.97;

export function createSoupTriangle(): SoupTriangle {
  return { corner: new Float64Array(9), normal: new Float64Array(3), slope: 0 };
}

/** Loads a triangle; false if it has no area (also if an index leads nowhere: comparisons with NaN fail). */
export function loadTriangle(triangle: SoupTriangle, soup: TriangleSoup, index: number): boolean {
  const { corner, normal } = triangle;
  const { positions, triangles } = soup;
  for (let i = 0; i < 3; i++) {
    const v = 3 * triangles[3 * index + i];
    corner[3 * i] = positions[v];
    corner[3 * i + 1] = positions[v + 1];
    corner[3 * i + 2] = positions[v + 2];
  }
  const ux = corner[3] - corner[0];
  const uy = corner[4] - corner[1];
  const uz = corner[5] - corner[2];
  const vx = corner[6] - corner[0];
  const vy = corner[7] - corner[1];
  const vz = corner[8] - corner[2];
  const wx = corner[6] - corner[3];
  const wy = corner[7] - corner[4];
  const wz = corner[8] - corner[5];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  const across = nx * nx + ny * ny;
  const square = across + nz * nz;
  triangle.slope = across / square;
  const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz);
  return square > FLAT * FLAT * longest;
}

export function lowestOf({ corner }: SoupTriangle): number {
  return Math.min(corner[2], corner[5], corner[8]);
}

export function highestOf({ corner }: SoupTriangle): number {
  return Math.max(corner[2], corner[5], corner[8]);
}
