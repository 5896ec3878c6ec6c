/**
 * World + walkers → steps: the crowd walks. One step is these passes over the crowd's arrays, in this order:
 *
 *   1. plan        walkers without a route get one                                                 find-route.ts
 *   2. neighbours  the Delaunay graph of all places, repaired                                      neighbours/
 *      companions  groups: how fast, and where beside each other; only if there are some         crowd/keep-together.ts
 *   3. decide      everybody chooses a velocity, from the state before the step                   walkers/reactive/
 *   4. move        along walls, apart from each other                                             crowd/move.ts, contact.ts
 *   5. settle      new cells and velocities; routes follow                                        crowd/move.ts, routes.ts
 *   6. arrive      goals reached, stages, waiting, leaving
 *
 *   const simulation = createSimulation(world, { goals, itineraries });
 *   addPerson(simulation, { x: 3, y: 4, itinerary: 0 });
 *   while (simulation.crowd.count > 0) step(simulation);
 *
 * Same input, same bytes: passes read one state and write another, lists are ordered by serial, no clock, no random numbers.
 */
import type { World } from './build.ts';
import { InputError } from './core/errors.ts';
import { hilbertOrder } from './core/hilbert.ts';
import { NONE } from './core/none.ts';
import { areApart, CONTACT_ROUNDS, createContacts, listActive } from './crowd/contact.ts';
import {
  addWalker,
  BODY,
  type Crowd,
  createCrowd,
  orderWalkers,
  PREFERRED,
  RADIUS,
  removeWalker,
  TOP,
} from './crowd/crowd.ts';
import { type Companions, createCompanions, findCompanions, followLeaders, goalOfLeader } from './crowd/companions.ts';
import { countQueues, createExitChoice, type ExitChoice, secondsToPass, thinkAgain } from './crowd/exit-choice.ts';
import { aimAt, type Goal, indexStages, isAtGoal, type Itinerary, linesOfGoals, type Stage } from './crowd/goals.ts';
import { keepTogether } from './crowd/keep-together.ts';
import { createWallsBeside, findNearWalls, type NearWalls } from './crowd/near-walls.ts';
import { type Profile, type ProfileTable, tableOfProfiles, USUAL_PROFILE } from './crowd/profiles.ts';
import { createRoutes, leadBack, portalOf, type Routes, setRoute } from './crowd/routes.ts';
import { findSeams, lookAcross } from './crowd/seams.ts';
import { restoreSnapshot, type Snapshot, takeSnapshot } from './crowd/snapshot.ts';
import type { DoorRule } from './crowd/let-out.ts';
import {
  createStanding,
  giveUpPlace,
  isLimited,
  isThere,
  keepsGoal,
  putTarget,
  rememberTarget,
  serviceAt,
  type Standing,
  takePlaces,
} from './crowd/standing.ts';
import { hashCrowd } from './crowd/state-hash.ts';
import { createRouter, findPortals, type Router, stepFreeRouter } from './find-route.ts';
import {
  createNeighbourhood,
  forgetWalker,
  type Neighbourhood,
  updateNeighbourhood,
} from './neighbours/neighbourhood.ts';
import { clearance } from './subdivision/clearance.ts';
import { locate } from './subdivision/locate.ts';
import { createWalkResult } from './subdivision/walk.ts';
import { DECIDE, END_ROUND, type PassContext, PUSH_APART, runPass, SETTLE, SLIDE, START_ROUNDS } from './passes.ts';
import { runTogether, type Team } from './team.ts';
import { findStairs } from './walkers/reactive/stairs.ts';
import { createThought, TALLY } from './walkers/reactive/thought.ts';

export interface SimulationOptions {
  goals: readonly Goal[];
  itineraries: readonly Itinerary[];
  profiles?: readonly Profile[];
  /** Doors that let people out first, or let only so many pass. */
  doorRules?: readonly DoorRule[];
  /** Seconds. */
  step?: number;
  /** Walkers at once, at most. */
  capacity?: number;
  /** Leave bodies that overlap where they are. */
  withoutContact?: boolean;
  team?: Team;
  /** Milliseconds: for the times of passes. The engine has no clock of its own. */
  clock?: () => number;
}

