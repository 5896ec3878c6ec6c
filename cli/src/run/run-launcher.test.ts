/** `foulee run` as people start it, the launcher and the bundle: threads, Ctrl-C, a run that is killed. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { infoFromJson, readPeople, readRecording } from '@foulee/formats';
import type { RunResult } from '@foulee/engine';
import { freshBundle, launcher, runLauncher, temporaryFolder } from '@foulee/testing';
import { partialName } from '../terminal/write-file.ts';

const root = join(dirname(launcher), '..', '..');

const folder = temporaryFolder();
beforeAll(freshBundle);
afterAll(folder.remove);

/** Enough people that threads share the work, for long enough to be interrupted. */
const hall = (duration: number) =>
  folder.file(
    `hall-${duration}.yaml`,
    `duration: ${duration}
environment: { walkable: [{ box: [0, 0, 40, 20] }], obstacles: [{ box: [18, 4, 20, 16] }] }
goals: { east: [[39, 0], [39, 20]], west: [[1, 0], [1, 20]] }
itineraries: { there and back: [east, west, east, west, east, west] }
walkers: [{ in: { box: [0, 0, 40, 20] }, count: 400, itinerary: there and back }]
`,
  );

test('the hash is the same for one thread and for two', async () => {
  const results: RunResult[] = [];
  for (const threads of ['1', '2']) {
    const { code, out } = await runLauncher('run', hall(11), '--threads', threads, '--json');
    expect(code).toBe(1);
    results.push(JSON.parse(out));
  }
  expect(results.map(({ threads }) => threads)).toEqual([1, 2]);
  expect(new Set(results.map(({ hash }) => hash)).size).toBe(1);
  expect(results[0]).toMatchObject({ agents: 400, steps: 110, wallPenetrations: 0 });
}, 30_000);

/** Start a long run that records, and send a signal when it has gone on for a while after its first flushes. */
async function interrupted(out: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [launcher, 'run', hall(3600), '--json', '--out', out], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 25_000,
  });
  let said = '';
  let error = '';
  child.stdout.on('data', (data) => (said += data));
  child.stderr.on('data', (data) => (error += data));
  const end = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  while (child.exitCode === null && !error.includes('recording to')) {
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  child.kill(signal);
  return { code: await end, out: said, error };
}

test.each([
  ['SIGINT', 130, 'parquet'],
  ['SIGTERM', 143, 'csv'],
  ['SIGHUP', 129, 'txt'],
] as const)(
  '%s ends a run cleanly: the recording is whole, the result is said',
  async (signal, expected, ending) => {
    const file = folder.in(`${signal}.${ending}`);
    const { code, out, error } = await interrupted(file, signal);
    expect(code).toBe(expected);
    expect(error).toMatch(/warning: interrupted after \d/);
    const result: RunResult = JSON.parse(out);
    expect(result.agents).toBe(400);
    const recording = await readRecording(readFileSync(file), file);
    expect(recording.warnings).toEqual([]);
    expect(recording.steps.length).toBe(result.steps + 1);
    expect(existsSync(partialName(file)) || existsSync(`${file}.lock`)).toBe(false);
  },
  30_000,
);

