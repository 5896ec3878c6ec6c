/**
 * What one walker has in mind while it decides: its velocity so far, whom it minds, and the proposals it rates. One per
 * thread, used again for every walker; numbers lie in arrays, since those handed from function to function would be boxed.
 */

export interface Thought {
  /** The velocity in hand, x, y: the output of each stage and the input of the next. */
  velocity: Float64Array;
  /** The walker: x, y, velocity x, y, radius, preferred and top speed; metres to keep between bodies in what is looked for now. */
  self: Float64Array;
  /** Neighbours it sees, NEAR numbers each: its place minus theirs, their velocity, the sum of the radii, the distance. */
  near: Float64Array;
  nearCount: number;
  /** Proposals, PROPOSAL numbers each. */
  list: Float64Array;
  listCount: number;
  /** The earliest collision found last: seconds, and which neighbour. */
  collision: Float64Array;
  /** Over all walkers and steps: walkers that had proposals, proposals looked at, and how often the bound on these was hit. */
  tally: Float64Array;
}

export const AVOIDED = 0;
export const POPS = 1;
export const BOUND_HITS = 2;
export const TALLY = 3;

export const SELF_X = 0;
export const SELF_Y = 1;
export const SELF_VX = 2;
export const SELF_VY = 3;
export const SELF_RADIUS = 4;
export const SELF_PREFERRED = 5;
export const SELF_TOP = 6;
export const SELF_GAP = 7;

export const NEAR = 6;
/** Quality, velocity x, y, time of the collision it answers. */
export const PROPOSAL = 4;
/** Neighbours minded; a Delaunay vertex has six on average, a hub among many may have hundreds. */
export const MOST_NEAR = 64;
/** Proposals looked at before the best so far is taken. */
export const MOST_POPS = 12;

/** @param tally TALLY numbers, where others can read them */
export function createThought(tally: Float64Array = new Float64Array(TALLY)): Thought {
  return {
    velocity: new Float64Array(2),
    self: new Float64Array(8),
    near: new Float64Array(NEAR * MOST_NEAR),
    nearCount: 0,
    list: new Float64Array(PROPOSAL * (4 * MOST_POPS + 1)),
    listCount: 0,
    collision: new Float64Array(2),
    tally,
  };
}
