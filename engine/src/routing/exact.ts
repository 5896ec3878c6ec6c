/**
 * `exact`: the shortest path there is, for a point or a disc (planning.md §3).
 *
 * A search over intervals in the manner of Polyanya (Cui, Harabor, Grastien 2017), made to work for bodies. A *root* is the
 * start, or the part in one cell of an arc around a corner; a node is a root, or an interval of a free side that straight
 * lines from one root reach. Everything is said of the disc's centre: where it crosses sides, in which cell it touches.
 *
 *                 v           lines from root ρ through the interval A–B on the entry side see A'–B' of the next side;
 *        ╲_______/ ╲          v can be touched within c by a line through the interval, and its walls are to the left:
 *     A'  ╲  c  /   ╲         new root v, from which the path goes on turning left, in c and, along the arc, in the cells
 *      │   A───/──── wall     the circle passes through (exact-arc.ts)
 *     B'   │  /
 *          B ρ
 *
 * Corners touched in a cell need not be its own: circles reach through sides (near-corners.ts). Intervals of a body may be
 * too wide, never too narrow: a line that keeps the radius from the ends of a side where it crosses it may come nearer
 * before. So every straight piece is compared with the corners along it before it counts. A root that another way
 * reaches with a shorter length, moving on along the arc counted, is dropped. Lengths of nodes are lower bounds, so the
 * first goal taken from the queue is the shortest. The polyline is made by `tighten` from the sides it crosses; where it
 * leans out through a side and comes back, that side is not among them.
 */
import type { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { angleFrom } from '../core/trigonometry.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf, previousSideOf } from '../subdivision/cells.ts';
import { RECORD, type Corners } from './corners.ts';
import { findArcEnd, isOneArc } from './exact-arc.ts';
import {
  addNode,
  addRoot,
  arcAt,
  type ExactScratch,
  GOAL,
  holds,
  INTERVAL,
  lowerBound,
  NODE_FLOATS,
  OWN,
  ROOT_FLOATS,
} from './exact-state.ts';
import { findCornersNear, setNearRadius } from './near-corners.ts';

export { createExactScratch, type ExactScratch } from './exact-state.ts';

/** Metres. Intervals this much shorter than nothing are points: lines along three corners, common in plans. */
const POINT = 1e-9;
/** Sines below this are rounding. */
const SLACK = 1e-9;
/** Metres: narrower bodies are searched for as points; the polyline keeps their radius. */
const THIN = 1e-5;

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
  const isThin = width < THIN;
  const goal = findGoal(mesh, corners, scratch, fromCell, fromX, fromY, toCell, toX, toY, isThin ? 0 : width, width);
  portals.clear();
  if (goal === NONE) return NONE;
  writePortals(mesh, scratch, goal, portals);
  return scratch.expanded;
}

/** The search itself. @returns the node of the goal, NONE if there is no way */
function findGoal(
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
  least: number,
): number {
  const { heap } = scratch;
  heap.clear();
  scratch.nodes = 0;
  scratch.roots = 0;
  if (scratch.query === 0x7fffffff) {
    scratch.latestStamp.fill(0);
    scratch.query = 0;
  }
  scratch.query++;
  scratch.expanded = 0;
  setNearRadius(scratch.near, width / 2);
  const start = addRoot(scratch, NONE, fromCell, NONE, 0, fromX, fromY, fromX, fromY, 0, 0, 0);
  heap.push(0, addNode(scratch, OWN, NONE, fromCell, start, NONE));
  while (heap.length > 0) {
    scratch.length = heap.leastKey;
    const node = heap.pop();
    if (scratch.nodeKind[node] === GOAL) return node;
    const root = scratch.nodeRoot[node]!;
    if (scratch.rootDropped[scratch.rootFamily[root]!] === 1) continue;
    scratch.expanded++;
    if (width > 0 && scratch.nodeKind[node] === OWN && scratch.rootSide[root] !== 0) {
      expandArc(mesh, corners, scratch, node, toCell, toX, toY, width);
    } else expand(mesh, corners, scratch, node, toCell, toX, toY, width, least);
  }
  return NONE;
}

