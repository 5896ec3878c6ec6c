/**
 * Tests of the RiMEA guideline 4.1.1, as transcribed (docs/validation.md), of the planning population where a test names no other.
 * Bottlenecks (12a–d) are in rimea-bottlenecks.ts, flows of large crowds (9, 11, 15) in rimea-crowds.ts.
 */
import { greatestOf, meanOf, numbered, shown, shownAll } from '../instruments/figures.ts';
import { PLANNING } from '../instruments/populations.ts';
import { RIMEA_BOTTLENECKS } from './rimea-bottlenecks.ts';
import { RIMEA_CROWDS } from './rimea-crowds.ts';
import { cabins } from '../set-ups/cabins.ts';
import { secondsFor40Metres } from '../set-ups/corridor.ts';
import { roundTheCorner } from '../set-ups/corner.ts';
import { freeSpeeds } from '../set-ups/free-speeds.ts';
import { secondsOnStairs } from '../set-ups/stairs.ts';
import { startTimes, worstDelay } from '../set-ups/start-times.ts';
import { mean } from '../instruments/statistics.ts';
import type { Figures, ValidationTest } from '../instruments/validation-test.ts';
import { judgeAssignedExits, judgeCorner, judgeSeconds } from './verdicts.ts';

/** Seconds: two frames of what is recorded. */
const TWO_FRAMES = 0.2;

/** Free speeds by age (§3.9) and of impaired people (v3), metres per second. */
const AGES = [
  { name: '20 y', low: 1.6, high: 1.64, count: 7 },
  { name: '30 y', low: 1.52, high: 1.56, count: 7 },
  { name: '40 y', low: 1.46, high: 1.5, count: 8 },
  { name: '50 y', low: 1.39, high: 1.43, count: 7 },
  { name: '60 y', low: 1.27, high: 1.27, count: 7 },
  { name: '70 y', low: 1.07, high: 1.07, count: 7 },
  { name: 'impaired', low: 0.46, high: 0.76, count: 7 },
] as const;
/** RiMEA allows 5 % of speed. */
const SPEED_SLACK = 0.05;

function measureAges(seed: number): Figures {
  const groups = AGES.map(({ low, high, count }) => ({ count, speed: low === high ? low : { uniform: [low, high] } }));
  const speeds = freeSpeeds({ length: 50, width: 200 }, groups, seed);
  let first = 0;
  return numbered(
    'group',
    AGES.map(({ count }) => mean(speeds.slice(first, (first += count)))),
  );
}

const ALONE: readonly ValidationTest[] = [
  {
    name: 'rimea-1',
    title: 'Walking speed in a corridor',
    source: 'RiMEA 4.1.1 test 1, as transcribed',
    geometry: 'corridor 40 × 2 m',
    population: 'one person, 1.33 m/s',
    expected: '26–34 s',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsFor40Metres(1.33, 0, seed) }),
    judge: (runs) => {
      const seconds = meanOf(runs, 'seconds');
      return { measured: `${shown(seconds, 1)} s`, passes: seconds >= 26 && seconds <= 34 };
    },
  },
  {
    name: 'rimea-2',
    title: 'Walking speed up stairs',
    source: 'RiMEA 4.1.1 test 2, as transcribed; 8 m of plan and 6 m of rise, 0.5 m/s over the plan, as in JuPedSim',
    geometry: 'stairs 10 m along the slope, 2 m wide',
    population: 'one person, 0.5 m/s on stairs upwards',
    expected: '16 s, within 5 %',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsOnStairs(true, 8, 6, 1, 0.5, seed) }),
    judge: (runs) => judgeSeconds(runs, 16, 0.05),
  },
  {
    name: 'rimea-3',
    title: 'Walking speed down stairs',
    source: 'RiMEA 4.1.1 test 3, as transcribed; 8 m of plan and 6 m of rise, 0.65 m/s over the plan, as in JuPedSim',
    geometry: 'stairs 10 m along the slope, 2 m wide',
    population: 'one person, 0.65 m/s on stairs downwards',
    expected: '12.3 s, within 5 %',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsOnStairs(false, 8, 6, 1, 0.65, seed) }),
    judge: (runs) => judgeSeconds(runs, 8 / 0.65, 0.05),
  },
  {
    name: 'rimea-5',
    title: 'Pre-movement times',
    source: 'RiMEA 4.1.1 test 5, as transcribed; times 10, 20, …, 100 s as in JuPedSim',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '10 people, planning; they start after 10, 20, …, 100 s',
    expected: 'everybody starts within 0.2 s of their time',
    seeds: 10,
    cost: 0.6,
    measure: (seed) => {
      const demanded = Array.from({ length: 10 }, (_, k) => 10 * (k + 1));
      const { seen } = startTimes(PLANNING.speed, { values: demanded }, seed);
      return { delay: worstDelay(demanded, seen) };
    },
    judge: (runs) => {
      const delay = greatestOf(runs, 'delay');
      return { measured: `at most ${shown(delay, 2)} s off`, passes: delay <= TWO_FRAMES + 1e-9 };
    },
  },
  {
    name: 'rimea-6',
    title: 'Round a corner',
    source: 'RiMEA 4.1.1 test 6, as transcribed',
    geometry: 'corner 12 × 12 m, 2 m wide',
    population: '20 people, planning, in the first 6 m',
    expected: 'all get round, nobody through the wall',
    seeds: 10,
    cost: 0.4,
    measure: (seed) => roundTheCorner(PLANNING, seed),
    judge: judgeCorner,
  },
  {
    name: 'rimea-7',
    title: 'Speeds of a population',
    source: 'RiMEA 4.1.1 test 7, as transcribed; speeds by age, and of impaired people from version 3',
    geometry: 'hall 50 × 200 m',
    population: '50 people: 20, 30, 40, 50, 60, 70 years, and impaired',
    expected: `means ${AGES.map(({ low, high }) => (low === high ? low : `${low}–${high}`)).join(' / ')} m/s, ± 5 %`,
    seeds: 10,
    cost: 0.5,
    measure: measureAges,
    judge: (runs) => {
      const means = AGES.map((_, k) => meanOf(runs, `group ${k + 1}`));
      const passes = AGES.every(({ low, high }, k) => {
        return means[k] >= low * (1 - SPEED_SLACK) && means[k] <= high * (1 + SPEED_SLACK);
      });
      return { measured: `${shownAll(means, 2)} m/s`, passes };
    },
  },
  {
    name: 'rimea-10',
    title: 'Assigned exits',
    source: 'RiMEA 4.1.1 test 10, as transcribed; coordinates of JuPedSim',
    geometry: '12 cabins, corridor 18 × 1 m, two exits',
    population: '23 people, planning: 15 told to take the main exit, 8 the secondary',
    expected: 'all leave by the exit they were told',
    seeds: 10,
    cost: 0.5,
    measure: (seed) => cabins(PLANNING, seed),
    judge: judgeAssignedExits,
  },
];

/** In the order of the guideline. */
export const RIMEA: readonly ValidationTest[] = [...ALONE, ...RIMEA_CROWDS, ...RIMEA_BOTTLENECKS].sort(
  (a, b) => numberIn(a.name) - numberIn(b.name),
);

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)![0]);
}
