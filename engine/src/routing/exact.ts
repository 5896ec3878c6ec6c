/**
 * `exact`: the shortest path there is, for a point or a disc (planning.md §3).
 *
 * A search over intervals in the manner of Polyanya (Cui, Harabor, Grastien 2017), made to work for bodies. A *root* is the
 * start, or a corner that the path bends around; a node is an interval of a free side that straight lines from one root
 * reach. The lines touch the circle of the body's radius around the root; an interval keeps the radius from both ends of
 * its side. Walking from cell to cell, an interval is projected on, and every corner of the cell that a line from
 * the root can touch, with its walls on the turning side, becomes a root itself.
 *
 *                 v           lines from root ρ through the interval A–B on the entry side see A'–B' of the next side;
 *        ╲_______/ ╲          v is touched by a line through the interval and its walls are to the left of it:
 *     A'  ╲  c  /   ╲         new root v, from which the path goes on turning left
 *      │   A───/──── wall
 *     B'   │  /
 *          B ρ
 *
 * Intervals of a body may be too wide, never too narrow: a line that keeps the radius from the ends of a side where it
 * crosses it may come nearer before. So every straight piece is compared with the corners along it before it counts.
 * A root that another way reaches with a shorter length (arcs counted) is dropped. Lengths of nodes are lower bounds, so
 * the first goal taken from the queue is the shortest. The polyline is made by `tighten` from the sides it crosses.
 */
import { grownFloats, grownInts, type GrowableInts } from '../core/growable.ts';
import { Heap } from '../core/heap.ts';
import { NONE } from '../core/none.ts';
import { angleFrom } from '../core/trigonometry.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf, previousSideOf } from '../subdivision/cells.ts';
import type { Corners } from './corners.ts';

/** Metres. Intervals this much shorter than nothing are points: lines along three corners, common in plans. */
const POINT = 1e-9;

/** Sines below this are rounding. */
const SLACK = 1e-9;
/** Slivers looked through one after the other. */
const DEEPEST = 3;

/** Fields of a node in `nodeAt`: the interval's left and right end. */
const NODE_FLOATS = 4;
/** Fields of a root in `rootAt`: centre, where the path touches it first, in which direction, and the length so far. */
const ROOT_FLOATS = 7;

export interface ExactScratch {
  heap: Heap;
  nodes: number;
  /** Side of the cell entered through which it was entered; NONE: the node of a root, in its cell. */
  nodeEntry: Int32Array;
  nodeCell: Int32Array;
  nodeRoot: Int32Array;
  nodeParent: Int32Array;
  nodeAt: Float64Array;
  roots: number;
  /** Vertex, NONE for the start; 1 left of the path, -1 right, 0 the start. */
  rootVertex: Int32Array;
  rootSide: Int8Array;
  /** 1: another root at the same corner is better. */
  rootDropped: Uint8Array;
  rootAt: Float64Array;
  /** The best root so far at each corner and turning side, if the stamp is this query's. */
  best: Int32Array;
  bestStamp: Int32Array;
  query: number;
  /** What the node being expanded sees: whether there is a left line, a point of it and its direction; the same right. */
  cone: Float64Array;
}

export function createExactScratch(mesh: CellMesh): ExactScratch {
  const sides = mesh.sideTwin.length;
  return {
    heap: new Heap(),
    nodes: 0,
    nodeEntry: new Int32Array(1024),
    nodeCell: new Int32Array(1024),
    nodeRoot: new Int32Array(1024),
    nodeParent: new Int32Array(1024),
    nodeAt: new Float64Array(NODE_FLOATS * 1024),
    roots: 0,
    rootVertex: new Int32Array(256),
    rootSide: new Int8Array(256),
    rootDropped: new Uint8Array(256),
    rootAt: new Float64Array(ROOT_FLOATS * 256),
    best: new Int32Array(2 * sides),
    bestStamp: new Int32Array(2 * sides),
    query: 0,
    cone: new Float64Array(10),
  };
}

