/**
 * What is counted while a crowd walks → the numbers of the result (cli.md, `run`).
 *
 * Every step: overlaps, bodies in walls, who makes no way, who arrived, who crossed a line, how many are in the areas. Once a simulated
 * second: where it is densest, and the means of the areas. All by code that does not use what the walkers themselves know of each other.
 * Travel time is from the moment somebody starts to walk to its arrival.
 */
import {
  addArrival,
  addFlowFrame,
  addOverlaps,
  countCrowdOverlaps,
  countCrowdWallPenetrations,
  countInArea,
  createFlowRecord,
  createNoWays,
  createOverlapResult,
  createOverlapScratch,
  createOverlapTotals,
  createStuckTracker,
  createTravelLog,
  createWallResult,
  type FloorArea,
  floorAreaOf,
  type FlowRecord,
  indexWalls,
  NONE,
  noteNoWays,
  type NoWays,
  type RecordedFrame,
  type Run,
  type Simulation,
  trackStuck,
} from '@foulee/engine';
import { addCrowding, createCrowding, type Crowding } from './run-crowding.ts';

/** Seconds without getting on after which somebody is stuck (cli.md). */
const STUCK_SECONDS = 60;

/** Sums over the moments looked at, one a second. */
interface AreaMeasure {
  area: FloorArea;
  moments: number;
  density: number;
  /** After any step: a peak may last less than a second. */
  densest: number;
  /** Of those who were in it, all of them alike. */
  persons: number;
  speed: number;
}

export interface RunMeasures {
  overlapScratch: ReturnType<typeof createOverlapScratch>;
  overlap: ReturnType<typeof createOverlapResult>;
  overlaps: ReturnType<typeof createOverlapTotals>;
  /** Where the deepest overlap was, the plan's coordinates. */
  deepestAt: [number, number] | undefined;
  walls: ReturnType<typeof indexWalls>;
  /** Events after which `walls` was made: a door that shuts is a wall. */
  events: number;
  wall: ReturnType<typeof createWallResult>;
  wallPenetrations: number;
  stuck: ReturnType<typeof createStuckTracker>;
  travel: ReturnType<typeof createTravelLog>;
  /** By serial: when each one starts to walk. */
  startAt: number[];
  crowding: Crowding;
  flow: FlowRecord;
  areas: AreaMeasure[];
  noWays: NoWays;
  /** Steps between two looks at density. */
  every: number;
  mostInside: number;
}

export function createMeasures(run: Run): RunMeasures {
  const { scenario, original, simulation } = run;
  const levelOf = (name: string | null) =>
    name === null ? 0 : original.levels.findIndex((level) => level.name === name);
  const measures: RunMeasures = {
    overlapScratch: createOverlapScratch(),
    overlap: createOverlapResult(),
    overlaps: createOverlapTotals(),
    deepestAt: undefined,
    walls: indexWalls(simulation.router.open),
    events: run.events,
    wall: createWallResult(),
    wallPenetrations: 0,
    stuck: createStuckTracker(),
    travel: createTravelLog(),
    startAt: [],
    crowding: createCrowding(),
    flow: createFlowRecord(
      scenario.measure.lines.map(({ name, level, line: [a, b] }) => ({
        name,
        level: levelOf(level),
        ends: [...a, ...b] as [number, number, number, number],
      })),
    ),
    areas: scenario.measure.areas.map(({ name, level, polygon }) => ({
      area: floorAreaOf(original, { name, level: levelOf(level), ring: polygon.flat() }),
      moments: 0,
      density: 0,
      densest: 0,
      persons: 0,
      speed: 0,
    })),
    noWays: createNoWays(),
    every: Math.max(1, Math.round(1 / scenario.step)),
    mostInside: 0,
  };
  noteNewcomers(measures, simulation);
  return measures;
}

export function needsFrames({ flow, areas }: RunMeasures): boolean {
  return flow.lines.length + areas.length > 0;
}

/** Look at the crowd before the first step and after each. @param frame of this moment, where needsFrames */
export function measureStep(measures: RunMeasures, run: Run, frame: RecordedFrame): void {
  const { simulation } = run;
  const { crowd, time, step, steps, world } = simulation;
  noteNewcomers(measures, simulation);
  for (const { serial, seconds } of simulation.left) {
    addArrival(measures.travel, measures.startAt[serial] ?? time - seconds, time);
  }
  measures.mostInside = Math.max(measures.mostInside, crowd.count);
  countOverlaps(measures, run, steps === 0 ? 0 : step);
  if (measures.events !== run.events) {
    measures.events = run.events;
    // Who passes a one-way door is in no wall.
    measures.walls = indexWalls(simulation.router.open);
  }
  countCrowdWallPenetrations(measures.walls, crowd, measures.wall);
  measures.wallPenetrations += measures.wall.walkers;
  trackStuck(measures.stuck, crowd, time);
  noteNoWays(measures.noWays, simulation);
  if (measures.flow.lines.length > 0) addFlowFrame(measures.flow, frame);
  const isWhole = steps % measures.every === 0;
  if (isWhole) addCrowding(measures.crowding, crowd, world.mesh.cellLevel, time);
  for (const measure of measures.areas) {
    const { persons, density, speed } = countInArea(measure.area, frame);
    measure.densest = Math.max(measure.densest, density);
    if (!isWhole) continue;
    measure.moments++;
    measure.density += density;
    measure.persons += persons;
    if (persons > 0) measure.speed += persons * speed;
  }
}

function countOverlaps(measures: RunMeasures, { simulation }: Run, seconds: number): void {
  const { crowd, world } = simulation;
  const { overlap, overlaps } = measures;
  countCrowdOverlaps(world.mesh, crowd, measures.overlapScratch, overlap);
  if (overlap.deepest > overlaps.deepest && overlap.first !== NONE) {
    const { origin } = world.mesh;
    measures.deepestAt = [crowd.place[2 * overlap.first] + origin[0], crowd.place[2 * overlap.first + 1] + origin[1]];
  }
  addOverlaps(overlaps, overlap, seconds);
}

function noteNewcomers({ startAt }: RunMeasures, { crowd }: Simulation): void {
  const known = startAt.length;
  if (crowd.nextSerial === known) return;
  while (startAt.length < crowd.nextSerial) startAt.push(0);
  for (let i = 0; i < crowd.count; i++) if (crowd.serial[i] >= known) startAt[crowd.serial[i]] = crowd.startAt[i];
}

/** Slots of those who have made no way for so long, now. */
export function stuckSlots({ stuck }: RunMeasures, { crowd, time }: Simulation): number[] {
  const slots: number[] = [];
  for (let i = 0; i < crowd.count; i++) {
    const isIdle = crowd.goalCell[i] === NONE || crowd.startAt[i] > time || crowd.waitUntil[i] >= 0;
    if (!isIdle && time - stuck.since[crowd.serial[i]] >= STUCK_SECONDS) slots.push(i);
  }
  return slots;
}
