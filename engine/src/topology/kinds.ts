/**
 * What kind of place each cell is, for a walker of a given width: by how many ways lead out of it (L04 §3.2).
 * Ways are free sides longer than the width; doors and the ends of stairs are ways. Linear.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { sideLength } from '../subdivision/cells.ts';

/** No way out, one, two, or more. */
export const CLOSED = 0;
export const DEAD_END = 1;
export const PASSAGE = 2;
export const CROSSROADS = 3;

/** CLOSED, DEAD_END, PASSAGE or CROSSROADS per cell. */
export function cellKinds(mesh: CellMesh, width: number): Uint8Array {
  const kinds = new Uint8Array(mesh.cellLevel.length);
  for (let c = 0; c < kinds.length; c++) {
    let ways = 0;
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      if (mesh.sideTwin[s] !== NONE && sideLength(mesh, s) > width) ways++;
    }
    kinds[c] = Math.min(ways, CROSSROADS);
  }
  return kinds;
}
