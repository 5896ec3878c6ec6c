/**
 * The path, of everybody but `pure` walkers: from a walker's route to the direction it would like to walk in, by walls and route alone. Where
 * cells happen to be cut does not matter: two subdivisions of one floor give the same walk.
 *
 *   1. the string   from the walker over the next portals, as far as it can be pulled straight. Of the ends of portals only real corners
 *                   count (turns.ts), each as a disc of the walker's radius and a margin that the string touches.
 *   2. the lane     round the corner where the string bends, until that is passed (round-corner.ts)
 *   3. own corners  of its cell, ahead of that direction, are kept off, too: a corner whose portal is passed is still there
 *
 * Beyond the last portal looked at, or with the goal in sight, straight there; a line is walked to where it is nearest.
 * It also tells whether the walker is about to enter a passage: two corners ahead with the walls behind them along its way. People who enter let others
 * out first (patience.ts), and keep off the corner on the side where these come out: they do not fill it.
 * Cost: portals looked through, LOOKED at most, and the corners of one cell.
 */
import { NONE } from '../../core/none.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import { KEEP_SIDE, PROFILE, WALL_MARGIN } from '../../crowd/profiles.ts';
import { topOfRoute } from '../../crowd/routes.ts';
import { RECORD } from '../../routing/corners/corners.ts';
import type { View } from './columns.ts';
import {
  BOUND_X,
  BOUND_Y,
  headPast,
  INSET,
  keepLane,
  LEFT,
  putBound,
  rememberTurn,
  RIGHT,
  SHARE,
  shareKept,
  startTurn,
  wallBehind,
} from './round-corner.ts';
import { SELF_PREFERRED, SELF_RADIUS, SELF_VX, SELF_VY, SELF_X, SELF_Y, type Thought } from './thought.ts';
import { IS_CORNER, TURN } from './turns.ts';

/** Portals looked through. */
const LOOKED = 12;
/** Metres: nearer to a place than this, a walker is there. */
const THERE = 1e-3;
/** Metres from the goal within which a walker that passes it slows down, the share of its speed it keeps, and the square of the cosine from which on it does not pass. */
const PASSED = 1.2;
const CAREFUL = 0.35;
const STRAIGHT = 0.5;
/** Metres to the corners of a passage from which on one is about to enter it, and the cosine between the way and its walls. */
const BEFORE = 6;
const INTO = 0.5;

/** Places in thought.lane: the first corner that the string passes on its right, and on its left: place in turns.corner, or NONE. */
const FIRST_RIGHT = 4;
const FIRST_LEFT = 5;

/** Into thought.velocity: at the preferred speed, or slower where it would walk past its goal. */
export function headAlongFunnel(view: View, i: number, thought: Thought): void {
  const { crowd, profiles, prepared } = view;
  const { velocity, self, lane } = thought;
  const speed = self[SELF_PREFERRED];
  velocity[0] = velocity[1] = 0;
  thought.isEntering = false;
  if (crowd.goalCell[i] === NONE || crowd.route[i] === NONE || speed === 0) return;
  const p = PROFILE * crowd.profile[i];
  const pace = Math.sqrt(self[SELF_VX] * self[SELF_VX] + self[SELF_VY] * self[SELF_VY]);
  lane[INSET] = self[SELF_RADIUS] + profiles.numbers[p + WALL_MARGIN];
  lane[SHARE] = shareKept(pace >= speed ? 0 : 1 - pace / speed);
  lane[FIRST_RIGHT] = lane[FIRST_LEFT] = NONE;
  const corner = pullString(view, i, thought);
  const far = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  if (far < THERE) {
    velocity[0] = velocity[1] = 0;
    return;
  }
  velocity[0] /= far;
  velocity[1] /= far;
  if (corner !== NONE) {
    const isRight = (corner & 1) === 1;
    const keepsRight = profiles.numbers[p + KEEP_SIDE] >= 0;
    startTurn(
      prepared.turns.corner,
      TURN * (corner >> 1),
      isRight,
      crowd.letsOut[i] === 1 && isRight !== keepsRight,
      thought,
    );
  }
  thought.isEntering = isInto(view, thought, FIRST_RIGHT) && isInto(view, thought, FIRST_LEFT);
  keepLane(thought);
  passOwnCorners(view, i, thought, corner === NONE ? far : Math.min(far, metresTo(view, thought, corner)));
  rememberTurn(view, i, thought);
  const isPoint = crowd.portalsLeft[i] === 0 && !isLine(view, i);
  const share = isPoint && far < PASSED && isPassing(self, crowd, i) ? CAREFUL * speed : speed;
  velocity[0] *= share;
  velocity[1] *= share;
}

