/** Frames → when people passed a line. Everybody counts once, at the moment they first cross it, in either direction. */
import { addFlowFrame, createFlowRecord, type FlowRecord, type RecordedFrame } from '@foulee/engine';
import type { Point } from './symmetries.ts';

export interface Passages {
  look: (frame: RecordedFrame) => void;
  /** People whose passage is after `from`, up to and including `to`. */
  between: (from: number, to: number) => number;
}

export function watchPassages([[ax, ay], [bx, by]]: readonly [Point, Point]): Passages {
  const record = createFlowRecord([{ name: 'line', level: 0, ends: [ax, ay, bx, by] }]);
  return {
    look: (frame) => addFlowFrame(record, frame),
    between: (from, to) => [...firstPassages(record).values()].filter((time) => time > from && time <= to).length,
  };
}

/** Seconds at which each serial first crossed. */
function firstPassages({ serial, time }: FlowRecord): Map<number, number> {
  const first = new Map<number, number>();
  for (let k = 0; k < serial.length; k++) {
    if (!first.has(serial.array[k])) first.set(serial.array[k], time.array[k]);
  }
  return first;
}
