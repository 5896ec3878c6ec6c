import { describe, expect, it } from 'vitest';
import { BODY, PREFERRED, RADIUS, TOP } from '../../crowd/columns.ts';
import { addWalker, createCrowd } from '../../crowd/crowd.ts';
import { createWallsBeside, type NearWalls, type WallsBeside } from '../../bodies/near-walls.ts';
import {
  type BehaviourTable,
  PROFILE,
  type Profile,
  type ProfileTable,
  PURE,
  tableOfProfiles,
  USUAL_PROFILE,
} from '../../crowd/profiles.ts';
import { createRoutes, setRoute } from '../../crowd/routes.ts';
import { type Corners, RECORD } from '../../routing/corners/corners.ts';
import { avoidCollisions } from './avoid.ts';
import { BACK, FRONT, findCollision, REAR, STATIC, typeOfCollision } from './collision.ts';
import { limitChange } from './inertia.ts';
import { propose, rating } from './modules.ts';
import { headAlongPath } from './path-cone.ts';
import { keepPersonalSpace } from './personal-space.ts';
import { findWall, staySafe } from './security.ts';
import { createThought, NEAR, PROPOSAL, SELF_RADIUS, type Thought } from './thought.ts';
import { type Prepared, REACTIVE_COLUMNS, type ReactiveCrowd, type View } from './columns.ts';

const STEP = 0.1;
const NO_MODULES: BehaviourTable = { rightAvoid: {}, leftAvoid: {}, decelerate: {}, accelerate: {}, accept: [] };

/** One walker of radius 0.2 at the origin, preferred speed 1.34, top speed 1.742, walking with a velocity. */
function one(
  behaviour: Profile['behaviour'] = 'minimal-adjustment',
  change: Partial<Profile> = {},
): { crowd: ReactiveCrowd; profiles: ProfileTable; thought: Thought; view: View } {
  const crowd = createCrowd(1, REACTIVE_COLUMNS);
  addWalker(crowd, 0, 0, 0, 0);
  crowd.body[BODY * 0 + RADIUS] = 0.2;
  crowd.body[BODY * 0 + PREFERRED] = 1.34;
  crowd.body[BODY * 0 + TOP] = 1.742;
  const profiles = tableOfProfiles([{ ...USUAL_PROFILE, wallMargin: 0.05, behaviour, ...change }], STEP);
  const thought = createThought();
  thought.self.set([0, 0, 0, 0, 0.2, 1.34, 1.742, 0.1]);
  thought.self[SELF_RADIUS] = 0.2;
  thought.isPure = profiles.numbers[PURE] === 1;
  const view = { crowd, profiles, beside: besideAll(noWalls), step: STEP } as View;
  return { crowd, profiles, thought, view };
}

/** Somebody of radius 0.2 at a place, walking with a velocity. */
function meet(thought: Thought, x: number, y: number, vx: number, vy: number): void {
  const [dx, dy] = [thought.self[0] - x, thought.self[1] - y];
  thought.near.set([dx, dy, vx, vy, 0.4, Math.hypot(dx, dy)], NEAR * thought.nearCount++);
}

const noWalls: NearWalls = { first: Int32Array.of(0, 0), walls: new Float64Array(0) };
/** The first walker is beside all there are. */
function besideAll(walls: NearWalls): WallsBeside {
  const beside = createWallsBeside(walls, 1);
  beside.count[0] = walls.first[1];
  return beside;
}

/** One wall, with floor on its left. */
function wall(ax: number, ay: number, bx: number, by: number): NearWalls {
  const long = Math.hypot(bx - ax, by - ay);
  return { first: Int32Array.of(0, 1), walls: Float64Array.of(ax, ay, (bx - ax) / long, (by - ay) / long, long) };
}

