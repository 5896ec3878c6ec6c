/**
 * New roots for exact.ts: the corners that lines from a root can touch in a cell, the goal, and whether such a line is clear.
 */
import { NONE } from '../../core/none.ts';
import { angleFrom } from '../../core/trigonometry.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf, previousSideOf } from '../../subdivision/cells.ts';
import { type Corners, RECORD } from '../corners/corners.ts';
import { isOneArc } from './exact-arc.ts';
import {
  addGoal,
  addRoot,
  addRootNode,
  arcTo,
  enqueue,
  type ExactScratch,
  holdsTouch,
  isUseless,
  OWN,
  POINT,
  RADIUS,
  ROOT_FLOATS,
  SLACK,
  TO_X,
  TO_Y,
} from './exact-state.ts';
import { countNear } from '../corners/near-corners.ts';

/**
 * New roots at the corners that lines from the node's root can touch within its cell.
 * @param isArc what is seen is told by the first and the last direction of an arc, in scratch.cone; else by two lines
 */
export function tryCorners(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  isArc: boolean,
): void {
  const { cone, near } = scratch;
  const { sideRecord } = corners;
  const c = scratch.nodeCell[node];
  const sector = scratch.rootSector[scratch.nodeRoot[node]];
  const reach = scratch.ask[RADIUS] + POINT;
  const hasLeft = !isArc && cone[0] === 1;
  const hasRight = !isArc && cone[5] === 1;
  const first = mesh.cellFirst[c];
  const last = mesh.cellFirst[c + 1];
  for (let i = first - countNear(mesh, corners, near, c); i < last; i++) {
    const s = i < first ? near.sides.array[near.first[c] + first - 1 - i] : i;
    if ((sideRecord[RECORD * s + 7] & 1) === 0 || sideRecord[RECORD * s + 4] === sector) continue;
    // Where it is touched is within the radius of it.
    const px = sideRecord[RECORD * s];
    const py = sideRecord[RECORD * s + 1];
    if (hasLeft && cone[3] * (py - cone[2]) - cone[4] * (px - cone[1]) > reach) continue;
    if (hasRight && cone[8] * (py - cone[7]) - cone[9] * (px - cone[6]) < -reach) continue;
    if (i >= first && isUselessCorner(mesh, corners, scratch, s)) continue;
    tryCorner(mesh, corners, scratch, node, isArc, s);
  }
}

/** Is the corner where side s starts between a wall and dead ends? A path would bend into those, or to an end right before them. */
function isUselessCorner(mesh: CellMesh, corners: Corners, scratch: ExactScratch, s: number): boolean {
  return isUselessBehind(mesh, corners, scratch, s) && isUselessBehind(mesh, corners, scratch, previousSideOf(mesh, s));
}

/** Is there a wall on side s, or behind it a dead end, and neither end of the path so near that a disc there leans into it? */
function isUselessBehind(mesh: CellMesh, corners: Corners, scratch: ExactScratch, s: number): boolean {
  const twin = mesh.sideTwin[s];
  if (twin === NONE) return true;
  if (!isUseless(scratch, corners, mesh.sideCell[twin])) return false;
  const { ask, rootAt } = scratch;
  const near = 2 * ask[RADIUS];
  // The first root is the start.
  return (
    near === 0 ||
    (!isNearSide(corners, s, ask[TO_X], ask[TO_Y], near) && !isNearSide(corners, s, rootAt[0], rootAt[1], near))
  );
}

function isNearSide({ sideRecord }: Corners, s: number, x: number, y: number, near: number): boolean {
  const at = RECORD * s;
  const ex = sideRecord[at + 2] - sideRecord[at];
  const ey = sideRecord[at + 3] - sideRecord[at + 1];
  const dx = x - sideRecord[at];
  const dy = y - sideRecord[at + 1];
  const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
  return (dx - share * ex) ** 2 + (dy - share * ey) ** 2 < near * near;
}

