/** The place changes while people walk: an obstacle is drawn, moved and deleted, and the run that was saved walks to the same hash in Node. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshBundle, runLauncher } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';
import { click, drag } from './on-the-floor.ts';

const HALL = `name: hall
duration: 60
environment:
  walkable: [{box: [0, 0, 24, 12]}]
  obstacles: [{box: [10, 4, 11, 8]}]
exits:
  out: {line: [[23.5, 0], [23.5, 12]]}
walkers:
  - {in: {box: [1, 1, 8, 11]}, count: 60, start: {uniform: [0, 5]}}
`;

const take = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dataOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.document!.data);
const areaOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.place!.area);
/** Are the cells of the first and of the last moment those of the place that is shown? */
const momentsOfPlace = (page: Page) =>
  page.evaluate(() => {
    const { history, place } = globalThis.foulee.page;
    return [history.moments[0], history.moments.at(-1)!].map(({ meshKey }) => meshKey === place!.meshKey);
  });
const eventsUntil = (page: Page, count: number) =>
  page.waitForFunction(
    (many) => (globalThis.foulee.page.document?.data.events as unknown[] | undefined)?.length === many,
    count,
  );

async function openHall(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(async (yaml) => {
    const { page: state } = globalThis.foulee;
    await state.openFiles([{ name: 'hall.yaml', bytes: new TextEncoder().encode(yaml) }]);
    state.panel = 'people';
    state.camera = 'plan';
    state.speed = 2;
    state.isPlaying = false;
  }, HALL);
  await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'hall');
}

/** Let it walk up to a moment, and stop. */
async function walkTo(page: Page, seconds: number): Promise<void> {
  await page.evaluate(() => {
    globalThis.foulee.page.isPlaying = true;
  });
  await page.waitForFunction((time) => globalThis.foulee.page.time >= time, seconds);
  await page.evaluate(() => {
    globalThis.foulee.page.isPlaying = false;
  });
}

pageTests('a place that changes', ({ openPage }) => {
  beforeAll(freshBundle);

  it('an obstacle comes, moves and goes while people walk, and the command walks to the same hash', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openHall(page);
    await walkTo(page, 2);
    expect(await areaOf(page)).toBeCloseTo(284, 5);
    expect(await momentsOfPlace(page)).toEqual([true, true]);

    await take(page, 'Obstacle');
    await drag(page, [4, 2], [6, 5]);
    await eventsUntil(page, 1);
    expect(await areaOf(page)).toBeCloseTo(278, 5);
    const first = await dataOf(page);
    const drawnAt = (first.events as { at: number }[])[0].at;
    expect(first.events).toEqual([{ at: drawnAt, add: { obstacle: { box: [4, 2, 6, 5] }, name: 'obstacle' } }]);
    expect(first.environment).toMatchObject({ obstacles: [{ box: [10, 4, 11, 8] }] });
    expect(drawnAt).toBeGreaterThanOrEqual(2);
    // The run goes on, and is that of the scenario.
    expect(await page.evaluate(() => globalThis.foulee.page.isEdited)).toBe(false);
    await walkTo(page, drawnAt + 1);
    expect(await momentsOfPlace(page)).toEqual([false, true]);
    const mark = page.getByRole('button', { name: /obstacle comes/ });
    expect(await mark.count()).toBe(1);

    // The one that came, and the one that was there from the start.
    await take(page, 'Select and move');
    await drag(page, [5, 3.5], [7, 3.5]);
    await eventsUntil(page, 2);
    await drag(page, [10.5, 6], [13.5, 6]);
    await eventsUntil(page, 3);
    expect((await dataOf(page)).events).toMatchObject([
      {},
      { remove: 'obstacle', add: { obstacle: { box: [6, 2, 8, 5] }, name: 'obstacle' } },
      { remove: { at: [10.5, 6] }, add: { obstacle: { box: [13, 4, 14, 8] }, name: 'obstacle 2' } },
    ]);
    // Typed: one change, however many keys it takes.
    await page.getByRole('group', { name: 'obstacle 1' }).getByRole('textbox', { name: 'Depth, m' }).fill('3');
    await page.keyboard.type('.5');
    await page.keyboard.press('Tab');
    await eventsUntil(page, 4);
    expect((await dataOf(page)).events).toMatchObject([
      {},
      {},
      {},
      { remove: 'obstacle 2', add: { obstacle: { box: [13, 4.25, 14, 7.75] }, name: 'obstacle 2' } },
    ]);
    const movedAt = await page.evaluate(() => globalThis.foulee.page.time);
    await walkTo(page, movedAt + 1);
    await click(page, 7, 3.5);
    await page.keyboard.press('Delete');
    await eventsUntil(page, 5);
    expect(await areaOf(page)).toBeCloseTo(284.5, 5);

    // Back in time it stands there still; before it was drawn, it does not.
    await mark.press('Enter');
    expect(await areaOf(page)).toBeCloseTo(278, 5);
    await page.keyboard.press('Home');
    expect(await areaOf(page)).toBeCloseTo(284, 5);
    await page.keyboard.press('End');

    // All over the room: there is no room for anybody, and people walk on.
    await page.keyboard.press('Escape');
    await take(page, 'Obstacle');
    await drag(page, [-0.5, -0.5], [24.5, 12.5]);
    await page.getByText(/nothing of the floor would be left|there is no room within 20 m/).waitFor();
    expect((await dataOf(page)).events).toHaveLength(5);

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => globalThis.foulee.page.summary !== undefined);
    const summary = await page.evaluate(() => globalThis.foulee.page.summary!);
    expect(summary).toMatchObject({ entered: 60, arrived: 60, inside: 0, warnings: [] });

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'foulee-change-'));
    try {
      const file = join(folder, 'hall.yaml');
      writeFileSync(file, readFileSync(await saved.path(), 'utf8'));
      const { code, out } = await runLauncher('run', file, '--json');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ hash: summary.hash });
    } finally {
      rmSync(folder, { recursive: true });
    }

    // Begun again, all of it happens again; undone, the last of it does not.
    await page.keyboard.press('Control+z');
    expect((await dataOf(page)).events).toHaveLength(4);
    expect(await page.evaluate(() => globalThis.foulee.page.isEdited)).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    expect(await page.evaluate(() => globalThis.foulee.page.isEdited)).toBe(false);
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.waitForFunction(
      ([hash]) =>
        globalThis.foulee.page.finished.length > 1 && globalThis.foulee.page.finished.at(-1)!.summary.hash === hash,
      [summary.hash],
    );
  });

  it('something is put into the hall of a file, on one of its levels', async () => {
    const { page } = await openPage({ query: 'scenario=station-hall', isDrawn: true });
    await untilPlaying(page);
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.panel = 'people';
      state.camera = 'plan';
      state.isPlaying = false;
    });
    const before = await areaOf(page);
    await page.getByRole('combobox', { name: 'Level' }).selectOption('hall');
    await take(page, 'Obstacle');
    await drag(page, [24, 8], [28, 12]);
    await eventsUntil(page, 1);
    expect((await dataOf(page)).events).toMatchObject([{ add: { name: 'obstacle', level: 'hall' } }]);
    expect(await areaOf(page)).toBeLessThan(before - 10);
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);
  });
});
