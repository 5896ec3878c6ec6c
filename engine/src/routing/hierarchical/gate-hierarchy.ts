/**
 * GateGraph → GateHierarchy: shortcuts over unimportant gates, so that a search only ever goes up to more important ones.
 *
 * A customisable contraction hierarchy (Dibbelt, Strasser, Wagner 2014). The *skeleton* is made once: nodes are taken away
 * in the order of a nested dissection, and the neighbours of each are joined by arcs. A *customisation* fills in lengths for
 * one width of body: arcs that a body does not fit through have none. Every arc is as long as the shortest way over
 * less important nodes; arcs that a way over more important ones undercuts are left out. Two nodes are then joined by a
 * shortest way that first goes up and then down.
 *
 * Cost: skeleton and each customisation are one pass over the triangles of the skeleton (bench/results/routes.md).
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { GateGraph } from './gate-graph.ts';

export interface GateSkeleton {
  /** Node of each rank, the least important first; from here on, nodes are named by their ranks. */
  order: Int32Array;
  rank: Int32Array;
  /** Arcs from each rank to higher ones: target[first[v]] …, increasing. */
  first: Int32Array;
  target: Int32Array;
}

export interface GateHierarchy {
  /** Arcs that are needed, from each rank to higher ones. */
  first: Int32Array;
  target: Int32Array;
  length: Float64Array;
  /**
   * What each arc is made of, two numbers: if it goes over a lower node, the arcs from there to its start and to its
   * target; if it is an edge e of the gate graph, -1 - e, and the same of the reverse of e.
   */
  parts: Int32Array;
}

export function buildSkeleton(graph: GateGraph, order: Int32Array): GateSkeleton {
  const nodes = order.length;
  const rank = new Int32Array(nodes);
  for (let i = 0; i < nodes; i++) rank[order[i]] = i;
  const first = new Int32Array(nodes + 1);
  const target = new GrowableInts(16 * nodes + 16);
  // Nodes whose lowest higher neighbour is v hand their other neighbours on to v.
  const child = new Int32Array(nodes).fill(NONE);
  const sibling = new Int32Array(nodes).fill(NONE);
  const seen = new Int32Array(nodes).fill(NONE);
  for (let v = 0; v < nodes; v++) {
    first[v] = target.length;
    seen[v] = v;
    const add = (u: number) => {
      if (u < v || seen[u] === v) return;
      seen[u] = v;
      target.push(u);
    };
    const node = order[v];
    for (let e = graph.first[node]; e < graph.first[node + 1]; e++) add(rank[graph.target[e]]);
    for (let c = child[v]; c !== NONE; c = sibling[c]) {
      for (let k = first[c] + 1; k < first[c + 1]; k++) add(target.array[k]);
    }
    first[v + 1] = target.length;
    if (target.length === first[v]) continue;
    target.array.subarray(first[v], target.length).sort();
    const parent = target.array[first[v]];
    sibling[v] = child[parent];
    child[parent] = v;
  }
  return { order, rank, first, target: target.values().slice() };
}

export function customise(graph: GateGraph, skeleton: GateSkeleton, width: number): GateHierarchy {
  const { first, target } = skeleton;
  const arcs = target.length;
  const length = new Float64Array(arcs).fill(Infinity);
  const edge = new Int32Array(arcs).fill(NONE);
  const toStart = new Int32Array(arcs).fill(NONE);
  const toTarget = new Int32Array(arcs).fill(NONE);
  setEdges(graph, skeleton, width, length, edge);
  joinOverLower(skeleton, length, edge, toStart, toTarget);
  const undercut = findUndercut(skeleton, length);
  // What is left, numbered anew.
  const place = new Int32Array(arcs).fill(NONE);
  const newFirst = new Int32Array(first.length);
  let kept = 0;
  for (let v = 0; v + 1 < first.length; v++) {
    newFirst[v] = kept;
    for (let k = first[v]; k < first[v + 1]; k++) if (undercut[k] === 0 && length[k] < Infinity) place[k] = kept++;
  }
  newFirst[first.length - 1] = kept;
  const hierarchy: GateHierarchy = {
    first: newFirst,
    target: new Int32Array(kept),
    length: new Float64Array(kept),
    parts: new Int32Array(2 * kept),
  };
  for (let k = 0; k < arcs; k++) {
    const at = place[k];
    if (at === NONE) continue;
    hierarchy.target[at] = target[k];
    hierarchy.length[at] = length[k];
    const isEdge = edge[k] !== NONE;
    hierarchy.parts[2 * at] = isEdge ? -1 - edge[k] : place[toStart[k]];
    hierarchy.parts[2 * at + 1] = isEdge ? -1 - graph.reverse[edge[k]] : place[toTarget[k]];
  }
  return hierarchy;
}

/** Arcs that are edges of the graph and wide enough. */
function setEdges(
  graph: GateGraph,
  { order, rank, first, target }: GateSkeleton,
  width: number,
  length: Float64Array,
  edge: Int32Array,
): void {
  for (let v = 0; v < order.length; v++) {
    const node = order[v];
    if (!(graph.nodeWidth[node] > width)) continue;
    for (let e = graph.first[node]; e < graph.first[node + 1]; e++) {
      const u = rank[graph.target[e]];
      if (u < v || !(graph.width[e] > width) || !(graph.nodeWidth[graph.target[e]] > width)) continue;
      let k = first[v];
      while (target[k] !== u) k++;
      if (graph.length[e] >= length[k]) continue;
      length[k] = graph.length[e];
      edge[k] = e;
    }
  }
}

/**
 *      u ─k─ w       from the lowest v up: two arcs i, j of v join their ends u and w,
 *       \   /        which are joined by an arc k of the skeleton
 *       i\ /j
 *         v
 */
function joinOverLower(
  { first, target }: GateSkeleton,
  length: Float64Array,
  edge: Int32Array,
  toStart: Int32Array,
  toTarget: Int32Array,
): void {
  for (let v = 0; v + 1 < first.length; v++) {
    const last = first[v + 1];
    for (let i = first[v]; i < last; i++) {
      const near = length[i];
      if (near === Infinity) continue;
      let k = first[target[i]];
      for (let j = i + 1; j < last; j++) {
        const w = target[j];
        while (target[k] < w) k++;
        const over = near + length[j];
        if (over < length[k]) {
          length[k] = over;
          edge[k] = NONE;
          toStart[k] = i;
          toTarget[k] = j;
        }
      }
    }
  }
}

/**
 * From the highest v down: arcs of v that are longer than a way over another of its higher neighbours. What is left of
 * the arcs an arc was made of is never undercut itself, as long as equal lengths do not count: hence the margin.
 */
function findUndercut({ first, target }: GateSkeleton, length: Float64Array): Uint8Array {
  const undercut = new Uint8Array(target.length);
  const shortest = length.slice();
  for (let v = first.length - 2; v >= 0; v--) {
    const last = first[v + 1];
    for (let i = first[v]; i < last; i++) {
      let k = first[target[i]];
      for (let j = i + 1; j < last; j++) {
        const w = target[j];
        while (target[k] < w) k++;
        const across = shortest[k];
        if (shortest[i] + across < shortest[j]) shortest[j] = shortest[i] + across;
        else if (shortest[j] + across < shortest[i]) shortest[i] = shortest[j] + across;
      }
    }
    for (let i = first[v]; i < last; i++) if (shortest[i] < length[i] * (1 - 1e-9)) undercut[i] = 1;
  }
  return undercut;
}
