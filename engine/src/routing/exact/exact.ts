/**
 * `exact`: the shortest path there is, for a point or a disc.
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
 * reaches with a shorter length, moving on along the arc counted, is dropped; dead ends are left out (dead-ends.ts). Lengths of nodes are lower bounds, so the
 * first goal taken from the queue is the shortest. The polyline is made by `tighten` from the sides it crosses; where it
 * leans out through a side and comes back, that side is not among them.
 */
import type { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf } from '../../subdivision/cells.ts';
import { type Corners, RECORD } from '../corners/corners.ts';
import { type Cover, stepCover } from '../corners/cover.ts';
import type { RouteQuery } from '../route.ts';
import { findDeadEnds, needDeadEnds } from './dead-ends.ts';
import { findArcEnd } from './exact-arc.ts';
import { aimAtGoal, isBetween, reachGoal, tryCorners } from './exact-corners.ts';
import {
  addInterval,
  addRoot,
  addRootNode,
  arcTo,
  BEGIN,
  CENTRE,
  dequeue,
  END,
  enqueue,
  EXIT_AT,
  type ExactScratch,
  GOAL,
  isUseless,
  LEAST,
  NODE_FLOATS,
  OWN,
  POINT,
  RADIUS,
  ROOT_FLOATS,
  TO_X,
  TO_Y,
  WIDTH,
} from './exact-state.ts';
import { setNearRadius } from '../corners/near-corners.ts';

export { createExactScratch, type ExactScratch } from './exact-state.ts';

/** Metres: narrower bodies are searched for as points; the polyline keeps their radius. */
const THIN = 1e-5;

/** Fill `portals` with the sides the shortest path crosses. @returns nodes expanded; NONE if there is no way */
export function exactPortals(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  query: RouteQuery,
  portals: GrowableInts,
): number {
  portals.clear();
  const goal = findGoal(mesh, corners, scratch, query, undefined);
  if (goal === NONE) return NONE;
  writePortals(mesh, scratch, goal, portals);
  return scratch.expanded;
}

/**
 * The search itself.
 * @param cover the only cells to look at; undefined: all
 * @returns the node of the goal, NONE if there is no way
 */
export function findGoal(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  query: RouteQuery,
  cover: Cover | undefined,
): number {
  begin(scratch, query, cover);
  if (cover === undefined) {
    scratch.deadEnds ??= findDeadEnds(mesh);
    needDeadEnds(mesh, scratch.deadEnds, query.from.cell, query.to.cell);
  }
  const isBody = scratch.ask[RADIUS] > 0;
  for (;;) {
    const node = dequeue(scratch);
    if (node === NONE) return NONE;
    if (scratch.nodeKind[node] === GOAL) {
      scratch.length = scratch.nodeBound[node];
      return node;
    }
    const root = scratch.nodeRoot[node];
    if (scratch.rootDropped[scratch.rootFamily[root]] === 1) continue;
    scratch.expanded++;
    if (isBody && scratch.nodeKind[node] === OWN && scratch.rootSide[root] !== 0) {
      expandArc(mesh, corners, scratch, node);
    } else expand(mesh, corners, scratch, node);
  }
}

/** Put the start into an empty queue. */
function begin(scratch: ExactScratch, { from, to, width }: RouteQuery, cover: Cover | undefined): void {
  const { ask } = scratch;
  ask[TO_X] = to.x;
  ask[TO_Y] = to.y;
  ask[LEAST] = width;
  ask[WIDTH] = width < THIN ? 0 : width;
  ask[RADIUS] = ask[WIDTH] / 2;
  setNearRadius(scratch.near, ask[RADIUS]);
  scratch.toCell = to.cell;
  scratch.cover = cover;
  scratch.nodes = 0;
  scratch.roots = 0;
  scratch.queued = 0;
  scratch.held = NONE;
  scratch.expanded = 0;
  if (scratch.query === 0x7fffffff) {
    scratch.latestStamp.fill(0);
    scratch.query = 0;
  }
  scratch.query++;
  const start = addRoot(scratch, NONE, from.cell, 0, NONE, 0);
  const { rootAt } = scratch;
  rootAt.fill(0, ROOT_FLOATS * start, ROOT_FLOATS * (start + 1));
  rootAt[ROOT_FLOATS * start] = rootAt[ROOT_FLOATS * start + 2] = from.x;
  rootAt[ROOT_FLOATS * start + 1] = rootAt[ROOT_FLOATS * start + 3] = from.y;
  const first = addRootNode(scratch, start, NONE, NONE);
  scratch.nodeBound[first] = 0;
  enqueue(scratch, first);
}

