/**
 * Chance without a state: two whole numbers → a number in [0, 1) that looks drawn, always the same for the same two. For what a person has or
 * does by chance, whenever it is asked for and by whichever thread.
 *
 * Integer arithmetic only: two rounds of multiplying and shifting (C. Wellons, "Prospecting for hash functions", 2018).
 */

/** 2³² over the golden ratio: its multiples are spread evenly. */
const GOLDEN = 0x9e3779b1;

export function chanceOf(person: number, matter: number): number {
  let mixed = Math.imul(person + 1, GOLDEN) ^ Math.imul(matter + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}
