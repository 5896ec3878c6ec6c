/**
 * One step of a simulation: the table of passes below, in this order. Each pass goes over the whole crowd; nothing happens between
 * them. What `run/` does before a step: events of the scenario, and people who come (run/run.ts); after it: measures and records.
 *
 *   const simulation = createSimulation(world, { goals, itineraries });
 *   addPerson(simulation, { x: 3, y: 4, itinerary: 0 });
 *   while (simulation.crowd.count > 0) step(simulation);
 *
 * Same input, same bytes: passes read one state and write another, lists are ordered by serial, no clock, no random numbers.
 */
import { areApart, CONTACT_ROUNDS, listActive } from '../bodies/contact.ts';
import { lookAcross } from '../bodies/seams.ts';
import { hilbertOrder } from '../core/hilbert.ts';
import { keepTogether } from '../crowd/companions/keep-together.ts';
import { createCrowdLike, orderWalkers, takeOver } from '../crowd/crowd.ts';
import { updateNeighbourhood } from '../neighbours/neighbourhood.ts';
import { arrive } from './arrive.ts';
import { followRoutes } from './follow-routes.ts';
import { DECIDE, END_ROUND, PACE, PUSH_APART, runPass, SETTLE, SLIDE, STAND, START_ROUNDS, WALLS } from './passes.ts';
import {
  chooseExits,
  followLeaders,
  gatherCompanions,
  planFollowers,
  planLeaders,
  queueAtExits,
  reviewRoutes,
  takeStandingPlaces,
} from './plan-routes.ts';
import type { Simulation } from './simulation.ts';
import { runTogether } from './team.ts';

interface Pass {
  /** What part of a step it belongs to: times are summed up by it in results. */
  phase: 'plan' | 'neighbours' | 'companions' | 'decide' | 'move' | 'settle' | 'arrive';
  name: string;
  /** Left out where this does not hold. */
  when?: (simulation: Simulation) => boolean;
  run: (simulation: Simulation) => void;
}

export const PASSES: readonly Pass[] = [
  // Where to: everybody who needs one gets a goal and a route of portals.
  { phase: 'plan', name: 'review routes', when: hasChanged, run: reviewRoutes },
  { phase: 'plan', name: 'gather companions', when: hasCompanions, run: gatherCompanions },
  { phase: 'plan', name: 'follow leaders', when: hasCompanions, run: followLeaders },
  { phase: 'plan', name: 'take places to stand', when: hasStanding, run: takeStandingPlaces },
  { phase: 'plan', name: 'count queues', run: queueAtExits },
  { phase: 'plan', name: 'choose exits', run: chooseExits },
  { phase: 'plan', name: 'plan routes', run: planLeaders },
  { phase: 'plan', name: 'plan routes of followers', when: hasCompanions, run: planFollowers },
  // Who is near: the Delaunay graph of all places, repaired; people on the other side of where stairs meet a floor.
  { phase: 'neighbours', name: 'neighbours', run: findNeighbours },
  { phase: 'neighbours', name: 'look across seams', when: hasSeams, run: lookAcrossSeams },
  { phase: 'companions', name: 'companions', when: hasCompanions, run: keepCompanionsTogether },
  // What each does: everybody chooses a velocity, from the state before the step, as the walker model has it.
  { phase: 'decide', name: 'who stands', run: (simulation) => forAll(simulation, STAND) },
  { phase: 'decide', name: 'pace on stairs', run: (simulation) => forAll(simulation, PACE) },
  { phase: 'decide', name: 'walls nearby', run: (simulation) => forAll(simulation, WALLS) },
  { phase: 'decide', name: 'decide', run: (simulation) => forAll(simulation, DECIDE) },
  // Bodies: along walls, then apart from each other.
  { phase: 'move', name: 'move', run: (simulation) => forAll(simulation, SLIDE) },
  { phase: 'move', name: 'contact', when: hasContact, run: dissolveContacts },
  // The new state: cells and velocities; portals passed are taken off the routes.
  { phase: 'settle', name: 'settle', run: (simulation) => forAll(simulation, SETTLE) },
  { phase: 'settle', name: 'follow routes', run: followRoutes },
  { phase: 'settle', name: 'take over', run: takeOverState },
  // Goals reached: waiting, the next stage, leaving.
  { phase: 'arrive', name: 'arrive', run: arrive },
  { phase: 'arrive', name: 'sort slots', when: isTimeToSort, run: sortSlots },
];

