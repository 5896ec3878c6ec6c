/**
 * Who walks from where to where: a world of one level, how many, a seed → places to start from, none in another or in a wall, and for
 * each walker goals one after the other. Ours and the peer get the same.
 *
 * Goals are places as the starts are, so none lies in a wall; with a `reach` each lies within so many metres of the
 * one before, so that a larger world does not mean longer ways.
 */
import { type Goal, indexCells, type Itinerary, type Stage, seedRandom, type World } from '@foulee/engine';
import { floorPart, placeInPart } from '@foulee/engine/inside';
import { boundsOf } from '../bounds.ts';
import { createRandom, integerBetween } from '../random.ts';

export interface People {
  count: number;
  /** Metres, for everybody. */
  radius: number;
  /** Metres per second, for everybody. */
  speed: number;
  /** x, y interleaved, mesh coordinates. */
  starts: Float64Array;
  goals: Float64Array;
  /** LEGS per walker: which goals, one after the other. */
  legs: Int32Array;
}

/** So many that nobody comes to the end of them while it is watched. */
export const LEGS = 6;
/** Metres around a goal within which it is reached. */
export const GOAL_RADIUS = 1;
const RADIUS = 0.2;
const SPEED = 1.34;
/** Metres that a goal is clear of walls and other goals. */
const GOAL_CLEARANCE = 0.25;
/** Draws for a goal within reach; the last one is taken if none was. */
const MOST_DRAWS = 5000;

export function makePeople({ mesh }: World, count: number, seed: number, reach = Number.POSITIVE_INFINITY): People {
  const [left, bottom, right, top] = boundsOf(mesh);
  const [originX, originY] = mesh.origin;
  const around = floorPart(mesh, indexCells(mesh), 0, [
    [left + originX, bottom + originY],
    [right + originX, bottom + originY],
    [right + originX, top + originY],
    [left + originX, top + originY],
  ]);
  const place = (radius: number, stream: number): Float64Array => {
    const placing = placeInPart(around, new Float64Array(count).fill(radius), seedRandom(stream));
    if (placing.placed < count) throw new Error(`only ${placing.placed} of ${count} walkers have room`);
    return placing.places;
  };
  const starts = place(RADIUS, seed);
  const goals = place(GOAL_CLEARANCE, seed + 1);
  const random = createRandom(seed + 2);
  const legs = new Int32Array(LEGS * count);
  for (let i = 0; i < count; i++) {
    let x = starts[2 * i] as number;
    let y = starts[2 * i + 1] as number;
    for (let k = 0; k < LEGS; k++) {
      let goal = 0;
      for (let draw = 0; draw < MOST_DRAWS; draw++) {
        goal = integerBetween(random, 0, count - 1);
        const dx = Math.abs((goals[2 * goal] as number) - x);
        const dy = Math.abs((goals[2 * goal + 1] as number) - y);
        if (dx <= reach && dy <= reach && Math.max(dx, dy) > GOAL_RADIUS) break;
      }
      legs[LEGS * i + k] = goal;
      x = goals[2 * goal] as number;
      y = goals[2 * goal + 1] as number;
    }
  }
  return { count, radius: RADIUS, speed: SPEED, starts, goals, legs };
}

/** As a simulation wants them: one stage per goal, shared by all who go there. */
export function itinerariesOf({ count, goals, legs }: People): { goals: Goal[]; itineraries: Itinerary[] } {
  const none = () => 0;
  const stages = Array.from({ length: count }, (_, g): Stage => ({ goals: [g], choice: 'assigned', wait: none }));
  return {
    goals: Array.from({ length: count }, (_, g) => ({
      name: '',
      level: 0,
      shape: goals.slice(2 * g, 2 * g + 2),
      radius: GOAL_RADIUS,
    })),
    itineraries: Array.from({ length: count }, (_, i) => ({
      name: '',
      stages: Array.from(legs.subarray(LEGS * i, LEGS * (i + 1)), (g) => stages[g] as Stage),
    })),
  };
}
