/**
 * A distribution and the state of a generator → the next number. Same state, same number, on every machine.
 *
 * Uniform, Weibull and exponential numbers by inversion; normal by Marsaglia's polar method (its second number is thrown
 * away, so that the generator is the only state); gamma by Marsaglia and Tsang's squeeze (2000) without the squeeze.
 * Speeds by age: an age, then so many deviations from its mean.
 * A range (`within`) is kept by drawing again: `isRangeLikely` tells beforehand whether that is hopeless.
 * Cost: one to four draws, times 1 / share within the range.
 */
import { exponential, logarithm, power } from '../core/exponential.ts';
import { nextRandom, seedRandom } from '../core/random.ts';
import type { Distribution } from './scenario.ts';
import { FURTHEST, SPREAD, speedAtAge, speedsOfAges } from './walking-age.ts';

/** After so many draws outside the range the last one is moved to the nearer end. At 1 % within, once in 10^13 times. */
const MOST_DRAWS = 3000;

/** @param nth how many were drawn before from this distribution: only a list of values needs to know */
export function sample(distribution: Distribution, random: Int32Array, nth = 0): number {
  switch (distribution.kind) {
    case 'fixed':
      return distribution.value;
    case 'uniform':
      return distribution.low + (distribution.high - distribution.low) * nextRandom(random);
    case 'values':
      return distribution.values[nth % distribution.values.length];
    case 'ages': {
      const mean = distribution.factor * speedAtAge(sample(distribution.ages, random, nth));
      return mean * (1 + SPREAD * sample(DEVIATE, random));
    }
    default: {
      let value = draw(distribution, random);
      if (distribution.within === null) return value;
      const [low, high] = distribution.within;
      for (let i = 1; i < MOST_DRAWS && !(value >= low && value <= high); i++) value = draw(distribution, random);
      return Math.min(high, Math.max(low, value));
    }
  }
}

/** How far one is from the mean of one's age, in deviations. */
const DEVIATE: Distribution = { kind: 'normal', mean: 0, deviation: 1, within: [-FURTHEST, FURTHEST] };

type Open = Extract<Distribution, { within: unknown }>;

function draw(distribution: Open, random: Int32Array): number {
  switch (distribution.kind) {
    case 'normal':
      return distribution.mean + distribution.deviation * normal(random);
    case 'lognormal':
      return exponential(distribution.mu + distribution.sigma * normal(random));
    case 'gamma':
      return distribution.scale * gamma(distribution.shape, random);
    case 'weibull':
      return distribution.scale * power(unitExponential(random), 1 / distribution.shape);
  }
}

/** Mean 1. */
export function unitExponential(random: Int32Array): number {
  return -logarithm(1 - nextRandom(random));
}

function normal(random: Int32Array): number {
  for (;;) {
    const u = 2 * nextRandom(random) - 1;
    const v = 2 * nextRandom(random) - 1;
    const q = u * u + v * v;
    if (q > 0 && q < 1) return u * Math.sqrt((-2 * logarithm(q)) / q);
  }
}

function gamma(shape: number, random: Int32Array): number {
  // Below 1 the density has a pole: draw for shape + 1 and thin out.
  if (shape < 1) return gamma(shape + 1, random) * power(1 - nextRandom(random), 1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const t = 1 + c * x;
    if (t <= 0) continue;
    const v = t * t * t;
    if (logarithm(1 - nextRandom(random)) < 0.5 * x * x + d * (1 - v + logarithm(v))) return d * v;
  }
}

/** Does at least about one number in a hundred lie within the range? Told from 20 hits, in at most 2000 tries. */
export function isRangeLikely(distribution: Distribution): boolean {
  if (!('within' in distribution) || distribution.within === null) return true;
  const [low, high] = distribution.within;
  const random = seedRandom(1);
  let inside = 0;
  for (let i = 0; i < 2000 && inside < 20; i++) {
    const value = draw(distribution, random);
    if (value >= low && value <= high) inside++;
  }
  return inside === 20;
}

/** The least and the greatest number that can come. */
export function supportOf(distribution: Distribution): [number, number] {
  switch (distribution.kind) {
    case 'fixed':
      return [distribution.value, distribution.value];
    case 'uniform':
      return [distribution.low, distribution.high];
    case 'values':
      return [
        distribution.values.reduce((a, b) => Math.min(a, b), Infinity),
        distribution.values.reduce((a, b) => Math.max(a, b), -Infinity),
      ];
    case 'ages': {
      const [least, greatest] = speedsOfAges(...supportOf(distribution.ages));
      return [distribution.factor * least, distribution.factor * greatest];
    }
    default:
      return distribution.within ?? [distribution.kind === 'normal' ? -Infinity : 0, Infinity];
  }
}