/** Go on from an interval, from the start, or, for a point, from a corner. */
function expand(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  toCell: number,
  toX: number,
  toY: number,
  width: number,
  least: number,
): void {
  const { sideTwin, cellFirst } = mesh;
  const { sideRecord, sideSector } = corners;
  const radius = width / 2;
  const entry = scratch.nodeEntry[node]!;
  const c = scratch.nodeCell[node]!;
  const root = scratch.nodeRoot[node]!;
  const at = NODE_FLOATS * node;
  const R = ROOT_FLOATS * root;
  const rx = scratch.rootAt[R]!;
  const ry = scratch.rootAt[R + 1]!;
  const side = scratch.rootSide[root]!;
  const sector = scratch.rootSector[root]!;
  // The two lines the root sees between: through (leftX, leftY) along (leftUx, leftUy), what lies right of it; and the
  // other way round. A point's root: what lies to the turning side of the line it came by.
  let hasLeft = true;
  let hasRight = true;
  let leftX = scratch.nodeAt[at]!;
  let leftY = scratch.nodeAt[at + 1]!;
  let rightX = scratch.nodeAt[at + 2]!;
  let rightY = scratch.nodeAt[at + 3]!;
  let leftUx = scratch.nodeAt[at + 4]!;
  let leftUy = scratch.nodeAt[at + 5]!;
  let rightUx = scratch.nodeAt[at + 6]!;
  let rightUy = scratch.nodeAt[at + 7]!;
  if (scratch.nodeKind[node] === OWN) {
    hasLeft = side < 0;
    hasRight = side > 0;
    leftX = rightX = rx;
    leftY = rightY = ry;
    leftUx = rightUx = scratch.rootAt[R + 4]!;
    leftUy = rightUy = scratch.rootAt[R + 5]!;
  } else if (width === 0 && side !== 0) {
    // Where the side entered through ends at a point's root itself, the path may go on turning.
    hasLeft = !(side > 0 && sideSector[entry] === sector);
    hasRight = !(side < 0 && sideSector[nextSideOf(mesh, entry)] === sector);
  }
  const first = cellFirst[c]!;
  const last = cellFirst[c + 1]!;

  if (c === toCell) {
    const isSeen =
      (!hasLeft || leftUx * (toY - leftY) - leftUy * (toX - leftX) <= POINT) &&
      (!hasRight || rightUx * (toY - rightY) - rightUy * (toX - rightX) >= -POINT);
    if (isSeen) reachGoal(mesh, corners, scratch, node, toX, toY, radius);
  }

  // Corners that can be touched here.
  const { cone, lines } = scratch;
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
  tryCorners(mesh, corners, scratch, node, false, toX, toY, width);

  for (let s = first; s < last; s++) {
    if (s === entry || sideTwin[s] === NONE) continue;
    const record = RECORD * s;
    const long = sideRecord[record + 6]!;
    if (!(long > least)) continue;
    const px = sideRecord[record]!;
    const py = sideRecord[record + 1]!;
    const ex = (sideRecord[record + 2]! - px) / long;
    const ey = (sideRecord[record + 3]! - py) / long;
    // From the right end to the left end, as seen by somebody leaving.
    let low = radius;
    let high = long - radius;
    let isLeftLine = false;
    let isRightLine = false;
    if (hasLeft) {
      const slope = leftUx * ey - leftUy * ex;
      const value = leftUx * (py - leftY) - leftUy * (px - leftX);
      // value + t · slope ≤ 0
      if (slope > 1e-12) {
        isLeftLine = -value / slope <= high + POINT;
        high = Math.min(high, -value / slope);
      } else if (slope < -1e-12) low = Math.max(low, -value / slope);
      else if (value > POINT) continue;
    }
    if (hasRight) {
      const slope = rightUx * ey - rightUy * ex;
      const value = rightUx * (py - rightY) - rightUy * (px - rightX);
      if (slope > 1e-12) {
        isRightLine = -value / slope >= low - POINT;
        low = Math.max(low, -value / slope);
      } else if (slope < -1e-12) high = Math.min(high, -value / slope);
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
    lines[0] = isLeftLine ? leftUx : NaN;
    lines[1] = leftUy;
    lines[2] = isRightLine ? rightUx : NaN;
    lines[3] = rightUy;
    pushInterval(mesh, corners, scratch, node, root, s, low, high, toX, toY, radius);
  }
}

/**
 * Lines from a root leave the node's cell through side s, between `low` and `high` metres from its start. The directions of
 * the outermost are in scratch.lines, where they are those of lines before; NaN where they are to be found.
 */
function pushInterval(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  root: number,
  s: number,
  low: number,
  high: number,
  toX: number,
  toY: number,
  radius: number,
): void {
  const { sideRecord } = corners;
  const at = RECORD * s;
  const long = sideRecord[at + 6]!;
  if (high < low) high = low = Math.min(Math.max((high + low) / 2, radius), long - radius);
  const px = sideRecord[at]!;
  const py = sideRecord[at + 1]!;
  const ex = (sideRecord[at + 2]! - px) / long;
  const ey = (sideRecord[at + 3]! - py) / long;
  const ax = px + high * ex;
  const ay = py + high * ey;
  const bx = px + low * ex;
  const by = py + low * ey;
  const R = ROOT_FLOATS * root;
  const { rootAt, lines } = scratch;
  if (lines[0] !== lines[0]) setLine(scratch, 0, root, ax, ay, radius);
  if (lines[2] !== lines[2]) setLine(scratch, 2, root, bx, by, radius);
  const bound = rootAt[R + 6]! + lowerBound(rootAt[R + 2]!, rootAt[R + 3]!, ax, ay, bx, by, toX, toY);
  const twin = mesh.sideTwin[s]!;
  const child = addNode(scratch, INTERVAL, twin, mesh.sideCell[twin]!, root, node);
  const { nodeAt } = scratch;
  const to = NODE_FLOATS * child;
  nodeAt[to] = ax;
  nodeAt[to + 1] = ay;
  nodeAt[to + 2] = bx;
  nodeAt[to + 3] = by;
  nodeAt[to + 4] = lines[0]!;
  nodeAt[to + 5] = lines[1]!;
  nodeAt[to + 6] = lines[2]!;
  nodeAt[to + 7] = lines[3]!;
  scratch.heap.push(bound, child);
}

/** The direction of the line from a root to a place. */
function setLine(
  { lines, rootAt, rootSide }: ExactScratch,
  at: number,
  root: number,
  x: number,
  y: number,
  radius: number,
) {
  const R = ROOT_FLOATS * root;
  const dx = x - rootAt[R]!;
  const dy = y - rootAt[R + 1]!;
  const squared = dx * dx + dy * dy;
  const shift = -rootSide[root]! * radius;
  const along = Math.sqrt(Math.max(0, squared - shift * shift));
  // A point that turns on the spot: the place is the root itself.
  const isThere = squared <= POINT * POINT;
  lines[at] = isThere ? rootAt[R + 4]! : (along * dx + shift * dy) / squared;
  lines[at + 1] = isThere ? rootAt[R + 5]! : (along * dy - shift * dx) / squared;
}

/**
 * Go on from the part of an arc in one cell. The lines that leave it cross the sides of the cell in order, from where the
 * first of them leaves the cell to where the last one does.
 */
function expandArc(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  toCell: number,
  toX: number,
  toY: number,
  width: number,
): void {
  const { rootAt, arc, cone, lines } = scratch;
  const { sideRecord } = corners;
  const radius = width / 2;
  const c = scratch.nodeCell[node]!;
  const root = scratch.nodeRoot[node]!;
  const R = ROOT_FLOATS * root;
  const x = rootAt[R]!;
  const y = rootAt[R + 1]!;
  const ux = rootAt[R + 4]!;
  const uy = rootAt[R + 5]!;
  const turn = scratch.rootSide[root]!;
  const exit = findArcEnd(mesh, corners, scratch, root, c, ux, uy, width);
  const endX = arc[0]!;
  const endY = arc[1]!;
  const exitAt = arc[2]!;
  const touchX = x + turn * radius * endY;
  const touchY = y - turn * radius * endX;
  const isNothing = ux === endX && uy === endY;
  if (exit !== NONE) {
    const twin = mesh.sideTwin[exit]!;
    const behind = mesh.sideCell[twin]!;
    const g = rootAt[R + 6]! + arcAt(scratch, root, endX, endY, radius);
    const family = scratch.rootFamily[root]!;
    const sector = scratch.rootSector[root]!;
    const next = addRoot(scratch, sector, behind, family, turn, x, y, touchX, touchY, endX, endY, g);
    const child = addNode(scratch, OWN, twin, behind, next, node);
    scratch.heap.push(g + Math.sqrt((toX - touchX) * (toX - touchX) + (toY - touchY) * (toY - touchY)), child);
    if (isNothing) return;
  }
  cone[0] = ux;
  cone[1] = uy;
  cone[2] = endX;
  cone[3] = endY;
  if (c === toCell) {
    const dx = toX - x;
    const dy = toY - y;
    const squared = dx * dx + dy * dy;
    const along = Math.sqrt(Math.max(0, squared - radius * radius));
    const vx = (along * dx - turn * radius * dy) / squared;
    const vy = (along * dy + turn * radius * dx) / squared;
    if (isBetween(cone, turn, vx, vy)) reachGoal(mesh, corners, scratch, node, toX, toY, radius);
  }
  tryCorners(mesh, corners, scratch, node, true, toX, toY, width);

  const inAtX = x + turn * radius * uy;
  const inAtY = y - turn * radius * ux;
  const inSide = findExit(mesh, corners, scratch, c, inAtX, inAtY, ux, uy);
  const inAt = arc[3]!;
  const outSide = exit !== NONE ? exit : findExit(mesh, corners, scratch, c, touchX, touchY, endX, endY);
  const outAt = exit !== NONE ? exitAt : arc[3]!;
  if (inSide === NONE || outSide === NONE) return;
  const rightSide = turn > 0 ? inSide : outSide;
  const rightAt = turn > 0 ? inAt : outAt;
  const leftSide = turn > 0 ? outSide : inSide;
  const leftAt = turn > 0 ? outAt : inAt;
  const first = mesh.cellFirst[c]!;
  const last = mesh.cellFirst[c + 1]!;
  for (let s = rightSide; ; s = s + 1 === last ? first : s + 1) {
    const long = sideRecord[RECORD * s + 6]!;
    if (mesh.sideTwin[s] !== NONE && long > width) {
      const low = s === rightSide ? Math.max(radius, rightAt) : radius;
      const high = s === leftSide ? Math.min(long - radius, leftAt) : long - radius;
      if (high >= low - POINT) {
        const isLeftLine = s === leftSide && leftAt <= long - radius + POINT;
        const isRightLine = s === rightSide && rightAt >= radius - POINT;
        lines[0] = isLeftLine ? (turn > 0 ? endX : ux) : NaN;
        lines[1] = turn > 0 ? endY : uy;
        lines[2] = isRightLine ? (turn > 0 ? ux : endX) : NaN;
        lines[3] = turn > 0 ? uy : endY;
        pushInterval(mesh, corners, scratch, node, root, s, low, high, toX, toY, radius);
      }
    }
    if (s === leftSide) return;
  }
}

/** The side of a cell a line from a place in it leaves through; how far along that side is put into scratch.arc[3]. */
function findExit(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  c: number,
  x: number,
  y: number,
  ux: number,
  uy: number,
): number {
  const { sideRecord } = corners;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    const at = RECORD * s;
    const start = ux * (sideRecord[at + 1]! - y) - uy * (sideRecord[at]! - x);
    if (start > 4 * POINT) continue;
    const end = ux * (sideRecord[at + 3]! - y) - uy * (sideRecord[at + 2]! - x);
    if (end <= 4 * POINT) continue;
    scratch.arc[3] = sideRecord[at + 6]! * Math.min(1, Math.max(0, -start / (end - start)));
    return s;
  }
  return NONE;
}

