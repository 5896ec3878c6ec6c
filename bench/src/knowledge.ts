/**
 * Benchmark: seeing and knowing, beside the figures of P05 §5. `npm run bench -- knowledge [--quick]`; prints tables and writes them to
 * bench/results/knowledge.md (not with --quick). CPU time, since the machine may be busy. A real city is there if the corpus is at hand.
 *
 *   1. places and visibility sets: time and memory        2. a look, and what a person remembers
 *   3. observe, learn and plan, per person and step, at 1, 10 and 100 steps a second, who knows nothing, something, everything
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import {
  addPerson,
  buildWorld,
  clearance,
  closeEyes,
  createClearanceScratch,
  createSighting,
  createSimulation,
  type Knowing,
  NONE,
  observe,
  type Plan,
  type Scenery,
  sceneryOf,
  step,
  topologyOf,
  USUAL_KNOWING,
  USUAL_PROFILE,
  visibilityOf,
  type World,
} from '@foulee/engine';
import { makeKnownCity } from './city.ts';
import { hallOfColumns } from './hall.ts';
import { createRandom, direction, integerBetween, type Random } from './random.ts';
import { markdownTable, readable } from './table.ts';
import { vaderePlan } from './vadere.ts';

const quick = process.argv.includes('--quick');
const PEOPLE = quick ? 100 : 500;
const LOOKS = quick ? 2000 : 20_000;
const RUNS = quick ? 1 : 5;
/** Simulated seconds of a run. */
const SECONDS = 20;
const RESULTS = 'bench/results';
const paragraphs: string[] = [];

function say(paragraph: string): void {
  console.log(`${paragraph}\n`);
  paragraphs.push(paragraph);
}

/** Milliseconds of processor time, all threads. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const PLACES: [string, () => Plan][] = [
  ['city of 2,600 buildings', () => makeKnownCity({ seed: 1, buildings: quick ? 260 : 2600, dirty: false }).plan],
  ['hall with 256 columns', hallOfColumns],
];
/** In the corpus, beside this repository. */
const REAL_CITY = join('..', 'shared', 'corpus', 'city', '02-Kaiserslautern-Mittel.scenario');
const isRealCityAtHand = existsSync(REAL_CITY);
if (isRealCityAtHand)
  PLACES.push(['Kaiserslautern, medium (corpus)', () => vaderePlan('Kaiserslautern', readFileSync(REAL_CITY, 'utf8'))]);

function bytesOf(value: object): number {
  let sum = 0;
  for (const part of Object.values(value)) if (ArrayBuffer.isView(part)) sum += part.byteLength;
  return sum;
}

/** 1. */
function tabulateVisibility(worlds: readonly [string, World][]): void {
  const rows = worlds.map(([name, world]) => {
    topologyOf(world);
    let least = Infinity;
    for (let k = 0; k < RUNS; k++) {
      delete world.later!.scenery;
      delete world.later!.visibility;
      const before = cpuNow();
      visibilityOf(world);
      least = Math.min(least, cpuNow() - before);
    }
    const { places } = sceneryOf(world);
    const trees = visibilityOf(world);
    return [
      name,
      readable(topologyOf(world).graph.groups.kind.length),
      readable(places.group.length),
      readable(places.accesses),
      readable(trees.nodeSide.length),
      readable(least),
      readable((bytesOf(trees) + bytesOf(places) + bytesOf(places.layer)) / 1e6),
    ];
  });
  rows.push(['P05: 1 km² of a city, all of its abstraction', '1,516', '', '', '', '2,000', '35']);
  say('## Places and visibility sets');
  say(markdownTable(['place', 'groups', 'places', 'accesses', 'borders seen through borders', 'CPU ms', 'MB'], rows));
}

/** Somewhere with room. */
function spots(world: World, random: Random, count: number): { cell: number; x: number; y: number }[] {
  const { mesh } = world;
  const scratch = createClearanceScratch(mesh);
  const { middle } = sceneryOf(world);
  const found: { cell: number; x: number; y: number }[] = [];
  while (found.length < count) {
    const cell = integerBetween(random, 0, mesh.cellLevel.length - 1);
    const [x, y] = [middle[2 * cell], middle[2 * cell + 1]];
    if (clearance(mesh, scratch, cell, x, y) > 0.3) found.push({ cell, x, y });
  }
  return found;
}

function microsecondsPerLook(world: World, scenery: Scenery): { us: number; wedges: number } {
  const random = createRandom(1);
  const half = (85 * Math.PI) / 180;
  const eyes = { sine: Math.sin(half), cosine: Math.cos(half), range: 60 };
  const poses = spots(world, random, LOOKS).map((spot) => {
    const [dx, dy] = direction(random);
    return { ...spot, dx, dy, ...eyes };
  });
  const sighting = createSighting(scenery);
  let least = Infinity;
  for (let k = 0; k < RUNS + 1; k++) {
    sighting.wedges = 0;
    const before = cpuNow();
    for (const pose of poses) {
      closeEyes(sighting);
      observe(scenery, pose, sighting);
    }
    least = Math.min(least, (1000 * (cpuNow() - before)) / LOOKS);
  }
  return { us: least, wedges: sighting.wedges / LOOKS };
}

