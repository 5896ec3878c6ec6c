/**
 * Walking round a corner: the lane that is kept, against cases computed by hand.
 *
 *        │ wall       The corner is at (0, 0). The floor lies around it from the wall upwards, on the left and below, to the wall to the
 *   floor│            right. A walker coming down on the left of the wall has the corner on its left and leaves to the right. A walker
 *        C────        coming from the right, below the other wall, has it on its right and leaves upwards.
 *     floor   wall
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, propertyRuns, seeds } from '../../../test/random.ts';
import { scene } from '../../../test/dense-scene.ts';
import {
  findShare,
  headPast,
  INSET,
  keepLane,
  LEFT,
  PAST_AT,
  PAST_X,
  PAST_Y,
  putCourse,
  recallTurn,
  rememberTurn,
  RIGHT,
  SHARE,
  startTurn,
  WEIGHT,
} from './round-corner.ts';
import {
  createThought,
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_PREFERRED,
  SELF_VX,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';
import { TURN } from './turns.ts';

/** Place, first wall, second wall, metres to the nearest other wall, is a corner. */
const CORNER = [0, 0, 0, 1, 1, 0, 3, 1];
/** The end of a thin wall that leads up. */
const END = [0, 0, 0, 1, 0, 1, 3, 1];
const INSET_METRES = 0.25;

interface Turning {
  at: [number, number];
  /** The direction so far; its length does not matter. */
  heads: [number, number];
  /** Above 0: the corner is on the right. */
  weight: number;
  share?: number;
  corner?: number[];
}

function thoughtOf({ at, heads, weight, share = 0.4, corner = CORNER }: Turning): Thought {
  const thought = createThought();
  const size = Math.hypot(...heads);
  thought.self[SELF_X] = at[0];
  thought.self[SELF_Y] = at[1];
  thought.velocity.set(heads.map((value) => value / size));
  thought.lane[INSET] = INSET_METRES;
  thought.lane[SHARE] = share;
  thought.bend.set([...corner.slice(0, WEIGHT), weight]);
  return thought;
}

/** Metres at which it passes the corner: above 0 with the corner on its right. */
function passedAt(turning: Turning): number {
  const thought = thoughtOf(turning);
  keepLane(thought);
  const [vx, vy] = thought.velocity;
  expect(Math.hypot(vx!, vy!)).toBeCloseTo(1, 12);
  return vx! * turning.at[1] - vy! * turning.at[0];
}

describe('the share of the distance from the walls that is kept', () => {
  it.each([
    [0, 0.4],
    [0.05, 0.5],
    [0.125, 0.65],
    [0.25, 0.9],
    [1, 0.9],
  ])('%d of the speed lacking: %d', (lack, share) => {
    const thought = createThought();
    thought.self[SELF_PREFERRED] = 2;
    thought.self[SELF_VX] = 2 * (1 - lack);
    findShare(thought);
    expect(thought.lane[SHARE]).toBeCloseTo(share, 12);
  });
});

