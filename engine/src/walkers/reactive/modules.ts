/**
 * Reaction modules (L04 §4.4): velocities that would just pass a neighbour with which a collision is
 * foreseen, and how good each is.
 *
 *   avoid left, right   S_O = S(N) + α·D with |S_O| = |S_I|      D: a tangent from P_r to the circle of radius ρ about N
 *   slower, faster      S_O = β·S_I = S(N) + α·D                  α > 0; 0 ≤ β < 1, or 1 < β within the top speed
 *
 *          D_l ↖        P_r = H − N. Passing on the left or right is told by the sign of D · perp(S_I − S(N)).
 *      (N)      H
 *          D_r ↙
 *
 *   rating = c_d · c_n in [0, 1]     c_d = max(0, 2·((1 + cos ∠)/2)^βd − 1)     c_n = (smaller speed / larger speed)^βn
 */
import { BEHAVIOUR, COLLISIONS } from '../../crowd/profiles.ts';
import { PROPOSAL, SELF_GAP, SELF_TOP, type Thought } from './thought.ts';

/** Modules, as in the behaviour tables (crowd/profiles.ts). */
const RIGHT = 0;
const LEFT = 1;
const DECELERATE = 2;
const ACCELERATE = 3;
const ACCEPT = 4;

/** Numbers of a behaviour per module. */
const MODULE = 2 * COLLISIONS.length;

/** Does a behaviour take collisions of this type as they come? */
export function isAccepted(table: Float64Array, profile: number, type: number): boolean {
  return table[profile + BEHAVIOUR + MODULE * ACCEPT + 2 * type] >= 0;
}

/** Where in thought.passing: both tangents, unit vectors; the speed of the velocity wanted, and of the one that leads to the collision. */
const FIRST_X = 0;
const FIRST_Y = 1;
const SECOND_X = 2;
const SECOND_Y = 3;
const WANTED = 4;
const SPEED = 5;

/**
 * Put what the modules propose against a collision into the list.
 * @param table the profiles' numbers; `profile` where the walker's begin
 * @param popped where in the list the velocity is that would lead to the collision found last
 * @param against where in the list the velocity is that proposals are compared with
 */
export function propose(
  thought: Thought,
  table: Float64Array,
  profile: number,
  type: number,
  popped: number,
  against: number,
): void {
  // Four at most: two tangents, and slower or faster straight on.
  if (PROPOSAL * (thought.listCount + 4) > thought.list.length) return;
  if (!putTangents(thought, popped, against)) return;
  const behaviour = profile + BEHAVIOUR + 2 * type;
  passAside(thought, table, behaviour, popped, against);
  changeSpeed(thought, table, behaviour, popped, against);
}

/** Tangents and speeds, into thought.passing. @returns false if somebody stands, or both are at one place: nothing can be proposed */
function putTangents({ near, list, collision, self, passing }: Thought, popped: number, against: number): boolean {
  const k = collision[1];
  const px = near[k];
  const py = near[k + 1];
  const vx = list[popped + 1];
  const vy = list[popped + 2];
  const wantedX = list[against + 1];
  const wantedY = list[against + 2];
  const far = near[k + 5];
  const wanted = Math.sqrt(wantedX * wantedX + wantedY * wantedY);
  const squared = vx * vx + vy * vy;
  if (far === 0 || wanted === 0 || squared === 0) return false;
  // Towards N, turned by the angle whose sine is ρ/|P_r|; across, where it touches already.
  const reach = near[k + 4] + self[SELF_GAP];
  const sine = reach < far ? reach / far : 1;
  const cosine = Math.sqrt(1 - sine * sine);
  const towardsX = -px / far;
  const towardsY = -py / far;
  passing[FIRST_X] = towardsX * cosine + towardsY * sine;
  passing[FIRST_Y] = towardsY * cosine - towardsX * sine;
  passing[SECOND_X] = towardsX * cosine - towardsY * sine;
  passing[SECOND_Y] = towardsY * cosine + towardsX * sine;
  passing[WANTED] = wanted;
  passing[SPEED] = Math.sqrt(squared);
  return true;
}

