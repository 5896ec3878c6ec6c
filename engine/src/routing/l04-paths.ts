/**
 * AbstractionTree + Roadmap → L04Paths: for every node the best path between any two key points on its borders.
 *
 * A path through a node is a sequence of paths through its children, told by the key points between them: references,
 * no copies (L04 §3.3). Each knows its length and the *narrowest* segment it crosses; where that is too
 * narrow for a walker, `widest` tells whether any way through the node is wide enough, and the search then splits the
 * node (l04.ts). So answers are the same for every width as over the whole roadmap, without a set of paths per width.
 *
 *           g                       the path g → h of node N = A ∪ B:  via x
 *     ┌─────•──┬────────┐           = the path g → x of A, then the path x → h of B
 *     │  A     x    B   • h         x is crossed: what has come in through A goes on in B
 *     └────────┴────────┘
 *
 * Widths are ranks: segments in order of length, so that one comparison of integers is as exact as one of lengths.
 * From each border key point a search over the children's borders, dense and without a heap: O(a · b²) for a border
 * key points and b of all children. Paths between key points of one segment are not needed and Infinity long.
 * A node is *refused* if it has more than `limit` border key points, or a child that is refused and that one can pass
 * through; it stores nothing and is always split. The limit is so that no more than
 * PAIRS_PER_CELL pairs per cell are stored: memory is linear however the arities grow. Cells need no table:
 * their paths are straight lines.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orderByKey } from '../core/sort.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { AbstractionTree } from '../topology/abstraction-tree.ts';
import { NodeSolver } from './l04-solve.ts';
import type { Roadmap } from './roadmap.ts';

/** Border key points of a node that stores its paths, at most: a table of 32,640 pairs. */
const MOST_POINTS = 256;
/** A city of 18,000 cells has 13 pairs per cell in all; only halls that take in hundreds of neighbours have more. */
const PAIRS_PER_CELL = 64;
const PAIRS_ANYWAY = 10_000;

export interface L04Paths {
  /** Most border key points of a node that stores paths. */
  limit: number;
  /** 1: the node's paths are known (also if it has none, as a dead end); 0: refused. */
  stored: Uint8Array;
  /** Nodes refused. */
  refused: number;
  /** For each cell the uppermost node above it, below the root, that is stored; the cell itself if there is none. */
  top: Int32Array;
  /** Border key points of node n in increasing order: point[pointFirst[n]] … point[pointFirst[n + 1] - 1]. */
  pointFirst: Int32Array;
  point: Int32Array;
  /** The path between the node's i-th and j-th key point, i > j, is pairFirst[n] + i · (i - 1) / 2 + j. */
  pairFirst: Int32Array;
  /** Metres; Infinity where there is no path inside the node. */
  length: Float64Array;
  /** Rank of the narrowest segment the path crosses, its two ends among them; NONE if there is no path. */
  narrowest: Int32Array;
  /** The greatest such rank of any way between the two inside the node; NONE if there is none. */
  widest: Int32Array;
  /**
   * The key points at which the path goes from child to child. NONE: it stays in one child; 0 and more: this key point;
   * -2 - i: the vias[i] key points vias[i + 1] …, from the lesser end of the path to the greater.
   */
  via: Int32Array;
  vias: Int32Array;
  /** Place of each segment in the order of lengths. */
  segmentRank: Int32Array;
  /** Lengths of all segments, increasing. */
  sortedLength: Float64Array;
  bytes: number;
}

