import { describe, expect, it } from 'vitest';
import { nextRandom, seedRandom } from '../core/random.ts';
import { isRangeLikely, sample, supportOf } from './distributions.ts';
import type { Distribution } from './scenario.ts';

const COUNT = 100_000;

function draws(distribution: Distribution, seed = 11): Float64Array {
  const random = seedRandom(seed);
  return Float64Array.from({ length: COUNT }, (_, i) => sample(distribution, random, i)).sort();
}

/** Largest distance between the empirical and the true distribution (Kolmogorov and Smirnov); `sorted` ascending. */
function distance(sorted: Float64Array, cdf: (x: number) => number): number {
  let worst = 0;
  sorted.forEach((x, i) => {
    const p = cdf(x);
    worst = Math.max(worst, p - i / sorted.length, (i + 1) / sorted.length - p);
  });
  return worst;
}

/** One in a hundred right generators is farther off. */
const LIMIT = 1.63 / Math.sqrt(COUNT);

/** Integral of a density from a to x, by Simpson's rule. */
function integral(density: (x: number) => number, a: number, x: number, steps = 400): number {
  const h = (x - a) / (2 * steps);
  let sum = density(a) + density(x);
  for (let i = 1; i < 2 * steps; i++) sum += density(a + i * h) * (i % 2 === 1 ? 4 : 2);
  return (sum * h) / 3;
}

const bell = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
/** Tabulated once: 100,000 integrals would take long. */
const TABLE = Array.from({ length: 16_001 }, (_, i) => 0.5 + integral(bell, 0, (i - 8000) / 1000));
function normalCdf(x: number): number {
  const at = Math.min(15_999.999, Math.max(0, 1000 * x + 8000));
  const i = Math.floor(at);
  return TABLE[i] + (at - i) * (TABLE[i + 1] - TABLE[i]);
}

const CASES: [string, Distribution, (x: number) => number, number, number][] = [
  ['uniform', { kind: 'uniform', low: 10, high: 100 }, (x) => (x - 10) / 90, 55, 90 / Math.sqrt(12)],
  [
    'normal',
    { kind: 'normal', mean: 1.34, deviation: 0.26, within: null },
    (x) => normalCdf((x - 1.34) / 0.26),
    1.34,
    0.26,
  ],
  [
    'lognormal (ISO 20414 test 1)',
    { kind: 'lognormal', mu: 4.586, sigma: 0.967, within: null },
    (x) => normalCdf((Math.log(x) - 4.586) / 0.967),
    Math.exp(4.586 + 0.967 ** 2 / 2),
    Math.exp(4.586 + 0.967 ** 2 / 2) * Math.sqrt(Math.exp(0.967 ** 2) - 1),
  ],
  [
    'gamma, shape 3: Erlang',
    { kind: 'gamma', shape: 3, scale: 2, within: null },
    (x) => 1 - Math.exp(-x / 2) * (1 + x / 2 + (x / 2) ** 2 / 2),
    6,
    2 * Math.sqrt(3),
  ],
  [
    'gamma, shape ½: a squared normal',
    { kind: 'gamma', shape: 0.5, scale: 2, within: null },
    (x) => 2 * normalCdf(Math.sqrt(x)) - 1,
    1,
    Math.SQRT2,
  ],
  [
    'weibull',
    { kind: 'weibull', scale: 3, shape: 2, within: null },
    (x) => 1 - Math.exp(-((x / 3) ** 2)),
    (3 * Math.sqrt(Math.PI)) / 2,
    3 * Math.sqrt(1 - Math.PI / 4),
  ],
];

