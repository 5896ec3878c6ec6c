/**
 * Areas in which people wait → a place of its own for each of them. Heading for the nearest edge, as for any area, they would all stop
 * at the entrance and keep others from coming in.
 *
 *      ┌─────────────┐     places on a lattice over the floor of the area, 0.8 m apart; a walker that comes near takes the first
 *   ◌ ▶│ ●  ·  ●  ·  │     free one from where its serial says, of eight spread over the area, then of all; where none is free, it
 *      │ ·  ●  ·  ·  │     stands where it gets into the area
 *      └─────────────┘
 *
 * Places are given out by serial. The lattice and its distances are ours. Cost: those who come near, times eight; times all places
 * when it is nearly full.
 */
import { NONE } from '../../core/none.ts';
import { isInRing } from '../../core/ring.ts';
import { clearance } from '../../subdivision/clearance.ts';
import { locate } from '../../subdivision/locate.ts';
import type { Crowd } from '../crowd.ts';
import type { Goal, Itinerary } from './goals.ts';
import type { Floor, Moment } from './moment.ts';
import { sortBySerial, type Spots } from './spots.ts';

export interface WaitingAreas {
  /** Places in goal g: spots first[g] … first[g + 1] - 1. */
  first: Int32Array;
  /** Of each stage, in one row (goals.ts): do people wait there? */
  isWaiting: Uint8Array;
  list: Int32Array;
}

/** Metres between places, and from walls. */
const APART = 0.8;
const FROM_WALL = 0.35;
/** Places of one area, at most: wider apart where there would be more. */
const MOST = 4000;
/** Metres from where it heads for within which somebody takes a place. */
const NEAR = 8;
/** Places tried before all are. */
const TRIES = 8;
/** Share of all places between two tries: the golden ratio spreads them. */
const GOLDEN = 0.6180339887498949;

/** @param places is told the places of all areas: x, y, level */
export function createWaitingAreas(
  goals: readonly Goal[],
  itineraries: readonly Itinerary[],
  floor: Floor,
  capacity: number,
  places: (readonly [number, number, number])[],
): WaitingAreas | undefined {
  const stages = itineraries.flatMap((itinerary) => itinerary.stages);
  const used = new Set(stages.flatMap((stage) => (stage.isWaiting === true ? stage.goals : [])));
  const isArea = ({ shape, counter, maxFlow }: Goal) =>
    shape.length > 4 && counter === undefined && maxFlow === undefined;
  if (goals.every((goal, g) => !used.has(g) || !isArea(goal))) return undefined;
  const first = new Int32Array(goals.length + 1);
  for (const [g, goal] of goals.entries()) {
    first[g] = places.length;
    if (used.has(g) && isArea(goal)) places.push(...lattice(floor, goal));
  }
  first[goals.length] = places.length;
  return {
    first,
    isWaiting: Uint8Array.from(stages, (stage) => (stage.isWaiting === true ? 1 : 0)),
    list: new Int32Array(capacity),
  };
}

function lattice({ place: { mesh }, cells, clearance: scratch }: Floor, { shape, level }: Goal) {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let a = 0; a < shape.length; a += 2) {
    left = Math.min(left, shape[a]);
    right = Math.max(right, shape[a]);
    bottom = Math.min(bottom, shape[a + 1]);
    top = Math.max(top, shape[a + 1]);
  }
  const apart = Math.max(APART, Math.sqrt(((right - left) * (top - bottom)) / MOST));
  const found: [number, number, number][] = [];
  for (let y = bottom + apart / 2; y < top; y += apart) {
    for (let x = left + apart / 2; x < right; x += apart) {
      if (!isInRing(shape, x, y)) continue;
      const cell = locate(mesh, cells, level, x, y);
      if (cell === NONE || clearance(mesh, scratch, cell, x, y, FROM_WALL) < FROM_WALL) continue;
      found.push([x, y, level]);
    }
  }
  return found;
}

/** Who comes near an area to wait there takes a place. Before anybody plans. */
export function takeWaitingPlaces(
  { first, isWaiting, list }: WaitingAreas,
  { taken }: Spots,
  { crowd, stageFirst }: Moment,
): void {
  const { place, goal, chosen, spot, joinedAt } = crowd;
  let count = 0;
  for (let i = 0; i < crowd.count; i++) {
    if (crowd.route[i] === NONE || crowd.waitUntil[i] >= 0 || spot[i] !== NONE || joinedAt[i] !== -1) continue;
    if (isWaiting[stageFirst[crowd.itinerary[i]] + crowd.stage[i]] !== 1) continue;
    const g = chosen[i];
    if (g === NONE || first[g] === first[g + 1]) continue;
    const dx = goal[2 * i] - place[2 * i];
    const dy = goal[2 * i + 1] - place[2 * i + 1];
    if (dx * dx + dy * dy < NEAR * NEAR) list[count++] = i;
  }
  sortBySerial(list, count, crowd);
  for (let k = 0; k < count; k++) {
    const i = list[k];
    const g = chosen[i];
    const s = freePlace(taken, first[g], first[g + 1] - first[g], crowd.serial[i]);
    if (s === NONE) continue;
    taken[s] = 1;
    spot[i] = s;
    crowd.route[i] = NONE;
    crowd.planAt[i] = 0;
  }
}

function freePlace(taken: Uint8Array, from: number, count: number, serial: number): number {
  for (let k = 0; k < TRIES; k++) {
    const share = (serial * TRIES + k) * GOLDEN;
    const s = from + Math.floor((share - Math.floor(share)) * count);
    if (taken[s] === 0) return s;
  }
  const start = (serial * TRIES) % count;
  for (let k = 0; k < count; k++) {
    const s = from + ((start + k) % count);
    if (taken[s] === 0) return s;
  }
  return NONE;
}

/** Has somebody a place of its own in the area of a goal? */
export function hasPlaceIn({ first }: WaitingAreas, { spot }: Crowd, i: number, g: number): boolean {
  return spot[i] >= first[g] && spot[i] < first[g + 1];
}