/** What `l04` needs of a mesh, prepared once. */
export interface L04 {
  roadmap: Roadmap;
  tree: AbstractionTree;
  paths: L04Paths;
}

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
    const isStored = tree.arity[node]! < 2 || (counts[node]! <= limit && hasStoredChildren(tree, stored, node));
    stored[node] = isStored ? 1 : 0;
    refused += isStored ? 0 : 1;
    const kept = isStored && node >= tree.cells && tree.arity[node]! >= 2 ? counts[node]! : 0;
    pointFirst[node + 1] = pointFirst[node]! + kept;
    pairFirst[node + 1] = pairFirst[node]! + (kept * (kept - 1)) / 2;
  }
  const top = new Int32Array(tree.cells);
  const above = new Int32Array(nodes).fill(NONE);
  for (let node = nodes - 1; node >= 0; node--) {
    const up = parent[node]!;
    if (up !== NONE) above[node] = above[up] === NONE && stored[node] === 1 ? node : above[up]!;
    if (node < tree.cells) top[node] = above[node] === NONE ? node : above[node]!;
  }
  const pairs = pairFirst[nodes]!;
  const order = orderByKey(roadmap.segmentLength);
  const segmentRank = new Int32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) segmentRank[order[rank]!] = rank;
  const paths: L04Paths = {
    limit,
    stored,
    refused,
    top,
    pointFirst,
    point: new Int32Array(pointFirst[nodes]!),
    pairFirst,
    length: new Float64Array(pairs),
    narrowest: new Int32Array(pairs),
    widest: new Int32Array(pairs),
    via: new Int32Array(pairs),
    vias: new Int32Array(0),
    segmentRank,
    sortedLength: Float64Array.from(order, (segment) => roadmap.segmentLength[segment]!),
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
    const points = pointFirst[g + 1]! - pointFirst[g]!;
    counts[mesh.sideCell[sideOf[g]!]!]! += points;
    counts[mesh.sideCell[mesh.sideTwin[sideOf[g]!]!]!]! += points;
    counts[tree.inside[g]!]! -= 2 * points;
  }
  for (let node = 0; node < counts.length; node++) {
    if (tree.parent[node] !== NONE) counts[tree.parent[node]!]! += counts[node]!;
  }
  return counts;
}

/** The greatest number of points up to which all nodes together keep within the bound of pairs. */
function chooseLimit(tree: AbstractionTree, counts: Int32Array, mostPoints: number): number {
  const pairsAt = new Float64Array(mostPoints + 1);
  for (let node = tree.cells; node < counts.length; node++) {
    const count = counts[node]!;
    if (count <= mostPoints) pairsAt[count]! += (count * (count - 1)) / 2;
  }
  const most = PAIRS_ANYWAY + PAIRS_PER_CELL * tree.cells;
  let pairs = 0;
  let limit = 0;
  while (limit < mostPoints && pairs + pairsAt[limit + 1]! <= most) pairs += pairsAt[++limit]!;
  return limit;
}

function hasStoredChildren(tree: AbstractionTree, stored: Uint8Array, node: number): boolean {
  for (let i = tree.childFirst[node]!; i < tree.childFirst[node + 1]!; i++)
    if (stored[tree.child[i]!] === 0) return false;
  return true;
}

/** The border key points of a node, from those of its children. */
function listPoints(mesh: CellMesh, roadmap: Roadmap, tree: AbstractionTree, paths: L04Paths, node: number): void {
  const { point, pointFirst } = paths;
  const { pointSegment, segmentOf } = roadmap;
  const first = pointFirst[node]!;
  let at = first;
  for (let i = tree.childFirst[node]!; i < tree.childFirst[node + 1]!; i++) {
    const child = tree.child[i]!;
    if (child < tree.cells) {
      for (let s = mesh.cellFirst[child]!; s < mesh.cellFirst[child + 1]!; s++) {
        const segment = segmentOf[s]!;
        if (segment === NONE || tree.inside[segment] === node) continue;
        for (let p = roadmap.pointFirst[segment]!; p < roadmap.pointFirst[segment + 1]!; p++) point[at++] = p;
      }
    } else {
      // A dead end keeps no list; its one border is inside this node.
      for (let k = pointFirst[child]!; k < pointFirst[child + 1]!; k++) {
        const p = point[k]!;
        if (tree.inside[pointSegment[p]!] !== node) point[at++] = p;
      }
    }
  }
  point.subarray(first, at).sort();
}

/** Segments not longer than a width: those of lower rank are too narrow for a walker as wide. */
export function narrowSegments(paths: L04Paths, width: number): number {
  const { sortedLength } = paths;
  let low = 0;
  let high = sortedLength.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sortedLength[middle]! > width) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Place of a key point among those of a node. */
export function placeOf(paths: L04Paths, node: number, point: number): number {
  const first = paths.pointFirst[node]!;
  let low = first;
  let high = paths.pointFirst[node + 1]! - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (paths.point[middle]! < point) low = middle + 1;
    else high = middle;
  }
  return low - first;
}