/** Can a line from the node's root, within what it sees, touch the corner where side s starts, in the node's cell? */
function tryCorner(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  node: number,
  isArc: boolean,
  s: number,
): void {
  const { cone, rootAt, touch } = scratch;
  const { sideRecord, sideSector, sectorWalls } = corners;
  const radius = scratch.ask[RADIUS];
  const c = scratch.nodeCell[node];
  const root = scratch.nodeRoot[node];
  const side = scratch.rootSide[root];
  const px = sideRecord[RECORD * s];
  const py = sideRecord[RECORD * s + 1];
  const dx = px - rootAt[ROOT_FLOATS * root];
  const dy = py - rootAt[ROOT_FLOATS * root + 1];
  const squared = dx * dx + dy * dy;
  const w = 4 * sideSector[s];
  for (let turn = 1; turn >= -1; turn -= 2) {
    const shift = (turn - side) * radius;
    if (squared <= shift * shift) continue;
    const along = Math.sqrt(squared - shift * shift);
    const ux = (along * dx + shift * dy) / squared;
    const uy = (along * dy - shift * dx) / squared;
    // The walls of the corner are on the side it is passed on.
    const first = turn * (ux * sectorWalls[w + 1] - uy * sectorWalls[w]);
    const second = turn * (ux * sectorWalls[w + 3] - uy * sectorWalls[w + 2]);
    if (first < -SLACK || second < -SLACK) continue;
    // Along the wall it would turn to there is no turning; the line goes on without a new root.
    if (turn > 0) {
      if (second < SLACK && ux * sectorWalls[w + 2] + uy * sectorWalls[w + 3] > 0) continue;
    } else if (first < SLACK && ux * sectorWalls[w] + uy * sectorWalls[w + 1] > 0) continue;
    const tx = px + turn * radius * uy;
    const ty = py - turn * radius * ux;
    touch[0] = ux;
    touch[1] = uy;
    touch[2] = tx;
    touch[3] = ty;
    if (isArc) {
      if (!isBetween(scratch, side)) continue;
    } else {
      if (cone[0] === 1 && cone[3] * (ty - cone[2]) - cone[4] * (tx - cone[1]) > POINT) continue;
      if (cone[5] === 1 && cone[8] * (ty - cone[7]) - cone[9] * (tx - cone[6]) < -POINT) continue;
    }
    if (radius > 0) {
      if (!holdsTouch(mesh, corners, scratch, c)) continue;
    } else {
      // Of the cells around the corner, a point touches it in the one away from the walls.
      const q = RECORD * nextSideOf(mesh, s);
      const o = RECORD * previousSideOf(mesh, s);
      if (turn * ((sideRecord[q] - px) * ux + (sideRecord[q + 1] - py) * uy) > SLACK) continue;
      if (turn * ((sideRecord[o] - px) * ux + (sideRecord[o + 1] - py) * uy) < -SLACK) continue;
    }
    touch[4] = tx - along * ux;
    touch[5] = ty - along * uy;
    touch[6] = along;
    bendAt(mesh, corners, scratch, node, s, turn);
  }
}

/** Is the direction in scratch.touch between the first and the last of an arc? They are half a turn apart at most. */
export function isBetween({ cone, touch }: ExactScratch, turn: number): boolean {
  const ux = touch[0];
  const uy = touch[1];
  if (turn * (cone[0] * uy - cone[1] * ux) < -SLACK) return false;
  if (turn * (ux * cone[3] - uy * cone[2]) < -SLACK) return false;
  return ux * (cone[0] + cone[2]) + uy * (cone[1] + cone[3]) > -1e-6;
}

/** The line from a root to the goal, into scratch.touch. */
export function aimAtGoal(scratch: ExactScratch, root: number): void {
  const { rootAt, touch, ask } = scratch;
  const R = ROOT_FLOATS * root;
  const dx = ask[TO_X] - rootAt[R];
  const dy = ask[TO_Y] - rootAt[R + 1];
  const squared = dx * dx + dy * dy;
  const shift = -scratch.rootSide[root] * ask[RADIUS];
  const along = Math.sqrt(Math.max(0, squared - shift * shift));
  const ux = squared === 0 ? 0 : (along * dx + shift * dy) / squared;
  const uy = squared === 0 ? 0 : (along * dy - shift * dx) / squared;
  touch[0] = ux;
  touch[1] = uy;
  touch[2] = ask[TO_X];
  touch[3] = ask[TO_Y];
  touch[4] = ask[TO_X] - along * ux;
  touch[5] = ask[TO_Y] - along * uy;
  touch[6] = along;
}

/** The goal is in sight of the node's root, along scratch.touch. */
export function reachGoal(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number): void {
  const root = scratch.nodeRoot[node];
  if (!isClear(mesh, corners, scratch, node, NONE)) return;
  const goal = addGoal(scratch, node);
  scratch.nodeBound[goal] = scratch.rootAt[ROOT_FLOATS * root + 6] + arcTo(scratch, root) + scratch.touch[6];
  enqueue(scratch, goal);
}

