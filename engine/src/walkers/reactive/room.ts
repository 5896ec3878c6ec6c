/**
 * How fast one can walk in a direction, for those ahead.
 *
 *        ↑ e, the direction                            a  metres ahead, y  metres aside, R  sum of the radii
 *        |   (N)   a                                   speed ≤ (a − √(R² − y²) − ε) / T + f · (v_N − v) · e
 *       (H)  ·y·
 *
 * T is the time gap people keep (Seyfried 2005: the room one needs grows by about a metre per metre a second). The second part counts
 * for those who go the same way and are just leaving: one may follow them closer. The further aside somebody is who goes the same way, the more
 * one walks at its pace (a share |y| over the breadth of both): so nothing jumps when somebody comes beside or before one. Of two who come together from the sides, the one
 * further ahead on the other's path goes first, the other waits.
 *
 * Who walks does not brake harder than is comfortable as long as it could still stop in time, behind somebody who walks on in the way that one
 * needs to stop; else speeds would jump whenever somebody steps into the way. Cost: those minded.
 */
import {
  TEMPER_BREADTH,
  TEMPER_BREADTH_AGAINST,
  TEMPER_BREADTH_OTHERS,
  TEMPER_COURTESY,
  TEMPER_FOLLOW,
  TEMPER_GAP,
  TEMPER_KEPT,
  TEMPER_PUSH,
  TEMPER_PUSH_AGAINST,
} from './patience.ts';
import {
  AHEAD,
  COSINE,
  LEADS,
  NEAR,
  SAME_WAY,
  SELF_PREFERRED,
  SELF_TOP,
  SELF_VX,
  SELF_VY,
  type Thought,
} from './thought.ts';

/** Places in thought.room: the direction, a unit vector; the speed wanted there; the speed there is room for, not more than that. */
export const ROOM_X = 0;
export const ROOM_Y = 1;
export const ROOM_WANTED = 2;
export const ROOM_OPEN = 3;
/** Below this speed it does not matter how much there is room for. */
export const ROOM_LEAST = 4;
/** The speed one has after easy braking; 0: it may be braked at once. */
export const ROOM_EASED = 5;
/** Metres to a wall there (room-to-walls.ts). */
export const ROOM_FAR = 6;

/** Cosine between two paths below which they come from opposite sides: nobody goes first. */
const OPPOSITE = -0.5;
/** Metres per second with which somebody who goes first does so. */
const FIRST = 0.6;
/** Share of the sum of the radii: bodies that are pressed together come no nearer (bodies/press.ts). */
const PACKED = 0.65;
/** Metres per second squared: how hard one can brake; and seconds of way left to somebody who comes. */
const HARD = 3;
const COMING = 0.5;

/**
 * Note who of those minded, numbers `from` … `to` - 1, is so near that it could matter, after `count` who do: AHEAD numbers each.
 * @returns how many do now
 */
export function selectAhead({ near, ahead, self, temper }: Thought, from: number, to: number, count: number): number {
  const courtesy = temper[TEMPER_COURTESY];
  const least = temper[TEMPER_KEPT];
  // Neighbours as far as the top speed reaches: companions may have to catch up.
  const reach = self[from === 0 ? SELF_TOP : SELF_PREFERRED] * temper[TEMPER_GAP];
  const breadth = temper[TEMPER_BREADTH];
  const breadthOthers = temper[TEMPER_BREADTH_OTHERS];
  const breadthAgainst = temper[TEMPER_BREADTH_AGAINST];
  let at = AHEAD * count;
  for (let k = NEAR * from; k < NEAR * to; k += NEAR) {
    const sum = near[k + 4];
    const cosine = near[k + COSINE];
    const kept = cosine < SAME_WAY && cosine > OPPOSITE ? courtesy + least : least;
    if (near[k + 5] - sum - kept >= reach) continue;
    ahead[at] = near[k];
    ahead[at + 1] = near[k + 1];
    ahead[at + 2] = (cosine >= SAME_WAY ? breadth : cosine > OPPOSITE ? breadthOthers : breadthAgainst) * sum;
    ahead[at + 3] = sum * sum;
    ahead[at + 4] = near[k + 2];
    ahead[at + 5] = near[k + 3];
    ahead[at + 6] = kept;
    ahead[at + 7] = cosine;
    ahead[at + 8] = near[k + LEADS];
    at += AHEAD;
  }
  return at / AHEAD;
}

/** @param count of those ahead. @param pushes does it push on, if it is held up? */
export function findRoom({ ahead: list, self, temper, room }: Thought, count: number, pushes: boolean): void {
  const ex = room[ROOM_X];
  const ey = room[ROOM_Y];
  const own = self[SELF_VX] * ex + self[SELF_VY] * ey;
  const gap = temper[TEMPER_GAP];
  const follow = temper[TEMPER_FOLLOW];
  const push = pushes ? temper[TEMPER_PUSH] : 0;
  const pushAgainst = pushes ? temper[TEMPER_PUSH_AGAINST] : 0;
  const least = room[ROOM_LEAST];
  const eased = room[ROOM_EASED];
  let open = room[ROOM_WANTED];
  for (let k = 0; k < AHEAD * count; k += AHEAD) {
    const px = list[k];
    const py = list[k + 1];
    const ahead = -(px * ex + py * ey);
    if (ahead <= 0) continue;
    const aside = px * ey - py * ex;
    if (Math.abs(aside) > list[k + 2]) continue;
    const between = ahead - Math.sqrt(list[k + 3] - aside * aside) - list[k + 6];
    let speed = between / gap;
    if (speed >= open) continue;
    const cosine = list[k + 7];
    if (cosine > SAME_WAY) {
      const pace = list[k + 4] * ex + list[k + 5] * ey;
      if (pace > own) speed += follow * (pace - own);
      // Who is not quite ahead but somewhat aside: less behind it, more at its pace.
      const most = pace < room[ROOM_WANTED] ? pace : room[ROOM_WANTED];
      if (most > speed) speed += (Math.abs(aside) / list[k + 2]) * (most - speed);
    }
    // Nobody pushes into somebody who is as narrow as people get.
    if (px * px + py * py > PACKED * PACKED * list[k + 3]) {
      const pushed = cosine > SAME_WAY ? 0 : cosine > OPPOSITE ? push : pushAgainst;
      if (speed < pushed) speed = pushed;
      if (speed < FIRST && cosine > OPPOSITE && list[k + 8] > ahead) speed = FIRST;
    }
    if (speed < eased) {
      const pace = list[k + 4] * ex + list[k + 5] * ey;
      const left = pace < 0 ? between + COMING * pace : between;
      const stoppable = Math.sqrt((left > 0 ? 2 * HARD * left : 0) + (pace > 0 ? pace * pace : 0));
      if (stoppable > speed) speed = stoppable < eased ? stoppable : eased;
    }
    if (speed >= open) continue;
    open = speed;
    if (speed <= least) break;
  }
  room[ROOM_OPEN] = open > 0 ? open : 0;
}
