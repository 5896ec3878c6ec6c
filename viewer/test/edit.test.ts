/** Editing: an empty room filled by hand, played, saved, opened and run by the command; walls moved; what is wrong is said. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runMain } from '../../cli/src/testing.ts';
import { pageTests, untilPlaying } from './browser.ts';
import { click, drag } from './on-the-floor.ts';

const take = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dataOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.document!.data);
const untilOver = (page: Page) => page.waitForFunction(() => globalThis.foulee.page.summary !== undefined);
const summaryOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.summary!);

async function openNew(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(() => globalThis.foulee.page.openNew());
  await page.getByRole('list', { name: 'What to do first' }).waitFor();
  await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'New room');
}

async function openBottleneck(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(async () => {
    const { page: state } = globalThis.foulee;
    await state.openFromGallery('bottleneck-080');
    state.panel = 'people';
    state.camera = 'plan';
  });
}

pageTests('editing', ({ openPage }) => {
  it('an empty room is filled by hand, everybody leaves, and the command walks to the same hash', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openNew(page);
    await take(page, 'Exit line');
    await click(page, 15.5, 0);
    await click(page, 15.5, 8);
    await take(page, 'People');
    await drag(page, [1, 1], [9, 7]);
    expect(await dataOf(page)).toMatchObject({
      exits: {
        exit: {
          line: [
            [15.5, 0],
            [15.5, 8],
          ],
        },
      },
      walkers: [{ in: { box: [1, 1, 9, 7] }, count: 50, exit: 'nearest' }],
    });

    await page.keyboard.press('Control+z');
    expect((await dataOf(page)).walkers ?? []).toEqual([]);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Redo' }).click();
    expect((await dataOf(page)).walkers).toHaveLength(1);

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await untilOver(page);
    const summary = await summaryOf(page);
    expect(summary).toMatchObject({ entered: 50, arrived: 50, inside: 0, warnings: [] });
    // Fifty through a metre, and 12 m to walk.
    expect(summary.seconds).toBeGreaterThan(20);
    expect(summary.seconds).toBeLessThan(80);
    expect(await page.getByRole('list', { name: 'What to do first' }).count()).toBe(0);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('new-room.yaml');
    const text = readFileSync(await saved.path(), 'utf8');
    const before = await dataOf(page);
    await page.evaluate(async (yaml) => {
      const bytes = new TextEncoder().encode(yaml);
      await globalThis.foulee.page.openFiles([{ name: 'new-room.yaml', bytes }]);
    }, text);
    expect(await dataOf(page)).toEqual(before);

    const folder = mkdtempSync(join(tmpdir(), 'foulee-edit-'));
    try {
      const file = join(folder, saved.suggestedFilename());
      writeFileSync(file, text);
      const { code, out } = await runMain('run', file);
      expect(code).toBe(0);
      expect(out).toContain(`hash        ${summary.hash}, seed 1`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('entrances, waiting areas, single people, walls, obstacles and doors are drawn, chosen, typed and deleted', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openNew(page);
    await take(page, 'Exit area');
    await drag(page, [14, 1], [15.5, 7]);
    await take(page, 'Waiting area');
    for (const [x, y] of [
      [8, 5],
      [11, 5],
      [11, 7.5],
      [8, 7.5],
    ] as const)
      await click(page, x, y);
    await page.keyboard.press('Enter');
    await take(page, 'Entrance');
    await drag(page, [0.5, 0.5], [2, 3]);
    await page.getByRole('textbox', { name: 'Come, a minute' }).fill('40');
    await page.getByRole('combobox', { name: 'Waits first at' }).selectOption('waiting area');
    await page.getByRole('textbox', { name: 'for, s' }).fill('20');
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('luggage');
    await take(page, 'One person');
    await click(page, 4, 4);
    await click(page, 15, 4);
    await take(page, 'Wall');
    await click(page, 5, 1);
    await click(page, 5, 3);
    await page.keyboard.press('Enter');
    await take(page, 'Obstacle');
    await drag(page, [8, 1], [9, 2]);
    await take(page, 'Door');
    await click(page, 12.5, 3.5);
    await click(page, 12.5, 4.5);
    await page.waitForFunction(() => globalThis.foulee.page.place!.doors.length === 2);
    const data = await dataOf(page);
    expect(data).toMatchObject({
      exits: { exit: { box: [14, 1, 15.5, 7] } },
      goals: {
        'waiting area': {
          polygon: [
            [8, 5],
            [11, 5],
            [11, 7.5],
            [8, 7.5],
          ],
        },
      },
      sources: [
        {
          name: 'entrance',
          in: { box: [0.5, 0.5, 2, 3] },
          rate: 0.666667,
          profile: 'luggage',
          itinerary: [{ goal: 'waiting area', wait: 20 }, { exit: 'nearest' }],
        },
      ],
      walkers: [{ at: [4, 4], goal: 'exit' }],
      environment: {
        lines: [
          [
            [5, 1],
            [5, 3],
          ],
        ],
        obstacles: [{ box: [8, 1, 9, 2] }],
        doors: {
          'door 2': [
            [12.5, 3.5],
            [12.5, 4.5],
          ],
        },
      },
    });
    // The room of 96 m², the doorway, the outside of 28 m², less the obstacle.
    await page.waitForFunction(() => Math.abs(globalThis.foulee.page.place!.area - 123.5) < 1e-3);

    // What is used is not deleted, and it is said by whom; a name changes everywhere.
    await page.getByRole('button', { name: 'waiting area', exact: false }).last().click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').getByText('is used by entrance “entrance”').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('lounge');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    expect((await dataOf(page)).sources).toMatchObject([{ itinerary: [{ goal: 'lounge' }, { exit: 'nearest' }] }]);

    // Chosen by a click, moved by a drag, deleted by a key.
    await take(page, 'Select and move');
    await drag(page, [4, 4], [6, 5]);
    expect((await dataOf(page)).walkers).toMatchObject([{ at: [6, 5] }]);
    await page.keyboard.press('Delete');
    expect((await dataOf(page)).walkers).toEqual([]);
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);

    // What is wrong is said, with whose it is.
    await page.keyboard.press('Escape');
    await page.evaluate(() => globalThis.foulee.page.edit((now) => ({ ...now, exits: {} })));
    await page
      .getByRole('list', { name: 'To mend before it can run' })
      .getByText('has no exits to choose from')
      .waitFor();
    await page.keyboard.press('Control+z');
    expect(await page.getByRole('list', { name: 'To mend before it can run' }).count()).toBe(0);
  });

  it('a bottleneck is made wider by hand, and people leave sooner', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openBottleneck(page);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await untilOver(page);
    const narrow = await summaryOf(page);
    await take(page, 'Select and move');
    await page.getByText('Floor and walls').click();
    await page.getByRole('button', { name: 'floor 1' }).click();
    await drag(page, [12.5, 4.6], [12.5, 4.4]);
    await page.getByRole('textbox', { name: 'y of 9' }).fill('5.6');
    await page.getByRole('textbox', { name: 'y of 9' }).press('Tab');
    await page.getByRole('textbox', { name: 'y of 10', exact: true }).fill('5.6');
    await page.getByRole('textbox', { name: 'y of 10', exact: true }).press('Tab');
    expect(await dataOf(page)).toMatchObject({
      environment: {
        walkable: [
          [
            [0, 0],
            [10, 0],
            [10, 4.4],
            [15, 4.4],
            [15, 0],
            [25, 0],
            [25, 10],
            [15, 10],
            [15, 5.6],
            [10, 5.6],
            [10, 10],
            [0, 10],
          ],
        ],
      },
    });
    expect(await page.evaluate(() => globalThis.foulee.page.isEdited)).toBe(true);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => !globalThis.foulee.page.isEdited);
    await untilOver(page);
    const wide = await summaryOf(page);
    expect(wide).toMatchObject({ arrived: narrow.arrived, inside: 0 });
    expect(wide.seconds).toBeLessThan(0.8 * narrow.seconds);
  });

  it('walls that come from a file are left to the file, and it is said', async () => {
    const { page } = await openPage({ query: 'scenario=station-hall' });
    await untilPlaying(page);
    await page.evaluate(() => {
      globalThis.foulee.page.panel = 'people';
    });
    await page.getByText('Walls and floor come from environment.geojson').waitFor();
    expect(await page.getByRole('button', { name: 'Wall', exact: true }).count()).toBe(0);
    // The hall lies above the platform: which of them is drawn on is chosen.
    await page.getByRole('combobox', { name: 'Draw on level' }).selectOption('platform');
    await take(page, 'People');
    await drag(page, [42, 38.5], [48, 41]);
    expect((await dataOf(page)).walkers).toMatchObject([
      { in: { box: [42, 38.5, 48, 41], level: 'platform' }, count: 50, profile: 'adult', exit: 'nearest' },
    ]);
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);
  });
});
