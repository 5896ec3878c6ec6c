/**
 * Tests of ISO 20414:2020, as transcribed (docs/validation.md). Most share their set-up with NIST TN 1822; each has its own criterion.
 */
import { insideText, meanOf, numbersOf, shown, shownAll } from '../instruments/figures.ts';
import { floor, lineAcross, type Box } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { measureNormalSpeeds } from './nist.ts';
import { PLANNING } from '../instruments/populations.ts';
import { cabins } from '../set-ups/cabins.ts';
import { arriveTogether } from '../set-ups/companions.ts';
import { congestion } from '../set-ups/congestion.ts';
import { secondsFor40Metres } from '../set-ups/corridor.ts';
import { roundTheCorner } from '../set-ups/corner.ts';
import { againstOthers } from '../set-ups/counter-flow.ts';
import { withAndWithoutDisability } from '../set-ups/disability.ts';
import { limitedFlow } from '../set-ups/exit-flow.ts';
import { familiarExits, followOthers } from '../set-ups/familiar-exits.ts';
import { takeShortcut } from '../set-ups/shortcut.ts';
import { secondsOnStairs } from '../set-ups/stairs.ts';
import { measureStarts, type StartDistribution } from '../set-ups/start-times.ts';
import { exitShut } from '../set-ups/two-exits.ts';
import { deviation, lognormalBelow, mean, normalBelow, uniformBelow } from '../instruments/statistics.ts';
import type { Figures, ValidationTest } from '../instruments/validation-test.ts';
import {
  judgeAssignedExits,
  judgeCorner,
  judgeCounterFlow,
  judgeDisability,
  judgeExitShut,
  judgeFamiliarExits,
  judgeFollowing,
  judgeLimitedFlow,
  judgeMetrePerSecond,
  judgeShortcut,
  judgeStairs,
  judgeStarts,
  judgeTogether,
  LEAST_P,
  speedsFit,
} from './verdicts.ts';
import { forEachWalker } from '../instruments/watch.ts';

/** Seconds of pre-movement. One in 741 of the normal ones would lie before the beginning, and is drawn again. */
const STARTS: readonly StartDistribution[] = [
  { name: 'uniform', start: { uniform: [10, 100] }, below: uniformBelow(10, 100) },
  { name: 'normal', start: { normal: [60, 20], within: [0, 200] }, below: normalBelow(60, 20) },
  { name: 'lognormal', start: { lognormal: [4.586, 0.967] }, below: lognormalBelow(4.586, 0.967) },
];

/** Persons per m² in the first two thirds of the corridor at the beginning. */
const DENSITIES = [0.5, 1, 2, 3] as const;
const FREE_SPEED = 1;
/** A corridor of three zones, 10 × 2 m each; speeds are those of the second. */
const ZONE: Box = [10, 0, 20, 2];
/** Seconds until everybody has come to their speed. */
const SETTLED = 2;

/** `density d`: mean speed of all who were in the second zone. */
function measureCorridor(seed: number): Figures {
  const figures: Figures = {};
  for (const density of DENSITIES) {
    let way = 0;
    let seconds = 0;
    const before = new Map<number, [number, number]>();
    play(
      {
        environment: { walkable: floor([[0, 0, 31, 2]]) },
        profiles: { person: { speed: FREE_SPEED } },
        walkers: [{ in: { box: [0, 0, 20, 2] }, density }],
        exits: { end: { line: lineAcross(30.5, 0, 2) } },
        duration: 120,
      },
      seed,
      (run) => {
        const { time, step } = run.simulation;
        forEachWalker(run, (serial, x, y) => {
          const from = before.get(serial);
          before.set(serial, [x, y]);
          if (from === undefined || time < SETTLED || x < ZONE[0] || x >= ZONE[2]) return;
          way += Math.hypot(x - from[0], y - from[1]);
          seconds += step;
        });
      },
    );
    figures[`density ${density}`] = way / seconds;
  }
  return figures;
}