/** Passes that see, learn and plan. */
const PASSES = ['count people in places', 'look and learn', 'plan routes'];

interface Cost {
  all: number;
  looks: number;
  bytes: number;
}

/** Microseconds per person and step. @param hertz steps in a simulated second */
function cost(world: World, knowing: Knowing, hertz: number): Cost {
  const random = createRandom(2);
  const places = spots(world, random, PEOPLE + 8);
  const goals = places.slice(PEOPLE).map(({ cell, x, y }, g) => ({
    name: `goal ${g}`,
    level: world.mesh.cellLevel[cell],
    shape: Float64Array.of(x, y),
    radius: 0.5,
  }));
  const simulation = createSimulation(world, {
    goals,
    itineraries: goals.map(({ name }, g) => ({
      name,
      stages: [{ goals: [g], choice: 'nearest' as const, wait: () => 0 }],
    })),
    profiles: [USUAL_PROFILE],
    capacity: PEOPLE,
    step: 1 / hertz,
    knowledge: { profiles: [knowing], signs: [], seed: 1, scenery: sceneryOf(world) },
    clock: cpuNow,
  });
  const [ox, oy] = world.mesh.origin;
  places.slice(0, PEOPLE).forEach(({ x, y, cell }, i) => {
    const level = world.mesh.cellLevel[cell];
    addPerson(simulation, { x: x + ox, y: y + oy, level, itinerary: i % goals.length });
  });
  // What is prepared once for all routes of a width does not count: everybody plans, and then plans again.
  step(simulation);
  simulation.passes = {};
  const { crowd } = simulation;
  crowd.route.fill(NONE, 0, crowd.count);
  crowd.planAt.fill(0, 0, crowd.count);
  let steps = 0;
  while (simulation.time < SECONDS && simulation.crowd.count > 0) {
    steps += simulation.crowd.count;
    step(simulation);
  }
  const spent = (names: readonly string[]) => names.reduce((sum, name) => sum + (simulation.passes[name] ?? 0), 0);
  const columns = Object.values(simulation.knowledge!.columns);
  return {
    all: (1000 * spent(PASSES)) / steps,
    looks: (1000 * spent(PASSES.slice(0, 2))) / steps,
    bytes: columns.reduce((sum, { size }) => sum + 4 * size, 0),
  };
}

/** 2 and 3. */
function tabulateCosts(worlds: readonly [string, World][]): void {
  const looks: string[][] = [];
  const costs: string[][] = [];
  for (const [name, world] of worlds) {
    const { us, wedges } = microsecondsPerLook(world, sceneryOf(world));
    const everything: Knowing = { ...USUAL_KNOWING, start: 'everything' };
    looks.push([name, readable(us), readable(wedges), readable(cost(world, everything, 10).bytes)]);
    const [width, height] = sizeOf(world);
    const half = Float64Array.of(0, 0, width / 2, 0, width / 2, height, 0, height);
    const kinds: [string, Knowing][] = [
      ['nothing', { ...USUAL_KNOWING, start: 'nothing' }],
      ['half of it', { ...USUAL_KNOWING, start: { areas: [{ level: 0, ring: half }], goals: [] } }],
      ['everything', everything],
    ];
    for (const [known, knowing] of kinds) {
      const measured = [1, 10, 100].map((hertz) => cost(world, knowing, hertz));
      costs.push([name, known, ...measured.map(({ all }) => readable(all)), readable(measured[1].looks)]);
    }
  }
  looks.push(['P05', '', '', '7,000']);
  say('## A look, and what is remembered');
  say(markdownTable(['place', 'µs per look of 170°, 60 m', 'wedges', 'bytes per person'], looks));
  costs.push(['P05', 'any', '100', '100', '100', '']);
  say('## Observe, learn and plan: CPU µs per person and step');
  const header = ['place', 'known at first', '1 Hz', '10 Hz', '100 Hz', 'observe and learn alone, 10 Hz'];
  say(markdownTable(header, costs));
}

function sizeOf({ mesh }: World): [number, number] {
  let [x, y] = [0, 0];
  for (let k = 0; k < mesh.vertices.length; k += 2) {
    x = Math.max(x, mesh.vertices[k]);
    y = Math.max(y, mesh.vertices[k + 1]);
  }
  return [x, y];
}

say('# Seeing and knowing');
say(
  [
    `Made by \`npm run bench -- knowledge\` on Node ${process.version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)}.`,
    `CPU time; the least of ${RUNS} runs for sets and looks. ${readable(PEOPLE)} people for ${SECONDS} s; they look twice a second.`,
    'P05: Paris et al. 2005, §5, on the machine of its time.',
    ...(isRealCityAtHand ? [] : [`Kaiserslautern is left out: ${REAL_CITY} is not at hand.`]),
  ].join('\n'),
);
const worlds = PLACES.map(([name, plan]): [string, World] => [name, buildWorld(plan())]);
tabulateVisibility(worlds);
tabulateCosts(worlds);
if (!quick) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/knowledge.md`, `${paragraphs.join('\n\n')}\n`);
  console.log(`written to ${RESULTS}/knowledge.md`);
}
