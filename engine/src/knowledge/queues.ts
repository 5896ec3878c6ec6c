/**
 * Queues that somebody sees at the goals of their stage: remembered, and reckoned with when they choose among goals. Others know only what
 * they see (P05 §4.1); a queue behind a wall or a corner is not known.
 */
import type { ExitChoice } from '../crowd/goals/exit-choice.ts';
import { queueAt } from '../crowd/goals/exit-choice.ts';
import type { Itinerary } from '../crowd/goals/goals.ts';
import { type Knowledge, type KnowingCrowd, QUEUE_AT_GOAL } from './knowledge.ts';
import { remember } from './memory.ts';

interface Moment {
  exitChoice: ExitChoice;
  itineraries: readonly Itinerary[];
  time: number;
}

/** After a look: what was seen last is still in `knowledge.sighting`. */
export function rememberQueues(
  { sighting, lookoutsIn, lookoutGoal }: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  { exitChoice, itineraries, time }: Moment,
): void {
  const stage = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]];
  if (stage === undefined || stage.choice !== 'quickest' || stage.goals.length < 2) return;
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    for (let n = lookoutsIn.first[place]; n < lookoutsIn.first[place + 1]; n++) {
      const g = lookoutGoal[lookoutsIn.item[n]];
      if (stage.goals.includes(g)) remember(crowd, i, QUEUE_AT_GOAL, g, time, queueAt(exitChoice, g));
    }
  }
}
