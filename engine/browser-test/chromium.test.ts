/** The same bytes in Chromium as in Node: with and without shared memory, on the page's thread and in two workers. */
import { findChromium, HOW_TO_GET_IT, THIS_SYSTEM } from '@foulee/testing';
import { chromium as driver, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.ts';
import { HASH_EVERY, runCrowd, type RunRequest, type RunResult, STEPS } from './crowd-run.ts';
import type { PageRuns } from './page.ts';
import { type PageServer, servePage } from './serve-page.ts';

const chromium = await findChromium(THIS_SYSTEM);
if (chromium === undefined) console.warn(HOW_TO_GET_IT);

const FEW = 150;
/** Enough for threads to be used in all steps. */
const MANY = 340;

describe.skipIf(chromium === undefined)('Chromium', () => {
  let server: PageServer;
  let browser: Browser;
  let few: RunResult;

  beforeAll(async () => {
    server = await servePage(await bundle('page.ts', 'browser'));
    const options = THIS_SYSTEM.isRoot ? ['--no-sandbox'] : [];
    browser = await driver.launch({ executablePath: chromium!, headless: true, args: options });
    few = runCrowd({ people: FEW });
  });

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(address: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForFunction(() => 'runs' in globalThis);
    return page;
  }

  async function runHere(address: string, request: RunRequest): Promise<RunResult> {
    const page = await open(address);
    const result = await page.evaluate(
      (asked) => (globalThis as unknown as { runs: PageRuns }).runs.here(asked),
      request,
    );
    await page.close();
    return result;
  }

  async function runInWorkers(address: string, request: RunRequest, threads: number): Promise<RunResult> {
    const page = await open(address);
    const result = await page.evaluate(
      ([asked, count]) => (globalThis as unknown as { runs: PageRuns }).runs.inWorkers(asked, count),
      [request, threads] as const,
    );
    await page.close();
    return result;
  }

  it('gives the bytes of Node with shared memory', async () => {
    const result = await runHere(server.isolated, { people: FEW });
    expect(result.isShared).toBe(true);
    expect(result.hashes).toHaveLength(STEPS / HASH_EVERY);
    expect(result).toEqual(few);
  });

  it('gives the bytes of Node without shared memory', async () => {
    const result = await runHere(server.plain, { people: FEW });
    expect(result.isShared).toBe(false);
    expect(result).toEqual({ ...few, isShared: false });
  });

  it('gives the bytes of Node in two workers', async () => {
    const { avoided, ...result } = await runInWorkers(server.isolated, { people: MANY }, 2);
    const { avoided: _, ...alone } = runCrowd({ people: MANY });
    expect(result).toEqual(alone);
    expect(result.fewest).toBeGreaterThan(300);
    expect(avoided).toHaveLength(2);
    for (const count of avoided) expect(count).toBeGreaterThan(0);
  });

  it('runs alone where a team has no shared memory', async () => {
    const { avoided, ...result } = await runInWorkers(server.plain, { people: FEW }, 2);
    expect(avoided).toHaveLength(1);
    expect(result.hashes).toEqual(few.hashes);
  });

  it.each(['step', 'bit'] as const)('shows a run that is wrong by a %s', async (fault) => {
    const result = await runHere(server.isolated, { people: FEW, fault });
    expect(result.hashes).toHaveLength(few.hashes.length);
    for (const [k, hash] of result.hashes.entries()) expect(hash).not.toBe(few.hashes[k]);
  });
});