export interface Simulation {
  world: World;
  router: Router;
  walls: NearWalls;
  goals: readonly Goal[];
  /** Stages of all itineraries in one row: those of itinerary n from stageFirst[n] on; and a box around the goals of each. */
  stageFirst: Int32Array;
  stageBoxes: Float64Array;
  itineraries: readonly Itinerary[];
  profiles: readonly Profile[];
  /** Seconds. */
  step: number;
  steps: number;
  time: number;
  crowd: Crowd;
  routes: Routes;
  neighbourhood: Neighbourhood;
  /** What the passes of a step work on. */
  context: PassContext;
  withoutContact: boolean;
  /** Threads that help (team.ts). */
  team: Team | undefined;
  clock: (() => number) | undefined;
  tick: number;
  /** Milliseconds each pass took, in all steps. */
  passes: Record<string, number>;
  /** For sorting slots; made when first needed. */
  spare: Crowd | undefined;
  target: Float64Array;
  exitChoice: ExitChoice;
  /** Queues, waiting areas, doors with rules; undefined where there is nothing of the kind. */
  standing: Standing | undefined;
  /** Who belongs together; made when the first of these comes. */
  companions: Companions | undefined;
  counts: Counts;
  /** Those who left in the last step: serial, seconds since they came. */
  left: { serial: number; itinerary: number; seconds: number }[];
}

interface Counts {
  entered: number;
  arrived: number;
  /** Routes looked for again: pushed off, or stuck. */
  replans: number;
  /** Walker-steps without a way to their goal. */
  unreachable: number;
}

export interface Person {
  x: number;
  y: number;
  level?: number;
  radius?: number;
  /** Preferred speed and top speed, m/s. */
  speed?: number;
  topSpeed?: number;
  profile?: number;
  itinerary: number;
  /** Seconds of simulated time when it starts to walk. */
  startAt?: number;
  /** A number that all have who walk together, 0 or more; they should have the same itinerary. */
  companions?: number;
}

const USUAL_STEP = 0.1;
const USUAL_RADIUS = 0.2;
const USUAL_SPEED = 1.34;
/** Top speed over preferred speed. */
const TOP_RATIO = 1.3;
/** Widths of bodies are rounded up to these for planning, metres: what is prepared for one width serves many. */
const WIDTH_CLASS = 0.1;
/** Seconds that somebody who walked back counts as stuck: it soon does so again, if it must. */
const STUCK_AFTER_BACK = 4.5;
/** Metres of room beside the body that people like to have in a passage; for these they go a way that is longer by a share and so many metres. */
const COMFORT = 0.4;
const DETOUR = 1.2;
const DETOUR_MORE = 2;
/** Seconds until a route is looked for again where there is none; and of standing still until another is tried. */
const AGAIN = 5;
const STUCK = 5;
/** Metres that count as getting on. */
const ON = 0.5;
/** Steps between two sortings of slots, and walkers from which on that pays. */
const SORTED_EVERY = 64;
const WORTH_SORTING = 1000;
/** Walkers below which threads are not worth waking. */
const WORTH_SHARING = 256;
/** Portals looked at to see where on its route somebody is. */
const AHEAD = 6;

export function createSimulation(world: World, options: SimulationOptions): Simulation {
  const step = options.step ?? USUAL_STEP;
  if (!(step > 0 && step <= 1))
    throw new InputError('step', `${step} s is no step`, 'give seconds, more than 0 and 1 at most');
  const profiles = options.profiles ?? [USUAL_PROFILE];
  const capacity = options.capacity ?? 10000;
  const { mesh } = world;
  const { team } = options;
  const crowd = createCrowd(capacity);
  const router = createRouter(world);
  const walls = findNearWalls(mesh);
  const routes = createRoutes(64 * capacity);
  const neighbourhood = createNeighbourhood(capacity, mesh.levels.length);
  const table: ProfileTable = tableOfProfiles(profiles, step);
  return {
    world,
    router,
    walls,
    goals: options.goals,
    ...indexStages(options.goals, options.itineraries),
    itineraries: options.itineraries,
    profiles,
    step,
    steps: 0,
    time: 0,
    crowd,
    routes,
    neighbourhood,
    context: {
      around: {
        mesh,
        corners: router.corners,
        walls,
        beside: createWallsBeside(capacity),
        crowd,
        routes,
        profiles: table,
        goalLines: linesOfGoals(options.goals),
        seams: findSeams(mesh, capacity),
        stairs: findStairs(mesh, world.plan.links),
        company: undefined,
        first: neighbourhood.first,
        item: neighbourhood.item,
      },
      contacts: createContacts(capacity, team?.threads ?? 1),
      step,
      time: 0,
      thread: 0,
      thought: createThought(team?.tally.subarray(0, TALLY)),
      way: createWalkResult(),
    },
    withoutContact: options.withoutContact === true,
    team,
    clock: options.clock,
    tick: 0,
    passes: {},
    spare: undefined,
    target: new Float64Array(2),
    exitChoice: createExitChoice(options.goals, options.itineraries, capacity, step),
    standing: createStanding(
      options.goals,
      options.itineraries,
      options.doorRules ?? [],
      mesh,
      router.cells,
      router.clearance,
      capacity,
    ),
    companions: undefined,
    counts: { entered: 0, arrived: 0, replans: 0, unreachable: 0 },
    left: [],
  };
}

