/**
 * Play → what came of the run, as plain data, at its end or between any two steps.
 *
 *   RunSummary   what every run tells: people, time, hash, warnings, where people left. The page shows it.
 *   RunResult    the same numbers and what was measured: the `--json` document of `foulee run`, SI units, rounded to a millionth
 */
import { almostAllAt, type Destination, destinationsOf } from '../measure/destinations.ts';
import { summarise, type Summary } from '../measure/statistics.ts';
import { travelSummary } from '../measure/travel.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { timesByPhase } from '../simulation/step.ts';
import { tallied } from '../simulation/team.ts';
import { type InWall, type RunMeasures, stuckSlots } from './measures.ts';
import type { Play } from './play.ts';
import { digestOf } from './run-hash.ts';
import { type SearchResult, searchResultOf } from './search-result.ts';
import { endWarnings, noteTooWide, rounded, runWarnings } from './warnings.ts';

export interface RunSummary {
  entered: number;
  arrived: number;
  /** Those still there, also those who want to go nowhere. */
  inside: number;
  /** Simulated. */
  seconds: number;
  /** Sixteen digits (run-hash.ts). */
  hash: string;
  /** What a reader should know of the run, a line each. */
  warnings: string[];
  destinations: Destination[];
  /** Seconds after which 95 % of all who came had left; not there while they have not. */
  almostAllAt?: number;
}

export function summaryOf({ run, log, hash }: Play): RunSummary {
  const { simulation } = run;
  const { counts, crowd, goals, itineraries, time } = simulation;
  noteTooWide(log.noWays, simulation);
  const almostAll = almostAllAt(log.departures, counts.entered);
  return {
    entered: counts.entered,
    arrived: counts.arrived,
    inside: crowd.count,
    seconds: time,
    hash: digestOf(hash, simulation),
    warnings: runWarnings(run, log.noWays),
    destinations: destinationsOf(
      log.departures,
      goals.map(({ name }) => name),
      itineraries.flatMap(({ stages }) => stages.at(-1)?.goals ?? []),
    ),
    ...(almostAll === undefined ? {} : { almostAllAt: almostAll }),
  };
}

/** Null where there is no number: nobody arrived, nothing was measured. */
type Maybe = number | null;

interface Seconds {
  mean: Maybe;
  median: Maybe;
  p95: Maybe;
  max: Maybe;
}

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
  /** Of those who arrived: from entering to arrival, and of that the part after their pre-movement time. */
  insideSeconds: Seconds;
  travelSeconds: Seconds;
  /** Of hard cores (bodies/press.ts), deeper than 2 cm. */
  overlaps: { pairsMax: number; deepest: number; pairSeconds: number };
  wallPenetrations: number;
  /** Who was deepest in a wall, metres, where and when; null: nobody was in any. */
  deepestInWall: InWall | null;
  stuck: number;
  boundHits: number;
  replans: number;
  hash: string;
  warnings: string[];
  /** Where people have knowledge: how long they searched and where they were lost, and what their signs do (search-result.ts). */
  search?: Omit<SearchResult, 'seconds' | 'profiles'> & {
    seconds: Seconds;
    profiles: { name: string; people: number; seconds: Seconds }[];
  };
  /** Where the scenario has lines or areas to measure. */
  measure?: { lines: LineResult[]; areas: AreaResult[] };
}

/** Seconds over which the peak flow of a line is the mean. */
const FLOW_WINDOW = 10;

