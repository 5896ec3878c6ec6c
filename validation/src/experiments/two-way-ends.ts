/** Streams that meet in a corridor and turn off at its ends: nobody locks, enough people pass, and lanes form. */
import { meanOf, shown, shownAll } from '../instruments/figures.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';
import { lanesBetweenEnds, meetAtEnds } from '../set-ups/two-way-ends.ts';

/** People per second and direction, and how many per second have to pass the middle, both ways together. */
const RATES = [1.5, 2.5, 3.5] as const;
const LEAST_FLOW = { 1.5: 0, 2.5: 4.25, 3.5: 3.6 } as const;
const LANES_AT = 2.5;
const LEAST_LANES = 2.5;

function measureTwoWay(seed: number): Figures {
  const figures: Figures = {};
  for (const rate of RATES) {
    const { left, seconds, flow } = meetAtEnds(rate, seed);
    Object.assign(figures, { [`left ${rate}`]: left, [`seconds ${rate}`]: seconds, [`flow ${rate}`]: flow });
  }
  return figures;
}

function judgeTwoWay(runs: readonly Figures[]): Verdict {
  const flows = RATES.map((rate) => meanOf(runs, `flow ${rate}`));
  const cleared = RATES.map((rate) => runs.filter((run) => run[`left ${rate}`] === 0).length);
  const left = RATES.map((rate) => meanOf(runs, `left ${rate}`));
  return {
    measured: `all out in ${cleared.join(' / ')} of ${runs.length} runs (${shownAll(left, 0)} left); ${shownAll(flows, 2)} per s`,
    passes: cleared.every((number) => number === runs.length) && RATES.every((rate, k) => flows[k] >= LEAST_FLOW[rate]),
  };
}

function judgeLanes(runs: readonly Figures[]): Verdict {
  const lanes = meanOf(runs, 'lanes');
  return { measured: `${shown(lanes, 2)} lanes`, passes: lanes >= LEAST_LANES };
}

const HALLS = 'corridor 10 × 3.6 m, a hall at each end with an exit on either side';

export const TWO_WAY_TESTS: readonly ValidationTest[] = [
  {
    name: 'two-way-ends',
    title: 'Two streams that turn off at the ends',
    source: 'own test; 4.4–4.7 real people per second pass such a corridor without locking',
    geometry: HALLS,
    population: '1.5, 2.5, 3.5 people per second and direction, laboratory, for 90 s; half turn off to each side',
    expected:
      'everybody out within 300 s in every run; from 20 to 90 s at least 4.25 per second in the middle at 2.5, and 3.6 at 3.5',
    seeds: 10,
    cost: 75,
    measure: measureTwoWay,
    judge: judgeTwoWay,
  },
  {
    name: 'lanes-mixed',
    title: 'Lanes of people with mixed destinations',
    source: 'own test; the count of lanes is ours',
    geometry: `${HALLS}; lanes in the middle 4 m`,
    population: '2.5 people per second and direction, laboratory; half turn off to each side',
    expected: 'at least 2.5 lanes on average from 20 to 90 s',
    seeds: 10,
    cost: 5,
    measure: (seed) => ({ lanes: lanesBetweenEnds(LANES_AT, seed) }),
    judge: judgeLanes,
  },
];
