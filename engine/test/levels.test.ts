/**
 * Levels at the same x, y, and stairs between them: located, walked, measured and checked.
 *
 *   y 6 ┌───────────────────────┐        The ground floor and the upper floor both cover this; the stair begins on the
 *     4 │     ┌─────────────┐   │        ground floor at x = 3 and ends on the upper floor at x = 7. On the ground floor
 *       │  ⇢ ▏ stair      ▕ ⇢  │        one meets it at x = 3 only, on the upper floor at x = 7 only.
 *     2 │     └─────────────┘   │
 *     0 └───────────────────────┘
 *       0     3             7   10 x
 */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { checkWorld } from '../src/build.ts';
import { InputError } from '../src/core/errors.ts';
import { NONE } from '../src/core/none.ts';
import { nextRandom, seedRandom } from '../src/core/random.ts';
import type { Plan, PlanLink } from '../src/map/plan.ts';
import { cellArea } from '../src/subdivision/cells.ts';
import { FAR_AND_TURNED, IN_PLACE } from './scenes/solids.ts';
import { componentsOver, levelOf, planOf, rectangle, Storeys, stairs, TURNED } from './scenes/storeys.ts';

const PLACEMENTS = [
  ['in place', IN_PLACE],
  ['turned by 30°', TURNED],
  ['turned by 37° and far away', FAR_AND_TURNED],
] as const;

const HALL = rectangle(0, 0, 10, 6);
const STAIR = [3, 4, 3, 2, 7, 2, 7, 4];
const ground = levelOf('ground', 0, [HALL]);
const upper = levelOf('upper', 3, [HALL]);
const twoStoreys = planOf([ground, upper], [stairs('stair', 0, 1, STAIR)]);

/** m² of all cells of a link. */
function linkArea({ mesh }: Storeys, link: number): number {
  let sum = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) if (mesh.cellLink[c] === link) sum += cellArea(mesh, c);
  return sum;
}

function messageOf(plan: Plan): string {
  try {
    buildWorld(plan);
  } catch (caught) {
    expect(caught).toBeInstanceOf(InputError);
    return (caught as InputError).message;
  }
  return 'no error';
}

