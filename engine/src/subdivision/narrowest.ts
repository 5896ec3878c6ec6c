/**
 * The narrowest passages of a place: where do the cells say a body gets stuck first?
 *
 * A passage is a free segment that is no wider than any other way out of the two cells it joins, both of which have
 * another way out: the last gap into a pocket leads nowhere and is none. A doorway has several such segments of one
 * width, at its front, its door and its back; those that share a cell are one passage. Linear, and a sort.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from './cell-mesh.ts';
import { nextSideOf, sideLength } from './cells.ts';

export interface Passage {
  level: number;
  /** Middle of the passage, mesh coordinates. */
  x: number;
  y: number;
  /** Metres between its two ends. */
  width: number;
  side: number;
}

/** Widths that differ by less are one width, metres. */
const SAME_WIDTH = 0.001;

/** The `count` narrowest passages, narrowest first. */
export function narrowestPassages(mesh: CellMesh, count: number): Passage[] {
  const found = new Map<number, Passage>();
  const passageOf = new Int32Array(mesh.sideVertex.length).fill(NONE);
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    const twin = mesh.sideTwin[s]!;
    if (twin < s) continue;
    const width = sideLength(mesh, s);
    if (isNarrowest(mesh, s, width) && isNarrowest(mesh, twin, width)) passageOf[s] = passageOf[twin] = s;
  }
  for (let s = 0; s < passageOf.length; s++) {
    if (passageOf[s] !== s) continue;
    const passage = describe(mesh, bestOf(mesh, passageOf, s));
    found.set(passage.side, passage);
  }
  return [...found.values()]
    .sort((p, q) => p.width - q.width || p.level - q.level || p.x - q.x || p.y - q.y)
    .slice(0, count);
}

/** Follow segments that share cells with s and are passages too; all of them become one. The one to show: a door, or the first. */
function bestOf(mesh: CellMesh, passageOf: Int32Array, s: number): number {
  const open = [s];
  let best = s;
  while (open.length > 0) {
    const at = open.pop()!;
    if (mesh.sideDoor[at] !== NONE && mesh.sideDoor[best] === NONE) best = at;
    for (const c of [mesh.sideCell[at]!, mesh.sideCell[mesh.sideTwin[at]!]!]) {
      for (let r = mesh.cellFirst[c]!; r < mesh.cellFirst[c + 1]!; r++) {
        if (passageOf[r] === NONE || passageOf[r] === s) continue;
        passageOf[r] = passageOf[mesh.sideTwin[r]!] = s;
        open.push(r);
      }
    }
  }
  return best;
}

/** Is free side s no wider than every other free side of its cell, of which there is at least one? */
function isNarrowest(mesh: CellMesh, s: number, width: number): boolean {
  const c = mesh.sideCell[s]!;
  let others = 0;
  for (let r = mesh.cellFirst[c]!; r < mesh.cellFirst[c + 1]!; r++) {
    if (r === s || mesh.sideTwin[r] === NONE) continue;
    if (sideLength(mesh, r) < width - SAME_WIDTH) return false;
    others++;
  }
  return others > 0;
}

function describe(mesh: CellMesh, s: number): Passage {
  const a = 2 * mesh.sideVertex[s]!;
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)]!;
  return {
    level: mesh.cellLevel[mesh.sideCell[s]!]!,
    x: (mesh.vertices[a]! + mesh.vertices[b]!) / 2,
    y: (mesh.vertices[a + 1]! + mesh.vertices[b + 1]!) / 2,
    width: sideLength(mesh, s),
    side: s,
  };
}
