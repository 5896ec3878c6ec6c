/**
 * People with knowledge, looked at after each step → where they turn back: while they explore, they leave a place (a room, a corridor, a hall) within 60 s
 * for the place they came from. It counts where they were furthest from the doorway they came in by, and only if that was at least 1 m:
 * people who walk along a border do not turn back with every sway.
 *
 *      came from │ ●━━━━━━━━┓
 *          place ┝ doorway  ┃ here they turned
 *                │ ●━━━━━━━━┛
 *
 * Cost: a look at the place of each person with knowledge.
 */
import { grownFloats, grownInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';

/** Seconds within which going back counts, and metres that people have to come into a place. */
const WITHIN = 60;
const INTO = 1;

/** By serial. */
export interface TurningBack {
  /** The place somebody is in, the one they came from, and the cell in which they were furthest from the doorway: three numbers. */
  ints: Int32Array;
  /** When they came in, and where: time, x, y; then the square of the furthest distance, and where that was: six numbers. */
  floats: Float64Array;
}

/** Somebody at a moment. */
export interface Walker {
  serial: number;
  place: number;
  cell: number;
  x: number;
  y: number;
}

export function createTurningBack(): TurningBack {
  return { ints: new Int32Array(0), floats: new Float64Array(0) };
}

/** Room for people up to a serial, who are nowhere yet. */
export function makeRoom(turning: TurningBack, serials: number): void {
  const before = turning.ints.length;
  if (3 * serials <= before) return;
  turning.ints = grownInts(turning.ints, 3 * serials).fill(NONE, before);
  turning.floats = grownFloats(turning.floats, 2 * turning.ints.length);
}

/** Places have other numbers now: nobody has come from anywhere. */
export function forgetPlaces(turning: TurningBack): void {
  turning.ints.fill(NONE);
}

/**
 * Follow somebody. If they have just turned back, `walker` becomes where: the place, cell and point at which they turned.
 * @returns have they?
 */
export function follow(turning: TurningBack, walker: Walker, time: number, isExploring: boolean): boolean {
  const { ints, floats } = turning;
  const { serial, place, cell, x, y } = walker;
  const i = 3 * serial;
  const f = 6 * serial;
  const here = ints[i];
  if (here === place) {
    const dx = x - floats[f + 1];
    const dy = y - floats[f + 2];
    const squared = dx * dx + dy * dy;
    if (squared <= floats[f + 3]) return false;
    floats[f + 3] = squared;
    floats[f + 4] = x;
    floats[f + 5] = y;
    ints[i + 2] = cell;
    return false;
  }
  const isBack =
    isExploring && place === ints[i + 1] && here !== NONE && time - floats[f] <= WITHIN && floats[f + 3] >= INTO * INTO;
  if (isBack) {
    walker.place = here;
    walker.cell = ints[i + 2];
    walker.x = floats[f + 4];
    walker.y = floats[f + 5];
  }
  ints[i] = place;
  ints[i + 1] = here;
  ints[i + 2] = cell;
  floats[f] = time;
  floats[f + 1] = x;
  floats[f + 2] = y;
  floats[f + 3] = 0;
  floats[f + 4] = x;
  floats[f + 5] = y;
  return isBack;
}