describe('prediction of collisions', () => {
  // The walker at the origin, 1 m/s to the right; ε 0.1, so that bodies are to stay 0.5 m apart.
  const cases: [string, number[], number, number][] = [
    ['head-on, 4.5 m at 2 m/s', [5, 0, -1, 0], 2.25, FRONT],
    ['catching up, 2.5 m at 0.5 m/s', [3, 0, 0.5, 0], 5, BACK],
    ['being caught up with, 2.5 m at 1 m/s', [-3, 0, 2, 0], 2.5, REAR],
    ['standing, 1.5 m at 1 m/s', [2, 0, 0, 0], 1.5, STATIC],
    // |(−3 + t, 0.3)| = 0.5 at t = 3 − 0.4
    ['standing, 0.3 m beside the line', [3, -0.3, 0, 0], 2.6, STATIC],
    ['too near already, and approaching', [0.45, 0, 0, 0], 0, STATIC],
    ['overlapping, and approaching', [0.3, 0.1, -1, 0], 0, FRONT],
  ];
  it.each(cases)('%s', (_, [x, y, vx, vy], time, type) => {
    const { thought } = one();
    meet(thought, x!, y!, vx!, vy!);
    const velocity = Float64Array.of(1, 0);
    findCollision(thought, velocity, 0);
    expect(thought.collision[0]).toBeCloseTo(time, 12);
    expect(typeOfCollision(thought, velocity, 0)).toBe(type);
  });

  it.each([
    ['passing beside', [5, 1, 0, 0]],
    ['touching the circle only', [5, 0.5, 0, 0]],
    ['walking away', [5, 0, 2, 0]],
    ['past', [-2, 0, 0, 0]],
    ['near, but walking alike', [0.42, 0, 1, 0]],
    ['overlapping, but parting', [0.3, 0, 1.5, 0]],
  ])('none: %s', (_, [x, y, vx, vy]) => {
    const { thought } = one();
    meet(thought, x!, y!, vx!, vy!);
    findCollision(thought, Float64Array.of(1, 0), 0);
    expect(thought.collision[0]).toBe(Infinity);
  });

  it('finds the earliest, whatever the order', () => {
    for (const order of [
      [2, 4, 6],
      [6, 4, 2],
      [4, 2, 6],
    ]) {
      const { thought } = one();
      for (const x of order) meet(thought, x, 0, 0, 0);
      findCollision(thought, Float64Array.of(1, 0), 0);
      expect(thought.collision[0]).toBeCloseTo(1.5, 12);
      expect(thought.near[thought.collision[1]]).toBe(-2);
    }
  });
});

describe('rating', () => {
  it.each([
    [[1, 0], [1, 0], 1, 1, 1],
    [[1, 0], [0, 1], 1, 1, 0],
    [[1, 0], [-1, 0], 1, 1, 0],
    // cos 60° = 1/2: 2 · 3/4 − 1, and 2 · 9/16 − 1
    [[1, 0], [0.5, Math.sqrt(3) / 2], 1, 1, 0.5],
    [[1, 0], [0.5, Math.sqrt(3) / 2], 2, 1, 0.125],
    [[1, 0], [0.5, 0], 1, 1, 0.5],
    [[1, 0], [2, 0], 1, 1, 0.5],
    [[1, 0], [0.5, 0], 1, 5, 1 / 32],
    [[2, 0], [0.5, Math.sqrt(3) / 2], 1, 2, 0.125],
  ] as const)('of %j: %j with exponents %i, %i is %f', ([a, b], [c, d], p, q, expected) => {
    const [wanted, speed] = [Math.hypot(a, b), Math.hypot(c, d)];
    expect(rating((a * c + b * d) / (wanted * speed), speed, wanted, p, q)).toBeCloseTo(expected, 12);
  });
});

