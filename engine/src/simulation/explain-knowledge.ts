/**
 * A simulation and somebody in it → what they know, remember and see, and what they do about it: for pictures and explanations. Nothing is changed.
 * Cost: the borders of the place, and the cells in sight.
 */
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import type { Goal, Itinerary } from '../crowd/goals/goals.ts';
import {
  CROWD_IN_PLACE,
  type Knowledge,
  type KnowingCrowd,
  LOCAL_CROWD,
  QUEUE_AT_GOAL,
} from '../knowledge/knowledge.ts';
import { followsArrow } from '../knowledge/arrows.ts';
import { knowsClosed } from '../knowledge/closed-doors.ts';
import { densityOf, metresOf, VALID } from '../knowledge/local-crowds.ts';
import { posesOf } from '../knowledge/learn.ts';
import { memoriesOf } from '../knowledge/memory.ts';
import { whatIsKnown } from '../knowledge/what-is-known.ts';
import { visibleRegion } from '../perception/visible-region.ts';
import { hasBit } from '../routing/known/known-way.ts';
import type { Scenery } from '../topology/places.ts';

/** What is needed of a simulation. */
interface Knowing {
  knowledge: Knowledge | undefined;
  crowd: Crowd;
  goals: readonly Goal[];
  itineraries: readonly Itinerary[];
  time: number;
}

export interface KnownThings {
  /** Walks to a goal they know, explores because they know none, or has nowhere to go at the moment. */
  doing: 'walks' | 'explores' | 'stays';
  /** The goal they walk to; NONE: none. */
  goal: number;
  /** Goals of their stage. */
  wanted: readonly number[];
  /** By place: UNKNOWN, PARTIAL or PERFECT. */
  places: Uint8Array;
  /** Borders that they know they can walk through. */
  accesses: number[];
  /** Borders whose door they have seen closed, and not open since. */
  closed: number[];
  goals: number[];
  /** Crowds, people/m² in a place, and queues at goals that they remember, and for how many seconds. Newest first. */
  crowds: { place: number; density: number; age: number }[];
  queues: { goal: number; people: number; age: number }[];
  /** Ways to accesses of the place they are in, of which they saw a moment ago how crowded they are: the nearest first. */
  ways: { metres: number; density: number }[];
  /** The sign whose arrow they follow; NONE: none. */
  sign: number;
  /** The floor in sight: x, y interleaved, mesh coordinates. */
  view: number[];
  /** Whose places and borders these are. */
  scenery: Scenery;
}

/** @returns undefined if nobody has this serial, or that one knows everything, always */
export function explainKnowledge(simulation: Knowing, serial: number): KnownThings | undefined {
  const { knowledge, goals, itineraries, time } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const i = crowd.serial.subarray(0, crowd.count).indexOf(serial);
  const knowing = i < 0 ? undefined : knowledge?.profiles[crowd.profile[i]];
  if (knowledge === undefined || knowing === undefined) return undefined;
  const { believed, scenery, size } = knowledge;
  const isKnown = (bits: Int32Array, words: number) => (k: number) => hasBit(bits, i * words, k);
  const memories = memoriesOf(crowd, i, time).filter(({ age }) => age < knowing.memory);
  const goal = crowd.route[i] === NONE ? NONE : crowd.chosen[i];
  return {
    doing: crowd.exploring[i] !== NONE ? 'explores' : goal === NONE ? 'stays' : 'walks',
    goal,
    wanted: itineraries[crowd.itinerary[i]].stages[crowd.stage[i]]?.goals ?? [],
    places: whatIsKnown(knowledge, crowd, i),
    accesses: numbersTo(believed.places.accesses).filter(isKnown(crowd.knownAccesses, size.accesses)),
    closed: numbersTo(believed.places.accesses).filter((border) => knowsClosed(knowledge, crowd, i, border)),
    goals: numbersTo(goals.length).filter(isKnown(crowd.knownGoals, size.goals)),
    crowds: memories
      .filter(({ kind }) => kind === CROWD_IN_PLACE)
      .map(({ index, value, age }) => ({ place: index, density: value / 100, age })),
    queues: memories
      .filter(({ kind }) => kind === QUEUE_AT_GOAL)
      .map(({ index, value, age }) => ({ goal: index, people: value, age })),
    ways: memories
      .filter(({ kind, age }) => kind === LOCAL_CROWD && age < VALID)
      .map(({ value }) => ({ metres: metresOf(value), density: densityOf(value) }))
      .sort((a, b) => a.metres - b.metres),
    sign: followsArrow(knowledge, crowd, i) ? crowd.pointedBy[i] : NONE,
    view: visibleRegion(scenery, posesOf(knowledge, crowd, i)),
    scenery: believed,
  };
}

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
