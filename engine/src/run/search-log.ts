/**
 * Run, looked at after each step → how long people with knowledge searched, and how many read each sign. Seconds count while somebody
 * explores because they know no way to a goal. Cost: one look at everybody, where a profile has knowledge.
 */
import { GrowableFloats } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { DECISION, READS } from '../knowledge/decisions.ts';
import { followsArrow } from '../knowledge/arrows.ts';
import type { KnowingCrowd } from '../knowledge/knowledge.ts';
import type { Simulation } from '../simulation/simulation.ts';

export interface SearchLog {
  /** By serial: seconds spent exploring; NaN for people without knowledge. */
  seconds: number[];
  /** People who read each sign. */
  readers: number[];
}

export function createSearchLog({ knowledge }: Simulation): SearchLog | undefined {
  return knowledge === undefined ? undefined : { seconds: [], readers: knowledge.signs.map(() => 0) };
}

export function logSearch({ seconds, readers }: SearchLog, { crowd: all, knowledge, step }: Simulation): void {
  const crowd = all as KnowingCrowd;
  const { profiles, decisions } = knowledge!;
  while (seconds.length < crowd.nextSerial) seconds.push(Number.NaN);
  for (let i = 0; i < crowd.count; i++) {
    if (profiles[crowd.profile[i]] === undefined) continue;
    const serial = crowd.serial[i];
    if (Number.isNaN(seconds[serial])) seconds[serial] = 0;
    if (crowd.exploring[i] !== NONE && !followsArrow(knowledge!, crowd, i)) seconds[serial] += step;
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
