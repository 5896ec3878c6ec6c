/**
 * Which sides of a cell meet a box? Takes a mesh, gives the sides in their order around the cell.
 *
 * Nearly all cells have a handful of sides, and all of them are given. A cell may also be a disc or a corridor with thousands of
 * niches: looking at all its sides for each of them would be quadratic, so cells with many sides have a tree of boxes.
 */
import { type BoxTree, buildBoxTree, searchBoxes } from '../core/box-tree.ts';
import type { GrowableInts } from '../core/growable.ts';
import { nextSideOf } from './cells.ts';
import type { CellMesh } from './cell-mesh.ts';

/** Cells with more sides than this have a tree. */
const MANY_SIDES = 64;

/** The trees of cells with many sides, by cell. Doors may open and close: places of sides are all that counts. */
export type SideTrees = ReadonlyMap<number, BoxTree>;

/** Does a cell have a tree? */
export function hasManySides({ cellFirst }: CellMesh, c: number): boolean {
  return cellFirst[c + 1] - cellFirst[c] > MANY_SIDES;
}

export function plantSideTrees(mesh: CellMesh): SideTrees {
  const { vertices, sideVertex, cellFirst } = mesh;
  const trees = new Map<number, BoxTree>();
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    const first = cellFirst[c];
    const count = cellFirst[c + 1] - first;
    if (!hasManySides(mesh, c)) continue;
    const boxes = new Float64Array(4 * count);
    for (let i = 0; i < count; i++) {
      const a = 2 * sideVertex[first + i];
      const b = 2 * sideVertex[nextSideOf(mesh, first + i)];
      boxes[4 * i] = Math.min(vertices[a], vertices[b]);
      boxes[4 * i + 1] = Math.min(vertices[a + 1], vertices[b + 1]);
      boxes[4 * i + 2] = Math.max(vertices[a], vertices[b]);
      boxes[4 * i + 3] = Math.max(vertices[a + 1], vertices[b + 1]);
    }
    trees.set(c, buildBoxTree(boxes));
  }
  return trees;
}

const around = new Float64Array(4);

/** A box around a point: minX, minY, maxX, maxY. The same array for every caller. */
export function boxAround(x: number, y: number, far: number): Float64Array {
  around[0] = x - far;
  around[1] = y - far;
  around[2] = x + far;
  around[3] = y + far;
  return around;
}

/** Into `found`: all sides of cell c that meet a box, and perhaps others, in increasing order. */
export function listSidesNear(
  mesh: CellMesh,
  trees: SideTrees,
  c: number,
  box: Float64Array,
  found: GrowableInts,
): void {
  found.clear();
  const first = mesh.cellFirst[c];
  const tree = hasManySides(mesh, c) ? trees.get(c) : undefined;
  if (tree === undefined) {
    for (let s = first; s < mesh.cellFirst[c + 1]; s++) found.push(s);
    return;
  }
  searchBoxes(tree, box[0], box[1], box[2], box[3], found);
  for (let i = 0; i < found.length; i++) found.array[i] += first;
  found.sort();
}
