/**
 * The path of `pure` walkers: visual trajectory optimisation (L04 §4.2): from a walker's route to the velocity it would like.
 *
 *        L1 ─────┐      L2      the cone from P through the first portal, narrowed by each further one, its ends drawn in by
 *     P <        │   <          the radius and a margin. The last cone that is not empty, nor narrower than the threshold,
 *        R1 ─────┘      R2      counts: heading along its bisector. If the goal itself lies in it, straight there.
 *
 * Deviations: a cone wider than a right angle, as near a portal, has a bisector that says nothing: towards the middle of the next
 * portal, or along the side of the cone nearer to it. A walker in the plane of its next portal, or past it, heads for the nearest
 * place of it. Where cells are cut shows in such a path; everybody but `pure` walkers takes path-funnel.ts. Cost: portals looked through, LOOKED at most.
 */
import { NONE } from '../../core/none.ts';
import { RECORD } from '../../routing/corners/corners.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import { CONE_THRESHOLD, PROFILE, WALL_MARGIN } from '../../crowd/profiles.ts';
import { topOfRoute } from '../../crowd/routes.ts';
import { SELF_PREFERRED, SELF_RADIUS, SELF_VX, SELF_VY, SELF_X, SELF_Y, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** Portals looked through. */
const LOOKED = 12;
/** Metres from the goal within which a walker that passes it slows down, the share of its speed it keeps, and the square of the cosine from which on it does not pass. */
export const PASSED = 1.2;
export const CAREFUL = 0.35;
const STRAIGHT = 0.5;
/** Metres: nearer to a goal than this, a walker is there. */
const THERE = 1e-3;

// oxlint-disable-next-line max-lines-per-function -- parted, the cone goes through memory: a step of a city costs 4 % more
export function headAlongPath(view: View, i: number, thought: Thought): void {
  const { corners, crowd, routes, profiles } = view;
  const { goalLines } = view.prepared;
  const { velocity, self } = thought;
  const x = self[SELF_X];
  const y = self[SELF_Y];
  const speed = self[SELF_PREFERRED];
  velocity[0] = velocity[1] = 0;
  if (crowd.goalCell[i] === NONE || crowd.route[i] === NONE || speed === 0) return;
  const p = PROFILE * crowd.profile[i];
  const inset = self[SELF_RADIUS] + profiles.numbers[p + WALL_MARGIN];
  const narrowest = profiles.numbers[p + CONE_THRESHOLD];
  const { sideRecord } = corners;
  const { store } = routes;
  const top = topOfRoute(crowd, i);
  const left = crowd.portalsLeft[i];
  const most = left < LOOKED ? left : LOOKED;
  // Of the cone kept so far: directions to its right and left end, not of unit length.
  let rx = 0;
  let ry = 0;
  let lx = 0;
  let ly = 0;
  // Somewhere beyond it: the middle of the portal that is not seen through it, or the goal. Towards there, as far as the cone reaches.
  let beyondX = 0;
  let beyondY = 0;
  let k = 0;
  for (; k < most; k++) {
    const at = RECORD * store[top - k];
    const ax = sideRecord[at];
    const ay = sideRecord[at + 1];
    const long = sideRecord[at + 6];
    const ex = (sideRecord[at + 2] - ax) / long;
    const ey = (sideRecord[at + 3] - ay) / long;
    const drawn = 2 * inset < long ? inset : long / 2;
    // To its right end, and to its left end.
    const ox = ax + drawn * ex - x;
    const oy = ay + drawn * ey - y;
    const qx = ax + (long - drawn) * ex - x;
    const qy = ay + (long - drawn) * ey - y;
    if (k === 0) {
      // Beside it, or past it: to the nearest place, and on.
      const before = ex * oy - ey * ox;
      if (before >= -THERE || 2 * inset >= long) {
        const along = -(ox * ex + oy * ey);
        const size = long - 2 * drawn;
        const share = along < 0 ? 0 : along > size ? size : along;
        const toX = ox + share * ex + ey * inset;
        const toY = oy + share * ey - ex * inset;
        const far = Math.sqrt(toX * toX + toY * toY);
        velocity[0] = speed * (far < THERE ? ey : toX / far);
        velocity[1] = speed * (far < THERE ? -ex : toY / far);
        return;
      }
      rx = ox;
      ry = oy;
      lx = qx;
      ly = qy;
      continue;
    }
    const newRx = rx * oy - ry * ox > 0 ? ox : rx;
    const newRy = rx * oy - ry * ox > 0 ? oy : ry;
    const newLx = lx * qy - ly * qx < 0 ? qx : lx;
    const newLy = lx * qy - ly * qx < 0 ? qy : ly;
    const open = newRx * newLy - newRy * newLx;
    const squares = (newRx * newRx + newRy * newRy) * (newLx * newLx + newLy * newLy);
    if (open <= 0 || (open * open < narrowest * squares && newRx * newLx + newRy * newLy > 0)) {
      beyondX = ox + qx;
      beyondY = oy + qy;
      break;
    }
    rx = newRx;
    ry = newRy;
    lx = newLx;
    ly = newLy;
  }
  let isToBeyond = k < most && rx * lx + ry * ly < 0;
  if (k === left) {
    const line = 4 * crowd.chosen[i];
    const isLine = line >= 0 && !Number.isNaN(goalLines[line]) && crowd.spot[i] === NONE;
    let gx = crowd.goal[2 * i] - x;
    let gy = crowd.goal[2 * i + 1] - y;
    let isInCone = k === 0 || (rx * gy - ry * gx >= 0 && lx * gy - ly * gx <= 0);
    if (isLine) {
      // The line is one more portal: to its nearest place, if that is seen; else through the middle of what is seen of it.
      const wholeX = goalLines[line + 2] - goalLines[line];
      const wholeY = goalLines[line + 3] - goalLines[line + 1];
      const margin = Math.min(0.5, inset / Math.sqrt(wholeX * wholeX + wholeY * wholeY));
      // From one end, drawn in, to the other.
      const ax = goalLines[line] + margin * wholeX - x;
      const ay = goalLines[line + 1] + margin * wholeY - y;
      const ex = (1 - 2 * margin) * wholeX;
      const ey = (1 - 2 * margin) * wholeY;
      const foot = -(ax * ex + ay * ey) / (ex * ex + ey * ey);
      const share = foot > 0 ? Math.min(1, foot) : 0;
      gx = ax + share * ex;
      gy = ay + share * ey;
      isInCone = k === 0 || (rx * gy - ry * gx >= 0 && lx * gy - ly * gx <= 0);
      if (!isInCone) {
        const bx = ax + ex;
        const by = ay + ey;
        const isTurned = ax * by - ay * bx < 0;
        const ox = isTurned ? bx : ax;
        const oy = isTurned ? by : ay;
        const qx = isTurned ? ax : bx;
        const qy = isTurned ? ay : by;
        const newRx = rx * oy - ry * ox > 0 ? ox : rx;
        const newRy = rx * oy - ry * ox > 0 ? oy : ry;
        const newLx = lx * qy - ly * qx < 0 ? qx : lx;
        const newLy = lx * qy - ly * qx < 0 ? qy : ly;
        const open = newRx * newLy - newRy * newLx;
        const squares = (newRx * newRx + newRy * newRy) * (newLx * newLx + newLy * newLy);
        if (open > 0 && open * open >= narrowest * squares) {
          rx = newRx;
          ry = newRy;
          lx = newLx;
          ly = newLy;
        }
      }
    }
    const far = Math.sqrt(gx * gx + gy * gy);
    if (far < THERE) return;
    if (isInCone) {
      const pace = !isLine && far < PASSED && isPassing(self, crowd, i) ? CAREFUL * speed : speed;
      velocity[0] = (pace * gx) / far;
      velocity[1] = (pace * gy) / far;
      return;
    }
    if (!isLine) {
      isToBeyond = true;
      beyondX = gx;
      beyondY = gy;
    }
  }
  if (isToBeyond) {
    const isRight = rx * beyondY - ry * beyondX < 0;
    const isLeft = !isRight && lx * beyondY - ly * beyondX > 0;
    const toX = isRight ? rx : isLeft ? lx : beyondX;
    const toY = isRight ? ry : isLeft ? ly : beyondY;
    const long = Math.sqrt(toX * toX + toY * toY);
    velocity[0] = (speed * toX) / long;
    velocity[1] = (speed * toY) / long;
    return;
  }
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
export function isPassing(self: Float64Array, { goal }: Crowd, i: number): boolean {
  const gx = goal[2 * i] - self[SELF_X];
  const gy = goal[2 * i + 1] - self[SELF_Y];
  const vx = self[SELF_VX];
  const vy = self[SELF_VY];
  const towards = vx * gx + vy * gy;
  return towards < 0 || towards * towards < (vx * vx + vy * vy) * (gx * gx + gy * gy) * STRAIGHT;
}
