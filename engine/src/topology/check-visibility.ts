/**
 * Checks trees of visibility against their definition and names what is wrong; an empty list means they hold: parents come before their
 * children and in the same tree, each border is there once below each parent and lies in the place that the parent leads into, and the
 * exact walk confirms the witness of every node. Whether something is missing is not checked: that takes lines of sight (test/visibility.test.ts).
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import type { Scenery } from './places.ts';
import type { Visibility } from './visibility.ts';

export function checkVisibility({ mesh, places, sight, seen }: Scenery, trees: Visibility): string[] {
  const found: string[] = [];
  const { treeFirst, nodeSide, nodeParent, witness } = trees;
  const { borderSides, borderOf, layer } = places;
  const counts = [nodeSide.length, nodeParent.length, witness.length / 2, treeFirst[borderSides.length]];
  if (treeFirst.length !== borderSides.length + 1 || new Set(counts).size > 1) return ['lists of nodes are torn'];
  const placeOf = (s: number) => layer.ofCell[mesh.sideCell[s]];
  const way = createWalkResult();
  for (let i = 0; i < borderSides.length; i++) {
    const root = borderSides[i];
    const below = new Set<string>();
    for (let n = treeFirst[i]; n < treeFirst[i + 1]; n++) {
      const parent = nodeParent[n];
      const s = nodeSide[n];
      if (borderOf[s] === NONE) found.push(`node ${n} is no border`);
      if (parent !== NONE && !(parent >= treeFirst[i] && parent < n)) found.push(`node ${n} has a parent elsewhere`);
      if (placeOf(sight[parent === NONE ? root : nodeSide[parent]]) !== placeOf(s)) {
        found.push(`node ${n} is not in the place its parent leads into`);
      }
      if (below.has(`${parent} ${s}`)) found.push(`node ${n} is there twice`);
      below.add(`${parent} ${s}`);
      const [px, py] = placeOn(mesh, root, witness[2 * n]);
      const [qx, qy] = placeOn(mesh, s, witness[2 * n + 1]);
      const isBetween =
        witness[2 * n] >= 0 && witness[2 * n] <= 1 && witness[2 * n + 1] >= 0 && witness[2 * n + 1] <= 1;
      if (isBetween) walk(seen, mesh.sideCell[sight[root]], aimWalk(way, px, py, qx, qy));
      if (!isBetween || !way.reached) found.push(`node ${n} is not seen from side ${root} of the border`);
      if (found.length >= KEPT) return found;
    }
  }
  return found;
}

const KEPT = 20;

/** A place on a side, 0 to 1 along it. */
function placeOn(mesh: CellMesh, s: number, share: number): [number, number] {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const along = (k: number) => mesh.vertices[a + k] + share * (mesh.vertices[b + k] - mesh.vertices[a + k]);
  return [along(0), along(1)];
}
