/**
 * The reactive walker (L04 §4, navigation.md §2): what each walker decides in a step, from the state everybody had before it.
 *
 *   path → (companions) → patience → fan → giving way → personal space → avoidance → walls → headway → inertia → new velocity
 *
 * and in L04's own, `pure`:
 *
 *   path → personal space → avoidance → security → inertia → new velocity
 *
 * Each stage is a file of its own and works on the walker's `Thought`. A pass over slots `from` … `to` - 1 reads the crowd
 * and writes `nextVelocity` of these slots only, so that threads can share it out.
 */
import { type Contacts, MOST_TOUCHED, TOUCH_REACH } from '../../crowd/contact.ts';
import { BODY, PREFERRED, RADIUS, TOP } from '../../crowd/crowd.ts';
import { slide } from '../../crowd/move.ts';
import { gatherWalls } from '../../crowd/near-walls.ts';
import { PROFILE, PURE } from '../../crowd/profiles.ts';
import { MOST_ACROSS } from '../../crowd/seams.ts';
import { sees } from '../../subdivision/sight.ts';
import { avoidCollisions } from './avoid.ts';
import { keepCompany } from './companions.ts';
import { LOOK_EVERY, lookAround } from './fan.ts';
import { giveWay } from './give-way.ts';
import { keepHeadway } from './headway.ts';
import { limitChange } from './inertia.ts';
import { headAlongPath } from './path-cone.ts';
import { feelHeld } from './patience.ts';
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
const HORIZON = 12;

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
  const { mesh, walls, crowd, profiles, seams, stairs, company, beside, first, item } = around;
  const { place, velocity, body, cell, nextVelocity, nextAim } = crowd;
  const { self } = thought;
  const turns = Math.max(1, Math.round(LOOK_EVERY / step));
  const turn = Math.round(now / step);
  for (let i = from; i < to; i++) {
    const x = place[2 * i]!;
    const y = place[2 * i + 1]!;
    const radius = body[BODY * i + RADIUS]!;
    self[SELF_X] = x;
    self[SELF_Y] = y;
    self[SELF_VX] = velocity[2 * i]!;
    self[SELF_VY] = velocity[2 * i + 1]!;
    self[SELF_RADIUS] = radius;
    self[SELF_PREFERRED] = body[BODY * i + PREFERRED]!;
    self[SELF_TOP] = body[BODY * i + TOP]!;
    if (stairs !== undefined) slowOnStairs(stairs, crowd, profiles, i, thought);
    const stands = now < crowd.startAt[i]! || now < crowd.waitUntil[i]! || now < crowd.stopUntil[i]!;
    // Who queues, or lets others out beside a door, makes room for those who must pass.
    contacts.stands[i] = stands && (now >= crowd.stopUntil[i]! || crowd.admitted[i] !== 0) ? 1 : 0;
    if (stands) {
      thought.velocity[0] = thought.velocity[1] = 0;
      crowd.held[i] = crowd.swerve[i] = 0;
    } else headAlongPath(around, i, thought);
    const wantedX = thought.velocity[0]!;
    const wantedY = thought.velocity[1]!;
    const wanted = Math.sqrt(wantedX * wantedX + wantedY * wantedY);
    self[SELF_AIM_X] = nextAim[2 * i] = wanted === 0 ? 0 : wantedX / wanted;
    self[SELF_AIM_Y] = nextAim[2 * i + 1] = wanted === 0 ? 0 : wantedY / wanted;
    crowd.nextFacing[i] = 0;
    const c = cell[i]!;
    const isPure = profiles.numbers[PROFILE * crowd.profile[i]! + PURE] === 1;
    let count = 0;
    let touching = 0;
    const last = first[i + 1]!;
    const end = seams === undefined ? last : last + seams.acrossCount[i]!;
    for (let k = first[i]!; k < end && count < MOST_NEAR; k++) {
      const j = k < last ? item[k]! : seams!.across[MOST_ACROSS * i + k - last]!;
      const dx = x - place[2 * j]!;
      const dy = y - place[2 * j + 1]!;
      const squared = dx * dx + dy * dy;
      if (squared > HORIZON * HORIZON || (cell[j] !== c && !sees(mesh, place, cell, i, j))) continue;
      const sum = radius + body[BODY * j + RADIUS]!;
      if (squared < (sum + TOUCH_REACH) * (sum + TOUCH_REACH) && touching < MOST_TOUCHED) {
        contacts.touch[MOST_TOUCHED * i + touching++] = j;
      }
      notice(thought, crowd, j, count++, isPure);
    }
    contacts.touched[i] = touching;
    gatherWalls(walls, beside, crowd, i);
    thought.nearCount = count;
    const friends = company === undefined ? 0 : keepCompany(around, company, i, thought);
    if (thought.velocity[0] !== 0 || thought.velocity[1] !== 0) {
      self[SELF_FORESEEN] = -Infinity;
      if (!isPure) {
        feelHeld(crowd, profiles, i, thought, step);
        lookAround(around, i, thought, (crowd.serial[i]! + turn) % turns === 0);
      }
      if (isPure || !giveWay(around, i, thought)) {
        // Those are the last: close by, and no danger.
        thought.nearCount -= friends;
        keepPersonalSpace(walls, beside, crowd, profiles, i, thought);
        avoidCollisions(crowd, profiles, i, thought);
        thought.nearCount += friends;
      }
      if (isPure) staySafe(walls, beside, crowd, profiles, i, thought);
      else {
        if (beside.count[i] !== 0) slide(walls, beside, crowd, i, step, thought.velocity, 0);
        keepHeadway(thought);
      }
    }
    limitChange(crowd, profiles, i, thought);
    nextVelocity[2 * i] = thought.velocity[0]!;
    nextVelocity[2 * i + 1] = thought.velocity[1]!;
  }
}