/** @returns the walker's serial; NONE if the crowd is full */
export function addPerson(simulation: Simulation, person: Person): number {
  const { crowd, world, router, time } = simulation;
  const { mesh } = world;
  const x = person.x - mesh.origin[0];
  const y = person.y - mesh.origin[1];
  const level = person.level ?? 0;
  const cell = locate(mesh, router.cells, level, x, y);
  if (cell === NONE) {
    throw new InputError(
      'walker',
      `(${person.x}, ${person.y}) on level ${level} is not on the floor`,
      'put it on the floor',
    );
  }
  const group = person.companions ?? NONE;
  if (group !== NONE && !(Number.isInteger(group) && group >= 0 && group < 2 ** 31)) {
    throw new InputError('walker', `companions ${group} is no number of a group`, 'give a whole number from 0 on');
  }
  const i = addWalker(crowd, cell, x, y, time);
  if (i === NONE) return NONE;
  const speed = person.speed ?? USUAL_SPEED;
  crowd.body[BODY * i + RADIUS] = person.radius ?? USUAL_RADIUS;
  crowd.body[BODY * i + PREFERRED] = speed;
  crowd.body[BODY * i + TOP] = person.topSpeed ?? TOP_RATIO * speed;
  crowd.profile[i] = person.profile ?? 0;
  crowd.itinerary[i] = person.itinerary;
  crowd.startAt[i] = person.startAt ?? time;
  crowd.companions[i] = group;
  if (group !== NONE) expectCompanions(simulation);
  simulation.counts.entered++;
  return crowd.serial[i]!;
}

function expectCompanions(simulation: Simulation): void {
  simulation.companions ??= createCompanions(simulation.crowd.capacity);
  simulation.context.around.company = simulation.companions.company;
}

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

/** Sixteen digits that tell one state from another. */
export function stateHash({ crowd, routes, time, standing }: Simulation): string {
  return hashCrowd(crowd, routes, time, standing?.state);
}

export function snapshot({ crowd, routes, steps, counts, standing }: Simulation): Snapshot {
  return takeSnapshot(crowd, routes, steps, { ...counts }, standing?.state);
}

/** Go on from a snapshot, in a simulation made from the same world and options. */
export function resume(simulation: Simulation, taken: Snapshot): void {
  if (taken.crowd.count > simulation.crowd.capacity) {
    throw new InputError('snapshot', `it has ${taken.crowd.count} walkers`, 'make a simulation with room for them');
  }
  restoreSnapshot(taken, simulation.crowd, simulation.routes, simulation.standing?.state);
  if (simulation.crowd.companions.subarray(0, simulation.crowd.count).some((group) => group !== NONE)) {
    expectCompanions(simulation);
  }
  simulation.neighbourhood = createNeighbourhood(simulation.crowd.capacity, simulation.world.mesh.levels.length);
  Object.assign(simulation.counts, taken.counts);
  simulation.steps = taken.steps;
  simulation.time = taken.steps * simulation.step;
}

// --- 1. plan --------------------------------------------------------------------------------------------------------