/** Steps between two sortings of slots, and walkers from which on that pays. */
const SORTED_EVERY = 64;
const WORTH_SORTING = 1000;
/** Walkers below which threads are not worth waking. */
const WORTH_SHARING = 256;

export function step(simulation: Simulation): void {
  const { clock, passes } = simulation;
  simulation.context.view.time = simulation.time;
  let before = clock === undefined ? 0 : clock();
  for (let p = 0; p < PASSES.length; p++) {
    const { name, when, run } = PASSES[p];
    if (when !== undefined && !when(simulation)) continue;
    run(simulation);
    if (clock === undefined) continue;
    const now = clock();
    passes[name] = (passes[name] ?? 0) + now - before;
    before = now;
  }
}

/** Milliseconds in all steps, by phase. */
export function timesByPhase({ passes }: Simulation): Record<string, number> {
  const times: Record<string, number> = {};
  for (const { phase, name } of PASSES) {
    if (name in passes) times[phase] = (times[phase] ?? 0) + passes[name];
  }
  return times;
}

function hasChanged({ changedAt }: Simulation): boolean {
  return changedAt >= 0;
}

function hasCompanions({ companions }: Simulation): boolean {
  return companions !== undefined;
}

function hasStanding({ standing }: Simulation): boolean {
  return standing !== undefined;
}

function hasSeams({ context }: Simulation): boolean {
  return context.view.seams !== undefined;
}

function hasContact({ withoutContact }: Simulation): boolean {
  return !withoutContact;
}

function isTimeToSort({ steps, crowd }: Simulation): boolean {
  return steps % SORTED_EVERY === 0 && crowd.count > WORTH_SORTING;
}

function findNeighbours({ neighbourhood, crowd, world, context }: Simulation): void {
  updateNeighbourhood(neighbourhood, crowd, world.mesh.cellLevel);
  context.view.first = neighbourhood.first;
  context.view.item = neighbourhood.item;
}

function lookAcrossSeams({ context, crowd }: Simulation): void {
  lookAcross(context.view.seams!, crowd);
}

function keepCompanionsTogether({ companions, context, crowd, time, step: seconds }: Simulation): void {
  keepTogether(companions!, context.view, crowd, time, seconds);
}

function dissolveContacts(simulation: Simulation): void {
  const { contacts } = simulation.context;
  forAll(simulation, START_ROUNDS);
  const active = listActive(contacts, simulation.crowd.count);
  for (let round = 0; round < CONTACT_ROUNDS; round++) {
    forAll(simulation, PUSH_APART, active);
    if (areApart(contacts)) return;
    forAll(simulation, END_ROUND, active);
  }
}

function takeOverState(simulation: Simulation): void {
  takeOver(simulation.crowd);
  simulation.steps++;
  simulation.time = simulation.steps * simulation.step;
}

/** Slots in the order of a curve through their places: neighbours in space are neighbours in memory. */
function sortSlots(simulation: Simulation): void {
  const { crowd } = simulation;
  simulation.spare ??= createCrowdLike(crowd, crowd.capacity);
  orderWalkers(crowd, hilbertOrder(crowd.place.subarray(0, 2 * crowd.count)), simulation.spare);
}

/** A pass over all walkers, on all threads. */
function forAll({ context, crowd, team, tally }: Simulation, pass: number, count = crowd.count): void {
  if (team === undefined || count < WORTH_SHARING) runPass(context, pass, 0, count);
  else runTogether(team, context, tally, pass, count);
}
