/**
 * How many walk together, in towns made from code (M02 §3.4.1, its figure 3.13): shares of walkers in pairs and in bands of 3 to 10; the rest
 * walks alone. M02 gives 95 % for one or two together, without saying how many of these are alone, but "less than a half" (§2.3.2).
 *
 * Settings are shares of walkers, so a size is drawn by its share over how many it takes: bands by 6.5, their mean.
 */
import type { StreamSettings } from './settings.ts';

const LEAST_BAND = 3;
const MOST_BAND = 10;

/** @param chance in [0, 1) */
export function groupSize({ pairs, bands }: StreamSettings, chance: number): number {
  const sizes = MOST_BAND - LEAST_BAND + 1;
  const ofBands = bands / ((LEAST_BAND + MOST_BAND) / 2);
  const ofPairs = pairs / 2;
  const drawn = chance * (1 - pairs - bands + ofPairs + ofBands);
  if (drawn < ofBands) return LEAST_BAND + Math.min(sizes - 1, Math.floor((drawn / ofBands) * sizes));
  return drawn < ofBands + ofPairs ? 2 : 1;
}
