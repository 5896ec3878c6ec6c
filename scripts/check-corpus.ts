/**
 * Build and check every environment of the corpus, where it is at hand: real buildings, drawings, nasty polygons, game
 * grids and a city, beside this repository in ../shared/corpus (or the folder given).
 *
 *   node scripts/run.mjs scripts/check-corpus.ts [folder [name…]]
 *
 * Prints a table; exits 1 if any product's checker found something or a file failed other than by a clear InputError.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BuildReport,
  buildWorld,
  checkWorld,
  createReport,
  InputError,
  METRES,
  narrowestPassages,
  type Plan,
  type PlanLevel,
  type TriangleSoup,
} from '@foulee/engine';
import { readEnvironment } from '@foulee/formats';

const [folder = join('..', 'shared', 'corpus'), ...names] = process.argv.slice(2);

function planOf(name: string, level: Partial<PlanLevel>): Plan {
  const whole: PlanLevel = {
    name: '0',
    elevation: 0,
    polygons: [],
    lines: [],
    floor: 'polygons',
    margin: 10,
    ...level,
  };
  return { name, frame: METRES, levels: [whole], doors: [], links: [] };
}

/** A Moving AI grid: runs of walkable squares in a row are rectangles; y is turned up. */
function gridPlan(name: string, text: string): Plan {
  const rows = text
    .slice(text.indexOf('map') + 3)
    .trim()
    .split(/\r?\n/);
  const polygons: PlanLevel['polygons'] = [];
  rows.forEach((row, r) => {
    const y = rows.length - r;
    for (const run of row.matchAll(/[.GS]+/g)) {
      const x0 = run.index;
      const x1 = x0 + run[0].length;
      polygons.push({ role: 'walkable', rings: [Float64Array.of(x0, y - 1, x1, y - 1, x1, y, x0, y)] });
    }
  });
  return planOf(name, { polygons });
}

/** A Vadere scenario: obstacles within the bounds of its topography. */
function vaderePlan(name: string, text: string): Plan {
  interface Shape {
    type: string;
    points?: { x: number; y: number }[];
    x?: number;
    y?: number;
    width?: number;
    height?: number;
  }
  const rectangle = ({ x = 0, y = 0, width = 0, height = 0 }: Shape) =>
    Float64Array.of(x, y, x + width, y, x + width, y + height, x, y + height);
  const { topography } = JSON.parse(text).scenario;
  const polygons: PlanLevel['polygons'] = [{ role: 'walkable', rings: [rectangle(topography.attributes.bounds)] }];
  for (const { shape } of topography.obstacles as { shape: Shape }[]) {
    const ring = shape.points ? Float64Array.from(shape.points.flatMap(({ x, y }) => [x, y])) : rectangle(shape);
    polygons.push({ role: 'obstacle', rings: [ring] });
  }
  return planOf(name, { polygons });
}

/** One of the nasty polygons: an outer ring and holes as JSON. */
function nastyPlan(name: string, text: string): Plan {
  const rings = (JSON.parse(text) as [number, number][][]).map((ring) => Float64Array.from(ring.flat()));
  return planOf(name, { polygons: rings.length > 0 ? [{ role: 'walkable', rings }] : [] });
}

async function read(path: string, name: string, report: BuildReport): Promise<Plan | TriangleSoup> {
  const bytes = readFileSync(path);
  if (name.endsWith('.map')) return gridPlan(name, bytes.toString('utf8'));
  if (name.endsWith('.scenario')) return vaderePlan(name, bytes.toString('utf8'));
  if (path.includes('fixtures')) return nastyPlan(name, bytes.toString('utf8'));
  const environment = await readEnvironment(bytes, name, {}, report);
  return environment.kind === 'plan' ? environment.plan : environment.soup;
}

if (!existsSync(folder)) {
  console.log(`no corpus at ${folder}: nothing to check`);
  process.exit(0);
}
let failures = 0;
for (const part of ['wkt', 'dxf', 'obj', 'gltf', join('polygons', 'fixtures'), 'grids', 'streets', 'city']) {
  const files = existsSync(join(folder, part)) ? readdirSync(join(folder, part)).sort() : [];
  for (const name of files) {
    if (/\.(scen|csv|png|poly)$/.test(name) || (names.length > 0 && !names.some((n) => name.includes(n)))) continue;
    const report = createReport();
    const start = process.cpuUsage();
    try {
      const source = await read(join(folder, part, name), name, report);
      const world = buildWorld(source, {}, report);
      const cpu = process.cpuUsage(start);
      const found = checkWorld(world);
      failures += found.length > 0 ? 1 : 0;
      const area = world.maps.reduce((sum, map) => sum + map.area, 0);
      const segments = world.maps.reduce((sum, map) => sum + map.segments.length / 2, 0);
      const narrow = narrowestPassages(world.mesh, 3).map((passage) => passage.width.toFixed(3));
      console.log(
        `${found.length === 0 ? 'ok  ' : 'BAD '} ${join(part, name)}: ${area.toFixed(1)} m², ${segments} walls, ` +
          `${world.mesh.cellLevel.length} cells, narrowest ${narrow.join(' ')} m, ${((cpu.user + cpu.system) / 1000).toFixed(0)} ms CPU`,
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
}
console.log(failures === 0 ? 'all environments build and pass their checks' : `${failures} environments failed`);
process.exit(failures === 0 ? 0 : 1);
