/**
 * Tests of IMO MSC.1/Circ.1533 (1238 before), Annex 3, as transcribed (docs/validation.md). People are IMO's own: men of 30 to 50
 * years, 0.97–1.62 m/s.
 */
import { greatestOf, numbered, shown } from '../instruments/figures.ts';
import { IMO_MEN } from '../instruments/populations.ts';
import { cabins } from '../set-ups/cabins.ts';
import { secondsFor40Metres } from '../set-ups/corridor.ts';
import { roundTheCorner } from '../set-ups/corner.ts';
import { againstOthers } from '../set-ups/counter-flow.ts';
import { limitedFlow } from '../set-ups/exit-flow.ts';
import { fourDoors } from '../set-ups/four-doors.ts';
import { freeSpeeds } from '../set-ups/free-speeds.ts';
import { secondsOnStairs } from '../set-ups/stairs.ts';
import { startTimes, worstDelay } from '../set-ups/start-times.ts';
import { deviation, mean, uniformBelow } from '../instruments/statistics.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';
import {
  allSpeeds,
  judgeAssignedExits,
  judgeCorner,
  judgeCounterFlow,
  judgeFourDoors,
  judgeLimitedFlow,
  judgeMetrePerSecond,
  judgeSeconds,
  LEAST_P,
  speedsFit,
} from './verdicts.ts';

const TWO_FRAMES = 0.2;
/** 10 m of slope at 1 m/s. */
function judgeSlope(runs: readonly Figures[]): Verdict {
  return judgeSeconds(runs, 10, 0.05);
}

export const IMO: readonly ValidationTest[] = [
  {
    name: 'imo-1',
    title: 'Walking speed in a corridor',
    source: 'IMO MSC.1/Circ.1533 test 1, as transcribed; the 5 % are NIST’s',
    geometry: 'corridor 40 × 2 m',
    population: 'one person, 1.0 m/s',
    expected: '40 s, within 5 %',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsFor40Metres(1, 0, seed) }),
    judge: judgeMetrePerSecond,
  },
  {
    name: 'imo-2',
    title: 'Walking speed up stairs',
    source: 'IMO MSC.1/Circ.1533 test 2, as transcribed; 8 m of plan and 6 m of rise; the 5 % are NIST’s',
    geometry: 'stairs 10 m along the slope, 2 m wide',
    population: 'one person, 1.0 m/s along the slope',
    expected: '10 s, within 5 %',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsOnStairs(true, 8, 6, 1, 0.8, seed) }),
    judge: judgeSlope,
  },
  {
    name: 'imo-3',
    title: 'Walking speed down stairs',
    source: 'IMO MSC.1/Circ.1533 test 3, as transcribed; 8 m of plan and 6 m of rise; the 5 % are NIST’s',
    geometry: 'stairs 10 m along the slope, 2 m wide',
    population: 'one person, 1.0 m/s along the slope',
    expected: '10 s, within 5 %',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsOnStairs(false, 8, 6, 1, 0.8, seed) }),
    judge: judgeSlope,
  },
  {
    name: 'imo-4',
    title: 'Flow through an exit',
    source: 'IMO MSC.1/Circ.1533 test 4, as transcribed; run with the limiter of flow, 1.33 per metre and second',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '100 men of 30–50 years',
    expected: 'at most 1.33 people per second over the whole time',
    seeds: 10,
    cost: 2,
    measure: (seed) => limitedFlow(IMO_MEN, seed),
    judge: judgeLimitedFlow,
  },
  {
    name: 'imo-5',
    title: 'Response times',
    source: 'IMO MSC.1/Circ.1533 test 5, as transcribed',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '10 men of 30–50 years; they start after 10–100 s, uniform',
    expected: 'everybody starts within 0.2 s of their time, all times in 10–100 s',
    seeds: 10,
    cost: 0.2,
    measure: (seed) => {
      const { drawn, seen } = startTimes(IMO_MEN.speed, { uniform: [10, 100] }, seed);
      return { delay: worstDelay(drawn, seen), first: Math.min(...drawn), last: Math.max(...drawn) };
    },
    judge: (runs) => {
      const delay = greatestOf(runs, 'delay');
      const first = Math.min(...runs.map((run) => run['first']));
      const last = greatestOf(runs, 'last');
      return {
        measured: `at most ${shown(delay, 2)} s off, ${shown(first, 1)}–${shown(last, 1)} s`,
        passes: delay <= TWO_FRAMES + 1e-9 && first >= 10 && last <= 100,
      };
    },
  },
  {
    name: 'imo-6',
    title: 'Round a corner',
    source: 'IMO MSC.1/Circ.1533 test 6, as transcribed',
    geometry: 'corner 12 × 12 m, 2 m wide',
    population: '20 men of 30–50 years, in the first 6 m',
    expected: 'all get round, nobody through the wall',
    seeds: 10,
    cost: 0.2,
    measure: (seed) => roundTheCorner(IMO_MEN, seed),
    judge: judgeCorner,
  },
  {
    name: 'imo-7',
    title: 'Speeds of a population',
    source: 'IMO MSC.1/Circ.1533 test 7, as transcribed',
    geometry: 'hall 50 × 200 m',
    population: '50 men of 30–50 years',
    expected:
      'speeds uniform in 0.97–1.62 m/s (mean 1.295, variance 0.035): p > 0.05 (Kolmogorov–Smirnov, mean of the runs)',
    seeds: 10,
    cost: 0.3,
    measure: (seed) =>
      numbered('speed', freeSpeeds({ length: 50, width: 200 }, [{ count: 50, speed: IMO_MEN.speed }], seed)),
    judge: (runs) => {
      const p = speedsFit(runs, uniformBelow(0.97, 1.62));
      const all = allSpeeds(runs);
      return {
        measured: `mean ${shown(mean(all), 3)}, variance ${shown(deviation(all) ** 2, 3)}, p ${shown(p, 2)}`,
        passes: p > LEAST_P,
      };
    },
  },
  {
    name: 'imo-8',
    title: 'Counter-flow',
    source: 'IMO MSC.1/Circ.1533 test 8, as transcribed',
    geometry: 'two rooms 10 × 10 m, corridor 10 × 2 m',
    population: '100 men of 30–50 years, against 0, 10, 50, 100',
    expected: 'time of the last of the 100 rises, nobody stuck for 300 s',
    seeds: 10,
    cost: 40,
    measure: (seed) => againstOthers(IMO_MEN, seed),
    judge: judgeCounterFlow,
  },
  {
    name: 'imo-9',
    title: 'Two of four doors shut',
    source:
      'IMO MSC.1/Circ.1533 test 9, as transcribed; "about double" is JuPedSim’s × 1.6–2.4; places of the doors are ours',
    geometry: 'hall 30 × 20 m, four doors of 1 m, two in each long wall',
    population: '1000 men of 30–50 years, to the nearest door',
    expected: 'time × 1.6–2.4',
    seeds: 10,
    cost: 140,
    measure: (seed) => fourDoors([0, 0, 30, 20], [7.5, 22.5], IMO_MEN, seed),
    judge: judgeFourDoors,
  },
  {
    name: 'imo-10',
    title: 'Assigned exits',
    source: 'IMO MSC.1/Circ.1533 test 10, as transcribed',
    geometry: '12 cabins, corridor 18 × 1 m, two exits',
    population: '23 men of 30–50 years: 15 told to take the main exit, 8 the secondary',
    expected: 'all leave by the exit they were told',
    seeds: 10,
    cost: 0.4,
    measure: (seed) => cabins(IMO_MEN, seed),
    judge: judgeAssignedExits,
  },
];
