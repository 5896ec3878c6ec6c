/**
 * The seeded generator: same seed, same numbers, on every machine. Its state is four words that can be saved and
 * copied.
 *
 * sfc32 by Chris Doty-Humphrey (PractRand): three words are mixed, the fourth counts, so that the period is at least
 * 2^32 from any seed. Integer arithmetic only.
 */

/** The state for a seed: neighbouring seeds give unlike numbers. */
export function seedRandom(seed: number): Int32Array {
  const state = Int32Array.of(seed, 0x9e3779b9, 0x85ebca6b, 1);
  // Neighbouring seeds start alike; after a dozen rounds they no longer do.
  for (let round = 0; round < 15; round++) nextRandom(state);
  return state;
}

/** The next number in [0, 1), of 32 bits. */
export function nextRandom(state: Int32Array): number {
  const b = state[1];
  const c = state[2];
  const sum = (((state[0] + b) | 0) + state[3]) | 0;
  state[3] = state[3] + 1;
  state[0] = b ^ (b >>> 9);
  state[1] = c + (c << 3);
  state[2] = ((c << 21) | (c >>> 11)) + sum;
  return (sum >>> 0) / 4294967296;
}
