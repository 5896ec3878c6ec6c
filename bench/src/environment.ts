/**
 * Benchmark: from a plan of a city to convex cells, ours beside recast-navigation and the npm triangulators, in one
 * process. `npm run bench -- environment [--quick]`; prints tables and writes them to bench/results/environment.md
 * (not with --quick, which leaves out recast-navigation and the largest city).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { BuildStage } from '@foulee/engine';
import { buildingsForSegments, type City, type CityDefects, makeKnownCity } from './city.ts';
import { deepestInside, judgeTriangles } from './judge.ts';
import { type Failed, type Measured, measure, median, type Timing } from './measure.ts';
import { buildOurs, judgeableTriangles, type OurBuild, prepareOurTriangulation, readOurs } from './ours.ts';
import { buildRecast, CELL_SIZE, extrude, loadRecast, readRecast } from './peers/recast.ts';
import { segmentsOf, TRIANGULATORS } from './peers/triangulators.ts';
import { markdownTable, percent, readable } from './table.ts';

const SEED = 1;
const BUILDINGS = 2600;
const REPETITIONS = { warmUps: 1, runs: 7 };
const RESULTS = 'bench/results';

const DAMAGE: Readonly<Record<keyof CityDefects, string>> = {
  overlaps: 'pairs of footprints overlapping (every other one flush)',
  sharedWalls: 'pairs sharing a wall, bit for bit (every other one a part of it)',
  jitteredWalls: 'pairs sharing a wall but for 0.1–0.5 mm',
  nearTouches: 'corners less than 1 mm from a corner or a wall',
  collinearVertices: 'vertices added on straight walls',
  collinearWalls: 'walls that got them',
  repeatedVertices: 'vertices given twice',
  selfCrossings: 'rings crossing themselves',
};

const quick = process.argv.includes('--quick');
const paragraphs: string[] = [];

function say(paragraph: string): void {
  console.log(`${paragraph}\n`);
  paragraphs.push(paragraph);
}

function hasFailed<T>(outcome: Measured<T> | Failed): outcome is Failed {
  return 'failure' in outcome;
}

const failures: string[] = [];

/** The reason is told below the table. */
function failedRow(name: string, { failure }: Failed): string[] {
  failures.push(`- ${name} throws: ${failure}`);
  return [name, 'throws'];
}

/** A table under its title, and why rows are empty. */
function sayTable(title: string, header: string[], rows: string[][]): void {
  say(`## ${title}`);
  say(markdownTable(header, rows));
  if (failures.length > 0) say(failures.splice(0).join('\n'));
}

/** Processor time, wall time, and how many times ours the processor time is. */
function timeCells(timing: Timing, ours: Timing | Failed): string[] {
  const ratio = 'failure' in ours ? '' : `${readable(timing.cpu / ours.cpu)} ×`;
  return [readable(timing.cpu), readable(timing.wall), ratio];
}

function introduce(clean: City, dirty: City): void {
  say('# Environment: map and convex cells of a city');
  say(
    [
      `Made by \`npm run bench -- environment\` on Node ${process.version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}.`,
      `Times are milliseconds, medians of ${REPETITIONS.runs} runs after a warm-up (recast-navigation: one run); CPU time is that of`,
      'all threads. Ratios count, absolute times do not. Area errors are against the walkable area the generator knows.',
    ].join('\n'),
  );
  say(
    [
      `The city: ${readable(BUILDINGS)} buildings, ${readable(clean.corners)} segments when clean,`,
      `${readable(dirty.corners)} when dirty, ${readable(clean.walkableArea)} m² of ground.`,
    ].join(' '),
  );
}

/** Wall times of the stages of each timed build. */
class StageTimes {
  private readonly times: OurBuild['stageTimes'][] = [];

  note(build: OurBuild): OurBuild {
    this.times.push(build.stageTimes);
    return build;
  }

  median(stage: BuildStage): number {
    return median(this.times.slice(REPETITIONS.warmUps).map((times) => times.get(stage) ?? 0));
  }
}

