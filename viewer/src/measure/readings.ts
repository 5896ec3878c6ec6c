/** Readings of gauges at a moment, and as series for charts and tables. Before the first moment everything is nothing. */
import type { GrowableFloats } from '@foulee/engine';
import { type AreaGauge, type LineGauge, type PeopleGauge, WINDOW } from './gauges.ts';

/** How many of the ascending numbers are at most this one? */
function countUntil({ array, length }: GrowableFloats, most: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle]! <= most + 1e-9) low = middle + 1;
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
  const inside = gauge.inside.array[k]!;
  const entered = gauge.entered.array[k]!;
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
  /** Both ways together, persons per metre and second. */
  specific: number;
}

export function lineAt({ forward, back, length }: LineGauge, time: number): LineReading {
  const there = countUntil(forward, time);
  const returned = countUntil(back, time);
  const flowForward = (there - countUntil(forward, time - WINDOW)) / WINDOW;
  const flowBack = (returned - countUntil(back, time - WINDOW)) / WINDOW;
  return {
    forward: there,
    back: returned,
    net: there - returned,
    flowForward,
    flowBack,
    specific: (flowForward + flowBack) / length,
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
    persons: gauge.persons.array[k]!,
    density: gauge.density.array[k]!,
    voronoi: v < 0 ? 0 : gauge.voronoi.array[v]!,
    speed: gauge.speed.array[k]!,
  };
}

/** x in seconds, y in whatever the chart says; where y is NaN there is a gap. */
export interface Series {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

/** As many points as a small chart can show. */
const POINTS = 240;

export function peopleSeries({ time, inside, entered }: PeopleGauge): Series[] {
  const x = time.values();
  const left = Int32Array.from(inside.values(), (count, k) => entered.array[k]! - count);
  return [
    { name: 'inside', x, y: inside.values() },
    { name: 'left', x, y: left },
  ];
}

/** N(t), and each way beside it if some came back. */
export function passageSeries(gauge: LineGauge, from: number, to: number): Series[] {
  const x = grid(from, to);
  const readings = x.map((time) => lineAt(gauge, time));
  const through = { name: 'through', x, y: readings.map(({ net }) => net) };
  if (gauge.back.length === 0) return [through];
  return [
    through,
    { name: 'forward', x, y: readings.map(({ forward }) => forward) },
    { name: 'back', x, y: readings.map(({ back }) => back) },
  ];
}

export function flowSeries(gauge: LineGauge, from: number, to: number): Series[] {
  const x = grid(from, to);
  const readings = x.map((time) => lineAt(gauge, time));
  const forward = { name: 'forward', x, y: readings.map(({ flowForward }) => flowForward) };
  if (gauge.back.length === 0) return [forward];
  return [forward, { name: 'back', x, y: readings.map(({ flowBack }) => flowBack) }];
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

function grid(from: number, to: number): number[] {
  if (!(to > from)) return [from];
  return Array.from({ length: POINTS + 1 }, (_, k) => from + ((to - from) * k) / POINTS);
}
