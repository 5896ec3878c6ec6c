/**
 * `l04`: the hierarchical search of L04 §3.3 over the abstraction tree and its stored paths.
 *
 * Nodes that strictly hold the start or the goal are split; of the others the uppermost are passed as a whole, by their
 * stored paths: that is the minimal abstract graph. It is never listed: A* asks, for the cell behind each key point it
 * takes from the heap, which node that is. The way over the nodes is then unfolded to the segments crossed.
 *
 *   root ──┬── N ── …            start in Ce, goal in Cg: root and M are split;
 *          └── M ──┬── Ce        N is passed by its stored paths, Ce and Cg are the cells themselves
 *                  └── Cg
 *
 * Deviation: a node is also split, for the rest of the query, where its stored path between two key points is too narrow
 * for the walker and another way through it is not. So for every width the answer is a shortest way over the roadmap:
 * the same reachability as `flat`, and the same length but for rounding. Refused nodes (l04-build.ts) are split
 * too. Nothing is allocated per query after warm-up.
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { AbstractionTree } from '../../topology/abstraction-tree.ts';
import { type L04, type L04Paths, narrowSegments, placeOf } from './l04-paths.ts';
import { cellBehind, pushPath, unfoldPaths } from './l04-unfold.ts';
import { LabelHeap } from '../roadmap/roadmap-heap.ts';
import type { Roadmap } from '../roadmap/roadmap.ts';
import type { RouteEnd, RouteQuery } from '../route.ts';

/** What a query needs and leaves: labels count only if they bear the stamp of the present query. */
export interface L04Scratch {
  heap: LabelHeap;
  query: number;
  /** 2 · query where there is a label, 2 · query + 1 where it is done. One entry per key point, then the goal. */
  stamp: Int32Array;
  /** Metres from the start. */
  distance: Float64Array;
  /** The key point before; NONE: the start. */
  before: Int32Array;
  /** The node passed from there. */
  through: Int32Array;
  /** The query for which a node of the tree is split. */
  split: Int32Array;
  /** Node, key point, key point: paths still to unfold, the next one last. */
  unfolding: GrowableInts;
  /** Metres over the key points of the last way that was found, from start to goal. */
  length: number;
  /** Nodes split during the last query because their stored path was too narrow. */
  splits: number;
}

const MOST_QUERIES = 2 ** 30 - 1;

export function createL04Scratch(roadmap: Roadmap, tree: AbstractionTree): L04Scratch {
  const labels = roadmap.pointSegment.length + 1;
  return {
    heap: new LabelHeap(labels),
    query: 0,
    stamp: new Int32Array(labels),
    distance: new Float64Array(labels),
    before: new Int32Array(labels),
    through: new Int32Array(labels),
    split: new Int32Array(tree.parent.length),
    unfolding: new GrowableInts(),
    length: 0,
    splits: 0,
  };
}

/**
 * Fill `portals` with the sides crossed from one place to another, each a side of the cell that is left, across
 * segments longer than the query's width only. Gives the number of labels taken from the heap, or NONE if there is no way.
 */
export function l04Portals(
  l04: L04,
  mesh: CellMesh,
  scratch: L04Scratch,
  query: RouteQuery,
  portals: GrowableInts,
): number {
  const { from, to, width } = query;
  portals.clear();
  scratch.splits = 0;
  if (from.cell === to.cell) {
    scratch.length = straight(from.x - to.x, from.y - to.y);
    return 0;
  }
  if (!begin(l04.tree, scratch, from.cell, to.cell)) return NONE;
  const expanded = search(l04, mesh, scratch, query, narrowSegments(l04.paths, width));
  if (expanded === NONE) return NONE;
  const { before, through, unfolding } = scratch;
  const goal = l04.roadmap.pointSegment.length;
  unfolding.clear();
  for (let at = before[goal]; at !== NONE; at = before[at]) pushPath(unfolding, through[at], before[at], at);
  unfoldPaths(l04, mesh, unfolding, portals);
  return expanded;
}

/** Split everything above the two ends; false if that is nothing common: they do not hang together at all. */
function begin({ parent }: AbstractionTree, scratch: L04Scratch, from: number, to: number): boolean {
  if (++scratch.query > MOST_QUERIES) {
    scratch.stamp.fill(0);
    scratch.split.fill(0);
    scratch.query = 1;
  }
  const { query, split } = scratch;
  scratch.heap.clear();
  for (let node = parent[from]; node !== NONE; node = parent[node]) split[node] = query;
  let common = parent[to];
  for (; common !== NONE && split[common] !== query; common = parent[common]) split[common] = query;
  return common !== NONE;
}