/** Fill `portals` with the sides the shortest path crosses. @returns nodes expanded; NONE if there is no way */
export function exactPortals(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  fromCell: number,
  fromX: number,
  fromY: number,
  toCell: number,
  toX: number,
  toY: number,
  width: number,
  portals: GrowableInts,
): number {
  const radius = width / 2;
  const { heap } = scratch;
  heap.clear();
  scratch.nodes = 0;
  scratch.roots = 0;
  if (scratch.query === 0x7fffffff) {
    scratch.bestStamp.fill(0);
    scratch.query = 0;
  }
  scratch.query++;
  portals.clear();
  const start = addRoot(scratch, NONE, 0, fromX, fromY, fromX, fromY, 0, 0, 0);
  const first = addNode(scratch, NONE, fromCell, start, NONE, fromX, fromY, fromX, fromY);
  heap.push(0, 2 * first);
  let expanded = 0;
  while (heap.length > 0) {
    const top = heap.pop();
    const node = top >> 1;
    if ((top & 1) === 1) {
      writePortals(mesh, scratch, node, portals);
      return expanded;
    }
    if (scratch.rootDropped[scratch.nodeRoot[node]!] === 1) continue;
    expanded++;
    expand(mesh, corners, scratch, node, toCell, toX, toY, width, radius);
  }
  return NONE;
}

