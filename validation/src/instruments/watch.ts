/**
 * What a validation test sees of a run, step after step: who crosses a line when, when a room is empty, where somebody was last,
 * how crowded a box is. It reads places alone: nothing of what walkers think.
 */
import type { Run } from '@foulee/engine';
import { type Box, holds } from './places.ts';

/** Walkers as they are now, in the plan's coordinates. */
export function forEachWalker(
  { simulation, original }: Run,
  visit: (serial: number, x: number, y: number) => void,
): void {
  const { crowd } = simulation;
  const [ox, oy] = original.origin;
  for (let i = 0; i < crowd.count; i++) visit(crowd.serial[i], crowd.place[2 * i] + ox, crowd.place[2 * i + 1] + oy);
}

/** Something to be shown every step. */
export interface Watch {
  look: (run: Run) => void;
}

export function lookAll(...watches: readonly Watch[]): (run: Run) => void {
  return (run) => {
    for (const { look } of watches) look(run);
  };
}

/** When each serial first came beyond x; the moment between two steps by its way. Who leaves the run before is not seen. */
export function watchLine(where: number): Watch & { at: Map<number, number> } {
  const at = new Map<number, number>();
  const before = new Map<number, number>();
  return {
    at,
    look: (run) => {
      const { time, step } = run.simulation;
      forEachWalker(run, (serial, x) => {
        if (x >= where && !at.has(serial)) {
          const from = before.get(serial);
          at.set(serial, from === undefined ? time : time - (step * (x - where)) / (x - from));
        }
        before.set(serial, x);
      });
    },
  };
}

/** The flow over the middle of what was seen: the first and the last fifth of the crossings left out. NaN below ten crossings. */
export function steadyFlow(moments: readonly number[]): number {
  const sorted = [...moments].sort((a, b) => a - b);
  const skipped = Math.floor(0.2 * sorted.length);
  const kept = sorted.slice(skipped, sorted.length - skipped);
  return sorted.length < 10 ? Number.NaN : (kept.length - 1) / (kept.at(-1)! - kept[0]);
}

/** Seconds until nobody was in a box any more, and how many are there now. */
export function watchRoom(box: Box): Watch & { emptyAt: number; inside: number } {
  const watch = {
    emptyAt: 0,
    inside: 0,
    look: (run: Run) => {
      let inside = 0;
      forEachWalker(run, (_, x, y) => {
        if (holds(box, x, y)) inside++;
      });
      watch.inside = inside;
      if (inside > 0) watch.emptyAt = run.simulation.time + run.simulation.step;
    },
  };
  return watch;
}

/** Where each serial was seen last: at the end of its way, for those who left. */
export function watchPlaces(): Watch & { last: Map<number, [number, number]> } {
  const last = new Map<number, [number, number]>();
  return { last, look: (run) => forEachWalker(run, (serial, x, y) => void last.set(serial, [x, y])) };
}

/** Persons per m² in a box, moment by moment. */
export function watchDensity(box: Box): Watch & { samples: { time: number; density: number }[] } {
  const samples: { time: number; density: number }[] = [];
  const area = (box[2] - box[0]) * (box[3] - box[1]);
  return {
    samples,
    look: (run) => {
      let persons = 0;
      forEachWalker(run, (_, x, y) => {
        if (holds(box, x, y)) persons++;
      });
      samples.push({ time: run.simulation.time, density: persons / area });
    },
  };
}
