/**
 * Calibration: which numbers of walkers are fitted, to what, and what is only checked. Takes sets of fields of a profile, tried in the runs of
 * `foulee validate` (emergent-*.ts), and gives what was measured beside what is known, and one score per set.
 *
 *   fitted    flow through doors of 0.8, 1.2, 2.0 m         mean of six experiments, per metre and second (literature.ts)
 *             speed in a corridor at 1, 2, 3 per m²          Weidmann's, at the density there was
 *             required length in single file, d = a + b·v    a 0.36 m, b 1.06 s (Seyfried 2005)
 *   checked   doors of other widths, counter-flow, crossing, circle: never part of the score
 *
 *   score = mean of (measured / known − 1)² over the eight fitted figures, each the mean of all seeds
 *
 * One set serves all runs. Cost: about ten seconds of work per set and seed.
 */
import { parseScenario } from '@foulee/engine';
import { circleSwap } from './emergent-circle.ts';
import { doorFlow } from './emergent-doors.ts';
import { corridorDiagram, requiredLength, walkSingleFile } from './emergent-loops.ts';
import { counterFlow, crossing } from './emergent-streams.ts';
import { DOOR_FLOWS, SINGLE_FILE, weidmannSpeed } from './literature.ts';
import { LABORATORY, type ProfileFields } from '../instruments/populations.ts';
import { mean } from '../instruments/statistics.ts';
import type { Figures } from '../instruments/validation-test.ts';

/** What is calibrated, fields of a profile, and how far apart values are tried. */
export const STEPS = { timeGap: 0.1, follow: 0.1, epsilon: 0.02, radius: 0.01 } as const;
export type ParameterName = keyof typeof STEPS;
export type ParameterSet = Readonly<Record<ParameterName, number>>;

const NAMES = Object.keys(STEPS) as ParameterName[];

/** The numbers in use: what a profile has that says nothing about them. */
export function committedSet(): ParameterSet {
  const { profiles } = parseScenario({
    environment: { walkable: [{ box: [0, 0, 1, 1] }] },
    profiles: { person: {} },
    duration: 1,
  });
  const { timeGap, follow, epsilon, radius } = profiles[0];
  return { timeGap, follow, epsilon, radius: radius.kind === 'fixed' ? radius.value : Number.NaN };
}

/**
 * The committed set first, then those around it.
 * @param isGrid all combinations; else one parameter at a time
 */
export function setsAround(middle: ParameterSet, names: readonly ParameterName[], isGrid: boolean): ParameterSet[] {
  const moved = (set: ParameterSet, name: ParameterName, steps: number): ParameterSet => ({
    ...set,
    // In thousandths: no 0.7000000000000001.
    [name]: Math.max(0, Math.round(1000 * (set[name] + steps * STEPS[name])) / 1000),
  });
  if (!isGrid) return [middle, ...names.flatMap((name) => [moved(middle, name, -1), moved(middle, name, 1)])];
  let sets = [middle];
  for (const name of names) sets = sets.flatMap((set) => [set, moved(set, name, -1), moved(set, name, 1)]);
  return sets;
}

/** A figure that is fitted: what was measured, and what is known. */
export interface Fitted {
  name: string;
  measured: number;
  known: number;
}

/** Metres: doors through which people walk, not squeeze. */
const NARROWEST = 0.7;
const WIDEST = 2.5;
const FITTED_DOORS = [0.8, 1.2, 2] as const;
const CHECKED_DOORS = [0.7, 1, 1.6, 2.4] as const;
/** Persons per m². */
const FITTED_DENSITIES = [1, 2, 3] as const;
/** People on 26 m. */
const FILES = [14, 20, 28, 39, 45, 56] as const;

/** Persons per metre and second: each experiment's mean over its doors, and the mean of these, so that one with many runs counts as one. */
export function knownDoorFlow(): number {
  return mean(
    DOOR_FLOWS.map(({ flows }) => {
      const own = flows.filter(([width]) => width >= NARROWEST && width <= WIDEST);
      return mean(own.map(([width, flow]) => flow / width));
    }),
  );
}

/** At wide doors a hundred people are gone before the flow is steady. */
function doorFlowPerMetre(width: number, seed: number, more: ProfileFields): number {
  return doorFlow(width, width > 1.2 ? 200 : 100, seed, undefined, more)['flowPerMetre'];
}

/** One seed of everything that is fitted, in pieces, so that somebody can look at the clock between them. */
export const FITTING: readonly ((more: ProfileFields, seed: number) => Fitted[])[] = [
  ...FITTED_DOORS.map((width) => (more: ProfileFields, seed: number) => [
    { name: `door ${width} m`, measured: doorFlowPerMetre(width, seed, more), known: knownDoorFlow() },
  ]),
  ...FITTED_DENSITIES.map((wanted) => (more: ProfileFields, seed: number) => {
    const { density, speed } = corridorDiagram(wanted, seed, undefined, more);
    return [{ name: `speed at ${wanted}`, measured: speed!, known: weidmannSpeed(density!) }];
  }),
  (more, seed) => {
    const population = { ...LABORATORY, ...more };
    const { a, b } = requiredLength(FILES.flatMap((people) => walkSingleFile(people, seed, population).sections));
    return [
      { name: 'file a', measured: a, known: SINGLE_FILE.a },
      { name: 'file b', measured: b, known: SINGLE_FILE.b },
    ];
  },
];

/** Figures of several seeds → one per name, means of both. */
export function meanFitted(figures: readonly Fitted[]): Fitted[] {
  return [...new Set(figures.map(({ name }) => name))].map((name) => {
    const own = figures.filter((figure) => figure.name === name);
    return { name, measured: mean(own.map((one) => one.measured)), known: mean(own.map((one) => one.known)) };
  });
}

/** Mean squared relative deviation; NaN of nothing. */
export function scoreOf(figures: readonly Fitted[]): number {
  return mean(figures.map(({ measured, known }) => (measured / known - 1) ** 2));
}

/** What is looked at and not fitted, one seed. */
export function checkSet(more: ProfileFields, seed: number): Figures {
  const figures: Figures = {};
  for (const width of CHECKED_DOORS) figures[`door ${width} m`] = doorFlowPerMetre(width, seed, more);
  const streams = counterFlow(2, seed, undefined, undefined, more);
  const crossed = crossing(seed, undefined, more);
  const circle = circleSwap(seed, undefined, undefined, more);
  return {
    ...figures,
    'counter-flow φ': streams['lanes'],
    'counter-flow per m and s': streams['flow'],
    'counter-flow gridlocks': streams['isGridlock'],
    'crossing s': crossed['seconds'],
    'crossing left': crossed['left'],
    'circle s': circle['seconds'],
    'circle left': circle['left'],
  };
}

/** As it is written: timeGap 1.05, follow 0.8, … */
export function describeSet(set: ParameterSet): string {
  return NAMES.map((name) => `${name} ${set[name]}`).join(', ');
}
