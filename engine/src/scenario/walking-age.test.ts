import { describe, expect, it } from 'vitest';
import { seedRandom } from '../core/random.ts';
import { sample, supportOf } from './distributions.ts';
import type { Distribution } from './scenario.ts';
import { speedAtAge, speedsOfAges } from './walking-age.ts';

const COUNT = 100_000;

function meanAndSpread(distribution: Distribution): [number, number] {
  const random = seedRandom(7);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < COUNT; i++) {
    const value = sample(distribution, random, i);
    sum += value;
    squares += value * value;
  }
  const mean = sum / COUNT;
  return [mean, Math.sqrt(squares / COUNT - mean * mean)];
}

/** The table of RiMEA, read independently: least and greatest mean speed at an age. */
const TABLE: [number, number, number][] = [
  [20, 1.6, 1.64],
  [30, 1.52, 1.56],
  [40, 1.46, 1.5],
  [50, 1.39, 1.43],
  [60, 1.27, 1.27],
  [70, 1.07, 1.07],
];

/** Deviation of a normal number cut at three deviations: by hand, √(1 − 6 φ(3) / (2 Φ(3) − 1)). */
const CUT = Math.sqrt(1 - (6 * 0.004431848) / 0.9973002);

describe('speed by age', () => {
  it.each(TABLE)('at %i years between %f and %f m/s', (age, least, greatest) => {
    expect(speedAtAge(age)).toBeGreaterThanOrEqual(least);
    expect(speedAtAge(age)).toBeLessThanOrEqual(greatest);
  });

  it('by hand: between the ages of the table, and beyond it', () => {
    expect(speedAtAge(25)).toBeCloseTo((1.62 + 1.54) / 2, 12);
    expect(speedAtAge(65)).toBeCloseTo(1.17, 12);
    expect(speedAtAge(10)).toBeCloseTo(0.9 + (5 / 15) * 0.72, 12); // 1.14
    expect(speedAtAge(80)).toBeCloseTo(0.87, 12);
    expect(speedAtAge(85)).toBeCloseTo(0.77, 12);
    expect([speedAtAge(2), speedAtAge(120)]).toEqual([0.9, 0.47]);
  });

  it('one age: the mean of the table, 21 % of it as deviation', () => {
    const [mean, spread] = meanAndSpread({ kind: 'ages', ages: { kind: 'fixed', value: 50 }, factor: 1 });
    expect(mean).toBeCloseTo(1.41, 2);
    expect(spread).toBeCloseTo(0.21 * 1.41 * CUT, 2);
    const [faster] = meanAndSpread({ kind: 'ages', ages: { kind: 'fixed', value: 50 }, factor: 1.05 });
    expect(faster).toBeCloseTo(1.05 * 1.41, 2);
  });

  it('ages as in a town: mean and deviation as integrated over the ages', () => {
    // Weights of ages 10 … 85 from the density of N(50, 20); means by lines through the table.
    const ages = [5, ...TABLE.map(([age]) => age), 100];
    const speeds = [0.9, 1.62, 1.54, 1.48, 1.41, 1.27, 1.07, 0.47];
    let weight = 0;
    let sum = 0;
    let squares = 0;
    for (let age = 10.005; age < 85; age += 0.01) {
      const w = Math.exp(-((age - 50) ** 2) / 800);
      const k = ages.findIndex((end) => age <= end);
      const v = speeds[k - 1] + ((age - ages[k - 1]) / (ages[k] - ages[k - 1])) * (speeds[k] - speeds[k - 1]);
      weight += w;
      sum += w * v;
      squares += w * v * v * (1 + (0.21 * CUT) ** 2);
    }
    const mean = sum / weight;
    const spread = Math.sqrt(squares / weight - mean * mean);
    // About Weidmann's 1.34 ± 0.26, which is a population of its own.
    expect(mean).toBeGreaterThan(1.27);
    expect(mean).toBeLessThan(1.41);
    const town: Distribution = {
      kind: 'ages',
      ages: { kind: 'normal', mean: 50, deviation: 20, within: [10, 85] },
      factor: 1,
    };
    const [drawnMean, drawnSpread] = meanAndSpread(town);
    const error = spread / Math.sqrt(COUNT);
    expect(Math.abs(drawnMean - mean)).toBeLessThan(4 * error);
    expect(Math.abs(drawnSpread / spread - 1)).toBeLessThan(0.02);
    // The test would see ages two years off.
    const [older] = meanAndSpread({ ...town, ages: { kind: 'normal', mean: 52, deviation: 20, within: [10, 85] } });
    expect(Math.abs(older - mean)).toBeGreaterThan(4 * error);
  });

  it('knows the least and the greatest: the ends, and the fastest age between them', () => {
    expect(speedsOfAges(10, 85)[0]).toBeCloseTo(0.37 * 0.77, 12);
    expect(speedsOfAges(10, 85)[1]).toBeCloseTo(1.63 * 1.62, 12);
    expect(speedsOfAges(50, 60)[1]).toBeCloseTo(1.63 * 1.41, 12);
    const young: Distribution = { kind: 'ages', ages: { kind: 'uniform', low: 5, high: 10 }, factor: 2 };
    const [least, greatest] = supportOf(young);
    expect(least).toBeCloseTo(2 * 0.37 * 0.9, 12);
    expect(greatest).toBeCloseTo(2 * 1.63 * 1.14, 12);
    const random = seedRandom(3);
    for (let i = 0; i < 1000; i++) {
      const speed = sample(young, random, i);
      expect(speed).toBeGreaterThanOrEqual(least);
      expect(speed).toBeLessThanOrEqual(greatest);
    }
  });
});
