/**
 * Why a body cannot get there: the widest way between two cells and the narrowest free side on it.
 *
 * Prim's search for the widest spanning tree, from the start until the goal is reached: O(n log n). Asked only after
 * a search has found nothing.
 */
import { Heap } from '../core/heap.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Corners } from './corners.ts';

/** The side that has to be crossed, or NONE where the cells do not hang together at all. */
export function narrowestOnWidestWay(mesh: CellMesh, corners: Corners, from: number, to: number): number {
  const seen = new Uint8Array(mesh.cellLevel.length);
  const heap = new Heap();
  let narrowest: number = NONE;
  for (let c = from; ; ) {
    if (c === to) return narrowest;
    seen[c] = 1;
    for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
      const twin = mesh.sideTwin[s]!;
      if (twin !== NONE && seen[mesh.sideCell[twin]!] === 0) heap.push(-corners.sideLength[s]!, s);
    }
    let s: number = NONE;
    while (heap.length > 0 && s === NONE) {
      const widest = heap.pop();
      if (seen[mesh.sideCell[mesh.sideTwin[widest]!]!] === 0) s = widest;
    }
    if (s === NONE) return NONE;
    if (narrowest === NONE || corners.sideLength[s]! < corners.sideLength[narrowest]!) narrowest = s;
    c = mesh.sideCell[mesh.sideTwin[s]!]!;
  }
}
