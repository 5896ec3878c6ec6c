/**
 * Make a town of every street map and city of the corpus, where it is at hand (../shared/corpus or the folder given), and of the repository's own city:
 * a picture as it is, anything else on tiles of its mesh.
 *
 *   node scripts/run.mjs scripts/check-towns.ts [folder [name…]]
 *
 * Prints a line each: tiles, goals, crossings, parts, the share of pavement from which a goal is reached and the main part of the graph,
 * CPU time to lay tiles and to make the town, memory that the town keeps; and below it what is not connected, with places. Exits 1 if the town's
 * checker finds anything: also if a part that a person could walk to is not connected, or one is not told. `FOULEE_SIDE` sets the side of tiles of meshes,
 * `FOULEE_PICTURES` a folder for drawings.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildWorld,
  checkTown,
  createReport,
  InputError,
  makeTown,
  type Tiles,
  tilesOfMesh,
  tilesOfPicture,
  type Town,
} from '@foulee/engine';
import { readEnvironment, readPicture, townsToSvg } from '@foulee/formats';
import { corpusFiles, readCorpusFile, TOWN_PARTS } from './corpus.ts';

type Laid = { tiles: Tiles } & Partial<ReturnType<typeof tilesOfMesh>>;

const [folder = join('..', 'shared', 'corpus'), ...names] = process.argv.slice(2);
const SIDE = Number(process.env['FOULEE_SIDE'] ?? 1);
const PICTURES = process.env['FOULEE_PICTURES'];
/** Of parts and places, each. */
const SHOWN = 5;

let failures = 0;
const wanted = (name: string) => names.length === 0 || names.some((part) => name.includes(part));
if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
if (!existsSync(folder)) console.log(`no corpus at ${folder}`);
const streets = join(folder, 'streets');
for (const name of existsSync(streets) ? readdirSync(streets).sort() : []) {
  if (!name.endsWith('.png') || !wanted(name)) continue;
  const { grey, width, height } = await readPicture(readFileSync(join(streets, name)), name);
  check(join('streets', name), () => ({ tiles: tilesOfPicture(grey, width, height) }));
}
for (const file of corpusFiles(folder, names, TOWN_PARTS)) {
  await checkPlace(join(file.part, file.name), () => readCorpusFile(file, createReport()));
}
const own = join('scenarios', 'city', 'environment.geojson');
if (wanted(own)) {
  await checkPlace(own, async () => {
    const place = await readEnvironment(readFileSync(own), own, { as: 'obstacles' }, createReport());
    return place.kind === 'plan' ? place.plan : place.soup;
  });
}
console.log(`${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most, all places one after another`);
console.log(failures === 0 ? 'all towns are connected, or say where not' : `${failures} towns failed`);
process.exit(failures === 0 ? 0 : 1);

async function checkPlace(name: string, read: () => Promise<Parameters<typeof buildWorld>[0]>): Promise<void> {
  try {
    const { mesh } = buildWorld(await read());
    check(name, () => tilesOfMesh(mesh, 0, { side: SIDE, radius: 0.25 }));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.log(`  --  ${name}: ${error.message}`);
  }
}

function check(name: string, lay: () => Laid): void {
  const start = cpuTime();
  const { tiles, narrowDoors = [], cutOff = [] } = lay();
  const tiled = cpuTime();
  const town = makeTown(tiles, {}, { narrowDoors, cutOff });
  const made = cpuTime();
  const { parts, withoutGoals } = town.report;
  const found = checkTown(town);
  const sum = (items: readonly { tiles: number }[]) => items.reduce((total, item) => total + item.tiles, 0);
  const pavement = sum(parts) + sum(withoutGoals);
  const share = (count: number) => `${((100 * count) / Math.max(1, pavement)).toFixed(2)} %`;
  console.log(
    `${found.length === 0 ? '  ok' : 'FAIL'}  ${name}: ${tiles.columns} × ${tiles.rows} tiles, ${town.goals.x.length} goals, ` +
      `${town.crossings.length / 2} crossings, ${parts.length} parts; ${share(sum(parts))} of ${pavement} pavement tiles reach a goal, ` +
      `${share(sum(parts.slice(0, 1)))} the main part; ${(tiled - start).toFixed(0)} + ${(made - tiled).toFixed(0)} ms CPU, ${megabytes(town)} MB`,
  );
  for (const text of found) console.log(`        ! ${text}`);
  list('parts apart, with buildings between', parts.slice(1), (p) => `${place(p)} ${p.goals} goals, ${p.tiles} tiles`);
  list('nooks without a goal', withoutGoals, (p) => `${place(p)} ${p.tiles} tiles`);
  list('narrow doors', narrowDoors, (p) => `${place(p)} ${p.width.toFixed(2)} m`);
  list('cut off by the tiles', cutOff, (p) => `${place(p)} ${p.tiles} tiles`);
  if (found.length > 0) failures++;
  if (PICTURES !== undefined) {
    writeFileSync(join(PICTURES, `${name.replaceAll(/[^\w.-]+/g, '-')}.svg`), townsToSvg([{ name: '0', town }], name));
  }
}

function list<T>(what: string, items: readonly T[], textOf: (item: T) => string): void {
  if (items.length === 0) return;
  const more = items.length > SHOWN ? '; …' : '';
  console.log(`        ${items.length} ${what}: ${items.slice(0, SHOWN).map(textOf).join('; ')}${more}`);
}

function place({ x, y }: { x: number; y: number }): string {
  return `(${x.toFixed(1)}, ${y.toFixed(1)})`;
}

/** Milliseconds that this process has worked: other processes do not count. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Of all typed arrays. */
function megabytes(town: Town): string {
  let bytes = 0;
  const waiting: unknown[] = [town];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
  }
  return (bytes / 1e6).toFixed(1);
}