function planRoutes(simulation: Simulation): void {
  const { crowd, exitChoice, world, router, goals, itineraries, stageFirst, steps, companions } = simulation;
  if (companions !== undefined) {
    findCompanions(companions, crowd, simulation.profiles);
    followLeaders(companions, crowd, itineraries, simulation.time);
  }
  const { standing, routes } = simulation;
  if (standing !== undefined) {
    takePlaces(standing, crowd, routes, world.mesh, stageFirst, simulation.time, simulation.step);
  }
  countQueues(exitChoice, crowd, world.mesh);
  thinkAgain(exitChoice, router, world.mesh, crowd, goals, itineraries, stageFirst, steps, companions?.leader);
  planFor(simulation, true);
  // Where their leaders go is known now.
  if (companions !== undefined) planFor(simulation, false);
}

/** Routes of those who choose for themselves, or of the others. */
function planFor(simulation: Simulation, areLeaders: boolean): void {
  const { crowd, time, companions } = simulation;
  for (let i = 0; i < crowd.count; i++) {
    if (companions !== undefined && (companions.leader[i] === i) !== areLeaders) continue;
    if (crowd.route[i] !== NONE || time < crowd.planAt[i]! || time < crowd.startAt[i]!) continue;
    if (!hasStage(simulation, i)) continue;
    planRoute(
      simulation,
      i,
      areLeaders ? NONE : goalOfLeader(crowd, simulation.itineraries, companions!.leader[i]!, i),
    );
  }
}

/** Who has nothing to do stays where it is. */
function hasStage({ crowd, stageFirst }: Simulation, i: number): boolean {
  const itinerary = crowd.itinerary[i]!;
  return crowd.stage[i]! < stageFirst[itinerary + 1]! - stageFirst[itinerary]!;
}

/** Portals to a target, for the body as it is; from a place too near to a wall, for a narrower one. */
function portalsFor(simulation: Simulation, router: Router, i: number, level: number, radius: number): number {
  const { crowd, target, world } = simulation;
  const x = crowd.place[2 * i]!;
  const y = crowd.place[2 * i + 1]!;
  const cell = crowd.cell[i]!;
  const rounded = Math.ceil((2 * radius) / WIDTH_CLASS - 1e-9) * WIDTH_CLASS;
  let count: number = NONE;
  if (!simulation.profiles[crowd.profile[i]!]!.isPure) {
    count = findPortals(router, cell, x, y, level, target[0]!, target[1]!, rounded + COMFORT);
    const { to } = router;
    // A wider body's goal may be elsewhere: before a gate instead of in it.
    if (to.distance > 0) count = NONE;
    const straight = Math.sqrt((to.x - x) ** 2 + (to.y - y) ** 2);
    const length = count === 0 ? straight : router.gateSearch.length;
    if (count !== NONE && length <= DETOUR * straight + DETOUR_MORE) return count;
    if (count !== NONE) {
      count = findPortals(router, cell, x, y, level, target[0]!, target[1]!, rounded);
      const shortest = count === 0 ? straight : router.gateSearch.length;
      if (count !== NONE && length > DETOUR * shortest + DETOUR_MORE) return count;
      return findPortals(router, cell, x, y, level, target[0]!, target[1]!, rounded + COMFORT);
    }
  }
  count = findPortals(router, cell, x, y, level, target[0]!, target[1]!, rounded);
  if (count === NONE) count = findPortals(router, cell, x, y, level, target[0]!, target[1]!, 2 * radius);
  if (count !== NONE || clearance(world.mesh, router.clearance, cell, x, y, radius) >= radius - 1e-3) return count;
  return findPortals(router, cell, x, y, level, target[0]!, target[1]!, 0);
}

