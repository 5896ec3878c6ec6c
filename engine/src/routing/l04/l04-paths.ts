/**
 * L04Paths: for every node of the abstraction tree the best path between any two key points on its borders.
 *
 * A path through a node is a sequence of paths through its children, told by the key points between them: references,
 * no copies (L04 §3.3). Each knows its length and the *narrowest* segment it crosses; where that is too narrow for a
 * walker, `widest` tells whether any way through the node is wide enough, and the search then splits the node
 * (l04.ts). So answers are the same for every width as over the whole roadmap, without a set of paths per width.
 *
 *           g                       the path g → h of node N = A ∪ B:  via x
 *     ┌─────•──┬────────┐           = the path g → x of A, then the path x → h of B
 *     │  A     x    B   • h         x is crossed: what has come in through A goes on in B
 *     └────────┴────────┘
 *
 * Widths are ranks: segments in order of length, so that one comparison of integers is as exact as one of lengths.
 * Cells need no table: their paths are straight lines. Paths between key points of one segment are not needed and
 * Infinity long. Made by l04-build.ts.
 */
import type { AbstractionTree } from '../../topology/abstraction-tree.ts';
import type { Roadmap } from '../roadmap/roadmap.ts';

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

/** Segments not longer than a width: those of lower rank are too narrow for a walker as wide. */
export function narrowSegments(paths: L04Paths, width: number): number {
  const { sortedLength } = paths;
  let low = 0;
  let high = sortedLength.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sortedLength[middle] > width) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Place of a key point among those of a node. */
export function placeOf(paths: L04Paths, node: number, point: number): number {
  const first = paths.pointFirst[node];
  let low = first;
  let high = paths.pointFirst[node + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (paths.point[middle] < point) low = middle + 1;
    else high = middle;
  }
  return low - first;
}
