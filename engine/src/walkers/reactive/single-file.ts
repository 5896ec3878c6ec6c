/**
 * Single file: how fast one walks behind somebody whom walls let nobody pass.
 *
 *      ━━━━━━━━━━━━━━━━━━━━━━
 *        (H) ·· × ·· (N)         no room for two abreast, from H and from × to the walls on the left and the right
 *      ━━━━━━━━━━━━━━━━━━━━━━
 *
 * A door is no such place, since beyond it there is room. In a file people react late and do not count on those ahead: the speed v comes
 * near to what there is room for (room.ts, nothing added for somebody who is leaving) in a time τ, and the time gap T of each varies slowly.
 *
 *      v ← v + (room − v) · dt/τ, but never too fast to stop in time       T · (1 + GAP_SWAYS · s · a(t)), s and a as in sway.ts
 *
 * With τ > T/2 a file is unstable (Bando 1995): from 1.3 people per metre on, slow places grow and travel upstream, as in the experiments
 * (Seyfried 2005, Portz 2010). Elsewhere people can look past the one ahead, and step aside; there it would cost the flow of doors. Cost:
 * walls nearby, for those who are held up between walls.
 */
import { MOST_BESIDE, type WallsBeside } from '../../bodies/near-walls.ts';
import { PROFILE, SWAY } from '../../crowd/profiles.ts';
import type { View } from './columns.ts';
import { TEMPER_FOLLOW, TEMPER_GAP } from './patience.ts';
import { findRoom, ROOM_EASED, ROOM_OPEN, ROOM_WANTED, ROOM_X, ROOM_Y } from './room.ts';
import { wander, WANDERS } from './sway.ts';
import { SELF_RADIUS, SELF_VX, SELF_VY, SELF_X, SELF_Y, type Thought } from './thought.ts';

/** Metres on where there is to be no room, either. */
const AHEAD = 0.6;
/** Radii that two abreast need. */
const ABREAST = 4;
/** Seconds: τ; and from one time gap to another. */
const LATE = 0.65;
const GAP_EVERY = 2;
const GAP_SWAYS = 5;
/** A share: gaps stay above 0. */
const MOST_GAP = 0.8;

/** Is there no room for two abreast, in the direction of thought.room? */
export function isInFile(beside: WallsBeside, i: number, thought: Thought): boolean {
  return beside.count[i] > 1 && isNarrow(beside, i, thought, 0) && isNarrow(beside, i, thought, AHEAD);
}

/** The speed in the direction of thought.room, wanted and open there, → as in a file. */
export function keepInFile({ crowd, profiles, step, time }: View, i: number, thought: Thought): void {
  const { self, room, temper } = thought;
  const sway = GAP_SWAYS * profiles.numbers[PROFILE * crowd.profile[i] + SWAY];
  const own = self[SELF_VX] * room[ROOM_X] + self[SELF_VY] * room[ROOM_Y];
  // Of this walker in this step only: patience.ts sets them anew.
  temper[TEMPER_FOLLOW] = 0;
  temper[TEMPER_GAP] *=
    1 + (sway < MOST_GAP ? sway : MOST_GAP) * wander(WANDERS * crowd.serial[i] + 2, time / GAP_EVERY);
  room[ROOM_EASED] = 0;
  findRoom(thought, thought.aheadCount, true);
  const open = room[ROOM_OPEN];
  const late = own + (open - own) * (step < LATE ? step / LATE : 1);
  if (late < open) {
    room[ROOM_OPEN] = late > 0 ? late : 0;
    return;
  }
  room[ROOM_WANTED] = room[ROOM_EASED] = late;
  findRoom(thought, thought.aheadCount, true);
}

function isNarrow(beside: WallsBeside, i: number, { self, room }: Thought, ahead: number): boolean {
  const { walls } = beside.near;
  const ex = room[ROOM_X];
  const ey = room[ROOM_Y];
  const x = self[SELF_X] + ahead * ex;
  const y = self[SELF_Y] + ahead * ey;
  const width = ABREAST * self[SELF_RADIUS];
  let left = width;
  let right = width;
  const last = MOST_BESIDE * i + beside.count[i];
  for (let n = MOST_BESIDE * i; n < last; n++) {
    const k = beside.wall[n];
    const ux = walls[k + 2];
    const uy = walls[k + 3];
    const ax = x - walls[k];
    const ay = y - walls[k + 1];
    const along = ax * ux + ay * uy;
    const long = walls[k + 4];
    const share = along < 0 ? 0 : along > long ? long : along;
    const dx = share * ux - ax;
    const dy = share * uy - ay;
    const aside = ex * dy - ey * dx;
    const forward = ex * dx + ey * dy;
    // Beside, not before or behind: a door has no length.
    if (2 * Math.abs(forward) > Math.abs(aside)) continue;
    if (aside > 0 && aside < left) left = aside;
    else if (aside <= 0 && -aside < right) right = -aside;
    if (left + right < width) return true;
  }
  return false;
}
