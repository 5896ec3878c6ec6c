/**
 * EdgeTree: which of n edges come near a given one of them? A box tree whose nodes also know the narrowest rectangle along
 * their longest edge, and the vertex that all their edges end at.
 *
 * Boxes along the axes say little about long oblique walls side by side: each meets all others. A rectangle along them is as
 * thin as the few walls in it. And edges that end at one vertex all meet there, which is no flaw: two of them matter to each
 * other only where the far end of one lies beside the other, so a node of them is left out unless it points the same way.
 *
 *      ╱╱╱╱╱  a node of five walls: its box along the axes is a square, its own rectangle a thin slab
 *
 * Building is O(n log n). A query costs what comes within a few tolerances of the edge, as a rule.
 */
import { type BoxTree, buildBoxTree } from '../core/box-tree.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';

export interface EdgeTree {
  places: Float64Array;
  low: Int32Array;
  high: Int32Array;
  tolerance: number;
  tree: BoxTree;
  /** Per leaf of the tree, x, y of the low and of the high end of its edge: what is near each other in the plane is so in memory. */
  ends: Float64Array;
  /** Per node, SHAPE numbers; of inner nodes only. */
  shape: Float64Array;
  /** Per node: the vertex all its edges end at, or NONE. */
  hub: Int32Array;
}

/** Per node: its direction x, y; least and greatest along it, and across it; for hubs the greatest sine and the least length. */
export const SHAPE = 8;

/** @param places x, y of the vertices; edge i joins low[i] and high[i], which differ */
export function buildEdgeTree(places: Float64Array, low: Int32Array, high: Int32Array, tolerance: number): EdgeTree {
  const count = low.length;
  const boxes = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    const a = 2 * low[i];
    const b = 2 * high[i];
    boxes[4 * i] = Math.min(places[a], places[b]) - tolerance;
    boxes[4 * i + 1] = Math.min(places[a + 1], places[b + 1]) - tolerance;
    boxes[4 * i + 2] = Math.max(places[a], places[b]) + tolerance;
    boxes[4 * i + 3] = Math.max(places[a + 1], places[b + 1]) + tolerance;
  }
  const tree = buildBoxTree(boxes);
  const inner = tree.boxes.length / 4 - count;
  const edges: EdgeTree = {
    places,
    low,
    high,
    tolerance,
    tree,
    ends: gatherEnds(places, low, high, tree.item),
    shape: new Float64Array(SHAPE * inner),
    hub: new Int32Array(inner).fill(NONE),
  };
  const { levelFirst } = tree;
  for (let level = 1; level + 1 < levelFirst.length; level++) {
    let child = levelFirst[level - 1];
    for (let node = levelFirst[level]; node < levelFirst[level + 1]; node++) {
      const last = Math.min(child + NODE_SIZE, levelFirst[level]);
      shapeNode(edges, node, child, last, level);
      child = last;
    }
  }
  return edges;
}

function gatherEnds(places: Float64Array, low: Int32Array, high: Int32Array, item: Int32Array): Float64Array {
  const ends = new Float64Array(4 * item.length);
  for (let leaf = 0; leaf < item.length; leaf++) {
    const a = 2 * low[item[leaf]];
    const b = 2 * high[item[leaf]];
    ends[4 * leaf] = places[a];
    ends[4 * leaf + 1] = places[a + 1];
    ends[4 * leaf + 2] = places[b];
    ends[4 * leaf + 3] = places[b + 1];
  }
  return ends;
}

