/**
 * Whom a walker minds, and how far: of its neighbours in the Delaunay graph (neighbours/), which knows neither distances nor walls, those
 * it sees within HORIZON, MOST_NEAR at most (thought.ts); across seams, those within reach there (bodies/seams.ts). The fan looks at
 * neighbours of these, too, within its RANGE (fan.ts). Between two thoughts only those right before it count. Cost: neighbours.
 */
import { MOST_ACROSS } from '../../bodies/seams.ts';
import { BODY, RADIUS } from '../../crowd/columns.ts';
import { sees } from '../../subdivision/sight.ts';
import type { ReactiveCrowd, View } from './columns.ts';
import { TEMPER_COURTESY, TEMPER_GAP, TEMPER_KEPT } from './patience.ts';
import { putCourse, WEIGHT } from './round-corner.ts';
import { selectAhead } from './room.ts';
import {
  COSINE,
  FACES,
  LEADS,
  MOST_NEAR,
  NEAR,
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_RADIUS,
  SELF_TOP,
  SELF_X,
  SELF_Y,
  SINE,
  type Thought,
} from './thought.ts';

/** Metres: people further off are not minded yet. */
export const HORIZON = 12;

/** Everybody it sees. */
export function noticeNeighbours(view: View, i: number, thought: Thought): boolean {
  thought.nearCount = noticeSeen(view, i, thought, true);
  return false;
}

/** Between two thoughts: those right before it, in the direction it walks, as near as it has to mind them. */
export function noticeAhead(view: View, i: number, thought: Thought): boolean {
  thought.aheadCount = selectAhead(thought, 0, noticeSeen(view, i, thought, false), 0);
  return false;
}

/**
 * Mind the neighbours it sees, across seams, too. @param isAll all within the horizon; else only those before it, in the direction of
 * thought.velocity, as near as the room ahead matters. @returns how many
 */
function noticeSeen(view: View, i: number, thought: Thought, isAll: boolean): number {
  const { mesh, crowd, seams, first, item } = view;
  const { place, body, cell } = crowd;
  const { self, velocity, temper } = thought;
  const reach = self[SELF_TOP] * temper[TEMPER_GAP] + temper[TEMPER_COURTESY] + temper[TEMPER_KEPT];
  const speed = isAll ? 0 : Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  const ex = speed === 0 ? 0 : velocity[0] / speed;
  const ey = speed === 0 ? 0 : velocity[1] / speed;
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const radius = self[SELF_RADIUS];
  const c = cell[i];
  const last = first[i + 1];
  const end = seams === undefined ? last : last + seams.acrossCount[i];
  let count = 0;
  for (let k = first[i]; k < end && count < MOST_NEAR; k++) {
    const j = k < last ? item[k] : seams!.across[MOST_ACROSS * i + k - last];
    const dx = x - place[2 * j];
    const dy = y - place[2 * j + 1];
    const squared = dx * dx + dy * dy;
    if (isAll) {
      if (squared > HORIZON * HORIZON) continue;
    } else {
      const sum = radius + body[BODY * j + RADIUS];
      const aside = dx * ey - dy * ex;
      if (dx * ex + dy * ey >= 0 || aside >= sum || aside <= -sum || squared >= (sum + reach) * (sum + reach)) continue;
    }
    if (cell[j] !== c && !sees(mesh, place, cell, i, j)) continue;
    notice(thought, crowd, j, count++, thought.isPure);
  }
  return count;
}

/** Mind the walker in slot j as number n. @param isPure are its path and what it faces of no matter? */
export function notice(thought: Thought, crowd: ReactiveCrowd, j: number, n: number, isPure: boolean): void {
  const { near, slots, self, bend, course } = thought;
  const { place, velocity, body } = crowd;
  const dx = self[SELF_X] - place[2 * j];
  const dy = self[SELF_Y] - place[2 * j + 1];
  const at = NEAR * n;
  slots[n] = j;
  near[at] = dx;
  near[at + 1] = dy;
  near[at + 2] = velocity[2 * j];
  near[at + 3] = velocity[2 * j + 1];
  near[at + 4] = self[SELF_RADIUS] + body[BODY * j + RADIUS];
  near[at + 5] = Math.sqrt(dx * dx + dy * dy);
  if (isPure) return;
  const { aim, facing } = crowd;
  const aimX = aim[2 * j];
  const aimY = aim[2 * j + 1];
  let gx = self[SELF_AIM_X];
  let gy = self[SELF_AIM_Y];
  if (bend[WEIGHT] !== 0) {
    putCourse(thought, place, j);
    gx = course[0];
    gy = course[1];
  }
  // Who stands is in nobody's way but its place's: as one who goes the same way, slowly.
  near[at + COSINE] = aimX === 0 && aimY === 0 ? 1 : gx * aimX + gy * aimY;
  near[at + SINE] = gx * aimY - gy * aimX;
  near[at + LEADS] = dx * aimX + dy * aimY;
  near[at + FACES] = facing[j];
}
