/**
 * Minding corners: right before a gap nobody steps aside to where there is none.
 *
 *        ↖ | ↑          Who walks round others, and has a corner C to pass within 1.25 m, keeps on the inner side of it: the wish is turned
 *   ──────C (H)         back to the tangent of the disc about C that the path would take at most (path-funnel.ts).
 *
 * Without it, those who overtake before a gap run into the wall beside it and stand in the way of all who follow. Who hardly gets on may fill
 * the room beside a gap, and waits there. Cost: two corners.
 */
import { NONE } from '../../core/none.ts';
import type { View } from './columns.ts';
import { FIRST_LEFT, FIRST_RIGHT } from './path-funnel.ts';
import { headPast, INSET, LEFT, PAST_AT, PAST_X, PAST_Y, RIGHT } from './round-corner.ts';
import { SELF_PREFERRED, SELF_VX, SELF_VY, SELF_X, SELF_Y, type Thought } from './thought.ts';

/** Metres. */
const CLOSE = 1.25;
/** Share of the preferred speed below which somebody hardly gets on. */
const HARDLY = 0.2;

/** @returns whether a corner turned it back */
export function mindCorners(view: View, thought: Thought): boolean {
  const { lane, self } = thought;
  const hardly = HARDLY * self[SELF_PREFERRED];
  if (self[SELF_VX] * self[SELF_VX] + self[SELF_VY] * self[SELF_VY] < hardly * hardly) return false;
  const isRightOf = leadsPast(view, thought, lane[FIRST_RIGHT], RIGHT);
  // Past both at once there is no inner side.
  if (isRightOf === leadsPast(view, thought, lane[FIRST_LEFT], LEFT)) return false;
  const { velocity } = thought;
  const speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  headPast(thought, isRightOf ? RIGHT : LEFT);
  velocity[0] *= speed;
  velocity[1] *= speed;
  return true;
}

/** Does the wish lead past the wrong side of a corner close by, or into it? Then thought.lane is ready for headPast. */
function leadsPast({ prepared }: View, { velocity, self, lane }: Thought, at: number, side: number): boolean {
  if (at === NONE) return false;
  const { corner } = prepared.turns;
  const ax = corner[at] - self[SELF_X];
  const ay = corner[at + 1] - self[SELF_Y];
  const squared = ax * ax + ay * ay;
  if (squared > CLOSE * CLOSE || ax * velocity[0] + ay * velocity[1] <= 0) return false;
  const d = lane[INSET];
  const along = squared > d * d ? Math.sqrt(squared - d * d) : 0;
  const x = along * ax - side * d * ay;
  const y = along * ay + side * d * ax;
  if (side * (x * velocity[1] - y * velocity[0]) >= 0) return false;
  lane[PAST_X] = ax;
  lane[PAST_Y] = ay;
  lane[PAST_AT] = d;
  return true;
}
