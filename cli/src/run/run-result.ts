/** CrowdOutcome → RunResult: the `--json` document of `run`, its names as in cli.md, SI units; and what else a person is told. */
import { noteTooWide, runWarnings, tallied, travelSummary } from '@foulee/engine';
import { counted } from '../terminal/output.ts';
import type { CrowdOutcome } from './run-crowd.ts';
import { stuckSlots } from './run-measures.ts';

/** Null where there is no number: nobody arrived, nothing was measured. */
type Maybe = number | null;

interface LineResult {
  name: string;
  /** Crossings to the left of the line and to its right. */
  left: number;
  right: number;
  /** The most per second over ten seconds: both ways together, and each way by itself. */
  peakFlow: number;
  peakFlowLeft: number;
  peakFlowRight: number;
}

interface AreaResult {
  name: string;
  density: { mean: Maybe; max: number };
  /** Of those in it. */
  speed: { mean: Maybe };
}

export interface RunResult {
  name: string;
  model: string;
  seed: number;
  threads: number;
  agents: number;
  arrived: number;
  simulatedSeconds: number;
  steps: number;
  wallSeconds: number;
  realTimeFactor: number;
  stepMilliseconds: { median: Maybe; p95: Maybe; max: Maybe };
  passes: Record<string, number>;
  travelSeconds: { mean: Maybe; median: Maybe; p95: Maybe; max: Maybe };
  overlaps: { pairsMax: number; deepest: number; pairSeconds: number };
  wallPenetrations: number;
  stuck: number;
  boundHits: number;
  replans: number;
  hash: string;
  warnings: string[];
  /** Where the scenario has lines or areas to measure. */
  measure?: { lines: LineResult[]; areas: AreaResult[] };
}

/** Seconds over which the peak flow of a line is the mean. */
const FLOW_WINDOW = 10;

export function runResult(outcome: CrowdOutcome): RunResult {
  const { run, measures } = outcome;
  const { scenario, simulation } = run;
  const { counts } = simulation;
  const steps = outcome.stepMilliseconds.values().slice().sort();
  const travel = travelSummary(measures.travel);
  const { pairsMax, deepest, pairSeconds } = measures.overlaps;
  const { lines, areas } = scenario.measure;
  return {
    name: scenario.name,
    model: scenario.model,
    seed: outcome.seed,
    threads: outcome.threads,
    agents: counts.entered,
    arrived: counts.arrived,
    simulatedSeconds: rounded(simulation.time),
    steps: simulation.steps,
    wallSeconds: rounded(outcome.wallSeconds),
    realTimeFactor: rounded(simulation.time / Math.max(1e-6, outcome.wallSeconds)),
    stepMilliseconds: { median: quantile(steps, 0.5), p95: quantile(steps, 0.95), max: quantile(steps, 1) },
    passes: Object.fromEntries(Object.entries(outcome.passes).map(([name, value]) => [name, rounded(value)])),
    travelSeconds: {
      mean: maybe(travel.mean),
      median: maybe(travel.median),
      p95: maybe(travel.p95),
      max: maybe(travel.greatest),
    },
    overlaps: { pairsMax, deepest: rounded(deepest), pairSeconds: rounded(pairSeconds) },
    wallPenetrations: measures.wallPenetrations,
    stuck: measures.stuck.stuck,
    boundHits: tallied(simulation.tally, 'boundHits'),
    replans: counts.replans,
    hash: outcome.hash,
    warnings: warningsOf(outcome),
    ...(lines.length + areas.length === 0 ? {} : { measure: measured(outcome) }),
  };
}

/** How many are still there with somewhere to go, and how many never found room to come in. */
export function leftOver({ run }: CrowdOutcome): { inside: number; outside: number } {
  const { crowd, itineraries } = run.simulation;
  let inside = 0;
  for (let i = 0; i < crowd.count; i++) if (itineraries[crowd.itinerary[i]].stages.length > 0) inside++;
  return { inside, outside: run.sources.reduce((sum, { waiting }) => sum + waiting.length, 0) };
}

