/**
 * Crowd → who belongs together (members.ts), and whose choice of an exit counts for all.
 *
 * Made anew in each step in which there are groups, from the column `companions` alone. The leader is the first by serial, one who
 * needs a way without steps before all others; a group's members head for the goal its leader has chosen.
 * Cost: linear in walkers.
 */
import { NONE } from '../../core/none.ts';
import { sharedMemory } from '../../core/shared-memory.ts';
import type { Crowd } from '../crowd.ts';
import type { Itinerary } from '../goals/goals.ts';
import type { Profile } from '../profiles.ts';
import { createMembers, findMembers, type Members } from './members.ts';

export interface Companions extends Members {
  /** Of each slot: the slot of its leader; itself if it has no companions. */
  leader: Int32Array;
  /** What is asked of each slot, COMPANY numbers (keep-together.ts). Other threads read it. */
  company: Float64Array;
}

/** Numbers in `company` per slot: the speed to walk at, Infinity for what it likes; and a velocity to the side, x, y. */
export const COMPANY = 3;
export const PACE = 0;
export const PULL_X = 1;
export const PULL_Y = 2;

export function createCompanions(capacity: number): Companions {
  return {
    ...createMembers(capacity),
    leader: new Int32Array(capacity),
    company: new Float64Array(sharedMemory(8 * COMPANY * capacity)),
  };
}

/** Who belongs to whom, now. */
export function findCompanions(found: Companions, crowd: Crowd, profiles: readonly Profile[]): void {
  const { order, first, leader } = found;
  const { count, profile } = crowd;
  findMembers(found, count, crowd.companions, crowd.serial);
  for (let i = 0; i < count; i++) leader[i] = i;
  for (let g = 0; g < found.groups; g++) {
    let chief = order[first[g]];
    for (let k = first[g]; k < first[g + 1]; k++) {
      if (!profiles[profile[order[k]]].stepFree) continue;
      chief = order[k];
      break;
    }
    for (let k = first[g]; k < first[g + 1]; k++) leader[order[k]] = chief;
  }
}

/**
 * Members who walk to another goal of their stage than their leader lose their route, and plan for that goal.
 * @param time those who could not follow are left alone until planAt
 */
export function followLeaders(
  { order, first, groups, leader }: Companions,
  crowd: Crowd,
  itineraries: readonly Itinerary[],
  time: number,
): void {
  const { route, chosen, waitUntil, planAt } = crowd;
  for (let k = 0; k < first[groups]; k++) {
    const i = order[k];
    if (route[i] === NONE || waitUntil[i] >= 0 || time < planAt[i]) continue;
    // In a queue, or at a place of its own.
    if (crowd.spot[i] !== NONE || crowd.joinedAt[i] !== -1) continue;
    const asked = goalOfLeader(crowd, itineraries, leader[i], i);
    if (asked !== NONE && asked !== chosen[i]) route[i] = NONE;
  }
}

/** The goal that the leader of somebody has chosen for the stage both are in; NONE if there is no such goal. */
export function goalOfLeader(crowd: Crowd, itineraries: readonly Itinerary[], leads: number, i: number): number {
  const { itinerary, stage, chosen, route } = crowd;
  if (leads === i || itinerary[i] !== itinerary[leads] || stage[i] !== stage[leads] || route[leads] === NONE)
    return NONE;
  const { goals, choice } = itineraries[itinerary[i]].stages[stage[i]];
  return choice !== 'assigned' && goals.length > 1 ? chosen[leads] : NONE;
}
