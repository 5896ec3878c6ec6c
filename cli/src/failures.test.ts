/** Exit codes for what a good build never shows: findings of the checkers, and errors of our own. */
import { temporaryFolder } from '@foulee/testing';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { InspectResult } from './inspect/inspect-result.ts';
import { runMain } from '../test/run-main.ts';

const engine = vi.hoisted(() => ({ findings: [] as string[], failure: undefined as Error | undefined }));
vi.mock('@foulee/engine', async (original) => {
  const real = await original<typeof import('@foulee/engine')>();
  return {
    ...real,
    checkWorld: () => engine.findings,
    buildPlace: (...args: Parameters<typeof real.buildPlace>) => {
      if (engine.failure !== undefined) throw engine.failure;
      return real.buildPlace(...args);
    },
  };
});

const folder = temporaryFolder();
const file = folder.file('square.wkt', 'POLYGON((0 0,10 0,10 10,0 10,0 0))');
afterAll(folder.remove);
afterEach(() => {
  engine.findings = [];
  engine.failure = undefined;
  vi.unstubAllEnvs();
});

test('--check exits 1 on any finding and says which, also in JSON', async () => {
  engine.findings = Array.from({ length: 30 }, (_, i) => `cells: cell ${i} is not convex`);
  const human = await runMain('inspect', file, '--check');
  expect(human.code).toBe(1);
  expect(human.out).toContain('! cells: cell 0 is not convex');
  expect(human.out).toContain('… and 10 more');
  expect(human.out).toContain('30 findings');
  const { code, out } = await runMain('inspect', file, '--check', '--json');
  expect(code).toBe(1);
  expect((JSON.parse(out) as InspectResult).findings).toEqual(engine.findings);
  expect((await runMain('inspect', file)).code).toBe(0);
});

test('an error of our own exits 70 with one line; FOULEE_DEBUG=1 adds where', async () => {
  engine.failure = new TypeError('x is\nnot a cell');
  const { code, out, error } = await runMain('inspect', file, '--json');
  expect({ code, out }).toEqual({ code: 70, out: '' });
  expect(error).toMatch(/^foulee: an error in foulee itself, please report it: x is not a cell[^\n]*\n$/);
  vi.stubEnv('FOULEE_DEBUG', '1');
  expect((await runMain('inspect', file)).error).toMatch(/^ +at /m);
});
