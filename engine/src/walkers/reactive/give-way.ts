/**
 * Giving way: two who meet where only one can pass do not get on by walking on. Who is stuck before or in a passage too narrow for two,
 * with others coming the other way, walks back; of the two streams, the one that leads against a direction that is the same for all does so, all of
 * it, so that there is no question of who. It walks back until nobody comes any more. A passage across that direction has no such stream:
 * therefore it is another one every minute.
 *
 * Not L04's, nor in its study: without it such a passage is blocked for ever. Cost: a comparison for who is not stuck.
 */
import { portalOf } from '../../crowd/routes.ts';
import { RECORD } from '../../routing/corners/corners.ts';
import { SELF_AIM_X, SELF_AIM_Y, SELF_PREFERRED, SELF_RADIUS, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** Seconds without getting on until somebody gives way. */
const STUCK = 6;
/** What is faced (fan.ts) from which on a stream comes the other way. */
const FACED = 0.3;
/** Metres beside two bodies without which they do not pass each other. */
const SPARE = 0.1;
/** Share of the preferred speed at which one walks back. */
const BACK = 0.4;
/**
 * Who leads against it gives way: three directions of no meaning, but not along any usual wall, and their opposites, so that every stream gives way
 * at some time; a long one may not be able to. x, y interleaved.
 */
const RIGHT_OF_WAY = Float64Array.from([
  0.94, 0.34, -0.1756, -0.9845, -0.7644, 0.6445, -0.94, -0.34, 0.1756, 0.9845, 0.7644, -0.6445,
]);
/** Seconds until it is the next one. */
const TURN = 60;

/** Where in RIGHT_OF_WAY the direction is that counts now. */
function rightOfWay(now: number): number {
  return 2 * (Math.floor(now / TURN) % (RIGHT_OF_WAY.length / 2));
}

/** @returns whether it walks back; then thought.velocity leads there */
export function giveWay({ corners, crowd, routes, time }: View, i: number, thought: Thought): boolean {
  const { self, velocity } = thought;
  if (crowd.stuck[i] < STUCK || crowd.portalsLeft[i] === 0) return false;
  if (Math.abs(crowd.facing[i]) < FACED) return false;
  const right = rightOfWay(time);
  if (self[SELF_AIM_X] * RIGHT_OF_WAY[right] + self[SELF_AIM_Y] * RIGHT_OF_WAY[right + 1] >= 0) return false;
  const width = corners.sideRecord[RECORD * portalOf(routes, crowd, i, 0) + 6];
  if (width >= 4 * self[SELF_RADIUS] + SPARE) return false;
  const speed = BACK * self[SELF_PREFERRED];
  velocity[0] = -speed * self[SELF_AIM_X];
  velocity[1] = -speed * self[SELF_AIM_Y];
  thought.givesWay = true;
  return true;
}
