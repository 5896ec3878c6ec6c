/**
 * Keeping one's course: nobody turns into people who come. Where the path turns off and leads through others who come the other way, a walker goes
 * on as before until they have passed, or a wall is near.
 *
 *   heading = (1 − c) · path + c · course before        c = min(1, Σ (3 m − distance) / 0.3 m) · min(1, metres to a wall ahead / 0.7 m)
 *
 * over those seen ahead on the path who come the other way, but for those with the same goal. Without it, people who leave a corridor turn off in its mouth
 * across those who enter, and both jam there. Cost: neighbours, for those whose path turns.
 */
import type { View } from './columns.ts';
import { notice } from './notice.ts';
import { ROOM_FAR, ROOM_X, ROOM_Y } from './room.ts';
import { findMetresToWall } from './room-to-walls.ts';
import { NEAR, SELF_AIM_X, SELF_AIM_Y, type Thought } from './thought.ts';

/** Metres within which others count, and what of these is enough. */
const RANGE = 3;
const ENOUGH = 0.3;
/** Metres before a wall from which on a walker turns off all the same. */
const WALL = 0.7;
/** Cosine between the path and the course before: from this on it does not turn, and up to this it turns back. */
const STRAIGHT = 0.99;
const BACK = -0.5;
/** Cosine between two paths below which one comes the other way. */
const OTHER_WAY = -0.5;

/** @returns whether it keeps its course; then thought.velocity, and where its path leads, are turned there */
export function keepCourse(view: View, i: number, thought: Thought): boolean {
  const { crowd } = view;
  const { velocity, self, slots, nearCount, room, course } = thought;
  const beforeX = crowd.aim[2 * i];
  const beforeY = crowd.aim[2 * i + 1];
  const pathX = self[SELF_AIM_X];
  const pathY = self[SELF_AIM_Y];
  const straight = beforeX * pathX + beforeY * pathY;
  if ((beforeX === 0 && beforeY === 0) || straight > STRAIGHT || straight < BACK) return false;
  weighComing(view, i, thought);
  const coming = course[0];
  if (coming === 0) return false;
  room[ROOM_X] = beforeX;
  room[ROOM_Y] = beforeY;
  room[ROOM_FAR] = WALL;
  findMetresToWall(view.beside, i, thought);
  const free = room[ROOM_FAR] / WALL;
  const c = coming < ENOUGH ? (free * coming) / ENOUGH : free;
  if (c === 0) return false;
  const x = (1 - c) * pathX + c * beforeX;
  const y = (1 - c) * pathY + c * beforeY;
  const size = Math.sqrt(x * x + y * y);
  const speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  velocity[0] = (speed * x) / size;
  velocity[1] = (speed * y) / size;
  self[SELF_AIM_X] = crowd.nextAim[2 * i] = x / size;
  self[SELF_AIM_Y] = crowd.nextAim[2 * i + 1] = y / size;
  // Who goes whose way is another matter now.
  for (let n = 0; n < nearCount; n++) notice(thought, crowd, slots[n], n, false);
  return true;
}

/** Into thought.course: metres within RANGE, of all who come the other way ahead on the path. */
function weighComing({ crowd }: View, i: number, { near, slots, nearCount, self, course }: Thought): void {
  const { aim, chosen } = crowd;
  const beforeX = aim[2 * i];
  const beforeY = aim[2 * i + 1];
  let sum = 0;
  for (let n = 0; n < nearCount; n++) {
    const k = NEAR * n;
    const j = slots[n];
    if (near[k + 5] >= RANGE || near[k] * self[SELF_AIM_X] + near[k + 1] * self[SELF_AIM_Y] >= 0) continue;
    if (chosen[j] === chosen[i] || aim[2 * j] * beforeX + aim[2 * j + 1] * beforeY >= OTHER_WAY) continue;
    sum += RANGE - near[k + 5];
  }
  course[0] = sum;
}
