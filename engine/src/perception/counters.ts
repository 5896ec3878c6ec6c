/**
 * Crowd → how many people are in each place, and how many will cross each border next, either way (P05 §4.1). Counted anew in each step
 * from where everybody is and the routes they have: whole numbers, so that neither the order of slots nor threads matter. Linear.
 */
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { portalOf, type Routes } from '../crowd/routes.ts';
import type { Scenery } from '../topology/places.ts';
import type { Sighting } from './observe.ts';

export interface Counters {
  /** People in each place; and who: the first slot, and the next one of each slot, NONE after the last. */
  people: Int32Array;
  firstIn: Int32Array;
  nextIn: Int32Array;
  /** People whose next border is this one, by side (Places.borderSides): out of that side's cell. */
  flow: Int32Array;
  /** Those of them who know where they go: they walk to a goal, the others look round. */
  led: Int32Array;
  /** People in each place who walk to each goal: goal * places + place. Empty where that would be too many numbers. */
  heading: Int32Array;
}

const MOST_HEADING = 1 << 18;

/** Portals looked at for the next border; places further off are not the next step. */
const AHEAD = 8;

export function createCounters({ places }: Scenery, goals: number): Counters {
  return {
    people: new Int32Array(places.group.length),
    firstIn: new Int32Array(places.group.length),
    nextIn: new Int32Array(0),
    flow: new Int32Array(places.borderSides.length),
    led: new Int32Array(places.borderSides.length),
    heading: new Int32Array(goals * places.group.length <= MOST_HEADING ? goals * places.group.length : 0),
  };
}

export function countPeople(counters: Counters, { places }: Scenery, crowd: Crowd, routes: Routes): void {
  const { people, flow, led, heading, firstIn } = counters;
  if (counters.nextIn.length < crowd.cell.length) counters.nextIn = new Int32Array(crowd.cell.length);
  people.fill(0);
  firstIn.fill(NONE);
  flow.fill(0);
  led.fill(0);
  heading.fill(0);
  for (let i = 0; i < crowd.count; i++) {
    const place = places.layer.ofCell[crowd.cell[i]];
    people[place]++;
    counters.nextIn[i] = firstIn[place];
    firstIn[place] = i;
    if (crowd.chosen[i] !== NONE && heading.length > 0) heading[crowd.chosen[i] * people.length + place]++;
    const next = nextBorder(places, crowd, routes, i);
    if (next === NONE) continue;
    flow[next]++;
    if (crowd.chosen[i] !== NONE) led[next]++;
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

/** People who walk to a goal, in the places in sight. */
export function headingInSight({ heading, people }: Counters, { places, placeCount }: Sighting, g: number): number {
  if (heading.length === 0) return 0;
  let sum = 0;
  for (let k = 0; k < placeCount; k++) sum += heading[g * people.length + places[k]];
  return sum;
}