/** To a corner: 2 · sector, and 1 more on the right. */
function metresTo({ prepared }: View, { self }: Thought, bend: number): number {
  const at = TURN * (bend >> 1);
  const dx = prepared.turns.corner[at] - self[SELF_X];
  const dy = prepared.turns.corner[at + 1] - self[SELF_Y];
  return Math.sqrt(dx * dx + dy * dy);
}

/** Does the wall behind a corner near ahead lead along the way? @param which FIRST_RIGHT or FIRST_LEFT */
function isInto({ prepared }: View, { velocity, self, lane }: Thought, which: number): boolean {
  const at = lane[which];
  if (at === NONE) return false;
  const { corner } = prepared.turns;
  const ax = corner[at] - self[SELF_X];
  const ay = corner[at + 1] - self[SELF_Y];
  const wall = at + wallBehind(which === FIRST_RIGHT);
  return ax * ax + ay * ay < BEFORE * BEFORE && velocity[0] * corner[wall] + velocity[1] * corner[wall + 1] > INTO;
}

/**
 * Step 1: into thought.velocity, the way to where the string leads first: the goal, the last portal seen, or past a corner.
 * @returns that corner: 2 · sector, and 1 more where it is passed on the right; NONE if the string is straight
 */
function pullString(view: View, i: number, thought: Thought): number {
  const { corners, crowd, routes, prepared } = view;
  const { velocity, self, lane } = thought;
  const { corner } = prepared.turns;
  const { sideRecord } = corners;
  const { store } = routes;
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const inset = lane[INSET];
  const top = topOfRoute(crowd, i);
  const left = crowd.portalsLeft[i];
  const most = left < LOOKED ? left : LOOKED;
  // The last corner the string touches on its right, and on its left, and the direction there; NONE while there is none.
  let right: number = NONE;
  let rx = 0;
  let ry = 0;
  let rightFar = 0;
  let leftmost: number = NONE;
  let lx = 0;
  let ly = 0;
  let leftFar = 0;
  let isShut = false;
  let toX = 0;
  let toY = 0;
  for (let k = 0; k < most; k++) {
    const at = RECORD * store[top - k];
    const ax = sideRecord[at] - x;
    const ay = sideRecord[at + 1] - y;
    const bx = sideRecord[at + 2] - x;
    const by = sideRecord[at + 3] - y;
    const long = sideRecord[at + 6];
    if (k === 0 && headThrough(velocity, sideRecord, at, x, y, inset)) return NONE;
    toX = (ax + bx) / 2;
    toY = (ay + by) / 2;
    // Wholly beyond what is seen past a corner, and not behind the walker: round that corner.
    if (right !== NONE && rx * by - ry * bx < 0 && (leftmost === NONE || lx * by - ly * bx <= 0))
      return bendAt(velocity, right, rx, ry, toX, toY);
    if (leftmost !== NONE && lx * ay - ly * ax > 0 && (right === NONE || rx * ay - ry * ax >= 0))
      return bendAt(velocity, leftmost, lx, ly, toX, toY);
    const drawn = 2 * inset < long ? inset : long / 2;
    if (corner[TURN * sideRecord[at + 4] + IS_CORNER] === 1) {
      if (right === NONE) lane[FIRST_RIGHT] = TURN * sideRecord[at + 4];
      putBound(lane, ax, ay, drawn, RIGHT);
      const ox = lane[BOUND_X];
      const oy = lane[BOUND_Y];
      if (right === NONE || rx * oy - ry * ox > 0) {
        right = 2 * sideRecord[at + 4] + 1;
        rx = ox;
        ry = oy;
        isShut = leftmost !== NONE && rx * ly - ry * lx <= 0;
        rightFar = ax * ax + ay * ay;
      }
    }
    if (corner[TURN * sideRecord[at + 5] + IS_CORNER] === 1) {
      if (leftmost === NONE) lane[FIRST_LEFT] = TURN * sideRecord[at + 5];
      putBound(lane, bx, by, drawn, LEFT);
      const qx = lane[BOUND_X];
      const qy = lane[BOUND_Y];
      if (leftmost === NONE || lx * qy - ly * qx < 0) {
        leftmost = 2 * sideRecord[at + 5];
        lx = qx;
        ly = qy;
        isShut ||= right !== NONE && rx * ly - ry * lx <= 0;
        leftFar = bx * bx + by * by;
      }
    }
    // Nothing is seen between the two: past the nearer one first.
    if (isShut && rightFar < leftFar) return bendAt(velocity, right, rx, ry, toX, toY);
    if (isShut) return bendAt(velocity, leftmost, lx, ly, toX, toY);
  }
  velocity[0] = toX;
  velocity[1] = toY;
  if (most === left) putGoal(view, i, thought);
  const isRightOf = right !== NONE && rx * velocity[1] - ry * velocity[0] < 0;
  const isLeftOf = leftmost !== NONE && lx * velocity[1] - ly * velocity[0] > 0;
  // Beyond both is behind the walker: past the nearer one first.
  if (isRightOf && (!isLeftOf || rightFar < leftFar)) return bendAt(velocity, right, rx, ry, toX, toY);
  if (isLeftOf) return bendAt(velocity, leftmost, lx, ly, toX, toY);
  return NONE;
}