/** @param asked the only goal to plan for, if it can be reached; NONE: the best of its stage */
function planRoute(simulation: Simulation, i: number, asked: number = NONE): void {
  const { crowd, goals, itineraries, routes, target, standing } = simulation;
  const { isStepFree } = simulation.profiles[crowd.profile[i]!]!;
  const router = isStepFree === true ? stepFreeRouter(simulation.router) : simulation.router;
  const stage = itineraries[crowd.itinerary[i]!]!.stages[crowd.stage[i]!]!;
  const radius = crowd.body[BODY * i + RADIUS]!;
  const x = crowd.place[2 * i]!;
  const y = crowd.place[2 * i + 1]!;
  const isQuickest = stage.choice === 'quickest' && stage.goals.length > 1;
  const only = keepsGoal(crowd, i) ? crowd.chosen[i]! : asked;
  let best = Infinity;
  for (let k = 0; k < stage.goals.length; k++) {
    const g = stage.goals[k]!;
    if (only !== NONE && g !== only) continue;
    let { level } = goals[g]!;
    if (standing === undefined) aimAt(goals[g]!, x, y, radius, target);
    else level = putTarget(standing, crowd, i, g, radius, target);
    const count = portalsFor(simulation, router, i, level, radius);
    if (count !== NONE) {
      const { to } = router;
      const length = count === 0 ? Math.sqrt((to.x - x) ** 2 + (to.y - y) ** 2) : router.gateSearch.length;
      const cost = isQuickest ? secondsToPass(simulation.exitChoice, crowd, i, g, length) : length;
      if (cost < best) {
        best = cost;
        setRoute(routes, crowd, i, router.portals.array, count);
        crowd.goal[2 * i] = to.x;
        crowd.goal[2 * i + 1] = to.y;
        crowd.goalCell[i] = to.cell;
        crowd.chosen[i] = g;
        if (standing !== undefined) rememberTarget(standing, crowd, i, g, target);
        crowd.goalReach[i] = reachOf(simulation, i);
      }
    }
    if (stage.choice === 'assigned') break;
  }
  if (best < Infinity) return;
  if (keepsGoal(crowd, i)) {
    giveUpPlace(crowd, i);
    planRoute(simulation, i, asked);
    return;
  }
  crowd.planAt[i] = simulation.time + AGAIN;
  if (asked !== NONE) {
    planRoute(simulation, i);
    return;
  }
  crowd.goalCell[i] = crowd.chosen[i] = NONE;
  crowd.goalReach[i] = Infinity;
  simulation.counts.unreachable++;
}

// --- 5. settle ------------------------------------------------------------------------------------------------------

/** Portals passed are taken off the routes; who was pushed aside is led back, or gets another route. */
function followRoutes({ crowd, routes, world, counts }: Simulation): void {
  const { cell, nextCell, route } = crowd;
  const { sideTwin, sideCell, cellFirst } = world.mesh;
  for (let i = 0; i < crowd.count; i++) {
    const c = nextCell[i]!;
    if (c === cell[i] || route[i] === NONE) continue;
    const most = Math.min(AHEAD, crowd.portalsLeft[i]!);
    let passed = 0;
    for (let k = 0; k < most; k++) if (sideCell[sideTwin[portalOf(routes, crowd, i, k)]!] === c) passed = k + 1;
    if (passed > 0) {
      crowd.portalsLeft[i]! -= passed;
      continue;
    }
    // Beside the route: back through a side to where it was, if that is next door.
    let back: number = NONE;
    for (let s = cellFirst[c]!; s < cellFirst[c + 1]! && back === NONE; s++) {
      if (sideTwin[s] !== NONE && sideCell[sideTwin[s]!] === cell[i]) back = s;
    }
    if (back !== NONE && leadBack(routes, crowd, i, back)) continue;
    route[i] = NONE;
    counts.replans++;
  }
}

// --- 6. arrive ------------------------------------------------------------------------------------------------------

