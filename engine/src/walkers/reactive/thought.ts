/**
 * What one walker has in mind while it decides: its velocity so far, whom it minds, and the proposals it rates. One per
 * thread, used again for every walker; numbers lie in arrays, since those handed from function to function would be boxed.
 */

import { NONE } from '../../core/none.ts';

export interface Thought {
  /** Does it walk as L04 is printed? */
  isPure: boolean;
  /** Does it walk back for others (give-way.ts)? */
  givesWay: boolean;
  /** The velocity in hand, x, y: the output of each stage and the input of the next. */
  velocity: Float64Array;
  /** The walker: x, y, velocity x, y, radius, preferred and top speed; metres to keep between bodies in what is looked for now; where its path leads. */
  self: Float64Array;
  /**
   * Those it minds, NEAR numbers each: its place minus theirs, their velocity, the sum of the radii, the distance; cosine and sine from
   * its path to theirs, how far ahead of them it is on their path, and what they face (fan.ts).
   */
  near: Float64Array;
  /** Neighbours it sees, companions among them last; how many these are; and with those behind them, when it looks around. */
  nearCount: number;
  friends: number;
  widerCount: number;
  /** The slots of all these, and a mark per slot by which nobody is taken twice. */
  slots: Int32Array;
  marks: Int32Array;
  mark: number;
  /**
   * Of those minded, the ones it could run into within the time it keeps to others, AHEAD numbers each, neighbours first: its place minus theirs,
   * metres aside within which they are in the way, the square of the sum of the radii, their velocity, metres left to them, cosine, and how far ahead
   * of them it is (room.ts).
   */
  ahead: Float64Array;
  aheadCount: number;
  /** How it takes being held up (patience.ts). */
  temper: Float64Array;
  /** What the path makes of corners (round-corner.ts, path-funnel.ts). */
  lane: Float64Array;
  /** The corner it walks round (round-corner.ts), and where its path leads at the place of another. */
  bend: Float64Array;
  course: Float64Array;
  /** A direction looked in, and how fast one can walk there (room.ts). */
  room: Float64Array;
  /** Sums over those ahead: what they face, who comes out, all of them (fan.ts). */
  faced: Float64Array;
  /** Proposals, PROPOSAL numbers each. */
  list: Float64Array;
  listCount: number;
  /** The earliest collision found last: seconds, and which neighbour. */
  collision: Float64Array;
  /** How it may pass that neighbour (modules.ts). */
  passing: Float64Array;
  /** Over all walkers and steps: walkers that had proposals, proposals looked at, and how often the bound on these was hit. */
  tally: Float64Array;
}

export const AVOIDED = 0;
export const POPS = 1;
export const BOUND_HITS = 2;
/** What is counted, in this order. */
export const TALLY_NAMES = ['avoided', 'proposals', 'boundHits'] as const;

export const SELF_X = 0;
export const SELF_Y = 1;
export const SELF_VX = 2;
export const SELF_VY = 3;
export const SELF_RADIUS = 4;
export const SELF_PREFERRED = 5;
export const SELF_TOP = 6;
export const SELF_GAP = 7;
/** Metres between bodies from which on collisions are foreseen; nearer ones are a matter of room (room.ts). */
export const SELF_FORESEEN = 10;
export const SELF_AIM_X = 8;
export const SELF_AIM_Y = 9;
const SELF = 11;

/** Where in `near`: the first six are read as k … k + 5. */
export const COSINE = 6;
export const SINE = 7;
export const LEADS = 8;
export const FACES = 9;
export const NEAR = 10;
export const AHEAD = 9;
/** Cosine between two paths: above, they lead the same way. */
export const SAME_WAY = 0.9;

/** Quality, velocity x, y, time of the collision it answers. */
export const PROPOSAL = 4;
/** Neighbours minded; a Delaunay vertex has six on average, a hub among many may have hundreds. */
export const MOST_NEAR = 64;
/** With those behind them. */
export const MOST_WIDER = 2 * MOST_NEAR;
/** Proposals looked at before the best so far is taken. */
export const MOST_POPS = 12;

/** @param tally a number for each of TALLY_NAMES, where others can read them */
export function createThought(tally: Float64Array = new Float64Array(TALLY_NAMES.length)): Thought {
  const self = new Float64Array(SELF);
  self[SELF_FORESEEN] = -Infinity;
  return {
    isPure: false,
    givesWay: false,
    velocity: new Float64Array(2),
    self,
    near: new Float64Array(NEAR * MOST_WIDER),
    nearCount: 0,
    friends: 0,
    widerCount: 0,
    slots: new Int32Array(MOST_WIDER),
    marks: new Int32Array(0),
    mark: 0,
    ahead: new Float64Array(AHEAD * MOST_WIDER),
    aheadCount: 0,
    temper: new Float64Array(9),
    lane: new Float64Array(8).fill(NONE),
    bend: new Float64Array(8),
    course: new Float64Array(2),
    room: new Float64Array(7),
    faced: new Float64Array(3),
    list: new Float64Array(PROPOSAL * (4 * MOST_POPS + 1)),
    listCount: 0,
    collision: new Float64Array(2),
    passing: new Float64Array(6),
    tally,
  };
}
