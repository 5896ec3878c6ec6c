/** The parts of the benchmark of routes: figures, pairs, the judge of paths, timing, the peer. */
import { buildWorld } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { type City, makeKnownCity } from '../city.ts';
import { deepestInside } from '../judge.ts';
import { buildRecast, extrude, loadRecast } from '../peers/recast.ts';
import { createRecastPlanner } from '../peers/recast-path.ts';
import { growthExponent, largest, mean, quantile } from '../statistics.ts';
import { leastClearance, lengthOf, REACH, segmentsOfPaths, wallsOf } from './judge-paths.ts';
import { randomPairs } from './pairs.ts';
import { timeInterleaved } from './timing.ts';

const CITY = makeKnownCity({ seed: 4, buildings: 60, dirty: false });
const WORLD = buildWorld(CITY.plan);

describe('figures', () => {
  it('quantiles are ranks; of two in the middle the mean', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
    expect(quantile([4, 1, 2, 3], 0.5)).toBe(2.5);
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(quantile(hundred, 0.95)).toBe(95.5);
    expect(quantile(hundred, 1)).toBe(100);
    expect(quantile([], 0.5)).toBeNaN();
    expect([mean([1, 2, 6]), largest([1, 7, 2])]).toEqual([3, 7]);
  });

  it('the exponent of growth is the power', () => {
    const points = [500, 5000, 50_000].map((x): [number, number] => [x, 3 * x ** 0.35]);
    expect(growthExponent(points)).toBeCloseTo(0.35, 12);
    expect(
      growthExponent([
        [1, 5],
        [10, 5],
        [100, 5],
      ]),
    ).toBeCloseTo(0, 12);
  });
});

describe('pairs', () => {
  const pairs = randomPairs(WORLD, 400, 0.9, 7);

  it('are the same for the same seed, and others for another', () => {
    expect(randomPairs(WORLD, 400, 0.9, 7)).toEqual(pairs);
    expect(randomPairs(WORLD, 1, 0.9, 8)).not.toEqual(pairs.slice(0, 1));
  });

  it('lie on the floor, half the width from every wall, all over the city', () => {
    const walls = wallsOf(CITY);
    const [left, bottom, right, top] = CITY.box;
    const quarters = [0, 0, 0, 0];
    for (const { from, to, distance } of pairs) {
      expect(distance).toBeCloseTo(Math.hypot(to[0] - from[0], to[1] - from[1]), 12);
      for (const [x, y] of [from, to]) {
        const spot = [x, y, x + 1e-9, y];
        expect(leastClearance(walls, spot)).toBeGreaterThan(0.45 - 1e-6);
        expect(deepestInside(CITY, spot)).toBe(0);
        const quarter = (x > (left + right) / 2 ? 1 : 0) + (y > (bottom + top) / 2 ? 2 : 0);
        quarters[quarter] = (quarters[quarter] as number) + 1;
      }
    }
    for (const count of quarters) expect(count).toBeGreaterThan(100);
  });
});

describe('the judge of paths', () => {
  /** One house, 10 × 10 m, its lower left corner at 0, 0; floor of 10 m around it. */
  const house: City = {
    ...CITY,
    box: [-10, -10, 20, 20],
    plan: {
      ...CITY.plan,
      levels: [
        {
          ...CITY.plan.levels[0],
          polygons: [{ role: 'obstacle', rings: [Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10)] }],
        },
      ],
    },
  };
  const walls = wallsOf(house);

  it.each([
    ['beside the house', [-0.5, 2, -0.5, 8], 0.5],
    ['around its corner', [-0.3, 2, -0.3, -0.3, 8, -0.3], 0.3],
    ['past its corner at an angle', [-1, 0.5, 0.5, -1], Math.SQRT1_2 / 2],
    ['through it', [-1, 5, 11, 5], 0],
    ['along the edge of the floor', [-9.9, -9, -9.9, 19], 0.1],
    ['over a long way', [-4, -9.75, 15, -9.75], 0.25],
    ['far from everything', [-5, -5, -5, 15], REACH],
  ])('%s', (_, points, clearance) => {
    expect(leastClearance(walls, points)).toBeCloseTo(clearance, 9);
  });

  it('adds up lengths and lists segments', () => {
    expect(lengthOf([0, 0, 3, 4, 3, 5])).toBe(6);
    expect(lengthOf([])).toBe(0);
    expect(segmentsOfPaths([[0, 0, 3, 4, 3, 5], [], [1, 1, 2, 2]])).toEqual([0, 0, 3, 4, 3, 4, 3, 5, 1, 1, 2, 2]);
  });
});

describe('timing', () => {
  it('asks every planner every pair, block by block, and takes medians of rounds', () => {
    const pairs = randomPairs(WORLD, 1200, 0.5, 1);
    const order: string[] = [];
    const asked = new Map<string, number>();
    const planner = (name: string, milliseconds: number) => ({
      name,
      ask: () => {
        if (order.at(-1) !== name) order.push(name);
        asked.set(name, (asked.get(name) ?? 0) + 1);
        const end = performance.now() + milliseconds;
        while (performance.now() < end);
      },
    });
    const [quick, slow] = timeInterleaved([planner('quick', 0), planner('slow', 0.1)], pairs, 3);
    expect(Object.fromEntries(asked)).toEqual({ quick: 4 * 1200, slow: 4 * 1200 });
    // Three blocks, four rounds, two planners in turn.
    expect(order.length).toBe(24);
    expect(slow?.perPair.length).toBe(1200);
    expect(quantile(slow?.perPair ?? [], 0.5)).toBeGreaterThan(99);
    expect(quantile(quick?.perPair ?? [], 0.5)).toBeLessThan(50);
    expect(slow?.slowestCall).toBeGreaterThanOrEqual(largest(slow?.perPair ?? []));
  });
});

describe('recast-navigation', () => {
  it('finds paths that reach their goals, nearly as short as a straight line allows', async () => {
    await loadRecast();
    const mesh = buildRecast(extrude(CITY));
    const planner = createRecastPlanner(mesh);
    const pairs = randomPairs(WORLD, 50, 0.9, 3);
    const paths = pairs.map(planner.answer);
    expect(paths.every(({ reached }) => reached)).toBe(true);
    for (const [i, { points }] of paths.entries()) {
      const { distance } = pairs[i];
      expect(lengthOf(points)).toBeGreaterThan(distance - 1);
      expect(lengthOf(points)).toBeLessThan(2 * distance + 20);
    }
    expect(deepestInside(CITY, segmentsOfPaths(paths.map(({ points }) => points)))).toBeLessThan(0.6);
    const outside = planner.answer({ from: [1e5, 1e5], to: pairs[0].to });
    expect(outside.reached).toBe(false);
    planner.destroy();
    mesh.destroy();
  });
});