function expand(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  toCell: number,
  toX: number,
  toY: number,
  width: number,
  radius: number,
): void {
  const { vertices, sideVertex, sideTwin, cellFirst, sideCell } = mesh;
  const { sideSector, sectorReflex, sideLength } = corners;
  const entry = scratch.nodeEntry[node]!;
  const c = scratch.nodeCell[node]!;
  const root = scratch.nodeRoot[node]!;
  const at = NODE_FLOATS * node;
  const ax = scratch.nodeAt[at]!;
  const ay = scratch.nodeAt[at + 1]!;
  const bx = scratch.nodeAt[at + 2]!;
  const by = scratch.nodeAt[at + 3]!;
  const R = ROOT_FLOATS * root;
  const rx = scratch.rootAt[R]!;
  const ry = scratch.rootAt[R + 1]!;
  const touchX = scratch.rootAt[R + 2]!;
  const touchY = scratch.rootAt[R + 3]!;
  const inX = scratch.rootAt[R + 4]!;
  const inY = scratch.rootAt[R + 5]!;
  const side = scratch.rootSide[root]!;
  const vertex = scratch.rootVertex[root]!;
  // The two lines the root sees between: through (leftX, leftY) along (leftUx, leftUy), what lies right of it; and the
  // other way round. A root's own node: what lies to the turning side of the line it came by.
  let hasLeft = true;
  let hasRight = true;
  let leftX = ax;
  let leftY = ay;
  let leftUx = 0;
  let leftUy = 0;
  let rightX = bx;
  let rightY = by;
  let rightUx = 0;
  let rightUy = 0;
  if (entry === NONE) {
    hasLeft = side < 0;
    hasRight = side > 0;
    leftX = rightX = touchX;
    leftY = rightY = touchY;
    leftUx = rightUx = inX;
    leftUy = rightUy = inY;
  } else {
    // Where the side entered through ends at the root itself, the path may go on turning.
    hasLeft = !(side > 0 && sideVertex[entry] === vertex);
    hasRight = !(side < 0 && sideVertex[nextSideOf(mesh, entry)] === vertex);
    const shift = -side * radius;
    if (hasLeft) {
      const dx = ax - rx;
      const dy = ay - ry;
      const squared = dx * dx + dy * dy;
      const along = Math.sqrt(Math.max(0, squared - shift * shift));
      if (squared > POINT * POINT) {
        leftUx = (along * dx + shift * dy) / squared;
        leftUy = (along * dy - shift * dx) / squared;
      } else {
        // A point that turns on the spot: the interval is the root itself.
        leftUx = inX;
        leftUy = inY;
      }
    }
    if (hasRight) {
      const dx = bx - rx;
      const dy = by - ry;
      const squared = dx * dx + dy * dy;
      const along = Math.sqrt(Math.max(0, squared - shift * shift));
      if (squared > POINT * POINT) {
        rightUx = (along * dx + shift * dy) / squared;
        rightUy = (along * dy - shift * dx) / squared;
      } else {
        // A point that turns on the spot: the interval is the root itself.
        rightUx = inX;
        rightUy = inY;
      }
    }
  }
  const { cone } = scratch;
  cone[0] = hasLeft ? 1 : 0;
  cone[1] = leftX;
  cone[2] = leftY;
  cone[3] = leftUx;
  cone[4] = leftUy;
  cone[5] = hasRight ? 1 : 0;
  cone[6] = rightX;
  cone[7] = rightY;
  cone[8] = rightUx;
  cone[9] = rightUy;
  const g = scratch.rootAt[R + 6]!;
  const first = cellFirst[c]!;
  const last = cellFirst[c + 1]!;

  if (c === toCell) {
    const isSeen =
      (!hasLeft || leftUx * (toY - leftY) - leftUy * (toX - leftX) <= POINT) &&
      (!hasRight || rightUx * (toY - rightY) - rightUy * (toX - rightX) >= -POINT);
    if (isSeen) reachGoal(mesh, corners, scratch, node, toX, toY, radius);
  }

  for (let s = first; s < last; s++) {
    const next = s + 1 === last ? first : s + 1;
    const p = 2 * sideVertex[s]!;
    const px = vertices[p]!;
    const py = vertices[p + 1]!;
    // A new root at this corner?
    if (sectorReflex[sideSector[s]!] === 1 && sideVertex[s] !== vertex) {
      tryCorner(mesh, corners, scratch, node, node, s, NONE, toX, toY, width, radius);
    }
    // On through this side?
    const twin = sideTwin[s]!;
    if (s === entry || twin === NONE) continue;
    const long = sideLength[s]!;
    if (!(long > width)) continue;
    if (corners.sideBehind[s]! < radius) lookBehind(mesh, corners, scratch, node, node, s, s, 0, toX, toY, width, radius);
    const q = 2 * sideVertex[next]!;
    const ex = (vertices[q]! - px) / long;
    const ey = (vertices[q + 1]! - py) / long;
    // From the right end to the left end, as seen by somebody leaving.
    let low = radius;
    let high = long - radius;
    if (hasLeft) {
      const slope = leftUx * ey - leftUy * ex;
      const value = leftUx * (py - leftY) - leftUy * (px - leftX);
      // value + t · slope ≤ 0
      if (slope > 1e-12) high = Math.min(high, -value / slope);
      else if (slope < -1e-12) low = Math.max(low, -value / slope);
      else if (value > POINT) continue;
    }
    if (hasRight) {
      const slope = rightUx * ey - rightUy * ex;
      const value = rightUx * (py - rightY) - rightUy * (px - rightX);
      if (slope > 1e-12) low = Math.max(low, -value / slope);
      else if (slope < -1e-12) high = Math.min(high, -value / slope);
      else if (value < -POINT) continue;
    }
    if (!(high >= low - POINT)) continue;
    // A single line sees only what lies ahead of it: at a corner it must not be led round to the back.
    if (high - low <= POINT && (hasLeft || hasRight)) {
      const ux = hasRight ? rightUx : leftUx;
      const uy = hasRight ? rightUy : leftUy;
      if (ex * uy - ey * ux > 1e-9) continue;
      const ahead = ux * (px + high * ex - rightX) + uy * (py + high * ey - rightY);
      if (ahead < -POINT) continue;
    }
    if (high < low) high = low = Math.min(Math.max((high + low) / 2, radius), long - radius);
    const highX = px + high * ex;
    const highY = py + high * ey;
    const lowX = px + low * ex;
    const lowY = py + low * ey;
    const child = addNode(scratch, twin, sideCell[twin]!, root, node, highX, highY, lowX, lowY);
    scratch.heap.push(g + lowerBound(touchX, touchY, highX, highY, lowX, lowY, toX, toY), 2 * child);
  }
}

/**
 * Can a line from the node's root, within what it sees, touch the corner where side s starts, in that side's cell?
 * @param last the node in that cell: `node`, or a further one where the corner is behind a side that is still to be crossed
 * @param crossed that side: the circle must be touched before it; NONE for none
 */
