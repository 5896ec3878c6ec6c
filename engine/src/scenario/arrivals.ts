/**
 * A source → when its walkers come, one after the other. The times depend on the source and its generator alone, never
 * on the steps in which they are asked for.
 *
 * A source is several streams: its rate, and each of its bursts. Each stream knows its next time; the earliest comes
 * first. The rate is run through as *intensity*, the integral of the rate over time: walkers come at the whole numbers of
 * it (regular) or at the points of a unit Poisson process (random), turned back into time piece by piece. A burst of n
 * within a time is n evenly spaced or n ordered uniform times, drawn in their order: the next of m that remain in the
 * rest of the time comes after a share 1 − u^(1/m) of it. Cost per arrival: the number of bursts, and a few draws.
 */
import { power } from '../core/exponential.ts';
import { nextRandom } from '../core/random.ts';
import { unitExponential } from './distributions.ts';
import type { Burst, ScenarioSource } from './scenario.ts';

/** Where a source is in its streams: numbers only, so that a stopped run can go on. Stream 0 is the rate. */
export interface Arrivals {
  source: ScenarioSource;
  /** The source's, times the demand (demand.ts). */
  rates: ScenarioSource['rates'];
  random: Int32Array;
  /** Walkers so far, of all streams. */
  made: number;
  /** Per stream: when its next walker comes; Infinity: never. */
  next: Float64Array;
  /** Per burst (from 1 on): walkers that came in this burst, and bursts that are over. */
  inBurst: Int32Array;
  burstsOver: Int32Array;
  /** Stream 0: the intensity of its next walker, the piece of the schedule that is in, and the intensity where that starts. */
  rate: { target: number; piece: number; before: number };
}

/**
 * @param rates the source's, times the demand
 * @param random the source's own generator; it is kept and advanced
 */
export function startArrivals(source: ScenarioSource, rates: ScenarioSource['rates'], random: Int32Array): Arrivals {
  const streams = 1 + source.bursts.length;
  const arrivals: Arrivals = {
    source,
    rates,
    random,
    made: 0,
    next: new Float64Array(streams).fill(Infinity),
    inBurst: new Int32Array(streams),
    burstsOver: new Int32Array(streams),
    rate: { target: source.arrivals === 'regular' ? 0 : unitExponential(random), piece: 0, before: 0 },
  };
  arrivals.next[0] = timeOfTarget(arrivals);
  source.bursts.forEach((burst, i) => startBurst(arrivals, i + 1, burst));
  return arrivals;
}

/**
 * From now on other rates; up to now they are the same. Nothing is drawn: somebody who was to come when the intensity reaches a target comes
 * when it does so now. So a change while people walk, and one that was known from the start, give the same times.
 */
export function changeRates(arrivals: Arrivals, rates: ScenarioSource['rates']): void {
  arrivals.rates = rates;
  arrivals.rate.piece = arrivals.rate.before = 0;
  arrivals.next[0] = timeOfTarget(arrivals);
}

/** When the next walker comes; Infinity: nobody comes any more. */
export function nextArrival(arrivals: Arrivals): number {
  const { total } = arrivals.source;
  if (total !== null && arrivals.made >= total) return Infinity;
  return arrivals.next[earliest(arrivals)];
}

/** The times of all who come before `until` and were not given yet, ascending, appended to `times`; at most `most`. */
export function takeArrivals(arrivals: Arrivals, until: number, times: number[], most = Infinity): void {
  for (let taken = 0; taken < most; taken++) {
    const time = nextArrival(arrivals);
    if (!(time < until)) return;
    times.push(time);
    arrivals.made++;
    advance(arrivals, earliest(arrivals));
  }
}

/** Ties: the first stream. */
function earliest(arrivals: Arrivals): number {
  const { next } = arrivals;
  let best = 0;
  for (let i = 1; i < next.length; i++) if (next[i] < next[best]) best = i;
  return best;
}

function advance(arrivals: Arrivals, stream: number): void {
  if (stream > 0) {
    advanceBurst(arrivals, stream, arrivals.source.bursts[stream - 1]);
    return;
  }
  arrivals.rate.target += arrivals.source.arrivals === 'regular' ? 1 : unitExponential(arrivals.random);
  arrivals.next[0] = timeOfTarget(arrivals);
}

/** The time at which the intensity reaches the target. Pieces that end before it are left behind for good. */
function timeOfTarget({ rates, rate }: Arrivals): number {
  for (; rate.piece < rates.length; rate.piece++) {
    const [start, perSecond] = rates[rate.piece];
    const end = rate.piece + 1 < rates.length ? rates[rate.piece + 1][0] : Infinity;
    if (perSecond > 0) {
      const time = start + (rate.target - rate.before) / perSecond;
      if (time < end) return time;
      rate.before += (end - start) * perSecond;
    }
  }
  return Infinity;
}

/** Begin the burst after those that are over, if there is one. */
function startBurst(arrivals: Arrivals, stream: number, burst: Burst): void {
  const start = burstStart(burst, arrivals.burstsOver[stream]);
  arrivals.inBurst[stream] = 0;
  const isRandom = arrivals.source.arrivals === 'random';
  // Nothing is drawn for a burst that never comes: the last one would else change what follows.
  if (start === Infinity) arrivals.next[stream] = Infinity;
  else arrivals.next[stream] = isRandom ? orderedTime(arrivals, stream, burst, start, start) : start;
}

function burstStart(burst: Burst, over: number): number {
  if (over === 0) return burst.at;
  if (burst.every === null) return Infinity;
  const start = burst.at + over * burst.every;
  return burst.until !== null && start >= burst.until ? Infinity : start;
}

function advanceBurst(arrivals: Arrivals, stream: number, burst: Burst): void {
  const start = burstStart(burst, arrivals.burstsOver[stream]);
  const come = ++arrivals.inBurst[stream];
  if (come >= burst.count) {
    arrivals.burstsOver[stream]++;
    startBurst(arrivals, stream, burst);
  } else if (arrivals.source.arrivals === 'regular') {
    arrivals.next[stream] = start + (burst.over * come) / burst.count;
  } else {
    arrivals.next[stream] = orderedTime(arrivals, stream, burst, start, arrivals.next[stream]);
  }
}

/** The least of the uniform times that remain in a burst, after `last`. */
function orderedTime(arrivals: Arrivals, stream: number, burst: Burst, start: number, last: number): number {
  if (burst.over === 0) return start;
  const remaining = burst.count - arrivals.inBurst[stream];
  const share = 1 - power(1 - nextRandom(arrivals.random), 1 / remaining);
  return Math.min(start + burst.over, last + (start + burst.over - last) * share);
}