describe('reaction modules', () => {
  /** Proposals against the first neighbour: [quality, vx, vy, time], in the order they were made. */
  function proposals(
    behaviour: Profile['behaviour'],
    wanted: [number, number],
    type: number,
    time: number,
    ...other: number[]
  ): number[][] {
    const { profiles, thought } = one(behaviour);
    thought.self[6] = 1.3;
    meet(thought, other[0], other[1], other[2], other[3]);
    thought.list.set([1, wanted[0], wanted[1], Infinity]);
    thought.listCount = 1;
    thought.collision.set([time, 0]);
    propose(thought, profiles.numbers, PROFILE * 0, type, 0, 0);
    return Array.from({ length: thought.listCount - 1 }, (_, k) =>
      Array.from(thought.list.subarray(PROPOSAL * (k + 1), PROPOSAL * (k + 2))),
    );
  }

  it('pass somebody head-on to the right under the driving rule', () => {
    // sin φ = 0.5/5: S_O = (−1, 0) + 2 cos φ (cos φ, −sin φ); cos ∠ = 0.98
    const [[quality, vx, vy, time], ...more] = proposals('driving-rule', [1, 0], FRONT, 2.25, 5, 0, -1, 0) as [
      number[],
    ];
    expect(more).toEqual([]);
    expect(vx).toBeCloseTo(-1 + 2 * 0.99, 12);
    expect(vy).toBeCloseTo(-2 * Math.sqrt(0.99) * 0.1, 12);
    expect(quality).toBeCloseTo(0.98, 12);
    expect(time).toBe(2.25);
  });

  it('pass either side to make little of it', () => {
    const made = proposals('minimal-adjustment', [1, 0], FRONT, 2.25, 5, 0, -1, 0);
    expect(made.map(([, vx, vy]) => [vx!.toFixed(9), vy!.toFixed(9)]).sort()).toEqual([
      ['0.980000000', '-0.198997487'],
      ['0.980000000', '0.198997487'],
    ]);
  });

  it('go slower or faster than somebody who crosses', () => {
    // P_r = (−3, 3), sin φ = 0.5/√18; the tangents' β = −D_x/D_y
    const sine = 0.5 / Math.sqrt(18);
    const cosine = Math.sqrt(1 - sine * sine);
    const [slow, fast] = [(cosine - sine) / (cosine + sine), (cosine + sine) / (cosine - sine)];
    const only: BehaviourTable = { ...NO_MODULES, decelerate: { back: [1, 1] }, accelerate: { back: [1, 5] } };
    const made = proposals(only, [1, 0], BACK, 2, 3, -3, 0, 1);
    expect(made.length).toBe(2);
    expect(made[0][1]).toBeCloseTo(slow, 12);
    expect(made[0][0]).toBeCloseTo(slow, 12);
    expect(made[1][1]).toBeCloseTo(fast, 12);
    expect(made[1][0]).toBeCloseTo(fast ** -5, 12);
    // Not beyond the top speed of 1.3 m/s.
    expect(proposals(only, [1.1, 0], BACK, 2, 3, -3.3, 0, 1.1).every(([, vx]) => vx! <= 1.3)).toBe(true);
    expect(proposals(only, [1.25, 0], BACK, 2, 3, -3, 0, 1.25).length).toBe(1);
  });

  it('go round somebody who stands, on both sides, as fast as before', () => {
    const made = proposals('minimal-adjustment', [1, 0], STATIC, 1.5, 2, 0, 0, 0);
    // sin φ = 1/4
    for (const [, vx, vy] of made) {
      expect(vx).toBeCloseTo(Math.sqrt(15) / 4, 12);
      expect(Math.abs(vy!)).toBeCloseTo(1 / 4, 12);
    }
    expect(made.length).toBe(2);
  });

  it('go along a circle that is touched already', () => {
    const made = proposals('minimal-adjustment', [1, 1], STATIC, 0, 0.45, 0, 0, 0);
    expect(made.length).toBe(1);
    expect(made[0][1]).toBeCloseTo(0, 12);
    expect(made[0][2]).toBeCloseTo(Math.SQRT2, 12);
  });
});

describe('avoidance', () => {
  function avoid(behaviour: Profile['behaviour'], others: number[][], change: Partial<Profile> = {}): [number, number] {
    const { view, thought } = one(behaviour, change);
    for (const [x, y, vx, vy] of others) meet(thought, x!, y!, vx!, vy!);
    thought.velocity.set([1.34, 0]);
    avoidCollisions(view, 0, thought);
    return [thought.velocity[0], thought.velocity[1]];
  }

  it('leaves a free way alone', () => {
    expect(avoid('minimal-adjustment', [])).toEqual([1.34, 0]);
    expect(avoid('minimal-adjustment', [[5, 3, 0, 0]])).toEqual([1.34, 0]);
  });

  it('keeps right under the driving rule, both of two who meet', () => {
    for (const y of [-0.1, 0, 0.1]) expect(avoid('driving-rule', [[4, y, -1.34, 0]])[1]).toBeLessThan(0);
  });

  it('passes on the left where that is less, and deviates less than by the rule', () => {
    const left = avoid('minimal-adjustment', [[4, -0.2, -1.34, 0]]);
    const right = avoid('driving-rule', [[4, -0.2, -1.34, 0]]);
    expect(left[1]).toBeGreaterThan(0);
    expect(right[1]).toBeLessThan(0);
    expect(Math.abs(left[1])).toBeLessThan(Math.abs(right[1]));
  });

  it('lets those who come from behind mind', () => {
    expect(avoid('minimal-adjustment', [[-1, 0, 2, 0]])).toEqual([1.34, 0]);
  });

  it('takes no velocity that meets somebody sooner than the one it answers', () => {
    // On the way left of the first, and before it, stands a second.
    const [vx, vy] = avoid('minimal-adjustment', [
      [3, -0.05, 0, 0],
      [2, 0.6, 0, 0],
    ]);
    expect(vy).toBeLessThan(0);
    expect(vx).toBeGreaterThan(1.2);
  });

  it('stands still only where it is pure', () => {
    const around = Array.from({ length: 12 }, (_, k) => {
      const angle = (k * Math.PI) / 6;
      return [0.6 * Math.cos(angle), 0.6 * Math.sin(angle), 0, 0];
    });
    const only: BehaviourTable = { ...NO_MODULES, accept: ['rear'] };
    expect(avoid(only, around, { pure: true })).toEqual([0, 0]);
    expect(avoid(only, around)).toEqual([1.34, 0]);
  });
});

