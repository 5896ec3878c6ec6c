/** The comparison of routes on a small city: every figure that is printed is looked at. */
import { buildWorld, createRouter } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../bytes.ts';
import { makeKnownCity } from '../city.ts';
import { readable } from '../table.ts';
import { compare, resultTable, targetTable } from './compare.ts';
import { type Answer, judgeAnswers, ourContender, ourContenders } from './contenders.ts';
import { wallsOf } from './judge-paths.ts';
import { type Pair, randomPairs } from './pairs.ts';
import { timePhases } from './phases.ts';
import { sweepExponent, sweepStep, sweepTable } from './sweep.ts';

const CITY = makeKnownCity({ seed: 4, buildings: 60, dirty: false });
const WORLD = buildWorld(CITY.plan);
const ROUTER = createRouter(WORLD);
const WALLS = wallsOf(CITY);

describe('judging answers', () => {
  const pairs: Pair[] = [
    { from: [0, 0], to: [100, 0], distance: 100 },
    { from: [0, 0], to: [0, 10], distance: 10 },
    { from: [0, 0], to: [0, 60], distance: 60 },
  ];
  const straight = (x: number, y: number, length: number): Answer => ({
    reached: true,
    points: Float64Array.of(0, 0, x, y),
    length,
    expanded: 5,
  });
  const none: Answer = { reached: false, points: new Float64Array(0), length: 0, expanded: 9 };
  const best = [straight(100, 0, 100), straight(0, 10, 10), straight(0, 60, 60)];

  it('compares lengths along the points, far and near apart, and counts failures', () => {
    const bent: Answer = { ...straight(0, 0, 110), points: Float64Array.of(0, 0, 0, -5, 100, -5, 100, 0) };
    const quality = judgeAnswers(CITY, WALLS, pairs, [bent, straight(0, 10, 10), none], best);
    expect(quality.far).toEqual({ pairs: 1, mean: expect.closeTo(0.1, 9), worst: expect.closeTo(0.1, 9) });
    expect(quality.near).toEqual({ pairs: 1, mean: 0, worst: 0 });
    expect(quality).toMatchObject({ unreached: 1, disagreeing: 1, expanded: { median: 5, max: 9 } });
    expect(quality.lengthError).toBeCloseTo(0, 9);
  });

  it('finds a length that is not that of the points', () => {
    const quality = judgeAnswers(CITY, WALLS, pairs, [straight(100, 0, 98), best[1], best[2]], best);
    expect(quality.shorter).toBe(0);
    expect(quality.lengthError).toBeCloseTo(2, 9);
    expect(quality.far.worst).toBe(0);
  });
});

it('a route shorter than exact is counted', () => {
  const pair: Pair = { from: [0, 0], to: [100, 0], distance: 100 };
  const points = Float64Array.of(0, 0, 100, 0);
  const answer: Answer = { reached: true, points, length: 100, expanded: 1 };
  const judge = (best: number) => judgeAnswers(CITY, WALLS, [pair], [answer], [{ ...answer, length: best }]).shorter;
  expect([judge(99), judge(100.05), judge(100.2)]).toEqual([0, 0, 1]);
});

describe('the comparison', () => {
  const pairs = randomPairs(WORLD, 60, 0.9, 5);
  const exact = pairs.map(ourContender(ROUTER, 0.9, 'exact').answer);
  const results = compare(CITY, WALLS, ourContenders(ROUTER, 0.9), pairs, 1, () => exact);

  it('has all methods, whose paths keep their distance and are never shorter than exact', () => {
    expect(results.map(({ name }) => name)).toEqual(['hierarchical', 'l04', 'flat', 'exact']);
    for (const { quality } of results) {
      expect(quality.disagreeing).toBe(0);
      expect(quality.shorter).toBe(0);
      expect(quality.leastClearance).toBeGreaterThan(0.45 - 1e-6);
      expect(quality.deepest).toBe(0);
      expect(quality.lengthError).toBeLessThan(1e-6);
      expect(quality.far.mean).toBeGreaterThanOrEqual(-1e-3);
      expect(quality.far.worst).toBeLessThan(0.5);
    }
    expect(results[3].quality.far.worst).toBeCloseTo(0, 9);
  });

  it('prints no time without lengths and failures beside it', () => {
    const lines = resultTable(results).split('\n');
    expect(lines.length).toBe(2 + 4);
    for (const line of lines.slice(2)) {
      const cells = line.split('|').map((cell) => cell.trim());
      expect(cells[3]).toMatch(/^[\d.,]+ \/ [\d.,]+ \/ [\d.,]+$/);
      expect(cells[7]).toMatch(/ \/ /);
      expect(cells.slice(9, 12).join()).toMatch(/^\d+,\d+,\d+$/);
    }
  });
});

it('targets are met or not', () => {
  const table = targetTable([
    { what: 'time', figure: 41, most: 40, show: readable },
    { what: 'ratio', figure: 18, least: 18, show: (value) => `${value} ×` },
    { what: 'nothing', figure: Number.NaN, most: 1, show: readable },
  ]);
  expect(table).toMatch(/\| time +\| +41 \| +≤ 40 \| +not met \|/);
  expect(table).toMatch(/\| ratio +\| +18 × \| +≥ 18 × \| +met \|/);
  expect(table).toMatch(/\| nothing .* not met \|/);
});

it('bytes are those of typed arrays, each buffer once, without what is excepted', () => {
  const shared = new Float64Array(10);
  const product = {
    a: shared,
    b: { c: shared.subarray(2), d: [new Int32Array(3)] },
    other: { e: new Uint8Array(100) },
  };
  expect(bytesOf(product, [product.other])).toBe(80 + 12);
  expect(bytesOf(product)).toBe(80 + 12 + 100);
});

describe('growth', () => {
  it('times the parts of the very query that is answered', () => {
    for (const pair of randomPairs(WORLD, 30, 0.5, 9)) {
      const phases = timePhases(ROUTER, pair, 0.5);
      const answer = ourContender(ROUTER, 0.5, 'hierarchical').answer(pair);
      expect(phases !== undefined).toBe(answer.reached);
      if (phases === undefined) continue;
      expect(phases.portals).toBe(ROUTER.portals.length);
      for (const part of [phases.search, phases.unfolding, phases.tightening]) expect(part).toBeGreaterThanOrEqual(0);
    }
  });

  it('has a step per size and an exponent', () => {
    const steps = [150, 300].map((cells) => sweepStep(cells, 0.5, 20));
    expect(steps[0].cells).toBeGreaterThan(50);
    expect(steps[1].cells).toBeGreaterThan(1.5 * steps[0].cells);
    for (const step of steps) {
      expect(step.search).toBeGreaterThan(0);
      expect(step.tighteningPerPortal).toBeGreaterThan(0);
      expect(step.excess).toBeGreaterThan(-1e-3);
      expect(step.bytes).toBeGreaterThan(1000);
    }
    expect(Number.isFinite(sweepExponent(steps))).toBe(true);
    expect(sweepTable(steps).split('\n').length).toBe(4);
  });
});
