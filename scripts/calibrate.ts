/**
 * The calibration of walkers, for anybody to repeat:
 *
 *   node scripts/run.mjs scripts/calibrate.ts [timeGap follow epsilon radius] [--grid] [--seeds 4] [--minutes 10]
 *        [--no-check] [--corpus FOLDER]
 *
 * Tries the committed set and those around it: the parameters named (all, if none is), one at a time, or with --grid all their combinations. Prints for
 * each set the figures that are FITTED and their score, the mean squared relative deviation (validation/src/experiments/calibration.ts); then, for the committed set and the
 * best one, figures that are only CHECKED. Nothing is written: a better set is for somebody to commit, with `foulee validate` green.
 * When the minutes are over, no further set is begun. About 10 s of work per set and seed. With one seed the score says little: that of the
 * committed set is 0.001 to 0.02 then, by the seed, since a and b of one run of a single file scatter.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWorld } from '@foulee/engine';
import {
  checkSet,
  committedSet,
  describeSet,
  type Fitted,
  FITTING,
  LABORATORY,
  mean,
  meanFitted,
  meanOf,
  type ParameterName,
  type ParameterSet,
  scoreOf,
  setsAround,
  shown,
  STEPS,
} from '@foulee/validation/inside';
import { measureTracks } from './replay-experiments-measure.ts';
import { planOf, UNIDIRECTIONAL } from './replay-experiments-places.ts';
import { readTracks } from './replay-experiments-tracks.ts';
import { replay } from './replay-experiments-walk.ts';

/** Experiments that are replayed: a corridor with a narrow entrance, a wide one, one with a narrow exit, and a bottleneck. */
const REPLAYED = ['uo-070-180-180', 'uo-180-180-180', 'uo-180-180-095', '040_c_56_h-'];

interface Tried {
  set: ParameterSet;
  figures: Fitted[];
  score: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grid: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '10' },
    'no-check': { type: 'boolean', default: false },
    corpus: { type: 'string', default: join('..', 'shared', 'corpus') },
  },
});
const seedCount = Number(values.seeds);
const minutes = Number(values.minutes);
const unknown = positionals.filter((name) => !(name in STEPS));
if (unknown.length > 0) fail(`${unknown.join(', ')}: no such parameter; there are ${Object.keys(STEPS).join(', ')}`);
else if (!(Number.isInteger(seedCount) && seedCount >= 1 && seedCount <= 100)) {
  fail(`--seeds ${values.seeds} is no number of runs: give a whole number from 1 to 100`);
} else if (!(minutes >= 0 && minutes <= 10_000)) fail(`--minutes ${values.minutes} is no time: give 0 to 10000`);
else calibrate();

function fail(text: string): void {
  console.error(text);
  process.exitCode = 2;
}

function calibrate(): void {
  const names = (positionals.length > 0 ? positionals : Object.keys(STEPS)) as ParameterName[];
  const committed = committedSet();
  const sets = setsAround(committed, [...new Set(names)], values.grid);
  const end = Date.now() + 60_000 * minutes;
  console.log(`committed: ${describeSet(committed)}`);
  console.log(`${sets.length} sets, ${seedCount} seed${seedCount === 1 ? '' : 's'} each, ${minutes} minutes at most\n`);
  const tried: Tried[] = [];
  for (const set of sets) {
    // The committed set is always tried: all others are compared with it.
    if (tried.length > 0 && Date.now() > end) break;
    tried.push(trySet(set, tried.length, sets.length));
    tellTried(tried);
  }
  if (tried.length < sets.length) console.log(`\ntime is over: ${sets.length - tried.length} sets were not tried`);
  const best = tried.reduce((least, one) => (one.score < least.score ? one : least));
  console.log(`\nknown:     ${tried[0].figures.map(({ name, known }) => `${name} ${shown(known, 2)}`).join(', ')}`);
  console.log(`committed: score ${shown(tried[0].score, 4)}, ${describeSet(committed)}`);
  console.log(
    best === tried[0]
      ? 'best:      the committed one'
      : `best:      score ${shown(best.score, 4)}, ${describeSet(best.set)}`,
  );
  if (values['no-check']) return;
  check('committed', committed);
  if (best !== tried[0]) check('best', best.set);
}

/** All figures of a set that are fitted, with its progress. */
function trySet(set: ParameterSet, index: number, count: number): Tried {
  const figures: Fitted[] = [];
  for (let seed = 1; seed <= seedCount; seed++) {
    for (const [k, measure] of FITTING.entries()) {
      if (process.stderr.isTTY) {
        process.stderr.write(`\rset ${index + 1} of ${count}, seed ${seed}, part ${k + 1} of ${FITTING.length} `);
      }
      figures.push(...measure(set, seed));
    }
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const means = meanFitted(figures);
  return { set, figures: means, score: scoreOf(means) };
}

/** The newest set as a row; before the first, what the columns are. */
function tellTried(tried: readonly Tried[]): void {
  const { set, figures, score } = tried.at(-1)!;
  const names = Object.keys(STEPS) as ParameterName[];
  const width = (text: string) => Math.max(7, text.length + 1);
  if (tried.length === 1) {
    const columns = [...names, ...figures.map(({ name }) => name), 'score'];
    console.log(columns.map((name) => name.padStart(width(name))).join(' '));
  }
  const cells = [
    ...names.map((name) => String(set[name]).padStart(width(name))),
    ...figures.map(({ name, measured }) => shown(measured, 2).padStart(width(name))),
    shown(score, 4).padStart(width('score')),
  ];
  console.log(`${cells.join(' ')}${tried.length === 1 ? '  committed' : ''}`);
}

/** What is not fitted. */
function check(title: string, set: ParameterSet): void {
  console.log(`\nchecked, not fitted (${title}):`);
  const runs = Array.from({ length: seedCount }, (_, k) => checkSet(set, k + 1));
  for (const name of Object.keys(runs[0])) console.log(`  ${name.padEnd(26)} ${shown(meanOf(runs, name), 2)}`);
  const folder = join(values.corpus, 'trajectories');
  if (!existsSync(folder)) {
    console.log('  experiments are not replayed: their trajectories are not here (--corpus)');
    return;
  }
  for (const experiment of UNIDIRECTIONAL.filter(({ name }) => REPLAYED.includes(name))) {
    const tracks = readTracks(join(folder, experiment.file), experiment.rate, experiment.metres);
    const world = buildWorld(planOf(experiment));
    const real = measureTracks(experiment, tracks, world);
    const simulated = Array.from({ length: seedCount }, (_, k) => {
      const run = replay(experiment, tracks, world, k + 1, LABORATORY, set);
      return measureTracks(experiment, run, world);
    });
    const both = (of: 'flow' | 'density' | 'speed') =>
      `${of} ${shown(real[of], 2)} → ${shown(mean(simulated.map((one) => one[of])), 2)}`;
    console.log(
      `  ${experiment.name.padEnd(26)} ${both('flow')}, ${both('density')}, ${both('speed')} (real → simulated)`,
    );
  }
}
