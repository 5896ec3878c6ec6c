/**
 * Queues that somebody sees at goals they will choose from, now or at a later stage: remembered, and reckoned with when they choose. Others
 * know only what they see (P05 §4.1): whoever sees a goal sees who is nearer to it than they are; a queue behind a wall or a corner is not known.
 */
import { queueBefore, type ExitChoice } from '../crowd/goals/exit-choice.ts';
import type { Itinerary } from '../crowd/goals/goals.ts';
import { type Knowledge, type KnowingCrowd, QUEUE_AT_GOAL } from './knowledge.ts';
import { isLookoutInSight } from './learn.ts';
import { remember } from './memory.ts';

interface Moment {
  exitChoice: ExitChoice;
  itineraries: readonly Itinerary[];
  time: number;
}

/** After a look: what was seen last is still in `knowledge.sighting`. */
export function rememberQueues(
  knowledge: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  { exitChoice, itineraries, time }: Moment,
): void {
  if (!exitChoice.isUsed) return;
  const { sighting, lookouts, lookoutsIn, lookoutGoal } = knowledge;
  const { stages } = itineraries[crowd.itinerary[i]];
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    for (let n = lookoutsIn.first[place]; n < lookoutsIn.first[place + 1]; n++) {
      const spot = lookoutsIn.item[n];
      const g = lookoutGoal[spot];
      if (!isToChoose(stages, crowd.stage[i], g) || !isLookoutInSight(knowledge, spot)) continue;
      const dx = lookouts[2 * spot] - crowd.place[2 * i];
      const dy = lookouts[2 * spot + 1] - crowd.place[2 * i + 1];
      const people = queueBefore(exitChoice, g, Math.sqrt(dx * dx + dy * dy));
      remember(crowd, i, QUEUE_AT_GOAL, g, time, people);
    }
  }
}

/** Is a goal among those of which the quickest is taken, at this stage or a later one? */
function isToChoose(stages: Itinerary['stages'], from: number, g: number): boolean {
  for (let s = from; s < stages.length; s++) {
    const { choice, goals } = stages[s];
    if (choice === 'quickest' && goals.length > 1 && goals.includes(g)) return true;
  }
  return false;
}
