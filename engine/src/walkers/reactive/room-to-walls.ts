/** How far a body can go in a direction before it touches one of the walls beside it. Cost: walls nearby. */
import { MOST_BESIDE, type WallsBeside } from '../../bodies/near-walls.ts';
import { ROOM_FAR, ROOM_X, ROOM_Y } from './room.ts';
import { SELF_RADIUS, SELF_X, SELF_Y, type Thought } from './thought.ts';

/** Sine between a direction and a wall below which one walks along it. */
const ALONG = 0.05;

/** In the direction of thought.room, from the metres at ROOM_FAR there, further than which walls do not matter, to the metres there are. */
export function findMetresToWall(beside: WallsBeside, i: number, { self, room }: Thought): void {
  const { walls } = beside.near;
  const ex = room[ROOM_X];
  const ey = room[ROOM_Y];
  const radius = self[SELF_RADIUS];
  let least = room[ROOM_FAR];
  const last = MOST_BESIDE * i + beside.count[i];
  for (let n = MOST_BESIDE * i; n < last; n++) {
    const k = beside.wall[n];
    const ux = walls[k + 2];
    const uy = walls[k + 3];
    const closing = uy * ex - ux * ey;
    if (closing <= ALONG) continue;
    const ax = self[SELF_X] - walls[k];
    const ay = self[SELF_Y] - walls[k + 1];
    const away = ux * ay - uy * ax;
    if (away < 0) continue;
    const far = Math.max(0, away - radius) / closing;
    if (far >= least) continue;
    const along = (ax + far * ex) * ux + (ay + far * ey) * uy;
    if (along >= -radius && along <= walls[k + 4] + radius) least = far;
  }
  room[ROOM_FAR] = least;
}
