/**
 * One step of a simulation: the table of passes below, in this order; nothing happens between them. A pass goes over the crowd, or over
 * those it concerns.
 *
 *   scenario ─▶ run/open-scenario.ts ─▶ run/run.ts ─▶ run/play.ts ─▶ run/result.ts
 *                                       before a step: events (doors and the place change: people in the way are moved, routes that
 *                                       are cut are dropped), then people who come
 *                                                     after each step, and once before the first: log, measures, record, hash
 *
 * A scenario says who walks where and when, and contains its place or names its file: open-scenario.ts checks it and builds the world
 * (build.ts). People who are there at the start are placed when the run is made, those who do not fit are left out with a warning; later
 * ones come from sources, and wait outside while there is no room. A step is 0.1 s unless the scenario says otherwise. A run ends when its
 * duration is over, or nobody is inside or to come; out come counts, travel times, flows, densities, warnings and a hash of states on the
 * way; frames of every moment go to whoever asks for them (`record`). Between two steps a caller may also change the place by hand
 * (run/events.ts), take or put back a snapshot (simulation.ts), ask why somebody decides so (explain.ts), or take the result so far.
 *
 * A walker is a slot in the crowd's arrays, which changes when others leave
 * or slots are sorted; its serial is its name for good. Everybody has an itinerary: stages in order, each with goals to choose from
 * (assigned, nearest, quickest) and a wait; after the last one they leave (crowd/goals/goals.ts).
 *
 * From code, without a scenario (goals in mesh coordinates, people in the plan's):
 *
 *   const simulation = createSimulation(world, { goals, itineraries });
 *   addPerson(simulation, { x: 3, y: 4, itinerary: 0 });
 *   while (simulation.crowd.count > 0 && simulation.time < 600) step(simulation);   // people without a route stay
 *
 * Same input, same bytes, for any number of threads and any order of slots: place, cell, velocity, aim and what else has a next column
 * (`takes` in crowd/columns.ts) are read as they were before the step and written for after it. Only contact looks at places after
 * the move: each round reads those of the round before. All else is written in place, by passes
 * that threads share only for their own slots. Lists are ordered by serial. Chance in a step (how long somebody waits or is served) is a
 * function of seed and serial, or of the group; who comes when, where and with what body is drawn before it, by a generator of each group
 * and source (run/generators.ts). No clock but for timing passes; sines and exponentials come from core/, which gives the same bits everywhere.
 */
import { areApart, CONTACT_ROUNDS, findLargest, listActive } from '../bodies/contact.ts';
import { lookAcross } from '../bodies/seams.ts';
import { hilbertOrder } from '../core/hilbert.ts';
import { keepTogether } from '../crowd/companions/keep-together.ts';
import { createCrowdLike, orderWalkers, takeOver } from '../crowd/crowd.ts';
import { updateNeighbourhood } from '../neighbours/neighbourhood.ts';
import { arrive } from './arrive.ts';
import { countForPerception, lookAndLearn } from './know.ts';
import { followRoutes } from './follow-routes.ts';
import { DECIDE, END_ROUND, PACE, PUSH_APART, runPass, SETTLE, SLIDE, STAND, START_ROUNDS, WALLS } from './passes.ts';
import {
  countHeadingForExits,
  dropRoutesAwayFromLeaders,
  listCompanions,
  planFollowers,
  planLeaders,
  reviewRoutes,
  takeStandingPlaces,
  thinkAgainAboutExits,
} from './plan-routes.ts';
import type { Simulation } from './simulation.ts';
import { tellEachOther } from './tell.ts';
import { arriveOnTiles, headForGoals, resolveClaimsOnTiles, settleOnTiles, standOnTiles } from './tiles.ts';
import { runTogether } from './team.ts';

interface Pass {
  /** The part of a step it belongs to: results sum times up by it. */
  phase: 'plan' | 'neighbours' | 'companions' | 'decide' | 'move' | 'settle' | 'arrive';
  name: string;
  /** Left out where this does not hold. */
  when?: (simulation: Simulation) => boolean;
  run: (simulation: Simulation) => void;
}

