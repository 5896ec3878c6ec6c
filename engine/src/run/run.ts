/**
 * Scenario + World → Run: who comes when, what happens to doors, and how long it goes on. `advance` is one step: people who are
 * there at the start, or come from sources (run/let-in.ts); events; then a step of the simulation (simulation/step.ts).
 *
 * Every group of walkers and every source has random numbers of its own, from the seed, so that one more source changes nobody
 * else. People for whom there is no room wait outside until there is.
 */
import { withMesh, type World } from '../build.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { seedRandom } from '../core/random.ts';
import { changePlace, placeAtStart, planAfter, type PlaceChange, type PlaceState } from '../simulation/change-place.ts';
import type { Goal, Itinerary } from '../crowd/goals/goals.ts';
import { addMany, addOne, drawSizes, letIn, type RunningSource, sampleBody, startTogether, warn } from './let-in.ts';
import { nextArrival, startArrivals } from '../scenario/arrivals.ts';
import { sample } from '../scenario/distributions.ts';
import { floorPart } from '../scenario/floor-part.ts';
import { countAtDensity } from '../scenario/placing.ts';
import { checkCounters, counterOf, doorRulesOf, flowOf } from '../scenario/standing-places.ts';
import type { DoorEvent, LevelName, PlaceEvent, Point, Scenario } from '../scenario/scenario.ts';
import { type DoorChange, setDoors, sidesTowards, withOwnDoors } from '../simulation/change-doors.ts';
import { step } from '../simulation/step.ts';
import { createSimulation, type Simulation } from '../simulation/simulation.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import type { Team } from '../simulation/team.ts';

export interface Run {
  scenario: Scenario;
  /** The cells as they were built, or built last when the place changed; all doors open. */
  original: CellMesh;
  place: PlaceState;
  /** What happened last to each door that is not simply open. */
  doors: Map<string, DoorChange>;
  simulation: Simulation;
  sources: RunningSource[];
  /** Events done. */
  events: number;
  /** What a reader of the results should know, each once. */
  warnings: string[];
}

export interface RunOptions {
  seed?: number;
  team?: Team;
  clock?: () => number;
}

