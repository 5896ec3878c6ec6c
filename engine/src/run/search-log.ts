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
  /** People who read each sign. */
  readers: number[];
  reach: Reach;
}

export function createSearchLog({ knowledge }: Simulation): SearchLog | undefined {
  if (knowledge === undefined) return undefined;
  return { seconds: [], noWay: [], readers: knowledge.signs.map(() => 0), reach: createReach() };
}

export function logSearch({ seconds, noWay, readers, reach }: SearchLog, simulation: Simulation): void {
  const { knowledge, step, time } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const { profiles, decisions } = knowledge!;
  updateReach(reach, simulation);
  while (seconds.length < crowd.nextSerial) {
    seconds.push(Number.NaN);
    noWay.push(0);
  }
  for (let i = 0; i < crowd.count; i++) {
    if (profiles[crowd.profile[i]] === undefined) continue;
    const serial = crowd.serial[i];
    if (Number.isNaN(seconds[serial])) seconds[serial] = 0;
    if (isSearching(reach, simulation, i)) seconds[serial] += step;
    const isOnTheWay = time >= crowd.startAt[i] && crowd.waitUntil[i] < 0;
    if (isOnTheWay && !hasWay(reach, simulation, i)) noWay[serial] += step;
  }
  for (let k = 0; k < decisions.length; k += DECISION) {
    if (decisions.array[k + 1] === READS) readers[decisions.array[k + 2]]++;
  }
}

/** Of all people with knowledge. */
export function searchSeconds({ seconds }: SearchLog): GrowableFloats {
  const known = new GrowableFloats(seconds.length);
  for (const value of seconds) if (!Number.isNaN(value)) known.push(value);
  return known;
}
