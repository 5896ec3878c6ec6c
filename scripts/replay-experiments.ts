/**
 * Real experiments beside the simulation of the same people:
 *
 *   node scripts/run.mjs scripts/replay-experiments.ts [NAME…] [--seeds 3] [--plots]
 *        [--population laboratory|planning] [--corpus FOLDER]
 *
 * NAME: runs whose name contains it (uo-180, 040, bi_corr); none: all. Each real person enters at its own time and place and walks
 * through the same geometry; the same measures are taken from both. Accepted: speeds in bins of density within 20 %, N(t) within
 * 15 %, where both have at least 5 s of samples. `--plots` draws into docs/pictures/validation. Without the corpus: says so.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWorld } from '@foulee/engine';
import { addSample, createFundamentalDiagram, type DiagramRow, diagramRows } from '@foulee/engine/inside';
import { fitLine, LABORATORY, mean, measureSteadiness, PLANNING, type Steadiness } from '@foulee/validation/inside';
import {
  type Compared,
  type Measured,
  measureLanes,
  measureTracks,
  passageDeviation,
} from './replay-experiments-measure.ts';
import { BIDIRECTIONAL, type Experiment, planOf, UNIDIRECTIONAL } from './replay-experiments-places.ts';
import { drawLanes, drawPassages, drawSpeeds } from './replay-experiments-plots.ts';
import { measureNearness, type Nearness } from './replay-experiments-nearness.ts';
import { readSingleFile } from './replay-experiments-single-file.ts';
import { endOf, readTracks, spanOf, type Tracks } from './replay-experiments-tracks.ts';
import { type Replayed, replay } from './replay-experiments-walk.ts';

const BINS_WITHIN = 0.2;
const PASSED_WITHIN = 0.15;
/** Samples, four a second, below which a bin says nothing. */
const ENOUGH = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '3' },
    plots: { type: 'boolean', default: false },
    population: { type: 'string', default: 'laboratory' },
    corpus: { type: 'string', default: join('..', 'shared', 'corpus') },
  },
});
const folder = join(values.corpus, 'trajectories');
const seeds = Number(values.seeds);
const population = values.population === 'planning' ? PLANNING : LABORATORY;
const isChosen = (name: string) => positionals.length === 0 || positionals.some((part) => name.includes(part));

/** Of each run: of the real people, and of the simulated ones. */
const steadiness: { name: string; real: Steadiness; simulated: Steadiness[] }[] = [];
const nearness: { name: string; real: Nearness; simulated: Nearness[] }[] = [];

if (!existsSync(folder)) {
  console.log(
    'The trajectories of experiments are not here: nothing to compare with. Give their corpus with --corpus.',
  );
} else if (!(Number.isInteger(seeds) && seeds >= 1 && seeds <= 100)) {
  console.error(`--seeds ${values.seeds} is no number of runs: give a whole number from 1 to 100`);
  process.exitCode = 2;
} else if (values.population !== 'laboratory' && values.population !== 'planning') {
  console.error(`--population ${values.population} is none: give laboratory or planning`);
  process.exitCode = 2;
} else compareAll();

function compareAll(): void {
  const names = [...UNIDIRECTIONAL, ...BIDIRECTIONAL].map(({ name }) => name).concat('single-file');
  if (!names.some(isChosen)) console.log(`no run is called ${positionals.join(' or ')}; there are ${names.join(', ')}`);
  const compared = UNIDIRECTIONAL.filter(({ name }) => isChosen(name)).map(compare);
  const corridors = compared.filter(({ experiment }) => experiment.steady !== null);
  if (corridors.length > 0) {
    const bins = compareBins(corridors);
    console.log(`\nbins within 20 %: ${bins.within} of ${bins.judged}`);
    if (values.plots) drawSpeeds(corridors, bins);
  }
  if (compared.length > 0) {
    const near = compared.filter(({ passed }) => passed <= PASSED_WITHIN).length;
    console.log(`N(t) within 15 %, at every passage since a quarter was through: ${near} of ${compared.length} runs`);
  }
  if (values.plots) drawPassages(compared);
  for (const experiment of BIDIRECTIONAL.filter(({ name }) => isChosen(name))) compareLanes(experiment);
  if (steadiness.length > 0) tellSteadiness();
  if (nearness.length > 0) tellNearness();
  if (isChosen('single-file')) tellSingleFile();
}