describe('the lane', () => {
  it('before the corner, that share of the distance from the wall it walks along', () => {
    // 1 m beside the wall, however far before the corner.
    for (const y of [1, 3, 20]) {
      expect(passedAt({ at: [-1, y], heads: [1, -y], weight: -1 })).toBeCloseTo(-0.4, 12);
      expect(passedAt({ at: [-1, y], heads: [1, -y], weight: -1, share: 0.9 })).toBeCloseTo(-0.9, 12);
      expect(passedAt({ at: [y, -1], heads: [-y, 1], weight: 1 })).toBeCloseTo(0.4, 12);
    }
  });

  it('beside the corner, of the distance from it', () => {
    const far = Math.SQRT2;
    expect(passedAt({ at: [-1, -1], heads: [1, 0.9], weight: -1 })).toBeCloseTo(-0.4 * far, 12);
    expect(passedAt({ at: [-1, -1], heads: [0.9, 1], weight: 1 })).toBeCloseTo(0.4 * far, 12);
  });

  it('behind the corner, of the distance from the other wall', () => {
    expect(passedAt({ at: [3, -1], heads: [-3, 1], weight: -1 })).toBeCloseTo(-0.4, 12);
    expect(passedAt({ at: [-1, 3], heads: [1, -3], weight: 1 })).toBeCloseTo(0.4, 12);
  });

  it('beside both of its walls, of the nearer one', () => {
    expect(passedAt({ at: [-1, 2], heads: [1, -2], weight: -1, corner: END })).toBeCloseTo(-0.4, 12);
    // Below the end of a wall: of the distance from the end.
    expect(passedAt({ at: [-3, -4], heads: [3, 4], weight: -1, corner: END, share: 0.2 })).toBeCloseTo(-1, 12);
    // Between walls at an angle of 45°: 2 m from one of them, √2/2 m from the other.
    const sharp = [0, 0, 0, 1, Math.SQRT1_2, Math.SQRT1_2, 3, 1];
    expect(passedAt({ at: [2, 3], heads: [-2, -3], weight: -1, corner: sharp, share: 0.9 })).toBeCloseTo(
      -0.9 * Math.SQRT1_2,
      12,
    );
  });

  it('never nearer than the body, and a margin', () => {
    expect(passedAt({ at: [-0.5, 3], heads: [0.5, -3], weight: -1 })).toBeCloseTo(-INSET_METRES, 12);
  });

  it('never nearer to the opposite wall, unless there is no room', () => {
    const narrow = CORNER.with(6, 0.8);
    expect(passedAt({ at: [-3, 9], heads: [3, -9], weight: -1, corner: narrow })).toBeCloseTo(-0.55, 12);
    const tight = CORNER.with(6, 0.4);
    expect(passedAt({ at: [-3, 9], heads: [3, -9], weight: -1, corner: tight })).toBeCloseTo(-INSET_METRES, 12);
  });

  it('less, the less of a turn it is', () => {
    expect(passedAt({ at: [-2, 9], heads: [2, -9], weight: -0.5 })).toBeCloseTo(-0.4, 12);
    const straight = thoughtOf({ at: [-2, 9], heads: [2, -9], weight: 0 });
    const before = straight.velocity.slice();
    keepLane(straight);
    expect(straight.velocity).toEqual(before);
  });

  it('is a least distance: a walker passing further off goes on straight', () => {
    const thought = thoughtOf({ at: [-1, 3], heads: [0, -1], weight: -1 });
    keepLane(thought);
    expect(Array.from(thought.velocity)).toEqual([0, -1]);
    expect(thought.bend[WEIGHT]).toBe(-1);
  });

  it('is over when the corner is not ahead any more', () => {
    for (const [at, heads] of [
      [
        [-1, 0],
        [0, -1],
      ],
      [
        [0.5, -0.3],
        [1, 0.1],
      ],
    ] as [[number, number], [number, number]][]) {
      const thought = thoughtOf({ at, heads, weight: -1 });
      const before = thought.velocity.slice();
      keepLane(thought);
      expect(thought.velocity).toEqual(before);
      expect(thought.bend[WEIGHT]).toBe(0);
    }
  });

  it('mirrored, or turned by a right angle, is the mirrored or turned one', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const weight = random.pick([-1, 1]) * random.between(0.1, 1);
        const turning: Turning = {
          at: [random.between(-4, 4), random.between(-4, 4)],
          heads: [random.between(-1, 1), random.between(-1, 1)],
          weight,
          share: random.between(0.4, 0.9),
        };
        const [x, y] = turning.at;
        const [vx, vy] = turning.heads;
        const [thought, mirrored, turned] = [
          turning,
          // At the diagonal: walls swap their directions, and their order is that of the floor again.
          { ...turning, at: [y, x], heads: [vy, vx], weight: -weight } satisfies Turning,
          {
            ...turning,
            at: [-y, x],
            heads: [-vy, vx],
            corner: [0, 0, -1, 0, 0, 1, 3, 1],
          } satisfies Turning,
        ].map((each) => {
          const made = thoughtOf(each as Turning);
          keepLane(made);
          return made;
        }) as [Thought, Thought, Thought];
        expect(mirrored.velocity[0]).toBeCloseTo(thought.velocity[1], 12);
        expect(mirrored.velocity[1]).toBeCloseTo(thought.velocity[0], 12);
        expect(mirrored.bend[WEIGHT] + thought.bend[WEIGHT]).toBe(0);
        expect(turned.velocity[0]).toBeCloseTo(-thought.velocity[1], 12);
        expect(turned.velocity[1]).toBeCloseTo(thought.velocity[0], 12);
        expect(turned.bend[WEIGHT]).toBe(thought.bend[WEIGHT]);
      }),
      propertyRuns(300),
    );
  });
});

