/**
 * What the search for shortest paths (exact.ts) keeps: roots, nodes, the queue. Grows as needed, is used again and again.
 */
import { grownBytes, grownFloats, grownInts } from '../core/growable.ts';
import { Heap } from '../core/heap.ts';
import { NONE } from '../core/none.ts';
import { angleFrom } from '../core/trigonometry.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Corners } from './corners.ts';
import { createNearCorners, type NearCorners } from './near-corners.ts';

/** Fields of a node in `nodeAt`: the interval's left and right end, and the directions of the lines there. */
export const NODE_FLOATS = 8;
/** Fields of a root in `rootAt`: centre, where its arc begins, in which direction, and the length so far. */
export const ROOT_FLOATS = 7;

/** The node of a root in its cell; an interval of a side; the goal. */
export const OWN = 0;
export const INTERVAL = 1;
export const GOAL = 2;

export interface ExactScratch {
  heap: Heap;
  near: NearCorners;
  nodes: number;
  nodeKind: Uint8Array;
  /** Side of the node's cell through which it was entered; NONE for none. */
  nodeEntry: Int32Array;
  nodeCell: Int32Array;
  nodeRoot: Int32Array;
  nodeParent: Int32Array;
  nodeAt: Float64Array;
  roots: number;
  /** Sector of the corner; NONE for the start. */
  rootSector: Int32Array;
  rootCell: Int32Array;
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
  /** Nodes expanded, and the length of the path found. */
  expanded: number;
  length: number;
  /** What the node being expanded sees: whether there is a left line, a point of it and its direction; the same right. */
  cone: Float64Array;
  /** Directions of the lines at the left and the right end of an interval that is being made. */
  lines: Float64Array;
  /** Where an arc ends: direction, place on the side it leaves through; then the place where a line leaves a cell. */
  arc: Float64Array;
}

export function createExactScratch(mesh: CellMesh): ExactScratch {
  const sides = mesh.sideTwin.length;
  return {
    heap: new Heap(),
    near: createNearCorners(mesh),
    nodes: 0,
    nodeKind: new Uint8Array(1024),
    nodeEntry: new Int32Array(1024),
    nodeCell: new Int32Array(1024),
    nodeRoot: new Int32Array(1024),
    nodeParent: new Int32Array(1024),
    nodeAt: new Float64Array(NODE_FLOATS * 1024),
    roots: 0,
    rootSector: new Int32Array(256),
    rootCell: new Int32Array(256),
    rootFamily: new Int32Array(256),
    rootNext: new Int32Array(256),
    rootSide: new Int8Array(256),
    rootDropped: new Uint8Array(256),
    rootAt: new Float64Array(ROOT_FLOATS * 256),
    latest: new Int32Array(2 * sides),
    latestStamp: new Int32Array(2 * sides),
    query: 0,
    expanded: 0,
    length: 0,
    cone: new Float64Array(10),
    lines: new Float64Array(4),
    arc: new Float64Array(4),
  };
}

/** @param family NONE: the root begins one of its own */
export function addRoot(
  scratch: ExactScratch,
  sector: number,
  cell: number,
  family: number,
  side: number,
  x: number,
  y: number,
  touchX: number,
  touchY: number,
  ux: number,
  uy: number,
  g: number,
): number {
  const root = scratch.roots++;
  if (root === scratch.rootSector.length) {
    scratch.rootSector = grownInts(scratch.rootSector, 2 * root);
    const size = scratch.rootSector.length;
    scratch.rootCell = grownInts(scratch.rootCell, size);
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
  scratch.rootFamily[root] = family === NONE ? root : family;
  scratch.rootNext[root] = NONE;
  scratch.rootSide[root] = side;
  scratch.rootDropped[root] = 0;
  const { rootAt } = scratch;
  const at = ROOT_FLOATS * root;
  rootAt[at] = x;
  rootAt[at + 1] = y;
  rootAt[at + 2] = touchX;
  rootAt[at + 3] = touchY;
  rootAt[at + 4] = ux;
  rootAt[at + 5] = uy;
  rootAt[at + 6] = g;
  return root;
}

export function addNode(
  scratch: ExactScratch,
  kind: number,
  entry: number,
  cell: number,
  root: number,
  parent: number,
): number {
  const node = scratch.nodes++;
  if (node === scratch.nodeEntry.length) {
    scratch.nodeEntry = grownInts(scratch.nodeEntry, 2 * node);
    const size = scratch.nodeEntry.length;
    scratch.nodeKind = grownBytes(scratch.nodeKind, size);
    scratch.nodeCell = grownInts(scratch.nodeCell, size);
    scratch.nodeRoot = grownInts(scratch.nodeRoot, size);
    scratch.nodeParent = grownInts(scratch.nodeParent, size);
    scratch.nodeAt = grownFloats(scratch.nodeAt, NODE_FLOATS * size);
  }
  scratch.nodeKind[node] = kind;
  scratch.nodeEntry[node] = entry;
  scratch.nodeCell[node] = cell;
  scratch.nodeRoot[node] = root;
  scratch.nodeParent[node] = parent;
  return node;
}

/** Metres along the circle of a root, from where its arc begins to where the path leaves in a direction. */
export function arcAt(scratch: ExactScratch, root: number, ux: number, uy: number, radius: number): number {
  const side = scratch.rootSide[root]!;
  if (side === 0 || radius === 0) return 0;
  const inX = scratch.rootAt[ROOT_FLOATS * root + 4]!;
  const inY = scratch.rootAt[ROOT_FLOATS * root + 5]!;
  const cross = side * (inX * uy - inY * ux);
  const dot = inX * ux + inY * uy;
  // A little backwards is rounding; nothing turns by more than half a turn.
  if (cross < 0 && dot > 0) return 0;
  return radius * angleFrom(cross, dot);
}

/** The shortest way from (x, y) over the segment a–b to the goal, on whichever side of it they are. */
export function lowerBound(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  toX: number,
  toY: number,
): number {
  const ex = bx - ax;
  const ey = by - ay;
  const squared = ex * ex + ey * ey;
  let gx = toX;
  let gy = toY;
  let share = 0;
  if (squared > 0) {
    const here = ex * (y - ay) - ey * (x - ax);
    let there = ex * (gy - ay) - ey * (gx - ax);
    // Both on one side: as far as the mirror image.
    if (here * there > 0) {
      const fold = (2 * there) / squared;
      gx += fold * ey;
      gy -= fold * ex;
      there = -there;
    }
    const sum = here - there;
    const t = sum === 0 ? 0 : here / sum;
    const crossX = x + t * (gx - x);
    const crossY = y + t * (gy - y);
    share = Math.min(1, Math.max(0, ((crossX - ax) * ex + (crossY - ay) * ey) / squared));
  }
  const mx = ax + share * ex;
  const my = ay + share * ey;
  const near = (mx - x) * (mx - x) + (my - y) * (my - y);
  const far = (gx - mx) * (gx - mx) + (gy - my) * (gy - my);
  return Math.sqrt(near) + Math.sqrt(far);
}

/** Does the closed cell hold the point, up to a distance beside its sides? */
export function holds(corners: Corners, first: number, last: number, x: number, y: number, beside: number): boolean {
  const { sideRecord } = corners;
  for (let at = 8 * first; at < 8 * last; at += 8) {
    const ax = sideRecord[at]!;
    const ay = sideRecord[at + 1]!;
    const turn = (sideRecord[at + 2]! - ax) * (y - ay) - (sideRecord[at + 3]! - ay) * (x - ax);
    if (turn < -beside * sideRecord[at + 6]!) return false;
  }
  return true;
}
