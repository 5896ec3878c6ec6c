/**
 * Sway: nobody walks at one speed in one direction, not even alone. A velocity → a little faster or slower, a little to a side.
 *
 *      speed · (1 + s · a(t)),   turned by TURNS · s · b(t)        a, b within ±1, slow, different for everybody
 *
 * a and b take a random value every SPEED_EVERY and TURN_EVERY seconds, then its opposite, and change smoothly in between: nobody drifts
 * or loses time. They are functions of serial and time alone, so that neither slots nor threads nor snapshots matter. Real people, alone or in
 * thin streams, vary their speed by 0.10–0.13 m/s within a second (scripts/replay-experiments.ts). Walls and the room ahead are looked at
 * afterwards. Taken with each thought, not in every step. `sway` of the profile is s; 0 leaves it out. Cost: a few multiplications.
 */
import { chanceOf } from '../../core/chance.ts';
import { KEEP_SIDE, PROFILE, SWAY } from '../../crowd/profiles.ts';
import type { View } from './columns.ts';
import type { Thought } from './thought.ts';

/** Functions that wander, of each walker: speed, turn, time gap (single-file.ts). */
export const WANDERS = 3;
/** Seconds. */
const SPEED_EVERY = 0.8;
const TURN_EVERY = 1.3;
/** Tangent of the turn, for each share of the speed. */
const TURNS = 0.5;

/** @returns whether it sways */
export function sway({ crowd, profiles, time }: View, i: number, { velocity }: Thought): boolean {
  const p = PROFILE * crowd.profile[i];
  const size = profiles.numbers[p + SWAY];
  const serial = crowd.serial[i];
  if (size === 0) return false;
  // Who keeps left is a mirror image of who keeps right.
  const hand = profiles.numbers[p + KEEP_SIDE] < 0 ? -1 : 1;
  const share = 1 + size * wander(WANDERS * serial, time / SPEED_EVERY);
  const tangent = hand * TURNS * size * wander(WANDERS * serial + 1, time / TURN_EVERY);
  const scale = share / Math.sqrt(1 + tangent * tangent);
  const vx = velocity[0];
  const vy = velocity[1];
  velocity[0] = scale * (vx - tangent * vy);
  velocity[1] = scale * (vy + tangent * vx);
  return true;
}

/**
 * A smooth function of time within ±1, by its number: at even moments a value as if by chance, at the odd ones after these its opposite, so
 * that what is won is lost again.
 */
export function wander(number: number, time: number): number {
  // Not everybody at the same moment.
  const own = time + 2 * chanceOf(number, -1);
  const knot = Math.floor(own);
  const part = own - knot;
  const value = valueOf(number, knot >> 1);
  const isOdd = (knot & 1) === 1;
  const before = isOdd ? -value : value;
  const after = isOdd ? valueOf(number, (knot >> 1) + 1) : -value;
  return before + part * part * (3 - 2 * part) * (after - before);
}

/** -1 … 1. */
function valueOf(number: number, pair: number): number {
  return 2 * chanceOf(number, pair) - 1;
}