export const PASSES: readonly Pass[] = [
  // What people with knowledge see and learn (know.ts): nothing where no profile has `knowledge`. Routes that they now know to be bad are
  // dropped.
  { phase: 'plan', name: 'count people in places', when: hasKnowledge, run: countForPerception },
  { phase: 'plan', name: 'look and learn', when: hasKnowledge, run: lookAndLearn },
  // Where to (plan-routes.ts). A pass that finds somebody's route bad drops it (crowd.route = NONE), as do follow routes, arrive and
  // changes of the place. Only planning routes gives new ones: a goal of the stage, and portals on the way there (routing/). People for
  // whom there is none stand, and look again after 5 s.
  { phase: 'plan', name: 'review routes', when: hasChanged, run: reviewRoutes }, // for 2 s after a change, some in each step
  { phase: 'plan', name: 'list companions', when: hasCompanions, run: listCompanions },
  { phase: 'plan', name: 'drop routes away from leaders', when: hasCompanions, run: dropRoutesAwayFromLeaders },
  // Whose turn it is in queues and at counters, at exits and doors with a greatest flow; who takes which place in a waiting area or
  // beside a door: whoever is to stand is told so (crowd/goals/standing.ts).
  { phase: 'plan', name: 'take places to stand', when: hasStanding, run: takeStandingPlaces },
  { phase: 'plan', name: 'count who heads for each exit', when: choosesExits, run: countHeadingForExits },
  { phase: 'plan', name: 'think again about exits', when: choosesExits, run: thinkAgainAboutExits }, // each every few seconds
  { phase: 'plan', name: 'plan routes', run: planLeaders },
  { phase: 'plan', name: 'plan routes of followers', when: hasCompanions, run: planFollowers },
  // Who is near: the Delaunay graph of all places on a level, repaired (neighbours/). Walls do not matter to it: deciding and contact
  // ask who sees whom. Cells of links (stairs, ramps …) are on their lower level: at the upper end, people look across (bodies/seams.ts).
  { phase: 'neighbours', name: 'neighbours', run: findNeighbours },
  { phase: 'neighbours', name: 'look across seams', when: hasSeams, run: lookAcrossSeams },
  // What is asked of members of a group: pace, a pull to the side, waiting for those who are lost (crowd/companions/).
  { phase: 'companions', name: 'companions', when: hasCompanions, run: keepCompanionsTogether },
  // What each does. Who stands: not started yet, waiting, or told to (bodies/stand.ts). The pace everybody would like, less on stairs
  // (bodies/stairs.ts). Walls within reach (bodies/near-walls.ts). Then everybody gets a velocity from the walker model, one
  // for the whole simulation (walkers/model.ts): places and velocities as they were before the step, routes of this one. People of `reactive` make up their mind
  // three times a second, each in turn, and go on as they wished in between: along the portals of the route, beside companions, round and
  // behind the people they see, off walls, within what a body can change in a step (walkers/reactive/decide.ts).
  { phase: 'decide', name: 'who stands', run: (simulation) => forAll(simulation, STAND) },
  { phase: 'decide', name: 'pace', run: (simulation) => forAll(simulation, PACE) },
  { phase: 'decide', name: 'walls nearby', run: (simulation) => forAll(simulation, WALLS) },
  { phase: 'decide', name: 'decide', run: (simulation) => forAll(simulation, DECIDE) },
  // Bodies: along walls (bodies/move.ts), then apart from each other, and out of walls, in 20 rounds at most. People who wait, are
  // served or are held at a door are not shoved along; those in a queue, or beside a door to let others out, give room (bodies/stand.ts,
  // contact.ts). Overlaps that are left are measured (run/measures.ts).
  { phase: 'move', name: 'move', run: (simulation) => forAll(simulation, SLIDE) },
  { phase: 'move', name: 'contact', when: hasContact, run: dissolveContacts },
  // The new state: how narrow each makes itself among others (bodies/press.ts), cells, and velocities from the way that was really made; a centre that would leave the floor is stopped before the
  // wall (bodies/move.ts). Portals passed are taken off routes, people pushed off theirs are led back (follow-routes.ts).
  { phase: 'settle', name: 'settle', run: (simulation) => forAll(simulation, SETTLE) },
  { phase: 'settle', name: 'follow routes', run: followRoutes },
  { phase: 'settle', name: 'take over', run: takeOverState },
  // People who look for the way are told it by some they meet: their routes are dropped (tell.ts).
  { phase: 'settle', name: 'tell each other', when: hasTellers, run: tellEachOther },
  // At the new time: goals reached, waiting and being served, the next stage, leaving; people who make no way for 5 s drop their route
  // (arrive.ts). From here on slots are others: what is listed by slot is made again in the next step.
  { phase: 'arrive', name: 'arrive', run: arrive },
  { phase: 'arrive', name: 'sort slots', when: isTimeToSort, run: sortSlots },
];

