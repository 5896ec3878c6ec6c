/** From one's own plan to a running crowd, by the page's own hints; a door shut while people walk; somebody looked at closely. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshBundle, runLauncher } from '@foulee/testing';
import { beforeAll, expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';
import { click, drag } from './on-the-floor.ts';
import { ROOMS } from './two-ways.ts';

/** An L of two rooms, 12 × 8 m and 6 × 6 m. */
const PLAN = 'POLYGON ((0 0, 12 0, 12 2, 18 2, 18 8, 12 8, 12 8, 0 8, 0 0), (5 3, 6 3, 6 5, 5 5, 5 3))';

pageTests('journeys', ({ openPage }) => {
  beforeAll(freshBundle);

  it('one’s own plan: opened, an exit and people by the hints, everybody has left within a minute; then with walls', async () => {
    const begun = Date.now();
    const { page } = await openPage({ query: 'scenario=corner' });
    await page.getByLabel('Files to open').setInputFiles([
      { name: 'your plan.wkt', mimeType: 'text/plain', buffer: Buffer.from(PLAN) },
      { name: 'my plan.wkt', mimeType: 'text/plain', buffer: Buffer.from(PLAN) },
    ]);
    await page.getByText('your plan.wkt was left out: one place at a time.').waitFor();
    const hints = page.getByRole('list', { name: 'What to do first' });
    await hints.waitFor();
    expect(await hints.textContent()).toMatch(/Draw an exit.*Put people in.*Press play/s);
    expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBeCloseTo(96 + 36 - 2, 6);
    await page.getByRole('button', { name: 'Exit area', exact: true }).click();
    await drag(page, [16, 3], [17.5, 7]);
    await page.getByRole('button', { name: 'People', exact: true }).click();
    await drag(page, [0.5, 0.5], [4.5, 7.5]);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const outcome = page.getByRole('status', { name: 'Outcome' });
    await outcome.waitFor();
    expect(await outcome.textContent()).toMatch(/All 50 people have left\s*0:\d\d\.\d.*95 % were out by 0:\d\d\.\d/s);
    expect((Date.now() - begun) / 1000).toBeLessThan(60);
    expect(await outcome.getByRole('table').textContent()).toMatch(/^\s*exit\s*50\s*last at 0:/);
    const finished = () => page.evaluate(() => globalThis.foulee.page.finished.map(({ name }) => name));
    expect(await finished()).toEqual(['my plan']);

    // Put into the plan of a file while nobody walks: an event at the start, which is seen at once, moved, and undone.
    const isFloor = (area: number) =>
      page.waitForFunction((square) => Math.abs(globalThis.foulee.page.place!.area - square) < 1e-6, area);
    await page.getByRole('button', { name: 'Obstacle', exact: true }).click();
    await drag(page, [8, 3], [9, 5]);
    await isFloor(128);
    await page.getByRole('button', { name: 'Wall', exact: true }).click();
    await click(page, 7, 8);
    await click(page, 7, 5.5);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Select and move', exact: true }).click();
    await drag(page, [8.5, 4], [10.5, 4]);
    await page.keyboard.press('Escape');
    const wall = [7, 8, 7, 5.5];
    const events = () => page.evaluate(() => globalThis.foulee.page.document!.data.events as object[]);
    expect(await events()).toEqual([
      { at: 0, add: { obstacle: { box: [10, 3, 11, 5] }, name: 'obstacle' } },
      { at: 0, add: { wall: [wall.slice(0, 2), wall.slice(2)], name: 'wall' } },
    ]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await events()).toBeUndefined();
    await isFloor(130);
    for (let k = 0; k < 3; k++) await page.keyboard.press('Control+Shift+z');
    await isFloor(128);
    // The run before is not of this place; closed, its outcome can be had again.
    // Closed, so that one can draw where it was.
    expect(await outcome.count()).toBe(0);
    await page.getByRole('button', { name: /^Outcome 0:/ }).click();
    await outcome.getByText('Before your change').waitFor();
    await outcome.getByRole('button', { name: 'Close' }).click();
    expect(await outcome.count()).toBe(0);
    await page.getByRole('button', { name: /^Outcome 0:/ }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => globalThis.foulee.page.finished.length === 2);
    await outcome.getByText('than the run before').waitFor();
    expect(await outcome.textContent()).not.toContain('Before your change');
    await outcome.getByText('2 runs since').click();
    expect(await outcome.getByRole('listitem').count()).toBe(2);
    const { hash, warnings } = await page.evaluate(() => globalThis.foulee.page.summary!);
    expect(warnings).toEqual([]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'foulee-journey-'));
    try {
      writeFileSync(join(folder, 'my plan.wkt'), PLAN);
      writeFileSync(join(folder, 'mine.yaml'), readFileSync(await saved.path(), 'utf8'));
      const { out } = await runLauncher('run', join(folder, 'mine.yaml'), '--threads', '1', '--json');
      expect(JSON.parse(out)).toMatchObject({ hash, arrived: 50 });
    } finally {
      rmSync(folder, { recursive: true });
    }
    const text = readFileSync(await saved.path(), 'utf8');
    await page.evaluate(
      async ([yaml, plan]) => {
        const files = { 'my plan.wkt': plan, 'mine.yaml': yaml };
        const held = Object.entries(files).map(([name, one]) => ({ name, bytes: new TextEncoder().encode(one) }));
        await globalThis.foulee.page.openFiles(held);
      },
      [text, PLAN] as const,
    );
    await isFloor(128);
    expect(await events()).toHaveLength(2);
  });

  it('edits that are not saved are kept when something else is opened, and the address follows what is open', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    const isOpen = (title: string) => page.waitForFunction((name) => document.title === `${name} · Foulée`, title);
    // As the page has it: the driver is told of it later.
    const address = () => page.evaluate(() => location.search);
    /** Would the browser ask before it leaves the page? */
    const isAsked = () =>
      page.evaluate(() => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const notice = page.getByRole('status', { name: 'Opened' });
    const open = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await isOpen('Corner');
    await open('Corridor');
    await isOpen('Corridor');
    expect([await address(), await isAsked(), await notice.count()]).toEqual(['?scenario=corridor', false, 0]);

    const seeds = () => page.evaluate(() => globalThis.foulee.page.document!.data.seed);
    const setSeed = (seed: number) =>
      page.evaluate((to) => globalThis.foulee.page.edit((data) => ({ ...data, seed: to })), seed);
    const first = await seeds();
    await setSeed(77);
    expect(await isAsked()).toBe(true);
    await page.getByRole('img', { name: 'Not saved' }).waitFor();
    await page.keyboard.press('Control+z');
    expect([await seeds(), await isAsked()]).toEqual([first, false]);
    await page.keyboard.press('Control+Shift+z');

    // Back in the browser's history, too; and through another one that is only looked at.
    await page.goBack();
    await isOpen('Corner');
    expect([await address(), await isAsked()]).toEqual(['?scenario=corner', true]);
    await notice.getByText('Opened Corner.').waitFor();
    await open('Obstacle field');
    await isOpen('Obstacle field');
    await notice.getByRole('button', { name: 'Back to Corridor' }).click();
    await isOpen('Corridor');
    expect([await seeds(), await address(), await notice.count()]).toEqual([77, '', 0]);
    await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'Corridor');
    await page.keyboard.press('Control+z');
    expect(await seeds()).toBe(first);
    await page.keyboard.press('Control+Shift+z');

    // Back and forward again in the browser's history: as it was left, not saved still, and there but once.
    await page.goBack();
    await isOpen('Obstacle field');
    await page.goForward();
    await isOpen('Corridor');
    await expect.poll(() => page.evaluate(() => globalThis.foulee.page.kept.length)).toBe(0);
    expect([await seeds(), await isAsked()]).toEqual([77, true]);
    await page.keyboard.press('Control+z');
    expect(await seeds()).toBe(first);
    await page.keyboard.press('Control+Shift+z');

    // Saved, nothing is asked and nothing kept.
    await page.getByRole('tab', { name: 'People' }).click();
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save' }).click()]);
    expect(await isAsked()).toBe(false);
    await page.getByRole('tab', { name: 'Place' }).click();
    await open('Begin with an empty room');
    await isOpen('New room');
    expect([await address(), await notice.count()]).toEqual(['', 0]);
    await setSeed(5);
    await page.goBack();
    await isOpen('Corridor');
    // The notice goes, what is kept stays; also what is discarded, until that is not undone.
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    expect([await seeds(), await notice.count(), await isAsked()]).toEqual([77, 0, true]);
    await page.getByRole('tab', { name: 'Place' }).click();
    const kept = page.getByRole('list', { name: 'Not saved' });
    await kept.getByRole('button', { name: 'Discard New room' }).click();
    expect([await kept.getByRole('button').count(), await isAsked()]).toEqual([1, false]);
    await kept.getByRole('button', { name: 'Keep New room after all' }).click();
    await kept.getByRole('button', { name: 'Back to New room' }).click();
    await isOpen('New room');
    expect([await seeds(), await kept.count()]).toEqual([5, 0]);
  });

  it('a door is shut while people walk: they go round, and the file that is saved walks to the same hash', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await page.getByLabel('Files to open').setInputFiles({
      name: 'rooms.yaml',
      mimeType: 'text/plain',
      buffer: Buffer.from(ROOMS),
    });
    await page.waitForFunction(() => globalThis.foulee.page.info?.name === 'Two ways');
    await page.waitForFunction(() => globalThis.foulee.page.time > 1);
    await page.getByRole('button', { name: 'Shut middle' }).click();
    await page.getByRole('button', { name: 'Open middle' }).waitFor();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.waitForFunction(() => globalThis.foulee.page.summary !== undefined);
    const { summary, text, isEdited } = await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      return { summary: state.summary!, text: state.scenarioFile()!.text, isEdited: state.isEdited };
    });
    expect(summary).toMatchObject({ entered: 40, arrived: 40, inside: 0 });
    expect(text).toMatch(/close: middle/);
    expect(isEdited).toBe(false);
    const folder = mkdtempSync(join(tmpdir(), 'foulee-journey-'));
    try {
      writeFileSync(join(folder, 'rooms.yaml'), text);
      const { out } = await runLauncher('run', join(folder, 'rooms.yaml'), '--threads', '1', '--json');
      expect(JSON.parse(out)).toMatchObject({ hash: summary.hash, arrived: 40 });
      writeFileSync(join(folder, 'rooms.yaml'), ROOMS);
      const without = await runLauncher('run', join(folder, 'rooms.yaml'), '--threads', '1', '--json');
      expect((JSON.parse(without.out) as { hash: string }).hash).not.toBe(summary.hash);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('somebody is chosen by a click, followed, and shows its way; what the engine knows is drawn', async () => {
    const { page } = await openPage({ query: 'scenario=obstacle-field', isDrawn: true });
    await untilPlaying(page);
    await page.keyboard.press('1');
    await page.waitForFunction(() => globalThis.foulee.page.time > 1.5);
    await page.keyboard.press(' ');
    // A place where somebody is now.
    const [x, y] = await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      const moment = state.history.moments.findLast(({ time }) => time <= state.time)!;
      const [originX, originY] = state.place!.origin;
      return [moment.numbers[0] + originX, moment.numbers[1] + originY] as [number, number];
    });
    await click(page, x, y);
    const person = page.getByRole('complementary', { name: 'Person' });
    await person.waitFor();
    expect(await person.textContent()).toMatch(/Walked\s*\d+\.\d m/);
    await page.waitForFunction(() => (globalThis.foulee.page.sketches.get('insight')?.length ?? 0) > 1);
    await page.getByRole('button', { name: 'Follow' }).click();
    expect(await page.evaluate(() => globalThis.foulee.page.camera)).toBe('follow');
    await page.keyboard.press('Escape');
    await person.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Inside' }).click();
    for (const [label, least] of [
      ['Cells', 50],
      ['Kinds of cells', 50],
      ['Bottlenecks', 3],
      ['Zones', 50],
      ['Roadmap', 50],
      ['Abstraction', 50],
    ] as const) {
      await page.getByRole('radio', { name: new RegExp(`^${label}`) }).check();
      await page.waitForFunction(
        (count) => (globalThis.foulee.page.sketches.get('overlay')?.length ?? 0) >= count,
        least,
      );
    }
    await page.getByRole('radio', { name: /^Nothing/ }).check();
    await page.waitForFunction(() => globalThis.foulee.page.sketches.get('overlay')?.length === 0);
  });
});
