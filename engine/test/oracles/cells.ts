/**
 * Cells of a mesh as plain polygons, read from the product's arrays and judged by brute force.
 */
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import { endsText, type FreeSegment } from './widest-ways.ts';

export interface Side {
  cell: number;
  from: [number, number];
  to: [number, number];
  length: number;
  twin: number;
  wall: number;
}

/** All sides, by their index in the mesh. */
export function sidesOf(mesh: CellMesh): Side[] {
  const sides: Side[] = [];
  for (let cell = 0; cell + 1 < mesh.cellFirst.length; cell++) {
    const first = mesh.cellFirst[cell];
    const end = mesh.cellFirst[cell + 1];
    for (let s = first; s < end; s++) {
      const a = mesh.sideVertex[s];
      const b = mesh.sideVertex[s + 1 < end ? s + 1 : first];
      const from: [number, number] = [mesh.vertices[2 * a], mesh.vertices[2 * a + 1]];
      const to: [number, number] = [mesh.vertices[2 * b], mesh.vertices[2 * b + 1]];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      sides[s] = { cell, from, to, length, twin: mesh.sideTwin[s], wall: mesh.sideWall[s] };
    }
  }
  return sides;
}

export function cellRing(mesh: CellMesh, cell: number): number[] {
  const ring: number[] = [];
  for (let s = mesh.cellFirst[cell]; s < mesh.cellFirst[cell + 1]; s++) {
    const v = mesh.sideVertex[s];
    ring.push(mesh.vertices[2 * v], mesh.vertices[2 * v + 1]);
  }
  return ring;
}

/** How deep a point lies in a convex counter-clockwise ring: the least distance to the left of any side. */
export function depthIn(ring: number[], x: number, y: number): number {
  let least = Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const ex = ring[j] - ring[i];
    const ey = ring[j + 1] - ring[i + 1];
    least = Math.min(least, (ex * (y - ring[i + 1]) - ey * (x - ring[i])) / Math.hypot(ex, ey));
  }
  return least;
}

/** The cell a point lies deepest in, by trying all; -1 where it lies in none. */
export function cellAt(rings: number[][], x: number, y: number): number {
  let best = -1;
  let deepest = 0;
  rings.forEach((ring, cell) => {
    const depth = depthIn(ring, x, y);
    if (depth > deepest) {
      deepest = depth;
      best = cell;
    }
  });
  return best;
}

/** Free segments between cells, once each. */
export function freeSegments(mesh: CellMesh): FreeSegment[] {
  const sides = sidesOf(mesh);
  const free: FreeSegment[] = [];
  sides.forEach(({ cell, twin, length, from, to }, s) => {
    if (twin > s) free.push({ a: cell, b: sides[twin].cell, length, ends: endsText(...from, ...to) });
  });
  return free;
}
