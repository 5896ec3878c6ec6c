/**
 * Look, learn, plan and explore on random floors, in the city and the hall of columns of the benchmarks, and in every environment of the corpus,
 * where it is at hand (../shared/corpus or the folder given); judged by the oracles of the engine's tests.
 *
 *   node scripts/run.mjs scripts/check-knowledge.ts [folder [name…]]
 *
 *   1. trees     10⁵ lines of sight through each of some borders: nothing is seen that a tree lacks; the exact walk confirms every witness
 *   2. looks     random poses beside 3,600 rays each, and rays aimed at each border that these miss: nothing is missed, and at most
 *                1 % is seen that no ray hits
 *   3. routes    of people who know everything, beside `exact`: 2 % longer on average, 10 % at worst
 *   4. explorers people who know nothing reach goals that can be reached; in buildings: nobody looks through a city in two hours
 *
 * Prints a line each and the sums of looks; exits 1 if anything is wrong. `FOULEE_CHECKS=looks,routes` makes only those checks; `FOULEE_LINES`,
 * `FOULEE_BORDERS`, `FOULEE_POSES`, `FOULEE_PAIRS`, `FOULEE_GOALS` set the numbers, `FOULEE_FLOORS` the random floors of each kind.
 */
import { join } from 'node:path';
import { hallOfColumns, makeKnownCity } from '@foulee/bench';
import {
  addPerson,
  buildWorld,
  cellArea,
  checkPlaces,
  checkVisibility,
  clearance,
  closeEyes,
  createReport,
  createRouter,
  createSighting,
  createSimulation,
  findRoute,
  InputError,
  observe,
  type Plan,
  type Scenery,
  sceneryOf,
  step,
  topologyOf,
  type TriangleSoup,
  USUAL_KNOWING,
  USUAL_PROFILE,
  visibilityOf,
  type World,
} from '@foulee/engine';
import {
  aimAtBorder,
  compareWithExact,
  createRandom,
  lookByRays,
  randomPose,
  ROUTE_KINDS,
  routePlan,
  whatTreesLack,
} from '@foulee/engine/testing';
import { corpusFiles, readCorpusFile } from './corpus.ts';

const [folder = join('..', 'shared', 'corpus'), ...names] = process.argv.slice(2);
const LINES = Number(process.env['FOULEE_LINES'] ?? 100_000);
const BORDERS = Number(process.env['FOULEE_BORDERS'] ?? 4);
const POSES = Number(process.env['FOULEE_POSES'] ?? 200);
const PAIRS = Number(process.env['FOULEE_PAIRS'] ?? 50);
const GOALS = Number(process.env['FOULEE_GOALS'] ?? 3);
const FLOORS = Number(process.env['FOULEE_FLOORS'] ?? 1);
const CHECKS = process.env['FOULEE_CHECKS']?.split(',') ?? ['trees', 'looks', 'routes', 'explorers'];
const RAYS = 3600;
/** What is seen that no ray hits, as a share of all that is seen. */
const MOST_EXTRA = 0.01;
/** How much longer routes are than those of `exact`, as shares. */
const MEAN_DETOUR = 0.02;
const WORST_DETOUR = 0.1;
/** m² of a building. */
const LARGEST = 50_000;
/** Simulated seconds in which a goal is to be found. */
const LONGEST = 7200;

let failures = 0;
const sums = { poses: 0, seen: 0, missed: 0, aimed: 0, extra: 0 };
const wanted = (name: string) => names.length === 0 || names.some((part) => name.includes(part));
if (wanted('city')) check('city', () => makeKnownCity({ seed: 1, buildings: 2600, dirty: false }).plan);
if (wanted('hall')) check('hall', hallOfColumns);
for (const kind of ROUTE_KINDS) {
  for (let seed = 1; seed <= FLOORS; seed++) {
    const name = join('floors', `${kind} ${seed}`);
    if (wanted(name)) check(name, () => routePlan(kind, seed));
  }
}
for (const file of corpusFiles(folder, names)) {
  const name = join(file.part, file.name);
  try {
    const source = await readCorpusFile(file, createReport());
    check(name, () => source);
  } catch (error) {
    skip(name, error);
  }
}
if (sums.poses > 0) console.log(`${sums.poses} poses: ${tellLooks(sums)}`);
console.log(failures === 0 ? 'all is seen and found' : `${failures} places failed`);
process.exit(failures === 0 ? 0 : 1);

function check(name: string, read: () => Plan | TriangleSoup): void {
  let world: World;
  try {
    world = buildWorld(read());
  } catch (error) {
    skip(name, error);
    return;
  }
  const scenery = sceneryOf(world);
  const found: string[] = [];
  const said = [`${scenery.places.group.length} places, ${scenery.places.accesses} accesses`];
  if (CHECKS.includes('trees')) found.push(...checkTrees(world, scenery));
  if (CHECKS.includes('looks')) said.push(checkLooks(scenery, found));
  if (CHECKS.includes('routes')) said.push(...checkRoutes(world, found));
  if (CHECKS.includes('explorers')) found.push(...checkExplorers(world));
  console.log(`${found.length === 0 ? '  ok' : 'FAIL'}  ${name}: ${said.join('; ')}`);
  for (const text of found.slice(0, 5)) console.log(`        ${text}`);
  if (found.length > 0) failures++;
}