describe('personal space', () => {
  it('turns away from others within reach and keeps the speed', () => {
    const { view, thought } = one();
    thought.velocity.set([1, 0]);
    meet(thought, 0, 0.4, 0, 0);
    meet(thought, 0, -0.9, 0, 0);
    keepPersonalSpace(view, 0, thought);
    // (0.8 − 0.4)/0.8 · (0, −0.4) = (0, −0.2)
    expect(thought.velocity[0]).toBeCloseTo(1 / Math.sqrt(1.04), 12);
    expect(thought.velocity[1]).toBeCloseTo(-0.2 / Math.sqrt(1.04), 12);
  });

  it('turns away from walls, also from their ends', () => {
    const { view, thought } = one();
    thought.self.set([0, 0.1]);
    thought.velocity.set([1, 0]);
    keepPersonalSpace({ ...view, beside: besideAll(wall(-5, 0, 5, 0)) }, 0, thought);
    expect(thought.velocity[1] / thought.velocity[0]).toBeCloseTo(0.075, 12);
    thought.velocity.set([1, 0]);
    thought.self.set([0.12, 0.16]);
    keepPersonalSpace({ ...view, beside: besideAll(wall(-5, 0, 0, 0)) }, 0, thought);
    // 0.2 m off: half of (0.12, 0.16)
    expect(thought.velocity[1] / thought.velocity[0]).toBeCloseTo(0.08 / 1.06, 12);
  });

  it('leaves a velocity alone that everything cancels', () => {
    const { view, thought } = one();
    thought.velocity.set([0.2, 0]);
    meet(thought, 0.4, 0, 0, 0);
    keepPersonalSpace(view, 0, thought);
    expect(Array.from(thought.velocity)).toEqual([0.2, 0]);
  });
});

describe('security', () => {
  it('slows down before people, by the present velocity', () => {
    const { view, thought } = one();
    thought.self.set([0, 0, 1, 0]);
    thought.velocity.set([0, 1]);
    // Touching in 0.25 s, half the time to react.
    meet(thought, 0.65, 0, 0, 0);
    staySafe(view, 0, thought);
    expect(Array.from(thought.velocity)).toEqual([0, 0.5]);
  });

  it('slows down before walls, not beside them', () => {
    const { view, thought } = one();
    thought.self.set([0, 0, 1, 0]);
    // Floor is on the left of a wall: this one goes up, on the right of the walker.
    const timeTo = (walls: NearWalls) => {
      thought.collision[0] = Infinity;
      findWall(besideAll(walls), 0, thought);
      return thought.collision[0];
    };
    const ahead = wall(0.4, -1, 0.4, 1);
    expect(timeTo(ahead)).toBeCloseTo(0.2, 12);
    expect(timeTo(wall(0.4, 1, 0.4, 2))).toBe(Infinity);
    expect(timeTo(wall(-1, -0.3, 1, -0.3))).toBe(Infinity);
    thought.velocity.set([1, 0]);
    staySafe({ ...view, beside: besideAll(ahead) }, 0, thought);
    expect(thought.velocity[0]).toBeCloseTo(0.4, 12);
  });
});

