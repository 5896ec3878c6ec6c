/**
 * Benchmark: a step of the crowd, ours beside recast-navigation's, in one process and with the same people.
 * `npm run bench -- crowd [--quick]`; prints tables and writes them to bench/results/crowd.md (not with --quick, which
 * takes small crowds).
 *
 *   1. open square, beside recast-navigation: L04's walker alone (`pure`), and ours with everything on
 *   2. the same among walls, with routes
 *   3. growth with the crowd                        4. largest crowds at 10 Hz, two threads
 *   5. a city                                       6. what a step allocates
 *   7. what the passes take                         8. targets, met or not
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { buildWorld, stateHash, step, type Team, type World } from '@foulee/engine';
import { makeKnownCity } from './city.ts';
import { measureStepAllocation } from './crowd/allocation.ts';
import {
  boundHitShare,
  passTable,
  realTimeFactor,
  STEP,
  type Walked,
  type Walking,
  walkedTable,
  walkTogether,
} from './crowd/figures.ts';
import { type Ground, openSquare, quarter } from './crowd/grounds.ts';
import { ourCrowd, simulate } from './crowd/ours.ts';
import { makePeople } from './crowd/people.ts';
import { recastCrowd } from './crowd/recast.ts';
import { serveAsWorker, withTeam } from './crowd/threads.ts';
import { type Target, targetTable } from './routes/compare.ts';
import { quantile } from './statistics.ts';
import { percent, readable } from './table.ts';

const quick = process.argv.includes('--quick');
const SEED = 1;
const WALKERS = quick ? 1000 : 10_000;
/** Steps before it counts, and those that do. */
const WARM_UPS = quick ? 50 : 100;
const STEPS = quick ? 50 : 200;
const SIZES = quick ? [500, 1000, 2000] : [2000, 5000, 10_000, 20_000, 50_000, 100_000];
/** Metres to the next goal, at most, along each axis: the same for all sizes of crowd, and people stay spread out. */
const REACH = 25;
const GROWTH_STEPS = quick ? 30 : 60;
const THREADS = 2;
const LARGEST = quick
  ? [
      { walkers: 4000, density: 1, pure: true },
      { walkers: 3000, density: 3, pure: true },
      { walkers: 3000, density: 1, pure: false },
    ]
  : [
      { walkers: 100_000, density: 1, pure: true },
      { walkers: 60_000, density: 3, pure: true },
      { walkers: 60_000, density: 1, pure: false },
      { walkers: 100_000, density: 1, pure: false },
    ];
const CITY_BUILDINGS = quick ? 100 : 2600;
const CITY_WALKERS = quick ? 1000 : 20_000;
const ALLOCATION_WALKERS = quick ? 500 : 2000;
const ALLOCATION_STEPS = 200;
/** Bytes per step by which the measurement is off. */
const ALLOCATION_NOISE = 64;
const HASHED_WALKERS = quick ? 500 : 3000;
const HASHED_STEPS = 70;
/** Our own limits, where the specification has none: of walkers that are stuck at 1 per m², and of searches cut short. */
const MOST_STUCK = 0.01;
const MOST_BOUND_HITS = 0.001;
const RESULTS = 'bench/results';

const paragraphs: string[] = [];
const targets: Target[] = [];

function say(paragraph: string): void {
  console.log(`${paragraph}\n`);
  paragraphs.push(paragraph);
}

const times = (value: number) => `${readable(value)} ×`;

const L04_ALONE = 'L04 alone';
const EVERYTHING = 'everything on';

async function beside(ground: Ground): Promise<[Walked, Walked, Walked]> {
  const world = buildWorld(ground.plan);
  const people = makePeople(world, WALKERS, SEED, REACH);
  const crowds = [
    ourCrowd(L04_ALONE, world, people, { pure: true }),
    ourCrowd(EVERYTHING, world, people),
    await recastCrowd(ground, world, people),
  ];
  return walkTogether(crowds, WARM_UPS, STEPS) as [Walked, Walked, Walked];
}

/** What makes a time count: nobody in anybody or in a wall, and walkers that get to their goals. */
function mustBeRight(what: string, { judgement, walkers }: Walked, mayBeStuck = false): void {
  targets.push(
    { what: `${what}: overlaps deeper than 2 cm, all steps`, figure: judgement.pairs, most: 0, show: readable },
    { what: `${what}: bodies over 2 cm in walls, all steps`, figure: judgement.inWalls, most: 0, show: readable },
    { what: `${what}: goals reached`, figure: judgement.reached, least: 1, show: readable },
  );
  // L04's walker was never made for rooms full of people with doors between them: what of it is stuck is shown, not judged.
  if (mayBeStuck) return;
  const stuck = (judgement.stuck ?? walkers) / walkers;
  targets.push({ what: `${what}: stuck for 5 s or more in the end`, figure: stuck, most: MOST_STUCK, show: percent });
}

