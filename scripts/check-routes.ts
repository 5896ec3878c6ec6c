/**
 * Ask for routes in every environment of the corpus, where it is at hand (../shared/corpus or the folder given), and
 * judge the answers by the oracles of the engine's tests.
 *
 *   node scripts/run.mjs scripts/check-routes.ts [folder [name…]]
 *
 *   1. grids   `exact` for a point against the reference lengths of all queries, to 1e-9 of the length, on the grid as it is and turned
 *   2. routes  random pairs at random widths from 0.3 to 2 m, by all methods: the same reachability as the space eroded
 *              by half the width, polylines judged, lengths compared with `exact` (scripts/random-routes.ts)
 *
 * Prints a table of each; exits 1 if any answer is wrong. `FOULEE_METHODS=exact,flat` tries only those methods,
 * `FOULEE_WIDTHS=0.5,0.9` only those widths, `FOULEE_PAIRS=500` so many pairs of places per width, `FOULEE_TURNS=20` grids at so many angles.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorld, createReport, createRouter, findRoute, InputError } from '@foulee/engine';
import { apply, transformed, turn } from '@foulee/engine/testing';
import { type CorpusFile, corpusFiles, readCorpusFile } from './corpus.ts';
import { checkRandomRoutes, METHODS } from './random-routes.ts';

const [folder = join('..', 'shared', 'corpus'), ...names] = process.argv.slice(2);

/** Relative error of a length that counts as wrong. */
const EXACT = 1e-9;
/** Angles that grids are looked at; far from any whole share of a turn. */
const TURNS = Number(process.env['FOULEE_TURNS'] ?? 2);
const ANGLE = 137.508;

/** All queries of a grid turned by some degrees; what is wrong. */
async function checkGrid(file: CorpusFile, angle: number): Promise<string[]> {
  const queries = readFileSync(file.path.replace(/\.map$/, '.euclid.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map(Number));
  // Their y points down, the plan's up.
  const height = Number(/^height (\d+)/m.exec(readFileSync(file.path, 'utf8'))?.[1]);
  // Steps of a staircase are not to be smoothed.
  const source = await readCorpusFile(file, createReport());
  if ('positions' in source) throw new Error('a grid is a plan');
  const affine = turn(angle);
  const world = buildWorld(angle === 0 ? source : transformed(source, affine), { simplification: 0 });
  const router = createRouter(world);
  const wrong: string[] = [];
  const microseconds: number[] = [];
  let worst = 0;
  for (const [index, , sx, sy, gx, gy, expected] of queries as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ][]) {
    const start = process.hrtime.bigint();
    const route = findRoute(router, {
      from: apply(affine, sx, height - sy),
      to: apply(affine, gx, height - gy),
      width: 0,
      method: 'exact',
    });
    microseconds.push(Number(process.hrtime.bigint() - start) / 1000);
    const error = route.status === 'found' ? Math.abs(route.length - expected) / expected : Infinity;
    worst = Math.max(worst, error);
    if (!(error <= EXACT)) wrong.push(`query ${index}: ${route.length} instead of ${expected}`);
  }
  microseconds.sort((a, b) => a - b);
  const share = (part: number) => microseconds[Math.floor(part * (microseconds.length - 1))].toFixed(0).padStart(6);
  console.log(
    `${file.name.padEnd(16)} ${String(queries.length).padStart(7)} ${String(wrong.length).padStart(6)} ` +
      `${worst.toExponential(1).padStart(11)} ${share(0.5)} ${share(0.95)}`,
  );
  return wrong;
}

if (!existsSync(folder)) {
  console.log(`no corpus at ${folder}: nothing to check`);
  process.exit(0);
}
const failures: string[] = [];
const tell = (file: CorpusFile, wrong: string[]) => {
  for (const text of wrong.slice(0, 5)) console.log(`    WRONG ${text}`);
  if (wrong.length > 0) failures.push(file.name);
};
const files = corpusFiles(folder, names);
const grids = files.filter(({ path }) => existsSync(path.replace(/\.map$/, '.euclid.csv')) && path.endsWith('.map'));
if (grids.length > 0 && METHODS.includes('exact')) {
  console.log('exact for a point against reference lengths; time per query in µs\n');
  console.log('grid             queries  wrong worst error median    p95');
  for (const file of grids) for (let k = 0; k < TURNS; k++) tell(file, await checkGrid(file, (k * ANGLE) % 360));
  console.log();
}
console.log('random pairs and widths; lengths over exact, mean / worst, for pairs below and from 50 m apart\n');
for (const file of files) {
  try {
    const world = buildWorld(await readCorpusFile(file, createReport()));
    const { lines, wrong } = checkRandomRoutes(world);
    console.log(`${join(file.part, file.name)}: ${lines[0]}`);
    for (const line of lines.slice(1)) console.log(`    ${line}`);
    tell(file, wrong);
  } catch (error) {
    const isClear = error instanceof InputError;
    console.log(`${join(file.part, file.name)}: ${isClear ? error.message : (error as Error).stack}`);
    if (!isClear) failures.push(file.name);
  }
}
console.log(failures.length === 0 ? '\nall routes are right' : `\nwrong routes in ${failures.join(', ')}`);
process.exit(failures.length === 0 ? 0 : 1);
