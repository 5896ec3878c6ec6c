/** What comes out at doors, against experiments, and what must not come out anywhere: steps that matter, bodies in bodies. */
import { doorFlow } from './emergent-doors.ts';
import { corridorDiagram } from './emergent-loops.ts';
import { counterFlow, crossing } from './emergent-streams.ts';
import { greatestOf, meanOf, shown } from '../instruments/figures.ts';
import { fitLine } from '../instruments/statistics.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';

/** Metres. */
const WIDTHS = [0.7, 0.8, 0.9, 1, 1.2, 1.6, 2, 2.4] as const;
/** Persons per metre and second: unhurried people, 0.7–2.5 m. */
const LEAST_FLOW = 1.6;
const MOST_FLOW = 2.4;
/** The share of the differences between widths that a straight line has to explain. */
const LEAST_R2 = 0.95;

/** At wide doors a hundred people are gone before the flow is steady. */
function measureDoors(seed: number): Figures {
  const figures: Figures = {};
  for (const width of WIDTHS) {
    const { flow, left } = doorFlow(width, width > 1.2 ? 200 : 100, seed);
    figures[`flow ${width}`] = flow!;
    figures[`left ${width}`] = left!;
  }
  return figures;
}

function judgeDoors(runs: readonly Figures[]): Verdict {
  const flows = WIDTHS.map((width) => meanOf(runs, `flow ${width}`));
  const perMetre = flows.map((flow, k) => flow / WIDTHS[k]);
  const { r2, slope, offset } = fitLine(WIDTHS, flows);
  const left = WIDTHS.reduce((sum, width) => sum + meanOf(runs, `left ${width}`), 0);
  return {
    measured: `${shown(Math.min(...perMetre), 2)}–${shown(Math.max(...perMetre), 2)} per m and s; J = ${shown(slope, 2)} w ${offset < 0 ? '−' : '+'} ${shown(Math.abs(offset), 2)}, R² ${shown(r2, 3)}${left === 0 ? '' : `; ${shown(left, 1)} left inside`}`,
    passes: left === 0 && perMetre.every((flow) => flow >= LEAST_FLOW && flow <= MOST_FLOW) && r2 > LEAST_R2,
  };
}

/** Widths at which people have to take turns. */
const NARROW = [0.7, 0.8, 0.9, 1, 1.2] as const;

function measureEmptying(people: readonly number[], seed: number): Figures {
  let left = 0;
  let rooms = 0;
  for (const width of NARROW) {
    for (const number of people) {
      const inside = doorFlow(width, number, seed)['left'];
      left += inside;
      if (inside > 0) rooms++;
    }
  }
  return { left, jammed: rooms, rooms: NARROW.length * people.length };
}

function judgeEmptying(runs: readonly Figures[]): Verdict {
  const rooms = runs.reduce((sum, run) => sum + run['rooms'], 0);
  const jammed = runs.reduce((sum, run) => sum + run['jammed'], 0);
  return {
    measured:
      jammed === 0
        ? `all of ${rooms} rooms empty`
        : `${jammed} of ${rooms} rooms do not, worst ${greatestOf(runs, 'left')} people`,
    passes: rooms > 0 && jammed === 0,
  };
}

/** Of two figures of the same thing: how far the second is from the first. */
function differenceOf(runs: readonly Figures[], name: string, other: string): number {
  return Math.abs(meanOf(runs, other) / meanOf(runs, name) - 1);
}

/** Seconds that two bodies may be deeper in each other than 2 cm. */
const LONGEST_OVERLAP = 0.5;
const CROWDS = ['door 0.8', 'door 1.2', 'corridor 4', 'counter-flow 2', 'crossing'] as const;