function tryCorner(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  last: number,
  s: number,
  crossed: number,
  toX: number,
  toY: number,
  width: number,
  radius: number,
): void {
  const { vertices, sideVertex } = mesh;
  const { cone } = scratch;
  const { sideSector, sectorWalls } = corners;
  const root = scratch.nodeRoot[node]!;
  const side = scratch.rootSide[root]!;
  const px = vertices[2 * sideVertex[s]!]!;
  const py = vertices[2 * sideVertex[s]! + 1]!;
  const dx = px - scratch.rootAt[ROOT_FLOATS * root]!;
  const dy = py - scratch.rootAt[ROOT_FLOATS * root + 1]!;
  const squared = dx * dx + dy * dy;
  for (let turn = 1; turn >= -1; turn -= 2) {
    const shift = (turn - side) * radius;
    if (squared <= shift * shift) continue;
    const along = Math.sqrt(squared - shift * shift);
    const ux = (along * dx + shift * dy) / squared;
    const uy = (along * dy - shift * dx) / squared;
    // The walls of the corner are on the side it is passed on.
    const w = 4 * sideSector[s]!;
    if (turn * (ux * sectorWalls[w + 1]! - uy * sectorWalls[w]!) < -SLACK) continue;
    if (turn * (ux * sectorWalls[w + 3]! - uy * sectorWalls[w + 2]!) < -SLACK) continue;
    const tx = px + turn * radius * uy;
    const ty = py - turn * radius * ux;
    if (cone[0] === 1 && cone[3]! * (ty - cone[2]!) - cone[4]! * (tx - cone[1]!) > POINT) continue;
    if (cone[5] === 1 && cone[8]! * (ty - cone[7]!) - cone[9]! * (tx - cone[6]!) < -POINT) continue;
    if (crossed !== NONE && isBeyond(mesh, crossed, tx, ty)) continue;
    // The circle is touched within this cell's part of the sector.
    const nx = turn * uy;
    const ny = -turn * ux;
    const q = 2 * sideVertex[nextSideOf(mesh, s)]!;
    const o = 2 * sideVertex[previousSideOf(mesh, s)]!;
    if ((vertices[q]! - px) * ny - (vertices[q + 1]! - py) * nx < -SLACK) continue;
    if (nx * (vertices[o + 1]! - py) - ny * (vertices[o]! - px) < -SLACK) continue;
    bendAt(mesh, corners, scratch, last, s, turn, ux, uy, tx, ty, toX, toY, width, radius);
  }
}

/** Is a point on the far side of a side, seen from its cell? */
function isBeyond(mesh: CellMesh, s: number, x: number, y: number): boolean {
  const a = 2 * mesh.sideVertex[s]!;
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)]!;
  const { vertices } = mesh;
  const ax = vertices[a]!;
  const ay = vertices[a + 1]!;
  return (vertices[b]! - ax) * (y - ay) - (vertices[b + 1]! - ay) * (x - ax) < 0;
}

/**
 * Corners of the cell behind side s that are nearer to it than the radius: their circles reach through it, and may be
 * touched before it is crossed, by lines of which none crosses it. Also through the next sides, where cells are slivers.
 */
function lookBehind(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  parent: number,
  first: number,
  s: number,
  depth: number,
  toX: number,
  toY: number,
  width: number,
  radius: number,
): void {
  const twin = mesh.sideTwin[s]!;
  const c = mesh.sideCell[twin]!;
  const root = scratch.nodeRoot[node]!;
  const { sideVertex } = mesh;
  let last: number = NONE;
  for (let k = mesh.cellFirst[c]!; k < mesh.cellFirst[c + 1]!; k++) {
    const v = sideVertex[k]!;
    if (k === twin || k === nextSideOf(mesh, twin) || corners.sectorReflex[corners.sideSector[k]!] === 0) continue;
    if (v === scratch.rootVertex[root]) continue;
    if (last === NONE) last = addNode(scratch, twin, c, root, parent, NaN, NaN, NaN, NaN);
    tryCorner(mesh, corners, scratch, node, last, k, first, toX, toY, width, radius);
  }
  if (depth === DEEPEST) return;
  for (let k = mesh.cellFirst[c]!; k < mesh.cellFirst[c + 1]!; k++) {
    if (k === twin || mesh.sideTwin[k] === NONE || !(corners.sideLength[k]! > width)) continue;
    if (!(corners.sideBehind[k]! < radius)) continue;
    if (last === NONE) last = addNode(scratch, twin, c, root, parent, NaN, NaN, NaN, NaN);
    lookBehind(mesh, corners, scratch, node, last, first, k, depth + 1, toX, toY, width, radius);
  }
}

