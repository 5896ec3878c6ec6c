/**
 * Verification tests of NIST TN 1822 (2013), as transcribed (docs/validation.md). Where it names no people, those of the planning
 * population walk; where the transcription has no dimensions, the set-up says which ones are ours.
 */
import { insideText, meanOf, numbered, shown } from '../instruments/figures.ts';
import { PLANNING } from '../instruments/populations.ts';
import { cabins } from '../set-ups/cabins.ts';
import { arriveTogether } from '../set-ups/companions.ts';
import { congestion } from '../set-ups/congestion.ts';
import { secondsFor40Metres } from '../set-ups/corridor.ts';
import { roundTheCorner } from '../set-ups/corner.ts';
import { againstOthers } from '../set-ups/counter-flow.ts';
import { withAndWithoutDisability } from '../set-ups/disability.ts';
import { freeSpeeds } from '../set-ups/free-speeds.ts';
import { measureStarts, type StartDistribution } from '../set-ups/start-times.ts';
import { limitedFlow } from '../set-ups/exit-flow.ts';
import { familiarExits, followOthers } from '../set-ups/familiar-exits.ts';
import { secondsOnStairs } from '../set-ups/stairs.ts';
import { exitShut } from '../set-ups/two-exits.ts';
import {
  deviation,
  gammaBelow,
  lognormalBelow,
  mean,
  normalBelow,
  uniformBelow,
  weibullBelow,
} from '../instruments/statistics.ts';
import type { ValidationTest } from '../instruments/validation-test.ts';
import {
  allSpeeds,
  judgeAssignedExits,
  judgeCorner,
  judgeCounterFlow,
  judgeDisability,
  judgeExitShut,
  judgeFamiliarExits,
  judgeFollowing,
  judgeLimitedFlow,
  judgeMetrePerSecond,
  judgeStairs,
  judgeStarts,
  judgeTogether,
  LEAST_P,
  speedsFit,
} from './verdicts.ts';

/** Seconds of pre-movement. */
const STARTS: readonly StartDistribution[] = [
  { name: 'uniform', start: { uniform: [10, 100] }, below: uniformBelow(10, 100) },
  { name: 'gamma', start: { gamma: [1.291, 103.901] }, below: gammaBelow(1.291, 103.901) },
  { name: 'lognormal', start: { lognormal: [4.586, 0.967] }, below: lognormalBelow(4.586, 0.967) },
  { name: 'Weibull', start: { weibull: [139.285, 1.195] }, below: weibullBelow(139.285, 1.195) },
];

