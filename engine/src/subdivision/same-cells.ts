/**
 * The cells of a place before and after something in it changed → which of them are the same, and where all others are.
 *
 * Triangulation depends on points alone, so cells away from a change come out the same, corner by corner, and are known by their sides.
 * What was found out about a cell from its surroundings holds still where nothing within reach of it has changed.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from './cell-mesh.ts';
import { nextSideOf, putCellBox } from './cells.ts';

export interface SameCells {
  /** Per side before: the one now that has the same ends and faces the same way; NONE if there is none. */
  sideNow: Int32Array;
  /** Per cell before: the same cell now, with the same sides in the same order, each free, wall or glass as then; NONE if it has changed. */
  cellNow: Int32Array;
  /** The same the other way round; and per side now of such a cell, the side before. */
  cellBefore: Int32Array;
  sideBefore: Int32Array;
  /** Around each cell that was or is not the same, or each side that was freed or shut: least x, y, greatest x, y. */
  changed: Float64Array;
}

export function matchCells(before: CellMesh, now: CellMesh): SameCells {
  const sideNow = matchSides(before, now);
  const cellNow = new Int32Array(before.cellLevel.length);
  const cellBefore = new Int32Array(now.cellLevel.length).fill(NONE);
  const sideBefore = new Int32Array(now.sideTwin.length).fill(NONE);
  const changed: number[] = [];
  const box = new Float64Array(4);
  for (let c = 0; c < cellNow.length; c++) {
    const first = before.cellFirst[c];
    const last = before.cellFirst[c + 1];
    const same = sameCell(before, now, sideNow, c);
    cellNow[c] = same;
    if (same === NONE) {
      putCellBox(before, c, 0, box);
      changed.push(...box);
    } else {
      cellBefore[same] = c;
      for (let s = first; s < last; s++) sideBefore[sideNow[s]] = s;
    }
  }
  for (let c = 0; c < cellBefore.length; c++) {
    if (cellBefore[c] !== NONE) continue;
    putCellBox(now, c, 0, box);
    changed.push(...box);
  }
  return { sideNow, cellNow, cellBefore, sideBefore, changed: Float64Array.from(changed) };
}

/** All cells are the same; only these sides were freed or shut. */
export function sameButFor(mesh: CellMesh, sides: readonly number[]): SameCells {
  const cellNow = Int32Array.from(mesh.cellLevel.keys());
  const changed: number[] = [];
  for (const s of sides) {
    const a = 2 * mesh.sideVertex[s];
    const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
    const { vertices } = mesh;
    changed.push(Math.min(vertices[a], vertices[b]), Math.min(vertices[a + 1], vertices[b + 1]));
    changed.push(Math.max(vertices[a], vertices[b]), Math.max(vertices[a + 1], vertices[b + 1]));
  }
  const sideNow = Int32Array.from(mesh.sideTwin.keys());
  return { sideNow, cellNow, cellBefore: cellNow, sideBefore: sideNow, changed: Float64Array.from(changed) };
}

/** Is everything in a box as it was, also what touches it from outside? */
export function isUnchanged({ changed }: SameCells, left: number, bottom: number, right: number, top: number): boolean {
  for (let k = 0; k < changed.length; k += 4) {
    if (changed[k] > right || changed[k + 1] > top || changed[k + 2] < left || changed[k + 3] < bottom) continue;
    return false;
  }
  return true;
}

function matchSides(before: CellMesh, now: CellMesh): Int32Array {
  const count = now.sideTwin.length;
  let slots = 16;
  while (slots < 2 * count) slots *= 2;
  const table = new Int32Array(slots).fill(NONE);
  const ends = new Float64Array(4);
  const bits = new Uint32Array(ends.buffer);
  /** The slot of the side of `now` with these ends; one that is empty, if there is none. */
  const slotOf = (level: number, link: number): number => {
    let mixed = level + 31 * link;
    for (let k = 0; k < bits.length; k++) mixed = Math.imul(mixed ^ bits[k], 0x9e3779b1) ^ (mixed >>> 15);
    for (let slot = (mixed ^ (mixed >>> 13)) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const s = table[slot];
      if (s === NONE || isSideAt(now, s, level, link, ends)) return slot;
    }
  };
  for (let s = 0; s < count; s++) {
    putEnds(now, s, ends);
    table[slotOf(now.cellLevel[now.sideCell[s]], now.cellLink[now.sideCell[s]])] = s;
  }
  const matched = new Int32Array(before.sideTwin.length);
  for (let s = 0; s < matched.length; s++) {
    putEnds(before, s, ends);
    matched[s] = table[slotOf(before.cellLevel[before.sideCell[s]], before.cellLink[before.sideCell[s]])];
  }
  return matched;
}

function putEnds(mesh: CellMesh, s: number, ends: Float64Array): void {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  // Not -0.
  ends[0] = mesh.vertices[a] + 0;
  ends[1] = mesh.vertices[a + 1] + 0;
  ends[2] = mesh.vertices[b] + 0;
  ends[3] = mesh.vertices[b + 1] + 0;
}

function isSideAt(mesh: CellMesh, s: number, level: number, link: number, ends: Float64Array): boolean {
  const c = mesh.sideCell[s];
  if (mesh.cellLevel[c] !== level || mesh.cellLink[c] !== link) return false;
  const { vertices } = mesh;
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  if (vertices[a] !== ends[0] || vertices[a + 1] !== ends[1]) return false;
  return vertices[b] === ends[2] && vertices[b + 1] === ends[3];
}

function sameCell(before: CellMesh, now: CellMesh, sideNow: Int32Array, c: number): number {
  const first = before.cellFirst[c];
  const last = before.cellFirst[c + 1];
  const start = sideNow[first];
  if (start === NONE) return NONE;
  const found = now.sideCell[start];
  if (now.cellFirst[found] !== start || now.cellFirst[found + 1] - start !== last - first) return NONE;
  for (let s = first; s < last; s++) {
    const same = start + s - first;
    if (sideNow[s] !== same || (before.sideTwin[s] === NONE) !== (now.sideTwin[same] === NONE)) return NONE;
    if (before.sideGlass[s] !== now.sideGlass[same]) return NONE;
  }
  return found;
}
