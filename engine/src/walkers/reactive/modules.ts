/**
 * Reaction modules (L04 §4.4, navigation.md §5): velocities that would just pass a neighbour with which a collision is
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
import { PROPOSAL, SELF_TOP, type Thought } from './thought.ts';

/** Modules, as in the behaviour tables (crowd/profiles.ts). */
export const RIGHT = 0;
export const LEFT = 1;
export const DECELERATE = 2;
export const ACCELERATE = 3;
export const ACCEPT = 4;

/** Where a behaviour keeps the exponents of a module for a type of collision. */
export function exponentsOf(profile: number, module: number, type: number): number {
  return profile + BEHAVIOUR + 2 * (COLLISIONS.length * module + type);
}

/**
 * Put what the modules propose against a collision into the list.
 * @param table the profiles' numbers; `profile` where the walker's begin
 * @param k where the neighbour is in thought.near; `time` when it is met; `popped` where in the list the velocity is that would meet it
 * @param against where in the list the velocity is that proposals are compared with
 */
export function propose(
  thought: Thought,
  table: Float64Array,
  profile: number,
  type: number,
  k: number,
  time: number,
  popped: number,
  against: number,
  gap: number,
): void {
  const { near, list } = thought;
  const px = near[k]!;
  const py = near[k + 1]!;
  const nx = near[k + 2]!;
  const ny = near[k + 3]!;
  const vx = list[popped + 1]!;
  const vy = list[popped + 2]!;
  const squared = px * px + py * py;
  if (squared === 0) return;
  const reach = near[k + 4]! + gap;
  // Tangents: towards N, turned by the angle whose sine is ρ/|P_r|; across, where it touches already.
  const sine = reach * reach < squared ? reach / Math.sqrt(squared) : 1;
  const cosine = Math.sqrt(1 - sine * sine);
  const size = Math.sqrt(squared);
  const towardsX = -px / size;
  const towardsY = -py / size;
  for (let turn = -1; turn <= 1; turn += 2) {
    const dx = towardsX * cosine - turn * towardsY * sine;
    const dy = towardsY * cosine + turn * towardsX * sine;
    const side = dy * (vx - nx) - dx * (vy - ny) > 0 ? LEFT : RIGHT;
    const at = exponentsOf(profile, side, type);
    if (table[at]! < 0) continue;
    // α² + 2α(S(N)·D) + S(N)² − S_I² = 0
    const along = nx * dx + ny * dy;
    const root = along * along - (nx * nx + ny * ny - vx * vx - vy * vy);
    if (root < 0) continue;
    const step = Math.sqrt(root);
    pushBetter(thought, table, at, against, time, nx, ny, dx, dy, -along + step, -along - step);
  }
  for (let module = DECELERATE; module <= ACCELERATE; module++) {
    const at = exponentsOf(profile, module, type);
    if (table[at]! < 0) continue;
    let first = -1;
    let second = -1;
    for (let turn = -1; turn <= 1; turn += 2) {
      const dx = towardsX * cosine - turn * towardsY * sine;
      const dy = towardsY * cosine + turn * towardsX * sine;
      const across = vx * dy - vy * dx;
      if (across === 0) continue;
      const share = (nx * dy - ny * dx) / across;
      const alpha = (share * vx - nx) * dx + (share * vy - ny) * dy;
      if (!(alpha > 0)) continue;
      if (module === DECELERATE ? !(share >= 0 && share < 1) : !(share > 1)) continue;
      if (module === ACCELERATE && share * share * (vx * vx + vy * vy) > thought.self[SELF_TOP]! ** 2) continue;
      if (turn < 0) first = share;
      else second = share;
    }
    if (first < 0 && second < 0) continue;
    // Both are along S_I: the one that changes less is the better rated.
    const share =
      first < 0
        ? second
        : second < 0
          ? first
          : module === DECELERATE
            ? Math.max(first, second)
            : Math.min(first, second);
    push(thought, table, at, against, time, share * vx, share * vy);
  }
}

/** Of two α, the better rated of those that are positive. */
function pushBetter(
  thought: Thought,
  table: Float64Array,
  at: number,
  against: number,
  time: number,
  nx: number,
  ny: number,
  dx: number,
  dy: number,
  larger: number,
  smaller: number,
): void {
  if (!(larger > 0)) return;
  const before = thought.listCount;
  push(thought, table, at, against, time, nx + larger * dx, ny + larger * dy);
  if (!(smaller > 0)) return;
  const isIn = thought.listCount > before;
  const quality = isIn ? thought.list[PROPOSAL * before]! : 0;
  if (isIn) thought.listCount--;
  push(thought, table, at, against, time, nx + smaller * dx, ny + smaller * dy);
  const isBetter = thought.listCount > before && thought.list[PROPOSAL * before]! > quality;
  if (isBetter || !isIn) return;
  thought.listCount = before;
  push(thought, table, at, against, time, nx + larger * dx, ny + larger * dy);
}

/** Rate a velocity and put it into the list, unless it is worth nothing. */
function push(
  thought: Thought,
  table: Float64Array,
  at: number,
  against: number,
  time: number,
  vx: number,
  vy: number,
): void {
  const { list } = thought;
  const to = PROPOSAL * thought.listCount;
  if (to + PROPOSAL > list.length) return;
  const quality = rate(list[against + 1]!, list[against + 2]!, vx, vy, table[at]!, table[at + 1]!);
  if (!(quality > 0)) return;
  list[to] = quality;
  list[to + 1] = vx;
  list[to + 2] = vy;
  list[to + 3] = time;
  thought.listCount++;
}

/** How good a velocity is beside a wanted one. */
export function rate(
  wantedX: number,
  wantedY: number,
  vx: number,
  vy: number,
  directionPower: number,
  speedPower: number,
): number {
  const wanted = Math.sqrt(wantedX * wantedX + wantedY * wantedY);
  const speed = Math.sqrt(vx * vx + vy * vy);
  if (wanted === 0) return 0;
  // Standing has no direction: only its speed counts against it.
  if (speed === 0) return 0;
  const half = (1 + Math.min(1, (wantedX * vx + wantedY * vy) / (wanted * speed))) / 2;
  const direction = 2 * wholePower(half, directionPower) - 1;
  if (direction <= 0) return 0;
  return direction * wholePower(speed < wanted ? speed / wanted : wanted / speed, speedPower);
}

/** For whole exponents from 1 on. */
function wholePower(base: number, exponent: number): number {
  let power = base;
  for (let k = 1; k < exponent; k++) power *= base;
  return power;
}
