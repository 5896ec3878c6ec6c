/**
 * Every shipped scenario, walked for 600 steps with seeds 1 and 2 → the bytes of its recording and the states on its way, as digests
 * beside those in known-runs.json. Equal digests: the same people walked the same way, to the last bit.
 *
 *   node scripts/run.mjs scripts/known-runs.ts [--threads 2] [--only NAME] [--update]
 *
 * A change that is meant to change how people walk updates the file; any other change leaves it as it is.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { serveAsWorker, withTeam } from '@foulee/bench';
import {
  advance,
  createFrame,
  createRun,
  fillFrame,
  isOver,
  type OpenedScenario,
  openScenario,
  stateHash,
  type Team,
} from '@foulee/engine';
import { createRecordingSink, parseScenarioText, readPlaceFile } from '@foulee/formats';

export const STEPS = 600;
export const SEEDS = [1, 2];
/** Steps between two states that are looked at. */
const EVERY = 50;

export interface KnownRun {
  steps: number;
  people: number;
  /** Of the recording as .csv: SHA-256, its first 16 digits. */
  recording: string;
  /** The same of the hashes of states. */
  states: string;
}

export const SCENARIOS = join(process.cwd(), 'scenarios');
const KNOWN = join(process.cwd(), 'scripts', 'known-runs.json');

export function scenarioFolders(): string[] {
  return readdirSync(SCENARIOS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function knownRuns(): Record<string, KnownRun> {
  return JSON.parse(readFileSync(KNOWN, 'utf8')) as Record<string, KnownRun>;
}

/** The run of a scenario, and how to know it again. */
export async function walkKnown(folder: string, seed: number, steps: number, team?: Team): Promise<KnownRun> {
  const { scenario, world } = await openShipped(folder);
  const run = createRun(scenario, world, { seed, ...(team === undefined ? {} : { team }) });
  const { simulation } = run;
  const recording = createHash('sha256');
  const states = createHash('sha256');
  const { name, model, step } = scenario;
  const info = { name, model, seed, step, every: 1, walkableArea: '' };
  const sink = await createRecordingSink('run.csv', info, { append: (bytes) => void recording.update(bytes) });
  const frame = createFrame(simulation.crowd.capacity);
  while (simulation.steps < steps && !isOver(run)) {
    advance(run);
    fillFrame(frame, simulation.world.mesh, simulation.crowd, simulation.steps, simulation.time);
    sink.write(frame);
    if (simulation.steps % EVERY === 0) states.update(stateHash(simulation));
  }
  states.update(stateHash(simulation));
  await sink.close();
  const digest = (hash: typeof states) => hash.digest('hex').slice(0, 16);
  return {
    steps: simulation.steps,
    people: simulation.counts.entered,
    recording: digest(recording),
    states: digest(states),
  };
}

export async function openShipped(folder: string): Promise<OpenedScenario> {
  const file = join(SCENARIOS, folder, 'scenario.yaml');
  return openScenario(parseScenarioText(readFileSync(file, 'utf8'), file), {
    readPlace: async (name, options, report) => {
      const place = join(SCENARIOS, folder, name);
      const read = await readPlaceFile(readFileSync(place), place, options, report);
      return read.kind === 'plan' ? read.plan : read.soup;
    },
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { threads: { type: 'string' }, only: { type: 'string' }, update: { type: 'boolean' } },
  });
  const threads = Number(values.threads ?? 1);
  const known = knownRunsIfAny();
  const found: Record<string, KnownRun> = {};
  let wrong = 0;
  for (const folder of scenarioFolders().filter((name) => values.only === undefined || name === values.only)) {
    for (const seed of SEEDS) {
      const key = `${folder} ${seed}`;
      const walk = (team?: Team) => walkKnown(folder, seed, STEPS, team);
      const run = threads === 1 ? await walk() : await withTeam(threads, import.meta.url, walk);
      found[key] = run;
      const isSame = JSON.stringify(run) === JSON.stringify(known[key]);
      if (!isSame) wrong++;
      console.log(`${isSame ? 'same ' : 'OTHER'} ${key.padEnd(24)} ${JSON.stringify(run)}`);
    }
  }
  if (values.update === true)
    writeFileSync(KNOWN, `${JSON.stringify(inOrder({ ...known, ...found }), undefined, 2)}\n`);
  else if (wrong > 0) process.exitCode = 1;
}

/** By folder and seed, also those that were added one by one. */
function inOrder(runs: Record<string, KnownRun>): Record<string, KnownRun> {
  const keys = scenarioFolders().flatMap((folder) => SEEDS.map((seed) => `${folder} ${seed}`));
  return Object.fromEntries(keys.filter((key) => key in runs).map((key) => [key, runs[key]]));
}

function knownRunsIfAny(): Record<string, KnownRun> {
  try {
    return knownRuns();
  } catch {
    return {};
  }
}

if (!isMainThread) serveAsWorker();
else if (process.env.VITEST === undefined && process.argv[1]?.includes('known-runs')) await main();