/** Is a direction between the first and the last of an arc? They are less than, or just, half a turn apart. */
function isBetween(cone: Float64Array, turn: number, ux: number, uy: number): boolean {
  if (turn * (cone[0]! * uy - cone[1]! * ux) < -SLACK) return false;
  if (turn * (ux * cone[3]! - uy * cone[2]!) < -SLACK) return false;
  return ux * (cone[0]! + cone[2]!) + uy * (cone[1]! + cone[3]!) > -1e-6;
}

/** New roots at the corners that lines from the node's root can touch within its cell. */
function tryCorners(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  isArc: boolean,
  toX: number,
  toY: number,
  width: number,
): void {
  const c = scratch.nodeCell[node]!;
  const { sideSector, sectorReflex } = corners;
  const sector = scratch.rootSector[scratch.nodeRoot[node]!]!;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    if (sectorReflex[sideSector[s]!] === 1 && sideSector[s] !== sector) {
      tryCorner(mesh, corners, scratch, node, isArc, s, toX, toY, width);
    }
  }
  if (!(corners.cellReach[c]! < width / 2)) return;
  const { near } = scratch;
  findCornersNear(mesh, sideSector, sectorReflex, corners.sideLength, near, c);
  for (let i = 0; i < near.count[c]!; i++) {
    const s = near.sides.array[near.first[c]! + i]!;
    if (sideSector[s] !== sector) tryCorner(mesh, corners, scratch, node, isArc, s, toX, toY, width);
  }
}

