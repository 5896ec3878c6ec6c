/**
 * Small questions about one cell or side of a CellMesh.
 */
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import type { CellMesh } from './cell-mesh.ts';

/** The side after s around its cell. */
export function nextSideOf(mesh: CellMesh, s: number): number {
  const c = mesh.sideCell[s]!;
  return s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c]! : s + 1;
}

/** The side before s around its cell. */
export function previousSideOf(mesh: CellMesh, s: number): number {
  const c = mesh.sideCell[s]!;
  return s === mesh.cellFirst[c] ? mesh.cellFirst[c + 1]! - 1 : s - 1;
}

export function sideLength(mesh: CellMesh, s: number): number {
  const a = 2 * mesh.sideVertex[s]!;
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)]!;
  const dx = mesh.vertices[b]! - mesh.vertices[a]!;
  const dy = mesh.vertices[b + 1]! - mesh.vertices[a + 1]!;
  return Math.sqrt(dx * dx + dy * dy);
}

/** m², by the shoelace formula around the cell's first vertex. */
export function cellArea(mesh: CellMesh, c: number): number {
  const { vertices, sideVertex } = mesh;
  const first = mesh.cellFirst[c]!;
  const x = vertices[2 * sideVertex[first]!]!;
  const y = vertices[2 * sideVertex[first]! + 1]!;
  let twice = 0;
  for (let s = first + 1; s + 1 < mesh.cellFirst[c + 1]!; s++) {
    const p = 2 * sideVertex[s]!;
    const q = 2 * sideVertex[s + 1]!;
    twice += (vertices[p]! - x) * (vertices[q + 1]! - y) - (vertices[q]! - x) * (vertices[p + 1]! - y);
  }
  return twice / 2;
}

/** Does the closed cell hold the point? Exact. */
export function cellHolds(mesh: CellMesh, c: number, x: number, y: number): boolean {
  const { vertices, sideVertex } = mesh;
  const last = mesh.cellFirst[c + 1]!;
  let a = 2 * sideVertex[last - 1]!;
  for (let s = mesh.cellFirst[c]!; s < last; s++) {
    const b = 2 * sideVertex[s]!;
    if (orient(vertices[a]!, vertices[a + 1]!, vertices[b]!, vertices[b + 1]!, x, y) < 0) return false;
    a = b;
  }
  return true;
}

export interface Passage {
  level: number;
  /** Middle of the passage, mesh coordinates. */
  x: number;
  y: number;
  /** Metres between its two ends. */
  width: number;
  side: number;
}

/**
 * The narrowest passages, narrowest first: free segments that are narrower than every other way out of the two cells
 * they join, where both cells have another way out. (The last gap into a pocket leads nowhere and is not one.)
 */
export function narrowestPassages(mesh: CellMesh, count: number): Passage[] {
  const passages: Passage[] = [];
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    const twin = mesh.sideTwin[s]!;
    if (twin < s) continue;
    const width = sideLength(mesh, s);
    if (!isNarrowest(mesh, s, width) || !isNarrowest(mesh, twin, width)) continue;
    const a = 2 * mesh.sideVertex[s]!;
    const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)]!;
    passages.push({
      level: mesh.cellLevel[mesh.sideCell[s]!]!,
      x: (mesh.vertices[a]! + mesh.vertices[b]!) / 2,
      y: (mesh.vertices[a + 1]! + mesh.vertices[b + 1]!) / 2,
      width,
      side: s,
    });
  }
  passages.sort((p, q) => p.width - q.width || p.level - q.level || p.x - q.x || p.y - q.y);
  return passages.slice(0, count);
}

/** Is free side s shorter than every other free side of its cell, of which there is at least one? */
function isNarrowest(mesh: CellMesh, s: number, width: number): boolean {
  const c = mesh.sideCell[s]!;
  let others = 0;
  for (let r = mesh.cellFirst[c]!; r < mesh.cellFirst[c + 1]!; r++) {
    if (r === s || mesh.sideTwin[r] === NONE) continue;
    if (sideLength(mesh, r) <= width) return false;
    others++;
  }
  return others > 0;
}