describe('distributions', () => {
  it.each(CASES)('%s: distribution, mean and deviation of 100,000', (_, distribution, cdf, mean, deviation) => {
    const sorted = draws(distribution);
    expect(distance(sorted, cdf)).toBeLessThan(LIMIT);
    const average = sorted.reduce((sum, x) => sum + x, 0) / COUNT;
    const spread = Math.sqrt(sorted.reduce((sum, x) => sum + (x - average) ** 2, 0) / COUNT);
    expect(Math.abs(average - mean)).toBeLessThan((4 * deviation) / Math.sqrt(COUNT));
    expect(Math.abs(spread / deviation - 1)).toBeLessThan(0.05);
    // The test sees a distribution that is off by 3 % of its deviation.
    expect(distance(sorted, (x) => cdf(x + 0.03 * deviation))).toBeGreaterThan(LIMIT);
  });

  it('keeps a range by drawing again: the truncated distribution', () => {
    const speed: Distribution = { kind: 'normal', mean: 1.34, deviation: 0.26, within: [1.2, 2.2] };
    const [below, above] = [normalCdf((1.2 - 1.34) / 0.26), normalCdf((2.2 - 1.34) / 0.26)];
    const sorted = draws(speed);
    expect(sorted[0]).toBeGreaterThanOrEqual(1.2);
    expect(sorted.at(-1)).toBeLessThanOrEqual(2.2);
    expect(distance(sorted, (x) => (normalCdf((x - 1.34) / 0.26) - below) / (above - below))).toBeLessThan(LIMIT);
  });

  it('ends even where the range is out of reach', () => {
    const hopeless: Distribution = { kind: 'normal', mean: 0, deviation: 1, within: [50, 51] };
    expect(isRangeLikely(hopeless)).toBe(false);
    expect(sample(hopeless, seedRandom(1))).toBe(50);
    expect(isRangeLikely({ kind: 'normal', mean: 0, deviation: 1, within: [1, 2] })).toBe(true);
    expect(isRangeLikely({ kind: 'normal', mean: 0, deviation: 1, within: [3, 9] })).toBe(false);
    expect(isRangeLikely({ kind: 'gamma', shape: 3, scale: 2, within: null })).toBe(true);
    expect(sample({ kind: 'normal', mean: 1, deviation: 0, within: [0, 2] }, seedRandom(1))).toBe(1);
  });

  it('by hand: the formula on the numbers of the generator', () => {
    const first = nextRandom(seedRandom(5));
    expect(sample({ kind: 'uniform', low: 2, high: 4 }, seedRandom(5))).toBe(2 + 2 * first);
    const weibull = sample({ kind: 'weibull', scale: 3, shape: 2, within: null }, seedRandom(5));
    expect(weibull).toBeCloseTo(3 * Math.sqrt(-Math.log(1 - first)), 12);
    expect(sample({ kind: 'fixed', value: 1.3 }, seedRandom(5))).toBe(1.3);
  });

  it('takes values in order, and again from the first', () => {
    const random = seedRandom(1);
    const values: Distribution = { kind: 'values', values: [3, 1, 2] };
    expect([0, 1, 2, 3, 4].map((nth) => sample(values, random, nth))).toEqual([3, 1, 2, 3, 1]);
    expect(random).toEqual(seedRandom(1)); // nothing was drawn
  });

  it('same seed, same bits', () => {
    const random = seedRandom(2026);
    const sum = CASES.map(([, distribution]) => sample(distribution, random));
    expect(sum).toMatchInlineSnapshot(`
      [
        51.17161643691361,
        0.7226796002261324,
        38.11019527382936,
        5.1633981942019656,
        0.3779112129717209,
        3.8582113842791794,
      ]
    `);
  });

  it('knows the least and the greatest', () => {
    expect(supportOf({ kind: 'fixed', value: 2 })).toEqual([2, 2]);
    expect(supportOf({ kind: 'uniform', low: 1, high: 3 })).toEqual([1, 3]);
    expect(supportOf({ kind: 'values', values: [3, -1, 2] })).toEqual([-1, 3]);
    expect(supportOf({ kind: 'normal', mean: 1, deviation: 1, within: null })).toEqual([-Infinity, Infinity]);
    expect(supportOf({ kind: 'weibull', scale: 1, shape: 1, within: null })).toEqual([0, Infinity]);
    expect(supportOf({ kind: 'gamma', shape: 1, scale: 1, within: [2, 3] })).toEqual([2, 3]);
  });
});
