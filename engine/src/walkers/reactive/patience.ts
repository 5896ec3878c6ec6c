/**
 * How somebody takes being held up. `held` is for how long it has been slow: it grows while the
 * walker makes less than four fifths of its speed, and is forgotten twice as fast.
 *
 *   at once          it leaves room for those who cross its way to pass before it
 *   after 0.3 s      it makes itself narrow towards those who go another way, and pushes on between them: before a gap people come
 *                    together like the teeth of a zip. Not into those who come the other way, as long as it makes half its speed: lanes
 *                    stay lanes. Never against its own queue, nor where it lets others out of where it wants in: they come first
 *   stuck for 4 s    (no way made: crowd.stuck) it makes itself narrow towards its own queue, too: arches before doors break
 *
 * Into thought.temper, which room.ts reads.
 */
import { COURTESY, FOLLOW, EPSILON, PROFILE, PUSH, TIME_GAP } from '../../crowd/profiles.ts';
import { SELF_PREFERRED, SELF_VX, SELF_VY, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** Places in thought.temper. */
export const TEMPER_GAP = 0;
export const TEMPER_FOLLOW = 1;
/** Metres per second. */
export const TEMPER_PUSH = 2;
/** Metres left free before those who cross. */
export const TEMPER_COURTESY = 3;
/** Share of the sum of the radii, aside, within which somebody is in the way: one's own queue, others. */
export const TEMPER_BREADTH = 4;
export const TEMPER_BREADTH_OTHERS = 5;
/** Metres left free before everybody. */
export const TEMPER_KEPT = 6;
/** As TEMPER_PUSH and TEMPER_BREADTH_OTHERS, towards those who come the other way. */
export const TEMPER_PUSH_AGAINST = 7;
export const TEMPER_BREADTH_AGAINST = 8;

/** As long as nobody is held up. */
const BREADTH = 0.9;
/** Share of the preferred speed below which somebody is held up; and below which it does not spare those who come the other way. */
const SLOW = 0.8;
const BLOCKED = 0.5;
/** Seconds: held up until it pushes, and until it does with all its might. */
const PATIENCE = 0.3;
const RISE = 0.5;
/** Seconds until courtesy is used up. */
const COURTEOUS = 2;
/** How much narrower it makes itself between others, and seconds until it has. */
const TURNED = 0.8;
const TURNING = 1;
/** Seconds stuck until it makes itself narrow in its own queue, and until it has; how much narrower. */
const STUCK = 4;
const SQUEEZING = 4;
const SQUEEZED = 0.5;

/** @returns false: it changes no velocity */
export function feelHeld({ crowd, profiles, step }: View, i: number, thought: Thought): boolean {
  const { self, temper } = thought;
  const { numbers } = profiles;
  const p = PROFILE * crowd.profile[i];
  const vx = self[SELF_VX];
  const vy = self[SELF_VY];
  const squared = vx * vx + vy * vy;
  const slow = SLOW * self[SELF_PREFERRED];
  const before = crowd.held[i];
  const held = squared < slow * slow ? before + step : before > 2 * step ? before - 2 * step : 0;
  crowd.held[i] = held;
  temper[TEMPER_GAP] = numbers[p + TIME_GAP];
  temper[TEMPER_FOLLOW] = numbers[p + FOLLOW];
  temper[TEMPER_KEPT] = numbers[p + EPSILON];
  temper[TEMPER_PUSH] = temper[TEMPER_PUSH_AGAINST] = 0;
  temper[TEMPER_COURTESY] = numbers[p + COURTESY];
  setBreadth(temper, BREADTH);
  if (held === 0) return false;
  temper[TEMPER_COURTESY] *= held < COURTEOUS ? 1 - held / COURTEOUS : 0;
  const stuck = (crowd.stuck[i] - STUCK) / SQUEEZING;
  if (stuck > 0) setBreadth(temper, BREADTH * (1 - SQUEEZED * (stuck < 1 ? stuck : 1)));
  const beyond = held - PATIENCE;
  if (beyond <= 0) return false;
  if (crowd.letsOut[i] === 1) return false;
  temper[TEMPER_PUSH] = numbers[p + PUSH] * (beyond < RISE ? beyond / RISE : 1);
  const turned = BREADTH * (1 - TURNED * (beyond < TURNING ? beyond / TURNING : 1));
  temper[TEMPER_BREADTH_OTHERS] = Math.min(temper[TEMPER_BREADTH], turned);
  const blocked = BLOCKED * self[SELF_PREFERRED];
  if (squared >= blocked * blocked) return false;
  temper[TEMPER_PUSH_AGAINST] = temper[TEMPER_PUSH];
  temper[TEMPER_BREADTH_AGAINST] = temper[TEMPER_BREADTH_OTHERS];
  return false;
}

/** Towards everybody. */
function setBreadth(temper: Float64Array, breadth: number): void {
  temper[TEMPER_BREADTH] = temper[TEMPER_BREADTH_OTHERS] = temper[TEMPER_BREADTH_AGAINST] = breadth;
}
