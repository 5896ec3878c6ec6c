/**
 * The fan: who would be slowed down straight on looks to the sides.
 *
 *       \ | | /       directions up to 80° to each side of the path; in each the speed V there is room for (room.ts), and before walls.
 *        \|/          The best is walked in, at V:
 *        (H)             V·cos α − 0.06·|α − before| − 0.15·|α| − side·q·sin α
 *
 * q tells what one faces: the share of those ahead who come the other way (against them people keep to one side, the right), and of those
 * who cross (one passes behind them, on the side they come from); near ones weigh more, and those one would not meet, were both to go on, nothing. Those ahead who go the same way pass on what they face: so a
 * stream sorts itself out before it meets another, and lanes form. One looks around only when the way
 * straight on costs speed or something is faced. Somebody who walks and faces nobody does not step aside faster than 0.3 m/s: people in a stream do not weave
 * at every step, or those behind have to brake.
 * Cost: 13 directions times those within 3 m, neighbours of neighbours among them.
 */
import { sineCosine } from '../../core/trigonometry.ts';
import type { WallsBeside } from '../../bodies/near-walls.ts';
import { KEEP_SIDE, PROFILE, SWERVE } from '../../crowd/profiles.ts';
import { sees } from '../../subdivision/sight.ts';
import { TEMPER_GAP } from './patience.ts';
import { findRoom, ROOM_FAR, ROOM_LEAST, ROOM_OPEN, ROOM_WANTED, ROOM_X, ROOM_Y, selectAhead } from './room.ts';
import { notice } from './notice.ts';
import { isEntering } from './path-funnel.ts';
import { findMetresToWall } from './room-to-walls.ts';
import {
  COSINE,
  FACES,
  LEADS,
  MOST_WIDER,
  NEAR,
  SAME_WAY,
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_FORESEEN,
  SELF_PREFERRED,
  SELF_VX,
  SELF_VY,
  SELF_X,
  SELF_Y,
  SINE,
  type Thought,
} from './thought.ts';
import type { View } from './columns.ts';

/** Angles looked at, left and right, in degrees; straight on comes first. */
const DEGREES = [0, 10, -10, 20, -20, 30, -30, 45, -45, 60, -60, 80, -80];
/** Angle, cosine and sine of each. */
const HEADINGS = Float64Array.from(
  DEGREES.flatMap((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [sine, cosine] = sineCosine(angle);
    return [angle, cosine, sine];
  }),
);
/** Metres within which others are looked at. */
const RANGE = 3;
/** Share of the wanted speed: when straight on allows less, the sides are looked at; and so they are from this much faced on. */
const COSTS = 0.95;
const FACED = 0.02;
/** What turning away from the direction before, and from the path, is worth: metres per second a radian. */
const STEADY = 0.06;
const STRAIGHT = 0.15;
/** Metres per second: slower than this nobody tries to get on. */
const SLOWEST = 0.5;
/** Cosine between two paths below which one comes the other way. */
const OTHER_WAY = -0.3;
/** Metres between two people, at their nearest if both went on, from which on they do not meet, and up to which they do. */
const APART = 1.2;
const MEET = 0.5;
/** Share of those ahead, by their weights, who come out of a passage: from this on one lets them out. */
const COME_OUT = 0.05;
/** Share of what those ahead face that one takes over from them. */
const PASSED_ON = 0.9;
/** Metres per second: nobody who walks, and faces nobody, steps aside faster. */
const ASIDE = 0.3;
/** Metres per second: where a wall leaves less, one stands at it. */
const AT_A_WALL = 0.1;

