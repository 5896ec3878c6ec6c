/**
 * The portals of every walker's route, in one array of whole numbers. A route is a stack: the next portal on top, so that a
 * walker which was pushed aside gets one more on top to lead it back, and a portal passed is popped.
 *
 *      store: … | room, last portal, …, next portal, (room) | …        crowd.route: where its record begins; crowd.portalsLeft
 *
 * Routes that are given up leave holes; when the store is full, those in use are moved together, in slot order.
 */
import { NONE } from '../core/none.ts';
import { sharedMemory } from '../core/shared-memory.ts';
import type { Crowd } from './crowd.ts';

export interface Routes {
  store: Int32Array;
  used: number;
}

const HEAD = 1;
/** Portals that can be put on top of a new route. */
const SLACK = 6;

export function createRoutes(size: number): Routes {
  return { store: new Int32Array(sharedMemory(4 * Math.max(1024, size))), used: 0 };
}

/** Give a walker a route: `count` portals, the first to be crossed first. */
export function setRoute(routes: Routes, crowd: Crowd, slot: number, portals: Int32Array, count: number): void {
  crowd.route[slot] = NONE;
  const room = count + SLACK;
  if (routes.used + HEAD + room > routes.store.length) tidy(routes, crowd, HEAD + room);
  const at = routes.used;
  routes.used += HEAD + room;
  const { store } = routes;
  store[at] = room;
  for (let k = 0; k < count; k++) store[at + HEAD + k] = portals[count - 1 - k];
  crowd.route[slot] = at;
  crowd.portalsLeft[slot] = count;
}

/** Where in the store the next portal is; those after it lie before it. */
export function topOfRoute(crowd: Crowd, slot: number): number {
  return crowd.route[slot] + HEAD + crowd.portalsLeft[slot] - 1;
}

/** The k-th portal to be crossed from now on. */
export function portalOf({ store }: Routes, crowd: Crowd, slot: number, k: number): number {
  return store[topOfRoute(crowd, slot) - k];
}

/** One more portal to be crossed first. @returns false if there is no room left: plan anew */
export function leadBack({ store }: Routes, crowd: Crowd, slot: number, portal: number): boolean {
  const at = crowd.route[slot];
  if (crowd.portalsLeft[slot] === store[at]) return false;
  store[at + HEAD + crowd.portalsLeft[slot]++] = portal;
  return true;
}

/** Move the routes in use together, and make room for one more; into a larger store if that leaves less than half free. */
function tidy(routes: Routes, crowd: Crowd, needed: number): void {
  let live = needed;
  for (let i = 0; i < crowd.count; i++) {
    if (crowd.route[i] !== NONE) live += HEAD + crowd.portalsLeft[i] + SLACK;
  }
  const from = routes.store;
  const to = new Int32Array(sharedMemory(4 * Math.max(from.length, 2 * live)));
  let used = 0;
  for (let i = 0; i < crowd.count; i++) {
    const at = crowd.route[i];
    if (at === NONE) continue;
    const count = crowd.portalsLeft[i];
    to[used] = count + SLACK;
    to.set(from.subarray(at + HEAD, at + HEAD + count), used + HEAD);
    crowd.route[i] = used;
    used += HEAD + count + SLACK;
  }
  routes.store = to;
  routes.used = used;
}
