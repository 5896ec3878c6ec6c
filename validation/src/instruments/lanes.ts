/**
 * A frame → how many lanes there are across a corridor along x. The width is cut into strips of 0.4 m, about a person each. A strip has
 * the direction of its people if two thirds of them or more go that way; empty and mixed strips are left out. Neighbouring strips of
 * one direction are one lane.
 */
import type { RecordedFrame } from '@foulee/engine';
import type { Box } from './emergent-instruments.ts';

/** Metres. */
const STRIP = 0.4;
/** The difference of both directions over their sum, where two thirds go one way. */
const CLEAR = 1 / 3;

/** NaN where nobody is in the box. @param wayOf +1 or −1: the direction a person is bound for, not how they move now */
export function countLanes(
  { count, serial, place }: RecordedFrame,
  [left, bottom, right, top]: Box,
  wayOf: (serial: number) => number,
): number {
  const strips = Math.max(1, Math.round((top - bottom) / STRIP));
  const people = new Array<number>(strips).fill(0);
  const sum = new Array<number>(strips).fill(0);
  for (let i = 0; i < count; i++) {
    const x = place[2 * i];
    const y = place[2 * i + 1];
    if (!(x >= left && x < right && y >= bottom && y < top)) continue;
    const strip = Math.min(strips - 1, Math.floor(((y - bottom) / (top - bottom)) * strips));
    people[strip]++;
    sum[strip] += wayOf(serial[i]);
  }
  if (people.every((number) => number === 0)) return Number.NaN;
  let lanes = 0;
  let last = 0;
  for (let strip = 0; strip < strips; strip++) {
    // Both sides are whole numbers of people: 2 of 3 must not be lost to rounding.
    if (people[strip] === 0 || Math.abs(sum[strip]) < CLEAR * people[strip] - 1e-9) continue;
    const way = Math.sign(sum[strip]);
    if (way !== last) lanes++;
    last = way;
  }
  return lanes;
}