describe('a turn', () => {
  /** The weight it gets, heading with such a cosine to the wall behind the corner. */
  function weightOf(
    cosine: number,
    isRight: boolean,
    before: Partial<Record<'weight' | 'x', number>> = {},
    isWide = false,
  ) {
    const thought = createThought();
    const sine = Math.sqrt(1 - cosine * cosine);
    // Behind it is the wall upwards for those who pass it on the right, else the one to the right.
    thought.velocity.set(isRight ? [-sine, cosine] : [cosine, -sine]);
    thought.bend.set([before.x ?? 0, 0, 0, 1, 1, 0, 3, before.weight ?? 0]);
    startTurn(Float64Array.from([...new Array<number>(TURN).fill(9), ...CORNER]), TURN, isRight, isWide, thought);
    expect(Array.from(thought.bend.subarray(0, WEIGHT))).toEqual(CORNER.slice(0, WEIGHT));
    return thought.bend[WEIGHT];
  }

  it.each([
    [1, 0],
    [0.91, 0],
    [0.84, 0.2],
    [0.75, 0.5],
    [0.6, 1],
    [0, 1],
    [-0.5, 1],
  ])('to a wall at a cosine of %d weighs %d, below 0 on the left', (cosine, weight) => {
    expect(weightOf(cosine, true)).toBeCloseTo(weight, 12);
    expect(weightOf(cosine, false)).toBeCloseTo(-weight, 12);
  });

  it('counts in full where it is kept wide', () => {
    expect(weightOf(1, true, {}, true)).toBe(1);
    expect(weightOf(0.75, false, {}, true)).toBe(-1);
  });

  it('stays one at the same corner, though less of it is left', () => {
    expect(weightOf(0.95, true, { weight: 0.7 })).toBeCloseTo(0.7, 12);
    expect(weightOf(0.75, false, { weight: -1 })).toBe(-1);
    expect(weightOf(0.6, true, { weight: 0.7 })).toBe(1);
    // Another corner is another turn.
    expect(weightOf(0.95, true, { weight: 0.7, x: 1 })).toBe(0);
  });

  it('is remembered by each walker', () => {
    const { view, crowd, thought } = scene([{ at: [1, 1] }]);
    crowd.turn.set(new Array<number>(TURN).fill(7));
    thought.bend.set(CORNER);
    rememberTurn(view, 1, thought);
    expect(Array.from(crowd.turn)).toEqual([...new Array<number>(TURN).fill(7), ...CORNER]);
    recallTurn(view, 0, thought);
    expect(Array.from(thought.bend)).toEqual(new Array<number>(TURN).fill(7));
    recallTurn(view, 1, thought);
    expect(Array.from(thought.bend)).toEqual(CORNER);
  });
});

describe('a tangent', () => {
  function past(ax: number, ay: number, d: number, side: number): [number, number] {
    const thought = createThought();
    thought.lane[PAST_X] = ax;
    thought.lane[PAST_Y] = ay;
    thought.lane[PAST_AT] = d;
    headPast(thought, side);
    return [thought.velocity[0], thought.velocity[1]];
  }

  it('passes a corner on its side, so far off; from within that distance it leads straight across', () => {
    // 3-4-5: from 5 m off, 3 m aside.
    expect(past(5, 0, 3, RIGHT)).toEqual([0.8, 0.6]);
    expect(past(5, 0, 3, LEFT)).toEqual([0.8, -0.6]);
    expect(past(2, 0, 3, RIGHT)).toEqual([0, 1]);
    expect(past(2, 0, 3, LEFT)).toEqual([0, -1]);
  });

  it('for any corner and distance', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const [ax, ay] = [random.between(-5, 5), random.between(-5, 5)];
        const d = random.between(0.1, 3);
        const side = random.pick([RIGHT, LEFT]);
        const [vx, vy] = past(ax, ay, d, side);
        expect(Math.hypot(vx, vy)).toBeCloseTo(1, 12);
        const far = Math.hypot(ax, ay);
        expect(side * (vy * ax - vx * ay)).toBeCloseTo(Math.min(d, far), 9);
        expect(vx * ax + vy * ay).toBeCloseTo(Math.sqrt(Math.max(0, far * far - d * d)), 9);
      }),
      propertyRuns(200),
    );
  });
});

describe('where the path leads at another place', () => {
  function courseAt(weight: number, x: number, y: number): number[] {
    const thought = thoughtOf({ at: [-1, 5], heads: [0, -1], weight });
    thought.self[SELF_AIM_X] = 0.6;
    thought.self[SELF_AIM_Y] = -0.8;
    putCourse(thought, Float64Array.of(x, y), 0);
    return Array.from(thought.course);
  }

  it('as here, where no corner is walked round, and before the corner', () => {
    expect(courseAt(0, 2, -1)).toEqual([0.6, -0.8]);
    for (const [x, y] of [
      [-1, 3],
      [-2, 0.1],
    ]) {
      expect(courseAt(-1, x!, y!)).toEqual([0.6, -0.8]);
    }
    expect(courseAt(1, 3, -1)).toEqual([0.6, -0.8]);
  });

  it('along the wall behind the corner', () => {
    expect(courseAt(-1, 2, -1)).toEqual([1, 0]);
    expect(courseAt(-0.2, 0.1, -3)).toEqual([1, 0]);
    expect(courseAt(1, -1, 2)).toEqual([0, 1]);
  });

  it('around the corner, beside it', () => {
    const [left, right] = [courseAt(-1, -1, -1), courseAt(1, -1, -1)];
    expect(left[0]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(left[1]).toBeCloseTo(-Math.SQRT1_2, 12);
    expect(right[0]).toBeCloseTo(-Math.SQRT1_2, 12);
    expect(right[1]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(courseAt(-1, -0.3, -0.4).map((value) => value.toFixed(12))).toEqual(['0.800000000000', '-0.600000000000']);
    // Right in the corner there is no way around it.
    expect(courseAt(-1, -1e-4, -1e-4)).toEqual([0.6, -0.8]);
  });
});
