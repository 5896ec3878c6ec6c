/**
 * sees: does a straight line between two places cross a wall? Followed through the cells in plain arithmetic, for the many
 * short lines of a step; `walk` (walk.ts) is the exact one. A line that touches a wall's end within a nanometre counts as
 * cut off, so that nobody sees through a wall; both directions give the same answer but for such lines. One-way doors hide nobody:
 * a line stopped at a door is followed from its other end, too. O(cells crossed).
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from './cell-mesh.ts';

/** Cells a line is followed through; further off is out of sight. */
const FURTHEST = 48;

/**
 * @param places x, y interleaved
 * @param i, j the two places there; `cells` tells the cells they are in
 * @param isBack whether the line was stopped at a door from its other end
 */
export function sees(
  mesh: CellMesh,
  places: Float64Array,
  cells: Int32Array,
  i: number,
  j: number,
  isBack = false,
): boolean {
  const { vertices, sideVertex, sideTwin, sideCell, cellFirst } = mesh;
  const goal = cells[j];
  let c = cells[i];
  if (c === goal) return true;
  const x = places[2 * i];
  const y = places[2 * i + 1];
  const dx = places[2 * j] - x;
  const dy = places[2 * j + 1] - y;
  const squared = dx * dx + dy * dy;
  for (let steps = 0; steps < FURTHEST; steps++) {
    const first = cellFirst[c];
    const last = cellFirst[c + 1];
    // Out through the side that starts on the line's right and ends on its left.
    let exit: number = NONE;
    let a = 2 * sideVertex[last - 1];
    let before = dx * (vertices[a + 1] - y) - dy * (vertices[a] - x);
    for (let s = first; s < last; s++) {
      // The side from the vertex before to this one is s - 1.
      const b = 2 * sideVertex[s];
      const after = dx * (vertices[b + 1] - y) - dy * (vertices[b] - x);
      if (before <= 0 && after > 0) {
        const share = -before / (after - before);
        const px = vertices[a] + share * (vertices[b] - vertices[a]) - x;
        const py = vertices[a + 1] + share * (vertices[b + 1] - vertices[a + 1]) - y;
        // It ends within this cell, on its border.
        if (px * dx + py * dy >= squared) return true;
        exit = s === first ? last - 1 : s - 1;
        break;
      }
      a = b;
      before = after;
    }
    if (exit === NONE) return false;
    if (sideTwin[exit] === NONE)
      return !isBack && mesh.sideDoor[exit] !== NONE && sees(mesh, places, cells, j, i, true);
    c = sideCell[sideTwin[exit]];
    if (c === goal) return true;
  }
  return false;
}