/** Can a line from the node's root, within what it sees, touch the corner where side s starts, in the node's cell? */
function tryCorner(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  isArc: boolean,
  s: number,
  toX: number,
  toY: number,
  width: number,
): void {
  const { vertices, sideVertex, cellFirst } = mesh;
  const { cone } = scratch;
  const { sideRecord, sideSector, sectorWalls } = corners;
  const radius = width / 2;
  const root = scratch.nodeRoot[node]!;
  const side = scratch.rootSide[root]!;
  const px = sideRecord[RECORD * s]!;
  const py = sideRecord[RECORD * s + 1]!;
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
    if (isArc) {
      if (!isBetween(cone, side, ux, uy)) continue;
    } else {
      if (cone[0] === 1 && cone[3]! * (ty - cone[2]!) - cone[4]! * (tx - cone[1]!) > POINT) continue;
      if (cone[5] === 1 && cone[8]! * (ty - cone[7]!) - cone[9]! * (tx - cone[6]!) < -POINT) continue;
    }
    if (radius === 0) {
      // Of the cells around the corner, it is touched in the one away from the walls.
      const q = 2 * sideVertex[nextSideOf(mesh, s)]!;
      const o = 2 * sideVertex[previousSideOf(mesh, s)]!;
      if (-turn * ((vertices[q]! - px) * ux + (vertices[q + 1]! - py) * uy) < -SLACK) continue;
      if (turn * (uy * (vertices[o + 1]! - py) + ux * (vertices[o]! - px)) < -SLACK) continue;
    } else {
      const c = scratch.nodeCell[node]!;
      if (!holds(corners, cellFirst[c]!, cellFirst[c + 1]!, tx, ty, POINT)) continue;
    }
    bendAt(mesh, corners, scratch, node, s, turn, ux, uy, tx, ty, toX, toY, width);
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
  const goal = addNode(scratch, GOAL, NONE, scratch.nodeCell[node]!, root, node);
  scratch.heap.push(scratch.rootAt[R + 6]! + arcAt(scratch, root, ux, uy, radius) + along, goal);
}

