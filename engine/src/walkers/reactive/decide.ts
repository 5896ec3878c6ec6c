/**
 * The reactive walker (L04 §4, navigation.md §2): what each walker decides in a step, from the state everybody had before it.
 *
 *   path → (companions) → patience → fan → giving way → personal space → avoidance → walls → headway → inertia → new velocity
 *
 * and in L04's own, `pure`:
 *
 *   path → personal space → avoidance → security → inertia → new velocity
 *
 * People do not think all the time (`pure`: they do): three times a second, each in its turn, one makes up one's mind where to go, up to avoidance; in between one
 * goes on as one wished and minds walls and the room ahead. Who is about to arrive thinks all the time.
 *
 * Each stage is a file of its own and works on the walker's `Thought`. A pass over slots `from` … `to` - 1 reads the crowd
 * and writes `nextVelocity` of these slots only, so that threads can share it out.
 */
import { type Contacts, MOST_TOUCHED, TOUCH_REACH } from '../../bodies/contact.ts';
import { BODY, type Crowd, PREFERRED, RADIUS, TOP } from '../../crowd/crowd.ts';
import { slide } from '../../bodies/move.ts';
import { gatherWalls } from '../../bodies/near-walls.ts';
import { PROFILE, PURE, TIME_GAP } from '../../crowd/profiles.ts';
import { MOST_ACROSS } from '../../bodies/seams.ts';
import { sees } from '../../subdivision/sight.ts';
import { avoidCollisions } from './avoid.ts';
import { keepCompany } from './companions.ts';
import { lookAround } from './fan.ts';
import { giveWay, rightOfWay } from './give-way.ts';
import { keepHeadway } from './headway.ts';
import { limitChange } from './inertia.ts';
import { headAlongPath } from './path-cone.ts';
import { feelHeld, TEMPER_COURTESY, TEMPER_GAP, TEMPER_KEPT } from './patience.ts';
import { selectAhead } from './room.ts';
import { keepPersonalSpace } from './personal-space.ts';
import { staySafe } from './security.ts';
import { slowOnStairs } from './stairs.ts';
import type { Surroundings } from './surroundings.ts';
import {
  MOST_NEAR,
  notice,
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_FORESEEN,
  SELF_PREFERRED,
  SELF_RADIUS,
  SELF_TOP,
  SELF_VX,
  SELF_VY,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';

/** Metres: people further off are not minded yet. */
export const HORIZON = 12;
/** Seconds from one thought to the next; and metres before its goal where somebody thinks all the time. */
export const THINK_EVERY = 0.3;
const ARRIVING = 1.5;

/** @param contacts is told whom each could touch */
export function decide(
  around: Surroundings,
  thought: Thought,
  contacts: Contacts,
  now: number,
  step: number,
  from: number,
  to: number,
): void {
  const { walls, crowd, profiles, stairs, beside } = around;
  const { place, velocity, body, nextVelocity, aim, nextAim, wish } = crowd;
  const { self } = thought;
  const turn = Math.round(now / step);
  const right = rightOfWay(now);
  const thinkEvery = Math.max(1, Math.round(THINK_EVERY / step));
  for (let i = from; i < to; i++) {
    self[SELF_X] = place[2 * i];
    self[SELF_Y] = place[2 * i + 1];
    self[SELF_VX] = velocity[2 * i];
    self[SELF_VY] = velocity[2 * i + 1];
    self[SELF_RADIUS] = body[BODY * i + RADIUS];
    self[SELF_PREFERRED] = body[BODY * i + PREFERRED];
    self[SELF_TOP] = body[BODY * i + TOP];
    if (stairs !== undefined) slowOnStairs(stairs, crowd, profiles, i, thought);
    gatherWalls(walls, beside, crowd, i);
    const stands = now < crowd.startAt[i] || now < crowd.waitUntil[i] || now < crowd.stopUntil[i];
    // Who queues, or lets others out beside a door, makes room for those who must pass.
    contacts.stands[i] = stands && (now >= crowd.stopUntil[i] || crowd.admitted[i] !== 0) ? 1 : 0;
    const p = PROFILE * crowd.profile[i];
    const isPure = profiles.numbers[p + PURE] === 1;
    const hasWish = wish[2 * i] !== 0 || wish[2 * i + 1] !== 0;
    // Who does not mind the room ahead has nothing to go on with; who is about to arrive takes care.
    const canGoOn = !isPure && hasWish && profiles.numbers[p + TIME_GAP] > 0 && !isNearGoal(crowd, i);
    if (!stands && canGoOn && (crowd.serial[i] + turn) % thinkEvery !== 0) {
      self[SELF_AIM_X] = nextAim[2 * i] = aim[2 * i];
      self[SELF_AIM_Y] = nextAim[2 * i + 1] = aim[2 * i + 1];
      crowd.nextFacing[i] = crowd.facing[i];
      goOn(around, i, thought, contacts, step);
    } else {
      if (stands) {
        thought.velocity[0] = thought.velocity[1] = 0;
        crowd.held[i] = crowd.swerve[i] = 0;
      } else headAlongPath(around, i, thought);
      const wantedX = thought.velocity[0];
      const wantedY = thought.velocity[1];
      const wanted = Math.sqrt(wantedX * wantedX + wantedY * wantedY);
      self[SELF_AIM_X] = nextAim[2 * i] = wanted === 0 ? 0 : wantedX / wanted;
      self[SELF_AIM_Y] = nextAim[2 * i + 1] = wanted === 0 ? 0 : wantedY / wanted;
      crowd.nextFacing[i] = 0;
      think(around, i, thought, contacts, isPure, step, right);
    }
    limitChange(crowd, profiles, i, thought, step);
    nextVelocity[2 * i] = thought.velocity[0];
    nextVelocity[2 * i + 1] = thought.velocity[1];
  }
}

/** Is a walker within a few steps of where it walks to? */
export function isNearGoal({ place, goal }: Crowd, i: number): boolean {
  const dx = place[2 * i] - goal[2 * i];
  const dy = place[2 * i + 1] - goal[2 * i + 1];
  return dx * dx + dy * dy < ARRIVING * ARRIVING;
}

/** From the velocity along the path to the one that is decided on. */
function think(
  around: Surroundings,
  i: number,
  thought: Thought,
  contacts: Contacts,
  isPure: boolean,
  step: number,
  right: number,
): void {
  const { mesh, walls, beside, crowd, profiles, company, seams, first, item } = around;
  const { place, body, cell, wish } = crowd;
  const { self, velocity } = thought;
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const radius = self[SELF_RADIUS];
  const c = cell[i];
  let count = 0;
  let touching = 0;
  const last = first[i + 1];
  const end = seams === undefined ? last : last + seams.acrossCount[i];
  for (let k = first[i]; k < end && count < MOST_NEAR; k++) {
    const j = k < last ? item[k] : seams!.across[MOST_ACROSS * i + k - last];
    const dx = x - place[2 * j];
    const dy = y - place[2 * j + 1];
    const squared = dx * dx + dy * dy;
    if (squared > HORIZON * HORIZON || (cell[j] !== c && !sees(mesh, place, cell, i, j))) continue;
    const sum = radius + body[BODY * j + RADIUS];
    if (squared < (sum + TOUCH_REACH) * (sum + TOUCH_REACH) && touching < MOST_TOUCHED) {
      contacts.touch[MOST_TOUCHED * i + touching++] = j;
    }
    notice(thought, crowd, j, count++, isPure);
  }
  contacts.touched[i] = touching;
  thought.nearCount = count;
  const friends = company === undefined ? 0 : keepCompany(around, company, i, thought);
  if (velocity[0] === 0 && velocity[1] === 0) {
    wish[2 * i] = wish[2 * i + 1] = 0;
    return;
  }
  self[SELF_FORESEEN] = -Infinity;
  if (!isPure) {
    feelHeld(crowd, profiles, i, thought, step);
    lookAround(around, i, thought);
  }
  if (isPure || !giveWay(around, i, thought, right)) {
    // Those are the last: close by, and no danger.
    thought.nearCount -= friends;
    keepPersonalSpace(walls, beside, crowd, profiles, i, thought);
    avoidCollisions(crowd, profiles, i, thought);
    thought.nearCount += friends;
  }
  if (isPure) {
    staySafe(walls, beside, crowd, profiles, i, thought);
    return;
  }
  wish[2 * i] = velocity[0];
  wish[2 * i + 1] = velocity[1];
  if (beside.count[i] !== 0) slide(walls, beside, crowd, i, step, velocity, 0);
  keepHeadway(thought, step);
}

/** Between two thoughts: as it wished, but for walls and who is right before it. Of others only those are looked at closer. */
function goOn(around: Surroundings, i: number, thought: Thought, contacts: Contacts, step: number): void {
  const { mesh, walls, beside, crowd, profiles, seams, first, item } = around;
  const { place, body, cell, wish } = crowd;
  const { self, velocity, temper } = thought;
  velocity[0] = wish[2 * i];
  velocity[1] = wish[2 * i + 1];
  if (beside.count[i] !== 0) slide(walls, beside, crowd, i, step, velocity, 0);
  feelHeld(crowd, profiles, i, thought, step);
  const speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  const ex = speed === 0 ? 0 : velocity[0] / speed;
  const ey = speed === 0 ? 0 : velocity[1] / speed;
  const reach = self[SELF_TOP] * temper[TEMPER_GAP] + temper[TEMPER_COURTESY] + temper[TEMPER_KEPT];
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const radius = self[SELF_RADIUS];
  const c = cell[i];
  let count = 0;
  let touching = 0;
  const last = first[i + 1];
  const end = seams === undefined ? last : last + seams.acrossCount[i];
  for (let k = first[i]; k < end && count < MOST_NEAR; k++) {
    const j = k < last ? item[k] : seams!.across[MOST_ACROSS * i + k - last];
    const dx = x - place[2 * j];
    const dy = y - place[2 * j + 1];
    const squared = dx * dx + dy * dy;
    const sum = radius + body[BODY * j + RADIUS];
    const touches = squared < (sum + TOUCH_REACH) * (sum + TOUCH_REACH);
    const aside = dx * ey - dy * ex;
    const isBefore = dx * ex + dy * ey < 0 && aside < sum && aside > -sum && squared < (sum + reach) * (sum + reach);
    if (!(touches || isBefore) || (cell[j] !== c && !sees(mesh, place, cell, i, j))) continue;
    if (touches && touching < MOST_TOUCHED) contacts.touch[MOST_TOUCHED * i + touching++] = j;
    if (isBefore) notice(thought, crowd, j, count++, false);
  }
  contacts.touched[i] = touching;
  thought.aheadCount = selectAhead(thought, 0, count, 0);
  keepHeadway(thought, step);
}
