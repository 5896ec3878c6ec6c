/**
 * The bends of the taut path in a sequence of portals, found by search: for the few paths that bending one string into shape
 * (taut.ts) does not get right, mostly because they lean out of the sequence through a side and back. It is the search
 * of exact.ts, kept to the cover of the sequence, and as right as that. Costs some ten times as much.
 */
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { Corners } from '../corners/corners.ts';
import { createCover } from '../corners/cover.ts';
import { findGoal } from '../exact/exact.ts';
import { type ExactScratch, TO_X, TO_Y, WIDTH } from '../exact/exact-state.ts';

/**
 * @param ends x, y of the start and of the goal, and the radius
 * @returns the roots of the path, in scratch, from the first bend to the last; undefined if there is none
 */
export function searchTaut(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  fromCell: number,
  toCell: number,
  ends: Float64Array,
  portals: Int32Array,
  count: number,
): number[] | undefined {
  scratch.ask[TO_X] = ends[2];
  scratch.ask[TO_Y] = ends[3];
  scratch.ask[WIDTH] = 2 * ends[4];
  const cover = createCover(portals, count);
  const goal = findGoal(mesh, corners, scratch, fromCell, ends[0], ends[1], toCell, cover);
  if (goal === NONE) return undefined;
  const families: number[] = [];
  for (let node = goal; node !== NONE; node = scratch.nodeParent[node]) {
    const family = scratch.rootFamily[scratch.nodeRoot[node]];
    if (scratch.rootSide[family] !== 0 && families.at(-1) !== family) families.push(family);
  }
  return families.toReversed();
}
