/** One person out of the history: where it walked up to a moment, how fast, and how long it stood. */
import { type History, indexAt } from './history.ts';
import { MOMENT, type Moment, STANDS, VX, VY, WALKED, X, Y, Z, slotOf } from '../protocol/moment.ts';

export interface Trail {
  /** x, y interleaved, metres from the origin; and the heights there. */
  points: number[];
  heights: number[];
  /** Metres per second, at evenly spread moments. */
  speeds: number[];
  isThere: boolean;
  /** As last seen. */
  speed: number;
  walked: number;
  /** Since it came, and for how long of that it stood, all in all: the same of live runs and recordings. */
  seconds: number;
  stood: number;
}

/** Points and speeds at most. */
const MOST = 400;

export function trailOf(history: History, serial: number, time: number): Trail {
  const { moments } = history;
  const trail: Trail = {
    points: [],
    heights: [],
    speeds: [],
    isThere: false,
    speed: 0,
    walked: 0,
    seconds: 0,
    stood: 0,
  };
  const last = indexAt(history, time);
  // Backwards from the moment shown to when it came: nobody comes twice.
  let end = last;
  while (end >= 0 && slotOf(moments[end], serial) < 0) end--;
  let first = end;
  while (first > 0 && slotOf(moments[first - 1], serial) >= 0) first--;
  if (end < 0 || slotOf(moments[end], serial) < 0) return trail;
  const every = Math.max(1, Math.ceil((end - first + 1) / MOST));
  for (let k = first; k <= end; k += every) {
    const { numbers, at } = read(moments[k], serial);
    trail.points.push(numbers[at + X], numbers[at + Y]);
    trail.heights.push(numbers[at + Z]);
    trail.speeds.push(speedIn(moments[k], serial));
  }
  const { numbers, at } = read(moments[end], serial);
  trail.isThere = end === last;
  trail.speed = speedIn(moments[end], serial);
  trail.walked = numbers[at + WALKED];
  trail.seconds = moments[end].time - moments[first].time;
  for (let k = first + 1; k <= end; k++) {
    if (speedIn(moments[k], serial) < STANDS) trail.stood += moments[k].time - moments[k - 1].time;
  }
  return trail;
}

function speedIn(moment: Moment, serial: number): number {
  const { numbers, at } = read(moment, serial);
  return Math.hypot(numbers[at + VX], numbers[at + VY]);
}

function read(moment: Moment, serial: number): { numbers: Float32Array; at: number } {
  return { numbers: moment.numbers, at: MOMENT * slotOf(moment, serial) };
}
