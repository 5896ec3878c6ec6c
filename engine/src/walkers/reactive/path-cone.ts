/**
 * The path: visual trajectory optimisation (L04 §4.2): from a walker's route to the velocity it would like.
 *
 *        L1 ─────┐      L2      the cone from P through the first portal, narrowed by each further one, its ends drawn in by
 *     P <        │   <          the radius and a margin. The last cone that is not empty, nor narrower than the threshold,
 *        R1 ─────┘      R2      counts: heading along its bisector. If the goal itself lies in it, straight there.
 *
 * Deviations: a cone wider than a right angle, as near a portal, has a bisector that says nothing: towards the middle of the next
 * portal, or along the side of the cone nearer to it. A walker in the plane of its next portal, or past it, heads for the nearest
 * place of it. Who is slowed down takes corners wider: it passes a portal where it is, or further out the further it is from it; else a crowd waits behind the inner corner
 * of a wide street (`pure` has nothing of it). Cost: portals looked through, LOOKED at most.
 */
import { NONE } from '../../core/none.ts';
import { RECORD } from '../../routing/corners/corners.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import { CONE_THRESHOLD, PROFILE, PURE, WALL_MARGIN } from '../../crowd/profiles.ts';
import { topOfRoute } from '../../crowd/routes.ts';
import { SELF_PREFERRED, SELF_RADIUS, SELF_VX, SELF_VY, SELF_X, SELF_Y, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** Portals looked through. */
const LOOKED = 12;
/** Metres from the goal within which a walker that passes it slows down, the share of its speed it keeps, and the square of the cosine from which on it does not pass. */
const PASSED = 1.2;
const CAREFUL = 0.35;
const STRAIGHT = 0.5;
/** Metres: nearer to a goal than this, a walker is there. */
const THERE = 1e-3;

/** Metres more that somebody who stands keeps off the ends of a portal, for each metre before it; and metres each side of its middle that stay open. */
const WIDER = 1.5;
const LEFT_OPEN = 2;

/** Where in thought.cone: of the cone kept so far, directions to its right and left end, not of unit length. */
const RIGHT_X = 0;
const RIGHT_Y = 1;
const LEFT_X = 2;
const LEFT_Y = 3;
/** To somewhere beyond it: the middle of the portal that is not seen through it, or the goal. */
const BEYOND_X = 4;
const BEYOND_Y = 5;
/** To the ends of the portal that is looked at, drawn in; metres by which they are; and a unit vector from right to left. */
const END_RIGHT_X = 6;
const END_RIGHT_Y = 7;
const END_LEFT_X = 8;
const END_LEFT_Y = 9;
const DRAWN_RIGHT = 10;
const DRAWN_LEFT = 11;
const ALONG_X = 12;
const ALONG_Y = 13;
/** Of the walker: metres it keeps off the ends of portals, the share of its speed that it lacks, and the square of the sine of its narrowest cone. */
const INSET = 14;
const LACK = 15;
const NARROWEST = 16;

/** Into thought.velocity; nothing for those who have no way. */
export function headAlongPath(view: View, i: number, thought: Thought): void {
  const { crowd, profiles } = view;
  const { velocity, self, cone } = thought;
  const speed = self[SELF_PREFERRED];
  velocity[0] = velocity[1] = 0;
  if (crowd.goalCell[i] === NONE || crowd.route[i] === NONE || speed === 0) return;
  const p = PROFILE * crowd.profile[i];
  const isPure = profiles.numbers[p + PURE] === 1;
  const pace = Math.sqrt(self[SELF_VX] * self[SELF_VX] + self[SELF_VY] * self[SELF_VY]);
  cone[INSET] = self[SELF_RADIUS] + profiles.numbers[p + WALL_MARGIN];
  cone[LACK] = isPure || pace >= speed ? 0 : 1 - pace / speed;
  cone[NARROWEST] = profiles.numbers[p + CONE_THRESHOLD];
  const left = crowd.portalsLeft[i];
  const most = left < LOOKED ? left : LOOKED;
  const seen = lookThrough(view, i, thought, most);
  if (seen === NONE) return;
  if (seen === left) headForGoal(view, i, thought, seen === 0);
  else if (seen < most && isWide(cone)) headBeyond(thought);
  else headAlongBisector(thought);
}

/**
 * The cone through as many of the next portals as it stays open for.
 * @returns how many; NONE for somebody beside the first, or past it, who has its velocity already
 */
function lookThrough({ corners, crowd, routes }: View, i: number, thought: Thought, most: number): number {
  const { sideRecord } = corners;
  const { store } = routes;
  const { cone } = thought;
  const top = topOfRoute(crowd, i);
  for (let k = 0; k < most; k++) {
    const at = RECORD * store[top - k];
    putEnds(sideRecord, at, thought);
    if (k === 0) {
      if (passBeside(sideRecord, at, thought)) return NONE;
      cone[RIGHT_X] = cone[END_RIGHT_X];
      cone[RIGHT_Y] = cone[END_RIGHT_Y];
      cone[LEFT_X] = cone[END_LEFT_X];
      cone[LEFT_Y] = cone[END_LEFT_Y];
    } else if (!narrow(cone, false)) {
      cone[BEYOND_X] = cone[END_RIGHT_X] + cone[END_LEFT_X];
      cone[BEYOND_Y] = cone[END_RIGHT_Y] + cone[END_LEFT_Y];
      return k;
    }
  }
  return most;
}

/** The ends of a portal as the walker sees them: drawn in by what it keeps off them, more if it is slowed down. */
function putEnds(sideRecord: Float64Array, at: number, { self, cone }: Thought): void {
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const inset = cone[INSET];
  const lack = cone[LACK];
  const ax = sideRecord[at];
  const ay = sideRecord[at + 1];
  const long = sideRecord[at + 6];
  const ex = (sideRecord[at + 2] - ax) / long;
  const ey = (sideRecord[at + 3] - ay) / long;
  let from = 2 * inset < long ? inset : long / 2;
  let to = from;
  if (lack > 0 && long > 2 * LEFT_OPEN) {
    const furthest = Math.max(from, long / 2 - LEFT_OPEN);
    const along = (x - ax) * ex + (y - ay) * ey;
    const ahead = WIDER * Math.abs((x - ax) * ey - (y - ay) * ex);
    from = Math.min(furthest, from + lack * (Math.max(0, along) + ahead));
    to = Math.min(furthest, to + lack * (Math.max(0, long - along) + ahead));
  }
  cone[ALONG_X] = ex;
  cone[ALONG_Y] = ey;
  cone[DRAWN_RIGHT] = from;
  cone[DRAWN_LEFT] = to;
  cone[END_RIGHT_X] = ax + from * ex - x;
  cone[END_RIGHT_Y] = ay + from * ey - y;
  cone[END_LEFT_X] = ax + (long - to) * ex - x;
  cone[END_LEFT_Y] = ay + (long - to) * ey - y;
}

/** Beside the first portal, or past it: to the nearest place of it, and on. @returns whether the walker is there */
function passBeside(sideRecord: Float64Array, at: number, { self, cone, velocity }: Thought): boolean {
  const inset = cone[INSET];
  const long = sideRecord[at + 6];
  const ex = cone[ALONG_X];
  const ey = cone[ALONG_Y];
  const ox = cone[END_RIGHT_X];
  const oy = cone[END_RIGHT_Y];
  const before = ex * oy - ey * ox;
  if (!(before >= -THERE || 2 * inset >= long)) return false;
  const speed = self[SELF_PREFERRED];
  const along = -(ox * ex + oy * ey);
  const size = long - cone[DRAWN_RIGHT] - cone[DRAWN_LEFT];
  const share = along < 0 ? 0 : along > size ? size : along;
  const toX = ox + share * ex + ey * inset;
  const toY = oy + share * ey - ex * inset;
  const far = Math.sqrt(toX * toX + toY * toY);
  velocity[0] = speed * (far < THERE ? ey : toX / far);
  velocity[1] = speed * (far < THERE ? -ex : toY / far);
  return true;
}

/**
 * Draw the cone in to the ends of the portal that is looked at, unless it would be empty or too narrow.
 * @param isLine is it a goal's line? Then one of nearly half a turn is too narrow, too
 * @returns whether it was
 */
function narrow(cone: Float64Array, isLine: boolean): boolean {
  const rx = cone[RIGHT_X];
  const ry = cone[RIGHT_Y];
  const lx = cone[LEFT_X];
  const ly = cone[LEFT_Y];
  const ox = cone[END_RIGHT_X];
  const oy = cone[END_RIGHT_Y];
  const qx = cone[END_LEFT_X];
  const qy = cone[END_LEFT_Y];
  const newRx = rx * oy - ry * ox > 0 ? ox : rx;
  const newRy = rx * oy - ry * ox > 0 ? oy : ry;
  const newLx = lx * qy - ly * qx < 0 ? qx : lx;
  const newLy = lx * qy - ly * qx < 0 ? qy : ly;
  const open = newRx * newLy - newRy * newLx;
  const squares = (newRx * newRx + newRy * newRy) * (newLx * newLx + newLy * newLy);
  if (open <= 0) return false;
  if (open * open < cone[NARROWEST] * squares && (isLine || newRx * newLx + newRy * newLy > 0)) return false;
  cone[RIGHT_X] = newRx;
  cone[RIGHT_Y] = newRy;
  cone[LEFT_X] = newLx;
  cone[LEFT_Y] = newLy;
  return true;
}

/** Is the cone wider than a right angle? */
function isWide(cone: Float64Array): boolean {
  return cone[RIGHT_X] * cone[LEFT_X] + cone[RIGHT_Y] * cone[LEFT_Y] < 0;
}

/** All portals are seen through. To the goal, if it is seen, too. @param isOpen is there no portal before it? */
function headForGoal({ crowd, prepared }: View, i: number, thought: Thought, isOpen: boolean): void {
  const { self, cone, velocity } = thought;
  const { goalLines } = prepared;
  const line = 4 * crowd.chosen[i];
  const isLine = line >= 0 && !Number.isNaN(goalLines[line]) && crowd.spot[i] === NONE;
  if (isLine) aimAtLine(goalLines, line, thought);
  else {
    cone[BEYOND_X] = crowd.goal[2 * i] - self[SELF_X];
    cone[BEYOND_Y] = crowd.goal[2 * i + 1] - self[SELF_Y];
  }
  const gx = cone[BEYOND_X];
  const gy = cone[BEYOND_Y];
  const far = Math.sqrt(gx * gx + gy * gy);
  if (far < THERE) return;
  if (isOpen || (cone[RIGHT_X] * gy - cone[RIGHT_Y] * gx >= 0 && cone[LEFT_X] * gy - cone[LEFT_Y] * gx <= 0)) {
    const speed = self[SELF_PREFERRED];
    const pace = !isLine && far < PASSED && isPassing(self, crowd, i) ? CAREFUL * speed : speed;
    velocity[0] = (pace * gx) / far;
    velocity[1] = (pace * gy) / far;
  } else if (isLine) {
    // Through the middle of what is seen of it.
    narrow(cone, true);
    headAlongBisector(thought);
  } else headBeyond(thought);
}

/** A line is one more portal: its ends, drawn in, and its nearest place. */
function aimAtLine(goalLines: Float64Array, line: number, { self, cone }: Thought): void {
  const wholeX = goalLines[line + 2] - goalLines[line];
  const wholeY = goalLines[line + 3] - goalLines[line + 1];
  const margin = Math.min(0.5, cone[INSET] / Math.sqrt(wholeX * wholeX + wholeY * wholeY));
  // From one end, drawn in, to the other.
  const ax = goalLines[line] + margin * wholeX - self[SELF_X];
  const ay = goalLines[line + 1] + margin * wholeY - self[SELF_Y];
  const ex = (1 - 2 * margin) * wholeX;
  const ey = (1 - 2 * margin) * wholeY;
  const foot = -(ax * ex + ay * ey) / (ex * ex + ey * ey);
  const share = foot > 0 ? Math.min(1, foot) : 0;
  cone[BEYOND_X] = ax + share * ex;
  cone[BEYOND_Y] = ay + share * ey;
  const bx = ax + ex;
  const by = ay + ey;
  const isTurned = ax * by - ay * bx < 0;
  cone[END_RIGHT_X] = isTurned ? bx : ax;
  cone[END_RIGHT_Y] = isTurned ? by : ay;
  cone[END_LEFT_X] = isTurned ? ax : bx;
  cone[END_LEFT_Y] = isTurned ? ay : by;
}

/** Towards what lies beyond the cone, as far as the cone reaches. */
function headBeyond({ self, cone, velocity }: Thought): void {
  const speed = self[SELF_PREFERRED];
  const rx = cone[RIGHT_X];
  const ry = cone[RIGHT_Y];
  const lx = cone[LEFT_X];
  const ly = cone[LEFT_Y];
  const beyondX = cone[BEYOND_X];
  const beyondY = cone[BEYOND_Y];
  const isRight = rx * beyondY - ry * beyondX < 0;
  const isLeft = !isRight && lx * beyondY - ly * beyondX > 0;
  const toX = isRight ? rx : isLeft ? lx : beyondX;
  const toY = isRight ? ry : isLeft ? ly : beyondY;
  const long = Math.sqrt(toX * toX + toY * toY);
  velocity[0] = (speed * toX) / long;
  velocity[1] = (speed * toY) / long;
}

function headAlongBisector({ self, cone, velocity }: Thought): void {
  const speed = self[SELF_PREFERRED];
  const rx = cone[RIGHT_X];
  const ry = cone[RIGHT_Y];
  const lx = cone[LEFT_X];
  const ly = cone[LEFT_Y];
  const rightLong = Math.sqrt(rx * rx + ry * ry);
  const leftLong = Math.sqrt(lx * lx + ly * ly);
  const bx = rx / rightLong + lx / leftLong;
  const by = ry / rightLong + ly / leftLong;
  const size = Math.sqrt(bx * bx + by * by);
  // The cone of a portal one stands in is half a turn wide: straight through.
  const isFlat = size < 1e-6;
  velocity[0] = speed * (isFlat ? (ly / leftLong - ry / rightLong) / 2 : bx / size);
  velocity[1] = speed * (isFlat ? (rx / rightLong - lx / leftLong) / 2 : by / size);
}

/** Does somebody near the goal walk past it? It would go round and round, faster than it can turn. */
function isPassing(self: Float64Array, { goal }: Crowd, i: number): boolean {
  const gx = goal[2 * i] - self[SELF_X];
  const gy = goal[2 * i + 1] - self[SELF_Y];
  const vx = self[SELF_VX];
  const vy = self[SELF_VY];
  const towards = vx * gx + vy * gy;
  return towards < 0 || towards * towards < (vx * vx + vy * vy) * (gx * gx + gy * gy) * STRAIGHT;
}
