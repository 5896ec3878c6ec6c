/**
 * World + walkers → steps: the crowd walks. One step is these passes over the crowd's arrays, in this order:
 *
 *   1. plan        walkers without a route get one                                                simulation/plan-routes.ts, routing/find-route.ts
 *   2. neighbours  the Delaunay graph of all places, repaired                                      neighbours/
 *      companions  groups: how fast, and where beside each other; only if there are some         crowd/companions/keep-together.ts
 *   3. decide      everybody chooses a velocity, from the state before the step                   walkers/reactive/
 *   4. move        along walls, apart from each other                                             bodies/move.ts, contact.ts
 *   5. settle      new cells and velocities; routes follow                                        bodies/move.ts, arrive.ts
 *   6. arrive      goals reached, stages, waiting, leaving                                        arrive.ts
 *
 *   const simulation = createSimulation(world, { goals, itineraries });
 *   addPerson(simulation, { x: 3, y: 4, itinerary: 0 });
 *   while (simulation.crowd.count > 0) step(simulation);
 *
 * Same input, same bytes: passes read one state and write another, lists are ordered by serial, no clock, no random numbers.
 */
import { arrive, followRoutes } from './arrive.ts';
import { hilbertOrder } from '../core/hilbert.ts';
import { areApart, CONTACT_ROUNDS, listActive } from '../bodies/contact.ts';
import { createCrowd, orderWalkers } from '../crowd/crowd.ts';
import { keepTogether } from '../crowd/companions/keep-together.ts';
import { lookAcross } from '../bodies/seams.ts';
import { updateNeighbourhood } from '../neighbours/neighbourhood.ts';
import { DECIDE, END_ROUND, PUSH_APART, runPass, SETTLE, SLIDE, START_ROUNDS } from './passes.ts';
import { planRoutes } from './plan-routes.ts';
import type { Simulation } from './simulation.ts';
import { runTogether } from './team.ts';

/** Steps between two sortings of slots, and walkers from which on that pays. */
const SORTED_EVERY = 64;
const WORTH_SORTING = 1000;
/** Walkers below which threads are not worth waking. */
const WORTH_SHARING = 256;

export function step(simulation: Simulation): void {
  const { world, crowd, context, neighbourhood } = simulation;
  const { count } = crowd;
  context.time = simulation.time;
  if (simulation.clock !== undefined) simulation.tick = simulation.clock();
  planRoutes(simulation);
  tell(simulation, 'plan');
  updateNeighbourhood(neighbourhood, crowd, world.mesh.cellLevel);
  tell(simulation, 'neighbours');
  if (context.around.seams !== undefined) lookAcross(context.around.seams, crowd);
  context.around.first = neighbourhood.first;
  context.around.item = neighbourhood.item;
  if (simulation.companions !== undefined) {
    keepTogether(simulation.companions, context.around, crowd, simulation.time, simulation.step);
    tell(simulation, 'companions');
  }
  forAll(simulation, DECIDE);
  tell(simulation, 'decide');
  forAll(simulation, SLIDE);
  if (!simulation.withoutContact) dissolveContacts(simulation);
  tell(simulation, 'move');
  forAll(simulation, SETTLE);
  followRoutes(simulation);
  crowd.place.set(crowd.nextPlace.subarray(0, 2 * count));
  crowd.velocity.set(crowd.nextVelocity.subarray(0, 2 * count));
  crowd.aim.set(crowd.nextAim.subarray(0, 2 * count));
  crowd.facing.set(crowd.nextFacing.subarray(0, count));
  crowd.cell.set(crowd.nextCell.subarray(0, count));
  simulation.steps++;
  simulation.time = simulation.steps * simulation.step;
  tell(simulation, 'settle');
  arrive(simulation);
  if (simulation.steps % SORTED_EVERY === 0 && crowd.count > WORTH_SORTING) sortSlots(simulation);
  tell(simulation, 'arrive');
}

/** Note what a pass took, where somebody gave the simulation a clock. */
function tell(simulation: Simulation, pass: string): void {
  const { clock, passes } = simulation;
  if (clock === undefined) return;
  const now = clock();
  passes[pass] = (passes[pass] ?? 0) + now - simulation.tick;
  simulation.tick = now;
}

/** Slots in the order of a curve through their places: neighbours in space are neighbours in memory. */
function sortSlots(simulation: Simulation): void {
  const { crowd } = simulation;
  simulation.spare ??= createCrowd(crowd.capacity);
  orderWalkers(crowd, hilbertOrder(crowd.place.subarray(0, 2 * crowd.count)), simulation.spare);
}

/** A pass over all walkers. */
function forAll({ context, crowd, team }: Simulation, pass: number, count = crowd.count): void {
  if (team === undefined || count < WORTH_SHARING) runPass(context, pass, 0, count);
  else runTogether(team, context, pass, count);
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
