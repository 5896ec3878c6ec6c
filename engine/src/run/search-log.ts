/**
 * Run, looked at after each step → how long people with knowledge searched, how long they had no way, and how many read each sign. Somebody searches who
 * explores because they know no way to a goal, and there is one; seconds in which nobody could get there (reach.ts) count apart.
 * Cost: one look at everybody, where a profile has knowledge.
 */
import { GrowableFloats } from '../core/growable.ts';
import { DECISION, READS } from '../knowledge/decisions.ts';
import type { KnowingCrowd } from '../knowledge/knowledge.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { createReach, hasWay, isSearching, type Reach, updateReach } from './reach.ts';

export interface SearchLog {
  /** By serial: seconds spent exploring; NaN for people without knowledge. */
  seconds: number[];
  /** By serial: seconds in which nobody could have got to what they sought. */
  noWay: number[];
  /** By serial. */
  profile: number[];
  /** People who read each sign, and those of them who did not know a goal that it shows. */
  readers: number[];
  newTo: number[];
  reach: Reach;
}

export function createSearchLog({ knowledge }: Simulation): SearchLog | undefined {
  if (knowledge === undefined) return undefined;
  const none = () => knowledge.signs.map(() => 0);
  return { seconds: [], noWay: [], profile: [], readers: none(), newTo: none(), reach: createReach() };
}

export function logSearch(log: SearchLog, simulation: Simulation): void {
  const { seconds, noWay, profile, readers, newTo, reach } = log;
  const { knowledge, step, time } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const { profiles, decisions } = knowledge!;
  updateReach(reach, simulation);
  while (seconds.length < crowd.nextSerial) {
    seconds.push(Number.NaN);
    noWay.push(0);
    profile.push(0);
  }
  for (let i = 0; i < crowd.count; i++) {
    if (profiles[crowd.profile[i]] === undefined) continue;
    const serial = crowd.serial[i];
    if (Number.isNaN(seconds[serial])) {
      seconds[serial] = 0;
      profile[serial] = crowd.profile[i];
    }
    if (isSearching(reach, simulation, i)) seconds[serial] += step;
    const isOnTheWay = time >= crowd.startAt[i] && crowd.waitUntil[i] < 0;
    if (isOnTheWay && !hasWay(reach, simulation, i)) noWay[serial] += step;
  }
  for (let k = 0; k < decisions.length; k += DECISION) {
    if (decisions.array[k + 1] !== READS) continue;
    readers[decisions.array[k + 2]]++;
    newTo[decisions.array[k + 2]] += decisions.array[k + 3];
  }
}

/** Of all people with knowledge, or of those of one profile. */
export function searchSeconds({ seconds, profile }: SearchLog, only?: number): GrowableFloats {
  const known = new GrowableFloats(seconds.length);
  for (let serial = 0; serial < seconds.length; serial++) {
    if (Number.isNaN(seconds[serial]) || (only !== undefined && profile[serial] !== only)) continue;
    known.push(seconds[serial]);
  }
  return known;
}
