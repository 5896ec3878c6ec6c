/**
 * What one person knows → the best way they know to a place, and the route they take there. `takeMind` says who; then `from`, `to` and `bits` are theirs until
 * the next one plans. Ways have room to spare where that is no great detour, as those of people who know everything (plan-routes.ts).
 */
import type { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { setRoute } from '../crowd/routes.ts';
import { stopsWaiting } from '../knowledge/closed-doors.ts';
import type { Knowledge, KnowingCrowd } from '../knowledge/knowledge.ts';
import { findKnownWay, type KnownBits } from '../routing/known/known-way.ts';
import type { RouteEnd } from '../routing/route.ts';
import { clearance } from '../subdivision/clearance.ts';
import { COMFORT, DETOUR, DETOUR_MORE, WIDTH_CLASS } from './comfort.ts';
import { reachOf } from './goal-reach.ts';
import type { Simulation } from './simulation.ts';

/** Metres: nearer to a wall than the radius by so much is rounding. */
const PRESSED = 1e-3;

export const from: RouteEnd = { cell: NONE, x: 0, y: 0 };
export const to: RouteEnd = { cell: NONE, x: 0, y: 0 };
export const bits: KnownBits = {
  accesses: new Int32Array(0),
  accessesAt: 0,
  explored: new Int32Array(0),
  exploredAt: 0,
};

/** @param mind whose knowledge counts: their own, or that of their leader */
export function takeMind({ size }: Knowledge, crowd: KnowingCrowd, i: number, mind: number): void {
  bits.accesses = crowd.knownAccesses;
  bits.accessesAt = mind * size.accesses;
  bits.explored = crowd.explored;
  bits.exploredAt = mind * size.explored;
  from.cell = crowd.cell[i];
  from.x = crowd.place[2 * i];
  from.y = crowd.place[2 * i + 1];
}

/** The best known way to `to`, in search and router.portals; with room to spare where that is no great detour. */
export function findWay({ knowledge, router, world }: Simulation, radius: number): boolean {
  const { search } = knowledge!;
  const rounded = Math.ceil((2 * radius) / WIDTH_CLASS - 1e-9) * WIDTH_CLASS;
  const isWide = findWayFor(search, rounded + COMFORT, router.portals);
  const wide = search.cost;
  // Who stands too near to a wall gets away from there as a narrower body would.
  const isFound =
    findWayFor(search, rounded, router.portals) ||
    findWayFor(search, 2 * radius, router.portals) ||
    (clearance(world.mesh, router.clearance, from.cell, from.x, from.y, radius) < radius - PRESSED &&
      findWayFor(search, 0, router.portals));
  if (!isFound || !isWide || wide > DETOUR * search.cost + DETOUR_MORE) return isFound;
  return findWayFor(search, rounded + COMFORT, router.portals);
}

function findWayFor(search: Knowledge['search'], width: number, portals: GrowableInts): boolean {
  search.width = width;
  return findKnownWay(search, bits, from, to, portals);
}

/** @param g the goal; NONE: none is known */
export function setTarget(simulation: Simulation, i: number, g: number): void {
  const crowd = simulation.crowd as KnowingCrowd;
  stopsWaiting(simulation.knowledge!, crowd, i);
  crowd.goal[2 * i] = to.x;
  crowd.goal[2 * i + 1] = to.y;
  crowd.goalCell[i] = to.cell;
  crowd.chosen[i] = g;
  crowd.goalReach[i] = reachOf(simulation, i);
  if (g !== NONE) crowd.exploring[i] = NONE;
}

/** To a place that is no goal. */
export function walkTo(simulation: Simulation, i: number, place: number): boolean {
  const { routes, router } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  if (!findWay(simulation, crowd.body[BODY * i + RADIUS])) return false;
  setRoute(routes, crowd, i, router.portals.array, router.portals.length);
  setTarget(simulation, i, NONE);
  crowd.exploring[i] = place;
  return true;
}

export function distanceTo(middle: Float64Array, cell: number): number {
  const dx = middle[2 * cell] - from.x;
  const dy = middle[2 * cell + 1] - from.y;
  return Math.sqrt(dx * dx + dy * dy);
}
