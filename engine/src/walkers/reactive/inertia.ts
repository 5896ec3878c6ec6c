/**
 * Inertia: a body changes its velocity only so fast, and does not turn on the spot while it walks. Who walks already gets
 * faster gently: braking is for safety, getting faster is not (`pure` knows no difference).
 * Nobody is faster than its top speed.
 */
import { ACCELERATION, PROFILE, TURNING_COSINE, TURNING_SINE } from '../../crowd/profiles.ts';
import { SELF_PREFERRED, SELF_TOP, SELF_VX, SELF_VY, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** Metres per second: slower than this, a walker turns and starts as it likes. */
const PACE = 0.5;
/** Metres per second squared at which it gets faster from there, and in full stride; in between, in a second to its preferred speed. */
const BRISK = 1;
const GENTLE = 0.5;
/** Cosine of a turn from which on it is sharp, and the share of its speed a walker then keeps from step to step. */
const SHARP = 0.5;
const BRAKED = 0.7;

/** @returns true: everybody has inertia */
export function limitChange({ crowd, profiles, step }: View, i: number, thought: Thought): boolean {
  const { velocity, self, isPure } = thought;
  const { numbers } = profiles;
  const p = PROFILE * crowd.profile[i];
  const vx = self[SELF_VX];
  const vy = self[SELF_VY];
  let wx = velocity[0];
  let wy = velocity[1];
  const before = vx * vx + vy * vy;
  const after = wx * wx + wy * wy;
  if (before > PACE * PACE && after > 0) {
    const cosine = numbers[p + TURNING_COSINE];
    const scale = Math.sqrt(before * after);
    if (vx * wx + vy * wy < cosine * scale) {
      const side = vx * wy - vy * wx >= 0 ? 1 : -1;
      const sine = side * numbers[p + TURNING_SINE];
      // To turn sharply one slows down, or one would go round and round something near.
      const isSharp = !isPure && vx * wx + vy * wy < SHARP * scale;
      const asWanted = Math.sqrt(after / before);
      const share = isSharp ? Math.min(BRAKED, asWanted) : asWanted;
      wx = share * (vx * cosine - vy * sine);
      wy = share * (vx * sine + vy * cosine);
    }
  }
  if (!isPure) {
    const pace = before > PACE * PACE ? Math.sqrt(before) : PACE;
    const lack = self[SELF_PREFERRED] - pace;
    const most = pace + (lack < GENTLE ? GENTLE : lack < BRISK ? lack : BRISK) * step;
    const squared = wx * wx + wy * wy;
    if (squared > most * most) {
      const share = most / Math.sqrt(squared);
      wx *= share;
      wy *= share;
    }
  }
  const change = numbers[p + ACCELERATION];
  const dx = wx - vx;
  const dy = wy - vy;
  const squared = dx * dx + dy * dy;
  if (squared > change * change) {
    const share = change / Math.sqrt(squared);
    wx = vx + share * dx;
    wy = vy + share * dy;
  }
  const top = self[SELF_TOP];
  const speed = wx * wx + wy * wy;
  if (speed > top * top) {
    const share = top / Math.sqrt(speed);
    wx *= share;
    wy *= share;
  }
  velocity[0] = wx;
  velocity[1] = wy;
  return true;
}