/** The corner where side s starts can be touched in the node's cell: make it a root, unless it was reached better before. */
function bendAt(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number, s: number, turn: number): void {
  const { latest, latestStamp, rootNext, rootDropped, touch } = scratch;
  const from = scratch.nodeRoot[node];
  const cell = scratch.nodeCell[node];
  const cover = scratch.nodeCover[node];
  const sector = corners.sideSector[s];
  const g = scratch.rootAt[ROOT_FLOATS * from + 6] + arcTo(scratch, from) + touch[6];
  const key = 2 * sector + (turn > 0 ? 1 : 0);
  const known = latestStamp[key] === scratch.query ? latest[key] : NONE;
  // Another way to this corner is better if it also is with the arc from the one to the other added.
  for (let k = known; k !== NONE; k = rootNext[k]) {
    const other = scratch.rootAt[ROOT_FLOATS * k + 6];
    if (rootDropped[k] === 1 || other > g + 1e-11 * g || other + arcBetween(scratch, k) > g + 1e-11 * g) continue;
    if (isOneArc(mesh, corners, scratch, k, cell, cover)) return;
  }
  if (!isClear(mesh, corners, scratch, node, sector)) return;
  for (let k = known; k !== NONE; k = rootNext[k]) {
    const other = scratch.rootAt[ROOT_FLOATS * k + 6];
    if (rootDropped[k] === 1 || other < g || g + arcBetween(scratch, k) > other) continue;
    if (isOneArc(mesh, corners, scratch, k, cell, cover)) rootDropped[k] = 1;
  }
  const root = addRoot(scratch, sector, cell, cover, NONE, turn);
  scratch.rootNext[root] = known;
  latest[key] = root;
  latestStamp[key] = scratch.query;
  const { rootAt, ask } = scratch;
  const R = ROOT_FLOATS * root;
  rootAt[R] = corners.sideRecord[RECORD * s];
  rootAt[R + 1] = corners.sideRecord[RECORD * s + 1];
  rootAt[R + 2] = touch[2];
  rootAt[R + 3] = touch[3];
  rootAt[R + 4] = touch[0];
  rootAt[R + 5] = touch[1];
  rootAt[R + 6] = g;
  const child = addRootNode(scratch, root, NONE, node);
  const dx = ask[TO_X] - touch[2];
  const dy = ask[TO_Y] - touch[3];
  // The goal may lie behind the circle; nothing is shorter than the straight line.
  scratch.nodeBound[child] = g + Math.sqrt(dx * dx + dy * dy);
  enqueue(scratch, child);
}

/** Metres along the circle of a root between where it begins and where another way, along scratch.touch, touches it. */
function arcBetween({ ask, rootAt, touch }: ExactScratch, root: number): number {
  const radius = ask[RADIUS];
  if (radius === 0) return 0;
  const inX = rootAt[ROOT_FLOATS * root + 4];
  const inY = rootAt[ROOT_FLOATS * root + 5];
  return radius * angleFrom(inX * touch[1] - inY * touch[0], inX * touch[0] + inY * touch[1]);
}

/** Does the line in scratch.touch, from the root of a node into its cell, keep the radius from all corners beside it? */
function isClear(mesh: CellMesh, corners: Corners, scratch: ExactScratch, node: number, except: number): boolean {
  const radius = scratch.ask[RADIUS];
  if (radius === 0) return true;
  const { cellFirst } = mesh;
  const { sideRecord } = corners;
  const { near, touch, nodeCell, nodeKind, nodeParent } = scratch;
  const ux = touch[0];
  const uy = touch[1];
  const x = touch[4];
  const y = touch[5];
  const along = touch[6];
  const least = radius - POINT;
  const sector = scratch.rootSector[scratch.nodeRoot[node]];
  for (let n = node; ; n = nodeParent[n]) {
    const c = nodeCell[n];
    const first = cellFirst[c];
    const last = cellFirst[c + 1];
    for (let i = first - countNear(mesh, corners, near, c); i < last; i++) {
      const s = i < first ? near.sides.array[near.first[c] + first - 1 - i] : i;
      const at = RECORD * s;
      const dx = sideRecord[at] - x;
      const dy = sideRecord[at + 1] - y;
      const distance = ux * dy - uy * dx;
      if (distance >= least || distance <= -least) continue;
      const beside = dx * ux + dy * uy;
      if (beside <= 0 || beside >= along + radius || (sideRecord[at + 7] & 1) === 0) continue;
      if (sideRecord[at + 4] === except || sideRecord[at + 4] === sector) continue;
      const beyond = beside - along;
      if (beyond <= 0 || distance * distance + beyond * beyond < least * least) return false;
    }
    if (nodeKind[n] === OWN) return true;
  }
}
