/**
 * The page in a real Chromium, for tests. `pageTests(name, tests)` is a `describe` that is skipped, by count, where there is no Chromium
 * and none can be installed (testing/src/find-chromium.ts); it builds the page if a source is newer, serves it as `foulee view`
 * does, and gives the tests `openPage`. Any error that the page reports, on its console or thrown, fails the test that opened it, and so
 * does any request to elsewhere.
 *
 * Tests find things as people do, by role and label; `globalThis.foulee.page` (viewer/src/main.ts) is the page's own state, for what
 * cannot be seen.
 */
import { fileURLToPath } from 'node:url';
import { findChromium, freshPage, HOW_TO_GET_IT, THIS_SYSTEM } from '@foulee/testing';
import { type Given, type PageServer, servePage } from 'foulee/testing';
import { type Browser, type BrowserContext, chromium as driver, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { drawNothing } from './draw-nothing.ts';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));

const chromium = await findChromium(THIS_SYSTEM);
if (chromium === undefined) console.warn(HOW_TO_GET_IT);

/** WebGL on the processor: the machines that test have no other. */
const ARGUMENTS = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
/** Milliseconds for anything to happen: machines that test are busy. */
const PATIENCE = 60_000;

interface PageOptions {
  /** 1024 × 768 unless told. */
  width?: number;
  height?: number;
  /** Pixels for each of those, a half unless told: the fewer, the faster. 1 for pictures. */
  scale?: number;
  /** Is the scene drawn? It takes the processor longer than all else: only for tests of what is on the canvas, and some of each kind. */
  isDrawn?: boolean;
  colorScheme?: 'light' | 'dark';
  /** A tablet: fingers instead of a mouse. */
  hasTouch?: boolean;
  /** `given`, `a=b&c`: what comes after the `?`. */
  query?: string;
  /** Of a server of the test's own; its page's folder. */
  address?: string;
  /** Served to the page as `foulee view` would. */
  given?: Given;
  /** Done before the page is loaded: what is to fail in it. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
  /** Errors on the console that the test brings about itself. */
  expected?: RegExp;
}

interface OpenPage {
  page: Page;
  /** All addresses that were asked for. */
  requests: string[];
}

export interface PageTests {
  openPage: (options?: PageOptions) => Promise<OpenPage>;
}

interface Opened {
  context: BrowserContext;
  server: PageServer | undefined;
  errors: string[];
  foreign: string[];
}

export function pageTests(name: string, tests: (given: PageTests) => void): void {
  describe.skipIf(chromium === undefined)(name, () => {
    let browser: Browser;
    let server: PageServer;
    const opened: Opened[] = [];

    beforeAll(async () => {
      freshPage();
      server = await serve(undefined);
      const args = THIS_SYSTEM.isRoot ? ['--no-sandbox', ...ARGUMENTS] : ARGUMENTS;
      browser = await driver.launch({ executablePath: chromium!, headless: true, args });
    });

    afterEach(async () => {
      const all = opened.splice(0);
      for (const { context, server: own } of all) {
        await context.close();
        await own?.close();
      }
      expect(all.flatMap(({ errors }) => errors)).toEqual([]);
      expect(all.flatMap(({ foreign }) => foreign)).toEqual([]);
    });

    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    async function openPage(options: PageOptions = {}): Promise<OpenPage> {
      const { width = 1024, height = 768, colorScheme = 'light', query = '', scale = 0.5, given } = options;
      const { hasTouch = false, isDrawn = false, expected, prepare } = options;
      const own = given === undefined ? undefined : await serve(given);
      const address = options.address ?? `${(own ?? server).origin}/`;
      const viewport = { width, height };
      const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: scale, hasTouch });
      const errors: string[] = [];
      const foreign: string[] = [];
      const requests: string[] = [];
      opened.push({ context, server: own, errors, foreign });
      context.setDefaultTimeout(PATIENCE);
      if (!isDrawn) await context.addInitScript(drawNothing);
      await prepare?.(context);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() !== 'error' || expected?.test(message.text()) === true) return;
        errors.push(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`));
      page.on('crash', () => errors.push('the page crashed'));
      // Of the context: those of workers, too.
      context.on('request', (request) => {
        const url = request.url();
        requests.push(url);
        if (!/^(?:blob|data):/.test(url) && !url.startsWith(address)) foreign.push(url);
      });
      await page.goto(query === '' ? address : `${address}?${query}`);
      return { page, requests };
    }

    tests({ openPage });
  });
}

function serve(given: Given | undefined): Promise<PageServer> {
  return servePage({ folder: DIST, given, host: '127.0.0.1', port: 0 });
}

/** Until people walk: the place is built, the run has begun, and the clock goes. */
export async function untilPlaying(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined && globalThis.foulee.page.present > 0);
}

/** The moment shown, seconds. */
export function shownTime(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.foulee.page.time);
}