/** @returns true: it always looks */
export function lookAround(view: View, i: number, thought: Thought): boolean {
  const { crowd, profiles } = view;
  const { velocity, self, room } = thought;
  const p = PROFILE * crowd.profile[i];
  const widest = profiles.numbers[p + SWERVE];
  const keepSide = profiles.numbers[p + KEEP_SIDE];
  const hand = keepSide < 0 ? -1 : 1;
  const gap = thought.temper[TEMPER_GAP];
  const before = crowd.swerve[i];
  thought.aheadCount = selectAhead(thought, 0, thought.nearCount, 0);
  if (thought.nearCount === 0 || widest === 0 || gap === 0) {
    crowd.swerve[i] = crowd.nextFacing[i] = crowd.letsOut[i] = 0;
    return true;
  }
  self[SELF_FORESEEN] = gap * self[SELF_PREFERRED];
  const wanted = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  room[ROOM_WANTED] = wanted;
  room[ROOM_LEAST] = 0;
  thought.widerCount = thought.nearCount;
  thought.faced.fill(0);
  findFaced(view, i, thought, hand, 0);
  const isFaced = Math.abs(crowd.nextFacing[i]) >= FACED;
  crowd.swerve[i] = 0;
  let count = thought.aheadCount;
  if (isFaced) {
    lookFurther(view, i, thought);
    count = selectAhead(thought, thought.nearCount, thought.widerCount, count);
    findFaced(view, i, thought, hand, thought.nearCount);
  } else {
    turn(self, room, 0, hand);
    findRoom(thought, count, false);
    if (room[ROOM_OPEN] >= COSTS * wanted) return true;
  }
  const side = keepSide * crowd.nextFacing[i];
  const walking = Math.sqrt(self[SELF_VX] * self[SELF_VX] + self[SELF_VY] * self[SELF_VY]);
  let best = -Infinity;
  let open = 0;
  // The direction before comes first: if it is still good, few others can be better.
  for (let n = -3; n < HEADINGS.length; n += 3) {
    const h = n < 0 ? before : n;
    if (n === before) continue;
    const angle = HEADINGS[h];
    const cosine = HEADINGS[h + 1];
    const cost = STEADY * Math.abs(angle - HEADINGS[before]) + STRAIGHT * Math.abs(angle) + side * HEADINGS[h + 2];
    if (wanted * cosine - cost <= best || angle > widest || angle < -widest) continue;
    if (!isFaced && walking * Math.abs(HEADINGS[h + 2]) > ASIDE) continue;
    turn(self, room, h, hand);
    // With less room than this it would be no better.
    room[ROOM_LEAST] = (best + cost) / cosine;
    findRoom(thought, count, false);
    // The path itself knows about walls. Right at a wall there is no side to keep to.
    if (h > 0) {
      const free = room[ROOM_OPEN];
      findRoomToWalls(view.beside, i, thought);
      if (room[ROOM_OPEN] < Math.min(free, AT_A_WALL)) continue;
    }
    const worth = room[ROOM_OPEN] * cosine - cost;
    if (worth <= best) continue;
    best = worth;
    open = room[ROOM_OPEN];
    crowd.swerve[i] = h;
  }
  turn(self, room, crowd.swerve[i], hand);
  const pace = Math.max(open, SLOWEST < wanted ? SLOWEST : wanted);
  velocity[0] = pace * room[ROOM_X];
  velocity[1] = pace * room[ROOM_Y];
  return true;
}

/** Look in direction h about the path; who keeps left has all of them the other way round. */
function turn(self: Float64Array, room: Float64Array, h: number, hand: number): void {
  const cosine = HEADINGS[h + 1];
  const sine = hand * HEADINGS[h + 2];
  room[ROOM_X] = self[SELF_AIM_X] * cosine - self[SELF_AIM_Y] * sine;
  room[ROOM_Y] = self[SELF_AIM_X] * sine + self[SELF_AIM_Y] * cosine;
}

/**
 * What is faced by those ahead, -1 … 1: above 0 one keeps right, below left. Those one will not meet do not count: nobody swerves for a
 * stranger who passes well aside.
 * @param hand where to keep of those who come the other way: 1 right, -1 left. @param from the first of those minded who is not in thought.faced yet
 */
