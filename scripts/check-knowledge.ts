/**
 * Look, learn and explore in every environment of the corpus, where it is at hand (../shared/corpus or the folder given), and in the city and
 * the hall of columns of the benchmarks; judged by the oracles of the engine's tests.
 *
 *   node scripts/run.mjs scripts/check-knowledge.ts [folder [name…]]
 *
 *   1. trees     10⁵ lines of sight through each of some borders: nothing is seen that a tree lacks; the exact walk confirms every witness
 *   2. looks     random poses beside 3,600 rays each: nothing is missed, at most 1 % is seen that no ray hits
 *   3. explorers people who know nothing reach goals that can be reached
 *
 * Prints a line each; exits 1 if anything is wrong. `FOULEE_LINES`, `FOULEE_BORDERS`, `FOULEE_POSES`, `FOULEE_GOALS` set the numbers.
 */
import { join } from 'node:path';
import { hallOfColumns, makeKnownCity } from '@foulee/bench';
import {
  buildWorld,
  checkPlaces,
  checkVisibility,
  clearance,
  closeEyes,
  createReport,
  createRouter,
  createSighting,
  createSimulation,
  addPerson,
  step,
  findRoute,
  InputError,
  observe,
  type Plan,
  type Scenery,
  sceneryOf,
  topologyOf,
  type TriangleSoup,
  USUAL_KNOWING,
  USUAL_PROFILE,
  visibilityOf,
  type World,
} from '@foulee/engine';
import { createRandom, lookByRays, randomPose, whatTreesLack } from '@foulee/engine/testing';
import { corpusFiles, readCorpusFile } from './corpus.ts';

const [folder = join('..', 'shared', 'corpus'), ...names] = process.argv.slice(2);
const LINES = Number(process.env['FOULEE_LINES'] ?? 100_000);
const BORDERS = Number(process.env['FOULEE_BORDERS'] ?? 4);
const POSES = Number(process.env['FOULEE_POSES'] ?? 200);
const GOALS = Number(process.env['FOULEE_GOALS'] ?? 3);
/** Simulated seconds in which a goal is to be found. */
const LONGEST = 7200;

let failures = 0;
const wanted = (name: string) => names.length === 0 || names.some((part) => name.includes(part));
if (wanted('city')) check('city', () => makeKnownCity({ seed: 1, buildings: 2600, dirty: false }).plan);
if (wanted('hall')) check('hall', hallOfColumns);
for (const file of corpusFiles(folder, names)) {
  const source = await readCorpusFile(file, createReport());
  check(join(file.part, file.name), () => source);
}
console.log(failures === 0 ? 'all is seen and found' : `${failures} places failed`);
process.exit(failures === 0 ? 0 : 1);

function check(name: string, read: () => Plan | TriangleSoup): void {
  let world: World;
  try {
    world = buildWorld(read());
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.log(`  --  ${name}: ${error.message}`);
    return;
  }
  const scenery = sceneryOf(world);
  const found = [...checkTrees(world, scenery), ...checkLooks(scenery), ...checkExplorers(world)];
  const { places } = scenery;
  console.log(
    `${found.length === 0 ? '  ok' : 'FAIL'}  ${name}: ${places.group.length} places, ${places.accesses} accesses`,
  );
  for (const text of found.slice(0, 5)) console.log(`        ${text}`);
  if (found.length > 0) failures++;
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

function checkLooks(scenery: Scenery): string[] {
  const random = createRandom(2);
  const sighting = createSighting(scenery);
  let seen = 0;
  let extra = 0;
  let missed = 0;
  for (let k = 0; k < POSES; k++) {
    const pose = randomPose(scenery.mesh, random, 170, 60);
    closeEyes(sighting);
    observe(scenery, pose, sighting);
    const rays = lookByRays(scenery, pose, 3600);
    const borders = new Set(sighting.borders.subarray(0, sighting.borderCount));
    const places = new Set(sighting.places.subarray(0, sighting.placeCount));
    for (const border of rays.borders) if (!borders.has(border)) missed++;
    for (const place of rays.places) if (!places.has(place)) missed++;
    seen += borders.size + places.size;
    extra += borders.size + places.size - rays.borders.size - rays.places.size;
  }
  const found: string[] = [];
  if (missed > 0) found.push(`${missed} of ${seen} missed`);
  if (extra > 0.01 * seen) found.push(`${extra} of ${seen} seen that no ray hits`);
  return found;
}

function checkExplorers(world: World): string[] {
  const { mesh } = world;
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