function arrive(simulation: Simulation): void {
  const { crowd, goals, itineraries, time, counts, left, neighbourhood, standing } = simulation;
  const { startAt, waitUntil, route, place, goal, goalReach } = crowd;
  left.length = 0;
  for (let i = crowd.count - 1; i >= 0; i--) {
    if (time < startAt[i]!) continue;
    // Most are nowhere near their goals, and no more is to be looked at.
    if (waitUntil[i]! < 0 && route[i] !== NONE) {
      const dx = place[2 * i]! - goal[2 * i]!;
      const dy = place[2 * i + 1]! - goal[2 * i + 1]!;
      if (dx * dx + dy * dy > goalReach[i]! * goalReach[i]!) {
        getOn(simulation, i);
        continue;
      }
    }
    if (!hasStage(simulation, i)) continue;
    const { stages } = itineraries[crowd.itinerary[i]!]!;
    const stage = stages[crowd.stage[i]!]!;
    if (crowd.waitUntil[i]! < 0) {
      const g = goalReached(simulation, stage, goals, i);
      if (g === NONE) {
        getOn(simulation, i);
        continue;
      }
      // Companions stay for as long as each other.
      crowd.waitUntil[i] = time + stage.wait(crowd.companions[i] === NONE ? crowd.serial[i]! : crowd.companions[i]!);
      if (standing !== undefined) {
        crowd.chosen[i] = g;
        crowd.waitUntil[i]! += serviceAt(standing, crowd.serial[i]!, g);
      }
    }
    if (time < crowd.waitUntil[i]!) continue;
    if (standing !== undefined) {
      if (isLimited(standing, crowd.chosen[i]!) && crowd.joinedAt[i]! < 0) {
        // Until it is its turn to pass.
        crowd.joinedAt[i] = time;
        crowd.waitUntil[i] = Infinity;
        continue;
      }
      crowd.spot[i] = NONE;
      crowd.joinedAt[i] = -1;
    }
    crowd.waitUntil[i] = -1;
    crowd.route[i] = NONE;
    crowd.goalReach[i] = Infinity;
    crowd.planAt[i] = 0;
    if (++crowd.stage[i]! < stages.length) continue;
    left.push({ serial: crowd.serial[i]!, itinerary: crowd.itinerary[i]!, seconds: time - crowd.bornAt[i]! });
    counts.arrived++;
    forgetWalker(neighbourhood, crowd, i);
    removeWalker(crowd, i);
  }
}

/** From where a walker heads to the furthest corner of the box around the goals of its stage. */
function reachOf({ crowd, stageFirst, stageBoxes }: Simulation, i: number): number {
  const box = 4 * (stageFirst[crowd.itinerary[i]!]! + crowd.stage[i]!);
  const x = crowd.goal[2 * i]!;
  const y = crowd.goal[2 * i + 1]!;
  const dx = Math.max(Math.abs(stageBoxes[box]! - x), Math.abs(stageBoxes[box + 2]! - x));
  const dy = Math.max(Math.abs(stageBoxes[box + 1]! - y), Math.abs(stageBoxes[box + 3]! - y));
  return Math.sqrt(dx * dx + dy * dy);
}

/** The goal of its stage that somebody is at; NONE if it is at none. */
function goalReached({ crowd, world, standing }: Simulation, stage: Stage, goals: readonly Goal[], i: number): number {
  const level = world.mesh.cellLevel[crowd.cell[i]!]!;
  for (let k = 0; k < stage.goals.length; k++) {
    const g = stage.goals[k]!;
    const goal = goals[g]!;
    if (goal.level === level) {
      const x = crowd.place[2 * i]!;
      const y = crowd.place[2 * i + 1]!;
      if (standing === undefined ? isAtGoal(goal, x, y) : isThere(standing, crowd, i, g)) return g;
    }
    if (stage.choice === 'assigned') break;
  }
  return NONE;
}

/** How long has somebody made no way? Now and then such a one gets another route. */
function getOn({ crowd, step: seconds, time, counts }: Simulation, i: number): void {
  // Who is asked to stand is not stuck.
  if (crowd.stopUntil[i]! > time - seconds) return;
  const dx = crowd.place[2 * i]! - crowd.stuckPlace[2 * i]!;
  const dy = crowd.place[2 * i + 1]! - crowd.stuckPlace[2 * i + 1]!;
  if (dx * dx + dy * dy > ON * ON) {
    crowd.stuckPlace[2 * i] = crowd.place[2 * i]!;
    crowd.stuckPlace[2 * i + 1] = crowd.place[2 * i + 1]!;
    // Who had to walk back has not got on.
    const isBack = dx * crowd.aim[2 * i]! + dy * crowd.aim[2 * i + 1]! < 0;
    crowd.stuck[i] = isBack ? Math.min(crowd.stuck[i]!, STUCK_AFTER_BACK) : 0;
    return;
  }
  const before = crowd.stuck[i]!;
  crowd.stuck[i] = before + seconds;
  if (Math.floor(before / STUCK) === Math.floor((before + seconds) / STUCK) || crowd.route[i] === NONE) return;
  crowd.route[i] = NONE;
  counts.replans++;
}
