/**
 * EdgeTree → all pairs of its edges that may meet: the first round of an arrangement, when every edge is new.
 *
 * A search from the root for each edge would open the same upper nodes for all its neighbours. So it is done once for every eight of them,
 * the leaves below one node: which other such nodes come near? Then each edge looks at those alone. Cost: O(n log n) and the pairs
 * of boxes that meet.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { AWAY, type EdgeTree, isAway, NODE_SIZE, putDirection, SHAPE } from './edge-tree.ts';

/** Nodes to open, each followed by its level. */
const stack = new GrowableInts(256);
const near = new GrowableInts(64);

/**
 * Pairs i < j, as i, j, i, j …, in no particular order; undefined if there are more than `most`.
 * @param mayMeet a closer look at a pair whose boxes meet
 */
export function joinEdges(
  edges: EdgeTree,
  most: number,
  mayMeet: (i: number, j: number) => boolean,
): GrowableInts | undefined {
  const { tree } = edges;
  const { levelFirst } = tree;
  const pairs = new GrowableInts();
  if (levelFirst.length < 3) return pairs;
  for (let group = levelFirst[1]; group < levelFirst[2]; group++) {
    listGroupsNear(edges, group);
    const first = (group - levelFirst[1]) * NODE_SIZE;
    const last = Math.min(first + NODE_SIZE, levelFirst[1]);
    for (let leaf = first; leaf < last; leaf++) pairLeaf(edges, leaf, pairs, mayMeet);
    if (pairs.length > 2 * most) return undefined;
  }
  return pairs;
}

/** Into `near`: the nodes above leaves, from `group` on, whose edges may come near one of its own. */
function listGroupsNear(edges: EdgeTree, group: number): void {
  const { boxes, levelFirst, item } = edges.tree;
  const minX = boxes[4 * group];
  const minY = boxes[4 * group + 1];
  const maxX = boxes[4 * group + 2];
  const maxY = boxes[4 * group + 3];
  near.clear();
  stack.clear();
  // As if the root were the only child of a node above it.
  stack.push(levelFirst[levelFirst.length - 1]);
  stack.push(levelFirst.length - 1);
  while (stack.length > 0) {
    const level = stack.pop() - 1;
    const above = levelFirst[level + 1];
    const first = levelFirst[level] + (stack.pop() - above) * NODE_SIZE;
    const last = Math.min(first + NODE_SIZE, above);
    for (let child = level === 1 ? Math.max(first, group) : first; child < last; child++) {
      const n = 4 * child;
      if (boxes[n] > maxX || boxes[n + 1] > maxY || boxes[n + 2] < minX || boxes[n + 3] < minY) continue;
      if (child !== group && areAway(edges, group - item.length, child - item.length)) continue;
      if (level === 1) near.push(child);
      else {
        stack.push(child);
        stack.push(level);
      }
    }
  }
}

/** Are all edges of one node too far from those of another to matter, or do they only start at the same vertex? */
function areAway({ shape, hub, tolerance }: EdgeTree, one: number, other: number): boolean {
  const a = SHAPE * one;
  const b = SHAPE * other;
  const ax = shape[a];
  const ay = shape[a + 1];
  const bx = shape[b];
  const by = shape[b + 1];
  const cosine = Math.abs(ax * bx + ay * by);
  const sine = Math.abs(ax * by - ay * bx);
  const away = AWAY * tolerance;
  // Two edges from one vertex, where the shorter ends, are further apart than its length times the sine between them.
  if (hub[one] !== NONE && hub[one] === hub[other]) {
    return (sine - shape[a + 6] - shape[b + 6]) * Math.min(shape[a + 7], shape[b + 7]) > away;
  }
  // Middles and half the extents of both rectangles, along and across.
  const aAlong = (shape[a + 2] + shape[a + 3]) / 2;
  const aAcross = (shape[a + 4] + shape[a + 5]) / 2;
  const bAlong = (shape[b + 2] + shape[b + 3]) / 2;
  const bAcross = (shape[b + 4] + shape[b + 5]) / 2;
  const aLong = (shape[a + 3] - shape[a + 2]) / 2;
  const aWide = (shape[a + 5] - shape[a + 4]) / 2;
  const bLong = (shape[b + 3] - shape[b + 2]) / 2;
  const bWide = (shape[b + 5] - shape[b + 4]) / 2;
  const dx = bx * bAlong - by * bAcross - (ax * aAlong - ay * aAcross);
  const dy = by * bAlong + bx * bAcross - (ay * aAlong + ax * aAcross);
  // Some side of one of them has the other beyond it.
  return (
    Math.abs(ax * dy - ay * dx) > aWide + bLong * sine + bWide * cosine + away ||
    Math.abs(bx * dy - by * dx) > bWide + aLong * sine + aWide * cosine + away ||
    Math.abs(ax * dx + ay * dy) > aLong + bLong * cosine + bWide * sine + away ||
    Math.abs(bx * dx + by * dy) > bLong + aLong * cosine + aWide * sine + away
  );
}

/** Pair the edge of a leaf with those of the nodes in `near`, leaves after it only: each pair is found once. */
function pairLeaf(
  edges: EdgeTree,
  leaf: number,
  pairs: GrowableInts,
  mayMeet: (i: number, j: number) => boolean,
): void {
  const { tree, ends, tolerance } = edges;
  const { boxes, item, levelFirst } = tree;
  const i = item[leaf];
  const minX = boxes[4 * leaf];
  const minY = boxes[4 * leaf + 1];
  const maxX = boxes[4 * leaf + 2];
  const maxY = boxes[4 * leaf + 3];
  const ax = ends[4 * leaf];
  const ay = ends[4 * leaf + 1];
  const ex = ends[4 * leaf + 2] - ax;
  const ey = ends[4 * leaf + 3] - ay;
  // Twice the tolerance: rounding has no say.
  const apart = 4 * tolerance * tolerance * (ex * ex + ey * ey);
  putDirection(edges, i, NONE);
  for (let k = 0; k < near.length; k++) {
    const node = near.array[k];
    const b = 4 * node;
    if (boxes[b] > maxX || boxes[b + 1] > maxY || boxes[b + 2] < minX || boxes[b + 3] < minY) continue;
    if (isAway(edges, node - item.length, i)) continue;
    const first = (node - levelFirst[1]) * NODE_SIZE;
    const last = Math.min(first + NODE_SIZE, levelFirst[1]);
    for (let other = Math.max(first, leaf + 1); other < last; other++) {
      const n = 4 * other;
      if (boxes[n] > maxX || boxes[n + 1] > maxY || boxes[n + 2] < minX || boxes[n + 3] < minY) continue;
      const toLow = ex * (ends[n + 1] - ay) - ey * (ends[n] - ax);
      const toHigh = ex * (ends[n + 3] - ay) - ey * (ends[n + 2] - ax);
      if (toLow > 0 === toHigh > 0 && toLow * toLow > apart && toHigh * toHigh > apart) continue;
      const j = item[other];
      if (!mayMeet(i, j)) continue;
      pairs.push(Math.min(i, j));
      pairs.push(Math.max(i, j));
    }
  }
}
