/**
 * Where a path leads: straight, past corners, through doorways, by cases computed by hand; and that it depends on walls alone: the
 * same place with other cells, turned or mirrored gives the same, turned or mirrored direction.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutBy,
  type Heading,
  headingsIn,
  type Point,
  placeIn,
  randomCuts,
  type Setting,
} from '../../../test/cut-plans.ts';
import { createRandom, propertyRuns, type Random, seeds } from '../../../test/random.ts';
import { planOf, rectangle, type Ring } from '../../../test/shapes.ts';
import { goalAt, itineraryTo } from '../../../test/watched-run.ts';
import { buildWorld } from '../../build.ts';
import { step } from '../../simulation/step.ts';
import { addPerson, createSimulation, type Simulation } from '../../simulation/simulation.ts';
import type { ReactiveCrowd } from './columns.ts';

/** The margin is set here, so that calibrating it does not touch cases computed by hand; with a radius of 0.2 m. */
const PROFILE = { wallMargin: 0.05 };
const INSET = 0.25;
const roomOf = (ring: Ring, lines: Ring[] = []) => planOf('room', 'polygons', [[ring]], [], lines);

function headingFrom(ring: Ring, place: Point, goal: number[], setting?: Setting, doors: number[][] = []): Heading {
  return headingsIn(cutBy(roomOf(ring), doors), goal, [place], { profile: PROFILE, ...setting })[0];
}

function expectDirection({ direction }: Heading, x: number, y: number, digits = 12): void {
  const size = Math.hypot(x, y);
  expect(direction[0]).toBeCloseTo(x / size, digits);
  expect(direction[1]).toBeCloseTo(y / size, digits);
}

/** Metres at which a heading from a place passes a point: above 0 with the point on its right. */
function passedAt({ direction: [x, y] }: Heading, from: Point, point: Point): number {
  return x * (from[1] - point[1]) - y * (from[0] - point[0]);
}

describe('a goal in sight', () => {
  const HALL = rectangle(0, 0, 20, 10);

  it('straight there, through portals, too', () => {
    expectDirection(headingFrom(HALL, [2, 3], [18, 5]), 16, 2);
    const doors = [
      [5, 0, 6, 10],
      [9, 0, 8, 10],
      [12, 0, 15, 10],
    ];
    const heading = headingFrom(HALL, [2, 3], [18, 5], {}, doors);
    expect(heading.portals).toBeGreaterThan(2);
    expectDirection(heading, 16, 2);
  });

  it('to the nearest place of a line, its ends drawn in by the body and a margin', () => {
    const line = [18, 2, 18, 8];
    for (const doors of [[], [[9, 0, 8, 10]]]) {
      expectDirection(headingFrom(HALL, [2, 5], line, {}, doors), 1, 0);
      expectDirection(headingFrom(HALL, [2, 3], line, {}, doors), 1, 0);
      expectDirection(headingFrom(HALL, [2, 9], line, {}, doors), 16, 8 - INSET - 9);
      expectDirection(headingFrom(HALL, [2, 0.5], line, {}, doors), 16, 2 + INSET - 0.5);
    }
  });
});

describe('round one corner', () => {
  /** Arms of 3 m, the corner at (3, 3). */
  const L = [0, 0, 12, 0, 12, 3, 3, 3, 3, 12, 0, 12];
  const CORNER: Point = [3, 3];
  const [DOWN, UP] = [
    [11, 1.5],
    [1.5, 11],
  ];

  it('at the distance of the body and a margin, near the wall', () => {
    // 0.5 m beside the wall: 0.4 of it is less than the body needs.
    const heading = headingFrom(L, [2.5, 8], DOWN!);
    expect(passedAt(heading, [2.5, 8], CORNER)).toBeCloseTo(-INSET, 9);
    expect(heading.round).toEqual(CORNER);
    expect(passedAt(headingFrom(L, [8, 2.5], UP!), [8, 2.5], CORNER)).toBeCloseTo(INSET, 9);
    // A wider body, a wider way.
    expect(passedAt(headingFrom(L, [2.5, 8], DOWN!, { radius: 0.35 }), [2.5, 8], CORNER)).toBeCloseTo(-0.4, 9);
  });

  it('at 0.4 of the distance from the wall when free, at 0.9 when held up', () => {
    for (const [speed, share] of [
      [1.34, 0.4],
      [1.6, 0.4],
      [0.875 * 1.34, 0.65],
      [0.75 * 1.34, 0.9],
      [0, 0.9],
    ]) {
      expect(passedAt(headingFrom(L, [1, 8], DOWN!, { speed: speed! }), [1, 8], CORNER)).toBeCloseTo(-share! * 2, 9);
      expect(passedAt(headingFrom(L, [8, 1], UP!, { speed: speed! }), [8, 1], CORNER)).toBeCloseTo(share! * 2, 9);
    }
  });

  it('not, where the goal is seen past it', () => {
    const heading = headingFrom(L, [1, 4], [5, 1]);
    expectDirection(heading, 4, -3);
    expect(heading.round).toBeUndefined();
  });
});

