/**
 * What nobody wrote down and comes out of many walkers: flows, jams, lanes, waves, against experiments. Doors, steps and overlaps in
 * emergent-door-tests.ts, speed by density in emergent-diagram-tests.ts; here streams that meet.
 */
import { circleSwap } from './emergent-circle.ts';
import { narrowPassage } from './emergent-passage.ts';
import { DIAGRAM_TESTS } from './emergent-diagram-tests.ts';
import { DOOR_TESTS } from './emergent-door-tests.ts';
import { counterFlow, crossing } from './emergent-streams.ts';
import { greatestOf, meanOf, shown, shownAll } from '../instruments/figures.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';

/** Persons per m² in both directions together. */
const DENSITIES = [0.5, 1, 1.5, 2] as const;
const LEAST_LANES = 0.8;
/** Persons per metre and second, from this density on: below it nobody is in the way. */
const LEAST_FLOW = 1;
const FLOW_FROM = 1.5;

function measureCounterFlow(seed: number): Figures {
  const figures: Figures = {};
  for (const density of DENSITIES) {
    const { isGridlock, lanes, flow, speed } = counterFlow(density, seed);
    Object.assign(figures, {
      [`gridlock ${density}`]: isGridlock,
      [`lanes ${density}`]: lanes,
      [`flow ${density}`]: flow,
      [`speed ${density}`]: speed,
    });
  }
  return figures;
}

function judgeCounterFlow(runs: readonly Figures[]): Verdict {
  const all = (name: string) => DENSITIES.map((density) => meanOf(runs, `${name} ${density}`));
  const lanes = all('lanes');
  const flows = all('flow');
  const gridlocks = all('gridlock').reduce((sum, share) => sum + share * runs.length, 0);
  return {
    measured: `φ ${shownAll(lanes, 2)}; ${shownAll(flows, 2)} per m and s; ${shownAll(all('speed'), 2)} m/s; ${gridlocks === 0 ? 'no gridlock' : `${shown(gridlocks, 0)} gridlocks in ${runs.length * DENSITIES.length} runs`}`,
    passes:
      gridlocks === 0 &&
      lanes.every((order) => order >= LEAST_LANES) &&
      flows.every((flow, k) => DENSITIES[k] < FLOW_FROM || flow >= LEAST_FLOW),
  };
}

function judgeCrossing(runs: readonly Figures[]): Verdict {
  const left = greatestOf(runs, 'left');
  const stripes = meanOf(runs, 'stripes');
  const through = `${shown(meanOf(runs, 'seconds'), 0)} s, ${shown(meanOf(runs, 'speed'), 2)} m/s at ${shown(meanOf(runs, 'density'), 1)} per m²`;
  return {
    measured: `${left === 0 ? 'all through' : `up to ${left} never through`}; ${through}; stripes ${shown(stripes, 2)}`,
    passes: left === 0 && stripes > 0,
  };
}

function judgeCircle(runs: readonly Figures[]): Verdict {
  const longest = greatestOf(runs, 'seconds');
  const left = greatestOf(runs, 'left');
  return {
    measured: `${shown(meanOf(runs, 'seconds'), 0)} s, at most ${shown(longest, 0)} s${left === 0 ? '' : `; up to ${left} never arrive`}`,
    passes: left === 0 && longest <= 120,
  };
}

function judgePassage(runs: readonly Figures[]): Verdict {
  const left = greatestOf(runs, 'left');
  return {
    measured: `${shown(meanOf(runs, 'seconds'), 0)} s, at most ${shown(greatestOf(runs, 'seconds'), 0)} s${left === 0 ? '' : `; up to ${left} never arrive`}`,
    passes: left === 0,
  };
}

const STREAM_TESTS: readonly ValidationTest[] = [
  {
    name: 'counter-flow',
    title: 'Two directions in one corridor',
    source: 'HERMES bidirectional experiments',
    geometry: 'corridor 84 × 4 m full of people, measured in the middle 10 m, lanes in the middle 6 m',
    population: '0.5, 1, 1.5, 2 per m², half each way, mixed at random, laboratory',
    expected: 'no gridlock; lanes φ ≥ 0.8; from 1.5 per m² on at least 1.0 per metre and second',
    seeds: 10,
    cost: 43,
    measure: measureCounterFlow,
    judge: judgeCounterFlow,
  },
  {
    name: 'crossing',
    title: 'Two streams at a right angle',
    source: 'crossing streams form stripes and pass (Helbing 2005)',
    geometry: 'corridors of 4 m that cross',
    population: 'two columns of 30 × 4 m, 1.25 per m², planning',
    expected:
      'everybody passes within 240 s; neighbours across the sum of both directions are more often of one stream than those along it',
    seeds: 10,
    cost: 50,
    measure: (seed) => crossing(seed),
    judge: judgeCrossing,
  },
  {
    name: 'circle-swap',
    title: 'A hundred people change places across a circle',
    source: 'own test, after the usual demonstration of collision avoidance',
    geometry: 'circle of 15 m in a hall of 40 × 40 m',
    population: '100 people, planning',
    expected: 'all at the opposite place within 120 s',
    seeds: 10,
    cost: 2,
    measure: (seed) => circleSwap(seed),
    judge: judgeCircle,
  },
  {
    name: 'narrow-passage',
    title: 'Two streams where only one can pass',
    source: 'own test: nobody blocks a passage for ever',
    geometry: 'two rooms 8 × 8 m, passage 4 m long and 0.6 m wide',
    population: '5 people in each room, planning, who want into the other',
    expected: 'everybody arrives within 600 s',
    seeds: 20,
    cost: 4,
    measure: (seed) => narrowPassage(0.6, 5, seed),
    judge: judgePassage,
  },
];

export const EMERGENT: readonly ValidationTest[] = [...DOOR_TESTS, ...DIAGRAM_TESTS, ...STREAM_TESTS];