/** The corner where side s starts can be touched in the node's cell: make it a root, unless it was reached better before. */
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
): void {
  const { latest, latestStamp, rootNext, rootDropped } = scratch;
  const radius = width / 2;
  const from = scratch.nodeRoot[node]!;
  const cell = scratch.nodeCell[node]!;
  const R = ROOT_FLOATS * from;
  const sector = corners.sideSector[s]!;
  const side = scratch.rootSide[from]!;
  const startX = scratch.rootAt[R]! + side * radius * uy;
  const startY = scratch.rootAt[R + 1]! - side * radius * ux;
  const along = (tx - startX) * ux + (ty - startY) * uy;
  const g = scratch.rootAt[R + 6]! + arcAt(scratch, from, ux, uy, radius) + along;
  const key = 2 * sector + (turn > 0 ? 1 : 0);
  const known = latestStamp[key] === scratch.query ? latest[key]! : NONE;
  for (let k = known; k !== NONE; k = rootNext[k]!) {
    if (rootDropped[k] === 1 || scratch.rootAt[ROOT_FLOATS * k + 6]! > g) continue;
    if (scratch.rootAt[ROOT_FLOATS * k + 6]! + arcBetween(scratch, k, ux, uy, radius) > g + 1e-11 * g) continue;
    if (isOneArc(mesh, corners, scratch, k, cell, ux, uy, width)) return;
  }
  if (!isClear(mesh, corners, scratch, node, sector, startX, startY, ux, uy, along, radius)) return;
  for (let k = known; k !== NONE; k = rootNext[k]!) {
    if (rootDropped[k] === 1 || scratch.rootAt[ROOT_FLOATS * k + 6]! < g) continue;
    if (g + arcBetween(scratch, k, ux, uy, radius) > scratch.rootAt[ROOT_FLOATS * k + 6]!) continue;
    if (isOneArc(mesh, corners, scratch, k, cell, ux, uy, width)) rootDropped[k] = 1;
  }
  const x = corners.sideRecord[RECORD * s]!;
  const y = corners.sideRecord[RECORD * s + 1]!;
  const root = addRoot(scratch, sector, cell, NONE, turn, x, y, tx, ty, ux, uy, g);
  scratch.rootNext[root] = known;
  latest[key] = root;
  latestStamp[key] = scratch.query;
  const child = addNode(scratch, OWN, NONE, cell, root, node);
  const dx = toX - tx;
  const dy = toY - ty;
  // The goal may lie behind the circle; nothing is shorter than the straight line.
  scratch.heap.push(g + Math.sqrt(dx * dx + dy * dy), child);
}

