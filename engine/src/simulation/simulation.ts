/**
 * Simulation: a world, what people are to do, and the crowd that does it. Made here, filled with people, saved and told apart;
 * `step` (step.ts) lets it walk.
 */
import { sceneryOf, type World } from '../build.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { type Companions, createCompanions } from '../crowd/companions/companions.ts';
import { createContacts } from '../bodies/contact.ts';
import { BODY, PREFERRED, RADIUS, TOP } from '../crowd/columns.ts';
import { addWalker, createCrowd, type Crowd, removeWalker } from '../crowd/crowd.ts';
import { createKnowledge, type Knowledge, type KnowledgeOptions, type KnowingCrowd } from '../knowledge/knowledge.ts';
import { placeSign, startKnowing } from '../knowledge/start.ts';
import { withOwnTwins } from '../topology/places.ts';
import { createExitChoice, type ExitChoice } from '../crowd/goals/exit-choice.ts';
import { type Goal, indexStages, type Itinerary } from '../crowd/goals/goals.ts';
import type { DoorRule } from '../crowd/goals/let-out.ts';
import { createWallsBeside } from '../bodies/near-walls.ts';
import { type Profile, tableOfProfiles, USUAL_BODY, USUAL_PROFILE } from '../crowd/profiles.ts';
import { createRoutes, type Routes } from '../crowd/routes.ts';
import { restoreSnapshot, type Snapshot, takeSnapshot } from '../crowd/snapshot.ts';
import { createStanding, type Standing } from '../crowd/goals/standing.ts';
import { hashCrowd } from '../crowd/state-hash.ts';
import type { Router } from '../routing/find-route.ts';
import { createNeighbourhood, type Neighbourhood } from '../neighbours/neighbourhood.ts';
import type { PassContext } from './passes.ts';
import { locate } from '../subdivision/locate.ts';
import { createWalkResult } from '../subdivision/walk.ts';
import type { StepView, WalkerModel } from '../walkers/model.ts';
import { REACTIVE } from '../walkers/reactive/reactive.ts';
import type { StateArray } from '../crowd/column.ts';
import { deriveGround } from './ground.ts';
import { createTally, type Tally, tallyOf, type Team } from './team.ts';
import { layTiles, type Tiled, type TileOptions } from './lay-tiles.ts';

export interface SimulationOptions {
  goals: readonly Goal[];
  itineraries: readonly Itinerary[];
  profiles?: readonly Profile[];
  /** Doors that let people out first, or let only so many pass. */
  doorRules?: readonly DoorRule[];
  /** How walkers decide; none given: `reactive`. */
  model?: WalkerModel;
  /** Seconds. */
  step?: number;
  /** Walkers at once, at most. */
  capacity?: number;
  /** Leave bodies that overlap where they are. */
  withoutContact?: boolean;
  team?: Team;
  /** How the place is laid out for a model on tiles, and what its chances are drawn from. */
  tiles?: TileOptions;
  seed?: number;
  /** What people see, know and are told; none given: everybody knows everything. */
  knowledge?: KnowledgeOptions;
  /** Milliseconds: for the times of passes. The engine has no clock of its own. */
  clock?: () => number;
}

