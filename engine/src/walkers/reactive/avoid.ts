/**
 * Collision avoidance (L04 §4.4): the best velocity near the wanted one that
 * meets nobody too soon.
 *
 *   L = [(1, S_I, ∞)], sorted by quality · time
 *   pop (q, v, t); the earliest collision with v is at t_c
 *     none, or not before t:   take v
 *     else the modules for this type of collision:   accept → take v;   others push (n, v′, t_c)
 *
 * When nothing is left, L04 stands still; unless `pure`, the walker keeps the velocity that goes well for longest. Bounded by MOST_POPS.
 */
import { EPSILON, PROFILE } from '../../crowd/profiles.ts';
import { findCollision, typeOfCollision } from './collision.ts';
import { isAccepted, propose } from './modules.ts';
import { AVOIDED, BOUND_HITS, MOST_POPS, POPS, PROPOSAL, SELF_GAP, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** @returns whether it looked at all: who gives way does not */
export function avoidCollisions(view: View, i: number, thought: Thought): boolean {
  if (thought.givesWay) return false;
  const { velocity, nearCount, friends } = thought;
  if ((velocity[0] !== 0 || velocity[1] !== 0) && nearCount > friends) findBest(view, i, thought);
  return true;
}

function findBest({ crowd, profiles }: View, i: number, thought: Thought): void {
  const { velocity, list, collision, isPure } = thought;
  const profile = PROFILE * crowd.profile[i];
  const table = profiles.numbers;
  thought.self[SELF_GAP] = table[profile + EPSILON];
  findCollision(thought, velocity, 0);
  if (collision[0] === Infinity) return;
  thought.tally[AVOIDED]++;
  list[0] = 1;
  list[1] = velocity[0];
  list[2] = velocity[1];
  list[3] = Infinity;
  thought.listCount = 1;
  // Popped proposals stay where they are, marked by a negative quality.
  let head = 0;
  let longest = -1;
  let safest = 0;
  for (let pops = 1; ; pops++) {
    thought.tally[POPS]++;
    const at = PROPOSAL * head;
    if (pops > 1) findCollision(thought, list, at + 1);
    const time = collision[0];
    if (time >= list[at + 3]) return take(thought, at);
    const type = typeOfCollision(thought, list, at + 1);
    if (isAccepted(table, profile, type)) return take(thought, at);
    const worth = Math.abs(list[at]) * time;
    if (worth > longest) {
      longest = worth;
      safest = at;
    }
    propose(thought, table, profile, type, at, isPure ? at : 0);
    list[at] = -list[at];
    head = best(thought);
    if (head < 0 || pops === MOST_POPS) {
      if (head >= 0) thought.tally[BOUND_HITS]++;
      if (!isPure) return take(thought, safest);
      velocity[0] = velocity[1] = 0;
      return;
    }
  }
}

function take({ velocity, list }: Thought, at: number): void {
  velocity[0] = list[at + 1];
  velocity[1] = list[at + 2];
}

/** The proposal with the largest quality · time; the better one of two alike, then the earlier. -1 if none is left. */
function best({ list, listCount }: Thought): number {
  let found = -1;
  let most = -1;
  for (let k = 0; k < listCount; k++) {
    const quality = list[PROPOSAL * k];
    if (quality < 0) continue;
    const worth = quality * list[PROPOSAL * k + 3];
    if (worth < most || (worth === most && found >= 0 && quality <= list[PROPOSAL * found])) continue;
    most = worth;
    found = k;
  }
  return found;
}
