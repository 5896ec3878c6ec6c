/**
 * Scenario + World → Run: who comes when, what happens to doors, and how long it goes on. `advance` is one step: people who are
 * there at the start, or come from sources; events; then a step of the simulation (simulate.ts).
 *
 * Every group of walkers and every source has random numbers of its own, from the seed, so that one more source changes nobody
 * else. People for whom there is no room wait outside until there is.
 */
import type { World } from './build.ts';
import { InputError } from './core/errors.ts';
import { NONE } from './core/none.ts';
import { nextRandom, seedRandom } from './core/random.ts';
import { changePlace, placeAtStart, planAfter, type PlaceChange, type PlaceState } from './change-place.ts';
import { BODY, RADIUS } from './crowd/crowd.ts';
import type { Goal, Itinerary } from './crowd/goals.ts';
import { type Behaviour, DRIVING_RULE, MINIMAL_ADJUSTMENT, type Profile } from './crowd/profiles.ts';
import { type Arrivals, nextArrival, startArrivals, takeArrivals } from './scenario/arrivals.ts';
import { sample } from './scenario/distributions.ts';
import { type FloorPart, floorPart } from './scenario/floor-part.ts';
import { countAtDensity, placeInPart } from './scenario/placing.ts';
import { checkCounters, counterOf, doorRulesOf, flowOf } from './scenario/standing-places.ts';
import type {
  DoorEvent,
  LevelName,
  PlaceEvent,
  Point,
  ProfileShare,
  Scenario,
  ScenarioProfile,
  Who,
} from './scenario/scenario.ts';
import { type DoorChange, setDoors, sidesTowards, withOwnDoors } from './shut-doors.ts';
import { step } from './simulate.ts';
import { addPerson, createSimulation, type Simulation } from './simulation.ts';
import type { CellMesh } from './subdivision/cell-mesh.ts';
import { indexCells, locate } from './subdivision/locate.ts';
import type { Team } from './team.ts';

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

interface RunningSource {
  who: Who;
  name: string;
  arrivals: Arrivals;
  part: FloorPart;
  /** What the part is cut out with: a ring or a line. */
  outline: readonly Point[];
  random: Int32Array;
  /** Those who came and found no room yet: when they came. */
  waiting: number[];
  made: number;
  /** Sizes of the groups that come next, as far as they are drawn, and what these are drawn with. */
  sizes: number[];
  sizeRandom: Int32Array;
  /** Steps in which nobody found room. */
  refused: number;
}

export interface RunOptions {
  seed?: number;
  team?: Team;
  clock?: () => number;
}

/** People of a source who are let in at once; a hall is not filled in a step. */
const MOST_AT_ONCE = 1000;
/** Steps in which a source finds no room for anybody until it divides a group. */
const REFUSED = 50;