export const DOOR_TESTS: readonly ValidationTest[] = [
  {
    name: 'doors',
    title: 'Flow through doors by width',
    source: 'Kretz 2006, Seyfried 2009, HERMES and others',
    geometry: 'room 10 × 10 m, doors of 0.7–2.4 m in a wall of 0.2 m',
    population: '100 people, 200 above 1.2 m, laboratory, from 3 per m²',
    expected: '1.6–2.4 per metre and second at each width, linear (R² > 0.95), nobody left',
    seeds: 10,
    cost: 35,
    measure: measureDoors,
    judge: judgeDoors,
  },
  {
    name: 'doors-empty',
    title: 'Rooms empty through narrow doors',
    source: 'own test: no experiment ever jammed for good',
    geometry: 'room 10 × 10 m, doors of 0.7, 0.8, 0.9, 1.0, 1.2 m',
    population: '100 people, laboratory',
    expected: 'everybody gets out',
    seeds: 20,
    cost: 26,
    measure: (seed) => measureEmptying([100], seed),
    judge: judgeEmptying,
  },
  {
    name: 'doors-empty-large',
    title: 'Large rooms empty through narrow doors',
    source: 'own test: no experiment ever jammed for good',
    geometry: 'rooms of 10 × 10 m and 16 × 16 m, doors of 0.7, 0.8, 0.9, 1.0, 1.2 m',
    population: '200 and 400 people, laboratory',
    expected: 'everybody gets out',
    seeds: 20,
    cost: 500,
    measure: (seed) => measureEmptying([200, 400], seed),
    judge: judgeEmptying,
  },
  {
    name: 'step-size',
    title: 'The length of a step does not matter',
    source: 'own test',
    geometry: 'door of 1 m in a room of 10 × 10 m; closed corridor 4 m wide',
    population: '100 people, laboratory; 1.5 per m², planning',
    expected: 'flow and mean speed with steps of 0.05 s and of 0.1 s differ by less than 10 %',
    seeds: 10,
    cost: 110,
    measure: (seed) => ({
      flow: doorFlow(1, 100, seed, 0.1)['flow'],
      fineFlow: doorFlow(1, 100, seed, 0.05)['flow'],
      speed: corridorDiagram(1.5, seed, 0.1)['speed'],
      fineSpeed: corridorDiagram(1.5, seed, 0.05)['speed'],
    }),
    judge: (runs) => {
      const flow = differenceOf(runs, 'flow', 'fineFlow');
      const speed = differenceOf(runs, 'speed', 'fineSpeed');
      return {
        measured: `flow ${shown(100 * flow, 1)} %, speed ${shown(100 * speed, 1)} %`,
        passes: flow < 0.1 && speed < 0.1,
      };
    },
  },
  {
    name: 'overlaps',
    title: 'Bodies do not stand in each other',
    source: 'own test: no overlap that lasts',
    geometry: 'doors of 0.8 and 1.2 m, corridor at 4 per m², counter-flow at 2 per m², crossing',
    population: 'laboratory; planning in corridor and crossing',
    expected: 'no two hard cores (half the radius, 0.1 m at least) deeper than 2 cm in each other for more than 0.5 s',
    seeds: 10,
    cost: 200,
    measure: (seed) => ({
      'door 0.8': doorFlow(0.8, 200, seed)['longestOverlap'],
      'door 1.2': doorFlow(1.2, 200, seed)['longestOverlap'],
      'corridor 4': corridorDiagram(4, seed)['longestOverlap'],
      'counter-flow 2': counterFlow(2, seed)['longestOverlap'],
      crossing: crossing(seed)['longestOverlap'],
    }),
    judge: (runs) => {
      const longest = CROWDS.map((name) => greatestOf(runs, name));
      const worst = CROWDS[longest.indexOf(Math.max(...longest))];
      return {
        measured: `at most ${shown(Math.max(...longest), 1)} s${Math.max(...longest) > 0 ? ` (${worst})` : ''}`,
        passes: longest.every((seconds) => seconds <= LONGEST_OVERLAP + 1e-9),
      };
    },
  },
];
