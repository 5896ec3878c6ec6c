/**
 * All moments of a run so far, to be looked at in any order: playing, scrubbing back, replaying. Where they take too much memory every
 * second one is let go; what is between two is interpolated.
 */
import { bytesOfMoment, MOMENT, type Moment, VX, WAITED, X } from '../protocol/moment.ts';

/** Bytes. */
const MOST = 600e6;

export interface History {
  moments: Moment[];
  bytes: number;
  /** Of all moments there were, every so many are kept, and the last one. */
  every: number;
  /** How many there were. */
  offered: number;
}

export function createHistory(): History {
  return { moments: [], bytes: 0, every: 1, offered: 0 };
}

const sizeOf = (moment: Moment) => bytesOfMoment(moment) + 64;

/** @param most bytes */
export function remember(history: History, moment: Moment, most = MOST): void {
  const { moments } = history;
  // People were put elsewhere, as something came where they stood: the same moment again.
  if (moments.at(-1)?.time === moment.time) {
    history.bytes += sizeOf(moment) - sizeOf(moments.pop()!);
    moments.push(moment);
    return;
  }
  // The last one is always kept, so that the present can be seen; it goes if it is not one of those to keep.
  if (moments.length > 0 && (history.offered - 1) % history.every !== 0) history.bytes -= sizeOf(moments.pop()!);
  moments.push(moment);
  history.offered++;
  history.bytes += sizeOf(moment);
  while (history.bytes > most && moments.length > 3) {
    history.every *= 2;
    const end = moments.length - 1;
    let kept = 0;
    for (let k = 0; k <= end; k++) {
      if (k === end || k % 2 === 0) moments[kept++] = moments[k];
    }
    moments.length = kept;
    history.bytes = moments.reduce((sum, one) => sum + sizeOf(one), 0);
  }
}

/** Seconds of the last moment; 0 where there is none. */
export function presentOf({ moments }: History): number {
  return moments.at(-1)?.time ?? 0;
}

/** The index of the last moment at or before a time; -1 if there is none. */
export function indexAt({ moments }: History, time: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle].time <= time + 1e-9) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Everybody at one time, between two moments: used again and again. */
export interface Scene {
  time: number;
  count: number;
  serial: Int32Array;
  numbers: Float32Array;
}

export function createScene(): Scene {
  return { time: 0, count: 0, serial: new Int32Array(0), numbers: new Float32Array(0) };
}

/** Fill a scene with those who are there at a time. Who leaves before the next moment stays where it was. */
export function sceneAt(history: History, time: number, scene: Scene): void {
  const at = indexAt(history, time);
  scene.time = time;
  if (at < 0) {
    scene.count = 0;
    return;
  }
  const before = history.moments[at];
  const after = history.moments[at + 1];
  const count = before.serial.length;
  if (scene.serial.length < count) {
    scene.serial = new Int32Array(2 * count);
    scene.numbers = new Float32Array(2 * MOMENT * count);
  }
  scene.count = count;
  scene.serial.set(before.serial);
  const { numbers } = scene;
  numbers.set(before.numbers);
  const share = after === undefined ? 0 : (time - before.time) / (after.time - before.time);
  if (after === undefined || !(share > 0)) return;
  const from = before.numbers;
  const to = after.numbers;
  for (let i = 0, j = 0; i < count; i++) {
    while (j < after.serial.length && after.serial[j] < before.serial[i]) j++;
    if (after.serial[j] !== before.serial[i]) continue;
    const a = MOMENT * i;
    const b = MOMENT * j;
    for (let k = X; k <= WAITED; k++) numbers[a + k] = from[a + k] + share * (to[b + k] - from[a + k]);
    // Standing is standing, not a slow turn between two headings.
    if (from[a + VX] === 0 && from[a + VX + 1] === 0) numbers[a + VX] = numbers[a + VX + 1] = 0;
  }
}