describe('right beside a doorway', () => {
  const WALLS = [
    [10, 0, 10, 4.5],
    [10, 5.5, 10, 10],
  ];
  const rooms = cutBy(roomOf(rectangle(0, 0, 20, 10), WALLS), [[10, 4.5, 10, 5.5]]);

  it('at the wall: round the near jamb, and away from it, not along the far one', () => {
    // From (9.8, 5.75) the jamb is at (0.2, −0.25), √0.1025 m off; 0.25 m are kept: 0.2 m to the place of touch.
    const [heading] = headingsIn(rooms, [18, 5], [[9.8, 5.75]], { profile: PROFILE });
    expectDirection(heading!, 0.2 * 0.2 - 0.25 * 0.25, -0.2 * 0.25 - 0.25 * 0.2, 9);
    expect(heading!.round).toEqual([10, 5.5]);
    const [mirrored] = headingsIn(rooms, [18, 5], [[9.8, 4.25]], { profile: PROFILE });
    expectDirection(mirrored!, 0.2 * 0.2 - 0.25 * 0.25, 0.2 * 0.25 + 0.25 * 0.2, 9);
  });

  it('gets through from there', () => {
    for (const [x, y] of [
      [9.8, 5.75],
      [9.8, 4.25],
      [9.79, 6.5],
      [9.79, 9.7],
    ]) {
      const simulation = alone(rooms, [18, 5], [x!, y!]);
      // 8.2 m and a little, at 1.34 m/s: 7 s, and a second for the way round.
      for (let n = 0; n < 120 && simulation.crowd.count > 0; n++) step(simulation);
      expect(simulation.counts.arrived, `${x}, ${y}`).toBe(1);
    }
  });
});

function alone(plan: ReturnType<typeof roomOf>, goal: number[], [x, y]: Point): Simulation {
  const world = buildWorld(plan);
  const simulation = createSimulation(world, {
    goals: [goalAt(world, goal)],
    itineraries: [itineraryTo(0)],
    capacity: 1,
  });
  addPerson(simulation, { x, y, radius: 0.2, speed: 1.34, itinerary: 0 });
  return simulation;
}

describe('before a passage', () => {
  /** Two rooms, and a passage of 2 × 4 m between them. */
  const ROOMS = [0, 0, 10, 0, 10, 4, 14, 4, 14, 0, 24, 0, 24, 10, 14, 10, 14, 6, 10, 6, 10, 10, 0, 10];

  /** One walker goes to the right, others come from there: who lets others out after half a second, by slot. */
  function letsOut(from: Point, others: Point[]): number[] {
    const world = buildWorld(roomOf(ROOMS));
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [23, 5]), goalAt(world, [1, 5])],
      itineraries: [itineraryTo(0), itineraryTo(1)],
      capacity: 10,
    });
    addPerson(simulation, { x: from[0], y: from[1], itinerary: 0 });
    for (const [x, y] of others) addPerson(simulation, { x, y, itinerary: 1 });
    for (let n = 0; n < 5; n++) step(simulation);
    const crowd = simulation.crowd as ReactiveCrowd;
    return Array.from(crowd.letsOut.subarray(0, crowd.count));
  }

  it('a walker lets others out first, and these let nobody out', () => {
    expect(letsOut([8.5, 5.3], [[11.5, 4.7]])).toEqual([1, 0]);
  });

  it('not where nobody comes, in the passage, or far from it', () => {
    expect(letsOut([8.5, 5.3], [])).toEqual([0]);
    expect(letsOut([11, 5.3], [[13.5, 4.7]])[0]).toBe(0);
    expect(letsOut([2, 5.3], [[5, 4.7]])[0]).toBe(0);
  });
});

// --- The same walls, other cells --------------------------------------------------------------------------------------------------

interface Place {
  ring: Ring;
  goals: Point[];
}

