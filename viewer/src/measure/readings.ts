/** Readings of gauges at a moment, and as series for charts and tables. Before the first moment everything is nothing. */
import type { GrowableFloats } from '@foulee/engine';
import { type AreaGauge, type LineGauge, type PeopleGauge, WINDOW } from './gauges.ts';

/** How many of the ascending numbers are at most this one? */
function countUntil({ array, length }: GrowableFloats, most: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] <= most + 1e-9) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface PeopleReading {
  inside: number;
  entered: number;
  left: number;
}

export function peopleAt(gauge: PeopleGauge, time: number): PeopleReading {
  const k = countUntil(gauge.time, time) - 1;
  if (k < 0) return { inside: 0, entered: 0, left: 0 };
  const inside = gauge.inside.array[k];
  const entered = gauge.entered.array[k];
  return { inside, entered, left: entered - inside };
}

export interface LineReading {
  /** Crossings so far, each way; N: those through, forward less back. */
  forward: number;
  back: number;
  net: number;
  /** Persons per second over the last WINDOW seconds, each way. */
  flowForward: number;
  flowBack: number;
  /** Both ways together: persons per second, and per metre of the line and second. */
  flow: number;
  specific: number;
}

export function lineAt({ forward, back, length }: LineGauge, time: number): LineReading {
  const there = countUntil(forward, time);
  const returned = countUntil(back, time);
  const recently = there - countUntil(forward, time - WINDOW);
  const backRecently = returned - countUntil(back, time - WINDOW);
  const flow = (recently + backRecently) / WINDOW;
  return {
    forward: there,
    back: returned,
    net: there - returned,
    flowForward: recently / WINDOW,
    flowBack: backRecently / WINDOW,
    flow,
    specific: flow / length,
  };
}

export interface AreaReading {
  persons: number;
  /** Persons per m². */
  density: number;
  voronoi: number;
  /** Metres per second; NaN: nobody is there. */
  speed: number;
}

export function areaAt(gauge: AreaGauge, time: number): AreaReading {
  const k = countUntil(gauge.time, time) - 1;
  if (k < 0) return { persons: 0, density: 0, voronoi: 0, speed: Number.NaN };
  const v = countUntil(gauge.voronoiTime, time) - 1;
  return {
    persons: gauge.persons.array[k],
    density: gauge.density.array[k],
    voronoi: v < 0 ? 0 : gauge.voronoi.array[v],
    speed: gauge.speed.array[k],
  };
}

/** x in seconds, y in whatever the chart says; where y is NaN there is a gap. */
export interface Series {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

export function peopleSeries({ time, inside, entered }: PeopleGauge): Series[] {
  const x = time.values();
  const left = Int32Array.from(inside.values(), (count, k) => entered.array[k] - count);
  return [
    { name: 'inside', x, y: inside.values() },
    { name: 'left', x, y: left },
  ];
}

/** N(t), and each way beside it if some came back. @param moments of the run, seconds: every one is a point, so that no peak is lost */
export function passageSeries(gauge: LineGauge, moments: ArrayLike<number>): Series[] {
  const x = measuredOf(gauge, moments);
  const forward = countsAt(gauge.forward, x, 0);
  const back = countsAt(gauge.back, x, 0);
  const through = { name: 'through', x, y: forward.map((count, k) => count - back[k]) };
  if (gauge.back.length === 0) return [through];
  return [through, { name: 'on', x, y: forward }, { name: 'back', x, y: back }];
}

/** Both ways together, and each way beside it if some came back. @param moments as above: where a table has its rows */
export function flowSeries(gauge: LineGauge, moments: ArrayLike<number>): Series[] {
  const x = measuredOf(gauge, moments);
  const flowOf = (crossings: GrowableFloats) => {
    const before = countsAt(crossings, x, WINDOW);
    return Float64Array.from(countsAt(crossings, x, 0), (count, k) => (count - before[k]) / WINDOW);
  };
  const forward = flowOf(gauge.forward);
  if (gauge.back.length === 0) return [{ name: 'on', x, y: forward }];
  const back = flowOf(gauge.back);
  // Of counts: a sum of two quotients would not be the quotient of the sum.
  const both = forward.map((flow, k) => Math.round(WINDOW * (flow + back[k])) / WINDOW);
  return [
    { name: 'both ways', x, y: both },
    { name: 'on', x, y: forward },
    { name: 'back', x, y: back },
  ];
}

export function densitySeries({ time, density, voronoiTime, voronoi }: AreaGauge): Series[] {
  return [
    { name: 'Voronoi', x: voronoiTime.values(), y: voronoi.values() },
    { name: 'count', x: time.values(), y: density.values() },
  ];
}

export function speedSeries({ time, speed }: AreaGauge): Series[] {
  return [{ name: 'mean speed', x: time.values(), y: speed.values() }];
}

/** The greatest value of a series, and when it was first there; NaN: it has none. */
export interface Peak {
  value: number;
  time: number;
}

export function peakOf({ x, y }: Pick<Series, 'x' | 'y'>): Peak {
  const peak = { value: Number.NaN, time: Number.NaN };
  for (let k = 0; k < y.length; k++) {
    if (Number.isNaN(y[k]) || y[k] <= peak.value) continue;
    peak.value = y[k];
    peak.time = x[k];
  }
  return peak;
}

/** The same of the least. */
export function troughOf({ x, y }: Pick<Series, 'x' | 'y'>): Peak {
  const { value, time } = peakOf({ x, y: Float64Array.from(y, (one) => -one) });
  return { value: -value, time };
}

/** Those moments that the gauge has seen. */
function measuredOf({ until }: LineGauge, moments: ArrayLike<number>): Float64Array {
  return Float64Array.from(moments).filter((time) => time <= until);
}

/** How many of the ascending numbers are at most each of the ascending moments, less `ago`? Linear. */
function countsAt({ array, length }: GrowableFloats, moments: Float64Array, ago: number): Int32Array {
  let count = 0;
  return Int32Array.from(moments, (time) => {
    while (count < length && array[count] <= time - ago + 1e-9) count++;
    return count;
  });
}
