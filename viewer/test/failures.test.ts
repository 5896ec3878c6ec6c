/** What goes wrong around the page, and what it says then: a worker that dies, no WebGL, files that cannot be read, and the like. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';

/** Takes some seconds to build: posts in a yard, none of them in line with another. */
const POSTS = Array.from({ length: 20_000 }, (_, k) => {
  const [x, y] = [1 + (k % 150) * 2 + 0.3 * Math.sin(k), 1 + Math.floor(k / 150) * 2 + 0.3 * Math.cos(3 * k)];
  return `(${x} ${y}, ${x + 0.3} ${y}, ${x + 0.3} ${y + 0.3}, ${x} ${y + 0.3}, ${x} ${y})`;
});
const YARD = `POLYGON ((0 0, 310 0, 310 310, 0 310, 0 0), ${POSTS.join(', ')})`;
const ROOM = 'POLYGON ((0 0, 8 0, 8 5, 0 5, 0 0))';

const alertOf = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words });
const open = (page: Page, ...files: [name: string, text: string][]) =>
  page
    .getByLabel('Files to open')
    .setInputFiles(files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })));
const isOpen = (page: Page, title: string) =>
  page.waitForFunction((name) => document.title === `${name} · Foulée`, title);
const pressPlay = (page: Page) => page.getByRole('button', { name: 'Play', exact: true }).click();

/** In the worker that has the place: something throws that nobody expects. One that the page has just let go may still be listed. */
async function killWorker(page: Page): Promise<void> {
  let killed = 0;
  for (const worker of page.workers()) {
    const throwsSoon = worker.evaluate(() => {
      setTimeout(() => {
        throw new Error('boom');
      });
    });
    await throwsSoon.then(
      () => killed++,
      (problem: Error) => expect(problem.message).toContain('has been closed'),
    );
  }
  expect(killed).toBeGreaterThan(0);
}

/** All that the page makes, to be found at `workers`: one that builds hears nothing of the test. */
function holdWorkers(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const workers: Worker[] = [];
    const Made = Worker;
    globalThis.Worker = class extends Made {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
    };
    Object.assign(globalThis, { workers });
  });
}

