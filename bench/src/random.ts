/**
 * A seeded source of random numbers for inputs of benchmarks: seed in, numbers in [0, 1) out.
 *
 * Chris Doty-Humphrey's sfc32: three words are mixed, the fourth counts, so that the period is at least 2^32 from any
 * seed. Integer arithmetic only: the same numbers on every machine. The engine's own generator is not used here, so
 * that a change to it does not change what the benchmarks measure.
 */

export type Random = () => number;

export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x85ebca6b | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  // Neighbouring seeds start alike; after a dozen rounds they no longer do.
  for (let round = 0; round < 15; round++) next();
  return next;
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
