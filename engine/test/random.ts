/**
 * Seeded randomness for maps made by tests: same seed, same map, in every engine.
 *
 * Makers take a Random and nothing else, so a failing property prints one integer and the map can be made again.
 * `FOULEE_SEED=n` in the environment starts the property runs elsewhere; `FOULEE_RUNS=k` multiplies their number.
 */
import fc from 'fast-check';

export interface Random {
  /** In [0, 1). */
  unit(): number;
  between(low: number, high: number): number;
  /** Both ends included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Two rounds of multiplication and xor-shift over a counter (a mixed Weyl sequence), 32 bits per number. */
export function createRandom(seed: number): Random {
  let counter = Math.imul(seed ^ 0x5bd1e995, 0x2545f491) | 0;
  const bits = () => {
    counter = (counter + 0x9e3779b9) | 0;
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const random: Random = {
    unit: () => (bits() * 0x200000 + (bits() >>> 11)) / 2 ** 53,
    between: (low, high) => low + (high - low) * random.unit(),
    integer: (low, high) => low + Math.floor((high - low + 1) * random.unit()),
    chance: (probability) => random.unit() < probability,
    pick: (items) => items[random.integer(0, items.length - 1)],
    shuffle: (items) => {
      const result = [...items];
      for (let i = result.length - 1; i > 0; i--) {
        const j = random.integer(0, i);
        [result[i], result[j]] = [result[j], result[i]];
      }
      return result;
    },
  };
  return random;
}

/** Seeds of maps. A smaller seed is no simpler map: shrinking would only waste time. */
export const seeds = fc.noShrink(fc.integer({ min: 0, max: 0x7fffffff }));

/** Settings of a property run: a fixed start unless the environment names another, so that a red test stays red. */
export function propertyRuns(numRuns: number): { numRuns: number; seed: number; endOnFailure: boolean } {
  const seed = Number(process.env['FOULEE_SEED'] ?? 20);
  const factor = Number(process.env['FOULEE_RUNS'] ?? 1);
  return { numRuns: Math.ceil(numRuns * factor), seed, endOnFailure: true };
}