/** Is the goal in the node's cell? */
function isAtGoal(scratch: ExactScratch, node: number): boolean {
  if (scratch.nodeCell[node] !== scratch.toCell) return false;
  return scratch.cover === undefined || scratch.nodeCover[node] === scratch.cover.count;
}

/** Go on from an interval, from the start, or, for a point, from a corner. */
function expand(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number): void {
  const { sideTwin, cellFirst } = mesh;
  const least = scratch.ask[LEAST];
  const entry = scratch.nodeEntry[node];
  const c = scratch.nodeCell[node];
  setCone(mesh, corners, scratch, node);
  if (isAtGoal(scratch, node) && seesGoal(scratch)) {
    aimAtGoal(scratch, scratch.nodeRoot[node]);
    reachGoal(mesh, corners, scratch, node);
  }
  tryCorners(mesh, corners, scratch, node, false);
  const last = cellFirst[c + 1];
  for (let s = cellFirst[c]; s < last; s++) {
    if (s === entry || sideTwin[s] === NONE || !(corners.sideRecord[RECORD * s + 6] > least)) continue;
    if (clipSide(corners, scratch, s)) pushInterval(mesh, corners, scratch, node, s);
  }
}

/**
 * The two lines a node's root sees between, into scratch.cone: through a point along a direction, what lies right of the left one
 * and left of the right one. A point's root: what lies to the turning side of the line it came by.
 */
function setCone(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number): void {
  const { ask, nodeAt, rootAt, cone } = scratch;
  const root = scratch.nodeRoot[node];
  const side = scratch.rootSide[root];
  if (scratch.nodeKind[node] === OWN) {
    const R = ROOT_FLOATS * root;
    cone[0] = side < 0 ? 1 : 0;
    cone[5] = side > 0 ? 1 : 0;
    cone[1] = cone[6] = rootAt[R];
    cone[2] = cone[7] = rootAt[R + 1];
    cone[3] = cone[8] = rootAt[R + 4];
    cone[4] = cone[9] = rootAt[R + 5];
    return;
  }
  const at = NODE_FLOATS * node;
  cone[0] = cone[5] = 1;
  cone[1] = nodeAt[at];
  cone[2] = nodeAt[at + 1];
  cone[3] = nodeAt[at + 4];
  cone[4] = nodeAt[at + 5];
  cone[6] = nodeAt[at + 2];
  cone[7] = nodeAt[at + 3];
  cone[8] = nodeAt[at + 6];
  cone[9] = nodeAt[at + 7];
  if (ask[RADIUS] !== 0 || side === 0) return;
  // Where the side entered through ends at a point's root itself, the path may go on turning.
  const sector = scratch.rootSector[root];
  const entry = scratch.nodeEntry[node];
  if (side > 0 && corners.sideSector[entry] === sector) cone[0] = 0;
  if (side < 0 && corners.sideSector[nextSideOf(mesh, entry)] === sector) cone[5] = 0;
}

/** Is the goal between the two lines of scratch.cone? */
function seesGoal({ ask, cone }: ExactScratch): boolean {
  const x = ask[TO_X];
  const y = ask[TO_Y];
  return (
    (cone[0] === 0 || cone[3] * (y - cone[2]) - cone[4] * (x - cone[1]) <= POINT) &&
    (cone[5] === 0 || cone[8] * (y - cone[7]) - cone[9] * (x - cone[6]) >= -POINT)
  );
}

