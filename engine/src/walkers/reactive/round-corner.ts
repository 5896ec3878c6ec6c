/**
 * The corner somebody walks round, and the lane they keep there.
 *
 *   ────────C          the string from a walker to its goal bends at C (path-funnel.ts): from then on, until C is no longer ahead,
 *   -- ℓ -- ⋮ ⌒        the walker turns there. d = share · ℓ metres are kept from C: ℓ is its distance from the two walls of C, as
 *   ·→      ⌒   \      if they went on for ever, so that the lane leads along one, in an arc about C, and along the other.
 *
 * Free walkers cut the corner (a small share), people who are held up keep their place between inner and outer wall: a crowd turns in
 * concentric arcs over the full width. A slight bend is none: people who were pushed a little aside go back straight.
 * The corner is kept as data in crowd.turn, since half-way round it neither bends the string nor, perhaps, is an end of any portal ahead: all that
 * depends on where cells are cut. Cost: a few multiplications.
 */
import type { View } from './columns.ts';
import { SELF_AIM_X, SELF_AIM_Y, SELF_PREFERRED, SELF_VX, SELF_VY, SELF_X, SELF_Y, type Thought } from './thought.ts';
import { FIRST_WALL, GAP, SECOND_WALL, TURN } from './turns.ts';

/** On which side a corner is passed. */
export const RIGHT = 1;
export const LEFT = -1;

/** Of the corner somebody walks round, in place of IS_CORNER: how much of a turn it is, 0 to 1; below 0 where the corner is on the left. */
export const WEIGHT = 7;

/**
 * Places in thought.lane; numbers that functions hand to each other lie there, since as arguments they would be boxed. Metres kept from every corner, the
 * share of ℓ that is kept; from the walker to a corner, metres to keep from it, and the direction past it.
 */
export const INSET = 0;
export const SHARE = 1;
export const PAST_X = 2;
export const PAST_Y = 3;
export const PAST_AT = 4;

/** The share of ℓ that a free walker keeps; what being held up adds to it, and how soon: per share of the speed that is lacking. */
const CUT = 0.4;
const KEPT = 0.5;
const SOON = 4;
/** Cosine of a bend up to which it is no turn, and from which on it is one in full. */
const SLIGHT = 0.9;
const SHARP = 0.6;
/** Metres: nearer to a place than this is there. */
const THERE = 1e-3;

/** How much of its lane a walker keeps, by the share of its preferred speed that it lacks. */
export function findShare({ self, lane }: Thought): void {
  const preferred = self[SELF_PREFERRED];
  const pace = Math.sqrt(self[SELF_VX] * self[SELF_VX] + self[SELF_VY] * self[SELF_VY]);
  const lack = pace < preferred ? SOON * (1 - pace / preferred) : 0;
  lane[SHARE] = CUT + KEPT * (lack < 1 ? lack : 1);
}

/** Where in a corner's numbers the wall behind it is, for those who pass it on a side. */
export function wallBehind(isRight: boolean): number {
  return isRight ? FIRST_WALL : SECOND_WALL;
}

/**
 * The string bends at a corner, thought.velocity leads past it: it will walk round it.
 * @param at where in `corner` it is. @param isWide is it kept off in full, however slight the bend?
 */
export function startTurn(
  corner: Float64Array,
  at: number,
  isRight: boolean,
  isWide: boolean,
  { velocity, bend }: Thought,
): void {
  const behind = at + wallBehind(isRight);
  const straight = velocity[0] * corner[behind] + velocity[1] * corner[behind + 1];
  let weight = isWide || straight < SHARP ? 1 : straight > SLIGHT ? 0 : (SLIGHT - straight) / (SLIGHT - SHARP);
  // Once a turn, it stays one: half-way round there is less of it left.
  const isSame = bend[WEIGHT] !== 0 && bend[0] === corner[at] && bend[1] === corner[at + 1];
  if (isSame && weight < Math.abs(bend[WEIGHT])) weight = Math.abs(bend[WEIGHT]);
  for (let k = 0; k < WEIGHT; k++) bend[k] = corner[at + k];
  bend[WEIGHT] = isRight ? weight : -weight;
}