function findFaced(view: View, i: number, thought: Thought, hand: number, from: number): void {
  const { nextFacing, letsOut } = view.crowd;
  const { near, widerCount, self, faced } = thought;
  const gx = self[SELF_AIM_X];
  const gy = self[SELF_AIM_Y];
  let against = faced[0];
  let coming = faced[1];
  let all = faced[2];
  for (let k = NEAR * from; k < NEAR * widerCount; k += NEAR) {
    const weight = RANGE - near[k + 5];
    const ahead = -(near[k] * gx + near[k + 1] * gy);
    if (weight <= 0 || ahead <= 0) continue;
    all += weight;
    const cosine = near[k + COSINE];
    if (cosine >= SAME_WAY) {
      against += PASSED_ON * weight * near[k + FACES];
      continue;
    }
    const leads = near[k + LEADS];
    const isComing = cosine < OTHER_WAY;
    if (isComing && leads > 0) coming += weight;
    // Both walk on at one pace: how near do they come? Squares, times the square of their speed towards each other.
    const closing = 2 * (1 - cosine);
    const way = (ahead + leads) * (ahead + leads);
    const squared = near[k + 5] * near[k + 5];
    if ((squared - APART * APART) * closing >= way) continue;
    const isMet = (squared - MEET * MEET) * closing <= way;
    const counts = isMet
      ? weight
      : (weight * (APART * APART - squared + way / closing)) / (APART * APART - MEET * MEET);
    if (isComing) against += hand * counts;
    else against += near[k + SINE] * counts;
  }
  faced[0] = against;
  faced[1] = coming;
  faced[2] = all;
  nextFacing[i] = all > 0 ? against / all : 0;
  letsOut[i] = coming > COME_OUT * all && isEntering(view, thought) ? 1 : 0;
}

/** Neighbours of those ahead, too. */
function lookFurther(view: View, i: number, thought: Thought): void {
  const { mesh, crowd, first, item } = view;
  const { place, cell } = crowd;
  const { near, nearCount, slots, self } = thought;
  if (thought.marks.length < crowd.capacity) thought.marks = new Int32Array(crowd.capacity);
  const { marks } = thought;
  // As the array holds it, however many have looked; 0 is nobody's.
  const mark = (thought.mark = (thought.mark + 1) | 0 || 1);
  const range = Math.min(RANGE, 2.2);
  const gx = self[SELF_AIM_X];
  const gy = self[SELF_AIM_Y];
  const x = self[SELF_X];
  const y = self[SELF_Y];
  marks[i] = mark;
  for (let n = 0; n < nearCount; n++) marks[slots[n]] = mark;
  let count = nearCount;
  for (let n = 0; n < nearCount; n++) {
    const k = NEAR * n;
    if (near[k] * gx + near[k + 1] * gy >= 0 || near[k + 5] > RANGE) continue;
    const last = first[slots[n] + 1];
    for (let at = first[slots[n]]; at < last; at++) {
      const j = item[at];
      if (marks[j] === mark) continue;
      marks[j] = mark;
      const dx = x - place[2 * j];
      const dy = y - place[2 * j + 1];
      if (dx * gx + dy * gy >= 0 || dx * dx + dy * dy > range * range || count === MOST_WIDER) continue;
      if (cell[j] !== cell[i] && !sees(mesh, place, cell, i, j)) continue;
      notice(thought, crowd, j, count++, false);
    }
  }
  thought.widerCount = count;
}

/** Less room, where a wall comes before. */
function findRoomToWalls(beside: WallsBeside, i: number, thought: Thought): void {
  const { room, temper } = thought;
  room[ROOM_FAR] = room[ROOM_OPEN] * temper[TEMPER_GAP];
  findMetresToWall(beside, i, thought);
  room[ROOM_OPEN] = room[ROOM_FAR] / temper[TEMPER_GAP];
}