pageTests('failures', ({ openPage }) => {
  it('the worker dies while people walk: said at once, and the next start builds the place again, edited or not', async () => {
    const { page } = await openPage({ query: 'scenario=corner', expected: /boom/, prepare: holdWorkers });
    await untilPlaying(page);
    const died = alertOf(page, 'The simulation stopped unexpectedly');
    const walks = () =>
      page.waitForFunction(() => {
        const { isPlaying, present, isLost } = globalThis.foulee.page;
        return isPlaying && present > 0.5 && !isLost;
      });
    await killWorker(page);
    await died.waitFor();
    await pressPlay(page);
    await walks();
    expect(await died.count()).toBe(0);

    // With an edit that is not saved, and after it was undone.
    for (const isUndone of [false, true]) {
      await killWorker(page);
      await died.waitFor();
      await page.evaluate(() => globalThis.foulee.page.edit((data) => ({ ...data, seed: 77 })));
      if (isUndone) await page.evaluate(() => globalThis.foulee.page.undo());
      await pressPlay(page);
      await walks();
      if (!isUndone) expect(await page.evaluate(() => globalThis.foulee.page.info!.seed)).toBe(77);
    }
    // While it builds what was edited.
    await page.evaluate(() => {
      const { workers } = globalThis as unknown as { workers: Worker[] };
      const worker = workers.at(-1)!;
      const post = worker.postMessage.bind(worker) as (message: { kind: string }, options: never) => void;
      worker.postMessage = (message: { kind: string }, options: unknown) => {
        post(message, options as never);
        if (message.kind !== 'build') return;
        queueMicrotask(() => worker.dispatchEvent(new ErrorEvent('error', { message: 'boom' })));
      };
      const walkable = [
        [
          [0, 0],
          [20, 0],
          [20, 20],
          [17, 20],
          [17, 3.5],
          [0, 3.5],
        ],
      ];
      globalThis.foulee.page.edit((data) => ({ ...data, environment: { walkable } }));
    });
    await died.waitFor();
    await pressPlay(page);
    await walks();
    // While it builds another place: this one is as it was.
    const hired = await page.evaluate(() => (globalThis as unknown as { workers: Worker[] }).workers.length);
    await open(page, ['yard.wkt', YARD]);
    // That of this place is there before the file is read.
    await page.waitForFunction((before) => {
      const { workers } = globalThis as unknown as { workers: Worker[] };
      return workers.length > before && workers.at(-1)!.dispatchEvent(new ErrorEvent('error', { message: 'boom' }));
    }, hired);
    await died.waitFor();
    await walks();
    expect(await page.evaluate(() => document.title)).toBe('Corner · Foulée');
    // What the engine knows is known again without a start.
    await killWorker(page);
    await died.waitFor();
    await page.getByRole('tab', { name: 'Inside' }).click();
    await page.getByRole('radio', { name: /^Cells/ }).check();
    await page.waitForFunction(() => (globalThis.foulee.page.sketches.get('overlay')?.length ?? 0) > 0);
  });

  it('the worker cannot be loaded: reload the page', async () => {
    const { page } = await openPage({
      query: 'scenario=corner',
      prepare: (context) => context.route(/worker.*\.js/, (route) => route.abort()),
      expected: /ERR_FAILED/,
    });
    await alertOf(page, /The simulation could not be loaded.*reload the page/).waitFor();
  });

  it('no WebGL: people walk unseen, pictures and videos say why there are none', async () => {
    const { page } = await openPage({
      query: 'scenario=corner',
      prepare: (context) =>
        context.addInitScript(() => {
          const { getContext } = HTMLCanvasElement.prototype;
          HTMLCanvasElement.prototype.getContext = function refuse(this: HTMLCanvasElement, name: string, ...more: []) {
            return name.startsWith('webgl') ? null : (getContext.call(this, name, ...more) as never);
          } as typeof getContext;
        }),
    });
    await alertOf(page, /no WebGL 2.*use another browser/).waitFor();
    await page.waitForFunction(() => globalThis.foulee.page.time > 1);
    await page.getByRole('tab', { name: 'Measure' }).click();
    await page.getByRole('button', { name: 'Picture' }).click();
    expect(await alertOf(page, 'no WebGL 2').count()).toBe(2);
    await page.getByRole('button', { name: /^Video/ }).click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'no WebGL 2' }).waitFor();
  });

  it('the graphics card is taken away and comes back: said meanwhile, and drawn again though nothing moves', async () => {
    const { page } = await openPage({ query: 'scenario=corner', isDrawn: true });
    await untilPlaying(page);
    await page.keyboard.press(' ');
    const picture = () =>
      page.evaluate(async () => {
        for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
        return document.querySelector('canvas')!.toDataURL().length;
      });
    await page.waitForFunction(() => !globalThis.foulee.page.isPlaying);
    const before = await picture();
    await page.evaluate(() => {
      const extension = document.querySelector('canvas')!.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
      Object.assign(globalThis, { extension });
      extension.loseContext();
    });
    const lost = alertOf(page, 'The picture was lost');
    await lost.waitFor();
    expect(await picture()).toBeLessThan(before / 2);
    await page.evaluate(() => (globalThis as unknown as { extension: WEBGL_lose_context }).extension.restoreContext());
    await lost.waitFor({ state: 'detached' });
    await expect.poll(picture).toBeGreaterThan(before / 2);
  });

  it('files: what cannot be used is said in some lines, mended it is opened, and a long build is let go', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    await open(page, ['room.wkt', 'x'.repeat(300_000)]);
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: '"xxxxxxxxxxxxxxxxxxxx" is not read' }).waitFor();
    expect((await alert.boundingBox())!.height).toBeLessThan(300);
    await open(page, ['room.wkt', ROOM]);
    await isOpen(page, 'room');
    await page.getByRole('tab', { name: 'Place' }).click();

    // A scenario whose place is in a folder, first missing, then broken, then mended; two files of one name are left out.
    const scenario = 'name: Evening\nduration: 10\nenvironment: {file: plans/room.wkt}\n';
    await open(page, ['evening.yaml', scenario]);
    await alert.filter({ hasText: 'plans/room.wkt' }).waitFor();
    await open(page, ['room.wkt', 'POLYGON ((0 0']);
    await alert.filter({ hasText: 'expected ")"' }).waitFor();
    await open(page, ['room.wkt', ROOM], ['a.wkt', ROOM], ['a.wkt', ROOM]);
    await isOpen(page, 'Evening');
    const notice = page.getByRole('status', { name: 'Opened' });
    expect(await notice.getByText('a.wkt was left out').count()).toBe(2);
    await open(page, ['night.yaml', scenario.replace('Evening', 'Night').replace('room', 'hall')]);
    await alert.filter({ hasText: 'plans/hall.wkt' }).waitFor();
    await page.getByRole('button', { name: 'Corner', exact: true }).click();
    await notice.getByText('Night was left out: it waited for plans/hall.wkt').waitFor();

    await page.getByRole('presentation').first().dispatchEvent('drop', {});
    await alert.filter({ hasText: 'What was dropped is no file' }).waitFor();

    // Let go, people walk on; and what is opened instead does not wait.
    await untilPlaying(page);
    await open(page, ['yard.wkt', YARD]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const then = await page.evaluate(() => globalThis.foulee.page.present);
    await page.waitForFunction((moment) => globalThis.foulee.page.present > moment + 0.3, then);
    expect(await page.evaluate(() => document.title)).toBe('Corner · Foulée');
    await open(page, ['yard.wkt', YARD]);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.getByRole('button', { name: 'Corridor', exact: true }).click();
    await isOpen(page, 'Corridor');
    await untilPlaying(page);
    expect(await alert.filter({ hasText: /\S/ }).count()).toBe(0);

    // What is not saved does not count as saved.
    await page.evaluate(() => {
      globalThis.foulee.page.edit((data) => ({ ...data, seed: 77 }));
      URL.createObjectURL = () => {
        throw new Error('not allowed');
      };
    });
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await alert.filter({ hasText: 'could not be saved: not allowed' }).waitFor();
    expect(await page.evaluate(() => globalThis.foulee.page.isUnsaved)).toBe(true);

    // Notices go by themselves.
    await page.evaluate(() => {
      const later = globalThis.setTimeout;
      const sooner = (work: () => void, milliseconds = 0) => later(work, milliseconds === 30_000 ? 2000 : milliseconds);
      globalThis.setTimeout = sooner as typeof setTimeout;
    });
    await page.getByRole('tab', { name: 'Place' }).click();
    await open(page, ['room.wkt', ROOM], ['a.wkt', ROOM]);
    await isOpen(page, 'a');
    await notice.waitFor();
    await notice.waitFor({ state: 'detached' });
  });
});