/** The goal is in sight of the node's root. */
function reachGoal(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  toX: number,
  toY: number,
  radius: number,
): void {
  const root = scratch.nodeRoot[node]!;
  const R = ROOT_FLOATS * root;
  const dx = toX - scratch.rootAt[R]!;
  const dy = toY - scratch.rootAt[R + 1]!;
  const squared = dx * dx + dy * dy;
  const shift = -scratch.rootSide[root]! * radius;
  const along = Math.sqrt(Math.max(0, squared - shift * shift));
  const ux = squared === 0 ? 0 : (along * dx + shift * dy) / squared;
  const uy = squared === 0 ? 0 : (along * dy - shift * dx) / squared;
  if (!isClear(mesh, corners, scratch, node, NONE, toX - along * ux, toY - along * uy, ux, uy, along, radius)) return;
  const goal = addNode(scratch, NONE, scratch.nodeCell[node]!, root, node, toX, toY, toX, toY);
  scratch.heap.push(scratch.rootAt[R + 6]! + arcAt(scratch, root, ux, uy, radius) + along, 2 * goal + 1);
}

/** The corner where side s starts can be touched: make it a root, unless it was reached better before. */
function bendAt(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  s: number,
  turn: number,
  ux: number,
  uy: number,
  tx: number,
  ty: number,
  toX: number,
  toY: number,
  width: number,
  radius: number,
): void {
  const from = scratch.nodeRoot[node]!;
  const R = ROOT_FLOATS * from;
  const vertex = mesh.sideVertex[s]!;
  const x = mesh.vertices[2 * vertex]!;
  const y = mesh.vertices[2 * vertex + 1]!;
  const side = scratch.rootSide[from]!;
  const startX = scratch.rootAt[R]! + side * radius * uy;
  const startY = scratch.rootAt[R + 1]! - side * radius * ux;
  const along = (tx - startX) * ux + (ty - startY) * uy;
  const g = scratch.rootAt[R + 6]! + arcAt(scratch, from, ux, uy, radius) + along;
  const key = 2 * sectorKey(mesh, corners, s, width) + (turn > 0 ? 1 : 0);
  const isKnown = scratch.bestStamp[key] === scratch.query;
  const known = scratch.best[key]!;
  if (isKnown) {
    // Both go on around the same corner: compare as if the one had turned on to the direction of the other.
    const K = ROOT_FLOATS * known;
    const kx = scratch.rootAt[K + 4]!;
    const ky = scratch.rootAt[K + 5]!;
    const cross = turn * (kx * uy - ky * ux);
    const ahead = radius === 0 ? 0 : radius * angleFrom(cross, kx * ux + ky * uy) * (cross < 0 ? -1 : 1);
    if (scratch.rootAt[K + 6]! + ahead <= g + 1e-11 * g) return;
  }
  if (!isClear(mesh, corners, scratch, node, vertex, startX, startY, ux, uy, along, radius)) return;
  if (isKnown) scratch.rootDropped[known] = 1;
  const root = addRoot(scratch, vertex, turn, x, y, tx, ty, ux, uy, g);
  scratch.best[key] = root;
  scratch.bestStamp[key] = scratch.query;
  const child = addNode(scratch, NONE, mesh.sideCell[s]!, root, node, tx, ty, tx, ty);
  const dx = toX - tx;
  const dy = toY - ty;
  // The goal may lie behind the circle; nothing is shorter than the straight line.
  scratch.heap.push(g + Math.sqrt(dx * dx + dy * dy), 2 * child);
}

/** Metres along the circle of a root, from where the path comes to it to where it leaves in a direction. */
function arcAt(scratch: ExactScratch, root: number, ux: number, uy: number, radius: number): number {
  const side = scratch.rootSide[root]!;
  if (side === 0 || radius === 0) return 0;
  const inX = scratch.rootAt[ROOT_FLOATS * root + 4]!;
  const inY = scratch.rootAt[ROOT_FLOATS * root + 5]!;
  const cross = side * (inX * uy - inY * ux);
  const dot = inX * ux + inY * uy;
  const angle = angleFrom(cross, dot);
  // A little backwards is rounding; far backwards is more than half a turn.
  if (cross >= 0) return radius * angle;
  return dot > 0 ? 0 : radius * (2 * Math.PI - angle);
}