describe('inertia', () => {
  function limit(before: [number, number], wanted: [number, number], change: Partial<Profile> = {}): [number, number] {
    const { view, thought } = one('minimal-adjustment', change);
    thought.self.set(before, 2);
    thought.velocity.set(wanted);
    limitChange(view, 0, thought);
    return [thought.velocity[0], thought.velocity[1]];
  }

  it('changes a velocity by 3 m/s² at most', () => {
    expect(limit([0, 0], [1.34, 0])[0]).toBeCloseTo(0.3, 12);
    expect(limit([1.3, 0], [1.34, 0])[0]).toBeCloseTo(1.34, 12);
    expect(limit([1, 0], [0, 0])[0]).toBeCloseTo(0.7, 12);
  });

  it('gets faster in a second to its preferred speed, by 0.5 to 1 m/s², once it walks at 0.5 m/s; not so where it is pure', () => {
    expect(limit([0.3, 0], [1.34, 0])[0]).toBeCloseTo(0.584, 12);
    expect(limit([0.5, 0], [1.34, 0])[0]).toBeCloseTo(0.584, 12);
    expect(limit([0.7, 0], [1.34, 0])[0]).toBeCloseTo(0.764, 12);
    expect(limit([1, 0], [1.34, 0])[0]).toBeCloseTo(1.05, 12);
    expect(limit([1, 0], [1.34, 0], { pure: true })[0]).toBeCloseTo(1.3, 12);
  });

  it('turns by 180° a second at most, above walking pace', () => {
    const [vx, vy] = limit([1, 0], [Math.SQRT1_2, Math.SQRT1_2]);
    // 18° in a step is within the 0.3 m/s it may change: 2 sin 9° = 0.3129 is not.
    const chord = Math.hypot(Math.cos(Math.PI / 10) - 1, Math.sin(Math.PI / 10));
    expect(vx).toBeCloseTo(1 + (0.3 / chord) * (Math.cos(Math.PI / 10) - 1), 12);
    expect(vy).toBeCloseTo((0.3 / chord) * Math.sin(Math.PI / 10), 12);
    expect(limit([0.2, 0], [0, 0.2])).toEqual([0, 0.2]);
  });

  it('slows down to turn by more than 60°', () => {
    // 0.7 of the speed, 18° to the left: 0.398 m/s away, of which 0.3 in a step.
    const [toX, toY] = [0.7 * Math.cos(Math.PI / 10), 0.7 * Math.sin(Math.PI / 10)];
    const share = 0.3 / Math.hypot(toX - 1, toY);
    const [vx, vy] = limit([1, 0], [0, 1]);
    expect(vx).toBeCloseTo(1 + share * (toX - 1), 12);
    expect(vy).toBeCloseTo(share * toY, 12);
  });

  it('never exceeds the top speed', () => {
    expect(limit([1.7, 0], [3, 0])[0]).toBeCloseTo(1.742, 12);
  });
});

