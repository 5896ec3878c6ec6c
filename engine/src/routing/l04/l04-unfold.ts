/**
 * Paths through nodes of the abstraction tree → the segments they cross, by following references down to straight lines
 * through cells (l04-paths.ts). Linear in the segments, but for nodes that pass a path on to a single child.
 */
import type { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { type AbstractionTree, childHolding, holdsCell } from '../../topology/abstraction-tree.ts';
import { type L04, placeOf } from './l04-paths.ts';
import type { Roadmap } from '../roadmap/roadmap.ts';

/**
 * Fill `portals` with the segments crossed by the paths in `unfolding`, the last one first, each as a side of the cell
 * that is left. The list is empty afterwards.
 */
export function unfoldPaths(l04: L04, mesh: CellMesh, unfolding: GrowableInts, portals: GrowableInts): void {
  const { roadmap, tree } = l04;
  while (unfolding.length > 0) {
    const to = unfolding.pop();
    const from = unfolding.pop();
    const node = unfolding.pop();
    if (node < tree.cells) {
      const side = roadmap.sideOf[roadmap.pointSegment[to]];
      portals.push(mesh.sideCell[side] === node ? side : mesh.sideTwin[side]);
    } else splitPath(l04, mesh, unfolding, node, from, to);
  }
}

/** Put a path through a node, from one of its border key points to another, last. */
export function pushPath(unfolding: GrowableInts, node: number, from: number, to: number): void {
  unfolding.push(node);
  unfolding.push(from);
  unfolding.push(to);
}

/** Replace a path through a node by those through its children that it refers to, the last one first. */
function splitPath(
  { roadmap, tree, paths }: L04,
  mesh: CellMesh,
  unfolding: GrowableInts,
  node: number,
  from: number,
  to: number,
): void {
  const { vias } = paths;
  const i = placeOf(paths, node, Math.max(from, to));
  const j = placeOf(paths, node, Math.min(from, to));
  const via = paths.via[paths.pairFirst[node] + (i * (i - 1)) / 2 + j];
  const list = -1 - via; // of the first key point, where there are several
  const count = via === NONE ? 0 : via >= 0 ? 1 : vias[list - 1];
  // From the end back to the start; the list runs from the lesser of the two to the greater.
  let end = to;
  let child = childHolding(tree, node, cellWithin(mesh, roadmap, tree, node, to));
  for (let k = 0; k < count; k++) {
    const point = via >= 0 ? via : from < to ? vias[list + count - 1 - k] : vias[list + k];
    pushPath(unfolding, child, point, end);
    child = childHolding(tree, node, cellBehind(mesh, roadmap, tree, roadmap.pointSegment[point], child));
    end = point;
  }
  pushPath(unfolding, child, from, end);
}

/** The cell of a node at one of its border key points. */
function cellWithin(mesh: CellMesh, roadmap: Roadmap, tree: AbstractionTree, node: number, point: number): number {
  const side = roadmap.sideOf[roadmap.pointSegment[point]];
  const cell = mesh.sideCell[side];
  return holdsCell(tree, node, cell) ? cell : mesh.sideCell[mesh.sideTwin[side]];
}

/** The cell one is in after leaving a node across one of its borders. */
export function cellBehind(
  mesh: CellMesh,
  roadmap: Roadmap,
  tree: AbstractionTree,
  segment: number,
  node: number,
): number {
  const side = roadmap.sideOf[segment];
  const cell = mesh.sideCell[side];
  return holdsCell(tree, node, cell) ? mesh.sideCell[mesh.sideTwin[side]] : cell;
}
