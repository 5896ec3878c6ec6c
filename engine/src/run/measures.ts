/**
 * What is measured of the people of a run while they walk → the numbers of its result (docs/running.md).
 *
 * Every step: overlaps, bodies in walls, who makes no way, who crossed a line, how many are in the areas. Once a simulated second: where it
 * is densest, and the means of the areas. All by code that does not use what the walkers themselves know of each other.
 *
 * Not here: run-log.ts counts what every run counts, measured or not (arrivals, travel times, exits used, people without a route, the
 * most people inside at once). result.ts makes the result from both, and the command prints it (cli: run/run-summary.ts). The page does
 * not use this file: it takes its own measurements from the moments that it is sent (viewer: measure/gauges.ts).
 */
import { NONE } from '../core/none.ts';
import { addCrowding, createCrowding, type Crowding } from '../measure/crowding.ts';
import { countInArea, type FloorArea, floorAreaOf } from '../measure/density.ts';
import { addFlowFrame, createFlowRecord, type FlowRecord } from '../measure/flow.ts';
import {
  addOverlaps,
  countCrowdOverlaps,
  createOverlapResult,
  createOverlapScratch,
  createOverlapTotals,
} from '../measure/overlaps.ts';
import { createStuckTracker, STUCK_SECONDS, trackStuck } from '../measure/travel.ts';
import { indexWalls } from '../measure/wall-index.ts';
import { countCrowdWallPenetrations, createWallResult } from '../measure/wall-penetrations.ts';
import type { Frame } from '../record/frame.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { levelOf } from './places.ts';
import type { Run } from './run-state.ts';

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

/** Somebody in a wall: metres deep, 0 if only their centre is off the floor; where, in the plan's coordinates; and when. */
export interface InWall {
  serial: number;
  depth: number;
  at: [number, number];
  time: number;
}

export interface RunMeasures {
  overlapScratch: ReturnType<typeof createOverlapScratch>;
  overlap: ReturnType<typeof createOverlapResult>;
  overlaps: ReturnType<typeof createOverlapTotals>;
  /** Where the deepest overlap was, the plan's coordinates. */
  deepestAt: [number, number] | undefined;
  walls: ReturnType<typeof indexWalls>;
  /** Events after which `walls` was made: a door that closes is a wall. */
  events: number;
  wall: ReturnType<typeof createWallResult>;
  wallPenetrations: number;
  /** Who was deepest in a wall. */
  deepestInWall: InWall | undefined;
  stuck: ReturnType<typeof createStuckTracker>;
  crowding: Crowding;
  flow: FlowRecord;
  areas: AreaMeasure[];
  /** Steps between two looks at density. */
  every: number;
}

export function createMeasures(run: Run): RunMeasures {
  const { scenario, original, simulation } = run;
  return {
    overlapScratch: createOverlapScratch(),
    overlap: createOverlapResult(),
    overlaps: createOverlapTotals(),
    deepestAt: undefined,
    walls: indexWalls(simulation.router.open),
    events: run.events,
    wall: createWallResult(),
    wallPenetrations: 0,
    deepestInWall: undefined,
    stuck: createStuckTracker(),
    crowding: createCrowding(),
    flow: createFlowRecord(
      scenario.measure.lines.map(({ name, level, line: [a, b] }) => ({
        name,
        level: levelOf(original, level, `line ${name}`),
        ends: [...a, ...b] as [number, number, number, number],
      })),
    ),
    areas: scenario.measure.areas.map(({ name, level, polygon }) => ({
      area: floorAreaOf(original, { name, level: levelOf(original, level, `area ${name}`), ring: polygon.flat() }),
      moments: 0,
      density: 0,
      densest: 0,
      persons: 0,
      speed: 0,
    })),
    every: stepsPerSecond(scenario.step),
  };
}

/** Steps in about a second. */
export function stepsPerSecond(step: number): number {
  return Math.max(1, Math.round(1 / step));
}

export function needsFrames({ flow, areas }: RunMeasures): boolean {
  return flow.lines.length + areas.length > 0;
}

/** Look at the crowd before the first step and after each. @param frame of this moment, where needsFrames */
export function measureStep(measures: RunMeasures, run: Run, frame: Frame | undefined): void {
  const { simulation } = run;
  const { crowd, time, step, steps, world } = simulation;
  countOverlaps(measures, run, steps === 0 ? 0 : step);
  if (measures.events !== run.events) {
    measures.events = run.events;
    // Who passes a one-way door is in no wall.
    measures.walls = indexWalls(simulation.router.open);
  }
  countInWalls(measures, simulation);
  trackStuck(measures.stuck, crowd, time);
  const isWhole = steps % measures.every === 0;
  if (isWhole) addCrowding(measures.crowding, crowd, world.mesh.cellLevel, time);
  if (frame !== undefined) measureFrame(measures, frame, isWhole);
}

function countInWalls(measures: RunMeasures, { crowd, time, world }: Simulation): void {
  const { wall, walls, deepestInWall } = measures;
  countCrowdWallPenetrations(walls, crowd, wall);
  measures.wallPenetrations += wall.walkers;
  const { worst, deepest } = wall;
  if (worst === NONE || (deepestInWall !== undefined && deepest <= deepestInWall.depth)) return;
  const { origin } = world.mesh;
  const at: [number, number] = [crowd.place[2 * worst] + origin[0], crowd.place[2 * worst + 1] + origin[1]];
  measures.deepestInWall = { serial: crowd.serial[worst], depth: deepest, at, time };
}

/** Lines and areas. @param isWhole a second is full */
function measureFrame(measures: RunMeasures, frame: Frame, isWhole: boolean): void {
  if (measures.flow.lines.length > 0) addFlowFrame(measures.flow, frame);
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

/** Slots of those who have made no way for so long, now. */
export function stuckSlots({ stuck }: RunMeasures, { crowd, time }: Simulation): number[] {
  const slots: number[] = [];
  for (let i = 0; i < crowd.count; i++) {
    const isIdle = crowd.goalCell[i] === NONE || crowd.startAt[i] > time || crowd.waitUntil[i] >= 0;
    if (!isIdle && time - stuck.since[crowd.serial[i]] >= STUCK_SECONDS) slots.push(i);
  }
  return slots;
}