test.each(['parquet', 'csv', 'txt', 'sqlite'])(
  'a killed run leaves what it had recorded beside --out, as .%s',
  async (ending) => {
    const file = folder.in(`killed.${ending}`);
    const { code, error } = await interrupted(file, 'SIGKILL');
    expect(code).toBe(null);
    expect(existsSync(file)).toBe(false);
    const partial = partialName(file);
    expect(error).toContain(`recording to ${partial} until the run is over`);
    expect(await framesIn(partial)).toBeGreaterThanOrEqual(2);
    // It becomes a whole recording, with the people in it where its format tells of them.
    const kept = folder.in(`kept-${ending}.csv`);
    expect(await runLauncher('convert', partial, kept)).toMatchObject({ code: 0 });
    const { info, steps } = await readRecording(readFileSync(kept), kept).then(async (recording) => ({
      steps: recording.steps,
      info: infoFromJson(readFileSync(folder.in(`kept-${ending}-info.json`), 'utf8'))!.info,
    }));
    expect(steps.length).toBe(await framesIn(partial));
    expect(info.walkableArea).toMatch(/^POLYGON/);
    const people = folder.in(`kept-${ending}-people.csv`);
    expect(existsSync(people)).toBe(ending === 'parquet' || ending === 'csv');
    if (existsSync(people)) {
      const table = await readPeople(readFileSync(people), people);
      expect(table.map(({ serial }) => serial)).toEqual(Array.from({ length: 400 }, (_, k) => k));
      for (const { profile, goal } of table) expect([profile, goal]).toEqual(['default', 'west']);
    }
    // The next run to the same name does not take it away.
    const again = await runLauncher('run', hall(11), '--out', file);
    expect(again.code).toBe(2);
    expect(again.error).toMatch(/killed\.partial\.\w+ is left from a run to .* that did not end; .*--force/);
    const forced = await runLauncher('run', hall(11), '--duration', '1', '--out', file, '--force');
    expect(forced.code).toBe(1);
    expect(await framesIn(file)).toBe(11);
    const left = readdirSync(folder.path).filter((name) => name.startsWith('killed'));
    const beside = { parquet: ['-people.parquet'], csv: ['-info.json', '-people.csv'] }[ending] ?? [];
    expect(left).toEqual([...beside.map((end) => `killed${end}`), `killed.${ending}`]);
    for (const name of left) rmSync(folder.in(name));
  },
  40_000,
);

async function framesIn(file: string): Promise<number> {
  if (!file.endsWith('.sqlite')) return (await readRecording(readFileSync(file), file)).steps.length;
  const { Database } = createRequire(join(root, 'formats', 'package.json'))('node-sqlite3-wasm') as {
    Database: new (file: string) => { get: (query: string) => { n: number }; close: () => void };
  };
  const database = new Database(file);
  const { n } = database.get('SELECT count(*) AS n FROM frame_data');
  database.close();
  return n;
}

test('two runs to one file: one writes it, the other is told who does', async () => {
  const file = folder.in('both.parquet');
  const runs = await Promise.all([1, 2].map(() => runLauncher('run', hall(60), '--out', file)));
  expect(runs.map(({ code }) => code).sort()).toEqual([1, 2]);
  const refused = runs.find(({ code }) => code === 2)!;
  // On a busy machine the first may be over before the second begins.
  expect(refused.error).toMatch(
    /both\.parquet (is being written by another run \(process \d+\); wait|exists; give --force)/,
  );
  const recording = await readRecording(readFileSync(file), file);
  expect([recording.steps.length, recording.warnings]).toEqual([601, []]);
}, 60_000);

test('the same run gives the same bytes, slow or quick', async () => {
  const compared = ['parquet', 'sqlite'].map(async (ending) => {
    const files = [folder.in(`quick.${ending}`), folder.in(`slow.${ending}`)];
    const slow = runLauncher('run', hall(11), '--duration', '2', '--real-time', '--out', files[1]);
    const quick = runLauncher('run', hall(11), '--duration', '2', '--out', files[0]);
    expect([(await quick).code, (await slow).code]).toEqual([1, 1]);
    expect(Buffer.compare(readFileSync(files[0]), readFileSync(files[1])), ending).toBe(0);
  });
  await Promise.all(compared);
}, 60_000);

test('--help has an example and a line for every option', async () => {
  const { code, out } = await runLauncher('run', '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/Examples:\n +foulee run /);
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  for (const option of ['seed', 'seeds', 'duration', 'model', 'threads', 'out']) expect(out).toContain(`--${option} <`);
  for (const option of ['real-time', 'json', 'force']) expect(out).toMatch(new RegExp(`^ +--${option} {2,}\\w`, 'm'));
});
