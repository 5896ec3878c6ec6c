/**
 * What people with knowledge decided in a step, and what they found out: rows of four numbers, kept until the next step. Nothing depends on
 * them: they are there to be read (run/decision-log.ts). Rows come in the order of slots; whoever keeps them sorts them by serial.
 */
import type { GrowableFloats } from '../core/growable.ts';
import type { Crowd } from '../crowd/crowd.ts';

/** What happened; the two numbers that go with it. */
/** They go to see a place: place, 0. */
export const EXPLORES = 0;
/** They walk to a goal: goal, metres of the way. */
export const WALKS_TO = 1;
/** They give up one goal for another: goal now, people they remember queuing at the one before. */
export const TURNS_TO = 2;
/** They see that an access is closed: border, 0. */
export const FINDS_CLOSED = 3;
/** They read a sign: sign, 1 if it shows a goal that they did not know, else 0. */
export const READS = 4;
/** They have looked everywhere, and begin again: 0, 0. */
export const SEARCHES_AGAIN = 5;
/** They hear an announcement: announcement, 0. */
export const HEARS = 6;
/** Somebody tells them the way: goal, serial of that person. */
export const IS_TOLD = 7;
/** They go where an arrow points: sign, 0. */
export const FOLLOWS = 8;
/** They wait, since there is no way at the moment: the border of the closed door they wait at or NONE, 0. */
export const WAITS = 9;

export const DECISION = 4;

export function note(
  decisions: GrowableFloats,
  crowd: Crowd,
  i: number,
  code: number,
  first: number,
  second = 0,
): void {
  decisions.push(crowd.serial[i]);
  decisions.push(code);
  decisions.push(first);
  decisions.push(second);
}