/** Direction and extent of a node from its children `first` … `last` − 1. */
function shapeNode(edges: EdgeTree, node: number, first: number, last: number, level: number): void {
  const { shape, tree } = edges;
  const count = tree.item.length;
  const at = SHAPE * (node - count);
  // The direction of the longest edge; above the leaves, of the child that is longest.
  let longest = -1;
  let x = 1;
  let y = 0;
  for (let child = first; child < last; child++) {
    if (level === 1) {
      putDirection(edges, tree.item[child], NONE);
      if (direction[2] <= longest) continue;
      longest = direction[2];
      x = direction[0];
      y = direction[1];
    } else {
      const c = SHAPE * (child - count);
      if (shape[c + 3] - shape[c + 2] <= longest) continue;
      longest = shape[c + 3] - shape[c + 2];
      x = shape[c];
      y = shape[c + 1];
    }
  }
  shape[at] = x;
  shape[at + 1] = y;
  shape[at + 2] = shape[at + 4] = Infinity;
  shape[at + 3] = shape[at + 5] = -Infinity;
  for (let child = first; child < last; child++) {
    if (level === 1) {
      takePoint(shape, at, edges.places, 2 * edges.low[tree.item[child]]);
      takePoint(shape, at, edges.places, 2 * edges.high[tree.item[child]]);
      continue;
    }
    const c = SHAPE * (child - count);
    for (let k = 0; k < 4; k++) {
      const along = shape[c + 2 + (k & 1)];
      const across = shape[c + 4 + (k >> 1)];
      corner[0] = shape[c] * along - shape[c + 1] * across;
      corner[1] = shape[c + 1] * along + shape[c] * across;
      takePoint(shape, at, corner, 0);
    }
  }
  const hub = commonVertex(edges, first, last, level);
  edges.hub[node - count] = hub;
  if (hub !== NONE) shapeHub(edges, at, hub, first, last, level);
}

const corner = new Float64Array(2);

function takePoint(shape: Float64Array, at: number, points: Float64Array, p: number): void {
  const along = shape[at] * points[p] + shape[at + 1] * points[p + 1];
  const across = shape[at] * points[p + 1] - shape[at + 1] * points[p];
  if (along < shape[at + 2]) shape[at + 2] = along;
  if (along > shape[at + 3]) shape[at + 3] = along;
  if (across < shape[at + 4]) shape[at + 4] = across;
  if (across > shape[at + 5]) shape[at + 5] = across;
}

/** x, y of a direction of length 1, and the length it has. */
const direction = new Float64Array(3);

/** The direction of an edge, away from one of its ends; from its low end if none is given. */
export function putDirection({ places, low, high }: EdgeTree, i: number, from: number): void {
  const sign = high[i] === from ? -1 : 1;
  const dx = sign * (places[2 * high[i]] - places[2 * low[i]]);
  const dy = sign * (places[2 * high[i] + 1] - places[2 * low[i] + 1]);
  const length = Math.sqrt(dx * dx + dy * dy);
  direction[0] = dx / length;
  direction[1] = dy / length;
  direction[2] = length;
}

/** The vertex that all edges of these children end at, or NONE. */
function commonVertex({ tree, low, high, hub }: EdgeTree, first: number, last: number, level: number): number {
  const count = tree.item.length;
  if (level > 1) {
    const common = hub[first - count];
    for (let child = first + 1; child < last; child++) if (hub[child - count] !== common) return NONE;
    return common;
  }
  if (last - first < 2) return NONE;
  for (const common of [low[tree.item[first]], high[tree.item[first]]]) {
    let child = first + 1;
    while (child < last && (low[tree.item[child]] === common || high[tree.item[child]] === common)) child++;
    if (child === last) return common;
  }
  return NONE;
}

/** How far edges of a hub turn from the node's direction, which becomes that of one of them, and the shortest of them. */
function shapeHub(edges: EdgeTree, at: number, hub: number, first: number, last: number, level: number): void {
  const { shape, tree } = edges;
  // Its edges: the leaves below.
  for (; level > 1; level--) {
    first = tree.levelFirst[level - 2] + (first - tree.levelFirst[level - 1]) * NODE_SIZE;
    last = Math.min(
      tree.levelFirst[level - 2] + (last - tree.levelFirst[level - 1]) * NODE_SIZE,
      tree.levelFirst[level - 1],
    );
  }
  let sine = 0;
  let shortest = Infinity;
  for (let leaf = first; leaf < last; leaf++) {
    putDirection(edges, tree.item[leaf], hub);
    const across = Math.abs(shape[at] * direction[1] - shape[at + 1] * direction[0]);
    if (across > sine) sine = across;
    if (direction[2] < shortest) shortest = direction[2];
  }
  shape[at + 6] = sine;
  shape[at + 7] = shortest;
}

/** As in core/box-tree.ts. */
export const NODE_SIZE = 8;

/** Tolerances that a node must be away from an edge to be left out. More than one: rounding has no say. */
export const AWAY = 4;