/** The part of a side between the two lines of scratch.cone, into scratch.line. @returns whether there is any */
function clipSide({ sideRecord }: Corners, { ask, cone, line }: ExactScratch, s: number): boolean {
  const hasLeft = cone[0] === 1;
  const hasRight = cone[5] === 1;
  const leftUx = cone[3];
  const leftUy = cone[4];
  const rightUx = cone[8];
  const rightUy = cone[9];
  const radius = ask[RADIUS];
  const record = RECORD * s;
  const long = sideRecord[record + 6];
  const px = sideRecord[record];
  const py = sideRecord[record + 1];
  const ex = (sideRecord[record + 2] - px) / long;
  const ey = (sideRecord[record + 3] - py) / long;
  // From the right end to the left end, as seen by somebody leaving.
  let low = radius;
  let high = long - radius;
  let isLeftLine = false;
  let isRightLine = false;
  if (hasLeft) {
    const slope = leftUx * ey - leftUy * ex;
    const value = leftUx * (py - cone[2]) - leftUy * (px - cone[1]);
    // value + t · slope ≤ 0
    if (slope > 1e-12) {
      isLeftLine = -value / slope <= high + POINT;
      high = Math.min(high, -value / slope);
    } else if (slope < -1e-12) low = Math.max(low, -value / slope);
    else if (value > POINT) return false;
  }
  if (hasRight) {
    const slope = rightUx * ey - rightUy * ex;
    const value = rightUx * (py - cone[7]) - rightUy * (px - cone[6]);
    if (slope > 1e-12) {
      isRightLine = -value / slope >= low - POINT;
      low = Math.max(low, -value / slope);
    } else if (slope < -1e-12) high = Math.min(high, -value / slope);
    else if (value < -POINT) return false;
  }
  if (!(high >= low - POINT)) return false;
  // A single line sees only what lies ahead of it: at a corner it must not be led round to the back.
  if (high - low <= POINT && (hasLeft || hasRight)) {
    const ux = hasRight ? rightUx : leftUx;
    const uy = hasRight ? rightUy : leftUy;
    if (ex * uy - ey * ux > 1e-9) return false;
    const ahead = ux * (px + high * ex - cone[6]) + uy * (py + high * ey - cone[7]);
    if (ahead < -POINT) return false;
  }
  line[0] = low;
  line[1] = high;
  line[2] = isLeftLine ? leftUx : NaN;
  line[3] = leftUy;
  line[4] = isRightLine ? rightUx : NaN;
  line[5] = rightUy;
  return true;
}

/**
 * Lines from the node's root leave its cell through side s, between two distances from its start: scratch.line. The
 * directions of the outermost are there too, where they are those of lines before; NaN where they are to be found.
 */
function pushInterval(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number, s: number): void {
  const { sideRecord } = corners;
  const { ask, line, rootAt } = scratch;
  const root = scratch.nodeRoot[node];
  const twin = mesh.sideTwin[s];
  if (isUseless(scratch, corners, mesh.sideCell[twin])) return;
  let cover = 0;
  if (scratch.cover !== undefined) {
    cover = stepCover(mesh, corners.cellReach, scratch.cover, scratch.nodeCover[node], s, ask[RADIUS]);
    if (cover === NONE) return;
  }
  const at = RECORD * s;
  const long = sideRecord[at + 6];
  let low = line[0];
  let high = line[1];
  if (high < low) high = low = Math.min(Math.max((high + low) / 2, ask[RADIUS]), long - ask[RADIUS]);
  const px = sideRecord[at];
  const py = sideRecord[at + 1];
  const ex = (sideRecord[at + 2] - px) / long;
  const ey = (sideRecord[at + 3] - py) / long;
  const child = addInterval(scratch, twin, mesh.sideCell[twin], cover, node);
  const { nodeAt } = scratch;
  const to = NODE_FLOATS * child;
  nodeAt[to] = px + high * ex;
  nodeAt[to + 1] = py + high * ey;
  nodeAt[to + 2] = px + low * ex;
  nodeAt[to + 3] = py + low * ey;
  nodeAt[to + 4] = line[2];
  nodeAt[to + 5] = line[3];
  nodeAt[to + 6] = line[4];
  nodeAt[to + 7] = line[5];
  if (line[2] !== line[2]) setLine(scratch, to, to + 4, root);
  if (line[4] !== line[4]) setLine(scratch, to + 2, to + 6, root);
  scratch.nodeBound[child] = rootAt[ROOT_FLOATS * root + 6] + boundOver(scratch, child, root);
  enqueue(scratch, child);
}