export function createRun(scenario: Scenario, world: World, options: RunOptions = {}): Run {
  const { mesh } = world;
  const seed = options.seed ?? scenario.seed;
  const ownWorld = withMesh(world, withOwnDoors(mesh));
  const level = (name: LevelName, what: string) => levelOf(mesh, name, what);
  const goals: Goal[] = scenario.goals.map(({ name, level: on, shape, counter, maxFlow }, g) => {
    const goal: Goal = {
      name,
      level: level(on, `goal ${name}`),
      shape: inMesh(mesh, shape.kind === 'point' ? [shape.at] : shape.kind === 'line' ? shape.line : shape.polygon),
      radius: shape.kind === 'point' ? shape.radius : LINE_REACH,
    };
    if (counter !== null) goal.counter = counterOf(counter, mesh, (serial) => randomFor(seed, 6, serial, g));
    if (maxFlow !== null) goal.maxFlow = flowOf(goal, maxFlow);
    return goal;
  });
  const itineraries: Itinerary[] = scenario.itineraries.map(({ name, stages }, i) => ({
    name,
    stages: stages.map(({ choose, goals: among, wait }, k) => ({
      goals: among,
      choice: choose,
      wait: (serial) =>
        wait.kind === 'fixed' ? wait.value : sample(wait, randomFor(seed, 3, serial, 64 * i + k), serial),
      isWaiting: wait.kind !== 'fixed' || wait.value > 0,
    })),
  }));
  const capacity = capacityOf(scenario, world);
  const simulation = createSimulation(ownWorld, {
    goals,
    itineraries,
    profiles: scenario.profiles,
    doorRules: doorRulesOf(scenario, mesh),
    step: scenario.step,
    capacity,
    ...(options.team === undefined ? {} : { team: options.team }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const run: Run = {
    scenario,
    original: mesh,
    place: placeAtStart(world),
    doors: new Map(),
    simulation,
    sources: [],
    events: 0,
    warnings: [],
  };
  checkPlaces(run);
  const named = new Map<string, number>();
  scenario.walkers.forEach((group, g) => {
    const random = randomFor(seed, 1, g, 0);
    const name = group.group;
    if (name !== null && !named.has(name)) named.set(name, simulation.crowd.nextSerial);
    const together = name === null ? NONE : named.get(name)!;
    if (group.kind === 'one') {
      const [x, y] = group.at;
      const body = sampleBody(run, group, random, 0);
      if (!addOne(run, group, random, 0, x, y, level(group.level, 'walkers'), body, together)) {
        warn(run, `walker ${g + 1} at (${x}, ${y}) has no room there: left out`);
      }
      return;
    }
    const area = scenario.areas[group.area];
    const part = floorPart(mesh, simulation.router.cells, level(area.level, `area ${area.name}`), area.polygon);
    const count = group.count ?? countAtDensity(part, group.density ?? 0);
    const sizes = name !== null ? [count] : drawSizes(group, count, randomFor(seed, 4, g, 0));
    const placed = addMany(run, group, random, part, sizes, 0, 0, together).placed;
    if (placed < count)
      warn(run, `${count - placed} of ${count} walkers do not fit into ${area.name || 'their area'}: left out`);
  });
  scenario.sources.forEach((source, s) => {
    const { where } = source;
    const area = where.kind === 'area' ? scenario.areas[where.area] : undefined;
    const on = where.kind === 'area' ? area!.level : where.level;
    const outline = where.kind === 'area' ? area!.polygon : where.line;
    const part = floorPart(mesh, simulation.router.cells, level(on, `source ${source.name}`), outline);
    const random = randomFor(seed, 2, s, 0);
    const arrivals = startArrivals(source, randomFor(seed, 2, s, 1));
    const sizeRandom = randomFor(seed, 5, s, 0);
    const { name } = source;
    run.sources.push({
      who: source,
      name,
      arrivals,
      part,
      outline,
      random,
      waiting: [],
      made: 0,
      sizes: [],
      sizeRandom,
      refused: 0,
    });
  });
  startTogether(run, 0);
  return run;
}

/** Metres before a line at which somebody has arrived, beside its own radius. */
const LINE_REACH = 0.3;

/** One step. */
export function advance(run: Run): void {
  const { simulation, sources } = run;
  happen(run);
  for (const source of sources) letIn(run, source);
  step(simulation);
}

/** All that is due, in its order; doors that follow each other change at once. */
function happen(run: Run): void {
  const { simulation, scenario } = run;
  let doors: DoorEvent[] = [];
  for (; run.events < scenario.events.length; run.events++) {
    const event = scenario.events[run.events];
    if (event.at > simulation.time + 1e-9) break;
    if (event.kind !== 'place') {
      doors.push(event);
      continue;
    }
    changeDoors(run, doors);
    doors = [];
    try {
      applyPlaceEvent(run, event);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      warn(run, `what was to change at ${event.at} s was left out: ${error.where} ${error.what}`);
    }
  }
  changeDoors(run, doors);
}

function changeDoors(run: Run, events: readonly DoorEvent[]): void {
  if (events.length === 0) return;
  const changes = events.map(doorChangeOf);
  setDoors(run.simulation, run.original, changes);
  for (const change of changes) {
    run.doors.delete(change.name);
    if (!change.isOpen || (change.towards ?? null) !== null) run.doors.set(change.name, change);
  }
}

function doorChangeOf({ door, kind, towards }: DoorEvent): DoorChange {
  return { name: door, isOpen: kind !== 'close', towards };
}

/**
 * Change the place now, between two steps, as an event of the scenario would that is the last of those due: it is put behind them.
 * Throws an InputError and changes nothing where that cannot be.
 * @param event its time is the present one
 */
export function changeNow(run: Run, event: PlaceEvent): void {
  happen(run);
  applyPlaceEvent(run, event);
  run.scenario.events.splice(run.events++, 0, event);
}

function applyPlaceEvent(run: Run, event: PlaceEvent): void {
  const { simulation, scenario } = run;
  run.place = changePlace(simulation, run.place, placeChangeOf(run.original, event), [...run.doors.values()]);
  run.original = run.place.world.mesh;
  for (const [s, source] of run.sources.entries()) {
    const { where } = scenario.sources[s];
    const on = where.kind === 'area' ? scenario.areas[where.area].level : where.level;
    const level = levelOf(run.original, on, `source ${source.name}`);
    source.part = floorPart(run.original, simulation.router.cells, level, source.outline);
  }
}

function placeChangeOf(mesh: CellMesh, { remove, add }: PlaceEvent): PlaceChange {
  const level = (name: LevelName) => levelOf(mesh, name, 'events');
  return {
    remove: remove === null || 'name' in remove ? remove : { at: remove.at, level: level(remove.level) },
    add:
      add === null
        ? null
        : {
            kind: add.kind,
            name: add.name,
            level: level(add.level),
            points: Float64Array.from(add.points.flat()),
          },
  };
}

/** Is the time over, or everybody gone and nobody to come? */
export function isOver({ simulation, scenario, sources }: Run): boolean {
  if (simulation.time >= scenario.duration - 1e-9) return true;
  if (simulation.crowd.count > 0) return false;
  return sources.every(({ arrivals, waiting }) => waiting.length === 0 && nextArrival(arrivals) > scenario.duration);
}

/** Generators of their own for groups, sources and walkers. */
function randomFor(seed: number, kind: number, first: number, second: number): Int32Array {
  const mixed = Math.imul(seed ^ Math.imul(kind + 1, 0x9e3779b1), 0x85ebca77) ^ Math.imul(first + 1, 0xc2b2ae3d);
  return seedRandom((mixed ^ (mixed >>> 15)) + Math.imul(second + 1, 0x27d4eb2f));
}

function inMesh({ origin }: CellMesh, points: readonly Point[]): Float64Array {
  return Float64Array.from(points.flatMap(([x, y]) => [x - origin[0], y - origin[1]]));
}

function levelOf({ levels }: CellMesh, name: LevelName, what: string): number {
  if (name === null) return 0;
  const found = levels.findIndex((known) => known.name === name);
  if (found >= 0) return found;
  throw new InputError(what, `there is no level "${name}"`, `there is ${levels.map((known) => known.name).join(', ')}`);
}

/** Room for everybody there can be at once, within the limit. */
function capacityOf(scenario: Scenario, { mesh }: World): number {
  let most = 0;
  const index = indexCells(mesh);
  for (const group of scenario.walkers) {
    if (group.kind === 'one') most++;
    else if (group.count !== null) most += group.count;
    else {
      const area = scenario.areas[group.area];
      most += countAtDensity(
        floorPart(mesh, index, levelOf(mesh, area.level, area.name), area.polygon),
        group.density ?? 0,
      );
    }
  }
  for (const source of scenario.sources) most += source.total ?? comingFrom(source, scenario.duration);
  return Math.max(1, Math.min(scenario.limits.maxWalkers, most));
}

/** About how many a source sends in all: a bound for memory. */
function comingFrom(source: Scenario['sources'][number], duration: number): number {
  let sum = 0;
  source.rates.forEach(([from, rate], k) => {
    const until = Math.min(duration, source.rates[k + 1]?.[0] ?? duration);
    sum += 1.5 * rate * Math.max(0, until - from) + 10;
  });
  for (const { at, count, every, until } of source.bursts) {
    const end = Math.min(duration, until ?? duration);
    sum += count * (every === null ? 1 : Math.max(1, Math.ceil((end - at) / every) + 1));
  }
  return Math.ceil(sum);
}

/** Places that no walker could use: said now, with their names. */
function checkPlaces({ scenario, simulation, original, place }: Run): void {
  const { cells } = simulation.router;
  for (const [i, group] of scenario.walkers.entries()) {
    if (group.kind !== 'one') continue;
    const [x, y] = group.at;
    const cell = locate(
      original,
      cells,
      levelOf(original, group.level, 'walkers'),
      x - original.origin[0],
      y - original.origin[1],
    );
    if (cell === NONE) throw new InputError(`walkers[${i}]`, `(${x}, ${y}) is not on the floor`, 'put it on the floor');
  }
  checkCounters(scenario, original, cells, (goal) => levelOf(original, goal.level, `goal ${goal.name}`));
  for (const { door, letOutFirst } of scenario.doors)
    if (letOutFirst !== null) sidesTowards(original, door, letOutFirst);
  let planned: Pick<PlaceState, 'plan' | 'pieces'> = place;
  for (const event of scenario.events) {
    if (event.kind === 'place') {
      // Says where there is nothing to take away.
      planned = planAfter(planned, placeChangeOf(original, event));
      continue;
    }
    if (original.doors.every(({ name }) => name !== event.door)) {
      const known = original.doors.map(({ name }) => name).join(', ') || 'none';
      throw new InputError('events', `there is no door "${event.door}" in the environment`, `doors there: ${known}`);
    }
    // Says where the point is on neither side.
    if (event.towards !== null) sidesTowards(original, event.door, event.towards);
  }
}