for (const [where, placement] of PLACEMENTS) {
  describe(`two storeys ${where}`, () => {
    const house = new Storeys(twoStoreys, placement);

    it('hold by every checker, with nothing to repair or to warn of', () => {
      expect(checkWorld(house.world)).toEqual([]);
      expect(house.world.report.repairs).toEqual([]);
      expect(house.world.report.warnings).toEqual([]);
      for (const { area } of house.world.maps) expect(area).toBeCloseTo(60 - 8, 6);
      expect(linkArea(house, 0)).toBeCloseTo(8, 6);
    });

    it('are located each by itself', () => {
      const below = house.cellAt(0, 1, 1);
      const above = house.cellAt(1, 1, 1);
      expect(below).not.toBe(above);
      expect([house.mesh.cellLevel[below], house.mesh.cellLevel[above]]).toEqual([0, 1]);
      const random = seedRandom(1);
      for (let i = 0; i < 500; i++) {
        const x = 12 * nextRandom(random) - 1;
        const y = 8 * nextRandom(random) - 1;
        const onFloor = x > 0 && x < 10 && y > 0 && y < 6;
        const onStair = x > 3 && x < 7 && y > 2 && y < 4;
        // The stair belongs to the lower level; above it is a void.
        expect(house.linkAt(0, x, y)).toBe(onStair ? 0 : onFloor ? NONE : undefined);
        expect(house.linkAt(1, x, y)).toBe(onFloor && !onStair ? NONE : undefined);
        expect(house.linkAt(2, x, y)).toBeUndefined();
      }
    });

    it('are walked from one to the other and back over the stair', () => {
      expect(house.walk(0, 1, 3, 5, 3)).toMatchObject({ reached: true, level: 0, link: 0 });
      expect(house.walk(0, 1, 3, 9, 3)).toMatchObject({ reached: true, level: 1, link: NONE });
      expect(house.walk(0, 2, 2.5, 9, 3.5)).toMatchObject({ reached: true, level: 1, link: NONE });
      expect(house.walk(1, 9, 3, 1, 3)).toMatchObject({ reached: true, level: 0, link: NONE });
      // Down to the ground floor, around the stair, and there is no way on: one stands behind it, below its end.
      expect(house.route(1, [9, 3], [1, 3], [1, 1], [9, 1], [9, 3])).toEqual([0, 0, 0, 0]);
      expect(house.route(1, [9, 3], [1, 3], [1, 1], [9, 1], [9, 3], [5, 3])).toEqual([0, 0, 0, 0]);
    });

    it('walls of the stair block from all sides, on both levels', () => {
      const stopsAt = (level: number, x: number, y: number, toX: number, toY: number, hitX: number, hitY: number) => {
        const arrival = house.walk(level, x, y, toX, toY);
        expect(arrival.reached).toBe(false);
        expect(Math.hypot(arrival.x - hitX, arrival.y - hitY)).toBeLessThan(1e-6);
      };
      for (const level of [0, 1]) {
        stopsAt(level, 5, 1, 5, 3, 5, 2);
        stopsAt(level, 5, 5, 5, 3, 5, 4);
      }
      stopsAt(0, 9, 3, 5, 3, 7, 3);
      stopsAt(1, 1, 3, 5, 3, 3, 3);
      stopsAt(0, 5, 3, 5, 5, 5, 4);
      stopsAt(0, 5, 3, 6, 1, 5.5, 2);
      // In over the lower end, and against the stair's wall before the upper one.
      stopsAt(0, 2, 3, 8, 5, 5, 4);
    });

    it('know how far the nearest wall is, across portals too', () => {
      const far = (level: number, x: number, y: number) => house.clearance(level, x, y);
      expect(far(0, 5, 3)).toBeCloseTo(1, 6);
      expect(far(0, 3.01, 3)).toBeCloseTo(1, 6);
      expect(far(0, 2.9, 3)).toBeCloseTo(Math.hypot(0.1, 1), 6);
      expect(far(0, 2.5, 3)).toBeCloseTo(Math.hypot(0.5, 1), 6);
      expect(far(0, 7.5, 3)).toBeCloseTo(0.5, 6);
      expect(far(1, 7.5, 3)).toBeCloseTo(Math.hypot(0.5, 1), 6);
      expect(far(1, 2.5, 3)).toBeCloseTo(0.5, 6);
    });

    it('hang together over free sides', () => {
      expect(new Set(componentsOver(house.mesh, 0)).size).toBe(1);
      // The stair is 2 m wide: wider bodies stay on their storey.
      const over = (width: number, level: number) => componentsOver(house.mesh, width)[house.cellAt(level, 1, 1)];
      expect(over(1.999, 0)).toBe(over(1.999, 1));
      expect(over(2.001, 0)).not.toBe(over(2.001, 1));
    });
  });

  describe(`a stair between two halls ${where}`, () => {
    // Nothing lies above anything: one flat map of the same walls must give the same answers.
    const corners = [3, 4, 3, 2, 7, 2.5, 7, 4.5];
    const west = rectangle(0, 0, 3, 6);
    const east = rectangle(7, 0, 10, 6);
    const split = new Storeys(
      planOf([levelOf('low', 0, [west]), levelOf('high', 2, [east])], [stairs('stair', 0, 1, corners)]),
      placement,
    );
    const flat = new Storeys(planOf([levelOf('flat', 0, [west, corners, east])]), placement);
    const levelAt = (x: number) => (x > 7 ? 1 : 0);

    it('is walked and measured like a flat map of the same walls', () => {
      expect(checkWorld(split.world)).toEqual([]);
      const random = seedRandom(2);
      let walked = 0;
      for (let i = 0; i < 2000; i++) {
        const [x, y, toX, toY] = Array.from({ length: 4 }, (_, k) => (k % 2 === 0 ? 10 : 6) * nextRandom(random));
        const isHere = flat.cellAt(0, x!, y!) !== NONE;
        expect(split.cellAt(levelAt(x!), x!, y!) !== NONE).toBe(isHere);
        if (!isHere) continue;
        const expected = flat.walk(0, x!, y!, toX!, toY!);
        const found = split.walk(levelAt(x!), x!, y!, toX!, toY!);
        expect(found.reached).toBe(expected.reached);
        expect(Math.hypot(found.x - expected.x, found.y - expected.y)).toBeLessThan(1e-6);
        if (found.reached) expect(found.level).toBe(levelAt(toX!));
        const clear = split.clearance(levelAt(x!), x!, y!);
        expect(Math.abs(clear - flat.clearance(0, x!, y!))).toBeLessThan(1e-6);
        walked++;
      }
      expect(walked).toBeGreaterThan(800);
    });
  });

  describe(`stairs that meet walls ${where}`, () => {
    it.each([
      ['an obstacle', levelOf('ground', 0, [HALL], [rectangle(2, 1, 3, 2.7)]), 1],
      ['an obstacle on the other side', levelOf('ground', 0, [HALL], [rectangle(2, 3.3, 3, 5)]), -1],
      ['a line', levelOf('ground', 0, [HALL], [], [[3, 1, 3, 2.7]]), 1],
      ['a line on the other side', levelOf('ground', 0, [HALL], [], [[3, 3.3, 3, 5]]), -1],
    ])('an end half blocked by %s is open for the rest', (_, blocked, side) => {
      const house = new Storeys(planOf([blocked, upper], [stairs('stair', 0, 1, STAIR)]), placement);
      /** y with the obstacle at the lower y. */
      const at = (y: number) => 3 + side * (y - 3);
      expect(checkWorld(house.world)).toEqual([]);
      expect(linkArea(house, 0)).toBeCloseTo(8, 6);
      expect(house.linkAt(0, 3.05, at(2.05))).toBe(0);
      expect(house.linkAt(0, 3.05, at(3.95))).toBe(0);
      expect(house.walk(0, 4, 3, 1, 3)).toMatchObject({ reached: true, level: 0, link: NONE });
      const stopped = house.walk(0, 4, at(2.3), 1, at(2.3));
      expect(stopped.reached).toBe(false);
      expect(stopped.x).toBeCloseTo(3, 6);
      expect(house.clearance(0, 3.2, at(2.9))).toBeCloseTo(Math.hypot(0.2, 0.2), 6);
      const over = (width: number, level: number) => componentsOver(house.mesh, width)[house.cellAt(level, 1, at(5.5))];
      expect(over(1.299, 0)).toBe(over(1.299, 1));
      expect(over(1.301, 0)).not.toBe(over(1.301, 1));
    });

    it('pillars before both ends leave three ways in and four out', () => {
      const pillars = (x: number, ...ys: number[]) => ys.map((y) => rectangle(x, y, x + 0.5, y + 0.1));
      const house = new Storeys(
        planOf(
          [
            levelOf('ground', 0, [HALL], pillars(2.5, 2.5, 3.2)),
            levelOf('upper', 3, [HALL], pillars(7, 2.3, 2.9, 3.5)),
          ],
          [stairs('stair', 0, 1, STAIR)],
        ),
        placement,
      );
      expect(checkWorld(house.world)).toEqual([]);
      expect(linkArea(house, 0)).toBeCloseTo(8, 6);
      for (const [y, opens] of [
        [2.2, true],
        [2.55, false],
        [2.8, true],
        [3.25, false],
        [3.8, true],
      ] as const) {
        expect(house.walk(0, 2.2, y, 4, y).reached).toBe(opens);
      }
      for (const [y, opens] of [
        [2.1, true],
        [2.35, false],
        [2.6, true],
        [2.95, false],
        [3.2, true],
        [3.55, false],
        [3.8, true],
      ] as const) {
        const arrival = house.walk(0, 4, y, 8, y);
        expect(arrival).toMatchObject(opens ? { reached: true, level: 1 } : { reached: false, level: 0, link: 0 });
      }
    });

    it('a corner of an obstacle half a millimetre beyond an end bends it, and all holds', () => {
      const spike = levelOf('ground', 0, [HALL], [[2, 3, 3.0005, 3, 2, 3.3]]);
      const house = new Storeys(planOf([spike, upper], [stairs('stair', 0, 1, STAIR)]), placement);
      expect(checkWorld(house.world)).toEqual([]);
      expect(house.walk(0, 2.9, 2.5, 9, 2.5)).toMatchObject({ reached: true, level: 1 });
      expect(house.walk(0, 2.9, 3.5, 9, 3.5)).toMatchObject({ reached: true, level: 1 });
    });

    it('an askew stair is as wide as it is square to its sides', () => {
      // Its ends are 2 m long, its sides rise 3 on 4: 1.6 m between them.
      const askew = stairs('askew', 0, 1, [3, 3, 3, 1, 7, 4, 7, 6]);
      const tall = rectangle(0, 0, 10, 8);
      const house = new Storeys(
        planOf([levelOf('ground', 0, [tall]), levelOf('upper', 3, [tall])], [askew]),
        placement,
      );
      expect(checkWorld(house.world)).toEqual([]);
      const over = (width: number, level: number) => componentsOver(house.mesh, width)[house.cellAt(level, 0.5, 0.5)];
      expect(over(1.5999, 0)).toBe(over(1.5999, 1));
      expect(over(1.6001, 0)).not.toBe(over(1.6001, 1));
    });
  });
}