function measured({ run, measures }: CrowdOutcome): { lines: LineResult[]; areas: AreaResult[] } {
  const { flow } = measures;
  const { simulation } = run;
  return {
    lines: flow.lines.map(({ name }, k) => {
      const left: number[] = [];
      const right: number[] = [];
      for (let i = 0; i < flow.line.length; i++) {
        if (flow.line.array[i] === k) (flow.direction.array[i] > 0 ? left : right).push(flow.time.array[i]);
      }
      const peak = (times: number[]) => rounded(peakFlow(times, simulation.step, simulation.time));
      return {
        name,
        left: left.length,
        right: right.length,
        peakFlow: peak([...left, ...right]),
        peakFlowLeft: peak(left),
        peakFlowRight: peak(right),
      };
    }),
    areas: measures.areas.map(({ area, moments, density, densest, persons, speed }) => ({
      name: area.name,
      density: { mean: maybe(density / moments), max: rounded(densest) },
      speed: { mean: maybe(speed / persons) },
    })),
  };
}

/**
 * The most crossings per second over any window that ends with a step: what the page and its tables show, which look after each step.
 * A shorter run is one window.
 * @param times of crossings, in any order
 */
function peakFlow(times: readonly number[], step: number, end: number): number {
  if (end <= FLOW_WINDOW) return end > 0 ? times.length / end : 0;
  // The step in which each one crossed; a window holds those of as many steps as it is long.
  const steps = times.map((time) => Math.ceil(time / step - 1e-9)).sort((a, b) => a - b);
  const long = Math.round(FLOW_WINDOW / step);
  let most = 0;
  for (let last = 0, first = 0; last < steps.length; last++) {
    while (steps[first] <= steps[last] - long) first++;
    most = Math.max(most, last + 1 - first);
  }
  return most / FLOW_WINDOW;
}

function warningsOf(outcome: CrowdOutcome): string[] {
  const { run, measures } = outcome;
  const { simulation, scenario } = run;
  noteTooWide(measures.noWays, simulation);
  const warnings = [...simulation.world.report.warnings, ...runWarnings(run, measures.noWays)];
  const stuck = stuckSlots(measures, simulation);
  if (stuck.length > 0) {
    const { crowd } = simulation;
    const { origin } = simulation.world.mesh;
    const places = stuck
      .slice(0, 3)
      .map((i) => placeText(crowd.place[2 * i] + origin[0], crowd.place[2 * i + 1] + origin[1]));
    warnings.push(`${counted(stuck.length, 'walker')} made no way for 60 s, at ${listed(places, stuck.length)}`);
  }
  const { inside, outside } = leftOver(outcome);
  if (inside > 0 && !outcome.interrupted) {
    warnings.push(`the time of ${scenario.duration} s was over with ${counted(inside, 'walker')} on the way`);
  }
  if (outside > 0) {
    const where = run.sources.filter(({ waiting }) => waiting.length > 0).map(({ name }) => name);
    warnings.push(
      `${counted(outside, 'walker')} found no room to come in at ${listed(where.slice(0, 3), where.length)}`,
    );
  }
  if (outcome.interrupted) warnings.push(`interrupted after ${rounded(simulation.time)} s`);
  return warnings;
}

function listed(names: string[], all: number): string {
  return all > names.length ? `${names.join(', ')} and ${all - names.length} more` : names.join(', ');
}

export function placeText(x: number, y: number): string {
  return `(${x.toFixed(1)}, ${y.toFixed(1)})`;
}

export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Of sorted numbers; the nearest one below. */
function quantile(sorted: Float64Array, share: number): Maybe {
  return sorted.length === 0 ? null : rounded(sorted[Math.floor(share * (sorted.length - 1))]);
}

function maybe(value: number): Maybe {
  return Number.isFinite(value) ? rounded(value) : null;
}