/** From plan to cells. */
async function compareWholeBuild(clean: City, dirty: City): Promise<void> {
  const header = [
    'build',
    'CPU',
    'wall clock',
    'CPU / ours',
    'map + triangulation + cells',
    'cells',
    'cells / constrained side',
    'area error',
    'deepest in a building, m',
  ];
  const rows: string[][] = [];
  const cleanStages = new StageTimes();
  const dirtyStages = new StageTimes();
  const ours = measure(REPETITIONS, () => cleanStages.note(buildOurs(clean.plan)));
  const oursDirty = measure(REPETITIONS, () => dirtyStages.note(buildOurs(dirty.plan)));
  for (const [name, city, outcome, stages] of [
    ['ours, clean', clean, ours, cleanStages],
    ['ours, dirty', dirty, oursDirty, dirtyStages],
  ] as const) {
    if (hasFailed(outcome)) {
      rows.push(failedRow(name, outcome));
      continue;
    }
    const { cells, constrained, area, edges } = readOurs(outcome.result);
    rows.push([
      name,
      ...timeCells(outcome, ours),
      (['map', 'triangulation', 'cells'] as const).map((stage) => readable(stages.median(stage))).join(' + '),
      readable(cells),
      readable(cells / constrained),
      percent(area / city.walkableArea - 1),
      readable(deepestInside(city, edges)),
    ]);
  }
  if (!quick) {
    await loadRecast();
    const extrusion = extrude(clean);
    const name = `recast-navigation, tiled, cells of ${CELL_SIZE} m, clean`;
    const outcome = measure({ warmUps: 0, runs: 1 }, () => buildRecast(extrusion));
    if (hasFailed(outcome)) rows.push(failedRow(name, outcome));
    else {
      const { polygons, area, edges } = readRecast(outcome.result);
      rows.push([
        name,
        ...timeCells(outcome, ours),
        '',
        readable(polygons),
        '',
        percent(area / clean.walkableArea - 1),
        readable(deepestInside(clean, edges)),
      ]);
      outcome.result.destroy();
    }
  }
  sayTable('From the plan to cells', header, rows);
}

/** Segments to triangles: ours with the planar arrangement it needs before, the others as they are. */
function compareTriangulations(city: City, kind: string): void {
  const rows: string[][] = [];
  const ours = measure(REPETITIONS, prepareOurTriangulation(city));
  if (hasFailed(ours)) rows.push(failedRow('ours, with arrangement', ours));
  else {
    const verdict = judgeTriangles(...judgeableTriangles(ours.result));
    rows.push(['ours, with arrangement', ...timeCells(ours, ours), ...verdictCells(verdict, city)]);
  }
  const segments = segmentsOf(city);
  for (const { name, prepare } of TRIANGULATORS) {
    const outcome = measure(REPETITIONS, prepare(segments));
    if (hasFailed(outcome)) rows.push(failedRow(name, outcome));
    else
      rows.push([name, ...timeCells(outcome, ours), ...verdictCells(judgeTriangles(segments, outcome.result), city)]);
  }
  const header = ['package', 'CPU', 'wall clock', 'CPU / ours', 'triangles', 'segments missing', 'area error'];
  sayTable(`Constrained triangulation of the ${kind} city's segments`, header, rows);
}

function verdictCells(verdict: ReturnType<typeof judgeTriangles>, city: City): string[] {
  return [
    readable(verdict.triangles),
    readable(verdict.missingSegments),
    percent(verdict.area / city.walkableArea - 1),
  ];
}

function compareRepairs(dirty: City): void {
  const made = Object.entries(dirty.defects).map(([kind, count]) => [
    DAMAGE[kind as keyof CityDefects],
    readable(count),
  ]);
  sayTable('Damage and repairs of the dirty city', ['made', 'count'], made);
  const { repairs } = readOurs(buildOurs(dirty.plan));
  const repaired = repairs.map(({ kind, count }) => [kind, readable(count)]);
  say(markdownTable(['repaired', 'count'], repaired));
}

function tabulateGrowth(sizes: number[]): void {
  const header = [
    'segments',
    'buildings',
    'making the city',
    'CPU',
    'wall clock',
    'CPU ns / (n log₂ n)',
    'cells',
    'area error',
  ];
  const rows = sizes.map((size) => {
    const buildings = buildingsForSegments(size);
    const made = measure({ warmUps: 0, runs: 1 }, () => makeKnownCity({ seed: SEED, buildings, dirty: false }));
    if (hasFailed(made)) return failedRow(readable(size), made);
    const city = made.result;
    const outcome = measure({ warmUps: size > 1e5 ? 0 : 1, runs: size > 1e5 ? 1 : 3 }, () => buildOurs(city.plan));
    if (hasFailed(outcome)) return failedRow(readable(city.corners), outcome);
    const { cells, area } = readOurs(outcome.result);
    return [
      readable(city.corners),
      readable(buildings),
      readable(made.wall),
      readable(outcome.cpu),
      readable(outcome.wall),
      readable((outcome.cpu * 1e6) / (city.corners * Math.log2(city.corners))),
      readable(cells),
      percent(area / city.walkableArea - 1),
    ];
  });
  sayTable('How the build grows', header, rows);
}

const clean = makeKnownCity({ seed: SEED, buildings: BUILDINGS, dirty: false });
const dirty = makeKnownCity({ seed: SEED, buildings: BUILDINGS, dirty: true });
introduce(clean, dirty);
await compareWholeBuild(clean, dirty);
compareTriangulations(clean, 'clean');
compareTriangulations(dirty, 'dirty');
compareRepairs(dirty);
tabulateGrowth(quick ? [1e4, 1e5] : [1e4, 1e5, 1e6]);
if (!quick) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/environment.md`, `${paragraphs.join('\n\n')}\n`);
}