describe('heading along a path', () => {
  /** Portals by their ends, right end first as seen by somebody leaving. */
  function head(portals: number[][], goal: number[], { threshold = 10 } = {}): [number, number] {
    const { view, crowd, thought } = one('minimal-adjustment', { coneThreshold: threshold, pure: true });
    const sideRecord = new Float64Array(RECORD * portals.length);
    for (const [k, [ax, ay, bx, by]] of portals.entries()) {
      sideRecord.set([ax!, ay!, bx!, by!, 0, 0, Math.hypot(bx! - ax!, by! - ay!)], RECORD * k);
    }
    const routes = createRoutes(100);
    setRoute(routes, crowd, 0, Int32Array.from(portals.keys()), portals.length);
    // A point, or the ends of a line.
    crowd.goal.set(goal.slice(0, 2));
    crowd.goalCell[0] = crowd.chosen[0] = 0;
    const goalLines = goal.length === 4 ? Float64Array.from(goal) : new Float64Array(4).fill(Number.NaN);
    headAlongPath(
      { ...view, corners: { sideRecord } as Corners, routes, prepared: { goalLines } as Prepared },
      0,
      thought,
    );
    expect(Math.hypot(thought.velocity[0], thought.velocity[1])).toBeCloseTo(1.34, 12);
    return [thought.velocity[0] / 1.34, thought.velocity[1] / 1.34];
  }

  it('goes straight to a goal in sight', () => {
    expect(head([], [3, 4])[0]).toBeCloseTo(0.6, 12);
    expect(head([[2, -1, 2, 1]], [10, 1])[1]).toBeCloseTo(1 / Math.sqrt(101), 12);
  });

  it('goes straight to the nearest place of a line, its ends drawn in by 0.25 m', () => {
    expect(head([], [5, -3, 5, 3])[0]).toBeCloseTo(1, 12);
    // From (0, 0) to (4, 3): the end at (4, 3.25) drawn in.
    expect(head([], [4, 2.75 + 0.5, 4, 10])[0]).toBeCloseTo(4 / Math.hypot(4, 3.5), 12);
  });

  it('takes a line behind a portal as one more portal', () => {
    // Through a portal of 2 m at x = 2, drawn in to (2, ±0.75), to a line from (6, 3) to (6, 12), drawn in to (6, 3.25): in the cone
    // between slopes ∓0.375 nothing of it is seen, from slope 0.54 on. The bisector of the cone counts.
    expect(head([[2, -1, 2, 1]], [6, 3, 6, 12])[1]).toBeCloseTo(0, 12);
    // A line from (6, -4) to (6, 1), drawn in: nearest place (6, 0), straight on.
    expect(head([[2, -1, 2, 1]], [6, -4, 6, 1])[0]).toBeCloseTo(1, 12);
    // From (4, 0.5) to (4, 9), drawn in to (4, 0.75): seen between slopes 0.1875 and 0.375, 9.9°: the nearest place is seen.
    expect(head([[2, -1, 2, 1]], [4, 0.5, 4, 9])[1]).toBeCloseTo(0.75 / Math.hypot(4, 0.75), 12);
  });

  it('slows down for a goal it would miss', () => {
    const { view, crowd, thought } = one();
    const routes = createRoutes(10);
    setRoute(routes, crowd, 0, new Int32Array(0), 0);
    crowd.goalCell[0] = 0;
    const speedTo = (x: number, y: number) => {
      crowd.goal.set([x, y]);
      const corners = { sideRecord: new Float64Array(0) } as Corners;
      const prepared = { goalLines: new Float64Array(0) } as Prepared;
      headAlongPath({ ...view, corners, routes, prepared }, 0, thought);
      return Math.hypot(thought.velocity[0], thought.velocity[1]);
    };
    thought.self.set([1.3, 0], 2);
    expect(speedTo(1, 0.2)).toBeCloseTo(1.34, 12);
    expect(speedTo(0, 1)).toBeCloseTo(0.35 * 1.34, 12);
    expect(speedTo(-1, 0.1)).toBeCloseTo(0.35 * 1.34, 12);
    expect(speedTo(-3, 0)).toBeCloseTo(1.34, 12);
  });

  it('takes the bisector of what it sees through the next portals', () => {
    // Drawn in by 0.25 m: from (2, −0.75) and (2, 1.75), then nothing more is seen of the second.
    const [vx, vy] = head(
      [
        [2, -1, 2, 2],
        [8, -20, 3, -20],
      ],
      [8, -40],
    ); // prettier
    const right = [2 / Math.hypot(2, 0.75), -0.75 / Math.hypot(2, 0.75)];
    const left = [2 / Math.hypot(2, 1.75), 1.75 / Math.hypot(2, 1.75)];
    const [bx, by] = [right[0] + left[0], right[1] + left[1]];
    expect(vx).toBeCloseTo(bx / Math.hypot(bx, by), 12);
    expect(vy).toBeCloseTo(by / Math.hypot(bx, by), 12);
  });

  it('looks further with a low threshold than with a high one', () => {
    // A second portal, up to the left, seen through the first in a sliver only.
    const portals = [
      [2, -2, 2, 2],
      [6, 4.4, 4, 6],
      [6, 30, 4, 30],
    ];
    const low = head(portals, [5, 50], { threshold: (0.01 * 180) / Math.PI });
    const high = head(portals, [5, 50], { threshold: (0.6 * 180) / Math.PI });
    expect(low[1]).toBeGreaterThan(high[1] + 0.3);
    expect(high[1]).toBeCloseTo(0, 12);
  });

  it('finds into a portal from beside it', () => {
    // In its plane, below its lower end.
    const [vx, vy] = head([[0, 1, 0, 3]], [5, 2]);
    expect(vy).toBeGreaterThan(0.9);
    expect(vx).toBeGreaterThan(0);
  });

  it('heads for the next portal, where what it sees through this one is wider than a right angle', () => {
    // Right before a portal of 6 m; behind it one of 0.5 m, of which its middle is left.
    const before = [0.2, -3, 0.2, 3];
    expect(head([before, [2, 1.75, 2, 2.25]], [9, 2])[1]).toBeCloseTo(Math.SQRT1_2, 12);
    // Not seen: along the side that is nearer, to (0.2, 2.75) and (0.2, -2.75).
    expect(head([before, [0.3, 7.75, 0.3, 8.25]], [9, 8])[1]).toBeCloseTo(2.75 / Math.hypot(0.2, 2.75), 12);
    expect(head([before, [0.3, -8.25, 0.3, -7.75]], [9, -8])[1]).toBeCloseTo(-2.75 / Math.hypot(0.2, 2.75), 12);
  });
});