/** A place that cannot be read or built is left out; anything else is a fault. */
function skip(name: string, error: unknown): void {
  if (!(error instanceof InputError)) throw error;
  console.log(`  --  ${name}: ${error.message}`);
}

function checkTrees(world: World, scenery: Scenery): string[] {
  const trees = visibilityOf(world);
  const found = [...checkPlaces(topologyOf(world).graph, scenery), ...checkVisibility(scenery, trees)];
  if (!trees.isWhole) return [...found, 'too many borders to look through all of them'];
  const random = createRandom(1);
  const sides = Array.from(scenery.places.borderSides, (_, i) => i);
  const chosen = random.shuffle(sides).slice(0, BORDERS);
  return [...found, ...whatTreesLack(scenery, trees, chosen, LINES, random, { lines: 0, seen: 0 })];
}

function tellLooks({ seen, missed, aimed, extra }: typeof sums): string {
  return `${seen} seen, ${missed} missed, ${aimed} hit by aimed rays only, ${extra} by none`;
}

function checkLooks(scenery: Scenery, found: string[]): string {
  const random = createRandom(2);
  const sighting = createSighting(scenery);
  const own = { poses: POSES, seen: 0, missed: 0, aimed: 0, extra: 0 };
  for (let k = 0; k < POSES; k++) {
    const pose = randomPose(scenery.mesh, random, random.pick([30, 90, 170]), random.pick([5, 20, 60]));
    closeEyes(sighting);
    observe(scenery, pose, sighting);
    const rays = lookByRays(scenery, pose, RAYS);
    const hit = rays.borders.size + rays.places.size;
    const borders = [...sighting.borders.subarray(0, sighting.borderCount)];
    const places = [...sighting.places.subarray(0, sighting.placeCount)];
    // Slivers of sight lie between two of the rays.
    for (const border of borders) if (!rays.borders.has(border)) aimAtBorder(scenery, pose, border, rays);
    const extra =
      borders.filter((border) => !rays.borders.has(border)).length +
      places.filter((place) => !rays.places.has(place)).length;
    own.missed += rays.borders.size + rays.places.size - (borders.length + places.length - extra);
    own.seen += borders.length + places.length;
    own.aimed += rays.borders.size + rays.places.size - hit;
    own.extra += extra;
  }
  for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += own[key];
  if (own.missed > 0 || own.extra > MOST_EXTRA * own.seen) found.push(`looks: ${tellLooks(own)}`);
  return tellLooks(own);
}

function checkRoutes(world: World, found: string[]): string[] {
  const { ordinary, known, wrong } = compareWithExact(world, createRandom(4), PAIRS);
  found.push(...wrong);
  return Object.entries({ ordinary, known })
    .filter(([, shares]) => shares.length > 0)
    .map(([how, shares]) => {
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      const worst = Math.max(...shares);
      const text = `${how} routes ${(100 * mean).toFixed(2)} % longer, ${(100 * worst).toFixed(1)} % at worst`;
      if (mean > MEAN_DETOUR || worst > WORST_DETOUR) found.push(text);
      return text;
    });
}

function checkExplorers(world: World): string[] {
  const { mesh } = world;
  if (mesh.cellLevel.reduce((sum, _, c) => sum + cellArea(mesh, c), 0) > LARGEST) return [];
  const router = createRouter(world);
  const random = createRandom(3);
  const found: string[] = [];
  for (let tries = 0, done = 0; tries < 20 * GOALS && done < GOALS; tries++) {
    const [a, b] = [0, 1].map(() => randomPose(mesh, random, 90, 1));
    if ([a, b].some(({ cell, x, y }) => clearance(mesh, router.clearance, cell, x, y) < 0.25)) continue;
    const [from, to] = [a, b].map(({ x, y }) => [x + mesh.origin[0], y + mesh.origin[1]] as const);
    const levels = { fromLevel: mesh.cellLevel[a.cell], toLevel: mesh.cellLevel[b.cell] };
    if (findRoute(router, { from, to, ...levels, width: 0.41 }).status !== 'found') continue;
    done++;
    const simulation = createSimulation(world, {
      goals: [{ name: 'goal', level: levels.toLevel, shape: Float64Array.of(b.x, b.y), radius: 0.5 }],
      itineraries: [{ name: 'there', stages: [{ goals: [0], choice: 'nearest', wait: () => 0 }] }],
      profiles: [USUAL_PROFILE],
      capacity: 2,
      knowledge: { profiles: [{ ...USUAL_KNOWING, start: 'nothing' }], signs: [], seed: 1 },
    });
    addPerson(simulation, { x: from[0], y: from[1], level: levels.fromLevel, itinerary: 0 });
    while (simulation.crowd.count > 0 && simulation.time < LONGEST) step(simulation);
    if (simulation.crowd.count > 0) found.push(`(${to.join(', ')}) is not found from (${from.join(', ')})`);
  }
  return found;
}
