/**
 * How routes grow with the place: cities of growing size → times of the parts of a hierarchical query.
 *
 * The search should hardly grow (no faster than cells^0.35); unfolding its result into portals and
 * tightening them is linear in the portals, whose number grows with the distance between the ends.
 */
import { createRouter, findRoute } from '@foulee/engine';
import { bytesOf } from '../bytes.ts';
import { buildingsForSegments, makeKnownCity } from '../city.ts';
import { measure, median } from '../measure.ts';
import { buildOurs } from '../ours.ts';
import { growthExponent, mean } from '../statistics.ts';
import { markdownTable, readable } from '../table.ts';
import { ourContender } from './contenders.ts';
import { type Pair, randomPairs } from './pairs.ts';
import { type Phases, timePhases } from './phases.ts';

export const GROWTH_TARGET = 0.35;
const CELLS_PER_SEGMENT = 1.28;
const ROUNDS = 5;

export interface SweepStep {
  cells: number;
  /** Of all that `hierarchical` needs for one width: milliseconds of processor time, and bytes. */
  build: number;
  bytes: number;
  /** Means over pairs. */
  expanded: number;
  portals: number;
  /** Microseconds: the median over pairs of each pair's median. */
  search: number;
  /** Microseconds per portal: of all pairs together. */
  unfoldingPerPortal: number;
  tighteningPerPortal: number;
  /** Of unfolding and tightening together, over the pairs of this city: 1 is linear in the portals. */
  portalExponent: number;
  unreached: number;
  /** Mean length over exact. */
  excess: number;
}

/** @param cells about how many */
export function sweepStep(cells: number, width: number, count: number): SweepStep {
  const buildings = buildingsForSegments(cells / CELLS_PER_SEGMENT);
  const { world } = buildOurs(makeKnownCity({ seed: 1, buildings, dirty: false }).plan);
  const pairs = randomPairs(world, count, width, 3);
  const build = measure({ warmUps: cells < 10_000 ? 2 : 0, runs: 1 }, () => {
    const made = createRouter(world);
    // From a place to itself: what the width needs is made when it is first asked for.
    const { from } = pairs[0] as Pair;
    findRoute(made, { from, to: from, width });
    return made;
  });
  if ('failure' in build) throw new Error(build.failure);
  const router = build.result;
  const answers = pairs.map(ourContender(router, width, 'hierarchical').answer);
  // Now, with what the width needs and before other methods make theirs.
  const bytes = bytesOf(router, [world]);
  const best = pairs.map(ourContender(router, width, 'exact').answer);
  const excess = answers.flatMap((answer, i) => {
    const shortest = best[i]?.length ?? 0;
    return answer.reached && shortest > 0 ? [answer.length / shortest - 1] : [];
  });
  const phases = medianPhases(pairs, (pair) => timePhases(router, pair, width));
  const sum = (of: (part: Phases) => number) => phases.reduce((total, part) => total + of(part), 0);
  const portals = sum((part) => part.portals);
  return {
    cells: world.mesh.cellLevel.length,
    build: build.cpu,
    bytes,
    expanded: mean(answers.map(({ expanded }) => expanded ?? 0)),
    portals: portals / phases.length,
    search: median(phases.map((part) => part.search)),
    unfoldingPerPortal: sum((part) => part.unfolding) / portals,
    tighteningPerPortal: sum((part) => part.tightening) / portals,
    portalExponent: growthExponent(
      phases
        .filter((part) => part.portals > 0)
        .map((part) => [part.portals, part.unfolding + part.tightening] as const),
    ),
    unreached: answers.filter(({ reached }) => !reached).length,
    excess: mean(excess),
  };
}

/** Each part's median over rounds, by pair; pairs without a route are left out. All pairs are asked before any again. */
function medianPhases(pairs: readonly Pair[], time: (pair: Pair) => Phases | undefined): Phases[] {
  const rounds = Array.from({ length: 1 + ROUNDS }, () => pairs.map(time)).slice(1);
  return pairs.flatMap((_, i) => {
    const times = rounds.flatMap((round) => round[i] ?? []);
    const first = times[0];
    if (first === undefined) return [];
    return [
      {
        search: median(times.map(({ search }) => search)),
        unfolding: median(times.map(({ unfolding }) => unfolding)),
        tightening: median(times.map(({ tightening }) => tightening)),
        portals: first.portals,
      },
    ];
  });
}

export function sweepExponent(steps: readonly SweepStep[]): number {
  return growthExponent(steps.map(({ cells, search }) => [cells, search]));
}

/** How unfolding and tightening grow with the portals from city to city. */
export function portalExponent(steps: readonly SweepStep[]): number {
  return growthExponent(
    steps.map((step) => [step.portals, step.portals * (step.unfoldingPerPortal + step.tighteningPerPortal)]),
  );
}

export function sweepTable(steps: readonly SweepStep[]): string {
  const header = [
    'cells',
    'search, median µs',
    'expanded',
    'portals',
    'unfolding, ns per portal',
    'tightening, ns per portal',
    'exponent of portals, within',
    'over exact, mean',
    'no route',
    'preparation, CPU ms',
    'µs per cell',
    'bytes per cell',
  ];
  const rows = steps.map((step) => [
    readable(step.cells),
    readable(step.search),
    readable(step.expanded),
    readable(step.portals),
    readable(1000 * step.unfoldingPerPortal),
    readable(1000 * step.tighteningPerPortal),
    readable(step.portalExponent),
    `${(100 * step.excess).toFixed(2)} %`,
    readable(step.unreached),
    readable(step.build),
    readable((1000 * step.build) / step.cells),
    readable(Math.round(step.bytes / step.cells)),
  ]);
  return markdownTable(header, rows);
}
