/**
 * Personal space (L04 §4.3): others and walls nearby turn the velocity away from them; its norm
 * stays.
 *
 *   R(p, S, d) = Σ over x in S nearer than d of (d − |x − p|)/d · (p − x)        S_O = |S_I| · (R_N + R_W + S_I) / |R_N + R_W + S_I|
 *
 * Deviation: walls of cells within reach count too, not only those of the walker's own cell, so that nothing jumps where
 * cells meet. Cost: neighbours and walls nearby.
 */
import { MOST_BESIDE } from '../../bodies/near-walls.ts';
import { PERSONAL_DISTANCE, PROFILE, WALL_DISTANCE } from '../../crowd/profiles.ts';
import { NEAR, SELF_X, SELF_Y, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** @returns whether it counts: for those who give way it does not */
export function keepPersonalSpace(view: View, i: number, thought: Thought): boolean {
  if (thought.givesWay) return false;
  turnAway(view, i, thought);
  return true;
}

function turnAway({ beside, crowd, profiles }: View, i: number, thought: Thought): void {
  const { velocity, self, near, nearCount, friends } = thought;
  const vx = velocity[0];
  const vy = velocity[1];
  if (vx === 0 && vy === 0) return;
  const p = PROFILE * crowd.profile[i];
  const fromOthers = profiles.numbers[p + PERSONAL_DISTANCE];
  const fromWalls = profiles.numbers[p + WALL_DISTANCE];
  let sumX = vx;
  let sumY = vy;
  for (let k = 0; k < NEAR * (nearCount - friends); k += NEAR) {
    const far = near[k + 5];
    if (far >= fromOthers) continue;
    const dx = near[k];
    const dy = near[k + 1];
    const share = (fromOthers - far) / fromOthers;
    sumX += share * dx;
    sumY += share * dy;
  }
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const list = beside.near.walls;
  const last = MOST_BESIDE * i + beside.count[i];
  for (let n = MOST_BESIDE * i; n < last; n++) {
    const k = beside.wall[n];
    const ax = x - list[k];
    const ay = y - list[k + 1];
    const ux = list[k + 2];
    const uy = list[k + 3];
    const away = ux * ay - uy * ax;
    if (away >= fromWalls || away <= -fromWalls) continue;
    const long = list[k + 4];
    const along = ax * ux + ay * uy;
    const share = along < 0 ? 0 : along > long ? long : along;
    const dx = ax - share * ux;
    const dy = ay - share * uy;
    const squared = dx * dx + dy * dy;
    if (squared >= fromWalls * fromWalls) continue;
    const weight = (fromWalls - Math.sqrt(squared)) / fromWalls;
    sumX += weight * dx;
    sumY += weight * dy;
  }
  if (sumX === vx && sumY === vy) return;
  const size = Math.sqrt(sumX * sumX + sumY * sumY);
  if (size < 1e-12) return;
  const speed = Math.sqrt(vx * vx + vy * vy);
  velocity[0] = (speed * sumX) / size;
  velocity[1] = (speed * sumY) / size;
}