function compare(experiment: Experiment, index: number): Compared {
  const tracks = readTracks(join(folder, experiment.file), experiment.rate, experiment.metres);
  const world = buildWorld(planOf(experiment));
  const real = measureTracks(experiment, tracks, world);
  const simulated: Measured[] = [];
  const runs: Replayed[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    runs.push(replay(experiment, tracks, world, seed, population));
    simulated.push(measureTracks(experiment, runs.at(-1)!, world));
  }
  if (index === 0) {
    console.log(
      `${seeds} seeds; J persons/s, ρ persons/m², v m/s over the middle 60 % of passages; (known): §3.3, §3.6\n`,
    );
    console.log(
      'run               persons    J (known)   sim           ρ (known)   sim           v (known)   sim         N(t)    mean   waited inside',
    );
  }
  const column = (of: 'flow' | 'density' | 'speed') => {
    const measured = mean(simulated.map((one) => one[of]));
    const known = experiment.known?.[of];
    return `${two(real[of])} ${known === undefined ? '      ' : `(${two(known)})`} ${two(measured)} ${percent(measured / real[of] - 1)}`;
  };
  const passed = passageDeviation(
    real.passed,
    simulated.map((one) => one.passed),
  );
  console.log(
    `${experiment.name.padEnd(18)} ${String(tracks.people.length).padStart(5)}   ${column('flow')}   ${column('density')}   ${column('speed')}   ${percent(passed.greatest)}${passed.greatest <= PASSED_WITHIN ? ' ' : '!'} ${percent(passed.usual)} ${mean(
      runs.map((run) => run.waited),
    )
      .toFixed(1)
      .padStart(6)} ${mean(runs.map((run) => run.stayed))
      .toFixed(1)
      .padStart(6)}`,
  );
  steadiness.push({
    name: experiment.name,
    real: measureSteadiness(tracks),
    simulated: runs.map(measureSteadiness),
  });
  nearness.push({ name: experiment.name, real: measureNearness(tracks), simulated: runs.map(measureNearness) });
  return { experiment, real, simulated, passed: passed.greatest };
}

/** Bins of density of all corridors together, real and simulated. */
function compareBins(corridors: readonly Compared[]): {
  real: DiagramRow[];
  simulated: DiagramRow[];
  judged: number;
  within: number;
} {
  const real = createFundamentalDiagram(0.5, 12);
  const simulated = createFundamentalDiagram(0.5, 12);
  for (const one of corridors) {
    for (const [density, speed] of one.real.samples) addSample(real, density, speed);
    for (const run of one.simulated) for (const [density, speed] of run.samples) addSample(simulated, density, speed);
  }
  const bins = { real: diagramRows(real), simulated: diagramRows(simulated), judged: 0, within: 0 };
  console.log('\nVoronoi density and speed in the steady state, all these corridors');
  console.log('persons/m²   real m/s  samples   sim m/s  samples   deviation');
  bins.real.forEach((row, i) => {
    const other = bins.simulated[i];
    if (row.samples + other.samples === 0) return;
    const deviation = other.speed / row.speed - 1;
    const isEnough = row.samples >= ENOUGH && other.samples >= ENOUGH;
    const isWithin = Math.abs(deviation) <= BINS_WITHIN;
    if (isEnough) bins.judged++;
    if (isEnough && isWithin) bins.within++;
    const verdict = !isEnough ? 'too few to tell' : isWithin ? '' : '!';
    console.log(
      `${row.from.toFixed(1)}–${row.to.toFixed(1)}      ${two(row.speed)} ${String(row.samples).padStart(8)}      ${two(other.speed)} ${String(other.samples).padStart(8)}      ${percent(deviation)} ${verdict}`,
    );
  });
  return bins;
}