async function compareWithRecast(): Promise<Walked[]> {
  const open = await beside(openSquare(WALKERS, 1));
  say('## Open square, 1 walker per m²');
  say(walkedTable(open));
  const walled = await beside(quarter(WALKERS, 1));
  say('## Walls and routes, 1 walker per m² of floor');
  say(walkedTable(walled));
  const walked: Walked[] = [];
  for (const [what, [pure, ours, peer]] of [['open square', open] as const, ['walls and routes', walled] as const]) {
    targets.push(
      { what: `${what}, ${L04_ALONE}: CPU µs per walker and s`, figure: pure.cpu, most: 10, show: readable },
      { what: `${what}, recast-navigation / ${L04_ALONE}, CPU`, figure: peer.cpu / pure.cpu, least: 8, show: times },
      { what: `${what}, ${EVERYTHING}: CPU µs per walker and s`, figure: ours.cpu, most: 20, show: readable },
    );
    mustBeRight(`${what}, ${L04_ALONE}`, pure, true);
    mustBeRight(`${what}, ${EVERYTHING}`, ours);
    walked.push({ ...pure, name: `${what}, ${L04_ALONE}` }, { ...ours, name: `${what}, ${EVERYTHING}` });
  }
  return walked;
}

function growth(): void {
  say('## Growth');
  say(`${L04_ALONE} in the open square, ${EVERYTHING} among walls.`);
  for (const [make, pure] of [[openSquare, true] as const, [quarter, false] as const]) {
    const all = SIZES.map((size) => {
      const ground = make(size, 1);
      const world = buildWorld(ground.plan);
      const crowd = ourCrowd(ground.name, world, makePeople(world, size, SEED, REACH), { pure });
      return walkTogether([crowd], GROWTH_STEPS, GROWTH_STEPS)[0] as Walked;
    });
    say(walkedTable(all));
    const costs = all.map(({ cpu }) => cpu);
    const name = all[0]?.name ?? '';
    targets.push({
      what: `${name}: dearest / cheapest walker, ${readable(SIZES[0] ?? 0)} to ${readable(SIZES.at(-1) ?? 0)}`,
      figure: Math.max(...costs) / Math.min(...costs),
      most: 1.25,
      show: times,
    });
  }
}

async function largestCrowds(): Promise<void> {
  const all: Walked[] = [];
  for (const { walkers, density, pure } of LARGEST) {
    const ground = quarter(walkers, density);
    const world = buildWorld(ground.plan);
    const people = makePeople(world, walkers, SEED, REACH);
    const kind = pure ? L04_ALONE : EVERYTHING;
    const name = `${kind}, ${density} per m², ${THREADS} threads`;
    const walked = await withTeam(THREADS, import.meta.url, (team) =>
      walkTogether(
        [ourCrowd(name, world, people, { team, pure, clock: () => performance.now() })],
        GROWTH_STEPS,
        GROWTH_STEPS,
      ),
    );
    all.push(...walked);
    const what = `${readable(walkers)} at ${density} per m², ${kind}, ${THREADS} threads`;
    const { walls } = walked[0] as Walked;
    targets.push(
      { what: `${what}: step, median ms`, figure: quantile(walls, 0.5), most: 1000 * STEP, show: readable },
      { what: `${what}: step, p95 ms`, figure: quantile(walls, 0.95), most: 1000 * STEP, show: readable },
    );
    mustBeRight(what, walked[0] as Walked, pure || density > 1);
  }
  say('## Largest crowds at 10 Hz');
  say(walkedTable(all));
  say("On the wall's clock, µs per walker and simulated second:");
  say(passTable(all));
  const ground = quarter(HASHED_WALKERS, 1);
  const world = buildWorld(ground.plan);
  const alone = hashAfter(world);
  const together = await withTeam(THREADS, import.meta.url, (team) => hashAfter(world, team));
  say(
    `${readable(HASHED_WALKERS)} walkers after ${HASHED_STEPS} steps: state ${alone} with one thread, ${together} with ${THREADS}.`,
  );
  targets.push({
    what: `states that differ between 1 and ${THREADS} threads`,
    figure: alone === together ? 0 : 1,
    most: 0,
    show: readable,
  });
}

