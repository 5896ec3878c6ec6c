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
import { INSET, LEFT, RIGHT } from './round-corner.ts';
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
  const right = lane[FIRST_RIGHT] !== NONE && keepInside(view, thought, lane[FIRST_RIGHT], RIGHT);
  const left = lane[FIRST_LEFT] !== NONE && keepInside(view, thought, lane[FIRST_LEFT], LEFT);
  return right || left;
}

function keepInside({ prepared }: View, { velocity, self, lane }: Thought, at: number, side: number): boolean {
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
  const share = Math.sqrt((velocity[0] * velocity[0] + velocity[1] * velocity[1]) / (x * x + y * y));
  velocity[0] = share * x;
  velocity[1] = share * y;
  return true;
}