/** Nodes to open, each followed by its level; shared by all queries, which never nest. */
const stack = new GrowableInts(256);

/**
 * Append to `found` every edge whose box meets that of edge i and that does not lie on one side of its line, farther from it than twice
 * the tolerance; in no particular order.
 */
export function searchEdges(edges: EdgeTree, i: number, found: GrowableInts): void {
  const { places, low, high, tolerance, ends } = edges;
  const { boxes, item, levelFirst } = edges.tree;
  const ax = places[2 * low[i]];
  const ay = places[2 * low[i] + 1];
  const bx = places[2 * high[i]];
  const by = places[2 * high[i] + 1];
  const minX = Math.min(ax, bx) - tolerance;
  const minY = Math.min(ay, by) - tolerance;
  const maxX = Math.max(ax, bx) + tolerance;
  const maxY = Math.max(ay, by) + tolerance;
  const ex = bx - ax;
  const ey = by - ay;
  // Twice the tolerance: rounding has no say.
  const apart = 4 * tolerance * tolerance * (ex * ex + ey * ey);
  putDirection(edges, i, NONE);
  stack.clear();
  // As if the root were the only child of a node above it.
  stack.push(levelFirst[levelFirst.length - 1]);
  stack.push(levelFirst.length - 1);
  while (stack.length > 0) {
    const level = stack.pop() - 1;
    const above = levelFirst[level + 1];
    const first = levelFirst[level] + (stack.pop() - above) * NODE_SIZE;
    const last = Math.min(first + NODE_SIZE, above);
    for (let child = first; child < last; child++) {
      const n = 4 * child;
      if (boxes[n] > maxX || boxes[n + 1] > maxY || boxes[n + 2] < minX || boxes[n + 3] < minY) continue;
      if (level > 0) {
        if (isAway(edges, child - item.length, i)) continue;
        stack.push(child);
        stack.push(level);
        continue;
      }
      const toLow = ex * (ends[n + 1] - ay) - ey * (ends[n] - ax);
      const toHigh = ex * (ends[n + 3] - ay) - ey * (ends[n + 2] - ax);
      const isBeside = toLow > 0 === toHigh > 0 && toLow * toLow > apart && toHigh * toHigh > apart;
      if (!isBeside) found.push(item[child]);
    }
  }
}

/** Is every edge of a node too far from edge i, whose `direction` is at hand, to matter, or one that only starts where it starts? */
export function isAway({ places, shape, hub, low, high, tolerance }: EdgeTree, node: number, i: number): boolean {
  const ax = places[2 * low[i]];
  const ay = places[2 * low[i] + 1];
  const dx = direction[0];
  const dy = direction[1];
  const length = direction[2];
  const at = SHAPE * node;
  const x = shape[at];
  const y = shape[at + 1];
  const sine = Math.abs(x * dy - y * dx);
  const away = AWAY * tolerance;
  // Two edges from one vertex, where the shorter ends, are further apart than its length times the sine between them.
  const common = hub[node];
  if (common !== NONE && (low[i] === common || high[i] === common)) {
    return (sine - shape[at + 6]) * Math.min(length, shape[at + 7]) > away;
  }
  const cosine = x * dx + y * dy;
  const along = x * ax + y * ay;
  const alongEnd = along + cosine * length;
  if (Math.min(along, alongEnd) > shape[at + 3] + away || Math.max(along, alongEnd) < shape[at + 2] - away) return true;
  const across = x * ay - y * ax;
  const acrossEnd = across + (x * dy - y * dx) * length;
  if (Math.min(across, acrossEnd) > shape[at + 5] + away || Math.max(across, acrossEnd) < shape[at + 4] - away)
    return true;
  // Across the edge itself: the middle of the node's rectangle, and how far its corners are from there.
  const middleAlong = (shape[at + 2] + shape[at + 3]) / 2 - along;
  const middleAcross = (shape[at + 4] + shape[at + 5]) / 2 - across;
  const off = Math.abs(cosine * middleAcross - (x * dy - y * dx) * middleAlong);
  const reach = (Math.abs(cosine) * (shape[at + 5] - shape[at + 4]) + sine * (shape[at + 3] - shape[at + 2])) / 2;
  return off > reach + away;
}
