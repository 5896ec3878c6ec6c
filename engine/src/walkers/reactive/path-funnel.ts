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
 * People who enter a passage let others out first (fan.ts, patience.ts), and keep off the corner on the side where these come out: they do not fill it.
 * Cost: portals looked through, LOOKED at most, and the corners of one cell.
 */
import { NONE } from '../../core/none.ts';
import { KEEP_SIDE, PROFILE, WALL_MARGIN } from '../../crowd/profiles.ts';
import { topOfRoute } from '../../crowd/routes.ts';
import { RECORD } from '../../routing/corners/corners.ts';
import type { View } from './columns.ts';
import { CAREFUL, isPassing, PASSED } from './path-cone.ts';
import {
  findShare,
  headPast,
  INSET,
  keepLane,
  LEFT,
  PAST_AT,
  PAST_X,
  PAST_Y,
  rememberTurn,
  RIGHT,
  startTurn,
  wallBehind,
} from './round-corner.ts';
import { SELF_AIM_X, SELF_AIM_Y, SELF_PREFERRED, SELF_RADIUS, SELF_X, SELF_Y, type Thought } from './thought.ts';
import { ENDS, STARTS, TURN } from './turns.ts';

/** Portals looked through. */
const LOOKED = 12;
/** Metres: nearer to a place than this, a walker is there. */
const THERE = 1e-3;
/** Metres to the corners of a passage from which on one is about to enter it, and the cosine between the way and its walls. */
const BEFORE = 6;
const INTO = 0.5;

/** Places in thought.lane: the first corner that the string passes on its right, and on its left: place in turns.corner, or NONE. */
export const FIRST_RIGHT = 5;
export const FIRST_LEFT = 6;
/** Metres ahead within which corners of its own cell matter. */
const AHEAD = 7;

/** Into thought.velocity: at the preferred speed, or slower where it would walk past its goal. */
export function headAlongFunnel(view: View, i: number, thought: Thought): void {
  const { crowd, profiles, prepared } = view;
  const { velocity, self, lane } = thought;
  const speed = self[SELF_PREFERRED];
  velocity[0] = velocity[1] = 0;
  lane[FIRST_RIGHT] = lane[FIRST_LEFT] = NONE;
  if (crowd.goalCell[i] === NONE || crowd.route[i] === NONE || speed === 0) return;
  const p = PROFILE * crowd.profile[i];
  lane[INSET] = self[SELF_RADIUS] + profiles.numbers[p + WALL_MARGIN];
  findShare(thought);
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
  keepLane(thought);
  lane[AHEAD] = far;
  passOwnCorners(view, i, thought, corner);
  rememberTurn(view, i, thought);
  const isPoint = crowd.portalsLeft[i] === 0 && !isLine(view, i);
  const share = isPoint && far < PASSED && isPassing(self, crowd, i) ? CAREFUL * speed : speed;
  velocity[0] *= share;
  velocity[1] *= share;
}

/** Is somebody whose path is known about to enter a passage: two corners ahead, with the walls behind them along the way? */
export function isEntering(view: View, thought: Thought): boolean {
  return isInto(view, thought, FIRST_RIGHT) && isInto(view, thought, FIRST_LEFT);
}

/** Does the wall behind a corner near ahead lead along the way? @param which FIRST_RIGHT or FIRST_LEFT */
function isInto({ prepared }: View, { self, lane }: Thought, which: number): boolean {
  const at = lane[which];
  if (at === NONE) return false;
  const { corner } = prepared.turns;
  const ax = corner[at] - self[SELF_X];
  const ay = corner[at + 1] - self[SELF_Y];
  const wall = at + wallBehind(which === FIRST_RIGHT);
  const along = self[SELF_AIM_X] * corner[wall] + self[SELF_AIM_Y] * corner[wall + 1];
  return ax * ax + ay * ay < BEFORE * BEFORE && along > INTO;
}

/**
 * Step 1: into thought.velocity, the way to where the string leads first: the goal, the last portal seen, or past a corner.
 * @returns that corner: 2 · sector, and 1 more where it is passed on the right; NONE if the string is straight
 */
