/**
 * Who stands in this step: who has not started yet, waits at a goal, or is asked to stand in a queue or at a door.
 *
 *   WALKS        goes where it wants
 *   GIVES_ROOM   stands, and is pushed aside by those who must pass: in a queue, or beside a door to let others out
 *   STANDS       stands, and is not shoved along by those who walk (contact.ts)
 */
import type { Crowd } from '../crowd/crowd.ts';

export const WALKS = 0;
const GIVES_ROOM = 1;
export const STANDS = 2;

/** Slots `from` … `to` - 1, into crowd.stands. */
export function markStanding(crowd: Crowd, now: number, from: number, to: number): void {
  const { startAt, waitUntil, stopUntil, admitted, stands } = crowd;
  for (let i = from; i < to; i++) {
    const isAsked = now < stopUntil[i];
    if (!isAsked && now >= startAt[i] && now >= waitUntil[i]) stands[i] = WALKS;
    else stands[i] = !isAsked || admitted[i] !== 0 ? STANDS : GIVES_ROOM;
  }
}
