/**
 * What is measured: lines and areas, as a scenario's `measure` says them (plan coordinates, names of levels) ↔ as the page measures and
 * draws them (metres from the origin of the place, indices of levels). What is drawn in the page is written in the same form, so that
 * it is saved with the scenario; beside a recording, which has no scenario, the page keeps the form itself.
 */
import type { Place } from '../protocol/place.ts';

export interface LineMeasurement {
  kind: 'line';
  name: string;
  level: number;
  /** x, y of both ends; walking to the left of the way from the first to the second counts as forward. */
  ends: [number, number, number, number];
}

export interface AreaMeasurement {
  kind: 'area';
  name: string;
  level: number;
  /** x, y interleaved. */
  ring: number[];
}

export type Measurement = LineMeasurement | AreaMeasurement;

/** A scenario's `measure`, as in its file. */
export interface MeasureData {
  lines?: Record<string, unknown>;
  areas?: Record<string, unknown>;
}

type Bare = Record<string, unknown>;

/**
 * @param measure as in a scenario's file, which the worker has checked; what is not of its form is left out
 * @param areas the scenario's named areas, which `measure` may name
 */
export function measurementsOf(measure: unknown, areas: unknown, place: Place): Measurement[] {
  const { lines, areas: measured } = asObject(measure) as MeasureData;
  const found: Measurement[] = [];
  for (const [name, entry] of Object.entries(asObject(lines))) {
    const line = Array.isArray(entry) ? entry : asObject(entry).line;
    const ends = pointsOf(line, place);
    if (ends?.length !== 4 || (ends[0] === ends[2] && ends[1] === ends[3])) continue;
    found.push({
      kind: 'line',
      name,
      level: levelOf(asObject(entry).level, place),
      ends: ends as LineMeasurement['ends'],
    });
  }
  for (const [name, entry] of Object.entries(asObject(measured))) {
    const said = typeof entry === 'string' ? asObject(areas)[entry] : entry;
    const { box, polygon, level } = asObject(said);
    const ring = Array.isArray(said) ? said : (polygon ?? cornersOf(box));
    const points = pointsOf(ring, place);
    if (points !== undefined && points.length >= 6) {
      found.push({ kind: 'area', name, level: levelOf(level, place), ring: points });
    }
  }
  return found;
}

function asObject(value: unknown): Bare {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bare) : {};
}

function cornersOf(box: unknown): unknown {
  if (!Array.isArray(box) || box.length !== 4) return undefined;
  const [left, bottom, right, top] = box;
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

function pointsOf(list: unknown, { origin }: Place): number[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const numbers = list.flatMap((point: unknown) => (Array.isArray(point) && point.length === 2 ? point : [Number.NaN]));
  if (!numbers.every(Number.isFinite)) return undefined;
  return numbers.map((value: number, k) => value - origin[k % 2]);
}

function levelOf(name: unknown, { levels }: Place): number {
  return Math.max(
    0,
    levels.findIndex((level) => level.name === name),
  );
}

/** The same `measure` with one more; coordinates to the millimetre. */
export function withMeasurement(measure: unknown, added: Measurement, place: Place): MeasureData {
  const before = asObject(measure) as MeasureData;
  const said = (k: number, value: number) => Math.round(1000 * (value + place.origin[k % 2])) / 1000;
  const numbers = (added.kind === 'line' ? added.ends : added.ring).map((value, k) => said(k, value));
  const points = numbers.flatMap((x, k) => (k % 2 === 0 ? [[x, numbers[k + 1]]] : []));
  const level = place.levels.length > 1 ? { level: place.levels[added.level].name } : undefined;
  if (added.kind === 'line') {
    const line = level === undefined ? points : { line: points, ...level };
    return { ...before, lines: { ...asObject(before.lines), [added.name]: line } };
  }
  const area = level === undefined ? points : { polygon: points, ...level };
  return { ...before, areas: { ...asObject(before.areas), [added.name]: area } };
}

/** The same `measure` without one. */
export function withoutMeasurement(measure: unknown, { kind, name }: Measurement): MeasureData {
  const key = kind === 'line' ? 'lines' : 'areas';
  const before = asObject(measure) as MeasureData;
  const rest = Object.entries(asObject(before[key])).filter(([one]) => one !== name);
  return { ...before, [key]: Object.fromEntries(rest) };
}

/** The same `measure` with one called otherwise, in its old place in the list. */
export function withNewName(measure: unknown, { kind, name }: Measurement, newName: string): MeasureData {
  const key = kind === 'line' ? 'lines' : 'areas';
  const before = asObject(measure) as MeasureData;
  const entries = Object.entries(asObject(before[key])).map(([one, entry]) => [one === name ? newName : one, entry]);
  return { ...before, [key]: Object.fromEntries(entries) };
}

/** "line 1", "line 2" …: the first that is free. */
export function freeName(kind: Measurement['kind'], taken: readonly Measurement[]): string {
  for (let k = 1; ; k++) {
    const name = `${kind} ${k}`;
    if (!taken.some((one) => one.kind === kind && one.name === name)) return name;
  }
}

/** Metres. */
export function lengthOf({ ends: [ax, ay, bx, by] }: LineMeasurement): number {
  return Math.hypot(bx - ax, by - ay);
}

/** The same measurement of the same place has the same key. */
export const keyOf = (one: Measurement) =>
  JSON.stringify([one.kind, one.name, one.level, one.kind === 'line' ? one.ends : one.ring]);
