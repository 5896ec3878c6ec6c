/** Stops on the way: made by hand, put in order, walked to the same hash by the command; an itinerary that several follow. */
import { freshBundle, runLauncher, temporaryFolder } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';
import { click, drag } from './on-the-floor.ts';

const take = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dataOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.document!.data);
const textOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.scenarioFile()!.text);
const wayOf = async (page: Page) => ((await dataOf(page)).sources as { itinerary?: unknown }[])[0].itinerary;

async function runOf(page: Page) {
  await take(page, 'Play');
  await page.waitForFunction(() => !globalThis.foulee.page.isEdited && globalThis.foulee.page.summary !== undefined);
  return page.evaluate(() => globalThis.foulee.page.summary!);
}

pageTests('itineraries', ({ openPage }) => {
  beforeAll(freshBundle);

  it('two stops are added, put in another order and chosen among several; who walks stops there', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    await page.evaluate(() => globalThis.foulee.page.openNew());
    await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'New room');
    await take(page, 'Exit line');
    await click(page, 15.5, 0);
    await click(page, 15.5, 8);
    await take(page, 'Entrance');
    await drag(page, [0.5, 0.5], [2, 3]);
    // Where there is nowhere to stop it is said what to do.
    await page.getByText('To let them stop on the way, draw a waiting area first.').waitFor();
    expect(await page.getByRole('button', { name: 'Add a stop' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Come, a minute' }).fill('60');
    await page.getByRole('textbox', { name: 'At most, people' }).fill('6');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    const straight = await runOf(page);
    expect(straight).toMatchObject({ entered: 6, arrived: 6, inside: 0 });

    await take(page, 'Waiting area');
    await drag(page, [2, 5], [5, 7.5]);
    await take(page, 'Waiting area');
    await drag(page, [8, 5], [11, 7.5]);
    await expect.poll(async () => Object.keys((await dataOf(page)).goals as object)).toHaveLength(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^entrance 60 a minute/ }).click();
    const card = page.getByRole('group', { name: 'entrance', exact: true });
    await card.getByRole('button', { name: 'Add a stop' }).click();
    await card.getByRole('button', { name: 'Add a stop' }).click();
    await card.getByRole('textbox', { name: 'Stop 1 waits for exactly, s' }).fill('5');
    await card.getByRole('textbox', { name: 'Stop 2 waits for exactly, s' }).fill('10');
    await card.getByRole('button', { name: 'Move stop 2 up' }).click();
    await expect
      .poll(() => wayOf(page))
      .toEqual([{ goal: 'waiting area 2', wait: 10 }, { goal: 'waiting area', wait: 5 }, { exit: 'nearest' }]);
    await expect
      .poll(() => card.getByRole('combobox', { name: 'Stop 1', exact: true }).inputValue())
      .toContain('area 2');
    await card.getByRole('combobox', { name: 'Stop 2', exact: true }).selectOption('the quickest of several');
    const several = card.getByRole('group', { name: 'Goals of stop 2' });
    await several.getByRole('checkbox', { name: 'waiting area 2', exact: true }).check();
    const either = { exit: 'quickest', of: ['waiting area', 'waiting area 2'], wait: 5 };
    await expect.poll(() => wayOf(page)).toEqual([{ goal: 'waiting area 2', wait: 10 }, either, { exit: 'nearest' }]);

    // Each choice is one edit, what was typed in a field another.
    const back = page.getByRole('button', { name: 'Undo' });
    for (let k = 0; k < 4; k++) await back.click();
    await expect
      .poll(() => wayOf(page))
      .toEqual([{ goal: 'waiting area', wait: 5 }, { goal: 'waiting area 2', wait: 60 }, { exit: 'nearest' }]);
    for (let k = 0; k < 4; k++) await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => wayOf(page)).toMatchObject([{}, either, {}]);

    const stopping = await runOf(page);
    expect(stopping).toMatchObject({ entered: 6, arrived: 6, inside: 0 });
    expect(stopping.seconds).toBeGreaterThan(straight.seconds + 15);
    const folder = temporaryFolder();
    try {
      const { code, out } = await runLauncher('run', folder.file('stops.yaml', await textOf(page)));
      expect(code).toBe(0);
      expect(out).toContain(`hash        ${stopping.hash}, seed 1`);
    } finally {
      folder.remove();
    }

    // Without stops it is as simple as before.
    await card.getByRole('button', { name: 'Remove stop 2' }).click();
    await card.getByRole('button', { name: 'Remove stop 1' }).click();
    await expect.poll(async () => (await dataOf(page)).sources).toMatchObject([{ exit: 'nearest' }]);
    expect(await wayOf(page)).toBeUndefined();
  });

  it('an itinerary that several follow is changed for all of them, and the rest of the file stays', async () => {
    const { page } = await openPage({ query: 'scenario=station-hall' });
    await untilPlaying(page);
    await page.evaluate(() => {
      globalThis.foulee.page.panel = 'people';
    });
    const before = await textOf(page);
    await page.getByRole('button', { name: /^train on side 1 in bursts/ }).click();
    const card = page.getByRole('group', { name: 'train on side 1', exact: true });
    await card.getByText('All who follow “leaving” (2 entrances) go this way.').waitFor();
    await expect.poll(() => card.getByRole('combobox', { name: 'Stop 1', exact: true }).inputValue()).toBe('quickest');
    await card.getByText('7 of 17 goals').click();
    await card.getByRole('checkbox', { name: 'gate out 7' }).uncheck();
    await card.getByText('6 of 17 goals').waitFor();
    await card.getByRole('combobox', { name: 'Stop 1', exact: true }).selectOption('the nearest of several');
    await card.getByRole('combobox', { name: 'Stop 1 waits for' }).selectOption('one number');
    const time = card.getByRole('textbox', { name: 'Stop 1 waits for exactly, s' });
    await time.fill('-1');
    // What is wrong is said at the stop.
    await card.getByRole('list', { name: 'On the way' }).getByRole('alert').getByText('0 s or more').waitFor();
    await time.fill('2');
    await card.getByRole('combobox', { name: 'Ends at' }).selectOption('the quickest exit');
    await expect
      .poll(() => textOf(page))
      .toBe(
        before
          .replace('exit: quickest, of: [gate out 1', 'exit: nearest, of: [gate out 1')
          .replace(', gate out 7] }', '], wait: 2 }')
          .replace('- { exit: nearest }', '- { exit: quickest }'),
      );
    await expect.poll(() => page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);
  });
});
