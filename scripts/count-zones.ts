/**
 * Cells → groups → zones of cities, beside the figures of P05: the synthetic city of the benchmarks, given as GeoJSON, in
 * a box whose sides are the artificial boundary and in the same box as an ordinary walkable area; and the real cities of
 * the corpus, where it is at hand (../shared/corpus or the folder given).
 *
 *   node scripts/run.mjs scripts/count-zones.ts [folder]
 *
 * Prints the table of docs/topology.md, with CPU milliseconds of a warm run; exits 1 if a checker finds something.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeKnownCity } from '@foulee/bench';
import {
  buildWorld,
  type CellMesh,
  checkGroups,
  createReport,
  findAxialLines,
  informGraph,
  measureBorders,
  measureLayer,
  measureSyntax,
  type Plan,
} from '@foulee/engine';
import { readEnvironment } from '@foulee/formats';
import { corpusFiles, readCorpusFile } from './corpus.ts';

const folder = process.argv[2] ?? join('..', 'shared', 'corpus');
const RUNS = 3;
let failures = 0;

/** The city's footprints as GeoJSON; within a walkable box of its own, or left to the reader's box. */
async function cityPlan(isBoxed: boolean): Promise<Plan> {
  const { plan, box } = makeKnownCity({ seed: 1, buildings: 2600, dirty: false });
  const feature = (points: number[][], role: string) => ({
    type: 'Feature',
    properties: { role },
    geometry: { type: 'Polygon', coordinates: [[...points, points[0]]] },
  });
  const features = plan.levels[0].polygons.map(({ rings }) => {
    const ring = rings[0];
    const points = Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]);
    return feature(points, 'obstacle');
  });
  const [left, bottom, right, top] = box;
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  if (isBoxed) features.push(feature(corners, 'walkable'));
  const text = new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features }));
  const environment = await readEnvironment(text, 'city.geojson', { crs: 'local' }, createReport());
  if (environment.kind !== 'plan') throw new Error('GeoJSON gives a plan');
  return environment.plan;
}

/** What it gives, and the median of some runs, CPU milliseconds. */
function timed<T>(work: () => T): [T, string] {
  const times: number[] = [];
  let result = work();
  for (let run = 0; run < RUNS; run++) {
    const start = process.cpuUsage();
    result = work();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  return [result, times[RUNS >> 1].toFixed(0)];
}

function row(name: string, mesh: CellMesh): string {
  const [graph, grouping] = timed(() => informGraph(mesh));
  const { groups, zones } = graph;
  const found = checkGroups(mesh, graph);
  for (const text of found) console.error(`${name}: ${text}`);
  failures += found.length;
  const [, borders] = timed(() => [measureBorders(mesh, groups), measureBorders(mesh, zones)]);
  const [, syntax] = timed(() => measureLayer(mesh, zones));
  const [axial, lines] = timed(() => findAxialLines(mesh));
  const [, axialSyntax] = timed(() => measureSyntax(axial.ends.length / 4, axial.crossings));
  const counts = [mesh.cellLevel.length, groups.kind.length, zones.kind.length];
  const cells = [
    name,
    ...counts.map((count) => count.toLocaleString('en-US')),
    `${(counts[0] / counts[1]).toFixed(1)}, ${(counts[1] / counts[2]).toFixed(1)}`,
    grouping,
    borders,
    syntax,
    (axial.ends.length / 4).toLocaleString('en-US'),
    `${lines} + ${axialSyntax}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log('| place | cells | groups | zones | ratios | grouping ms | borders ms | syntax ms | axial lines | ms |');
console.log('|---|---|---|---|---|---|---|---|---|---|');
console.log('| P05: Rennes, city centre | 4,486 | 1,516 | 929 | 3.0, 1.6 | | | | | |');
console.log(row('synthetic city, boundary around it', buildWorld(await cityPlan(false)).mesh));
console.log(row('synthetic city, walkable box', buildWorld(await cityPlan(true)).mesh));
for (const file of existsSync(folder) ? corpusFiles(folder, []) : []) {
  if (!['city', 'streets'].includes(file.part)) continue;
  console.log(row(file.name, buildWorld(await readCorpusFile(file, createReport())).mesh));
}
process.exit(failures === 0 ? 0 : 1);