function hashAfter(world: World, team?: Team): string {
  const simulation = simulate(world, makePeople(world, HASHED_WALKERS, SEED), team === undefined ? {} : { team });
  for (let k = 0; k < HASHED_STEPS; k++) step(simulation);
  return stateHash(simulation);
}

async function city(): Promise<Walked> {
  const { plan } = makeKnownCity({ seed: SEED, buildings: CITY_BUILDINGS, dirty: false });
  const world = buildWorld(plan);
  const people = makePeople(world, CITY_WALKERS, SEED);
  const walk = (crowd: Walking) => walkTogether([crowd], WARM_UPS, STEPS)[0] as Walked;
  const alone = walk(ourCrowd('city, 1 thread', world, people));
  const together = await withTeam(THREADS, import.meta.url, (team) =>
    walk(ourCrowd(`city, ${THREADS} threads`, world, people, { team })),
  );
  say(`## A city of ${readable(CITY_BUILDINGS)} buildings, goals anywhere in it`);
  say(walkedTable([alone, together]));
  say(
    `Simulated seconds in a second: ${readable(realTimeFactor(alone))} with one thread, ${readable(realTimeFactor(together))} with ${THREADS}.`,
  );
  targets.push({
    what: `city, ${readable(CITY_WALKERS)} walkers, one thread: times real time`,
    figure: realTimeFactor(alone),
    least: 1,
    show: times,
  });
  mustBeRight('city', alone);
  return { ...alone, name: 'city' };
}

function allocation(): void {
  const ground = quarter(ALLOCATION_WALKERS, 1);
  const world = buildWorld(ground.plan);
  const simulation = simulate(world, makePeople(world, ALLOCATION_WALKERS, SEED));
  const { steps, median, mean, most } = measureStepAllocation(ALLOCATION_STEPS, () => step(simulation));
  say('## Allocation');
  say(
    [
      `Over ${steps} steps of ${readable(ALLOCATION_WALKERS)} walkers among walls, goals reached and routes planned included: ${readable(Math.round(median))} bytes per step (median of batches),`,
      `${readable(Math.round(mean))} on average, ${readable(Math.round(most))} in the worst batch; give or take ${ALLOCATION_NOISE}.`,
    ].join('\n'),
  );
  targets.push(
    { what: 'allocated per step, median, bytes', figure: Math.round(median), most: ALLOCATION_NOISE, show: readable },
    { what: 'allocated per step, mean, bytes', figure: Math.round(mean), most: ALLOCATION_NOISE, show: readable },
  );
}

function introduce(): void {
  say('# A step of the crowd');
  say(
    [
      `Made by \`npm run bench -- crowd\` on Node ${process.version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores; one thread unless said.`,
      `Load of the machine when it began: ${readable(loadavg()[0] ?? 0)}; above 1, wall times are worse than they would be, and processor times somewhat.`,
      `Steps of ${STEP} s; ${WARM_UPS} to warm up, ${STEPS} that count (growth and largest crowds: ${GROWTH_STEPS} each). Crowds that are compared walk in turn, ten steps each,`,
      `with the same people: starts at random, the next goal within ${REACH} m along each axis when one is reached; 0.2 m in radius, 1.34 m/s.`,
      'Goals anywhere would draw people to the middle, which then holds three times as many as the title says; only the city has such goals.',
      '*CPU* is processor time of the whole process, per walker and simulated second. Every step is judged, outside the timing:',
      'pairs of bodies over 2 cm in each other, bodies over 2 cm in a wall or outside; both by searches of their own.',
      '*Bound hits* are walker-steps whose search for a velocity was cut short. *Stuck* is who has not come half a metre on for 5 s.',
      'In our *first step* everybody gets a route; recast-navigation is asked for its routes before. Limits of what is stuck and cut short are our own.',
      'Times of recast-navigation are of updates and of asking for the next goal, not of reading places; it stays as its package sets it,',
      'with a floor narrowed by 0.3 m at walls. Its walkers walk through each other, so its speeds and goals are not comparable with ours.',
    ].join('\n'),
  );
}

async function main(): Promise<void> {
  introduce();
  const walked = await compareWithRecast();
  growth();
  await largestCrowds();
  walked.push(await city());
  allocation();
  say('## Passes');
  say('Processor time, µs per walker and simulated second, one thread:');
  say(passTable(walked));
  for (const each of walked) {
    targets.push({
      what: `${each.name}: bound hits`,
      figure: boundHitShare(each),
      most: MOST_BOUND_HITS,
      show: percent,
    });
  }
  say('## Targets');
  say(targetTable(targets));
  if (quick) return;
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/crowd.md`, `${paragraphs.join('\n\n')}\n`);
}

if (!serveAsWorker()) await main();