/** The direction of the line from a root to a place in nodeAt. */
function setLine({ ask, nodeAt, rootAt, rootSide }: ExactScratch, at: number, to: number, root: number): void {
  const R = ROOT_FLOATS * root;
  const dx = nodeAt[at] - rootAt[R];
  const dy = nodeAt[at + 1] - rootAt[R + 1];
  const squared = dx * dx + dy * dy;
  const shift = -rootSide[root] * ask[RADIUS];
  const along = Math.sqrt(Math.max(0, squared - shift * shift));
  // A point that turns on the spot: the place is the root itself.
  const isThere = squared <= POINT * POINT;
  nodeAt[to] = isThere ? rootAt[R + 4] : (along * dx + shift * dy) / squared;
  nodeAt[to + 1] = isThere ? rootAt[R + 5] : (along * dy - shift * dx) / squared;
}

/** The shortest way from where a root's arc begins over a node's interval to the goal, on whichever side of it that is. */
function boundOver({ ask, nodeAt, rootAt }: ExactScratch, node: number, root: number): number {
  const at = NODE_FLOATS * node;
  const x = rootAt[ROOT_FLOATS * root + 2];
  const y = rootAt[ROOT_FLOATS * root + 3];
  const ax = nodeAt[at];
  const ay = nodeAt[at + 1];
  const ex = nodeAt[at + 2] - ax;
  const ey = nodeAt[at + 3] - ay;
  const squared = ex * ex + ey * ey;
  let gx = ask[TO_X];
  let gy = ask[TO_Y];
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
    share = ((x + t * (gx - x) - ax) * ex + (y + t * (gy - y) - ay) * ey) / squared;
    if (share < 0) share = 0;
    else if (share > 1) share = 1;
    else return Math.sqrt((gx - x) * (gx - x) + (gy - y) * (gy - y));
  }
  const mx = ax + share * ex;
  const my = ay + share * ey;
  const near = (mx - x) * (mx - x) + (my - y) * (my - y);
  const far = (gx - mx) * (gx - mx) + (gy - my) * (gy - my);
  return Math.sqrt(near) + Math.sqrt(far);
}

/**
 * Go on from the part of an arc in one cell. The lines that leave it cross the sides of the cell in order, from where the
 * first of them leaves the cell to where the last one does.
 */
function expandArc(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number): void {
  const { rootAt, arc, ask, cone, line } = scratch;
  const { at } = arc;
  const { sideRecord } = corners;
  const radius = ask[RADIUS];
  const width = ask[WIDTH];
  const c = scratch.nodeCell[node];
  const root = scratch.nodeRoot[node];
  const turn = scratch.rootSide[root];
  const R = ROOT_FLOATS * root;
  const ux = rootAt[R + 4];
  const uy = rootAt[R + 5];
  arc.sector = scratch.rootSector[root];
  arc.turn = turn;
  at[CENTRE] = rootAt[R];
  at[CENTRE + 1] = rootAt[R + 1];
  at[BEGIN] = ux;
  at[BEGIN + 1] = uy;
  const exit = findArcEnd(mesh, corners, scratch.near, arc, c);
  const endX = at[END];
  const endY = at[END + 1];
  const exitAt = at[EXIT_AT];
  if (exit !== NONE) {
    followArc(mesh, corners, scratch, node, exit);
    if (ux === endX && uy === endY) return;
  }
  const inSide = findExit(mesh, corners, scratch, root, c, BEGIN);
  const inAt = at[EXIT_AT];
  const outSide = exit === NONE ? findExit(mesh, corners, scratch, root, c, END) : exit;
  const outAt = exit === NONE ? at[EXIT_AT] : exitAt;
  cone[0] = ux;
  cone[1] = uy;
  cone[2] = endX;
  cone[3] = endY;
  if (isAtGoal(scratch, node)) {
    aimAtGoal(scratch, root);
    if (isBetween(scratch, turn)) reachGoal(mesh, corners, scratch, node);
  }
  tryCorners(mesh, corners, scratch, node, true);

  if (inSide === NONE || outSide === NONE) return;
  const rightSide = turn > 0 ? inSide : outSide;
  const leftSide = turn > 0 ? outSide : inSide;
  const rightAt = turn > 0 ? inAt : outAt;
  const leftAt = turn > 0 ? outAt : inAt;
  const first = mesh.cellFirst[c];
  const last = mesh.cellFirst[c + 1];
  for (let s = rightSide; ; s = s + 1 === last ? first : s + 1) {
    const long = sideRecord[RECORD * s + 6];
    if (mesh.sideTwin[s] !== NONE && long > width) {
      const low = s === rightSide && rightAt > radius ? rightAt : radius;
      const high = s === leftSide && leftAt < long - radius ? leftAt : long - radius;
      if (high >= low - POINT) {
        line[0] = low;
        line[1] = high;
        line[2] = s === leftSide && leftAt <= long - radius + POINT ? (turn > 0 ? endX : ux) : NaN;
        line[3] = turn > 0 ? endY : uy;
        line[4] = s === rightSide && rightAt >= radius - POINT ? (turn > 0 ? ux : endX) : NaN;
        line[5] = turn > 0 ? uy : endY;
        pushInterval(mesh, corners, scratch, node, s);
      }
    }
    if (s === leftSide) return;
  }
}