export interface Simulation {
  world: World;
  router: Router;
  /** How walkers decide. */
  model: WalkerModel;
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
  /** Everybody walks so many times as fast as they like to (change-speeds.ts). */
  speed: number;
  /** The step before which the place changed last, NONE: never. */
  changedAt: number;
  crowd: Crowd;
  routes: Routes;
  neighbourhood: Neighbourhood;
  /** What the passes of a step work on. */
  context: PassContext;
  /** What the model counts (team.ts: `tallied`). */
  tally: Tally;
  withoutContact: boolean;
  /** Threads that help (team.ts). */
  team: Team | undefined;
  clock: (() => number) | undefined;
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
  /** Undefined where no profile has any. */
  knowledge: Knowledge | undefined;
  /** Undefined where walkers do not move on tiles. */
  tiled: Tiled | undefined;
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

export function createSimulation(world: World, options: SimulationOptions): Simulation {
  const step = options.step ?? USUAL_STEP;
  if (!(step > 0 && step <= 1))
    throw new InputError('step', `${step} s is no step`, 'give seconds, more than 0 and 1 at most');
  const { goals, itineraries, team, model = REACTIVE } = options;
  const profiles = options.profiles ?? [USUAL_PROFILE];
  const capacity = options.capacity ?? 10000;
  const threads = team?.threads ?? 1;
  const { mesh } = world;
  const { router, ground } = deriveGround(world, capacity);
  const knowledge = knowledgeOf(world, router, options, step);
  const crowd = createCrowd(capacity, { ...model.columns, ...knowledge?.columns });
  const routes = createRoutes(64 * capacity);
  const neighbourhood = createNeighbourhood(capacity, mesh.levels.length);
  const tally = createTally(model.tally, threads);
  const tiled = layTiles(model, world, goals, crowd, { ...options, profiles, step });
  const view: StepView = {
    ...ground,
    beside: createWallsBeside(ground.walls, capacity),
    crowd,
    routes,
    profiles: tableOfProfiles(profiles, step),
    company: undefined,
    first: neighbourhood.first,
    item: neighbourhood.item,
    step,
    time: 0,
    prepared: model.prepare(ground, goals),
    ...(tiled === undefined ? {} : { shared: tiled.shared }),
  };
  return {
    world,
    router,
    model,
    goals,
    ...indexStages(goals, itineraries),
    itineraries,
    profiles,
    step,
    steps: 0,
    time: 0,
    speed: 1,
    changedAt: NONE,
    crowd,
    routes,
    neighbourhood,
    context: {
      view,
      contacts: createContacts(capacity, threads, step),
      thread: 0,
      model,
      scratch: model.createScratch(tallyOf(tally, 0)),
      way: createWalkResult(),
    },
    tally,
    withoutContact: options.withoutContact === true,
    team,
    clock: options.clock,
    passes: {},
    spare: undefined,
    target: new Float64Array(2),
    exitChoice: createExitChoice(goals, itineraries, capacity, step),
    standing: createStanding(goals, itineraries, options.doorRules ?? [], router, capacity),
    companions: undefined,
    knowledge,
    tiled,
    counts: { entered: 0, arrived: 0, replans: 0, unreachable: 0 },
    left: [],
  };
}

function knowledgeOf(
  world: World,
  router: Router,
  { goals, knowledge }: SimulationOptions,
  step: number,
): Knowledge | undefined {
  if (knowledge === undefined || knowledge.profiles.every((knowing) => knowing === undefined)) return undefined;
  const believed = withOwnTwins(knowledge.scenery ?? sceneryOf(world));
  const signs = knowledge.signs.map((sign) => placeSign(believed, router, goals, sign));
  return createKnowledge(believed, router.cells, { ...knowledge, signs, goals, links: world.plan.links }, step);
}

/** @returns the walker's serial; NONE if the crowd is full, or there is no room on the tiles */
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
  const speed = simulation.speed * (person.speed ?? USUAL_BODY.speed);
  crowd.body[BODY * i + RADIUS] = person.radius ?? USUAL_BODY.radius;
  crowd.body[BODY * i + PREFERRED] = speed;
  crowd.body[BODY * i + TOP] =
    person.topSpeed === undefined ? USUAL_BODY.topSpeedRatio * speed : simulation.speed * person.topSpeed;
  crowd.profile[i] = person.profile ?? 0;
  crowd.itinerary[i] = person.itinerary;
  crowd.startAt[i] = person.startAt ?? time;
  crowd.companions[i] = group;
  if (simulation.tiled !== undefined && !simulation.tiled.model.enter(simulation.tiled.shared, i, level)) {
    removeWalker(crowd, i);
    crowd.nextSerial--;
    return NONE;
  }
  if (group !== NONE) expectCompanions(simulation);
  if (simulation.knowledge !== undefined) {
    startKnowing(simulation.knowledge, crowd as KnowingCrowd, i, simulation);
  }
  simulation.counts.entered++;
  return crowd.serial[i];
}

function expectCompanions(simulation: Simulation): void {
  simulation.companions ??= createCompanions(simulation.crowd.capacity);
  simulation.context.view.company = simulation.companions.company;
}

/** Sixteen digits that tell one state from another. */
export function stateHash({ crowd, routes, time, standing, tiled }: Simulation): string {
  return hashCrowd(crowd, routes, time, standing?.state, sharedState(tiled));
}

export function snapshot({ crowd, routes, steps, speed, changedAt, counts, standing, tiled }: Simulation): Snapshot {
  const rest = { steps, speed, changedAt, counts: { ...counts }, standing: standing?.state ?? new Float64Array(0) };
  return takeSnapshot(crowd, routes, { ...rest, shared: sharedState(tiled) });
}

function sharedState(tiled: Tiled | undefined): readonly StateArray[] {
  return tiled === undefined ? [] : tiled.model.state(tiled.shared);
}

/** Go on from a snapshot, in a simulation made from the same world and options. */
export function resume(simulation: Simulation, taken: Snapshot): void {
  if (taken.crowd.count > simulation.crowd.capacity) {
    throw new InputError('snapshot', `it has ${taken.crowd.count} walkers`, 'make a simulation with room for them');
  }
  const { tiled } = simulation;
  restoreSnapshot(taken, simulation.crowd, simulation.routes, simulation.standing?.state, sharedState(tiled));
  tiled?.model.relist(tiled.shared);
  if (simulation.crowd.companions.subarray(0, simulation.crowd.count).some((group) => group !== NONE)) {
    expectCompanions(simulation);
  }
  simulation.neighbourhood = createNeighbourhood(simulation.crowd.capacity, simulation.world.mesh.levels.length);
  Object.assign(simulation.counts, taken.counts);
  simulation.steps = taken.steps;
  simulation.speed = taken.speed;
  simulation.changedAt = taken.changedAt;
  simulation.time = taken.steps * simulation.step;
}
