/**
 * The bends of the taut path in a sequence of portals, found by search: for the few paths that bending one string into shape
 * (taut.ts) does not get right, mostly because they lean out of the sequence through a side and back. It is the search
 * of exact.ts, kept to the cover of the sequence, and as right as that. Costs some ten times as much.
 */
import type { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { Corners } from '../corners/corners.ts';
import { createCover } from '../corners/cover.ts';
import { findGoal } from '../exact/exact.ts';
import type { ExactScratch } from '../exact/exact-state.ts';
import type { RouteQuery } from '../route.ts';

/** @returns the roots of the path, in scratch, from the first bend to the last; undefined if there is none */
export function searchTaut(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  query: RouteQuery,
  portals: GrowableInts,
): number[] | undefined {
  const cover = createCover(portals.array, portals.length);
  const goal = findGoal(mesh, corners, scratch, query, cover);
  if (goal === NONE) return undefined;
  const families: number[] = [];
  for (let node = goal; node !== NONE; node = scratch.nodeParent[node]) {
    const family = scratch.rootFamily[scratch.nodeRoot[node]];
    if (scratch.rootSide[family] !== 0 && families.at(-1) !== family) families.push(family);
  }
  return families.toReversed();
}
