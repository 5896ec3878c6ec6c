/** Tests of the RiMEA guideline 4.1.1, as transcribed in validation.md §1.2. */
import { play } from './play.ts';
import type { ValidationTest } from './validation-test.ts';

export const RIMEA: readonly ValidationTest[] = [
  {
    name: 'rimea-1',
    title: 'Walking speed in a corridor',
    source: 'RiMEA 4.1.1 test 1, as transcribed',
    geometry: 'corridor 40 × 2 m',
    population: 'one person, 1.33 m/s',
    expected: '26–34 s',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({
      seconds: play(
        {
          environment: {
            walkable: [
              [
                [-1, 0],
                [41, 0],
                [41, 2],
                [-1, 2],
              ],
            ],
          },
          profiles: { person: { speed: 1.33 } },
          walkers: [{ at: [0, 1], profile: 'person' }],
          exits: {
            end: {
              line: [
                [40, 0],
                [40, 2],
              ],
            },
          },
          duration: 60,
        },
        seed,
      ).seconds,
    }),
    judge: ([run]) => ({
      measured: `${run!['seconds']!.toFixed(1)} s`,
      passes: run!['seconds']! >= 26 && run!['seconds']! <= 34,
    }),
  },
];
