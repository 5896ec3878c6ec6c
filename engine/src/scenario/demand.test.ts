/** Rates times demand, and arrivals under rates that change. */
import { describe, expect, it } from 'vitest';
import { seedRandom } from '../core/random.ts';
import { changeRates, startArrivals, takeArrivals } from './arrivals.ts';
import { ratesUnderDemand } from './demand.ts';
import type { ScenarioEvent, ScenarioSource } from './scenario.ts';

type Rates = ScenarioSource['rates'];
const change = (at: number, factor: number): ScenarioEvent => ({ at, kind: 'demand', factor });

describe('rates under demand', () => {
  it('are those of the source, the very same, where there is none', () => {
    const rates: Rates = [[0, 1]];
    expect(ratesUnderDemand(rates, { demand: [], events: [{ at: 3, kind: 'speed', factor: 2 }] })).toBe(rates);
  });

  it('have a step for each change of rate, cycle and events; before the first they are as they were', () => {
    const rates: Rates = [
      [10, 2],
      [30, 4],
    ];
    const demand: Rates = [
      [5, 0.5],
      [20, 1],
    ];
    expect(ratesUnderDemand(rates, { demand, events: [change(15, 0.5), change(40, 1)] })).toEqual([
      [10, 1],
      [15, 0.5],
      [20, 1],
      [30, 2],
      [40, 4],
    ]);
    expect(ratesUnderDemand([[0, 1]], { demand: [[7, 3]], events: [] })).toEqual([
      [0, 1],
      [7, 3],
    ]);
  });

  it('of several events at one time, the last in the file counts', () => {
    expect(ratesUnderDemand([[0, 1]], { demand: [], events: [change(0, 5), change(0, 2)] })).toEqual([[0, 2]]);
  });
});

describe('arrivals when rates change', () => {
  const source: ScenarioSource = {
    name: 's',
    where: { kind: 'area', area: 0 },
    arrivals: 'random',
    rates: [[0, 0.7]],
    bursts: [{ at: 50, count: 5, over: 10, every: 60, until: null }],
    total: null,
    profiles: [{ profile: 0, share: 1 }],
    itinerary: 0,
    start: null,
    companions: null,
  };
  const until200 = (rates: Rates) => {
    const times: number[] = [];
    takeArrivals(startArrivals(source, rates, seedRandom(3)), 200, times);
    return times;
  };

  it('are the same as if the change had been known from the start', () => {
    const first = ratesUnderDemand(source.rates, { demand: [], events: [change(60, 0.4)] });
    const both = ratesUnderDemand(source.rates, { demand: [], events: [change(60, 0.4), change(120, 3)] });
    const arrivals = startArrivals(source, source.rates, seedRandom(3));
    const times: number[] = [];
    takeArrivals(arrivals, 60, times);
    expect(times).toEqual(until200(source.rates).filter((time) => time < 60));
    changeRates(arrivals, first);
    takeArrivals(arrivals, 120, times);
    changeRates(arrivals, both);
    takeArrivals(arrivals, 200, times);
    expect(times).toEqual(until200(both));
    expect(times.length).not.toBe(until200(source.rates).length);
  });

  it('stop at 0 and go on after it, and bursts bring as many as they say', () => {
    const pause = ratesUnderDemand(source.rates, { demand: [], events: [change(0, 0), change(120, 1)] });
    const times = until200(pause);
    expect(times.filter((time) => time < 120)).toHaveLength(10);
    expect(times.filter((time) => time >= 120).length).toBeGreaterThan(20);
  });
});