export function createRun(scenario: Scenario, world: World, options: RunOptions = {}): Run {
  const { mesh } = world;
  const seed = options.seed ?? scenario.seed;
  const ownWorld: World = { ...world, mesh: withOwnDoors(mesh) };
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
    profiles: scenario.profiles.map(profileOf),
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
    const area = scenario.areas[group.area]!;
    const part = floorPart(mesh, simulation.router.cells, level(area.level, `area ${area.name}`), area.polygon);
    const count = group.count ?? countAtDensity(part, group.density ?? 0);
    const sizes = name !== null ? [count] : drawSizes(group, count, randomFor(seed, 4, g, 0));
    const placed = addMany(run, group, random, part, sizes, 0, 0, together).placed;
    if (placed < count)
      warn(run, `${count - placed} of ${count} walkers do not fit into ${area.name || 'their area'}: left out`);
  });
  scenario.sources.forEach((source, s) => {
    const { where } = source;
    const area = where.kind === 'area' ? scenario.areas[where.area]! : undefined;
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
    const event = scenario.events[run.events]!;
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
    const { where } = scenario.sources[s]!;
    const on = where.kind === 'area' ? scenario.areas[where.area]!.level : where.level;
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

function letIn(run: Run, source: RunningSource): void {
  const { simulation, scenario } = run;
  const { time, step: seconds } = simulation;
  takeArrivals(source.arrivals, time + seconds, source.waiting);
  if (source.waiting.length === 0) return;
  const isLast = nextArrival(source.arrivals) > scenario.duration;
  const sizes = nextSizes(source, Math.min(MOST_AT_ONCE, source.waiting.length), isLast);
  if (sizes.length === 0) return;
  const before = simulation.crowd.count;
  const { placed, left } = addMany(run, source.who, source.random, source.part, sizes, source.made, time);
  source.made += placed;
  source.waiting.splice(0, placed);
  if (source.who.companions === null) return;
  startTogether(run, before);
  source.refused = placed > 0 ? 0 : source.refused + 1;
  // A group for which there is never room comes in two parts.
  if (source.refused > REFUSED && left[0]! > 1) {
    left.splice(0, 1, left[0]! >> 1, left[0]! - (left[0]! >> 1));
    source.refused = 0;
  }
  source.sizes.unshift(...left);
}

/** Groups that are complete, of those who have come: the others wait for each other. */
function nextSizes(source: RunningSource, count: number, isLast: boolean): number[] {
  if (source.who.companions === null) return new Array<number>(count).fill(1);
  const sizes: number[] = [];
  for (let rest = count; rest > 0; ) {
    const drawn = source.sizes.shift() ?? drawSize(source.who.companions, nextRandom(source.sizeRandom));
    const size = isLast ? Math.min(rest, drawn) : drawn;
    if (size > rest) {
      source.sizes.unshift(size);
      break;
    }
    sizes.push(size);
    rest -= size;
  }
  return sizes;
}

/** Sizes of groups until all are in one; the last one as large as there are people left. */
function drawSizes({ companions }: Who, count: number, random: Int32Array): number[] {
  if (companions === null) return new Array<number>(count).fill(1);
  const sizes: number[] = [];
  for (let rest = count; rest > 0; rest -= sizes.at(-1)!) {
    sizes.push(Math.min(rest, drawSize(companions, nextRandom(random))));
  }
  return sizes;
}

function drawSize(companions: NonNullable<Who['companions']>, chance: number): number {
  let sum = 0;
  for (const { size, share } of companions) {
    sum += share;
    if (chance < sum) return size;
  }
  return companions.at(-1)!.size;
}

/** Companions, of those who came from a slot on, start when the last of them does. */
function startTogether({ simulation: { crowd } }: Run, from: number): void {
  const latest = new Map<number, number>();
  for (let i = from; i < crowd.count; i++) {
    const group = crowd.companions[i]!;
    if (group !== NONE) latest.set(group, Math.max(crowd.startAt[i]!, latest.get(group) ?? 0));
  }
  for (let i = from; i < crowd.count; i++) crowd.startAt[i] = latest.get(crowd.companions[i]!) ?? crowd.startAt[i]!;
}

/**
 * @param sizes of the groups that come: 1 for somebody alone
 * @param together what the group is called if all belong together, also with others; NONE: each size is a group of its own, which comes as a whole
 * @returns how many found room, and the sizes of the groups that did not
 */
function addMany(
  run: Run,
  who: Who,
  random: Int32Array,
  part: FloorPart,
  sizes: readonly number[],
  made: number,
  now: number,
  together: number = NONE,
): { placed: number; left: number[] } {
  const { crowd } = run.simulation;
  const firsts = sizes.flatMap((size, k) => new Array<number>(size).fill(k));
  const bodies = firsts.map((_, k) => sampleBody(run, who, random, made + k));
  const taken = {
    count: crowd.count,
    place: crowd.place,
    cell: crowd.cell,
    radius: crowd.body.subarray(RADIUS),
    stride: BODY,
  };
  const radii = Float64Array.from(bodies, ({ radius }) => radius);
  const isGrouped = sizes.some((size) => size > 1);
  const { cells, places } = placeInPart(part, radii, random, taken, isGrouped ? Int32Array.from(firsts) : undefined);
  const [ox, oy] = run.original.origin;
  const left: number[] = [];
  let placed = 0;
  let k = 0;
  for (const size of sizes) {
    const end = k + size;
    const isComing = together !== NONE || cells.subarray(k, end).every((cell) => cell !== NONE);
    const isRoom = crowd.count + size <= crowd.capacity || size === 1 || together !== NONE;
    const group = together !== NONE ? together : size > 1 ? crowd.nextSerial : NONE;
    if (!isRoom) warnFull(run);
    if (!isComing || !isRoom) left.push(size);
    for (; k < end; k++) {
      if (!isComing || !isRoom || cells[k] === NONE) continue;
      const [x, y] = [places[2 * k]! + ox, places[2 * k + 1]! + oy];
      if (addOne(run, who, random, now, x, y, part.level, bodies[k]!, group)) placed++;
    }
  }
  return { placed, left };
}

interface Body {
  profile: number;
  nth: number;
  radius: number;
  speed: number;
}

function sampleBody({ scenario }: Run, who: Who, random: Int32Array, nth: number): Body {
  const profile = pickProfile(who.profiles, nextRandom(random));
  const { radius, speed } = scenario.profiles[profile]!;
  return { profile, nth, radius: sample(radius, random, nth), speed: sample(speed, random, nth) };
}

function pickProfile(shares: readonly ProfileShare[], chance: number): number {
  let sum = 0;
  for (const { profile, share } of shares) {
    sum += share;
    if (chance < sum) return profile;
  }
  return shares[shares.length - 1]!.profile;
}

function addOne(
  run: Run,
  who: Who,
  random: Int32Array,
  now: number,
  x: number,
  y: number,
  level: number,
  { profile, nth, radius, speed }: Body,
  group: number,
): boolean {
  const { scenario, simulation } = run;
  const { start, topSpeedRatio } = scenario.profiles[profile]!;
  const startAt = now + Math.max(0, sample(who.start ?? start, random, nth));
  const topSpeed = topSpeedRatio * speed;
  const { itinerary } = who;
  const own = { x, y, level, radius, speed, topSpeed, profile, itinerary, startAt };
  const person = group === NONE ? own : { ...own, companions: group };
  if (simulation.crowd.count < simulation.crowd.capacity) return addPerson(simulation, person) !== NONE;
  warnFull(run);
  return false;
}

function warnFull(run: Run): void {
  const { capacity } = run.simulation.crowd;
  warn(run, `there are ${capacity} walkers at once, the most that limits.maxWalkers allows: others wait`);
}

function warn({ warnings }: Run, text: string): void {
  if (!warnings.includes(text)) warnings.push(text);
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

const COLUMN = { rightAvoid: 'right', leftAvoid: 'left', decelerate: 'decelerate', accelerate: 'accelerate' } as const;

function profileOf(file: ScenarioProfile): Profile {
  return {
    name: file.name,
    personalDistance: file.personalDistance,
    wallDistance: file.wallDistance,
    gap: file.epsilon,
    timeGap: file.timeGap,
    follow: file.follow,
    push: file.push,
    courtesy: file.courtesy,
    keepSide: file.keepSide,
    swerve: (file.swerve * Math.PI) / 180,
    reaction: file.reactionTime,
    coneThreshold: (file.coneThreshold * Math.PI) / 180,
    wallMargin: file.wallMargin,
    acceleration: file.acceleration,
    turning: (file.turning * Math.PI) / 180,
    stairsUp: file.stairs.up,
    stairsDown: file.stairs.down,
    behaviour: behaviourOf(file.behaviour),
    isPure: file.pure,
    isStepFree: file.stepFree,
  };
}

function behaviourOf(file: ScenarioProfile['behaviour']): Behaviour {
  if (file === 'driving-rule') return DRIVING_RULE;
  if (file === 'minimal-adjustment') return MINIMAL_ADJUSTMENT;
  const behaviour: Behaviour = { accept: Object.fromEntries(file.accept.map((type) => [type, [1, 1] as const])) };
  for (const [name, module] of Object.entries(COLUMN)) behaviour[module] = file[name as keyof typeof COLUMN];
  return behaviour;
}

/** Room for everybody there can be at once, within the limit. */
function capacityOf(scenario: Scenario, { mesh }: World): number {
  let most = 0;
  const index = indexCells(mesh);
  for (const group of scenario.walkers) {
    if (group.kind === 'one') most++;
    else if (group.count !== null) most += group.count;
    else {
      const area = scenario.areas[group.area]!;
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