describe('which levels are taken', () => {
  it('a level without a link is left out with a note', () => {
    const attic = levelOf('attic', 6, [rectangle(0, 0, 5, 5)]);
    const house = new Storeys(planOf([ground, upper, attic], [stairs('stair', 0, 1, STAIR)]));
    expect(house.world.report.notes).toEqual([
      'area taken: the largest connected one, 104.0 m²; left out: 1 unconnected area of 25.0 m² in all (--seed-point x,y chooses)',
    ]);
    expect(house.cellAt(2, 1, 1)).toBe(NONE);
    expect(house.world.maps[2].area).toBe(0);
    expect(checkWorld(house.world)).toEqual([]);
  });

  it('floor that only a stair joins belongs to the place', () => {
    // The upper floor's gallery on the left is reached from the ground floor only.
    const galleries = levelOf('upper', 3, [rectangle(0, 0, 2, 6), rectangle(7, 0, 10, 6)]);
    const links = [stairs('right', 0, 1, STAIR), stairs('left', 0, 1, [5, 4.5, 5, 5.5, 2, 5.5, 2, 4.5])];
    const house = new Storeys(planOf([ground, galleries], links));
    expect(house.world.report.warnings).toEqual([]);
    expect(house.world.maps[1].area).toBeCloseTo(12 + 18, 9);
    expect(new Set(componentsOver(house.mesh, 0)).size).toBe(1);
    expect(house.walk(1, 1, 5, 6, 5)).toMatchObject({ reached: true, level: 0 });
  });

  it('a seed on one storey takes what hangs together with it', () => {
    const annexe = levelOf('ground', 0, [HALL, rectangle(20, 0, 40, 20)]);
    const plan = planOf([annexe, upper], [stairs('stair', 0, 1, STAIR)]);
    expect(new Storeys(plan).world.maps.map(({ area }) => area)).toEqual([400, 0]);
    const seeded = new Storeys(plan, IN_PLACE, { seedPoints: [[1, 1]] });
    for (const { area } of seeded.world.maps) expect(area).toBeCloseTo(52, 9);
  });
});

