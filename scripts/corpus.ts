/**
 * Reading the corpus: real environments beside this repository in ../shared/corpus (or a folder given). Takes a folder, gives
 * its environments by part and name, each as a Plan or a TriangleSoup.
 *
 * Grids and the nasty polygons are formats of the corpus only and are read here, Vadere scenarios by the benchmarks; the rest goes
 * through the project's own readers.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vaderePlan } from '@foulee/bench';
import { type BuildReport, METRES, type Plan, type PlanLevel, type TriangleSoup } from '@foulee/engine';
import { readEnvironment } from '@foulee/formats';
import { cityJsonPlan, osmPlan } from './corpus-footprints.ts';

const PARTS = ['wkt', 'dxf', 'obj', 'gltf', join('polygons', 'fixtures'), 'grids', 'streets', 'city'];

export interface CorpusFile {
  /** Folder within the corpus. */
  part: string;
  name: string;
  path: string;
}

/** City models, of which only the footprints of buildings are read (corpus-footprints.ts). */
export const TOWN_PARTS = ['streets', 'city', 'osm', 'cityjson'];

/** Environments whose name contains one of `names`; all of them if none is given. */
export function corpusFiles(folder: string, names: readonly string[], parts: readonly string[] = PARTS): CorpusFile[] {
  return parts.flatMap((part) => {
    const files = existsSync(join(folder, part)) ? readdirSync(join(folder, part)).sort() : [];
    return files
      .filter((name) => !/\.(scen|csv|png|poly)$/.test(name))
      .filter((name) => names.length === 0 || names.some((n) => name.includes(n)))
      .map((name) => ({ part, name, path: join(folder, part, name) }));
  });
}

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

/** One of the nasty polygons: an outer ring and holes as JSON. */
function nastyPlan(name: string, text: string): Plan {
  const rings = (JSON.parse(text) as [number, number][][]).map((ring) => Float64Array.from(ring.flat()));
  return planOf(name, { polygons: rings.length > 0 ? [{ role: 'walkable', rings }] : [] });
}

/** Any environment of the corpus, as the engine takes it. */
export async function readCorpusFile({ path, name }: CorpusFile, report: BuildReport): Promise<Plan | TriangleSoup> {
  const bytes = readFileSync(path);
  if (name.endsWith('.map')) return gridPlan(name, bytes.toString('utf8'));
  if (name.endsWith('.scenario')) return vaderePlan(name, bytes.toString('utf8'));
  if (name.endsWith('.osm')) return osmPlan(name, bytes.toString('utf8'));
  if (path.includes('cityjson')) return cityJsonPlan(name, bytes.toString('utf8'));
  if (path.includes('fixtures')) return nastyPlan(name, bytes.toString('utf8'));
  const environment = await readEnvironment(bytes, name, {}, report);
  return environment.kind === 'plan' ? environment.plan : environment.soup;
}
