/**
 * The passes of seeing and knowing, in simulations where a profile has knowledge: people are counted in places and at borders, and those
 * whose turn it is look, learn, and drop routes that they now know to be bad. Who looks when follows from the serial: the same for any number of threads.
 */
import { NONE } from '../core/none.ts';
import { topOfRoute } from '../crowd/routes.ts';
import { FOUND_CLOSED, giveUpCell, LEARNED_GOAL, look } from '../knowledge/learn.ts';
import { type Knowledge, type KnowingCrowd, knowingOf } from '../knowledge/knowledge.ts';
import { rememberQueues } from '../knowledge/queues.ts';
import { countPeople } from '../perception/counters.ts';
import { hasBit } from '../routing/known/known-way.ts';
import type { Simulation } from './simulation.ts';

export function countForPerception({ knowledge, crowd, routes }: Simulation): void {
  knowledge!.decisions.length = 0;
  countPeople(knowledge!.counters, knowledge!.believed, crowd, routes);
}

export function lookAndLearn(simulation: Simulation): void {
  const { steps, time, exitChoice, itineraries } = simulation;
  const knowledge = simulation.knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  for (let i = 0; i < crowd.count; i++) {
    if (knowledge.profiles[crowd.profile[i]] === undefined) continue;
    // Whoever has come in this step looks at once: they have to know where to begin.
    const isNew = crowd.inPlace[i] === NONE;
    if (!isNew && (crowd.serial[i] + steps) % knowledge.every !== 0) continue;
    const changed = look(knowledge, crowd, i, time);
    rememberQueues(knowledge, crowd, i, { exitChoice, itineraries, time });
    if (crowd.route[i] !== NONE && isToPlanAgain(simulation, knowledge, crowd, i, changed)) {
      crowd.route[i] = NONE;
      crowd.planAt[i] = 0;
    }
    // Without a route because too little was known: what was learned may be enough.
    if (crowd.route[i] === NONE && changed !== 0) crowd.planAt[i] = 0;
  }
}

/** Metres from where they explore to within which people look for the next thing to do. */
const NEAR = 1;
/** Looks after which people who do not know their way decide again whom to follow; seconds without getting on after which they stay. */
const LOOKS = 4;
const THRONG = 3;

function isToPlanAgain(
  simulation: Simulation,
  knowledge: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  changed: number,
): boolean {
  if ((changed & FOUND_CLOSED) !== 0 && leadsThroughUnknown(simulation, knowledge, crowd, i)) return true;
  const place = crowd.exploring[i];
  if (place === NONE) return false;
  if ((changed & LEARNED_GOAL) !== 0) return true;
  if (isToFollow(simulation, knowledge, crowd, i)) return true;
  if (hasBit(crowd.explored, i * knowledge.size.explored, place)) return true;
  const dx = crowd.place[2 * i] - crowd.goal[2 * i];
  const dy = crowd.place[2 * i + 1] - crowd.goal[2 * i + 1];
  if (dx * dx + dy * dy >= NEAR * NEAR) return false;
  giveUpCell(knowledge, crowd, i, crowd.goalCell[i]);
  return true;
}

/** Is it time to look again where others go? Nobody turns round in a throng. */
function isToFollow({ steps }: Simulation, knowledge: Knowledge, crowd: KnowingCrowd, i: number): boolean {
  if (knowingOf(knowledge, crowd, i).follow === 0 || crowd.stuck[i] >= THRONG) return false;
  return (crowd.serial[i] + steps) % (knowledge.every * LOOKS) === 0;
}

/** Does a route cross a border that is not known any more? */
function leadsThroughUnknown(
  { routes }: Simulation,
  { believed: { places }, size }: Knowledge,
  crowd: KnowingCrowd,
  i: number,
): boolean {
  const top = topOfRoute(crowd, i);
  for (let k = top; k > top - crowd.portalsLeft[i]; k--) {
    const border = places.borderOf[routes.store[k]];
    if (border !== NONE && !hasBit(crowd.knownAccesses, i * size.accesses, border)) return true;
  }
  return false;
}
