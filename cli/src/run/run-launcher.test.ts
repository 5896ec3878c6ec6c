/** `foulee run` as people start it, the launcher and the bundle: threads, Ctrl-C, a run that is killed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecording } from '@foulee/formats';
import type { RunResult } from '@foulee/engine';
import { freshBundle, launcher, runLauncher, temporaryFolder } from '@foulee/testing';

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

/** Start a long run that records, and send a signal once the recording has some bytes. */
async function interrupted(out: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [launcher, 'run', hall(3600), '--json', '--out', out], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
  });
  let said = '';
  let error = '';
  child.stdout.on('data', (data) => (said += data));
  child.stderr.on('data', (data) => (error += data));
  const end = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  while (child.exitCode === null && !(existsSync(out) && readFileSync(out).length > 100_000)) {
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  child.kill(signal);
  return { code: await end, out: said, error };
}

test('Ctrl-C ends a run cleanly: the recording is whole, the result is said', async () => {
  const file = folder.in('interrupted.parquet');
  const { code, out, error } = await interrupted(file, 'SIGINT');
  expect(code).toBe(130);
  expect(error).toMatch(/warning: interrupted after \d/);
  const result: RunResult = JSON.parse(out);
  expect(result.agents).toBe(400);
  const recording = await readRecording(readFileSync(file), file);
  expect(recording.warnings).toEqual([]);
  expect(recording.steps.length).toBe(result.steps + 1);
}, 30_000);

test('a killed run leaves what it had written', async () => {
  const file = folder.in('killed.csv');
  const { code } = await interrupted(file, 'SIGKILL');
  expect(code).toBe(null);
  const recording = await readRecording(readFileSync(file), file);
  expect(recording.steps.length).toBeGreaterThan(1);
  expect(recording.first[1]).toBe(400);
}, 30_000);

test('--help has an example and a line for every option', async () => {
  const { code, out } = await runLauncher('run', '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/Examples:\n +foulee run /);
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  for (const option of ['seed', 'seeds', 'duration', 'model', 'threads', 'out']) expect(out).toContain(`--${option} <`);
  for (const option of ['real-time', 'json']) expect(out).toMatch(new RegExp(`^ +--${option} {2,}\\w`, 'm'));
});
