/**
 * Security (L04 §4.5): whoever, going on as now, would run into somebody or a wall sooner than it
 * can react, slows down: S_O = S_I · t_c / t_react.
 *
 * The next collision is looked for with the walker's present velocity, bodies without the gap they like to keep; a pair that
 * overlaps counts only while it approaches. Cost: neighbours and walls nearby.
 */
import { MOST_BESIDE, type WallsBeside } from '../../bodies/near-walls.ts';
import { PROFILE, REACTION_TIME } from '../../crowd/profiles.ts';
import { findTouch } from './collision.ts';
import { SELF_RADIUS, SELF_VX, SELF_VY, SELF_X, SELF_Y, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** @returns true: it always looks */
export function staySafe({ beside, crowd, profiles }: View, i: number, thought: Thought): boolean {
  const { velocity, self } = thought;
  if ((velocity[0] === 0 && velocity[1] === 0) || (self[SELF_VX] === 0 && self[SELF_VY] === 0)) return true;
  const reaction = profiles.numbers[PROFILE * crowd.profile[i] + REACTION_TIME];
  thought.collision[0] = reaction;
  findTouch(thought);
  findWall(beside, i, thought);
  const soonest = thought.collision[0];
  if (soonest >= reaction) return true;
  velocity[0] *= soonest / reaction;
  velocity[1] *= soonest / reaction;
  return true;
}

/** Seconds until the body, going on as now, touches a wall, into thought.collision if that is sooner than what is there. */
export function findWall(beside: WallsBeside, i: number, { self, collision }: Thought): void {
  const { walls } = beside.near;
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const vx = self[SELF_VX];
  const vy = self[SELF_VY];
  const radius = self[SELF_RADIUS];
  let soonest = collision[0];
  const last = MOST_BESIDE * i + beside.count[i];
  for (let n = MOST_BESIDE * i; n < last; n++) {
    const k = beside.wall[n];
    const ux = walls[k + 2];
    const uy = walls[k + 3];
    // Floor is on the wall's left: how far off it is, and how fast that shrinks.
    const closing = uy * vx - ux * vy;
    if (closing <= 0) continue;
    const ax = x - walls[k];
    const ay = y - walls[k + 1];
    const away = ux * ay - uy * ax;
    if (away < 0) continue;
    const time = Math.max(0, away - radius) / closing;
    if (time >= soonest) continue;
    const along = (ax + time * vx) * ux + (ay + time * vy) * uy;
    if (along >= 0 && along <= walls[k + 4]) soonest = time;
  }
  collision[0] = soonest;
}
