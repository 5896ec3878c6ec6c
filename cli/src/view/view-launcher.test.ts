/** `foulee view` as people start it, the launcher and the bundle: the address, Ctrl-C. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freshBundle, freshPage, launcher, runLauncher } from '@foulee/testing';
import { beforeAll, expect, test } from 'vitest';

beforeAll(() => {
  freshBundle();
  freshPage();
});

test('prints where it is, and Ctrl-C ends it cleanly though browsers hold connections', async () => {
  const hall = join(import.meta.dirname, '..', '..', '..', 'scenarios', 'station-hall');
  const child = spawn(process.execPath, [launcher, 'view', hall, '--port', '0', '--open'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nowhere to open a browser.
    env: { ...process.env, CI: 'true' },
    timeout: 30_000,
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (error += data));
  const end = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  await expect.poll(() => out, { timeout: 15_000 }).toContain('Ctrl-C');
  const address = /^http:\/\/127\.0\.0\.1:\d+\/\?given$/m.exec(out)![0];
  expect((await fetch(address)).status).toBe(200);
  const manifest = (await (await fetch(new URL('given/manifest.json', address))).json()) as { files: unknown };
  expect(manifest.files).toEqual([
    { name: 'scenario.yaml', url: 'given/0' },
    { name: 'environment.geojson', url: 'given/1' },
  ]);
  child.kill('SIGINT');
  expect(await end).toBe(0);
  expect(error).toBe('foulee: no browser could be started here: open the address yourself\n');
}, 40_000);

test('--help has an example and a line for every option', async () => {
  const { code, out } = await runLauncher('view', '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/Examples:\n +foulee view /);
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  for (const option of ['port <n>', 'host <address>', 'open', 'json']) expect(out).toContain(`--${option}`);
});
