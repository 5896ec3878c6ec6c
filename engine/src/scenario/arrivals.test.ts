import { describe, expect, it } from 'vitest';
import { seedRandom } from '../core/random.ts';
import { nextArrival, startArrivals, takeArrivals } from './arrivals.ts';
import type { ScenarioSource } from './scenario.ts';

function source(fields: Partial<ScenarioSource>): ScenarioSource {
  return {
    name: 's',
    where: { kind: 'area', area: 0 },
    arrivals: 'random',
    rates: [],
    bursts: [],
    total: null,
    profiles: [{ profile: 0, share: 1 }],
    itinerary: 0,
    start: null,
    companions: null,
    ...fields,
  };
}

/** All times up to `until`, asked for in steps. */
function timesOf(from: ScenarioSource, until: number, step = until, seed = 7): number[] {
  const arrivals = startArrivals(from, from.rates, seedRandom(seed));
  const times: number[] = [];
  const steps = Math.round(until / step);
  for (let k = 1; k <= steps; k++) takeArrivals(arrivals, k * step, times);
  return times;
}

const burst = { at: 10, count: 4, over: 2, every: null, until: null };

describe('regular arrivals', () => {
  it('come evenly from the start, and the end is outside', () => {
    const regular = source({
      arrivals: 'regular',
      rates: [
        [5, 0.5],
        [11, 0],
      ],
    });
    expect(timesOf(regular, 100)).toEqual([5, 7, 9]);
  });

  it('follow a schedule over its steps', () => {
    // Intensity 0…1 in 2 s, none for 3 s, then 2 a second: whole numbers are reached at 0, 5 (not 2: that is the end), 5.5, 6
    const regular = source({
      arrivals: 'regular',
      rates: [
        [0, 0.5],
        [2, 0],
        [5, 2],
        [6.25, 0],
      ],
    });
    expect(timesOf(regular, 100)).toEqual([0, 5, 5.5, 6]);
  });

  it('spread a burst, and repeat it while it is time', () => {
    const once = source({ arrivals: 'regular', bursts: [burst] });
    expect(timesOf(once, 100)).toEqual([10, 10.5, 11, 11.5]);
    const train = source({ arrivals: 'regular', bursts: [{ at: 1, count: 2, over: 0, every: 5, until: 11 }] });
    expect(timesOf(train, 100)).toEqual([1, 1, 6, 6]);
  });

  it('merge streams in order of time and stop at the total', () => {
    const both = source({ arrivals: 'regular', rates: [[9, 1]], bursts: [burst], total: 6 });
    expect(timesOf(both, 100)).toEqual([9, 10, 10, 10.5, 11, 11]);
    const arrivals = startArrivals(both, both.rates, seedRandom(1));
    takeArrivals(arrivals, 1e9, []);
    expect(nextArrival(arrivals)).toBe(Infinity);
  });
});

describe('random arrivals', () => {
  const busy = source({
    rates: [
      [3, 2],
      [50, 0],
      [60, 5],
      [200, 0],
    ],
    bursts: [
      { at: 20, count: 30, over: 15, every: 40, until: null },
      { at: 25, count: 5, over: 0, every: null, until: null },
    ],
  });

  it('do not depend on the steps they are asked in', () => {
    const whole = timesOf(busy, 240);
    expect(whole.length).toBeGreaterThan(700);
    for (const step of [0.01, 0.1, 0.3, 1, 7.5]) expect(timesOf(busy, 240, step)).toEqual(whole);
    expect(timesOf(busy, 240, 240, 8)).not.toEqual(whole);
    expect(whole.every((time, i) => i === 0 || time >= whole[i - 1])).toBe(true);
  });

  it('go on after being saved in the middle', () => {
    const whole = timesOf(busy, 240);
    const arrivals = startArrivals(busy, busy.rates, seedRandom(7));
    const times: number[] = [];
    takeArrivals(arrivals, 100, times);
    takeArrivals(structuredClone(arrivals), 240, times);
    expect(times).toEqual(whole);
  });

  it('can be taken a few at a time', () => {
    const arrivals = startArrivals(busy, busy.rates, seedRandom(7));
    const times: number[] = [];
    takeArrivals(arrivals, 240, times, 3);
    expect(times.length).toBe(3);
    takeArrivals(arrivals, 240, times);
    expect(times).toEqual(timesOf(busy, 240));
  });

  it('come at their rate: count, gaps and quiet times of a Poisson process', () => {
    const times = timesOf(source({ rates: [[0, 4]] }), 25_000); // 100,000 ± 316
    expect(Math.abs(times.length - 100_000)).toBeLessThan(4 * 316);
    const gaps = times.map((time, i) => time - (i === 0 ? 0 : times[i - 1])).sort((a, b) => a - b);
    let worst = 0;
    gaps.forEach((gap, i) => {
      worst = Math.max(worst, Math.abs(1 - Math.exp(-4 * gap) - (i + 0.5) / gaps.length));
    });
    expect(worst).toBeLessThan(1.63 / Math.sqrt(gaps.length));
    // Counts per second have the variance of their mean.
    const perSecond = new Float64Array(25_000);
    for (const time of times) perSecond[Math.floor(time)]++;
    const variance = perSecond.reduce((sum, n) => sum + (n - 4) ** 2, 0) / perSecond.length;
    expect(variance).toBeGreaterThan(3.8);
    expect(variance).toBeLessThan(4.2);
    const paused = timesOf(
      source({
        rates: [
          [0, 4],
          [10, 0],
          [20, 4],
        ],
      }),
      30,
    );
    expect(paused.filter((time) => time >= 10 && time < 20)).toEqual([]);
    expect(paused.some((time) => time >= 20)).toBe(true);
  });

  it('spread a burst uniformly over its time', () => {
    const times = timesOf(source({ bursts: [{ ...burst, count: 50_000 }] }), 100);
    expect(times.length).toBe(50_000);
    let worst = 0;
    times.forEach((time, i) => {
      worst = Math.max(worst, Math.abs((time - 10) / 2 - (i + 0.5) / times.length));
    });
    expect(worst).toBeLessThan(1.63 / Math.sqrt(times.length));
    expect(worst).toBeGreaterThan(1e-4); // not evenly spaced
  });
});