const SHAPES: Record<string, (random: Random) => Place> = {
  L: (random) => {
    const [w, h] = [random.between(1.5, 4), random.between(1.5, 4)];
    return {
      ring: [0, 0, 12, 0, 12, h, w, h, w, 12, 0, 12],
      goals: [
        [11, 0.7],
        [0.7, 11],
      ],
    };
  },
  Z: (random) => {
    const [w, h, g] = [random.between(1.5, 4), random.between(1.5, 3.5), random.between(1.5, 3.5)];
    return {
      ring: [0, 0, 8, 0, 8, 8 - g, 16, 8 - g, 16, 8, 8 - w, 8, 8 - w, h, 0, h],
      goals: [
        [0.7, 0.7],
        [15.3, 7.3],
      ],
    };
  },
  T: (random) => {
    const [left, right, h] = [random.between(4, 5.5), random.between(7, 8.5), random.between(1.5, 4)];
    return {
      ring: [left, 0, right, 0, right, 8, 13, 8, 13, 8 + h, 0, 8 + h, 0, 8, left, 8],
      goals: [
        [0.7, 8.7],
        [12.3, 8.7],
        [left + 0.7, 0.7],
        [right - 0.7, 0.7],
      ],
    };
  },
};

/** Portals that a path looks through, and metres within which it takes a walker to stand in one. */
const LOOKED = 12;
const IN_PORTAL = 1.1e-3;

interface Case {
  shape: string;
  ring: Ring;
  goal: Point;
  places: Point[];
  speed: number;
}

function caseOf(shape: string, random: Random, count: number): Case {
  const { ring, goals } = SHAPES[shape](random);
  const goal = random.pick(goals);
  const places = Array.from({ length: count }, () => placeIn(ring, random, 0.3)).filter(
    ([x, y]) => Math.hypot(x - goal[0], y - goal[1]) > 0.5,
  );
  return { shape, ring, goal, places, speed: random.pick([1.34, 1.1, 0]) };
}

/** Is a walker where directions depend on cells? See the limits at the end of this file. */
function isBeyond({ shape, ring }: Case, [x]: Point, { portals, toPortal, round }: Heading): boolean {
  if (portals > LOOKED || toPortal < IN_PORTAL) return true;
  if (shape !== 'Z' || round === undefined) return false;
  // From an end of the Z, or nearly there, past the first corner to the second.
  const left = ring[12];
  return round[0] === left ? x > 8 - 1 : x < left + 1;
}

describe('other cells of the same floor give the same direction', () => {
  it.each(['L', 'T', 'Z'])('%s', (shape) => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const at = caseOf(shape, random, 40);
        const { ring, goal, places, speed } = at;
        const doors = randomCuts(ring, random, random.integer(1, 4));
        const plain = headingsIn(roomOf(ring), goal, places, { speed });
        const cut = headingsIn(cutBy(roomOf(ring), doors), goal, places, { speed });
        for (const [k, place] of places.entries()) {
          if (isBeyond(at, place, plain[k]) || isBeyond(at, place, cut[k])) continue;
          compared++;
          const told = JSON.stringify({ seed, shape, ring, goal, place, speed, doors });
          expect(cut[k].direction[0], told).toBeCloseTo(plain[k].direction[0], 9);
          expect(cut[k].direction[1], told).toBeCloseTo(plain[k].direction[1], 9);
        }
      }),
      propertyRuns(20),
    );
    expect(compared).toBeGreaterThan(300);
  });
});

describe('a plan that is turned or mirrored gives the direction that is', () => {
  const MOVES: Record<string, (x: number, y: number) => Point> = {
    'turned by a right angle': (x, y) => [-y, x],
    mirrored: (x, y) => [-x, y],
    'mirrored at the diagonal': (x, y) => [y, x],
  };
  const all = (ring: readonly number[], move: (x: number, y: number) => Point): number[] =>
    Array.from({ length: ring.length / 2 }, (_, k) => move(ring[2 * k], ring[2 * k + 1])).flat();

  it.each(Object.keys(SHAPES).flatMap((shape) => Object.keys(MOVES).map((name) => [shape, name])))(
    '%s, %s',
    (shape, name) => {
      const move = MOVES[name!];
      fc.assert(
        fc.property(seeds, (seed) => {
          const random = createRandom(seed);
          const at = caseOf(shape!, random, 30);
          const { ring, goal, places, speed } = at;
          const doors = randomCuts(ring, random, random.integer(0, 2));
          const plain = headingsIn(cutBy(roomOf(ring), doors), goal, places, { speed });
          const moved = headingsIn(
            cutBy(
              roomOf(all(ring, move)),
              doors.map((ends) => all(ends, move)),
            ),
            all(goal, move),
            places.map(([x, y]) => move(x, y)),
            { speed },
          );
          for (const [k, place] of places.entries()) {
            const beyond = [plain[k], { ...moved[k], round: plain[k].round }];
            if (beyond.some((heading) => isBeyond(at, place, heading))) continue;
            const told = JSON.stringify({ seed, shape, name, ring, goal, place, speed, doors });
            const expected = move(...plain[k].direction);
            expect(moved[k].direction[0], told).toBeCloseTo(expected[0], 9);
            expect(moved[k].direction[1], told).toBeCloseTo(expected[1], 9);
          }
        }),
        propertyRuns(8),
      );
    },
  );
});

