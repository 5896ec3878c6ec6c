/** `foulee validate` as people start it, the launcher and the bundle: threads, Ctrl-C. */
import { spawn } from 'node:child_process';
import { freshBundle, launcher, runLauncher } from '@foulee/testing';
import { beforeAll, expect, test } from 'vitest';

beforeAll(freshBundle);

test('figures are the same for any number of threads', async () => {
  const results: unknown[] = [];
  for (const threads of ['1', '3']) {
    const call = ['validate', 'rimea-1', 'rimea-10', 'imo-10', '--seeds', '2', '--threads', threads, '--json'];
    const { code, out } = await runLauncher(...call);
    expect(code).toBe(0);
    const { parameters, tests } = JSON.parse(out);
    results.push([parameters, tests.map((result: object) => ({ ...result, seconds: 0 }))]);
  }
  expect(results[1]).toEqual(results[0]);
}, 60_000);

test('Ctrl-C ends long runs at once, and says what was over', async () => {
  // The first takes a moment, the second many seconds.
  const child = spawn(process.execPath, [launcher, 'validate', 'rimea-1', 'rimea-9'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  let out = '';
  let error = '';
  let interruptedAt = 0;
  child.stdout.on('data', (data) => {
    out += data;
    if (interruptedAt > 0 || !out.includes('rimea-1 ')) return;
    interruptedAt = performance.now();
    child.kill('SIGINT');
  });
  child.stderr.on('data', (data) => (error += data));
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  expect(code).toBe(130);
  expect(performance.now() - interruptedAt).toBeLessThan(4000);
  expect(out).toMatch(/^rimea-1 .* pass$/m);
  expect(out).toMatch(/^1 of 1 test passed/m);
  expect(error).toContain('warning: interrupted after 1 of 2 tests');
}, 60_000);
