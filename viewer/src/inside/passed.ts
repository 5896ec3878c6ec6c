/**
 * History + a door, a bottleneck or a cell → who passed it, and when: people's middles, straight from moment to moment.
 *
 *   lines   everybody who goes from one side to the other, each time, with its direction (the engine's own count of crossings)
 *   cells   everybody who comes into it, or goes through it between two moments; again after it was outside at a moment
 *
 * Like gauges it keeps how far it has come and takes only moments after that. Cost: moments times people, nearly all settled by a box.
 */
import {
  addFlowFrame,
  createFlowRecord,
  type FlowRecord,
  GrowableFloats,
  GrowableInts,
  type RecordedFrame,
} from '@foulee/engine';
import { createMomentFrame, fillMomentFrame } from '../measure/moment-frame.ts';
import { type History, indexAt } from '../run/history.ts';
import type { Spot } from '../protocol/spot.ts';

export interface Passed {
  spot: Spot;
  /** Seconds: moments up to here are in. */
  until: number;
  /** One entry each time somebody passes, in the order of moments: seconds, who; of lines 1 to the left, -1 to the right, of cells 0. */
  time: GrowableFloats;
  serial: GrowableInts;
  direction: GrowableInts;
  flow: FlowRecord | undefined;
  /** Of cells: everybody at the moment before, ordered by serial, and who of them was in it. */
  before: { count: number; serial: Int32Array; place: Float64Array; isIn: Uint8Array };
  box: [number, number, number, number];
}

export function createPassed(spot: Spot): Passed {
  const points = spot.kind === 'cell' ? spot.ring : spot.ends;
  const xs = points.filter((_, k) => k % 2 === 0);
  const ys = points.filter((_, k) => k % 2 === 1);
  return {
    spot,
    until: -Infinity,
    time: new GrowableFloats(),
    serial: new GrowableInts(),
    direction: new GrowableInts(),
    flow: spot.kind === 'cell' ? undefined : createFlowRecord([{ name: '', level: spot.level, ends: spot.ends }]),
    before: { count: 0, serial: new Int32Array(0), place: new Float64Array(0), isIn: new Uint8Array(0) },
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  };
}

const frame = createMomentFrame();

/** @returns whether all moments there are are in */
export function countMore(passed: Passed, history: History, isTimeUp: () => boolean): boolean {
  const { moments } = history;
  for (let k = indexAt(history, passed.until) + 1; k < moments.length; k++) {
    fillMomentFrame(frame, moments[k], moments[k].meshKey);
    if (passed.flow === undefined) enterCell(passed, frame);
    else crossLine(passed, passed.flow, frame);
    passed.until = moments[k].time;
    if (isTimeUp()) return k === moments.length - 1;
  }
  return true;
}

function note({ time, serial, direction }: Passed, when: number, who: number, way: number): void {
  time.push(when);
  serial.push(who);
  direction.push(way);
}

function crossLine(passed: Passed, flow: FlowRecord, now: RecordedFrame): void {
  const taken = flow.time.length;
  addFlowFrame(flow, now);
  for (let k = taken; k < flow.time.length; k++) {
    note(passed, flow.time.array[k], flow.serial.array[k], flow.direction.array[k]);
  }
}

function enterCell(passed: Passed, now: RecordedFrame): void {
  const { spot, before, box } = passed;
  if (spot.kind !== 'cell') return;
  const isIn = new Uint8Array(now.count);
  for (let i = 0, j = 0; i < now.count; i++) {
    while (j < before.count && before.serial[j] < now.serial[i]) j++;
    if (now.level[i] !== spot.level) continue;
    const x = now.place[2 * i];
    const y = now.place[2 * i + 1];
    const isKnown = j < before.count && before.serial[j] === now.serial[i];
    const fromX = isKnown ? before.place[2 * j] : x;
    const fromY = isKnown ? before.place[2 * j + 1] : y;
    if (!meetsBox(box, fromX, fromY, x, y)) continue;
    isIn[i] = touches(spot.ring, x, y, x, y) ? 1 : 0;
    if (isKnown && before.isIn[j] === 1) continue;
    if (isIn[i] === 1 || touches(spot.ring, fromX, fromY, x, y)) note(passed, now.time, now.serial[i], 0);
  }
  passed.before = {
    count: now.count,
    serial: now.serial.slice(0, now.count),
    place: now.place.slice(0, 2 * now.count),
    isIn,
  };
}

function meetsBox([left, bottom, right, top]: Passed['box'], ax: number, ay: number, bx: number, by: number): boolean {
  return !(Math.max(ax, bx) < left || Math.min(ax, bx) > right || Math.max(ay, by) < bottom || Math.min(ay, by) > top);
}

/** Has the way from a to b a part inside a convex ring, counter-clockwise? What only runs along a side has none. */
function touches(ring: readonly number[], ax: number, ay: number, bx: number, by: number): boolean {
  let from = 0;
  let to = 1;
  for (let k = 0; k < ring.length; k += 2) {
    const l = (k + 2) % ring.length;
    const [px, py] = [ring[k], ring[k + 1]];
    const [ex, ey] = [ring[l] - px, ring[l + 1] - py];
    const before = ex * (ay - py) - ey * (ax - px);
    const after = ex * (by - py) - ey * (bx - px);
    if (before <= 0 && after <= 0) return false;
    if (before < 0) from = Math.max(from, before / (before - after));
    if (after < 0) to = Math.min(to, before / (before - after));
  }
  return from < to;
}

export interface PassedSoFar {
  /** How often, and how many people that were. */
  times: number;
  people: number;
  /** Of lines: to the left of its ends, and to the right. */
  left: number;
  right: number;
  /** People by itinerary, most first. */
  byItinerary: [itinerary: number, people: number][];
  /** The last ones, the very last first, each once. */
  last: number[];
}

/** @param most of the last ones */
export function passedUntil(
  { time, serial, direction }: Passed,
  until: number,
  itineraryOf: (serial: number) => number,
  most: number,
): PassedSoFar {
  const people = new Set<number>();
  const entries: [time: number, serial: number][] = [];
  let left = 0;
  let right = 0;
  for (let k = 0; k < time.length; k++) {
    if (time.array[k] > until + 1e-9) continue;
    const who = serial.array[k];
    people.add(who);
    entries.push([time.array[k], who]);
    if (direction.array[k] > 0) left++;
    else if (direction.array[k] < 0) right++;
  }
  const counts = new Map<number, number>();
  for (const who of people) counts.set(itineraryOf(who), (counts.get(itineraryOf(who)) ?? 0) + 1);
  // Within a moment crossings come by serial: by time, the latest first.
  entries.sort(([a], [b]) => b - a);
  return {
    times: entries.length,
    people: people.size,
    left,
    right,
    byItinerary: [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]),
    last: [...new Set(entries.map(([, who]) => who))].slice(0, most),
  };
}
