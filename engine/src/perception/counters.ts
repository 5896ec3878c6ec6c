/**
 * Crowd → how many people are in each place, and how many will cross each border next, either way (P05 §4.1). Counted anew in each step
 * from where everybody is and the routes they have: whole numbers, so that neither the order of slots nor threads matter. Linear.
 */
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { portalOf, type Routes } from '../crowd/routes.ts';
import type { Scenery } from '../topology/places.ts';

export interface Counters {
  /** People in each place. */
  people: Int32Array;
  /** People whose next border is this one, by side (Places.borderSides): out of that side's cell. */
  flow: Int32Array;
  /** People who walk to each goal. */
  heading: Int32Array;
}

/** Portals looked at for the next border; places further off are not the next step. */
const AHEAD = 8;

export function createCounters({ places }: Scenery, goals: number): Counters {
  return {
    people: new Int32Array(places.group.length),
    flow: new Int32Array(places.borderSides.length),
    heading: new Int32Array(goals),
  };
}

export function countPeople(
  { people, flow, heading }: Counters,
  { places }: Scenery,
  crowd: Crowd,
  routes: Routes,
): void {
  people.fill(0);
  flow.fill(0);
  heading.fill(0);
  for (let i = 0; i < crowd.count; i++) {
    people[places.layer.ofCell[crowd.cell[i]]]++;
    if (crowd.chosen[i] !== NONE) heading[crowd.chosen[i]]++;
    const next = nextBorder(places, crowd, routes, i);
    if (next !== NONE) flow[next]++;
  }
}

/** The border that somebody crosses next, as its place in Places.borderSides; NONE: none soon. */
function nextBorder(places: Scenery['places'], crowd: Crowd, routes: Routes, i: number): number {
  if (crowd.route[i] === NONE) return NONE;
  const most = Math.min(AHEAD, crowd.portalsLeft[i]);
  for (let k = 0; k < most; k++) {
    const side = portalOf(routes, crowd, i, k);
    const border = places.borderOf[side];
    if (border !== NONE) return places.borderSides[2 * border] === side ? 2 * border : 2 * border + 1;
  }
  return NONE;
}
