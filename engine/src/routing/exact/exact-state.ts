/**
 * What the search for shortest paths (exact.ts) keeps: roots, nodes, the queue. Grows as needed, is used again and again.
 *
 * Coordinates are handed on in arrays (`ask`, `line`, `arc`, `touch`): a number handed to a function may be boxed, and
 * a search is not to allocate.
 */
import { grownBytes, grownFloats, grownInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import { angleFrom } from '../../core/trigonometry.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { type Corners, RECORD } from '../corners/corners.ts';
import type { Cover } from '../corners/cover.ts';
import { createNearCorners, type NearCorners } from '../corners/near-corners.ts';
import type { DeadEnds } from './dead-ends.ts';

/** Fields of a node in `nodeAt`: the interval's left and right end, and the directions of the lines there. */
export const NODE_FLOATS = 8;
/** Fields of a root in `rootAt`: centre, where its arc begins, in which direction, and the length so far. */
export const ROOT_FLOATS = 7;

/** The node of a root in its cell; an interval of a side; the goal. */
export const OWN = 0;
const INTERVAL = 1;
export const GOAL = 2;

/** Places in `ask`: the goal, the width and half of it, and what a side must be longer than. */
export const TO_X = 0;
export const TO_Y = 1;
export const WIDTH = 2;
export const RADIUS = 3;
export const LEAST = 4;

/** Metres. Intervals this much shorter than nothing are points: lines along three corners, common in plans. */
export const POINT = 1e-9;
/** Sines below this are rounding. */
export const SLACK = 1e-9;

/** An arc in one cell, while it is followed (exact-arc.ts). */
export interface Arc {
  /** The sector of the corner it runs around, and 1 if it turns left, -1 if right. */
  sector: number;
  turn: number;
  /** The side where it ends; NONE: none. */
  exit: number;
  /**
   * Centre, direction at its beginning, direction at its end, place on the side it leaves through; and the cosine of the turn
   * from its beginning to its end.
   */
  at: Float64Array;
}

/** Places in `at`. */
export const CENTRE = 0;
export const BEGIN = 2;
export const END = 4;
export const EXIT_AT = 6;
export const FURTHEST = 7;

export function createArc(): Arc {
  return { sector: NONE, turn: 0, exit: NONE, at: new Float64Array(8) };
}

export interface ExactScratch {
  ask: Float64Array;
  toCell: number;
  /** Where paths are kept to one sequence of portals; else undefined. */
  cover: Cover | undefined;
  near: NearCorners;
  /** Found by the first search that is kept to nothing. */
  deadEnds: DeadEnds | undefined;
  nodes: number;
  nodeKind: Uint8Array;
  /** Side of the node's cell through which it was entered; NONE for none. */
  nodeEntry: Int32Array;
  nodeCell: Int32Array;
  /** The cell in the cover. */
  nodeCover: Int32Array;
  nodeRoot: Int32Array;
  nodeParent: Int32Array;
  nodeAt: Float64Array;
  /** Lower bound of the length of paths through the node. */
  nodeBound: Float64Array;
  roots: number;
  /** Sector of the corner; NONE for the start. */
  rootSector: Int32Array;
  rootCell: Int32Array;
  rootCover: Int32Array;
  /** The root at which the arc began that this one is a part of: itself, or one in a cell before. */
  rootFamily: Int32Array;
  /** The next root at the same corner, turning to the same side; NONE for the last. */
  rootNext: Int32Array;
  /** 1: the corner is left of the path; -1: right; 0: the start. */
  rootSide: Int8Array;
  /** 1: another root at the same corner is better. Of families. */
  rootDropped: Uint8Array;
  rootAt: Float64Array;
  /** The latest root at each sector and turning side, if the stamp is this query's. */
  latest: Int32Array;
  latestStamp: Int32Array;
  query: number;
  /** The queue: bounds, nodes; and the least of those put in last, which mostly is the next to be taken. */
  queueBound: Float64Array;
  queueNode: Int32Array;
  queued: number;
  held: number;
  /** Nodes expanded, and the length of the path found. */
  expanded: number;
  length: number;
  /** What the node being expanded sees: whether there is a left line, a point of it and its direction; the same right. */
  cone: Float64Array;
  /** An interval that is being made: `low`, `high`, and directions of the lines at its left and its right end. */
  line: Float64Array;
  arc: Arc;
  /** A tangent: its direction, where it touches, where it starts, and how long it is. */
  touch: Float64Array;
}

export function createExactScratch(mesh: CellMesh): ExactScratch {
  const sides = mesh.sideTwin.length;
  return {
    ask: new Float64Array(5),
    toCell: NONE,
    cover: undefined,
    near: createNearCorners(mesh),
    deadEnds: undefined,
    nodes: 0,
    nodeKind: new Uint8Array(1024),
    nodeEntry: new Int32Array(1024),
    nodeCell: new Int32Array(1024),
    nodeCover: new Int32Array(1024),
    nodeRoot: new Int32Array(1024),
    nodeParent: new Int32Array(1024),
    nodeAt: new Float64Array(NODE_FLOATS * 1024),
    nodeBound: new Float64Array(1024),
    roots: 0,
    rootSector: new Int32Array(256),
    rootCell: new Int32Array(256),
    rootCover: new Int32Array(256),
    rootFamily: new Int32Array(256),
    rootNext: new Int32Array(256),
    rootSide: new Int8Array(256),
    rootDropped: new Uint8Array(256),
    rootAt: new Float64Array(ROOT_FLOATS * 256),
    latest: new Int32Array(2 * sides),
    latestStamp: new Int32Array(2 * sides),
    query: 0,
    queueBound: new Float64Array(1024),
    queueNode: new Int32Array(1024),
    queued: 0,
    held: NONE,
    expanded: 0,
    length: 0,
    cone: new Float64Array(10),
    line: new Float64Array(6),
    arc: createArc(),
    touch: new Float64Array(7),
  };
}

/** A root whose place is set by whoever calls. @param family NONE: the root begins one of its own */
export function addRoot(
  scratch: ExactScratch,
  sector: number,
  cell: number,
  cover: number,
  family: number,
  side: number,
): number {
  const root = scratch.roots++;
  if (root === scratch.rootSector.length) {
    scratch.rootSector = grownInts(scratch.rootSector, 2 * root);
    const size = scratch.rootSector.length;
    scratch.rootCell = grownInts(scratch.rootCell, size);
    scratch.rootCover = grownInts(scratch.rootCover, size);
    scratch.rootFamily = grownInts(scratch.rootFamily, size);
    scratch.rootNext = grownInts(scratch.rootNext, size);
    scratch.rootAt = grownFloats(scratch.rootAt, ROOT_FLOATS * size);
    scratch.rootDropped = grownBytes(scratch.rootDropped, size);
    const sides = new Int8Array(size);
    sides.set(scratch.rootSide);
    scratch.rootSide = sides;
  }
  scratch.rootSector[root] = sector;
  scratch.rootCell[root] = cell;
  scratch.rootCover[root] = cover;
  scratch.rootFamily[root] = family === NONE ? root : family;
  scratch.rootNext[root] = NONE;
  scratch.rootSide[root] = side;
  scratch.rootDropped[root] = 0;
  return root;
}

/** The node of a root in its cell; its bound is set by whoever calls. @param entry NONE if the arc begins in this cell */
export function addRootNode(scratch: ExactScratch, root: number, entry: number, parent: number): number {
  const node = addNode(scratch, OWN, entry, root, parent);
  scratch.nodeCell[node] = scratch.rootCell[root];
  scratch.nodeCover[node] = scratch.rootCover[root];
  return node;
}

/** An interval of side `entry` of a cell, seen from its parent's root; place and bound are set by whoever calls. */
export function addInterval(scratch: ExactScratch, entry: number, cell: number, cover: number, parent: number): number {
  const node = addNode(scratch, INTERVAL, entry, scratch.nodeRoot[parent], parent);
  scratch.nodeCell[node] = cell;
  scratch.nodeCover[node] = cover;
  return node;
}

/** The goal, in the cell of its parent and seen from its root; the bound is set by whoever calls. */
export function addGoal(scratch: ExactScratch, parent: number): number {
  const node = addNode(scratch, GOAL, NONE, scratch.nodeRoot[parent], parent);
  scratch.nodeCell[node] = scratch.nodeCell[parent];
  scratch.nodeCover[node] = scratch.nodeCover[parent];
  return node;
}

function addNode(scratch: ExactScratch, kind: number, entry: number, root: number, parent: number): number {
  const node = scratch.nodes++;
  if (node === scratch.nodeEntry.length) {
    scratch.nodeEntry = grownInts(scratch.nodeEntry, 2 * node);
    const size = scratch.nodeEntry.length;
    scratch.nodeKind = grownBytes(scratch.nodeKind, size);
    scratch.nodeCell = grownInts(scratch.nodeCell, size);
    scratch.nodeCover = grownInts(scratch.nodeCover, size);
    scratch.nodeRoot = grownInts(scratch.nodeRoot, size);
    scratch.nodeParent = grownInts(scratch.nodeParent, size);
    scratch.nodeAt = grownFloats(scratch.nodeAt, NODE_FLOATS * size);
    scratch.nodeBound = grownFloats(scratch.nodeBound, size);
  }
  scratch.nodeKind[node] = kind;
  scratch.nodeEntry[node] = entry;
  scratch.nodeRoot[node] = root;
  scratch.nodeParent[node] = parent;
  return node;
}

/** Put a node, whose bound is set, into the queue. */
export function enqueue(scratch: ExactScratch, node: number): void {
  const { held, nodeBound } = scratch;
  if (held === NONE) {
    scratch.held = node;
    return;
  }
  let item = node;
  if (nodeBound[node] < nodeBound[held]) {
    item = held;
    scratch.held = node;
  }
  let at = scratch.queued++;
  if (at === scratch.queueNode.length) {
    scratch.queueNode = grownInts(scratch.queueNode, 2 * at);
    scratch.queueBound = grownFloats(scratch.queueBound, scratch.queueNode.length);
  }
  const { queueNode, queueBound } = scratch;
  const bound = nodeBound[item];
  while (at > 0) {
    const parent = (at - 1) >> 2;
    const above = queueBound[parent];
    if (above < bound || (above === bound && queueNode[parent] < item)) break;
    queueBound[at] = above;
    queueNode[at] = queueNode[parent];
    at = parent;
  }
  queueBound[at] = bound;
  queueNode[at] = item;
}

/** Take the node with the least bound out of the queue; NONE if it is empty. */
export function dequeue(scratch: ExactScratch): number {
  const { held, nodeBound, queueNode, queueBound } = scratch;
  if (held !== NONE) {
    const isLeast =
      scratch.queued === 0 ||
      nodeBound[held] < queueBound[0] ||
      (nodeBound[held] === queueBound[0] && held < queueNode[0]);
    scratch.held = NONE;
    if (isLeast) return held;
  } else if (scratch.queued === 0) return NONE;
  const least = queueNode[0];
  // What takes its place: the node held back, or the last of the queue.
  const length = held === NONE ? --scratch.queued : scratch.queued;
  const moved = held === NONE ? queueNode[length] : held;
  const bound = held === NONE ? queueBound[length] : nodeBound[held];
  let at = 0;
  for (;;) {
    const first = 4 * at + 1;
    if (first >= length) break;
    const end = first + 4 < length ? first + 4 : length;
    let child = first;
    let below = queueBound[first];
    for (let i = first + 1; i < end; i++) {
      const other = queueBound[i];
      if (other > below || (other === below && queueNode[i] > queueNode[child])) continue;
      child = i;
      below = other;
    }
    if (below > bound || (below === bound && queueNode[child] > moved)) break;
    queueBound[at] = below;
    queueNode[at] = queueNode[child];
    at = child;
  }
  queueBound[at] = bound;
  queueNode[at] = moved;
  return least;
}

/** Metres along the circle of a root, from where its arc begins to where the path leaves along scratch.touch. */
export function arcTo(scratch: ExactScratch, root: number): number {
  const side = scratch.rootSide[root];
  const radius = scratch.ask[RADIUS];
  if (side === 0 || radius === 0) return 0;
  const inX = scratch.rootAt[ROOT_FLOATS * root + 4];
  const inY = scratch.rootAt[ROOT_FLOATS * root + 5];
  const ux = scratch.touch[0];
  const uy = scratch.touch[1];
  const cross = side * (inX * uy - inY * ux);
  const dot = inX * ux + inY * uy;
  // A little backwards is rounding; nothing turns by more than half a turn.
  if (cross < 0 && dot > 0) return 0;
  return radius * angleFrom(cross, dot);
}

/** Does the closed cell hold where scratch.touch touches, up to POINT beside its sides? */
export function holdsTouch(mesh: CellMesh, corners: Corners, scratch: ExactScratch, c: number): boolean {
  const { sideRecord } = corners;
  const x = scratch.touch[2];
  const y = scratch.touch[3];
  const end = RECORD * mesh.cellFirst[c + 1];
  for (let at = RECORD * mesh.cellFirst[c]; at < end; at += RECORD) {
    const ax = sideRecord[at];
    const ay = sideRecord[at + 1];
    const turn = (sideRecord[at + 2] - ax) * (y - ay) - (sideRecord[at + 3] - ay) * (x - ax);
    if (turn < -POINT * sideRecord[at + 6]) return false;
  }
  return true;
}

/** Is a cell in a dead end that no shortest path enters? Not asked of paths that are kept to portals. */
export function isUseless({ ask, cover, deadEnds }: ExactScratch, { cellReach }: Corners, c: number): boolean {
  if (cover !== undefined || deadEnds === undefined) return false;
  if (deadEnds.isIn[c] === 0 || deadEnds.needed[c] === deadEnds.search) return false;
  return ask[RADIUS] === 0 || cellReach[c] >= 2 * ask[RADIUS];
}
