/**
 * Seeded random numbers for the inputs of benchmarks, on the engine's generator: seed in, numbers in [0, 1) out.
 */
import { nextRandom, seedRandom } from '@foulee/engine';

export type Random = () => number;

export function createRandom(seed: number): Random {
  const state = seedRandom(seed);
  return () => nextRandom(state);
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A whole number, low ≤ n ≤ high. */
export function integerBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** A unit vector, roughly uniform. By a rational form of the circle: sines are not the same bits everywhere. */
export function direction(random: Random): [number, number] {
  const t = 2 * random() - 1;
  const x = (1 - t * t) / (1 + t * t);
  const y = (2 * t) / (1 + t * t);
  return random() < 0.5 ? [x, y] : [-x, y];
}

/** Fisher and Yates, in place. */
export function shuffle<T>(random: Random, items: T[]): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const item = items[i] as T;
    items[i] = items[j] as T;
    items[j] = item;
  }
}