function compareLanes(experiment: Experiment): void {
  const tracks = readTracks(join(folder, experiment.file), experiment.rate, experiment.metres);
  const world = buildWorld(planOf(experiment));
  const [from, to] = spanOf(tracks);
  const window = [from + 0.2 * (to - from), to - 0.2 * (to - from)] as const;
  const tell = (who: string, { lanes, density, speed, flow }: ReturnType<typeof measureLanes>, more = '') =>
    console.log(
      `${who.padEnd(12)} φ ${two(lanes)}  ρ ${two(density)}  v ${two(speed)}  flow per metre ${two(flow)}${more}`,
    );
  console.log(`\n${experiment.name}: ${tracks.people.length} persons in both directions, middle 60 % of the time`);
  const real = measureLanes(experiment, tracks, window);
  tell('real', real, `  the first ten walked at ${two(firstSpeed(tracks))} m/s`);
  const walked: Steadiness[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const run = replay(experiment, tracks, world, seed, population);
    walked.push(measureSteadiness(run));
    const simulated = measureLanes(experiment, run, window);
    const more = `  v ${percent(simulated.speed / real.speed - 1)}  flow ${percent(simulated.flow / real.flow - 1)}  waited ${run.waited.toFixed(0)} s  inside at the end ${run.stayed}`;
    tell(`seed ${seed}`, simulated, more);
    if (values.plots && seed === 1) drawLanes(experiment, tracks, run, (from + to) / 2);
  }
  steadiness.push({ name: experiment.name, real: measureSteadiness(tracks), simulated: walked });
}

/** How steadily people walk: not judged, since nobody has said how much is right; real people are the measure. */
function tellSteadiness(): void {
  console.log(
    '\nspeed within a second, and how often it turns round by 0.25 m/s; over half a second each (no swaying)',
  );
  console.log('run                range real   sim m/s     turns real   sim per s');
  for (const { name, real, simulated } of steadiness) {
    console.log(
      `${name.padEnd(18)}       ${two(real.range)}  ${two(mean(simulated.map(({ range }) => range)))}              ${two(real.turns)}  ${two(mean(simulated.map(({ turns }) => turns)))}`,
    );
  }
}

/** How close people stand and walk: metres between the centres of nearest neighbours. */
function tellNearness(): void {
  console.log('\nnearest neighbours: one in twenty is nearer than, and median, m');
  console.log('run                1 in 20 real   sim       median real   sim');
  for (const { name, real, simulated } of nearness) {
    const nearest = mean(simulated.map((one) => one.nearest));
    const median = mean(simulated.map((one) => one.median));
    console.log(
      `${name.padEnd(18)}         ${two(real.nearest)}  ${two(nearest)}              ${two(real.median)}  ${two(median)}`,
    );
  }
}

/** Metres per second of the first ten, straight from their first place to their last: what these people do with room. */
function firstSpeed({ rate, people }: Tracks): number {
  const first = [...people].sort((a, b) => a.from - b.from).slice(0, 10);
  return mean(
    first.map((track) => {
      const way = Math.hypot(track.x.at(-1)! - track.x[0], track.y.at(-1)! - track.y[0]);
      return way / (endOf(track, rate) - track.from);
    }),
  );
}

/** As a reference for the single-file test: not replayed. */
function tellSingleFile(): void {
  console.log('\nsingle file, room taken by speed (Seyfried 2005: d = 0.36 + 1.06 v)');
  const together = { headway: [] as number[], speed: [] as number[] };
  for (const name of ['n34_cam2', 'n56_cam1']) {
    const run = readSingleFile(join(folder, 'single-file', `${name}.csv`));
    together.headway.push(...run.headway);
    together.speed.push(...run.speed);
    const { offset, slope } = fitLine(run.speed, run.headway);
    console.log(
      `${name}: ${run.headway.length} headways, mean ${two(mean(run.headway))} m at ${two(mean(run.speed))} m/s; d = ${two(offset)} + ${two(slope)} v`,
    );
  }
  const { offset, slope } = fitLine(together.speed, together.headway);
  console.log(`both: d = ${two(offset)} + ${two(slope)} v`);
}

function two(value: number): string {
  return value.toFixed(2);
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(0)} %`.padStart(6);
}