/** The direction from a place, without doors and with them, in the usual profile. */
function bothHeadings(ring: Ring, goal: Point, place: Point, doors: number[][], speed = 1.34): [Heading, Heading] {
  const headings = (plan: ReturnType<typeof roomOf>) => headingsIn(plan, goal, [place], { speed })[0];
  return [headings(roomOf(ring)), headings(cutBy(roomOf(ring), doors))];
}

function expectSame(...at: Parameters<typeof bothHeadings>): void {
  const [plain, cut] = bothHeadings(...at);
  expectDirection(cut, ...plain.direction, 9);
}

describe('other cells give the same direction', () => {
  it('where a door ends on a wall of the corner: it is no other wall', () => {
    const place: Point = [0.5, 9];
    const ring = [0, 0, 12, 0, 12, 3, 3, 3, 3, 12, 0, 12];
    // Both keep 0.9 · 2.5 m.
    for (const heading of bothHeadings(ring, [11, 1.5], place, [[0, 4, 3, 4]], 0)) {
      expect(passedAt(heading, place, [3, 3])).toBeCloseTo(-2.25, 9);
    }
  });

  it('where the goal lies behind both bounds of a wide portal near by', () => {
    // Down past (4.1, 1.9), not back up along the door to (8, 5.6).
    const ring = [0, 0, 8, 0, 8, 5.6, 16, 5.6, 16, 8, 4.1, 8, 4.1, 1.9, 0, 1.9];
    const doors = [
      [4.1, 1.9, 8, 5.6],
      [0.4, 1.9, 8, 0.4],
    ];
    expectSame(ring, [0.7, 0.7], [6.7, 4.4], doors);
  });

  it('where the path turns before a corner of its own cell', () => {
    // Into the stem of a T: the lane about (5.5, 8) points at (8, 8), which is in the same cell only where nothing is cut.
    const ring = [5.5, 0, 8, 0, 8, 8, 13, 8, 13, 11.5, 0, 11.5, 0, 8, 5.5, 8];
    expectSame(ring, [6, 0.7], [2, 9.95], [[0, 11, 2.6, 8]]);
  });
});

describe('limits: where directions depend on cells', () => {
  function degreesBetween({ direction: [ax, ay] }: Heading, { direction: [bx, by] }: Heading): number {
    return (Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * 180) / Math.PI;
  }

  it('a lane about one corner minds a nearer one on the other side in its own cell only: less than 5°', () => {
    const ring = [0, 0, 8, 0, 8, 5.7, 16, 5.7, 16, 8, 4, 8, 4, 3.4, 0, 3.4];
    const [plain, cut] = bothHeadings(ring, [15.3, 7.3], [2.2, 1.75], [[2.5, 3.4, 7.5, 0]]);
    expect(cut.round).toEqual(plain.round);
    expect(degreesBetween(plain, cut)).toBeLessThan(5);
  });

  it('within 1 mm of its next portal it heads straight through it: the direction may differ by less than 90°', () => {
    const hall = rectangle(0, 0, 20, 10);
    const doors = [[5, 0, 5, 10]];
    const [plain, cut] = bothHeadings(hall, [18, 8], [4.9995, 2], doors);
    expectDirection(cut, 1, 0);
    expect(degreesBetween(plain, cut)).toBeLessThan(90);
    expectSame(hall, [18, 8], [4.9985, 2], doors);
    expectSame(hall, [18, 8], [5.0005, 2], doors);
  });

  it('beyond 12 portals it heads for the middle of the last one: less than 10° off', () => {
    const hall = rectangle(0, 0, 20, 10);
    const doors = (count: number) => Array.from({ length: count }, (_, k) => [2 + k, 0, 2 + k, 10]);
    expectSame(hall, [18, 9], [1, 1], doors(12));
    const [plain, cut] = bothHeadings(hall, [18, 9], [1, 1], doors(13));
    expectDirection(cut, 12, 4);
    expect(degreesBetween(plain, cut)).toBeLessThan(10);
  });
});
