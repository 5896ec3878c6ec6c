/**
 * The stage of those who walk together: from the velocity along the path to one that keeps a walker with its companions.
 *
 *   1. it sees how much room there is across its path, here and a little ahead: walls, and how many strangers are about
 *   2. it takes the speed and the pull to the side that the group asks for (crowd/companions/keep-together.ts)
 *   3. its companions come last among those it minds: personal space and the foresight of collisions leave them out (L04 §4.3: "inside a group"), room
 *      ahead and contact do not
 *
 *       │‹──── (H) ────›│      breadth: to the walls on the left and right, RAY metres at most each; less, where a portal of the route
 *       │               │      nearer than AHEAD is shorter than that. What is seen now is used in the next step.
 *
 * And of all others: what lies between two companions is in the way, as if somebody walked there. `pure` walkers know
 * nothing of this. Cost: two short rays through cells for those with companions; for others, pairs of companions among those minded.
 */
import { NONE } from '../../core/none.ts';
import { COMPANY, PACE, PULL_X, PULL_Y } from '../../crowd/companions/companions.ts';
import { BODY, PREFERRED, RADIUS } from '../../crowd/columns.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import { topOfRoute } from '../../crowd/routes.ts';
import { RECORD } from '../../routing/corners/corners.ts';
import {
  COSINE,
  MOST_NEAR,
  NEAR,
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_RADIUS,
  SELF_TOP,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';
import type { ReactiveCrowd, View } from './columns.ts';

/** Metres; portals looked at. */
const RAY = 1.6;
const AHEAD = 2;
const DOORS = 4;
/** Cells that a ray is followed through. */
const MOST_CELLS = 16;
/** Strangers within so many metres: from `SOME` on there is room for two abreast, from `MANY` on for one; and metres across for these. */
const ABOUT = 1.5;
const SOME = 4;
const MANY = 7;
/** Somebody whose path leads the other way, nearer than so many metres ahead and beside: one makes way, one behind the other. */
const COMES = 0.5;
const MEETS = 4;
const BESIDE = 1.5;
const ROOM_FOR_TWO = 1.4;
const ROOM_FOR_ONE = 0.6;

/** Metres between two companions up to which others do not walk through, and seconds of being held up after which they do. */
const TOGETHER = 1.5;
const HELD = 1;

/** Companions it minds are the last in thought.near, thought.friends of them. @returns whether it has any companions */
export function keepCompany(view: View, i: number, thought: Thought): boolean {
  const { crowd, company } = view;
  const { velocity } = thought;
  if (company === undefined) return false;
  const hasCompanions = crowd.companions[i] !== NONE;
  if (velocity[0] === 0 && velocity[1] === 0) return hasCompanions;
  closeGaps(crowd, i, thought);
  if (hasCompanions) walkTogether(view, company, i, thought);
  return hasCompanions;
}

function walkTogether(view: View, company: Float64Array, i: number, thought: Thought): void {
  const { crowd } = view;
  const { velocity, self } = thought;
  thought.friends = putLast(crowd, i, thought);
  crowd.breadth[i] = roomAmong(thought);
  lookAside(view, i, thought);
  lookAtDoors(view, i, thought);
  const at = COMPANY * i;
  const pace = company[at + PACE];
  if (pace === Infinity) return;
  // Who is slower on stairs stays so.
  const share = pace / crowd.body[BODY * i + PREFERRED];
  velocity[0] = share * velocity[0];
  velocity[1] = share * velocity[1];
  if (pace === 0) return;
  velocity[0] += company[at + PULL_X];
  velocity[1] += company[at + PULL_Y];
  const speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  if (speed === 0) return;
  // This is its path now, for whatever else it looks at. What others see of it is not changed.
  self[SELF_AIM_X] = velocity[0] / speed;
  self[SELF_AIM_Y] = velocity[1] / speed;
  const top = self[SELF_TOP];
  if (speed <= top) return;
  velocity[0] *= top / speed;
  velocity[1] *= top / speed;
}

/** Less breadth, where walls are near on the left and the right. */
function lookAside({ mesh, crowd }: View, i: number, { self }: Thought): void {
  const { vertices, sideVertex, sideTwin, sideCell, cellFirst } = mesh;
  const x = self[SELF_X];
  const y = self[SELF_Y];
  let sum = 0;
  for (let side = -RAY; side <= RAY; side += 2 * RAY) {
    const dx = -side * self[SELF_AIM_Y];
    const dy = side * self[SELF_AIM_X];
    let c = crowd.cell[i];
    let open = 1;
    for (let cells = 0; cells < MOST_CELLS; cells++) {
      const first = cellFirst[c];
      const last = cellFirst[c + 1];
      // Out through the side that starts on the ray's right and ends on its left, as in subdivision/sight.ts.
      let out: number = NONE;
      let a = 2 * sideVertex[last - 1];
      let before = dx * (vertices[a + 1] - y) - dy * (vertices[a] - x);
      for (let s = first; s < last; s++) {
        const b = 2 * sideVertex[s];
        const after = dx * (vertices[b + 1] - y) - dy * (vertices[b] - x);
        if (before <= 0 && after > 0) {
          const share = -before / (after - before);
          const px = vertices[a] + share * (vertices[b] - vertices[a]) - x;
          const py = vertices[a + 1] + share * (vertices[b + 1] - vertices[a + 1]) - y;
          open = (px * dx + py * dy) / (RAY * RAY);
          out = s === first ? last - 1 : s - 1;
          break;
        }
        a = b;
        before = after;
      }
      if (out === NONE || open >= 1 || sideTwin[out] === NONE) break;
      c = sideCell[sideTwin[out]];
    }
    sum += open < 0 ? 0 : open < 1 ? RAY * open : RAY;
  }
  if (sum < crowd.breadth[i]) crowd.breadth[i] = sum;
}

/** Less breadth, where one of the next portals is narrower and near. */
function lookAtDoors({ corners, crowd, routes }: View, i: number, { self }: Thought): void {
  const { sideRecord } = corners;
  const top = topOfRoute(crowd, i);
  const most = Math.min(DOORS, crowd.portalsLeft[i]);
  for (let k = 0; k < most; k++) {
    const at = RECORD * routes.store[top - k];
    const long = sideRecord[at + 6];
    if (long >= crowd.breadth[i]) continue;
    const ex = sideRecord[at + 2] - sideRecord[at];
    const ey = sideRecord[at + 3] - sideRecord[at + 1];
    const px = self[SELF_X] - sideRecord[at];
    const py = self[SELF_Y] - sideRecord[at + 1];
    const share = Math.min(1, Math.max(0, (px * ex + py * ey) / (long * long)));
    const dx = px - share * ex;
    const dy = py - share * ey;
    if (dx * dx + dy * dy < AHEAD * AHEAD) crowd.breadth[i] = long;
  }
}

/** Strangers first, then companions, each in the order they were in. @returns how many companions there are */
function putLast({ companions }: Crowd, i: number, { near, slots, nearCount }: Thought): number {
  let strangers = 0;
  let friends = 0;
  // There is room for as many again behind those minded.
  for (let n = 0; n < nearCount; n++) {
    const isFriend = companions[slots[n]] === companions[i];
    const to = isFriend ? MOST_NEAR + friends++ : strangers++;
    if (to !== n) moveEntry(near, slots, n, to);
  }
  for (let n = 0; n < friends; n++) moveEntry(near, slots, MOST_NEAR + n, strangers + n);
  return friends;
}

function moveEntry(near: Float64Array, slots: Int32Array, from: number, to: number): void {
  near.copyWithin(NEAR * to, NEAR * from, NEAR * (from + 1));
  slots[to] = slots[from];
}

/** Metres across the path that strangers leave. */
function roomAmong({ near, nearCount, friends, self }: Thought): number {
  const aimX = self[SELF_AIM_X];
  const aimY = self[SELF_AIM_Y];
  let about = 0;
  for (let k = 0; k < NEAR * (nearCount - friends); k += NEAR) {
    if (near[k + 5] < ABOUT) about++;
    const ahead = -(near[k] * aimX + near[k + 1] * aimY);
    const aside = near[k] * aimY - near[k + 1] * aimX;
    if (near[k + COSINE] < COMES && ahead > 0 && ahead < MEETS && aside < BESIDE && aside > -BESIDE)
      return ROOM_FOR_ONE;
  }
  return about >= MANY ? ROOM_FOR_ONE : about >= SOME ? ROOM_FOR_TWO : Infinity;
}

/** Somebody more is minded between any two companions of another group. */
function closeGaps(crowd: ReactiveCrowd, i: number, thought: Thought): void {
  const { companions, body, held } = crowd;
  const { near, slots, self } = thought;
  if (held[i] > HELD) return;
  const count = thought.nearCount;
  for (let n = 0; n < count; n++) {
    const group = companions[slots[n]];
    if (group === NONE || group === companions[i]) continue;
    for (let m = n + 1; m < count && thought.nearCount < MOST_NEAR; m++) {
      if (companions[slots[m]] !== group) continue;
      const a = NEAR * n;
      const b = NEAR * m;
      const dx = near[b] - near[a];
      const dy = near[b + 1] - near[a + 1];
      const apart = Math.sqrt(dx * dx + dy * dy);
      const j = slots[n];
      const between = apart / 2 - Math.min(body[BODY * j + RADIUS], body[BODY * slots[m] + RADIUS]);
      if (apart > TOGETHER || between <= 0) continue;
      const to = NEAR * thought.nearCount;
      near.copyWithin(to, a, a + NEAR);
      for (let k = 0; k < 4; k++) near[to + k] = (near[a + k] + near[b + k]) / 2;
      near[to + 4] = self[SELF_RADIUS] + between;
      near[to + 5] = Math.sqrt(near[to] * near[to] + near[to + 1] * near[to + 1]);
      slots[thought.nearCount++] = j;
    }
  }
}
