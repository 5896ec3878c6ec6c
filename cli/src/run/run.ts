/**
 * `foulee run SCENARIO`: let the crowd of a scenario walk, once or with many seeds, and say how it went.
 *
 *   1. options, so that what cannot work fails before the work
 *   2. read the scenario, build its place      place/scenario-place.ts
 *   3. run, measure, record                    run-crowd.ts, run-record.ts
 *   4. say it: JSON or lines for people        run-summary.ts; several seeds: run-seeds.ts
 *
 * Ctrl-C, SIGTERM and SIGHUP end the run after the step at hand: the recording is closed, and what was counted until then is said. A
 * second one ends at once.
 */
import { extname } from 'node:path';
import {
  expectedWalkers,
  InputError,
  leftOver,
  MODEL_NAMES,
  type OpenedScenario,
  resultOf,
  type Run,
  type RunResult,
  type ScenarioProfile,
} from '@foulee/engine';
import { BUILD_STAGES } from '../place/build-place.ts';
import { parseChoice, parseNumber, parseWhole } from '../place/environment.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { jsonText, plainText, styles, type Terminal, whole } from '../terminal/output.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { type CrowdOutcome, runCrowd } from './run-crowd.ts';
import { findScenario, openScenarioFile, placeFile } from '../place/scenario-place.ts';
import { recordingTarget, withFilesBeside } from './recording-files.ts';
import { seedsResult } from './run-seeds.ts';
import { runSummary, seedsSummary } from './run-summary.ts';
import { startThreads, threadsFor } from './run-team.ts';
import { checkTargets, type Spared, type Target } from '../terminal/write-file.ts';

export interface RunFlags {
  seed?: string;
  seeds?: string;
  duration?: string;
  model?: string;
  threads?: string;
  out?: string;
  force?: boolean;
  realTime?: boolean;
  json?: boolean;
  /** Run a second time, with everybody knowing everything. */
  knowing?: boolean;
}

const WRONG_SCENARIO = 2;
const LONGEST_DURATION = 604_800;
const LARGEST_SEED = 4_294_967_295;
const MOST_SEEDS = 1000;
const MOST_THREADS = 64;

interface RunSettings {
  /** undefined: the scenario's own. */
  seeds: number[] | undefined;
  duration: number | undefined;
  threads: number | undefined;
  model: string | undefined;
}

/** Exit code: 0 when everybody arrived, else 1; 128 and the number of the signal that came before the end. */
export async function run(path: string, flags: RunFlags, terminal: Terminal): Promise<number> {
  const settings = parseFlags(flags);
  const file = await findScenario(path);
  let target: Target | undefined;
  if (flags.out !== undefined) {
    target = recordingTarget('--out', flags.out, flags.force === true);
    if (flags.knowing === true) throw new InputError('--out', 'keeps one run', 'leave out --knowing, which makes two');
    if (flags.seeds !== undefined) throw new InputError('--out', 'keeps one run', 'give --seed instead of --seeds');
    checkTargets(file, withFilesBeside(target));
  }
  const place = await openOrSay(file, terminal);
  if (place === undefined) return WRONG_SCENARIO;
  if (target !== undefined) target = { ...target, spared: [...(target.spared ?? []), ...sparedInputs(file, place)] };
  const { duration, model } = place.scenario;
  const scenario = { ...place.scenario, duration: settings.duration ?? duration, model: settings.model ?? model };
  if (flags.knowing === true && scenario.profiles.every(({ knowledge }) => knowledge === undefined)) {
    const remedy = 'leave it out, or give a profile knowledge';
    throw new InputError('--knowing', 'everybody in this scenario knows everything', remedy);
  }
  const out = target === undefined ? {} : { out: target };
  const both: unknown[] = [];
  const print = (document: unknown) =>
    flags.knowing === true ? both.push(document) : terminal.out(`${jsonText(document)}\n`);
  const code = await runAll({ ...place, scenario, ...out }, settings, flags, terminal, print);
  if (flags.knowing !== true) return code;
  let last = code;
  if (code <= 1) {
    if (flags.json !== true) terminal.out('\nThe same with everybody knowing everything:\n');
    const profiles = scenario.profiles.map((profile) => allKnowing(profile));
    const knowing = { ...place, scenario: { ...scenario, profiles } };
    last = Math.max(code, await runAll(knowing, settings, flags, terminal, print));
  }
  const [asWritten, knowing = null] = both;
  if (flags.json === true && both.length > 0) terminal.out(`${jsonText({ asWritten, knowing })}\n`);
  return last;
}

function allKnowing(profile: ScenarioProfile): ScenarioProfile {
  const { knowledge } = profile;
  return knowledge === undefined ? profile : { ...profile, knowledge: { ...knowledge, start: 'everything' } };
}

/** What the run reads. A file of the recording may have the name of one of these: also that of a level, known only now. */
function sparedInputs(file: string, { scenario: { environment } }: OpenedScenario): Spared[] {
  const spared = [{ name: file, what: 'the scenario that is run' }];
  if (environment.kind === 'file') {
    spared.push({ name: placeFile(file, environment.file), what: 'the place of the scenario' });
  }
  return spared;
}

/** undefined: the scenario is wrong, and every problem of it was said, a line each. */
async function openOrSay(file: string, terminal: Terminal): Promise<OpenedScenario | undefined> {
  const progress = createProgress(terminal, BUILD_STAGES, false);
  try {
    return await openScenarioFile(file, progress, terminal);
  } catch (error) {
    if (!(error instanceof InputError && 'problems' in error)) throw error;
    progress.end();
    for (const line of error.message.split('\n')) terminal.error(`foulee: ${plainText(line)}\n`);
    return undefined;
  } finally {
    progress.end();
  }
}

