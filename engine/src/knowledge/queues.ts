/**
 * Queues that somebody sees at goals they will choose from, now or at a later stage, and people they see walk to these: remembered, and
 * reckoned with when they choose. People know only what they see (P05 §4.1): whoever sees a goal counts those who walk there, are nearer to it than they
 * are, and are in a place in sight.
 */
import { queueBefore, type ExitChoice } from '../crowd/goals/exit-choice.ts';
import type { Itinerary } from '../crowd/goals/goals.ts';
import { headingInSight } from '../perception/counters.ts';
import { HEADING_TO, type Knowledge, type KnowingCrowd, knowingOf, QUEUE_AT_GOAL } from './knowledge.ts';
import { isLookoutInSight } from './learn.ts';
import { recall, remember } from './memory.ts';

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
  const { sighting, counters, lookouts, lookoutsIn, lookoutGoal } = knowledge;
  const { stages } = itineraries[crowd.itinerary[i]];
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    for (let n = lookoutsIn.first[place]; n < lookoutsIn.first[place + 1]; n++) {
      const spot = lookoutsIn.item[n];
      const g = lookoutGoal[spot];
      if (!isToChoose(stages, crowd.stage[i], g) || !isLookoutInSight(knowledge, spot)) continue;
      const dx = lookouts[2 * spot] - crowd.place[2 * i];
      const dy = lookouts[2 * spot + 1] - crowd.place[2 * i + 1];
      let people = queueBefore(exitChoice, g, Math.sqrt(dx * dx + dy * dy));
      // Not counting themselves.
      if (crowd.chosen[i] === g && people > 0) people--;
      if (counters.heading.length > 0) people = Math.min(people, headingInSight(counters, sighting, g));
      remember(crowd, i, QUEUE_AT_GOAL, g, time, people);
    }
  }
}

/** People seen on their way to goals of the stage, for those who follow others: the most at once count on, and fade. */
export function rememberHeading(
  knowledge: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  { itineraries, time }: Pick<Moment, 'itineraries' | 'time'>,
): void {
  const { memory, follow } = knowingOf(knowledge, crowd, i);
  if (follow === 0) return;
  const stage = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]];
  if (stage === undefined || stage.goals.length < 2) return;
  for (const g of stage.goals) {
    let now = headingInSight(knowledge.counters, knowledge.sighting, g);
    // Not counting themselves.
    if (crowd.chosen[i] === g) now--;
    if (now > 0 && now >= recall(crowd, i, HEADING_TO, g, time, memory)) remember(crowd, i, HEADING_TO, g, time, now);
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
