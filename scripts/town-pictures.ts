/**
 * Draws the towns of docs/raster.md as SVG: tiles, goals, their graph, crossings, and what is not connected.
 *
 *   node scripts/run.mjs scripts/town-pictures.ts [FOLDER]
 *
 * Writes a generated town, some blocks of the benchmark's city, and the station hall as an open place to docs/pictures/towns or the folder given. Prints what each took, and
 * exits 1 if a checker found something.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeKnownCity } from '@foulee/bench';
import {
  buildWorld,
  checkTown,
  createReport,
  makeTown,
  type Plan,
  tilesOfMesh,
  tilesOfPicture,
  type Town,
  type TriangleSoup,
} from '@foulee/engine';
import { readEnvironment, townsToSvg } from '@foulee/formats';
import { makeBitmapTown } from '@foulee/testing';

const folder = process.argv[2] ?? join('docs', 'pictures', 'towns');
mkdirSync(folder, { recursive: true });
let failures = 0;

const { pixels, width, height } = makeBitmapTown(320, 1);
show('generated', 'A town from a picture', () => makeTown(tilesOfPicture(pixels, width, height)));
show('city', 'Blocks of the benchmark city', () =>
  townOf(makeKnownCity({ seed: 1, buildings: 150, dirty: false }).plan, false),
);
const hall = join('scenarios', 'station-hall', 'environment.geojson');
const environment = await readEnvironment(readFileSync(hall), hall, {}, createReport());
const place = environment.kind === 'plan' ? environment.plan : environment.soup;
show('station-hall', 'Station hall, all floor open', () => townOf(place, true, 'hall'));
process.exit(failures === 0 ? 0 : 1);

function townOf(source: Plan | TriangleSoup, isOpen: boolean, level = ''): Town {
  const { mesh } = buildWorld(source);
  const at = Math.max(
    0,
    mesh.levels.findIndex(({ name }) => name === level),
  );
  const { tiles, ...closed } = tilesOfMesh(mesh, at, { side: isOpen ? 0.4 : 1, radius: 0.25 });
  return makeTown(tiles, { isOpen }, closed);
}

function show(name: string, title: string, make: () => Town): void {
  const start = process.cpuUsage();
  const town = make();
  const { user, system } = process.cpuUsage(start);
  const found = checkTown(town);
  const svg = townsToSvg([{ name, town }], title);
  writeFileSync(join(folder, `${name}.svg`), svg);
  console.log(
    `${name}: ${town.tiles.columns} × ${town.tiles.rows} tiles, ${town.goals.x.length} goals, ${town.crossings.length / 2} crossings, ` +
      `${town.report.parts.length} parts in ${((user + system) / 1000).toFixed(0)} ms of CPU time; ${(svg.length / 1000).toFixed(0)} kB`,
  );
  for (const text of found) console.log(`  ! ${text}`);
  failures += found.length;
}
