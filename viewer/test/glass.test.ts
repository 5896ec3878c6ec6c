/** Glass in the editor: drawn with its tool, turned into a wall and back, undone, saved, and put in while people walk. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshBundle, runLauncher } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { GLASS_WALL } from '../src/protocol/place.ts';
import { pageTests, untilPlaying } from './browser.ts';
import { click } from './on-the-floor.ts';

const HALL = `name: hall
duration: 60
environment:
  walkable: [{box: [0, 0, 20, 10]}]
exits:
  out: {line: [[19.5, 0], [19.5, 10]]}
walkers:
  - {in: {box: [1, 1, 4, 9]}, count: 20}
`;
const PANE = [
  [8, 2],
  [8, 8],
];

const take = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dataOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.document!.data);
/** Until the place that is shown has glass, or has none. */
const untilGlass = (page: Page, isThere: boolean) =>
  page.waitForFunction(
    ([kind, wanted]) => globalThis.foulee.page.place!.levels[0].wallKinds.includes(kind as number) === wanted,
    [GLASS_WALL, isThere] as const,
  );

async function openHall(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(async (yaml) => {
    const { page: state } = globalThis.foulee;
    await state.openFiles([{ name: 'hall.yaml', bytes: new TextEncoder().encode(yaml) }]);
    state.panel = 'people';
    state.camera = 'plan';
    state.isPlaying = false;
  }, HALL);
  await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'hall');
}

async function drawPane(page: Page): Promise<void> {
  await take(page, 'Glass');
  await page.getByText('Glass wall: click point after point, then press Enter').waitFor();
  for (const [x, y] of PANE) await click(page, x!, y!);
  await page.keyboard.press('Enter');
}

/** The file that Save gives, walked by the command. */
async function savedRun(page: Page): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save' }).click(),
  ]);
  const text = readFileSync(await saved.path(), 'utf8');
  expect(text).toMatch(/glass:/);
  const folder = mkdtempSync(join(tmpdir(), 'foulee-glass-'));
  try {
    const file = join(folder, saved.suggestedFilename());
    writeFileSync(file, text);
    const { code, out } = await runLauncher('run', file);
    expect(code).toBe(0);
    return out;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

pageTests('glass', ({ openPage }) => {
  beforeAll(freshBundle);

  it('is drawn, becomes a wall and glass again, is undone, saved, and read by the command', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openHall(page);
    expect(await page.getByRole('button', { name: 'Glass', exact: true }).getAttribute('title')).toBe(
      'A wall that people can see through: a window or a glass partition',
    );
    // From the start, whether or not somebody has taken a step by now.
    await page.evaluate(() => {
      globalThis.foulee.page.isNow = false;
    });
    await drawPane(page);
    await untilGlass(page, true);
    expect((await dataOf(page)).environment).toMatchObject({ glass: [PANE] });
    expect(await page.evaluate(() => globalThis.foulee.page.chosen)).toEqual(['environment', 'glass', 0]);

    const check = page.getByRole('checkbox', { name: 'Glass: people can see through it' });
    expect(await check.isChecked()).toBe(true);
    await check.click();
    await untilGlass(page, false);
    expect((await dataOf(page)).environment).toMatchObject({ lines: [PANE], glass: [] });
    expect(await check.isChecked()).toBe(false);
    await check.click();
    await untilGlass(page, true);

    for (const isThere of [false, true, false]) {
      await page.getByRole('button', { name: 'Undo' }).click();
      await untilGlass(page, isThere);
    }
    for (const isThere of [true, false, true]) {
      await page.getByRole('button', { name: 'Redo' }).click();
      await untilGlass(page, isThere);
    }

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => globalThis.foulee.page.summary !== undefined);
    const summary = await page.evaluate(() => globalThis.foulee.page.summary!);
    expect(summary).toMatchObject({ arrived: 20, warnings: [] });
    expect(await savedRun(page)).toContain(summary.hash);
  });

  it('is put in while people walk, as an event of the run that goes on', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openHall(page);
    await page.evaluate(() => {
      globalThis.foulee.page.isPlaying = true;
    });
    await page.waitForFunction(() => globalThis.foulee.page.time >= 1);
    await page.evaluate(() => {
      globalThis.foulee.page.isPlaying = false;
    });
    await drawPane(page);
    await untilGlass(page, true);
    const { events, environment } = await dataOf(page);
    expect(events).toEqual([{ at: expect.any(Number), add: { glass: PANE, name: 'glass' } }]);
    expect(environment).not.toHaveProperty('glass');
    expect(await page.evaluate(() => globalThis.foulee.page.isEdited)).toBe(false);
    expect(await page.getByRole('button', { name: /glass comes/ }).count()).toBe(1);

    // An opaque wall in its place: two more events, and both are in the file.
    await page.getByRole('checkbox', { name: 'Glass: people can see through it' }).click();
    await untilGlass(page, false);
    const changed = (await dataOf(page)).events as object[];
    expect(changed.slice(1)).toMatchObject([{ remove: 'glass' }, { add: { wall: PANE, name: 'wall' } }]);
  });
});