/** @param measures that the play filled; @param wallSeconds that playing it took */
export function resultOf(play: Play, measures: RunMeasures, wallSeconds: number): RunResult {
  const { run, log } = play;
  const { scenario, simulation } = run;
  const { entered, arrived, seconds, hash, warnings } = summaryOf(play);
  const steps = play.timing.steps.values().slice().sort();
  const { pairsMax, deepest, pairSeconds } = measures.overlaps;
  const { lines, areas } = scenario.measure;
  const search = searchResultOf(log, run);
  return {
    name: scenario.name,
    model: scenario.model,
    seed: run.seed,
    threads: simulation.team?.threads ?? 1,
    agents: entered,
    arrived,
    simulatedSeconds: rounded(seconds),
    steps: simulation.steps,
    wallSeconds: rounded(wallSeconds),
    realTimeFactor: rounded(seconds / Math.max(1e-6, wallSeconds)),
    stepMilliseconds: { median: quantile(steps, 0.5), p95: quantile(steps, 0.95), max: quantile(steps, 1) },
    passes: passesOf(play),
    insideSeconds: secondsOf(summarise(log.inside)),
    travelSeconds: secondsOf(travelSummary(log.travel)),
    /** Of hard cores (bodies/press.ts), deeper than 2 cm. */
    overlaps: { pairsMax, deepest: rounded(deepest), pairSeconds: rounded(pairSeconds) },
    wallPenetrations: measures.wallPenetrations,
    deepestInWall: inWallOf(measures),
    stuck: measures.stuck.stuck,
    boundHits: tallied(simulation.tally, 'boundHits'),
    replans: simulation.counts.replans,
    hash,
    warnings: [...simulation.world.report.warnings, ...warnings, ...endWarnings(run, stuckSlots(measures, simulation))],
    ...(search === undefined ? {} : { search: searchIn(search) }),
    ...(lines.length + areas.length === 0 ? {} : { measure: measured(measures, simulation) }),
  };
}

function searchIn(search: SearchResult): NonNullable<RunResult['search']> {
  const { seconds, profiles } = search;
  return {
    ...search,
    seconds: secondsOf(seconds),
    profiles: profiles.map((one) => ({ ...one, seconds: secondsOf(one.seconds) })),
  };
}

function inWallOf({ deepestInWall }: RunMeasures): InWall | null {
  if (deepestInWall === undefined) return null;
  const { serial, depth, at, time } = deepestInWall;
  return { serial, depth: rounded(depth), at: [rounded(at[0]), rounded(at[1])], time: rounded(time) };
}

/** Milliseconds of the simulation's passes, and of what is around them: letting people in, measuring, recording, hashing. */
function passesOf({ run, timing }: Play): Record<string, number> {
  const passes = timesByPhase(run.simulation);
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  const enter = Math.max(0, sum(timing.steps.values()) - sum(Object.values(passes)));
  const { measure, record, hash } = timing;
  const all = { ...passes, enter, measure, record, hash };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, rounded(value)]));
}

function measured({ flow, areas }: RunMeasures, { step, time }: Simulation): NonNullable<RunResult['measure']> {
  return {
    lines: flow.lines.map(({ name }, k) => {
      const left: number[] = [];
      const right: number[] = [];
      for (let i = 0; i < flow.line.length; i++) {
        if (flow.line.array[i] === k) (flow.direction.array[i] > 0 ? left : right).push(flow.time.array[i]);
      }
      const peak = (times: number[]) => rounded(peakFlow(times, step, time));
      return {
        name,
        left: left.length,
        right: right.length,
        peakFlow: peak([...left, ...right]),
        peakFlowLeft: peak(left),
        peakFlowRight: peak(right),
      };
    }),
    areas: areas.map(({ area, moments, density, densest, persons, speed }) => ({
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

/** Of sorted numbers; the nearest one below. */
function quantile(sorted: Float64Array, share: number): Maybe {
  return sorted.length === 0 ? null : rounded(sorted[Math.floor(share * (sorted.length - 1))]);
}

function secondsOf({ mean, median, p95, greatest }: Summary): Seconds {
  return { mean: maybe(mean), median: maybe(median), p95: maybe(p95), max: maybe(greatest) };
}

function maybe(value: number): Maybe {
  return Number.isFinite(value) ? rounded(value) : null;
}