/** A step of a model on tiles (walkers/tile-model.ts, tiles.ts): goals, recording and measuring are the same, routes and bodies are not. */
const TILE_PASSES: readonly Pass[] = [
  // A goal of the stage, and the first goal of the graph on the way there.
  { phase: 'plan', name: 'head for goals', run: headForGoals },
  { phase: 'plan', name: 'who stands', run: standOnTiles },
  // What each wishes: a velocity, and so a next tile. Reads the state before the step.
  { phase: 'decide', name: 'decide', run: decideOnTiles },
  // Who may: one walker per tile, no swap, no overlap. Everybody gets a new spot at once.
  { phase: 'move', name: 'claims', run: resolveClaimsOnTiles },
  { phase: 'settle', name: 'settle', run: settleOnTiles },
  { phase: 'settle', name: 'take over', run: takeOverState },
  { phase: 'arrive', name: 'arrive', run: arriveOnTiles },
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
  const table = simulation.tiled === undefined ? PASSES : TILE_PASSES;
  let before = clock === undefined ? 0 : clock();
  for (let p = 0; p < table.length; p++) {
    const { name, when, run } = table[p];
    if (when !== undefined && !when(simulation)) continue;
    run(simulation);
    if (clock === undefined) continue;
    const now = clock();
    passes[name] = (passes[name] ?? 0) + now - before;
    before = now;
  }
}

/** Milliseconds in all steps, by phase. */
export function timesByPhase({ passes, tiled }: Simulation): Record<string, number> {
  const times: Record<string, number> = {};
  for (const { phase, name } of tiled === undefined ? PASSES : TILE_PASSES) {
    if (name in passes) times[phase] = (times[phase] ?? 0) + passes[name];
  }
  return times;
}

function hasTellers({ knowledge }: Simulation): boolean {
  return knowledge?.profiles.some((knowing) => knowing !== undefined && knowing.tell > 0) ?? false;
}

function hasKnowledge({ knowledge }: Simulation): boolean {
  return knowledge !== undefined;
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

function choosesExits({ exitChoice }: Simulation): boolean {
  return exitChoice.isUsed;
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
  findLargest(contacts, simulation.crowd);
  forAll(simulation, START_ROUNDS);
  const active = listActive(contacts, simulation.crowd.count);
  for (let round = 0; round < CONTACT_ROUNDS; round++) {
    forAll(simulation, PUSH_APART, active);
    if (areApart(contacts, round)) return;
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
  const { crowd, tiled } = simulation;
  simulation.spare ??= createCrowdLike(crowd, crowd.capacity);
  orderWalkers(crowd, hilbertOrder(crowd.place.subarray(0, 2 * crowd.count)), simulation.spare);
  tiled?.model.relist(tiled.shared);
}

/** All slots at once: a model on tiles is quick enough on one thread. */
function decideOnTiles({ context, crowd }: Simulation): void {
  runPass(context, DECIDE, 0, crowd.count);
}

/** A pass over all walkers, on all threads (passes.ts, team.ts): arrays are shared, the model is known there by its name. */
function forAll({ context, crowd, team, tally }: Simulation, pass: number, count = crowd.count): void {
  if (team === undefined || count < WORTH_SHARING) runPass(context, pass, 0, count);
  else runTogether(team, context, tally, pass, count);
}
