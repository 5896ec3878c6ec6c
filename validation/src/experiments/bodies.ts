/** Bodies in a crush, and wide bodies: hard cores stay apart, and nobody blocks a goal for ever. */
import { greatestOf, meanOf, numbered, numbersOf, shown } from '../instruments/figures.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';
import { CRUSH_ROOMS, crush } from '../set-ups/crush.ts';
import { meetAtPoint } from '../set-ups/wide-bodies.ts';

/** Metres. */
const MOST_DEPTH = 0.02;

function measureCrush(seed: number): Figures {
  const rooms = CRUSH_ROOMS.map((room) => crush(room, seed));
  return {
    ...numbered(
      'cores',
      rooms.map(({ cores }) => cores),
    ),
    ...numbered(
      'bodies',
      rooms.map(({ bodies }) => bodies),
    ),
    ...numbered(
      'people',
      rooms.map(({ people }) => people),
    ),
  };
}

function judgeCrush(runs: readonly Figures[]): Verdict {
  const deepest = (name: string) => Math.max(...runs.flatMap((run) => numbersOf(run, name)));
  const cores = deepest('cores');
  return {
    measured: `cores at most ${shown(100 * cores, 1)} cm, whole bodies ${shown(100 * deepest('bodies'), 1)} cm`,
    passes: cores <= MOST_DEPTH && runs.every((run) => numbersOf(run, 'cores').length === CRUSH_ROOMS.length),
  };
}

function judgeWide(runs: readonly Figures[]): Verdict {
  const cleared = runs.filter(({ left }) => left === 0).length;
  return {
    measured: `all out in ${cleared} of ${runs.length} runs; ${shown(meanOf(runs, 'seconds'), 0)} s, at most ${shown(greatestOf(runs, 'seconds'), 0)} s; ${shown(meanOf(runs, 'left'), 1)} left`,
    passes: cleared === runs.length,
  };
}

export const BODY_TESTS: readonly ValidationTest[] = [
  {
    name: 'crush-cores',
    title: 'Hard cores in a crush',
    source: 'own test; a core has half the body’s radius, at least 0.1 m',
    geometry: 'rooms of 12 × 18 m and 18 × 14 m with pillars and slanting walls, an exit of 2 × 2 m in a corner',
    population: '3.5 per m², of all sizes, and 13 more a second for 120 s as long as there is room',
    expected: 'no two cores deeper than 2 cm in each other at any moment',
    seeds: 10,
    cost: 95,
    measure: measureCrush,
    judge: judgeCrush,
  },
  {
    name: 'wide-bodies',
    title: 'Wide bodies with one point to go to',
    source: 'own test: nobody blocks a goal for ever',
    geometry: 'hall 24 × 24 m, a point in its middle, exits of 4 m in the middle of its walls',
    population: '100 people of 0.5 m radius, planning, to the point and then to the nearest exit',
    expected: 'everybody out within 300 s in every run',
    seeds: 10,
    cost: 11,
    measure: meetAtPoint,
    judge: judgeWide,
  },
];
