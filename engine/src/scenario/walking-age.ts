/**
 * Age in years → walking speed on the level, metres per second: the mean, and how far people of one age are apart.
 *
 * Middles of the RiMEA age table (as transcribed by others: 20 y 1.60–1.64, 30 y 1.52–1.56, 40 y 1.46–1.50, 50 y 1.39–1.43,
 * 60 y 1.27, 70 y 1.07), straight in between. Two assumptions extend it. Below 20, a line down to 0.90 at 5 years, the children of
 * FDS+Evac. Beyond 70, it falls on as it does from 60 to 70, 0.02 m/s a year, down to 0.47 at 100, the slow end of
 * impaired mobility (0.46). Cost: ten steps.
 */
const AGES = [5, 20, 30, 40, 50, 60, 70, 100] as const;
const SPEEDS = [0.9, 1.62, 1.54, 1.48, 1.41, 1.27, 1.07, 0.47] as const;

/** Years for which there is a speed. */
export const YOUNGEST = 5;
export const OLDEST = 100;
/** The age at which people are fastest: the speed rises up to it and falls beyond. */
const FASTEST = 20;

/**
 * Deviation over mean: 0.32 of 1.52 m/s at 30 years (one reading of RiMEA's figure), taken for every age.
 * Nobody is further from the mean than three deviations: the slowest are at 0.37 of it.
 */
export const SPREAD = 0.21;
export const FURTHEST = 3;

export function speedAtAge(age: number): number {
  if (age <= YOUNGEST) return SPEEDS[0];
  for (let k = 1; k < AGES.length; k++) {
    if (age > AGES[k]) continue;
    const share = (age - AGES[k - 1]) / (AGES[k] - AGES[k - 1]);
    return SPEEDS[k - 1] + share * (SPEEDS[k] - SPEEDS[k - 1]);
  }
  return SPEEDS[AGES.length - 1];
}

/** The least and the greatest speed of people between two ages. */
export function speedsOfAges(youngest: number, oldest: number): [number, number] {
  const least = Math.min(speedAtAge(youngest), speedAtAge(oldest));
  const greatest = speedAtAge(Math.min(oldest, Math.max(youngest, FASTEST)));
  return [(1 - FURTHEST * SPREAD) * least, (1 + FURTHEST * SPREAD) * greatest];
}
