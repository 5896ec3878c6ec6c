/**
 * BoxTree: which of n rectangles meet a given rectangle? A static R-tree packed along a Hilbert curve.
 *
 * Leaves are the boxes in Hilbert order of their centres; every NODE_SIZE neighbours get a parent, level by level.
 * No assumption about how the boxes are spread, unlike a grid: one far-off point cannot make it slow. Building
 * O(n log n), a query O(log n + hits) for boxes that overlap little.
 */
import { hilbertOrder } from './hilbert.ts';
import { GrowableInts } from './growable.ts';

const NODE_SIZE = 8;

export interface BoxTree {
  /** minX, minY, maxX, maxY per node; leaves first, then their parents, the root last. */
  boxes: Float64Array;
  /** Leaf i of the tree is box item[i] of the input. */
  item: Int32Array;
  /** First node of each level, leaves at 0; the last entry is the number of nodes. */
  levelFirst: number[];
}

/** @param boxes minX, minY, maxX, maxY per rectangle */
export function buildBoxTree(boxes: Float64Array): BoxTree {
  const count = boxes.length >> 2;
  const levelFirst = [0];
  let nodes = count;
  for (let width = count; width > 1; ) {
    levelFirst.push(nodes);
    width = Math.ceil(width / NODE_SIZE);
    nodes += width;
  }
  levelFirst.push(nodes);
  const centres = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    centres[2 * i] = boxes[4 * i] / 2 + boxes[4 * i + 2] / 2;
    centres[2 * i + 1] = boxes[4 * i + 1] / 2 + boxes[4 * i + 3] / 2;
  }
  const item = hilbertOrder(centres);
  const packed = new Float64Array(4 * nodes);
  for (let i = 0; i < count; i++) for (let k = 0; k < 4; k++) packed[4 * i + k] = boxes[4 * item[i] + k];
  for (let level = 0; level + 2 < levelFirst.length; level++) {
    const end = levelFirst[level + 1];
    let parent = end;
    for (let child = levelFirst[level]; child < end; parent++) {
      let minX = Infinity;
      let minY = Infinity;
      let maxX = -Infinity;
      let maxY = -Infinity;
      for (const last = Math.min(child + NODE_SIZE, end); child < last; child++) {
        if (packed[4 * child] < minX) minX = packed[4 * child];
        if (packed[4 * child + 1] < minY) minY = packed[4 * child + 1];
        if (packed[4 * child + 2] > maxX) maxX = packed[4 * child + 2];
        if (packed[4 * child + 3] > maxY) maxY = packed[4 * child + 3];
      }
      packed[4 * parent] = minX;
      packed[4 * parent + 1] = minY;
      packed[4 * parent + 2] = maxX;
      packed[4 * parent + 3] = maxY;
    }
  }
  return { boxes: packed, item, levelFirst };
}

/** Nodes to open, each followed by its level; shared by all queries, which never nest. */
const stack = new GrowableInts(256);

/** Append to `found` the input index of every box that meets the closed query box, in no particular order. */
export function searchBoxes(
  tree: BoxTree,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  found: GrowableInts,
): void {
  const { boxes, item, levelFirst } = tree;
  if (item.length === 0) return;
  stack.clear();
  // As if the root were the only child of a node above it.
  stack.push(levelFirst[levelFirst.length - 1]);
  stack.push(levelFirst.length - 1);
  while (stack.length > 0) {
    const level = stack.pop() - 1;
    const below = levelFirst[level];
    const above = levelFirst[level + 1];
    const first = below + (stack.pop() - above) * NODE_SIZE;
    const last = Math.min(first + NODE_SIZE, above);
    for (let child = first; child < last; child++) {
      const n = 4 * child;
      if (boxes[n] > maxX || boxes[n + 1] > maxY || boxes[n + 2] < minX || boxes[n + 3] < minY) continue;
      if (level === 0) {
        found.push(item[child]);
      } else {
        stack.push(child);
        stack.push(level);
      }
    }
  }
}