/**
 * In the plane of its next portal, past it, or before one too narrow for more than one lane: to the nearest place of it, and on.
 * @param at where in `record` the portal is. @returns whether it is so
 */
function headThrough(
  velocity: Float64Array,
  record: Float64Array,
  at: number,
  x: number,
  y: number,
  inset: number,
): boolean {
  const ax = record[at] - x;
  const ay = record[at + 1] - y;
  const long = record[at + 6];
  const ex = (record[at + 2] - record[at]) / long;
  const ey = (record[at + 3] - record[at + 1]) / long;
  if (ex * ay - ey * ax < -THERE && 2 * inset < long) return false;
  const drawn = 2 * inset < long ? inset : long / 2;
  const along = -(ax * ex + ay * ey);
  const share = along < drawn ? drawn : along > long - drawn ? long - drawn : along;
  const intoX = ax + share * ex + ey * inset;
  const intoY = ay + share * ey - ex * inset;
  const isThere = intoX * intoX + intoY * intoY < THERE * THERE;
  velocity[0] = isThere ? ey : intoX;
  velocity[1] = isThere ? -ex : intoY;
  return true;
}

/** In the direction past a corner, as far as it is to a place. @returns the corner */
function bendAt(velocity: Float64Array, bend: number, dx: number, dy: number, toX: number, toY: number): number {
  const share = Math.sqrt((toX * toX + toY * toY) / (dx * dx + dy * dy));
  velocity[0] = share * dx;
  velocity[1] = share * dy;
  return bend;
}

/** The way to the goal: to a line, where it is nearest, its ends drawn in. */
function putGoal(view: View, i: number, { velocity, self, lane }: Thought): void {
  const { crowd } = view;
  const { goalLines } = view.prepared;
  if (!isLine(view, i)) {
    velocity[0] = crowd.goal[2 * i] - self[SELF_X];
    velocity[1] = crowd.goal[2 * i + 1] - self[SELF_Y];
    return;
  }
  const line = 4 * crowd.chosen[i];
  const ax = goalLines[line] - self[SELF_X];
  const ay = goalLines[line + 1] - self[SELF_Y];
  const ex = goalLines[line + 2] - goalLines[line];
  const ey = goalLines[line + 3] - goalLines[line + 1];
  const squared = ex * ex + ey * ey;
  const margin = Math.min(0.5, lane[INSET] / Math.sqrt(squared));
  const foot = -(ax * ex + ay * ey) / squared;
  const share = foot > margin ? Math.min(1 - margin, foot) : margin;
  velocity[0] = ax + share * ex;
  velocity[1] = ay + share * ey;
}

function isLine({ crowd, prepared }: View, i: number): boolean {
  const line = 4 * crowd.chosen[i];
  return line >= 0 && !Number.isNaN(prepared.goalLines[line]) && crowd.spot[i] === NONE;
}

/** Step 3: corners of its own cell ahead, nearer than where it heads for, bend thought.velocity, a unit vector. */
function passOwnCorners({ crowd, prepared }: View, i: number, { velocity, self, lane }: Thought, far: number): void {
  const { corner, first, item } = prepared.turns;
  const inset = lane[INSET];
  const c = crowd.cell[i];
  const last = first[c + 1];
  for (let k = first[c]; k < last; k++) {
    const at = TURN * item[k];
    const ax = corner[at] - self[SELF_X];
    const ay = corner[at + 1] - self[SELF_Y];
    const ahead = ax * velocity[0] + ay * velocity[1];
    if (ahead <= 0 || ahead >= far) continue;
    const aside = velocity[0] * ay - velocity[1] * ax;
    if (aside < inset && aside > -inset) headPast(velocity, lane, ax, ay, inset, aside < 0 ? RIGHT : LEFT);
  }
}

/** Does somebody near the goal walk past it? It would go round and round, faster than it can turn. */
function isPassing(self: Float64Array, { goal }: Crowd, i: number): boolean {
  const gx = goal[2 * i] - self[SELF_X];
  const gy = goal[2 * i + 1] - self[SELF_Y];
  const vx = self[SELF_VX];
  const vy = self[SELF_VY];
  const towards = vx * gx + vy * gy;
  return towards < 0 || towards * towards < (vx * vx + vy * vy) * (gx * gx + gy * gy) * STRAIGHT;
}
