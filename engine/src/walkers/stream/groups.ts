/**
 * Groups of walkers (M02 §3.4): who belongs together, who leads, and how fast.
 *
 * The column `group` holds the number of a walker's group; NONE walks alone. The leader is the lowest serial present, so a leader who leaves is
 * replaced. Leaders have a higher rank than members: they move first. Lists are made anew when `isStale` says so: set it after adding, removing
 * or moving slots. They depend on serials only, not on slots, and allocate nothing.
 *
 * Everybody walks at the pace of the slowest. A leader slows down while a member is lost behind it, and lost members hurry, both by HURRY norms,
 * so the lost catch up walking. Cost: linear in walkers per list; per look of a leader its members.
 */
import { NONE } from '../../core/none.ts';
import { createMembers, findMembers, type Members } from '../../crowd/companions/members.ts';
import type { Streamers } from './columns.ts';
import { angleOf, COSINE, normOf, SINE } from './polar.ts';

export interface Groups extends Members {
  /** Of each slot in a group: where it is in `order`. */
  at: Int32Array;
  isStale: boolean;
}

/** Norms by which lost members walk faster, and their leader slower. */
const HURRY = 6;
const MOST_NORM = 15;
/** Spacings from its leader from which on one of two is lost, and more for each further member. */
const LOST = 4;
const LOST_PER_MEMBER = 0.75;
/** Spacings ahead of its leader from which on somebody dawdles. */
const AHEAD = 2;
/** Spacings from which on a leader does not slow down for somebody any more. */
const GIVEN_UP = 40;
/** Bodies need somewhat more room than they touch in. */
const ROOM = 2.2;

export function createGroups(capacity: number): Groups {
  return { ...createMembers(capacity), at: new Int32Array(capacity), isStale: true };
}

/** Lists and ranks, if they are stale. */
export function findGroups(groups: Groups, crowd: Streamers): void {
  if (!groups.isStale) return;
  groups.isStale = false;
  findMembers(groups, crowd.count, crowd.group, crowd.serial);
  const { order, first, at } = groups;
  for (let g = 0; g < groups.groups; g++) {
    for (let k = first[g]; k < first[g + 1]; k++) {
      at[order[k]] = k;
      crowd.rank[order[k]] = k === first[g] && first[g + 1] > k + 1 ? 1 : 0;
    }
  }
}

/** The slot that leads i: itself if it leads or walks alone. */
export function leaderOf({ groupOf, first, order }: Groups, i: number): number {
  return groupOf[i] === NONE ? i : order[first[groupOf[i]]];
}

export function areCompanions({ groupOf }: Groups, i: number, j: number): boolean {
  return groupOf[i] !== NONE && groupOf[i] === groupOf[j];
}

/** Metres between two who walk beside each other, along x or y: a tile, and room for bodies. */
export function spacingOf(side: number, radius: number): number {
  return Math.max(side, ROOM * radius);
}

/** Is i too far from its leader to keep in formation? */
export function isLost(groups: Groups, { place, radius }: Streamers, side: number, i: number): boolean {
  const { groupOf, first } = groups;
  const g = groupOf[i];
  if (g === NONE) return false;
  const limit = spacingOf(side, radius[i]) * (LOST + LOST_PER_MEMBER * (first[g + 1] - first[g] - 2));
  return squaredApart(place, leaderOf(groups, i), i) > limit * limit;
}

/** The norm that somebody who looks around is to walk at. */
export function paceOf(groups: Groups, crowd: Streamers, side: number, i: number): number {
  const { groupOf, first, order } = groups;
  const { preferred, place, polar, radius } = crowd;
  const g = groupOf[i];
  if (g === NONE) return preferred[i];
  const leader = order[first[g]];
  if (leader !== i) {
    if (isLost(groups, crowd, side, i)) return hurried(preferred[i]);
    const near = AHEAD * spacingOf(side, radius[i]);
    if (isAheadOf(crowd, leader, i) && squaredApart(place, leader, i) > near * near) return 1;
    return Math.min(preferred[i], Math.max(1, normOf(polar[leader])));
  }
  let pace = preferred[i];
  let isWaitedFor = false;
  for (let k = first[g] + 1; k < first[g + 1]; k++) {
    const member = order[k];
    pace = Math.min(pace, preferred[member]);
    if (isWaitedFor || !isLost(groups, crowd, side, member) || isAheadOf(crowd, i, member)) continue;
    const limit = GIVEN_UP * spacingOf(side, radius[member]);
    isWaitedFor = squaredApart(place, i, member) < limit * limit;
  }
  return isWaitedFor ? Math.max(1, pace - HURRY) : pace;
}

/** Is i in front of somebody, as they walk? */
export function isAheadOf({ place, polar }: Streamers, other: number, i: number): boolean {
  const heading = angleOf(polar[other]);
  const dx = place[2 * i] - place[2 * other];
  const dy = place[2 * i + 1] - place[2 * other + 1];
  return COSINE[heading] * dx + SINE[heading] * dy > 0;
}

/** The most that somebody walks at who has to catch up. */
export function hurried(preferred: number): number {
  return Math.min(MOST_NORM, preferred + HURRY);
}

function squaredApart(place: Float64Array, i: number, j: number): number {
  const dx = place[2 * i] - place[2 * j];
  const dy = place[2 * i + 1] - place[2 * j + 1];
  return dx * dx + dy * dy;
}
