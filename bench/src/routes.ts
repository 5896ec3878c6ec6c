/**
 * Benchmark: routes through a city, our four methods beside recast-navigation, in one process and on the same pairs.
 * `npm run bench -- routes [--quick]`; prints tables and writes them to bench/results/routes.md (not with --quick,
 * which takes a small city).
 *
 *   1. the city and the pairs                   2. what is prepared, and its size
 *   3. times beside lengths and failures        4. targets, met or not
 *   5. growth from 500 to 50,000 cells          6. what a query allocates
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { findRoute, type World } from '@foulee/engine';
import { makeKnownCity } from './city.ts';
import { buildOurs } from './ours.ts';
import { CELL_SIZE } from './peers/recast.ts';
import { measureAllocation } from './routes/allocation.ts';
import { compare, type Result, resultTable, type Target, targetTable } from './routes/compare.ts';
import { type Answer, FAR, ourContender, ourContenders } from './routes/contenders.ts';
import { wallsOf } from './routes/judge-paths.ts';
import { type Pair, randomPairs } from './routes/pairs.ts';
import { prepare } from './routes/preparation.ts';
import { GROWTH_TARGET, portalExponent, type SweepStep, sweepExponent, sweepStep, sweepTable } from './routes/sweep.ts';
import { percent, readable } from './table.ts';

const quick = process.argv.includes('--quick');
const SEED = 1;
const PAIRS_SEED = 2;
const BUILDINGS = quick ? 260 : 2600;
const PAIRS = quick ? 200 : 2000;
/** Each pair is asked so many times, after a round to warm up. */
const ROUNDS = quick ? 3 : 5;
const WIDTHS = [0.5, 0.9] as const;
/** Bytes per query: nothing may be allocated beyond the result, and the measurement is off by up to this. */
const ALLOCATION_NOISE = 64;
const ALLOCATION_QUERIES = quick ? 5000 : 10_000;
const SWEEP_CELLS = quick ? [500, 1000, 2000] : [500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const RESULTS = 'bench/results';

const paragraphs: string[] = [];

function say(paragraph: string): void {
  console.log(`${paragraph}\n`);
  paragraphs.push(paragraph);
}

function introduce(world: World, pairs: readonly Pair[]): void {
  const far = pairs.filter(({ distance }) => distance >= FAR).length;
  say('# Routes through a city');
  say(
    [
      `Made by \`npm run bench -- routes\` on Node ${process.version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, one thread.`,
      `The city has ${readable(BUILDINGS)} buildings and ${readable(world.mesh.cellLevel.length)} cells, clean. ${readable(PAIRS)} pairs of places, uniform over the floor on which`,
      `a walker ${Math.max(...WIDTHS)} m wide can stand, ${readable(far)} of them at least ${FAR} m apart, are asked of every method in turn, block by block,`,
      `${ROUNDS} times after a round to warm up. A pair's time is the median of its times on the wall's clock; quantiles are over pairs;`,
      '*slowest call* is the slowest of all calls, with whatever else the machine did; *CPU* is the mean processor time of a query.',
      'Ratios count, absolute times do not. Lengths are measured along the points and compared with `exact` for the same',
      'walker; *shorter than exact* counts routes over 0.1 % shorter, which only a walker that cuts corners can find; *nearest to a wall*',
      'should be half the width or more; *deepest in a building* should be nothing.',
    ].join('\n'),
  );
}

const city = makeKnownCity({ seed: SEED, buildings: BUILDINGS, dirty: false });
const { world } = buildOurs(city.plan);
const pairs = randomPairs(world, PAIRS, Math.max(...WIDTHS), PAIRS_SEED);
introduce(world, pairs);
const preparation = await prepare(city, world, (pairs[0] as Pair).from, WIDTHS[0]);
const { router, recast } = preparation;
say('## Preparation');
say(preparation.table);
say(
  [
    'Ours is prepared from the cells ([environment.md](environment.md)), once for all widths but for what says so; recast-navigation from the plan,',
    `once per radius, which is a whole number of cells of ${CELL_SIZE} m. Its nodes and path limits are raised as far as they go.`,
    '*First* is the first time in this process, the others are medians of a warm one.',
  ].join('\n'),
);

const exactAnswers = new Map<number, Answer[]>();
const walls = wallsOf(city);
const byWidth = WIDTHS.map((width) => {
  const contenders = [...ourContenders(router, width), ...recast];
  const results = compare(city, walls, contenders, pairs, ROUNDS, (ofWidth) => {
    const known = exactAnswers.get(ofWidth) ?? pairs.map(ourContender(router, ofWidth, 'exact').answer);
    exactAnswers.set(ofWidth, known);
    return known;
  });
  say(`## Walkers ${width} m wide`);
  say(resultTable(results));
  return results;
});

const steps: SweepStep[] = SWEEP_CELLS.map((size) => sweepStep(size, WIDTHS[0], quick ? 100 : 500));
const exponent = sweepExponent(steps);
const allocation = measureAllocation(ALLOCATION_QUERIES, (i) => {
  const { from, to } = pairs[i % pairs.length] as Pair;
  return findRoute(router, { from, to, width: WIDTHS[0] });
});

say('## Targets');
say(targetTable([...byWidth.flatMap(targetsOf), ...overallTargets()]));
say('## Growth');
say(sweepTable(steps));
say('## Allocation');
say(
  `Over ${readable(allocation.queries)} queries (hierarchical, ${WIDTHS[0]} m): ${readable(allocation.all)} bytes per query, of which the result is ${readable(allocation.result)}; ` +
    `beyond it ${readable(Math.round(allocation.beyond))}, give or take ${ALLOCATION_NOISE}.`,
);
if (!quick) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/routes.md`, `${paragraphs.join('\n\n')}\n`);
}

function targetsOf(results: readonly Result[]): Target[] {
  const named = (name: string) => results.find((result) => result.name === name) as Result;
  const ours = named('hierarchical');
  const flat = named('flat');
  const exact = named('exact');
  const peer = Math.min(...results.slice(-recast.length).map((result) => result.median));
  const of = `, ${ours.width} m`;
  const times = (value: number) => `${readable(value)} ×`;
  return [
    { what: `hierarchical, median µs${of}`, figure: ours.median, most: 40, show: readable },
    { what: `hierarchical, p95 µs${of}`, figure: ours.p95, most: 120, show: readable },
    { what: `hierarchical, max µs${of}`, figure: ours.max, most: 1000, show: readable },
    {
      what: `recast-navigation (the faster) / hierarchical, median${of}`,
      figure: peer / ours.median,
      least: 8,
      show: times,
    },
    { what: `flat / hierarchical, worst query${of}`, figure: flat.max / ours.max, least: 18, show: times },
    { what: `flat / hierarchical, median${of}`, figure: flat.median / ours.median, least: 1, show: times },
    { what: `exact, median µs${of}`, figure: exact.median, most: 1000, show: readable },
    {
      what: `hierarchical over exact, ≥ ${FAR} m, mean${of}`,
      figure: ours.quality.far.mean,
      most: 0.015,
      show: percent,
    },
    {
      what: `hierarchical over exact, ≥ ${FAR} m, worst${of}`,
      figure: ours.quality.far.worst,
      most: 0.1,
      show: percent,
    },
    {
      what: `answers of ours other than exact's${of}`,
      figure: results.slice(0, -recast.length).reduce((sum, { quality }) => sum + quality.disagreeing, 0),
      most: 0,
      show: readable,
    },
    {
      what: `routes of ours over 0.1 % shorter than exact's${of}`,
      figure: results.slice(0, -recast.length).reduce((sum, { quality }) => sum + quality.shorter, 0),
      most: 0,
      show: readable,
    },
  ];
}

function overallTargets(): Target[] {
  return [
    {
      what: 'preparing hierarchical for one width, CPU ms',
      figure: preparation.hierarchical,
      most: 500,
      show: readable,
    },
    { what: 'preparing l04: abstraction and paths, CPU ms', figure: preparation.l04, most: 500, show: readable },
    {
      what: 'unfolding and tightening, exponent of portals, within the largest city',
      figure: steps.at(-1)?.portalExponent ?? Number.NaN,
      most: 1,
      show: readable,
    },
    {
      what: 'unfolding and tightening, exponent of portals, from city to city',
      figure: portalExponent(steps),
      most: 1,
      show: readable,
    },
    { what: 'growth of the search, exponent of cells', figure: exponent, most: GROWTH_TARGET, show: readable },
    {
      what: 'allocated beyond the result, bytes',
      figure: Math.round(allocation.beyond),
      most: ALLOCATION_NOISE,
      show: readable,
    },
  ];
}
