/** Against values computed by hand and printed tables. */
import { describe, expect, it } from 'vitest';
import {
  deviation,
  fitLine,
  gammaBelow,
  kolmogorovDistance,
  kolmogorovSmirnov,
  kolmogorovTail,
  lognormalBelow,
  mean,
  normalBelow,
  uniformBelow,
  weibullBelow,
} from './statistics.ts';

describe('mean, deviation, line', () => {
  it('by hand', () => {
    expect(mean([2, 4, 4, 4, 5, 5, 7, 9])).toBe(5);
    // Squares about 5 sum to 32, over 7.
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.13809, 5);
    expect(deviation([3])).toBeNaN();
    expect(mean([])).toBeNaN();
  });

  it('a line through points on it, and beside it', () => {
    expect(fitLine([1, 2, 3], [3, 5, 7])).toEqual({ slope: 2, offset: 1, r2: 1 });
    // Means 2 and 7/3; xx = 2, xy = 1, yy = 2/3.
    const line = fitLine([1, 2, 3], [2, 2, 3]);
    expect(line.slope).toBeCloseTo(0.5, 12);
    expect(line.offset).toBeCloseTo(4 / 3, 12);
    expect(line.r2).toBeCloseTo(0.75, 12);
  });
});

describe('distribution functions', () => {
  it('normal, from the table', () => {
    const below = normalBelow(0, 1);
    for (const [z, share] of [
      [0, 0.5],
      [1, 0.8413447],
      [1.959964, 0.975],
      [2.5, 0.9937903],
      [3, 0.9986501],
      [-1, 0.1586553],
      [-3, 0.0013499],
      [6, 1],
    ] as const) {
      expect(below(z)).toBeCloseTo(share, 6);
    }
    expect(normalBelow(1.2, 0.2)(1.4)).toBeCloseTo(0.8413447, 6);
    expect(lognormalBelow(4.586, 0.967)(Math.exp(4.586 + 0.967))).toBeCloseTo(0.8413447, 6);
    expect(lognormalBelow(4.586, 0.967)(0)).toBe(0);
  });

  it('gamma: closed forms for whole shapes, and the median of chi-squared', () => {
    for (const x of [0.1, 1, 2, 5, 20]) {
      expect(gammaBelow(1, 1)(x)).toBeCloseTo(1 - Math.exp(-x), 10);
      expect(gammaBelow(2, 3)(3 * x)).toBeCloseTo(1 - Math.exp(-x) * (1 + x), 10);
      expect(gammaBelow(4, 1)(x)).toBeCloseTo(1 - Math.exp(-x) * (1 + x + (x * x) / 2 + (x * x * x) / 6), 10);
    }
    // Chi-squared with one degree of freedom has its upper 5 % beyond 3.8415.
    expect(gammaBelow(0.5, 2)(3.841459)).toBeCloseTo(0.95, 6);
    expect(gammaBelow(2, 1)(-1)).toBe(0);
  });

  it('uniform and Weibull', () => {
    expect([5, 10, 55, 100, 200].map(uniformBelow(10, 100))).toEqual([0, 0, 0.5, 1, 1]);
    expect(weibullBelow(139.285, 1.195)(139.285)).toBeCloseTo(1 - 1 / Math.E, 12);
    expect(weibullBelow(2, 1)(4)).toBeCloseTo(1 - Math.exp(-2), 12);
    expect(weibullBelow(2, 1)(-4)).toBe(0);
  });
});

describe('Kolmogorov–Smirnov', () => {
  it('the limit, from the table of critical values', () => {
    expect(kolmogorovTail(1.2239)).toBeCloseTo(0.1, 4);
    expect(kolmogorovTail(1.3581)).toBeCloseTo(0.05, 4);
    expect(kolmogorovTail(1.6276)).toBeCloseTo(0.01, 4);
    expect(kolmogorovTail(0.1)).toBe(1);
    expect(kolmogorovTail(0.2001)).toBeCloseTo(1, 9);
    expect(kolmogorovTail(9)).toBeCloseTo(0, 12);
  });

  it('distances by hand', () => {
    const below = uniformBelow(0, 1);
    // Shares 0.2, 0.4, 0.9 against steps at 1/3, 2/3, 1: the second is 2/3 - 0.4 away.
    expect(kolmogorovDistance([0.9, 0.2, 0.4], below)).toBeCloseTo(2 / 3 - 0.4, 12);
    expect(kolmogorovDistance([0.5], below)).toBe(0.5);
    expect(kolmogorovDistance([0.95], below)).toBeCloseTo(0.95, 12);
  });

  it('the exact critical distances of small samples come out near 5 %', () => {
    for (const [n, distance] of [
      [10, 0.409],
      [20, 0.294],
      [35, 0.224],
      [100, 0.134],
    ] as const) {
      // Steps of 1/n all shifted by the same amount: the distance is that amount.
      const sample = Array.from({ length: n }, (_, k) => (k + 1) / n - distance);
      const below = uniformBelow(0, 1);
      const p = kolmogorovSmirnov(sample, (value) => (value < 0 ? 0 : below(value)));
      expect(p).toBeGreaterThan(0.046);
      expect(p).toBeLessThan(0.054);
    }
  });

  it('a sample of another distribution is unlikely, one spread evenly is not', () => {
    const even = Array.from({ length: 100 }, (_, k) => 10 + 90 * ((k + 0.5) / 100));
    expect(kolmogorovSmirnov(even, uniformBelow(10, 100))).toBeGreaterThan(0.99);
    expect(kolmogorovSmirnov(even, uniformBelow(10, 130))).toBeLessThan(0.001);
    expect(kolmogorovSmirnov([], uniformBelow(0, 1))).toBeNaN();
    expect(kolmogorovSmirnov([0.5, Number.NaN], uniformBelow(0, 1))).toBeNaN();
  });
});
