/**
 * People who are there at the start, or come from a source → walkers of a simulation: drawn from their profiles, in groups where they have
 * companions, placed where there is room. Who finds none waits outside.
 */
import { NONE } from '../core/none.ts';
import { nextRandom } from '../core/random.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { type Arrivals, nextArrival, takeArrivals } from '../scenario/arrivals.ts';
import { sample } from '../scenario/distributions.ts';
import type { FloorPart } from '../scenario/floor-part.ts';
import { placeInPart } from '../scenario/placing.ts';
import type { Point, ProfileShare, Scenario, Who } from '../scenario/scenario.ts';
import { addPerson, type Simulation } from '../simulation/simulation.ts';
import type { Tiled } from '../simulation/lay-tiles.ts';
import { freePlace } from './let-in-tiles.ts';

/** The run they come into. */
interface Entered {
  scenario: Scenario;
  simulation: Simulation;
  /** What a reader of the results should know, each once. */
  warnings: string[];
}

export interface RunningSource {
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

/** People of a source who are let in at once; a hall is not filled in a step. */
const MOST_AT_ONCE = 1000;
/** Steps in which a source finds no room for anybody until it divides a group. */
const REFUSED = 50;

export function letIn(run: Entered, source: RunningSource): void {
  const { simulation, scenario } = run;
  const { time, step: seconds } = simulation;
  takeArrivals(source.arrivals, time + seconds, source.waiting);
  if (source.waiting.length === 0) return;
  const isLast = nextArrival(source.arrivals) > scenario.duration;
  const sizes = nextSizes(source, Math.min(MOST_AT_ONCE, source.waiting.length), isLast);
  if (sizes.length === 0) return;
  const before = simulation.crowd.count;
  const { who, random, part, made } = source;
  const { placed, left } = addMany(run, { who, random, now: time, together: NONE }, part, sizes, made);
  source.made += placed;
  source.waiting.splice(0, placed);
  if (source.who.companions === null) return;
  startTogether(run, before);
  source.refused = placed > 0 ? 0 : source.refused + 1;
  // A group for which there is never room comes in two parts.
  if (source.refused > REFUSED && left[0] > 1) {
    left.splice(0, 1, left[0] >> 1, left[0] - (left[0] >> 1));
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
export function drawSizes({ companions }: Who, count: number, random: Int32Array): number[] {
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
export function startTogether({ simulation: { crowd } }: Entered, from: number): void {
  const latest = new Map<number, number>();
  for (let i = from; i < crowd.count; i++) {
    const group = crowd.companions[i];
    if (group !== NONE) latest.set(group, Math.max(crowd.startAt[i], latest.get(group) ?? 0));
  }
  for (let i = from; i < crowd.count; i++) crowd.startAt[i] = latest.get(crowd.companions[i]) ?? crowd.startAt[i];
}

/** People who come at once. */
export interface Newcomers {
  who: Who;
  random: Int32Array;
  /** Simulated seconds. */
  now: number;
  /** What the group is called if all belong together, also with others; NONE: they do not. */
  together: number;
}

/**
 * @param newcomers where not all are together, each size is a group of its own, which comes as a whole
 * @param sizes of the groups that come: 1 for somebody alone
 * @param made how many came before
 * @returns how many found room, and the sizes of the groups that did not
 */
export function addMany(
  run: Entered,
  newcomers: Newcomers,
  part: FloorPart,
  sizes: readonly number[],
  made: number,
): { placed: number; left: number[] } {
  const { crowd, tiled } = run.simulation;
  if (tiled !== undefined) return addManyOnTiles(run, newcomers, part, sizes, made, tiled);
  const { who, random, together } = newcomers;
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
  const [ox, oy] = run.simulation.world.mesh.origin;
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
      const at = { x: places[2 * k] + ox, y: places[2 * k + 1] + oy, level: part.level };
      if (addOne(run, newcomers, at, bodies[k], group)) placed++;
    }
  }
  return { placed, left };
}

/** The same on tiles (let-in-tiles.ts). */
function addManyOnTiles(
  run: Entered,
  newcomers: Newcomers,
  part: FloorPart,
  sizes: readonly number[],
  made: number,
  tiled: Tiled,
): { placed: number; left: number[] } {
  const { crowd, world } = run.simulation;
  const { who, random, together } = newcomers;
  const [ox, oy] = world.mesh.origin;
  const wanders = run.scenario.itineraries[who.itinerary].stages[0]?.choose === 'wander';
  const left: number[] = [];
  let placed = 0;
  for (const size of sizes) {
    if (crowd.count + size > crowd.capacity) {
      warnFull(run);
      left.push(size);
      continue;
    }
    const group = together !== NONE ? together : size > 1 ? crowd.nextSerial : NONE;
    let first: [number, number] | undefined;
    for (let k = 0; k < size; k++) {
      const body = sampleBody(run, who, random, made + placed);
      const at = freePlace(tiled, part, { radius: body.radius, wanders }, random, first);
      if (at === undefined) {
        left.push(size - k);
        break;
      }
      first ??= at;
      if (addOne(run, newcomers, { x: at[0] + ox, y: at[1] + oy, level: part.level }, body, group)) placed++;
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

export function sampleBody({ scenario }: Entered, who: Who, random: Int32Array, nth: number): Body {
  const profile = pickProfile(who.profiles, nextRandom(random));
  const { radius, speed } = scenario.profiles[profile];
  return { profile, nth, radius: sample(radius, random, nth), speed: sample(speed, random, nth) };
}

function pickProfile(shares: readonly ProfileShare[], chance: number): number {
  let sum = 0;
  for (const { profile, share } of shares) {
    sum += share;
    if (chance < sum) return profile;
  }
  return shares[shares.length - 1].profile;
}

/** @param at in the plan's coordinates; @param group what it is called, NONE: alone */
export function addOne(
  run: Entered,
  { who, random, now }: Newcomers,
  at: { x: number; y: number; level: number },
  { profile, nth, radius, speed }: Body,
  group: number,
): boolean {
  const { scenario, simulation } = run;
  const { start, topSpeedRatio } = scenario.profiles[profile];
  const startAt = now + Math.max(0, sample(who.start ?? start, random, nth));
  const topSpeed = topSpeedRatio * speed;
  const { itinerary } = who;
  const own = { ...at, radius, speed, topSpeed, profile, itinerary, startAt };
  const person = group === NONE ? own : { ...own, companions: group };
  if (simulation.crowd.count < simulation.crowd.capacity) return addPerson(simulation, person) !== NONE;
  warnFull(run);
  return false;
}

function warnFull(run: Entered): void {
  const { capacity } = run.simulation.crowd;
  warn(run, `there are ${capacity} walkers at once, the most that limits.maxWalkers allows: others wait`);
}

export function warn({ warnings }: Entered, text: string): void {
  if (!warnings.includes(text)) warnings.push(text);
}