/** Avoid left, avoid right: as fast as now, along one tangent or the other. */
function passAside(thought: Thought, table: Float64Array, behaviour: number, popped: number, against: number): void {
  const { near, list, collision, passing } = thought;
  const k = collision[1];
  const nx = near[k + 2];
  const ny = near[k + 3];
  const vx = list[popped + 1];
  const vy = list[popped + 2];
  const wantedX = list[against + 1];
  const wantedY = list[against + 2];
  const wanted = passing[WANTED];
  const speed = passing[SPEED];
  const rest = nx * nx + ny * ny - (vx * vx + vy * vy);
  for (let turn = 0; turn < 2; turn++) {
    const dx = passing[turn === 0 ? FIRST_X : SECOND_X];
    const dy = passing[turn === 0 ? FIRST_Y : SECOND_Y];
    const at = behaviour + MODULE * (dy * (vx - nx) - dx * (vy - ny) > 0 ? LEFT : RIGHT);
    if (table[at] < 0) continue;
    // α² + 2α(S(N)·D) + S(N)² − S_I² = 0
    const along = nx * dx + ny * dy;
    const root = along * along - rest;
    if (root < 0) continue;
    const step = Math.sqrt(root);
    const alpha = step - along;
    if (!(alpha > 0)) continue;
    let outX = nx + alpha * dx;
    let outY = ny + alpha * dy;
    let towards = outX * wantedX + outY * wantedY;
    if (-along - step > 0) {
      // Both are as fast: the better rated is the one nearer to the wanted direction.
      const otherX = nx + (-along - step) * dx;
      const otherY = ny + (-along - step) * dy;
      const other = otherX * wantedX + otherY * wantedY;
      if (other > towards) {
        outX = otherX;
        outY = otherY;
        towards = other;
      }
    }
    const quality = rating(towards / (wanted * speed), speed, wanted, table[at], table[at + 1]);
    if (!(quality > 0)) continue;
    const to = PROPOSAL * thought.listCount++;
    list[to] = quality;
    list[to + 1] = outX;
    list[to + 2] = outY;
    list[to + 3] = collision[0];
  }
}

/** Slower, faster: in the direction of now. */
function changeSpeed(thought: Thought, table: Float64Array, behaviour: number, popped: number, against: number): void {
  const { near, list, collision, passing, self } = thought;
  const k = collision[1];
  const nx = near[k + 2];
  const ny = near[k + 3];
  const vx = list[popped + 1];
  const vy = list[popped + 2];
  const wanted = passing[WANTED];
  const speed = passing[SPEED];
  for (let module = DECELERATE; module <= ACCELERATE; module++) {
    const at = behaviour + MODULE * module;
    if (table[at] < 0) continue;
    let best = -1;
    for (let turn = 0; turn < 2; turn++) {
      const dx = passing[turn === 0 ? FIRST_X : SECOND_X];
      const dy = passing[turn === 0 ? FIRST_Y : SECOND_Y];
      const across = vx * dy - vy * dx;
      if (across === 0) continue;
      const share = (nx * dy - ny * dx) / across;
      if (module === DECELERATE ? !(share >= 0 && share < 1) : !(share > 1)) continue;
      if (!((share * vx - nx) * dx + (share * vy - ny) * dy > 0)) continue;
      if (module === ACCELERATE && share * speed > self[SELF_TOP]) continue;
      // Both are along S_I: the one that changes less is the better rated.
      if (best < 0 || (module === DECELERATE ? share > best : share < best)) best = share;
    }
    if (best <= 0) continue;
    const straight = (vx * list[against + 1] + vy * list[against + 2]) / (wanted * speed);
    const quality = rating(straight, best * speed, wanted, table[at], table[at + 1]);
    if (!(quality > 0)) continue;
    const to = PROPOSAL * thought.listCount++;
    list[to] = quality;
    list[to + 1] = best * vx;
    list[to + 2] = best * vy;
    list[to + 3] = collision[0];
  }
}

/** How good a velocity is beside a wanted one, from the cosine between them and how fast they are. */
export function rating(
  cosine: number,
  speed: number,
  wanted: number,
  directionPower: number,
  speedPower: number,
): number {
  const direction = 2 * wholePower((1 + Math.min(1, cosine)) / 2, directionPower) - 1;
  if (direction <= 0) return 0;
  return direction * wholePower(speed < wanted ? speed / wanted : wanted / speed, speedPower);
}

/** For whole exponents from 1 on. */
function wholePower(base: number, exponent: number): number {
  let power = base;
  for (let k = 1; k < exponent; k++) power *= base;
  return power;
}