/** The arc of the node's root, which is in scratch.arc, goes on behind side s. */
function followArc(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number, s: number): void {
  const { ask, touch } = scratch;
  const { at } = scratch.arc;
  const twin = mesh.sideTwin[s];
  const behind = mesh.sideCell[twin];
  if (isUseless(scratch, corners, behind)) return;
  let cover = 0;
  if (scratch.cover !== undefined) {
    cover = stepCover(mesh, corners.cellReach, scratch.cover, scratch.nodeCover[node], s, ask[RADIUS]);
    if (cover === NONE) return;
  }
  const root = scratch.nodeRoot[node];
  const turn = scratch.rootSide[root];
  const next = addRoot(scratch, scratch.rootSector[root], behind, cover, scratch.rootFamily[root], turn);
  touch[0] = at[END];
  touch[1] = at[END + 1];
  const { rootAt } = scratch;
  const N = ROOT_FLOATS * next;
  rootAt[N] = at[CENTRE];
  rootAt[N + 1] = at[CENTRE + 1];
  rootAt[N + 2] = at[CENTRE] + turn * ask[RADIUS] * at[END + 1];
  rootAt[N + 3] = at[CENTRE + 1] - turn * ask[RADIUS] * at[END];
  rootAt[N + 4] = at[END];
  rootAt[N + 5] = at[END + 1];
  rootAt[N + 6] = rootAt[ROOT_FLOATS * root + 6] + arcTo(scratch, root);
  const child = addRootNode(scratch, next, twin, node);
  const dx = ask[TO_X] - rootAt[N + 2];
  const dy = ask[TO_Y] - rootAt[N + 3];
  scratch.nodeBound[child] = rootAt[N + 6] + Math.sqrt(dx * dx + dy * dy);
  enqueue(scratch, child);
}

/**
 * The side through which the line that touches an arc at its beginning or at its end leaves a cell; where on that side is
 * put into scratch.arc.
 */
function findExit(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  root: number,
  c: number,
  from: number,
): number {
  const { sideRecord } = corners;
  const { at } = scratch.arc;
  const ux = at[from];
  const uy = at[from + 1];
  const shift = scratch.rootSide[root] * scratch.ask[RADIUS];
  const x = at[CENTRE] + shift * uy;
  const y = at[CENTRE + 1] - shift * ux;
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    const record = RECORD * s;
    const start = ux * (sideRecord[record + 1] - y) - uy * (sideRecord[record] - x);
    if (start > 4 * POINT) continue;
    const end = ux * (sideRecord[record + 3] - y) - uy * (sideRecord[record + 2] - x);
    if (end <= 4 * POINT) continue;
    at[EXIT_AT] = sideRecord[record + 6] * Math.min(1, Math.max(0, -start / (end - start)));
    return s;
  }
  return NONE;
}

/** The sides crossed on the way to a node; none that is crossed back again at once. */
function writePortals(mesh: CellMesh, scratch: ExactScratch, node: number, portals: GrowableInts): void {
  for (let n = node; n !== NONE; n = scratch.nodeParent[n]) {
    const entry = scratch.nodeEntry[n];
    if (entry === NONE) continue;
    // From the goal backwards: the one written before is the one crossed next.
    if (portals.length > 0 && portals.array[portals.length - 1] === entry) portals.length--;
    else portals.push(mesh.sideTwin[entry]);
  }
  const { array } = portals;
  for (let i = 0, j = portals.length - 1; i < j; i++, j--) {
    const side = array[i];
    array[i] = array[j];
    array[j] = side;
  }
}
