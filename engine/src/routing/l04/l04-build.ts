/**
 * AbstractionTree + Roadmap → L04Paths (l04-paths.ts says what that is).
 *
 * From the cells up: which nodes store paths, the key points on their borders, then the paths themselves, node by node
 * (l04-solve.ts). A node is *refused* if it has more than `limit` border key points, or a child that is refused and
 * that one can pass through; it stores nothing and is always split. The limit is so that no more than PAIRS_PER_CELL
 * pairs per cell are stored: memory is linear however the arities grow.
 * Cost: O(a · s · b) per node of a border key points, s between its children and b in all.
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import { orderByKey } from '../../core/sort.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { AbstractionTree } from '../../topology/abstraction-tree.ts';
import type { L04Paths } from './l04-paths.ts';
import { NodeSolver } from './l04-solve.ts';
import type { Roadmap } from '../roadmap/roadmap.ts';

/** Border key points of a node that stores its paths, at most: a table of 32,640 pairs. */
const MOST_POINTS = 256;
/** A city of 18,000 cells has 13 pairs per cell in all; only halls that take in hundreds of neighbours have more. */
const PAIRS_PER_CELL = 64;
const PAIRS_ANYWAY = 10_000;

/** @param mostPoints the limit is not above this */
export function buildL04Paths(
  mesh: CellMesh,
  roadmap: Roadmap,
  tree: AbstractionTree,
  mostPoints: number = MOST_POINTS,
): L04Paths {
  const { parent } = tree;
  const nodes = parent.length;
  const counts = countPoints(mesh, roadmap, tree);
  const limit = chooseLimit(tree, counts, mostPoints);
  const stored = new Uint8Array(nodes);
  const pointFirst = new Int32Array(nodes + 1);
  const pairFirst = new Int32Array(nodes + 1);
  let refused = 0;
  for (let node = 0; node < nodes; node++) {
    const isStored = tree.arity[node] < 2 || (counts[node] <= limit && hasStoredChildren(tree, stored, node));
    stored[node] = isStored ? 1 : 0;
    refused += isStored ? 0 : 1;
    const kept = isStored && node >= tree.cells && tree.arity[node] >= 2 ? counts[node] : 0;
    pointFirst[node + 1] = pointFirst[node] + kept;
    pairFirst[node + 1] = pairFirst[node] + (kept * (kept - 1)) / 2;
  }
  const top = new Int32Array(tree.cells);
  const above = new Int32Array(nodes).fill(NONE);
  for (let node = nodes - 1; node >= 0; node--) {
    const up = parent[node];
    if (up !== NONE) above[node] = above[up] === NONE && stored[node] === 1 ? node : above[up];
    if (node < tree.cells) top[node] = above[node] === NONE ? node : above[node];
  }
  const pairs = pairFirst[nodes];
  const order = orderByKey(roadmap.segmentLength);
  const segmentRank = new Int32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) segmentRank[order[rank]] = rank;
  const paths: L04Paths = {
    limit,
    stored,
    refused,
    top,
    pointFirst,
    point: new Int32Array(pointFirst[nodes]),
    pairFirst,
    length: new Float64Array(pairs),
    narrowest: new Int32Array(pairs),
    widest: new Int32Array(pairs),
    via: new Int32Array(pairs),
    vias: new Int32Array(0),
    segmentRank,
    sortedLength: Float64Array.from(order, (segment) => roadmap.segmentLength[segment]),
    bytes: 0,
  };
  const vias = new GrowableInts();
  const solver = new NodeSolver(mesh, roadmap, tree, paths, vias);
  for (let node = tree.cells; node < nodes; node++) {
    if (pointFirst[node] === pointFirst[node + 1]) continue;
    listPoints(mesh, roadmap, tree, paths, node);
    solver.solve(node);
  }
  paths.vias = vias.values().slice();
  for (const array of Object.values(paths)) if (ArrayBuffer.isView(array)) paths.bytes += array.byteLength;
  return paths;
}

/** Key points on the borders of each node: those of its children, less what is inside it. */
function countPoints(mesh: CellMesh, roadmap: Roadmap, tree: AbstractionTree): Int32Array {
  const { pointFirst, sideOf } = roadmap;
  const counts = new Int32Array(tree.parent.length);
  for (let g = 0; g < sideOf.length; g++) {
    const points = pointFirst[g + 1] - pointFirst[g];
    counts[mesh.sideCell[sideOf[g]]] += points;
    counts[mesh.sideCell[mesh.sideTwin[sideOf[g]]]] += points;
    counts[tree.inside[g]] -= 2 * points;
  }
  for (let node = 0; node < counts.length; node++) {
    if (tree.parent[node] !== NONE) counts[tree.parent[node]] += counts[node];
  }
  return counts;
}

/** The greatest number of points up to which all nodes together keep within the bound of pairs. */
function chooseLimit(tree: AbstractionTree, counts: Int32Array, mostPoints: number): number {
  const pairsAt = new Float64Array(mostPoints + 1);
  for (let node = tree.cells; node < counts.length; node++) {
    const count = counts[node];
    if (count <= mostPoints) pairsAt[count] += (count * (count - 1)) / 2;
  }
  const most = PAIRS_ANYWAY + PAIRS_PER_CELL * tree.cells;
  let pairs = 0;
  let limit = 0;
  while (limit < mostPoints && pairs + pairsAt[limit + 1] <= most) pairs += pairsAt[++limit];
  return limit;
}

function hasStoredChildren(tree: AbstractionTree, stored: Uint8Array, node: number): boolean {
  for (let i = tree.childFirst[node]; i < tree.childFirst[node + 1]; i++) if (stored[tree.child[i]] === 0) return false;
  return true;
}

/** The border key points of a node, from those of its children. */
function listPoints(mesh: CellMesh, roadmap: Roadmap, tree: AbstractionTree, paths: L04Paths, node: number): void {
  const { point, pointFirst } = paths;
  const { pointSegment, segmentOf } = roadmap;
  const first = pointFirst[node];
  let at = first;
  for (let i = tree.childFirst[node]; i < tree.childFirst[node + 1]; i++) {
    const child = tree.child[i];
    if (child < tree.cells) {
      for (let s = mesh.cellFirst[child]; s < mesh.cellFirst[child + 1]; s++) {
        const segment = segmentOf[s];
        if (segment === NONE || tree.inside[segment] === node) continue;
        for (let p = roadmap.pointFirst[segment]; p < roadmap.pointFirst[segment + 1]; p++) point[at++] = p;
      }
    } else {
      // A dead end keeps no list; its one border is inside this node.
      for (let k = pointFirst[child]; k < pointFirst[child + 1]; k++) {
        const p = point[k];
        if (tree.inside[pointSegment[p]] !== node) point[at++] = p;
      }
    }
  }
  sortShort(point, first, at);
}

/** Sort a part of an array in place. Most are short, and made of parts that are in order: sorted by insertion. */
function sortShort(array: Int32Array, first: number, end: number): void {
  if (end - first > 24) {
    array.subarray(first, end).sort();
    return;
  }
  for (let i = first + 1; i < end; i++) {
    const value = array[i];
    let at = i;
    for (; at > first && array[at - 1] > value; at--) array[at] = array[at - 1];
    array[at] = value;
  }
}
