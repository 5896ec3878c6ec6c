/**
 * Build and check every environment of the corpus, where it is at hand: real buildings, drawings, nasty polygons, game
 * grids and a city, beside this repository in ../shared/corpus (or the folder given).
 *
 *   node scripts/run.mjs scripts/check-corpus.ts [folder [name…]]
 *
 * Prints a line each, with cells, groups and zones; exits 1 if any product's checker found something or a file failed other than by a clear InputError.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildWorld,
  checkTopology,
  checkWorld,
  createReport,
  InputError,
  NONE,
  narrowestPassages,
  topologyOf,
} from '@foulee/engine';
import { corpusFiles, readCorpusFile } from './corpus.ts';

const [folder = join('..', 'shared', 'corpus'), ...names] = process.argv.slice(2);

if (!existsSync(folder)) {
  console.log(`no corpus at ${folder}: nothing to check`);
  process.exit(0);
}
let failures = 0;
for (const file of corpusFiles(folder, names)) {
  const { part, name } = file;
  const report = createReport();
  const start = process.cpuUsage();
  try {
    const source = await readCorpusFile(file, report);
    const world = buildWorld(source, {}, report);
    const cpu = process.cpuUsage(start);
    const topology = checkTopology(world.mesh, topologyOf(world));
    const { graph } = topologyOf(world);
    const found = [...checkWorld(world), ...topology.map((text) => `topology: ${text}`)];
    failures += found.length > 0 ? 1 : 0;
    const area = world.maps.reduce((sum, map) => sum + map.area, 0);
    const segments = world.maps.reduce((sum, map) => sum + map.segments.length / 2, 0);
    const narrow = narrowestPassages(world.mesh, 3).map((passage) => passage.width.toFixed(3));
    console.log(
      `${found.length === 0 ? 'ok  ' : 'BAD '} ${join(part, name)}: ${area.toFixed(1)} m², ${segments} walls, ` +
        `${world.mesh.cellLevel.length} cells → ${graph.groups.kind.length} groups → ${graph.zones.kind.length} zones` +
        `${graph.zones.virtualOne === NONE ? '' : ' (one outside)'}, narrowest ${narrow.join(' ')} m, ${((cpu.user + cpu.system) / 1000).toFixed(0)} ms CPU`,
    );
    for (const text of found) console.log(`       ${text}`);
  } catch (error) {
    const isClear = error instanceof InputError;
    failures += isClear ? 0 : 1;
    console.log(
      `${isClear ? 'said' : 'BAD '} ${join(part, name)}: ${isClear ? error.message : (error as Error).stack}`,
    );
  }
  if (names.length > 0) {
    for (const note of report.notes) console.log(`       note: ${note}`);
    for (const warning of report.warnings) console.log(`       warning: ${warning}`);
    for (const repair of report.repairs) console.log(`       repaired: ${repair.count} ${repair.kind}`);
  }
}
console.log(failures === 0 ? 'all environments build and pass their checks' : `${failures} environments failed`);
process.exit(failures === 0 ? 0 : 1);