/** @param narrow rank of the narrowest segment that may be crossed */
function search(l04: L04, mesh: CellMesh, scratch: L04Scratch, { from, to }: RouteQuery, narrow: number): number {
  const { roadmap, tree, paths } = l04;
  const { heap, stamp, distance, before, through, query } = scratch;
  const { points, pointSegment, pointFirst, segmentOf } = roadmap;
  const { segmentRank } = paths;
  const { cells } = tree;
  const open = 2 * query;
  const done = open + 1;
  const goal = pointSegment.length;
  let expanded = 0;
  let at = NONE;
  let cell = from.cell;
  let x = from.x;
  let y = from.y;
  let soFar = 0;
  for (;;) {
    let node = cell === from.cell || cell === to.cell ? cell : nodeAt(tree, paths, scratch, cell);
    while (node >= cells && !passNode(l04, scratch, node, at, to, narrow)) {
      scratch.split[node] = query;
      scratch.splits++;
      node = nodeAt(tree, paths, scratch, cell);
    }
    if (node === to.cell) {
      const total = soFar + straight(to.x - x, to.y - y);
      const isNew = stamp[goal] !== open;
      if (isNew || total < distance[goal]) {
        stamp[goal] = open;
        distance[goal] = total;
        before[goal] = at;
        heap.key[goal] = total;
        if (isNew) heap.insert(goal);
        else heap.lower(goal);
      }
    } else if (node < cells) {
      const own = at === NONE ? NONE : pointSegment[at];
      for (let s = mesh.cellFirst[cell], end = mesh.cellFirst[cell + 1]; s < end; s++) {
        const segment = segmentOf[s];
        if (segment === NONE || segment === own || segmentRank[segment] < narrow) continue;
        for (let p = pointFirst[segment], last = pointFirst[segment + 1]; p < last; p++) {
          if (stamp[p] === done) continue;
          const px = points[2 * p];
          const py = points[2 * p + 1];
          const total = soFar + straight(px - x, py - y);
          const isNew = stamp[p] !== open;
          if (!isNew && total >= distance[p]) continue;
          stamp[p] = open;
          distance[p] = total;
          before[p] = at;
          through[p] = node;
          heap.key[p] = total + straight(to.x - px, to.y - py);
          if (isNew) heap.insert(p);
          else heap.lower(p);
        }
      }
    }
    if (heap.length === 0) return NONE;
    at = heap.pop();
    expanded++;
    stamp[at] = done;
    if (at === goal) break;
    cell = cellBehind(mesh, roadmap, tree, pointSegment[at], through[at]);
    x = points[2 * at];
    y = points[2 * at + 1];
    soFar = distance[at];
  }
  scratch.length = distance[goal];
  return expanded;
}

/** The uppermost node above a cell that can be passed as a whole: stored, and below everything that is split. */
function nodeAt(tree: AbstractionTree, paths: L04Paths, { split, query }: L04Scratch, cell: number): number {
  const top = paths.top[cell];
  if (split[top] !== query) return top;
  let node = cell;
  for (let up = tree.parent[cell]; up !== NONE && split[up] !== query; up = tree.parent[up]) {
    if (paths.stored[up] === 1) node = up;
  }
  return node;
}

/** Labels across a node from one of its border key points; false where its stored paths do not do for this width. */
function passNode(
  { roadmap: { points }, tree, paths }: L04,
  { heap, stamp, distance, before, through, query }: L04Scratch,
  node: number,
  at: number,
  to: RouteEnd,
  narrow: number,
): boolean {
  if (tree.arity[node] < 2) return true; // a dead end without the goal in it
  const { point, length, narrowest, widest } = paths;
  const first = paths.pointFirst[node];
  const count = paths.pointFirst[node + 1] - first;
  const own = placeOf(paths, node, at);
  const soFar = distance[at];
  const open = 2 * query;
  const done = open + 1;
  let pair = paths.pairFirst[node] + (own * (own - 1)) / 2;
  for (let j = 0; j < count; j++) {
    // The row of `own` up to itself, then its column.
    if (j === own) {
      pair += own;
      continue;
    }
    const entry = pair;
    pair += j < own ? 1 : j;
    const p = point[first + j];
    if (stamp[p] === done) continue;
    if (narrowest[entry] < narrow) {
      if (widest[entry] < narrow) continue;
      return false;
    }
    const total = soFar + length[entry];
    const isNew = stamp[p] !== open;
    if (!isNew && total >= distance[p]) continue;
    stamp[p] = open;
    distance[p] = total;
    before[p] = at;
    through[p] = node;
    heap.key[p] = total + straight(to.x - points[2 * p], to.y - points[2 * p + 1]);
    if (isNew) heap.insert(p);
    else heap.lower(p);
  }
  return true;
}

function straight(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
