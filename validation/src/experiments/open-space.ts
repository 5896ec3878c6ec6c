/** Where people walk when there is room: straight on among strangers they do not meet, and not all in one line. */
import { meanOf, shown, shownAll } from '../instruments/figures.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';
import { crossSquare } from '../set-ups/open-square.ts';
import { walkHall } from '../set-ups/pillared-hall.ts';

/** Persons per m². */
const DENSITIES = [0.1, 0.2, 0.3] as const;
/** Metres. */
const MOST_ASIDE = 0.5;
const LEAST_SPREAD = 0.5;

function measureSquare(seed: number): Figures {
  const figures: Figures = {};
  for (const density of DENSITIES) {
    for (const [name, value] of Object.entries(crossSquare(density, seed))) figures[`${name} ${density}`] = value;
  }
  return figures;
}

function judgeSquare(runs: readonly Figures[]): Verdict {
  const total = (name: string) =>
    DENSITIES.map((density) => runs.reduce((sum, run) => sum + (run[`${name} ${density}`] ?? Number.NaN), 0));
  const numbers = total('straightNumber');
  const aside = total('straight').map((sum, k) => sum / numbers[k]);
  const allNumbers = total('allNumber');
  const all = total('all').map((sum, k) => sum / allNumbers[k]);
  const densities = DENSITIES.map((density) => meanOf(runs, `density ${density}`));
  return {
    measured: `${shownAll(aside, 2)} m aside (${shownAll(numbers, 0)} who meet nobody), everybody ${shownAll(all, 2)} m; at ${shownAll(densities, 2)} per m²`,
    passes: aside.every((metres) => metres <= MOST_ASIDE),
  };
}

function judgeHall(runs: readonly Figures[]): Verdict {
  const spread = meanOf(runs, 'spread');
  return { measured: `SD ${shown(spread, 2)} m`, passes: spread >= LEAST_SPREAD };
}

export const OPEN_SPACE_TESTS: readonly ValidationTest[] = [
  {
    name: 'open-square',
    title: 'Straight on among strangers',
    source: 'own test: people who meet nobody walk straight to their goal',
    geometry: 'square 30 × 30 m, measured from the middle 10 × 10 m on',
    population: '0.1, 0.2, 0.3 per m² in the middle, planning, in all directions',
    expected: 'people who meet nobody are at most 0.5 m from the straight line after 5 s, on average, at each density',
    seeds: 10,
    cost: 5,
    measure: measureSquare,
    judge: judgeSquare,
  },
  {
    name: 'hall-spread',
    title: 'People on the same route do not walk in one line',
    source: 'own test',
    geometry: 'hall 30 × 12 m, two rows of pillars, doors of 2 m in the middle of both ends',
    population: 'one person every 2 s for 300 s, planning',
    expected: 'SD of where they cross the middle of the hall at least 0.5 m',
    seeds: 10,
    cost: 3,
    measure: walkHall,
    judge: judgeHall,
  },
];
