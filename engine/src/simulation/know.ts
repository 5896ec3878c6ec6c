/**
 * The passes of seeing and knowing, in simulations where a profile has knowledge: people are counted in places and at borders, and those
 * whose turn it is look, learn, and drop routes that they now know to be bad. Who looks when follows from the serial: the same for any number of threads.
 */
import { NONE } from '../core/none.ts';
import { topOfRoute } from '../crowd/routes.ts';
import { FOUND_CLOSED, giveUpCell, LEARNED_ACCESS, LEARNED_GOAL, look } from '../knowledge/learn.ts';
import { rememberLocalCrowds } from '../knowledge/local-crowds.ts';
import { hasMemories } from '../knowledge/memory.ts';
import { burdenOn, forgetWeights, weigh } from '../knowledge/weigh.ts';
import { type Knowledge, type KnowingCrowd, knowingOf } from '../knowledge/knowledge.ts';
import { rememberHeading, rememberQueues } from '../knowledge/queues.ts';
import { hear } from '../knowledge/start.ts';
import { countPeople } from '../perception/counters.ts';
import { hasBit } from '../routing/known/known-way.ts';
import { AGAIN, NEAR } from './comfort.ts';
import type { Simulation } from './simulation.ts';
import { isToStand } from './wait-for-way.ts';

export function countForPerception({ knowledge, crowd, routes }: Simulation): void {
  knowledge!.decisions.length = 0;
  countPeople(knowledge!.counters, knowledge!.believed, crowd, routes);
}

export function lookAndLearn(simulation: Simulation): void {
  const { steps, time } = simulation;
  const knowledge = simulation.knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  for (let i = 0; i < crowd.count; i++) {
    if (knowledge.profiles[crowd.profile[i]] === undefined) {
      if (crowd.exploring[i] !== NONE) stayWithLeader(simulation, crowd, i);
      continue;
    }
    // Whoever has come in this step looks at once: they have to know where to begin.
    const isNew = crowd.inPlace[i] === NONE;
    if (!isNew && (crowd.serial[i] + steps) % knowledge.every !== 0) continue;
    let changed = look(knowledge, crowd, i, time);
    if (hear(knowledge, crowd, i, time, simulation)) changed |= LEARNED_GOAL | HEARD;
    rememberQueues(knowledge, crowd, i, simulation);
    rememberHeading(knowledge, crowd, i, simulation);
    rememberLocalCrowds(knowledge, crowd, i, time, steps);
    if (crowd.route[i] !== NONE && isToPlanAgain(simulation, knowledge, crowd, i, changed)) {
      crowd.route[i] = NONE;
      crowd.planAt[i] = 0;
    }
    if (isToStand(simulation, i)) {
      crowd.route[i] = crowd.goalCell[i] = NONE;
      crowd.planAt[i] = time + AGAIN;
    }
    // Without a route because too little was known: what was learned may be enough.
    if (crowd.route[i] === NONE && changed !== 0) crowd.planAt[i] = 0;
  }
}

/** Somebody without knowledge goes where their leader explores: elsewhere, once the leader does. */
function stayWithLeader({ companions }: Simulation, crowd: KnowingCrowd, i: number): void {
  const leader = companions?.leader[i] ?? i;
  if (leader !== i && crowd.goalCell[leader] === crowd.goalCell[i]) return;
  crowd.route[i] = NONE;
  crowd.planAt[i] = 0;
  if (leader === i) crowd.exploring[i] = NONE;
}

/** Of what changed, beside what a look may change: there are goals to choose from again. */
const HEARD = 8;
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
  if ((changed & HEARD) !== 0) return true;
  if ((changed & LEARNED_GOAL) !== 0 && hasChoice(simulation, crowd, i)) return true;
  if ((changed & LEARNED_ACCESS) !== 0 && crowd.pointedBy[i] !== NONE) return true;
  const place = crowd.exploring[i];
  if (place === NONE) return isMoreCrowded(simulation, knowledge, crowd, i);
  if ((changed & LEARNED_GOAL) !== 0) return true;
  if (isToFollow(simulation, knowledge, crowd, i)) return true;
  if (crowd.pointedBy[i] === NONE && hasBit(crowd.explored, i * knowledge.size.explored, place)) return true;
  const dx = crowd.place[2 * i] - crowd.goal[2 * i];
  const dy = crowd.place[2 * i + 1] - crowd.goal[2 * i + 1];
  if (dx * dx + dy * dy >= NEAR * NEAR) return false;
  giveUpCell(knowledge, crowd, i, crowd.goalCell[i]);
  return true;
}

/** Does somebody choose from several goals? Then one they have just learned of may be nearer. */
function hasChoice({ itineraries }: Simulation, { itinerary, stage }: KnowingCrowd, i: number): boolean {
  const now = itineraries[itinerary[i]].stages[stage[i]];
  return now !== undefined && now.choice !== 'assigned' && now.goals.length > 1;
}

/** Crowds may add so many metres to a way, and half as much again, before another one is looked for. */
const MORE_CROWDED = 3;

/** Is the way of somebody much more crowded, as far as they know, than when they chose it? Nobody turns round in a throng. */
function isMoreCrowded(
  { steps, routes, time, companions }: Simulation,
  knowledge: Knowledge,
  crowd: KnowingCrowd,
  i: number,
): boolean {
  if ((crowd.serial[i] + steps) % (knowledge.every * LOOKS) !== 0 || !hasMemories(crowd, i)) return false;
  if (crowd.stuck[i] >= THRONG || (companions?.leader[i] ?? i) !== i) return false;
  weigh(knowledge, crowd, i, crowd.cell[i], time);
  const burden = burdenOn(knowledge, routes.store, topOfRoute(crowd, i), crowd.portalsLeft[i]);
  forgetWeights(knowledge);
  return burden > 1.5 * (crowd.burden[i] / 10) + MORE_CROWDED;
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
