/**
 * Results of the same scenario with several seeds → mean, standard deviation and 95 % interval of its times, and the egress
 * curve: how many had arrived at each moment, on average and between the extremes.
 *
 * The interval is that of the mean, by Student's t with count − 1 degrees of freedom: mean ± t · deviation / √count. t is solved
 * for from the distribution function, whose integral over an angle is a finite sum (Abramowitz and Stegun 26.7.3–4).
 */
import type { RunResult } from '@foulee/engine';
import { rounded } from '../terminal/output.ts';

export interface Spread {
  count: number;
  /** Null where there is no number; deviation and interval from two numbers on. */
  mean: number | null;
  standardDeviation: number | null;
  interval95: [number, number] | null;
}

interface EgressCurve {
  time: number[];
  mean: number[];
  standardDeviation: number[];
  least: number[];
  greatest: number[];
}

export interface SeedsResult {
  name: string;
  model: string;
  seeds: number[];
  runs: RunResult[];
  /** Over runs: the moment of the last arrival, and each run's mean time inside and travel time. */
  totalSeconds: Spread;
  insideSeconds: Spread;
  travelSeconds: Spread;
  /** Where people have knowledge: over runs, the mean search of its people, the seconds in which there was no way, and how many read each sign. */
  search?: {
    seconds: Spread;
    noWaySeconds: Spread;
    signs: { name: string; readers: Spread; newTo: Spread }[];
  };
  /** "t": Student's. */
  interval: 't';
  egress: EgressCurve;
}

/** Points of the egress curve, about. */
const POINTS = 100;

/** @param arrivals of each run, the moments of all arrivals */
export function seedsResult(runs: RunResult[], arrivals: readonly Float64Array[]): SeedsResult {
  const sorted = arrivals.map((moments) => moments.slice().sort());
  const last = sorted.flatMap((moments) => (moments.length === 0 ? [] : [moments.at(-1)!]));
  const means = (of: 'insideSeconds' | 'travelSeconds') =>
    runs.map((run) => run[of].mean).filter((mean) => mean !== null);
  return {
    name: runs[0].name,
    model: runs[0].model,
    seeds: runs.map(({ seed }) => seed),
    runs,
    totalSeconds: spreadOf(last),
    insideSeconds: spreadOf(means('insideSeconds')),
    travelSeconds: spreadOf(means('travelSeconds')),
    ...(runs[0].search === undefined ? {} : { search: searchOf(runs) }),
    interval: 't',
    egress: egressOf(sorted),
  };
}

function searchOf(runs: readonly RunResult[]): NonNullable<SeedsResult['search']> {
  const found = runs.flatMap(({ search }) => (search === undefined ? [] : [search]));
  return {
    seconds: spreadOf(found.flatMap(({ seconds: { mean } }) => (mean === null ? [] : [mean]))),
    noWaySeconds: spreadOf(found.map(({ noWay }) => noWay.seconds)),
    signs: found[0].signs.map(({ name }, n) => ({
      name,
      readers: spreadOf(found.map(({ signs }) => signs[n].readers)),
      newTo: spreadOf(found.map(({ signs }) => signs[n].newTo)),
    })),
  };
}

export function spreadOf(values: readonly number[]): Spread {
  const count = values.length;
  if (count === 0) return { count, mean: null, standardDeviation: null, interval95: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { count, mean: rounded(mean), standardDeviation: null, interval95: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (count - 1));
  const half = (studentQuantile(count - 1) * deviation) / Math.sqrt(count);
  return {
    count,
    mean: rounded(mean),
    standardDeviation: rounded(deviation),
    interval95: [rounded(mean - half), rounded(mean + half)],
  };
}

function egressOf(sorted: readonly Float64Array[]): EgressCurve {
  const curve: EgressCurve = { time: [], mean: [], standardDeviation: [], least: [], greatest: [] };
  const end = sorted.reduce((most, moments) => Math.max(most, moments.at(-1) ?? 0), 0);
  const spacing = niceSpacing(end / POINTS);
  const next = sorted.map(() => 0);
  for (let k = 0; ; k++) {
    const time = rounded(k * spacing);
    const counts = sorted.map((moments, run) => {
      while (next[run] < moments.length && moments[next[run]] <= time + 1e-9) next[run]++;
      return next[run];
    });
    const { mean, standardDeviation } = spreadOf(counts);
    curve.time.push(time);
    curve.mean.push(mean!);
    curve.standardDeviation.push(standardDeviation ?? 0);
    curve.least.push(Math.min(...counts));
    curve.greatest.push(Math.max(...counts));
    if (time >= end) return curve;
  }
}

/** 1, 2 or 5 times a power of ten, at least a tenth of a second. */
function niceSpacing(least: number): number {
  if (!(least > 0.1)) return 0.1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

/** The t that a share of 97.5 % lies below, by bisection. */
export function studentQuantile(freedom: number): number {
  let low = 0;
  let high = 20;
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return high;
}

/** The share between −t and t. */
function within(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const cosine = Math.cos(angle);
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < freedom - 1; k += 2) {
    term *= (cosine * cosine * (k - 1)) / k;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