/** Metres along the circle of a root between where it begins and where another way, moving along (ux, uy), touches it. */
function arcBetween(scratch: ExactScratch, root: number, ux: number, uy: number, radius: number): number {
  if (radius === 0) return 0;
  const inX = scratch.rootAt[ROOT_FLOATS * root + 4]!;
  const inY = scratch.rootAt[ROOT_FLOATS * root + 5]!;
  return radius * angleFrom(inX * uy - inY * ux, inX * ux + inY * uy);
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
  const { cellFirst } = mesh;
  const { sideSector, sectorReflex, sideRecord, cellReach } = corners;
  const { near } = scratch;
  const least = radius - POINT;
  const sector = scratch.rootSector[scratch.nodeRoot[node]!]!;
  for (let n = node; ; n = scratch.nodeParent[n]!) {
    const c = scratch.nodeCell[n]!;
    const first = cellFirst[c]!;
    const last = cellFirst[c + 1]!;
    let others = 0;
    if (cellReach[c]! < radius) {
      findCornersNear(mesh, sideSector, sectorReflex, corners.sideLength, near, c);
      others = near.count[c]!;
    }
    for (let i = first - others; i < last; i++) {
      const s = i < first ? near.sides.array[near.first[c]! + first - 1 - i]! : i;
      if (sectorReflex[sideSector[s]!] === 0) continue;
      const dx = sideRecord[RECORD * s]! - x;
      const dy = sideRecord[RECORD * s + 1]! - y;
      const beside = dx * ux + dy * uy;
      if (beside <= 0 || beside >= along + radius) continue;
      const distance = ux * dy - uy * dx;
      if (distance >= least || distance <= -least || sideSector[s] === except || sideSector[s] === sector) continue;
      const beyond = beside - along;
      if (beyond <= 0 || distance * distance + beyond * beyond < least * least) return false;
    }
    if (scratch.nodeKind[n] === OWN) return true;
  }
}

/** The sides crossed on the way to a node; none that is crossed back again at once. */
function writePortals(mesh: CellMesh, scratch: ExactScratch, node: number, portals: GrowableInts): void {
  for (let n = node; n !== NONE; n = scratch.nodeParent[n]!) {
    const entry = scratch.nodeEntry[n]!;
    if (entry === NONE) continue;
    // From the goal backwards: the one written before is the one crossed next.
    if (portals.length > 0 && portals.array[portals.length - 1] === entry) portals.length--;
    else portals.push(mesh.sideTwin[entry]!);
  }
  portals.values().reverse();
}
