/**
 * Moment → the engine's frame, for its measures: metres from the place's origin. A moment tells heights, not levels: somebody is on the
 * highest level that is not above its feet, so on stairs on the lower one.
 */
import type { RecordedFrame } from '@foulee/engine';
import { MOMENT, type Moment, VX, VY, X, Y, Z } from '../run/moment.ts';

/** Metres: feet are not exactly on the floor after rounding. */
const ROUNDING = 0.05;

export function createFrameOf(): RecordedFrame {
  return {
    step: 0,
    time: 0,
    count: 0,
    serial: new Int32Array(0),
    place: new Float64Array(0),
    velocity: new Float64Array(0),
    level: new Int32Array(0),
    radius: new Float64Array(0),
  };
}

export function fillFrameOf(frame: RecordedFrame, { time, serial, numbers }: Moment, elevations: number[]): void {
  const count = serial.length;
  if (frame.level.length < count) {
    frame.place = new Float64Array(4 * count);
    frame.velocity = new Float64Array(4 * count);
    frame.level = new Int32Array(2 * count);
    frame.radius = new Float64Array(2 * count);
  }
  frame.time = time;
  frame.count = count;
  frame.serial = serial;
  for (let i = 0; i < count; i++) {
    const at = MOMENT * i;
    frame.place[2 * i] = numbers[at + X]!;
    frame.place[2 * i + 1] = numbers[at + Y]!;
    frame.velocity[2 * i] = numbers[at + VX]!;
    frame.velocity[2 * i + 1] = numbers[at + VY]!;
    frame.level[i] = elevations.length === 1 ? 0 : levelUnder(numbers[at + Z]!, elevations);
  }
}

function levelUnder(z: number, elevations: number[]): number {
  let best = -1;
  let lowest = 0;
  for (let k = 0; k < elevations.length; k++) {
    const here = elevations[k]!;
    if (here < elevations[lowest]!) lowest = k;
    if (here <= z + ROUNDING && (best === -1 || here > elevations[best]!)) best = k;
  }
  return best === -1 ? lowest : best;
}