export const ISO: readonly ValidationTest[] = [
  {
    name: 'iso-1',
    title: 'Pre-movement times',
    source: 'ISO 20414:2020 test 1, as transcribed',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '10 people, planning; times uniform, normal, lognormal',
    expected: 'p > 0.05 for each (Kolmogorov–Smirnov, people of all runs)',
    seeds: 10,
    cost: 0.8,
    measure: (seed) => measureStarts(STARTS, PLANNING.speed, seed),
    judge: (runs) => judgeStarts(runs, STARTS),
  },
  {
    name: 'iso-2',
    title: 'Walking speed in a corridor',
    source: 'ISO 20414:2020 test 2, as transcribed; 10 m before and behind',
    geometry: 'corridor 40 × 2 m',
    population: 'one person, 1.0 m/s',
    expected: '1.0 ± 0.05 m/s',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({ seconds: secondsFor40Metres(1, 10, seed) }),
    judge: judgeMetrePerSecond,
  },
  {
    name: 'iso-3',
    title: 'Walking speed on stairs',
    source: 'ISO 20414:2020 test 3, as transcribed: a factor of 0.5 on stairs; over the plan',
    geometry: 'stairs 10 m long over the plan, 2 m wide',
    population: 'one person, 1.0 m/s on the level, half of it on stairs, up and down',
    expected: '0.5 ± 0.05 m/s, both ways',
    seeds: 1,
    cost: 0.1,
    measure: (seed) => ({
      up: secondsOnStairs(true, 10, 6, 1, 0.5, seed),
      down: secondsOnStairs(false, 10, 6, 1, 0.5, seed),
    }),
    judge: (runs) => judgeStairs(runs, 10, 0.5),
  },
  {
    name: 'iso-4',
    title: 'Round a corner',
    source: 'ISO 20414:2020 test 4, as transcribed',
    geometry: 'corner 12 × 12 m, 2 m wide',
    population: '20 people, planning, in the first 6 m',
    expected: 'all get round, nobody through the wall',
    seeds: 10,
    cost: 0.3,
    measure: (seed) => roundTheCorner(PLANNING, seed),
    judge: judgeCorner,
  },
  {
    name: 'iso-5',
    title: 'Speeds of a population',
    source: 'ISO 20414:2020 test 5, as transcribed',
    geometry: 'hall 100 × 100 m',
    population: '100 people, N(1.2, 0.2) m/s',
    expected: 'mean and deviation within 0.05, p > 0.05 (Kolmogorov–Smirnov), means of the runs',
    seeds: 10,
    cost: 1,
    measure: measureNormalSpeeds,
    judge: (runs) => {
      const p = speedsFit(runs, normalBelow(1.2, 0.2));
      const middle = mean(runs.map((run) => mean(numbersOf(run, 'speed'))));
      const spread = mean(runs.map((run) => deviation(numbersOf(run, 'speed'))));
      return {
        measured: `${shown(middle, 3)} ± ${shown(spread, 3)} m/s, p ${shown(p, 2)}`,
        passes: Math.abs(middle - 1.2) <= 0.05 && Math.abs(spread - 0.2) <= 0.05 && p > LEAST_P,
      };
    },
  },
  {
    name: 'iso-6',
    title: 'Counter-flow',
    source: 'ISO 20414:2020 test 6, as transcribed',
    geometry: 'two rooms 10 × 10 m, corridor 10 × 2 m',
    population: '100 people, planning, against 0, 10, 50, 100',
    expected: 'time of the last of the 100 rises, nobody stuck for 300 s',
    seeds: 10,
    cost: 40,
    measure: (seed) => againstOthers(PLANNING, seed),
    judge: judgeCounterFlow,
  },
  {
    name: 'iso-7',
    title: 'People with disabilities',
    source: 'ISO 20414:2020 test 7, as transcribed; the room is ours',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '24 people, 1.25 m/s, radius 0.2 m; one of 0.8 m/s and 0.4 m, or like the others',
    expected: 'with the slow and wide one it takes longer',
    seeds: 10,
    cost: 0.6,
    measure: withAndWithoutDisability,
    judge: judgeDisability,
  },
  {
    name: 'iso-8',
    title: 'Assigned exits',
    source: 'ISO 20414:2020 test 8, as transcribed',
    geometry: '12 cabins, corridor 18 × 1 m, two exits',
    population: '23 people, planning: 15 told to take the main exit, 8 the secondary',
    expected: 'all leave by the exit they were told',
    seeds: 10,
    cost: 0.4,
    measure: (seed) => cabins(PLANNING, seed),
    judge: judgeAssignedExits,
  },
  {
    name: 'iso-9',
    title: 'An exit that is shut',
    source: 'ISO 20414:2020 test 9, as transcribed; the room is ours',
    geometry: 'room 15 × 10 m, two exits of 1 m',
    population: 'one person, 1.0 m/s, to the nearest exit, which is shut after 1 s',
    expected: 'leaves by the other one',
    seeds: 10,
    cost: 0.2,
    measure: (seed) => exitShut(1, seed),
    judge: judgeExitShut,
  },
  {
    name: 'iso-10',
    title: 'Congestion',
    source: 'ISO 20414:2020 test 10, as transcribed; corridor and stairs as in IMO 11 and RiMEA 13',
    geometry: 'room 8 × 5 m, corridor 12 × 2 m, stairs 3 × 2 m up',
    population: '100 people, planning',
    expected: 'greatest density before the corridor, and before the stairs > in the middle of the corridor',
    seeds: 10,
    cost: 2.5,
    measure: (seed) => congestion(PLANNING, seed),
    judge: (runs) => {
      const [neck, stairs, corridor] = ['neck', 'stairs', 'corridor'].map((name) => meanOf(runs, name)) as [
        number,
        number,
        number,
      ];
      const inside = meanOf(runs, 'inside');
      return {
        measured: `${shown(neck, 1)} before it, ${shown(stairs, 1)} before the stairs, ${shown(corridor, 1)} per m² in its middle${insideText(inside)}`,
        passes: inside === 0 && neck > corridor && stairs > corridor,
      };
    },
  },
  {
    name: 'iso-11',
    title: 'Flow through an exit',
    source: 'ISO 20414:2020 test 11, as transcribed; run with the limiter of flow, 1.33 per metre and second',
    geometry: 'room 8 × 5 m, exit 1 m',
    population: '100 people, planning',
    expected: 'at most 1.33 people per second over the whole time',
    seeds: 10,
    cost: 2,
    measure: (seed) => limitedFlow(PLANNING, seed),
    judge: judgeLimitedFlow,
  },
  {
    name: 'iso-13',
    title: 'Speed and density in a corridor',
    source: 'ISO 20414:2020 test 13, as transcribed; dimensions and densities are ours',
    geometry: 'corridor 30 × 2 m, measured in its middle third',
    population: '0.5, 1, 2, 3 people per m² in the first 20 m, 1.0 m/s',
    expected: 'speed at most 1.05 m/s at each density',
    seeds: 10,
    cost: 4,
    measure: measureCorridor,
    judge: (runs) => {
      const speeds = DENSITIES.map((density) => meanOf(runs, `density ${density}`));
      return {
        measured: `${shownAll(speeds, 2)} m/s`,
        passes: speeds.every((speed) => speed <= FREE_SPEED + 0.05),
      };
    },
  },
  {
    name: 'iso-14',
    title: 'Companions',
    source: 'ISO 20414:2020 test 14, as transcribed',
    geometry: 'room 15 × 15 m, exit 1 m',
    population: '5 companions, 1.25 m/s; 10 others of 0.5 m/s',
    expected: 'companions leave within 10 s of each other',
    seeds: 10,
    cost: 0.2,
    measure: (seed) => arriveTogether([1.25, 1.25, 1.25, 1.25, 1.25], 0.5, seed),
    judge: judgeTogether,
  },
  {
    name: 'iso-15',
    title: 'Social influence',
    source: 'ISO 20414:2020 test 15, as transcribed in outline: place, people and bound are ours',
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
    name: 'iso-16',
    title: 'Familiar exits',
    source: 'ISO 20414:2020 test 16, as transcribed in outline: place, people and bounds are ours',
    geometry: 'room 20 × 10 m, exits A and B of 1 m, each behind a corner',
    population: '100 people, planning: nobody knows an exit; all know A; 20 know A and 80 know B',
    expected: '50 ± 10 % / at least 95 % / 20 ± 10 % by A',
    seeds: 20,
    cost: 10,
    measure: familiarExits,
    judge: judgeFamiliarExits,
  },
  {
    name: 'iso-17',
    title: 'Route choice',
    source: 'ISO 20414:2020 test 17, as transcribed in outline: place, people and bounds are ours',
    geometry: 'room 20 × 10 m, one exit; a shortcut of 5 m and a way of 42 m, their openings 1 m each',
    population: '50 people, planning: 0, 50, 100 % know the place, the others know nothing',
    expected: 'share by the shortcut rises, and is more than 50 % of those who know it',
    seeds: 20,
    cost: 4,
    measure: takeShortcut,
    judge: judgeShortcut,
  },
];
