/**
 * Crowd → who belongs together: the slots of each group in the order of serials, and whose choice of an exit counts for all.
 *
 *   companions:  7 – 3 7 – 3 7      order: 0 3 6 | 2 5      a hash of group names, counts, sums of counts; within a group by serial
 *   slot:        0 1 2 3 4 5 6
 *
 * Made anew in each step in which there are groups, from the column `companions` alone: who comes, leaves or changes slots need not be
 * followed. Groups come in whatever order; what is done with one does not depend on another. The leader is the first by serial, one who
 * needs a way without steps before all others; a group's members head for the goal its leader has chosen.
 * Cost: linear in walkers.
 */
import { NONE } from '../../core/none.ts';
import { sharedMemory } from '../../core/shared-memory.ts';
import type { Crowd } from '../crowd.ts';
import type { Itinerary } from '../goals/goals.ts';
import type { Profile } from '../profiles.ts';

export interface Companions {
  /** Slots of all who have companions, group by group: order[first[g]] … order[first[g + 1] - 1]. */
  order: Int32Array;
  first: Int32Array;
  groups: number;
  /** Of each slot: the slot of its leader; itself if it has no companions. */
  leader: Int32Array;
  /** What is asked of each slot, COMPANY numbers (keep-together.ts). Other threads read it. */
  company: Float64Array;
  /** Groups by a hash of their names; the name of each; the group of each slot. */
  table: Int32Array;
  names: Int32Array;
  groupOf: Int32Array;
}

/** Numbers in `company` per slot: the speed to walk at, Infinity for what it likes; and a velocity to the side, x, y. */
export const COMPANY = 3;
export const PACE = 0;
export const PULL_X = 1;
export const PULL_Y = 2;

export function createCompanions(capacity: number): Companions {
  let entries = 16;
  while (entries < 2 * capacity) entries *= 2;
  return {
    order: new Int32Array(capacity),
    first: new Int32Array(capacity + 1),
    groups: 0,
    leader: new Int32Array(capacity),
    company: new Float64Array(sharedMemory(8 * COMPANY * capacity)),
    table: new Int32Array(entries),
    names: new Int32Array(capacity),
    groupOf: new Int32Array(capacity),
  };
}

/** Who belongs to whom, now. */
export function findCompanions(found: Companions, crowd: Crowd, profiles: readonly Profile[]): void {
  const { order, first, leader, table, names, groupOf } = found;
  const { count, companions, serial, profile } = crowd;
  table.fill(NONE);
  let groups = 0;
  for (let i = 0; i < count; i++) {
    leader[i] = i;
    groupOf[i] = NONE;
    const name = companions[i];
    if (name === NONE) continue;
    let at = hash(name) & (table.length - 1);
    while (table[at] !== NONE && names[table[at]] !== name) at = (at + 1) & (table.length - 1);
    if (table[at] === NONE) {
      names[groups] = name;
      first[groups + 1] = 0;
      table[at] = groups++;
    }
    groupOf[i] = table[at];
    first[table[at] + 1]++;
  }
  found.groups = groups;
  first[0] = 0;
  for (let g = 0; g < groups; g++) first[g + 1] += first[g];
  // Filling moves first[g] on to where group g ends: one place too far, and moved back.
  for (let i = 0; i < count; i++) if (groupOf[i] !== NONE) order[first[groupOf[i]]++] = i;
  for (let g = groups; g > 0; g--) first[g] = first[g - 1];
  first[0] = 0;
  for (let g = 0; g < groups; g++) {
    sortBySerial(order, serial, first[g], first[g + 1]);
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

function hash(name: number): number {
  const mixed = Math.imul(name, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Shell's sort, in place: groups are small, but a file may say otherwise. */
function sortBySerial(order: Int32Array, serial: Int32Array, from: number, to: number): void {
  let gap = 1;
  while (3 * gap < to - from) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let k = from + gap; k < to; k++) {
      const slot = order[k];
      let at = k;
      for (; at - gap >= from && serial[order[at - gap]] > serial[slot]; at -= gap) order[at] = order[at - gap];
      order[at] = slot;
    }
  }
}