// oxlint-disable-next-line max-lines-per-function -- parted, directions are boxed: 80 kB in a step of 2,000 walkers
function pullString(view: View, i: number, thought: Thought): number {
  const { corners, crowd, routes, prepared } = view;
  const { velocity, self, lane } = thought;
  const { ends } = prepared.turns;
  const { sideRecord } = corners;
  const { store } = routes;
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const inset = lane[INSET];
  const top = topOfRoute(crowd, i);
  const left = crowd.portalsLeft[i];
  const most = left < LOOKED ? left : LOOKED;
  if (left > 0 && headThrough(thought, sideRecord, RECORD * store[top])) return NONE;
  // The last corner the string touches on its right, and on its left, and the direction there; NONE while there is none.
  let right: number = NONE;
  let rx = 0;
  let ry = 0;
  let rightFar = 0;
  let leftmost: number = NONE;
  let lx = 0;
  let ly = 0;
  let leftFar = 0;
  let toX = 0;
  let toY = 0;
  let isRound = 0;
  for (let k = 0; k < most && isRound === 0; k++) {
    const portal = store[top - k];
    const at = RECORD * portal;
    const ax = sideRecord[at] - x;
    const ay = sideRecord[at + 1] - y;
    const bx = sideRecord[at + 2] - x;
    const by = sideRecord[at + 3] - y;
    const long = sideRecord[at + 6];
    toX = (ax + bx) / 2;
    toY = (ay + by) / 2;
    // Wholly beyond what is seen past a corner, and not behind the walker: round that corner.
    if (right !== NONE && rx * by - ry * bx < 0 && (leftmost === NONE || lx * by - ly * bx <= 0)) isRound = RIGHT;
    else if (leftmost !== NONE && lx * ay - ly * ax > 0 && (right === NONE || rx * ay - ry * ax >= 0)) isRound = LEFT;
    if (isRound !== 0 || ends[portal] === 0) continue;
    const d = 2 * inset < long ? inset : long / 2;
    // Tangents of the discs about the ends.
    if ((ends[portal] & STARTS) !== 0) {
      if (right === NONE) lane[FIRST_RIGHT] = TURN * sideRecord[at + 4];
      const squared = ax * ax + ay * ay;
      const along = squared > d * d ? Math.sqrt(squared - d * d) : 0;
      const ox = along * ax - d * ay;
      const oy = along * ay + d * ax;
      if (right === NONE || rx * oy - ry * ox > 0) {
        right = 2 * sideRecord[at + 4] + 1;
        rx = ox;
        ry = oy;
        rightFar = squared;
      }
    }
    if ((ends[portal] & ENDS) !== 0) {
      if (leftmost === NONE) lane[FIRST_LEFT] = TURN * sideRecord[at + 5];
      const squared = bx * bx + by * by;
      const along = squared > d * d ? Math.sqrt(squared - d * d) : 0;
      const qx = along * bx + d * by;
      const qy = along * by - d * bx;
      if (leftmost === NONE || lx * qy - ly * qx < 0) {
        leftmost = 2 * sideRecord[at + 5];
        lx = qx;
        ly = qy;
        leftFar = squared;
      }
    }
    // Nothing is seen between the two: past the nearer one first.
    if (right !== NONE && leftmost !== NONE && rx * ly - ry * lx <= 0) isRound = rightFar < leftFar ? RIGHT : LEFT;
  }
  velocity[0] = toX;
  velocity[1] = toY;
  if (isRound === 0) {
    if (most === left) putGoal(view, i, thought);
    const isRightOf = right !== NONE && rx * velocity[1] - ry * velocity[0] < 0;
    const isLeftOf = leftmost !== NONE && lx * velocity[1] - ly * velocity[0] > 0;
    if (!isRightOf && !isLeftOf) return NONE;
    // Beyond both is behind the walker: past the one that is less of a turn.
    const r = Math.sqrt(rx * rx + ry * ry);
    const l = Math.sqrt(lx * lx + ly * ly);
    const isNearerRight = (rx / r + lx / l) * velocity[1] - (ry / r + ly / l) * velocity[0] < 0;
    isRound = isRightOf && (!isLeftOf || isNearerRight) ? RIGHT : LEFT;
  }
  // In the direction past the corner, as far as it is to there.
  const dx = isRound === RIGHT ? rx : lx;
  const dy = isRound === RIGHT ? ry : ly;
  const share = Math.sqrt((velocity[0] * velocity[0] + velocity[1] * velocity[1]) / (dx * dx + dy * dy));
  velocity[0] = share * dx;
  velocity[1] = share * dy;
  return isRound === RIGHT ? right : leftmost;
}

/**
 * In the plane of its next portal, past it, or before one too narrow for more than one lane: to the nearest place of it, and on.
 * @param at where in `record` the portal is. @returns whether it is so
 */
function headThrough({ velocity, self, lane }: Thought, record: Float64Array, at: number): boolean {
  const inset = lane[INSET];
  const ax = record[at] - self[SELF_X];
  const ay = record[at + 1] - self[SELF_Y];
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

/**
 * Step 3: corners of its own cell ahead, nearer than where it heads for, and than the corner it walks round, bend thought.velocity, a unit vector.
 * @param round that corner, as pullString gives it
 */
function passOwnCorners({ crowd, prepared }: View, i: number, thought: Thought, round: number): void {
  const { corner, first, item } = prepared.turns;
  const { velocity, self, lane } = thought;
  const inset = lane[INSET];
  const c = crowd.cell[i];
  const last = first[c + 1];
  let most = lane[AHEAD];
  if (round !== NONE && first[c] < last) {
    const dx = corner[TURN * (round >> 1)] - self[SELF_X];
    const dy = corner[TURN * (round >> 1) + 1] - self[SELF_Y];
    const far = Math.sqrt(dx * dx + dy * dy);
    if (far < most) most = far;
  }
  for (let k = first[c]; k < last; k++) {
    const at = TURN * item[k];
    const ax = corner[at] - self[SELF_X];
    const ay = corner[at + 1] - self[SELF_Y];
    const ahead = ax * velocity[0] + ay * velocity[1];
    if (ahead <= 0 || ahead >= most) continue;
    const aside = velocity[0] * ay - velocity[1] * ax;
    if (aside >= inset || aside <= -inset) continue;
    lane[PAST_X] = ax;
    lane[PAST_Y] = ay;
    lane[PAST_AT] = inset;
    headPast(thought, aside < 0 ? RIGHT : LEFT);
  }
}