async function runAll(
  { scenario, world, out }: OpenedScenario & { out?: Target },
  settings: RunSettings,
  flags: RunFlags,
  terminal: Terminal,
  print: (document: unknown) => void,
): Promise<number> {
  const seeds = settings.seeds ?? [scenario.seed];
  const progress = createProgress(terminal, seeds.length, false);
  const threads = startThreads(threadsFor(settings.threads, expectedWalkers(scenario)));
  const interruption = listenForInterruption();
  const results: RunResult[] = [];
  const arrivals: Float64Array[] = [];
  let last: CrowdOutcome | undefined;
  let everybody = true;
  try {
    for (const seed of seeds) {
      const many = seeds.length > 1 ? `seed ${seed}: ` : '';
      progress.begin(`${many}the crowd comes`);
      const outcome = await runCrowd({
        scenario,
        world,
        seed,
        team: threads.team(),
        ...(out === undefined ? {} : { out }),
        tell: (text) => terminal.error(`${terminal.errorIsTerminal ? '\r\u001b[K' : ''}${plainText(text)}\n`),
        realTime: flags.realTime === true,
        show: (running) => showRun(progress, running, many),
        isInterrupted: interruption.hasCome,
      });
      last = outcome;
      // A run that was cut short would spoil the mean; the first one is all there is.
      if (!outcome.interrupted || results.length === 0) {
        results.push(resultOf(outcome.play, outcome.measures, outcome.wallSeconds));
        arrivals.push(outcome.play.log.travel.arrivedAt.values().slice());
      }
      const { inside, outside } = leftOver(outcome.play.run);
      everybody &&= inside + outside === 0;
      if (interruption.hasCome()) break;
    }
  } finally {
    interruption.end();
    progress.end();
    await threads.end();
  }
  const interrupted = last?.interrupted === true || results.length < seeds.length;
  say(results, arrivals, last!, flags, terminal, print);
  if (interrupted && flags.seeds !== undefined) {
    terminal.error(`foulee: warning: interrupted after ${results.length} of ${seeds.length} runs\n`);
  }
  return interrupted ? interruption.code() : everybody ? 0 : 1;
}

function say(
  results: RunResult[],
  arrivals: Float64Array[],
  last: CrowdOutcome,
  flags: RunFlags,
  terminal: Terminal,
  print: (document: unknown) => void,
): void {
  const { bold } = styles(terminal);
  if (flags.seeds !== undefined && results.length > 0) {
    const all = seedsResult(results, arrivals);
    if (flags.json === true) print(all);
    else terminal.out(seedsSummary(all, bold));
  } else if (results.length > 0) {
    const result = results[0];
    if (flags.json === true) print(result);
    else terminal.out(runSummary(last, result, bold));
    if (flags.out !== undefined && flags.json !== true) terminal.out(wroteText(flags.out, last.files));
  }
  const warnings = new Set(results.flatMap((result) => result.warnings));
  for (const warning of warnings) terminal.error(`foulee: warning: ${plainText(warning)}\n`);
}

/** One file a line; more than one of a format without levels are those of the levels. */
function wroteText(out: string, files: readonly string[]): string {
  const isSplit = !files.includes(out);
  const why = isSplit ? ` (${extname(out)} holds one level: a file for each)` : '';
  return files.map((file, k) => `  wrote ${plainText(file)}${k === 0 ? why : ''}\n`).join('');
}

function showRun(progress: Progress, { simulation, scenario }: Run, many: string): void {
  const { counts, crowd, time } = simulation;
  const arrived = counts.arrived / Math.max(1, expectedWalkers(scenario));
  const share = Math.min(1, Math.max(time / scenario.duration, arrived));
  const text = `${many}${time.toFixed(0)} s simulated, ${whole(crowd.count)} inside, ${whole(counts.arrived)} arrived`;
  progress.advance(share, text);
}

function parseFlags(flags: RunFlags): RunSettings {
  const model = flags.model === undefined ? undefined : parseChoice('--model', flags.model, MODEL_NAMES);
  if (flags.seed !== undefined && flags.seeds !== undefined) {
    throw new InputError('--seeds', 'stands instead of --seed', 'leave one of them out');
  }
  const seeds =
    flags.seeds !== undefined
      ? parseSeeds(flags.seeds)
      : flags.seed !== undefined
        ? [parseWhole('--seed', flags.seed, 0, LARGEST_SEED)]
        : undefined;
  let duration: number | undefined;
  if (flags.duration !== undefined) {
    duration = parseNumber('--duration', flags.duration, 'simulated seconds, for example 120');
    if (!(duration > 0 && duration <= LONGEST_DURATION)) {
      const remedy = `give simulated seconds, more than 0 and at most ${LONGEST_DURATION}`;
      throw new InputError('--duration', `${duration} s is no time to run`, remedy);
    }
  }
  const threads = flags.threads === undefined ? undefined : parseWhole('--threads', flags.threads, 1, MOST_THREADS);
  return { seeds, duration, threads, model };
}

function parseSeeds(text: string): number[] {
  const remedy = `give the first and the last, for example 1..20, at most ${MOST_SEEDS} of them`;
  const parts = text.split('..');
  if (parts.length !== 2) throw new InputError('--seeds', `"${text}" is no range`, remedy);
  const [first, last] = parts.map((part) => parseWhole('--seeds', part, 0, LARGEST_SEED)) as [number, number];
  if (last < first || last - first >= MOST_SEEDS) {
    throw new InputError('--seeds', `${text} is no range that can be run`, remedy);
  }
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}