/** Turn thought.velocity, a unit vector, past the corner that is walked round, in its lane. That is over when the corner is not ahead any more. */
export function keepLane(thought: Thought): void {
  const { velocity, self, lane, bend } = thought;
  const weight = bend[WEIGHT];
  if (weight === 0) return;
  const ax = bend[0] - self[SELF_X];
  const ay = bend[1] - self[SELF_Y];
  if (ax * velocity[0] + ay * velocity[1] <= 0) {
    bend[WEIGHT] = 0;
    return;
  }
  const side = weight > 0 ? RIGHT : LEFT;
  findLane(thought);
  if (side * (velocity[1] * ax - velocity[0] * ay) >= lane[PAST_AT]) return;
  lane[PAST_X] = ax;
  lane[PAST_Y] = ay;
  headPast(thought, side);
}

/** Metres to keep from the corner: ℓ, from its two walls as if they went on for ever, less a share; no less than from any, nor more than there is room. */
function findLane({ self, lane, bend }: Thought): void {
  const px = self[SELF_X] - bend[0];
  const py = self[SELF_Y] - bend[1];
  const ux = bend[FIRST_WALL];
  const uy = bend[FIRST_WALL + 1];
  const vx = bend[SECOND_WALL];
  const vy = bend[SECOND_WALL + 1];
  const first = px * ux + py * uy > 0 ? Math.abs(ux * py - uy * px) : Infinity;
  const second = px * vx + py * vy > 0 ? Math.abs(vx * py - vy * px) : Infinity;
  const beside = first < second ? first : second;
  const far = beside === Infinity ? Math.sqrt(px * px + py * py) : beside;
  const kept = lane[SHARE] * Math.abs(bend[WEIGHT]) * far;
  const widest = bend[GAP] - lane[INSET];
  const most = kept < widest ? kept : widest;
  lane[PAST_AT] = most > lane[INSET] ? most : lane[INSET];
}

/**
 * The direction that leaves a corner, PAST_X, PAST_Y from the walker, on a side, PAST_AT metres off: a tangent of its disc; across, from within it. A
 * unit vector, into thought.velocity.
 */
export function headPast({ velocity, lane }: Thought, side: number): void {
  const ax = lane[PAST_X];
  const ay = lane[PAST_Y];
  const d = lane[PAST_AT];
  const squared = ax * ax + ay * ay;
  const along = squared > d * d ? Math.sqrt(squared - d * d) : 0;
  const x = along * ax - side * d * ay;
  const y = along * ay + side * d * ax;
  const size = Math.sqrt(x * x + y * y);
  velocity[0] = x / size;
  velocity[1] = y / size;
}

/**
 * Where the walker's path leads at the place of another, into thought.course: behind the corner it walks round along the wall there, beside the corner
 * around it, else as here. So people further round a bend are its own stream, not one that crosses.
 */
export function putCourse({ self, course, bend }: Thought, place: Float64Array, j: number): void {
  course[0] = self[SELF_AIM_X];
  course[1] = self[SELF_AIM_Y];
  const weight = bend[WEIGHT];
  if (weight === 0) return;
  const qx = place[2 * j] - bend[0];
  const qy = place[2 * j + 1] - bend[1];
  const behind = weight > 0 ? FIRST_WALL : SECOND_WALL;
  const before = weight > 0 ? SECOND_WALL : FIRST_WALL;
  if (qx * bend[behind] + qy * bend[behind + 1] > 0) {
    course[0] = bend[behind];
    course[1] = bend[behind + 1];
  } else if (qx * bend[before] + qy * bend[before + 1] <= 0) {
    const far = Math.sqrt(qx * qx + qy * qy);
    if (far < THERE) return;
    course[0] = weight > 0 ? qy / far : -qy / far;
    course[1] = weight > 0 ? -qx / far : qx / far;
  }
}

/** What somebody remembers of its turn, from its column, and back. Most turn nowhere. */
export function recallTurn({ crowd }: View, i: number, { bend }: Thought): void {
  const at = TURN * i;
  bend[WEIGHT] = crowd.turn[at + WEIGHT];
  if (bend[WEIGHT] === 0) return;
  for (let k = 0; k < WEIGHT; k++) bend[k] = crowd.turn[at + k];
}

export function rememberTurn({ crowd }: View, i: number, { bend }: Thought): void {
  const at = TURN * i;
  crowd.turn[at + WEIGHT] = bend[WEIGHT];
  if (bend[WEIGHT] === 0) return;
  for (let k = 0; k < WEIGHT; k++) crowd.turn[at + k] = bend[k];
}
