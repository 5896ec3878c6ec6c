/**
 * Prediction of collisions (L04 §4.4): the earliest with any neighbour if the walker takes a velocity and
 * everybody else keeps theirs; and of which type it is.
 *
 *   |P_r + S_r·t| = ρ,  P_r = P(H) − P(N),  S_r = S − S(N)      ρ = r_H + r_N + ε, but no more than the distance now
 *
 * Nearer than ρ already, or overlapping, it collides now if it approaches, and else not at all: standing close is no collision.
 */
import { NEAR, SELF_FORESEEN, SELF_GAP, SELF_VX, SELF_VY, type Thought } from './thought.ts';

/** Types of collision, as in the behaviour tables (crowd/profiles.ts). */
export const REAR = 0;
export const FRONT = 1;
export const BACK = 2;
export const STATIC = 3;

/** Metres per second: slower than this stands. */
const STANDS = 1e-6;

/**
 * The earliest collision with a velocity, into thought.collision: seconds (Infinity for none) and the neighbour's index.
 * @param at where in `velocities` the velocity is
 */
export function findCollision(thought: Thought, velocities: Float64Array, at: number): void {
  const { near, nearCount, friends, collision } = thought;
  const gap = thought.self[SELF_GAP];
  const vx = velocities[at];
  const vy = velocities[at + 1];
  let earliest = Infinity;
  let which = -1;
  let straightest = 0;
  const from = thought.self[SELF_FORESEEN];
  for (let k = 0; k < NEAR * (nearCount - friends); k += NEAR) {
    const far = near[k + 5];
    if (far - near[k + 4] < from) continue;
    const px = near[k];
    const py = near[k + 1];
    const sx = vx - near[k + 2];
    const sy = vy - near[k + 3];
    const approach = px * sx + py * sy;
    if (approach >= 0) continue;
    const reach = near[k + 4] + gap;
    const room = (far - reach) * (far + reach);
    if (room <= 0) {
      // Of several it touches, the one it runs into most straight.
      const straight = (approach * approach) / (far * far);
      if (earliest > 0 || straight > straightest) {
        earliest = 0;
        straightest = straight;
        which = k;
      }
      continue;
    }
    const speed = sx * sx + sy * sy;
    const root = approach * approach - speed * room;
    if (root <= 0) continue;
    // Not before the earliest so far: told without a root.
    const later = -approach - earliest * speed;
    if (later > 0 && root <= later * later) continue;
    const time = (-approach - Math.sqrt(root)) / speed;
    if (time >= earliest) continue;
    earliest = time;
    which = k;
  }
  collision[0] = earliest;
  collision[1] = which;
}

/** Seconds until the walker, with its own velocity, touches a neighbour, into thought.collision if that is sooner than what is there. */
export function findTouch({ near, nearCount, friends, self, collision }: Thought): void {
  const vx = self[SELF_VX];
  const vy = self[SELF_VY];
  let earliest = collision[0];
  for (let k = 0; k < NEAR * (nearCount - friends); k += NEAR) {
    const sx = vx - near[k + 2];
    const sy = vy - near[k + 3];
    const approach = near[k] * sx + near[k + 1] * sy;
    if (approach >= 0) continue;
    const far = near[k + 5];
    const sum = near[k + 4];
    // It closes in by less than −approach/far a second.
    if (far * (far - sum) >= -approach * earliest) continue;
    const room = (far - sum) * (far + sum);
    if (room <= 0) {
      earliest = 0;
      break;
    }
    const speed = sx * sx + sy * sy;
    const root = approach * approach - speed * room;
    if (root <= 0) continue;
    const time = (-approach - Math.sqrt(root)) / speed;
    if (time < earliest) earliest = time;
  }
  collision[0] = earliest;
}

/** The type of the collision found last, walking with the velocity at `at`. */
export function typeOfCollision({ near, collision }: Thought, velocities: Float64Array, at: number): number {
  const time = collision[0];
  const k = collision[1];
  const vx = velocities[at];
  const vy = velocities[at + 1];
  const nx = near[k + 2];
  const ny = near[k + 3];
  if (nx * nx + ny * ny < STANDS * STANDS) return STATIC;
  // C_N − C_H
  const cx = (nx - vx) * time - near[k];
  const cy = (ny - vy) * time - near[k + 1];
  if (cx * vx + cy * vy < 0) return REAR;
  return vx * nx + vy * ny < 0 ? FRONT : BACK;
}