/**
 * The sector of a corner, as far as a body can get in it: the first side, clockwise, at its vertex.
 * Where all sides of the sector are wide enough any of them would do; the name is then that of the wall it begins at.
 */
function sectorKey(mesh: CellMesh, corners: Corners, s: number, width: number): number {
  if (corners.sectorNarrowest[corners.sideSector[s]!]! > width) return corners.sectorSide[corners.sideSector[s]!]!;
  for (let at = s; ; ) {
    const twin = mesh.sideTwin[at]!;
    if (twin === NONE || !(corners.sideLength[at]! > width)) return at;
    at = nextSideOf(mesh, twin);
    if (at === s) return s;
  }
}

/** Does a straight piece, from the root of a node into its cell, keep the radius from all corners beside it? */
function isClear(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  except: number,
  x: number,
  y: number,
  ux: number,
  uy: number,
  along: number,
  radius: number,
): boolean {
  if (radius === 0) return true;
  const { vertices, sideVertex, cellFirst } = mesh;
  const { sideSector, sectorReflex } = corners;
  const near = radius - POINT;
  const root = scratch.nodeRoot[node]!;
  const vertex = scratch.rootVertex[root]!;
  for (let n = node; n !== NONE && scratch.nodeRoot[n] === root; n = scratch.nodeParent[n]!) {
    const c = scratch.nodeCell[n]!;
    for (let s = cellFirst[c]!; s < cellFirst[c + 1]!; s++) {
      if (sectorReflex[sideSector[s]!] === 0) continue;
      const v = sideVertex[s]!;
      const dx = vertices[2 * v]! - x;
      const dy = vertices[2 * v + 1]! - y;
      const beside = dx * ux + dy * uy;
      if (beside <= 0 || beside >= along) continue;
      const distance = ux * dy - uy * dx;
      if (distance < near && distance > -near && v !== except && v !== vertex) return false;
    }
  }
  return true;
}

/** The shortest way from (x, y) over the segment a–b to the goal, on whichever side of it they are. */
function lowerBound(
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

function addRoot(
  scratch: ExactScratch,
  vertex: number,
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
  if (root === scratch.rootVertex.length) {
    scratch.rootVertex = grownInts(scratch.rootVertex, root + 1);
    const size = scratch.rootVertex.length;
    scratch.rootAt = grownFloats(scratch.rootAt, ROOT_FLOATS * size);
    const sides = new Int8Array(size);
    sides.set(scratch.rootSide);
    scratch.rootSide = sides;
    const dropped = new Uint8Array(size);
    dropped.set(scratch.rootDropped);
    scratch.rootDropped = dropped;
  }
  scratch.rootVertex[root] = vertex;
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

function addNode(
  scratch: ExactScratch,
  entry: number,
  cell: number,
  root: number,
  parent: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const node = scratch.nodes++;
  if (node === scratch.nodeEntry.length) {
    scratch.nodeEntry = grownInts(scratch.nodeEntry, 2 * node);
    const size = scratch.nodeEntry.length;
    scratch.nodeCell = grownInts(scratch.nodeCell, size);
    scratch.nodeRoot = grownInts(scratch.nodeRoot, size);
    scratch.nodeParent = grownInts(scratch.nodeParent, size);
    scratch.nodeAt = grownFloats(scratch.nodeAt, NODE_FLOATS * size);
  }
  scratch.nodeEntry[node] = entry;
  scratch.nodeCell[node] = cell;
  scratch.nodeRoot[node] = root;
  scratch.nodeParent[node] = parent;
  const { nodeAt } = scratch;
  const at = NODE_FLOATS * node;
  nodeAt[at] = ax;
  nodeAt[at + 1] = ay;
  nodeAt[at + 2] = bx;
  nodeAt[at + 3] = by;
  return node;
}

/** The sides crossed on the way to a node. */
function writePortals(mesh: CellMesh, scratch: ExactScratch, node: number, portals: GrowableInts): void {
  for (let n = node; n !== NONE; n = scratch.nodeParent[n]!) {
    if (scratch.nodeEntry[n] !== NONE) portals.push(mesh.sideTwin[scratch.nodeEntry[n]!]!);
  }
  portals.values().reverse();
}
