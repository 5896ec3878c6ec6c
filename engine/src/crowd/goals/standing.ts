/**
 * Everything that asks people to stand at places of their own, put together: queues at counters and exits with a greatest flow
 * (queues.ts), waiting areas (waiting-areas.ts), doors with rules (let-out.ts). A simulation that has nothing of this has no `Standing`,
 * and does nothing for it.
 *
 *   1. takePlaces   before anybody plans: whose turn it is, who takes which place, who stands
 *   2. putTarget    while somebody plans: its own place instead of the goal, if it has one
 *   3. isThere      when it may have arrived: at its desk, at its place in a waiting area
 *
 * `state` is what outlasts a step beside the crowd's columns: snapshots hold it.
 */
import { NONE } from '../../core/none.ts';
import type { Crowd } from '../crowd.ts';
import { aimAt, type Goal, isAtGoal, type Itinerary } from './goals.ts';
import { createDoorRules, type DoorRule, type DoorRules, mindDoors, STATE } from './let-out.ts';
import type { Floor, Moment } from './moment.ts';
import { aimAtQueue, COUNTER, createQueues, isAtDesk, KEEPS_GOAL, LIMITED, moveQueues, type Queues } from './queues.ts';
import { createSpots, isAtPlace, markTaken, type Spots } from './spots.ts';
import { createWaitingAreas, hasPlaceIn, takeWaitingPlaces, type WaitingAreas } from './waiting-areas.ts';

export interface Standing {
  goals: readonly Goal[];
  itineraries: readonly Itinerary[];
  spots: Spots;
  queues: Queues | undefined;
  waitingAreas: WaitingAreas | undefined;
  doors: DoorRules | undefined;
  state: Float64Array;
}

/** Seconds without getting on after which somebody in a waiting area stays where it is. */
const STUCK = 3;

/** @returns undefined if nobody is ever asked to stand anywhere */
export function createStanding(
  goals: readonly Goal[],
  itineraries: readonly Itinerary[],
  rules: readonly DoorRule[],
  floor: Floor,
  capacity: number,
): Standing | undefined {
  const state = new Float64Array(goals.length + STATE * rules.length);
  const places: [number, number, number][] = [];
  const queues = createQueues(goals, floor, capacity, state.subarray(0, goals.length), places);
  const waitingAreas = createWaitingAreas(goals, itineraries, floor, capacity, places);
  const doors = createDoorRules(rules, floor, capacity, state.subarray(goals.length), places);
  if (queues === undefined && waitingAreas === undefined && doors === undefined) return undefined;
  return { goals, itineraries, spots: createSpots(places), queues, waitingAreas, doors, state };
}

/** The place has changed: queues stay where they are, waiting areas and doors have places where there is floor now. */
export function moveStanding(standing: Standing, floor: Floor, crowd: Crowd): void {
  const { goals, itineraries, spots: before, queues, doors } = standing;
  const desks = queues?.deskFirst[goals.length] ?? 0;
  const places = Array.from({ length: desks }, (_, s) => placeOf(before, s));
  standing.waitingAreas = createWaitingAreas(goals, itineraries, floor, crowd.capacity, places);
  if (doors !== undefined) {
    const { rules, state } = doors;
    // They go on from where they are: what new ones begin with is let go.
    const begun = new Float64Array(state.length);
    standing.doors = { ...createDoorRules(rules, floor, crowd.capacity, begun, places)!, state };
  }
  standing.spots = createSpots(places);
  const known = new Map(places.map((place, s) => [place.join(' '), s]));
  for (let i = 0; i < crowd.count; i++) {
    const s = crowd.spot[i];
    if (s === NONE || s < desks) continue;
    const found = known.get(placeOf(before, s).join(' '));
    if (found !== undefined) crowd.spot[i] = found;
    else {
      giveUpPlace(crowd, i);
      crowd.route[i] = NONE;
      crowd.planAt[i] = 0;
    }
  }
}

function placeOf({ place, level }: Spots, s: number): readonly [number, number, number] {
  return [place[2 * s], place[2 * s + 1], level[s]];
}

/** At the start of a step. */
export function takePlaces({ spots, queues, waitingAreas, doors }: Standing, moment: Moment): void {
  markTaken(spots, moment.crowd);
  if (queues !== undefined) moveQueues(queues, spots, moment);
  if (waitingAreas !== undefined) takeWaitingPlaces(waitingAreas, spots, moment);
  if (doors !== undefined) mindDoors(doors, spots, moment);
}

/** Where somebody who wants to a goal should head for, into `target`. @returns the level that is on */
export function putTarget(
  { goals, spots, queues }: Standing,
  crowd: Crowd,
  i: number,
  g: number,
  inset: number,
  target: Float64Array,
): number {
  const goal = goals[g];
  const s = crowd.spot[i];
  if (s !== NONE) {
    target[0] = spots.place[2 * s];
    target[1] = spots.place[2 * s + 1];
    return spots.level[s];
  }
  if (queues?.kind[g] !== COUNTER) aimAt(goal, crowd.place[2 * i], crowd.place[2 * i + 1], inset, target);
  else if (crowd.joinedAt[i] >= 0) {
    target[0] = crowd.stand[2 * i];
    target[1] = crowd.stand[2 * i + 1];
  } else aimAtQueue(queues, spots, g, target);
  return goal.level;
}

/** Somebody has a way to the target: who comes to a counter remembers what it heads for. */
export function rememberTarget({ queues }: Standing, crowd: Crowd, i: number, g: number, target: Float64Array): void {
  if (queues?.kind[g] !== COUNTER || crowd.spot[i] !== NONE) return;
  crowd.stand[2 * i] = target[0];
  crowd.stand[2 * i + 1] = target[1];
}

/** Does somebody keep to the goal it has chosen? */
export function keepsGoal({ spot, joinedAt }: Crowd, i: number): boolean {
  return spot[i] !== NONE || joinedAt[i] !== -1;
}

/** There is no way to somebody's own place: it plans again without. */
export function giveUpPlace(crowd: Crowd, i: number): void {
  const isInArea = crowd.spot[i] !== NONE && crowd.joinedAt[i] === -1;
  crowd.spot[i] = NONE;
  crowd.joinedAt[i] = isInArea ? KEEPS_GOAL : -1;
}

/** Is somebody who is on the level of a goal where it has to be? */
export function isThere({ goals, queues, waitingAreas }: Standing, crowd: Crowd, i: number, g: number): boolean {
  if (queues?.kind[g] === COUNTER) return isAtDesk(queues, crowd, i, g);
  const isIn = isAtGoal(goals[g], crowd.place[2 * i], crowd.place[2 * i + 1]);
  if (waitingAreas === undefined || !hasPlaceIn(waitingAreas, crowd, i, g)) return isIn;
  return isAtPlace(crowd, i) || (isIn && crowd.stuck[i] > STUCK);
}

/** Does a goal let people pass one by one? */
export function isLimited({ queues }: Standing, g: number): boolean {
  return queues?.kind[g] === LIMITED;
}

/** Seconds of service for somebody at a goal; 0 where there is no counter. */
export function serviceAt({ goals }: Standing, serial: number, g: number): number {
  return goals[g].counter?.service(serial) ?? 0;
}