describe('stairs on stairs', () => {
  const top = levelOf('top', 6, [HALL]);

  it('three storeys, two stairs on the same footprint: a spiral', () => {
    const links = [stairs('first', 0, 1, STAIR), stairs('second', 1, 2, STAIR)];
    for (const [, placement] of PLACEMENTS) {
      const house = new Storeys(planOf([ground, upper, top], links), placement);
      expect(checkWorld(house.world)).toEqual([]);
      expect(house.world.report.warnings).toEqual([]);
      expect([0, 1, 2].map((level) => house.linkAt(level, 5, 3))).toEqual([0, 1, undefined]);
      const around: [number, number][] = [
        [9, 5],
        [1, 5],
        [1, 3],
      ];
      expect(house.route(0, [1, 3], [9, 3], ...around, [9, 3], ...around)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
      expect(new Set(componentsOver(house.mesh, 0)).size).toBe(1);
    }
  });

  it('two stairs cannot share one end: the second is told of', () => {
    const back = stairs('second', 1, 2, [7, 2, 7, 4, 3, 4, 3, 2]);
    const house = new Storeys(planOf([ground, upper, top], [stairs('first', 0, 1, STAIR), back]));
    expect(house.world.report.warnings).toEqual([
      'stairs "second" does not meet the floor of level "upper"; move its end onto the floor, apart from those of other links',
    ]);
    expect(checkWorld(house.world)).toEqual([]);
  });

  it('side by side they can', () => {
    const links = [stairs('first', 0, 1, [3, 3, 3, 2, 7, 2, 7, 3]), stairs('second', 1, 2, [7, 3, 7, 4, 3, 4, 3, 3])];
    const house = new Storeys(planOf([ground, upper, top], links));
    expect(checkWorld(house.world)).toEqual([]);
    expect(house.route(0, [1, 2.5], [8, 2.5], [8, 3.5], [1, 3.5])).toEqual([1, 1, 2]);
  });

  it('a ramp, an escalator and a lift are links as well', () => {
    const square = [8, 2, 8, 0.5, 9.5, 0.5, 9.5, 2];
    for (const kind of ['ramp', 'escalator', 'lift'] as const) {
      const link: PlanLink = { ...stairs('way up', 0, 1, square), kind };
      const house = new Storeys(planOf([ground, upper], [link]), TURNED);
      expect(checkWorld(house.world)).toEqual([]);
      expect(house.walk(0, 7.5, 1, 9.8, 1)).toMatchObject({ reached: true, level: 1 });
    }
  });
});

describe('stairs that lead nowhere', () => {
  it('an end beside the floor is told of, by its level', () => {
    const short = planOf([ground, levelOf('upper', 3, [rectangle(0, 0, 5, 6)])], [stairs('stair', 0, 1, STAIR)]);
    const house = new Storeys(short);
    expect(house.world.report.warnings).toEqual([
      'stairs "stair" does not meet the floor of level "upper"; move its end onto the floor, apart from those of other links',
    ]);
    expect(checkWorld(house.world)).toEqual([]);
    // It can be entered, and ends at a wall.
    expect(house.walk(0, 1, 3, 6.9, 3)).toMatchObject({ reached: true, link: 0 });
    const arrival = house.walk(0, 1, 3, 9, 3);
    expect(arrival.reached).toBe(false);
    expect(arrival.x).toBeCloseTo(7, 9);
  });

  it('both ends beside the floor: told twice, and no cell', () => {
    const house = new Storeys(planOf([ground, upper], [stairs('stair', 0, 1, [23, 4, 23, 2, 27, 2, 27, 4])]));
    expect(house.world.report.warnings).toHaveLength(2);
    expect(house.mesh.cellLink.every((link) => link === NONE)).toBe(true);
    expect(checkWorld(house.world)).toEqual([]);
  });
});

describe('wrong links', () => {
  const around = 'give four corners around its outline, first the two of the lower end, then the two of the upper end';

  it.each([
    ['three corners', stairs('s', 0, 1, [3, 4, 3, 2, 7, 2]), `3 corners are given; ${around}`],
    ['five corners', stairs('s', 0, 1, [...STAIR, 3, 5]), `5 corners are given; ${around}`],
    ['corners crossed', stairs('s', 0, 1, [3, 4, 3, 2, 7, 4, 7, 2]), `its outline is not convex; ${around}`],
    ['a dent', stairs('s', 0, 1, [3, 4, 3, 2, 7, 2, 3.5, 3.5]), `its outline is not convex; ${around}`],
    ['no area', stairs('s', 0, 1, [3, 2, 4, 2, 5, 2, 6, 2]), `its outline is not convex; ${around}`],
    ['a corner twice', stairs('s', 0, 1, [3, 4, 3, 2, 7, 2, 7, 2]), `its outline is not convex; ${around}`],
    [
      'a millimetre wide',
      stairs('s', 0, 1, [3, 2.001, 3, 2, 7, 2, 7, 2.001]),
      'it is narrower than 0.01 m; make it as wide as a person at least',
    ],
    ['one level', stairs('s', 1, 1, STAIR), 'both ends are on level "upper"; give the two levels that it joins'],
    ['no such level', stairs('s', 0, 2, STAIR), 'the plan has no level 2; name one of 0 to 1'],
    ['half a level', stairs('s', 0.5, 1, STAIR), 'the plan has no level 0.5; name one of 0 to 1'],
  ])('%s', (_, link, message) => {
    expect(messageOf(planOf([ground, upper], [link]))).toBe(`house, stairs "s": ${message}`);
  });

  it('a corner so pointed that the tolerance folds it', () => {
    const needle = stairs('s', 0, 1, [2, 2, 6, 2, 2.5, 2.12, 2, 2.13]);
    const spike = levelOf('ground', 0, [HALL], [[5.9, 1, 6, 1, 5.99, 2.0009]]);
    expect(checkWorld(buildWorld(planOf([ground, upper], [needle])))).toEqual([]);
    expect(messageOf(planOf([spike, upper], [needle]))).toBe(
      'stairs "s": its outline folds at a pointed corner; draw its ends square to its sides',
    );
  });

  it('coordinates that are none', () => {
    expect(messageOf(planOf([ground, upper], [stairs('s', 0, 1, [3, 4, 3, 2, 7, Number.NaN, 7, 4])]))).toContain(
      'house, link "s": coordinate NaN is not a length in metres',
    );
  });

  it('corners given clockwise are taken as they are meant', () => {
    const clockwise = stairs('stair', 0, 1, [3, 2, 3, 4, 7, 4, 7, 2]);
    const blocked = levelOf('ground', 0, [HALL], [rectangle(2, 1, 3, 2.7)]);
    for (const level of [ground, blocked]) {
      const mesh = (link: PlanLink) => buildWorld(planOf([level, upper], [link])).mesh;
      expect(mesh(clockwise)).toEqual(mesh(twoStoreys.links[0]));
    }
  });
});

describe('any plan of several levels', () => {
  /** A rectangle somewhere, at any angle; every other one on a grid of half metres, so that much touches. */
  function drawRectangle(random: Int32Array, least: number, most: number): number[] {
    const between = (low: number, high: number) => low + (high - low) * nextRandom(random);
    const isSquare = nextRandom(random) < 0.5;
    const round = (x: number) => (isSquare ? Math.round(2 * x) / 2 : x);
    const angle = isSquare ? (Math.PI / 2) * Math.floor(between(0, 4)) : between(0, 7);
    const [cosine, sine] = isSquare
      ? [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))]
      : [Math.cos(angle), Math.sin(angle)];
    const [width, depth] = [Math.max(0.5, round(between(least, most))), Math.max(0.5, round(between(least, most)))];
    const [x, y] = [round(between(0, 12)), round(between(0, 8))];
    const ring = rectangle(0, 0, width, depth);
    return ring.map((_, i) =>
      i % 2 === 0 ? x + cosine * ring[i] - sine * ring[i + 1] : y + sine * ring[i - 1] + cosine * ring[i],
    );
  }

  function drawPlan(seed: number): Plan {
    const random = seedRandom(seed);
    const some = <T>(most: number, draw: () => T) =>
      Array.from({ length: Math.floor((most + 1) * nextRandom(random)) }, draw);
    const levels = Array.from({ length: 2 + Math.floor(2 * nextRandom(random)) }, (_, i) =>
      levelOf(
        `${i}`,
        3 * i,
        [rectangle(0, 0, 12, 8), ...some(2, () => drawRectangle(random, 1, 6))],
        some(4, () => drawRectangle(random, 0.1, 3)),
        some(2, () => drawRectangle(random, 0.5, 4).slice(0, 6)),
      ),
    );
    const links = some(4, () => {
      const lower = Math.floor((levels.length - 1) * nextRandom(random));
      const c = drawRectangle(random, 0.5, 3);
      const corners = nextRandom(random) < 0.5 ? c : [0, 6, 4, 2].flatMap((i) => c.slice(i, i + 2));
      return stairs('stair', lower, lower + 1, corners);
    });
    const doors = some(6, () => {
      const ring = drawRectangle(random, 0.5, 2);
      const level = Math.floor(levels.length * nextRandom(random));
      return { name: 'door', level, ends: ring.slice(0, 4) as [number, number, number, number] };
    });
    return planOf(levels, links, doors);
  }

  it('holds by every checker', () => {
    let glued = 0;
    let doors = 0;
    for (let seed = 0; seed < 400; seed++) {
      const world = buildWorld(drawPlan(seed));
      expect(checkWorld(world), `seed ${seed}`).toEqual([]);
      const { mesh } = world;
      expect(new Set(componentsOver(mesh, 0)).size, `seed ${seed}`).toBe(1);
      if (mesh.cellLink.some((link) => link !== NONE)) glued++;
      if (mesh.sideDoor.some((door) => door !== NONE)) doors++;
    }
    expect(glued).toBeGreaterThan(100);
    expect(doors).toBeGreaterThan(20);
  });
});