export const NIST: readonly ValidationTest[] = [
  {
    name: 'nist-1.1',
    title: 'Pre-evacuation times',
    source: 'NIST TN 1822 test 1.1, as transcribed',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '10 people, planning; times uniform, gamma, lognormal, Weibull',
    expected: 'p > 0.05 for each (Kolmogorov–Smirnov, people of all runs)',
    seeds: 10,
    cost: 1,
    measure: (seed) => measureStarts(STARTS, PLANNING.speed, seed),
    judge: (runs) => judgeStarts(runs, STARTS),
  },
  {
    name: 'nist-2.1',
    title: 'Walking speed in a corridor',
    source: 'NIST TN 1822 test 2.1, as transcribed; 10 m before and behind',
    geometry: 'corridor 40 × 2 m',
    population: 'one person, 1.0 m/s',
    expected: '40 s: 1.0 ± 0.05 m/s',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsFor40Metres(1, 10, seed) }),
    judge: judgeMetrePerSecond,
  },
  {
    name: 'nist-2.2',
    title: 'Walking speed on stairs',
    source: 'NIST TN 1822 test 2.2, as transcribed; 80 m of plan and 60 m of rise',
    geometry: 'stairs 100 m along the slope, 2 m wide',
    population: 'one person, 1.0 m/s along the slope, up and down',
    expected: '1.0 ± 0.05 m/s along the slope, both ways',
    seeds: 1,
    cost: 0.2,
    measure: (seed) => ({
      up: secondsOnStairs(true, 80, 60, 1, 0.8, seed),
      down: secondsOnStairs(false, 80, 60, 1, 0.8, seed),
    }),
    judge: (runs) => judgeStairs(runs, 100, 1),
  },
  {
    name: 'nist-2.3',
    title: 'Round a corner',
    source: 'NIST TN 1822 test 2.3, as transcribed',
    geometry: 'corner 12 × 12 m, 2 m wide',
    population: '20 people, planning, in the first 6 m',
    expected: 'all get out, no centre more than 1 mm outside',
    seeds: 10,
    cost: 0.3,
    measure: (seed) => roundTheCorner(PLANNING, seed),
    judge: judgeCorner,
  },
  {
    name: 'nist-2.4',
    title: 'Speeds of a population',
    source: 'NIST TN 1822 test 2.4, as transcribed; N(1.2, 0.2) as in jupedsim-web-community',
    geometry: 'hall 100 × 100 m',
    population: '100 people, N(1.2, 0.2) m/s',
    expected: 'speeds of that distribution: p > 0.05 (Kolmogorov–Smirnov, mean of the runs)',
    seeds: 10,
    cost: 1,
    measure: measureNormalSpeeds,
    judge: (runs) => {
      const p = speedsFit(runs, normalBelow(1.2, 0.2));
      const all = allSpeeds(runs);
      return {
        measured: `p ${shown(p, 2)}; ${shown(mean(all), 3)} ± ${shown(deviation(all), 3)} m/s`,
        passes: p > LEAST_P,
      };
    },
  },
  {
    name: 'nist-2.8',
    title: 'Counter-flow',
    source: 'NIST TN 1822 test 2.8, as transcribed',
    geometry: 'two rooms 10 × 10 m, corridor 10 × 2 m',
    population: '100 people, planning, against 0, 10, 50, 100',
    expected: 'time of the last of the 100 rises, nobody stuck for 300 s',
    seeds: 10,
    cost: 40,
    measure: (seed) => againstOthers(PLANNING, seed),
    judge: judgeCounterFlow,
  },
  {
    name: 'nist-2.9',
    title: 'Companions',
    source: 'NIST TN 1822 test 2.9, as transcribed',
    geometry: 'room 15 × 15 m, exit 1 m',
    population: '5 companions, four of 1.25 and one of 0.5 m/s; 10 others of 0.2 m/s',
    expected: 'companions leave within 10 s of each other',
    seeds: 10,
    cost: 0.2,
    measure: (seed) => arriveTogether([1.25, 1.25, 1.25, 1.25, 0.5], 0.2, seed),
    judge: judgeTogether,
  },
  {
    name: 'nist-2.10',
    title: 'People with disabilities',
    source: 'NIST TN 1822 test 2.10, as transcribed; the room is ours',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '24 people, 1.25 m/s, radius 0.2 m; one of 0.8 m/s and 0.4 m, or like the others',
    expected: 'with the slow and wide one it takes longer',
    seeds: 10,
    cost: 0.6,
    measure: withAndWithoutDisability,
    judge: judgeDisability,
  },
  {
    name: 'nist-3.1',
    title: 'Assigned exits',
    source: 'NIST TN 1822 test 3.1, as transcribed',
    geometry: '12 cabins, corridor 18 × 1 m, two exits',
    population: '23 people, planning: 15 told to take the main exit, 8 the secondary',
    expected: 'all leave by the exit they were told',
    seeds: 10,
    cost: 0.4,
    measure: (seed) => cabins(PLANNING, seed),
    judge: judgeAssignedExits,
  },
  {
    name: 'nist-3.2',
    title: 'Social influence',
    source: 'NIST TN 1822 test 3.2, as transcribed in outline: place, people and bound are ours',
    geometry: 'room 20 × 10 m, exits A and B of 1 m, each behind a corner',
    population:
      '100 people, planning: 10 know B, 90 know nothing, start 5–15 s later, and follow others (0.8) or do not (0)',
    expected: 'at least 20 percentage points more by B where they follow',
    seeds: 40,
    cost: 15,
    measure: followOthers,
    judge: judgeFollowing,
  },
  {
    name: 'nist-3.3',
    title: 'Familiar exits',
    source: 'NIST TN 1822 test 3.3, as transcribed in outline: place, people and bounds are ours',
    geometry: 'room 20 × 10 m, exits A and B of 1 m, each behind a corner',
    population: '100 people, planning: nobody knows an exit; all know A; 20 know A and 80 know B',
    expected: '50 ± 10 % / at least 95 % / 20 ± 10 % by A',
    seeds: 20,
    cost: 10,
    measure: familiarExits,
    judge: judgeFamiliarExits,
  },
  {
    name: 'nist-4.1',
    title: 'An exit that is shut',
    source: 'NIST TN 1822 test 4.1, as transcribed; the room is ours',
    geometry: 'room 15 × 10 m, two exits of 1 m',
    population: 'one person, 1.0 m/s, to the nearest exit, which is shut after 1 s',
    expected: 'leaves by the other one',
    seeds: 10,
    cost: 0.2,
    measure: (seed) => exitShut(1, seed),
    judge: judgeExitShut,
  },
  {
    name: 'nist-5.1',
    title: 'Congestion',
    source: 'NIST TN 1822 test 5.1, as transcribed; corridor and stairs as in IMO 11 and RiMEA 13',
    geometry: 'room 8 × 5 m, corridor 12 × 2 m, stairs 3 × 2 m up',
    population: '100 people, planning',
    expected: 'greatest density before the corridor > in its middle',
    seeds: 10,
    cost: 2.5,
    measure: (seed) => congestion(PLANNING, seed),
    judge: (runs) => {
      const [neck, corridor] = ['neck', 'corridor'].map((name) => meanOf(runs, name)) as [number, number];
      const inside = meanOf(runs, 'inside');
      return {
        measured: `${shown(neck, 1)} before it, ${shown(corridor, 1)} per m² in its middle${insideText(inside)}`,
        passes: inside === 0 && neck > corridor,
      };
    },
  },
  {
    name: 'nist-5.2',
    title: 'Flow through an exit',
    source: 'NIST TN 1822 test 5.2, as transcribed; run with the limiter of flow, 1.33 per metre and second',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '100 people, planning',
    expected: 'at most 1.33 people per second over the whole time',
    seeds: 10,
    cost: 2,
    measure: (seed) => limitedFlow(PLANNING, seed),
    judge: judgeLimitedFlow,
  },
];

/** A hundred people of N(1.2, 0.2) across a hall of 100 × 100 m; also ISO 5. The range cuts off one in ten million. */
export function measureNormalSpeeds(seed: number) {
  const speed = { normal: [1.2, 0.2], within: [0.1, 2.3] };
  return numbered('speed', freeSpeeds({ length: 100, width: 100 }, [{ count: 100, speed }], seed));
}
