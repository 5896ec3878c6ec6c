/** Signs in the editor: placed, turned, told what to show, undone, saved, and read by people who walk. */
import { readFileSync } from 'node:fs';
import { freshBundle } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';
import { click, drag, pixelOf } from './on-the-floor.ts';

const ROOMS = `name: rooms
duration: 120
environment:
  walkable: [{box: [0, 0, 10, 8]}, {box: [10.4, 0, 20, 8]}, {box: [10, 1, 10.4, 3]}]
profiles:
  guest: {knowledge: nothing}
goals:
  shop: {at: [18, 6]}
exits:
  out: {line: [[19.5, 0], [19.5, 3]]}
walkers:
  - {at: [2, 5], goal: out}
`;

const signsOf = (page: Page) =>
  page.evaluate(() => globalThis.foulee.page.document!.data.signs as Record<string, unknown> | undefined);

async function openRooms(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(async (yaml) => {
    const { page: state } = globalThis.foulee;
    await state.openFiles([{ name: 'rooms.yaml', bytes: new TextEncoder().encode(yaml) }]);
    state.panel = 'people';
    state.camera = 'plan';
    state.isPlaying = false;
    state.isGrid = true;
  }, ROOMS);
  await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'rooms');
}

pageTests('signs', ({ openPage }) => {
  beforeAll(freshBundle);

  it('are placed, turned, filled in, undone and saved', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openRooms(page);
    const take = () => page.getByRole('button', { name: 'Sign', exact: true }).click();
    await take();
    await page.getByText('Sign: click where it stands; drag to turn it').waitFor();
    await click(page, 5, 7.5);
    expect(await signsOf(page)).toEqual({ sign: { at: [5, 7.5], facing: -90, shows: 'out' } });
    const card = page.getByRole('group', { name: 'sign', exact: true });
    await card.getByRole('checkbox', { name: 'shop' }).check();
    await card.getByRole('textbox', { name: 'Readable from, m' }).fill('12');
    await card.getByRole('textbox', { name: 'Readable within, °' }).fill('90');
    await card.getByRole('textbox', { name: 'Share of people who notice it' }).fill('0.4');
    await card.getByRole('textbox', { name: /^Faces/ }).fill('-60');
    expect(await signsOf(page)).toEqual({
      sign: { at: [5, 7.5], facing: -60, shows: ['out', 'shop'], range: 12, angle: 90, notice: 0.4 },
    });
    await card.getByRole('combobox', { name: 'Shows' }).selectOption('everything, like a map');
    expect(await signsOf(page)).toMatchObject({ sign: { shows: 'everything' } });

    // Its arrow turns it, the sign itself moves it.
    await page.getByRole('button', { name: 'Select and move' }).click();
    await drag(page, [5 + 0.9 * Math.cos(Math.PI / 3), 7.5 - 0.9 * Math.sin(Math.PI / 3)], [2, 7.5]);
    expect(await signsOf(page)).toMatchObject({ sign: { at: [5, 7.5], facing: 180 } });
    await drag(page, [5, 7.5], [6, 7]);
    expect(await signsOf(page)).toMatchObject({ sign: { at: [6, 7], facing: 180 } });
    await page.keyboard.press('Escape');

    await take();
    await drag(page, [9, 2], [12, 2]);
    expect(await signsOf(page)).toMatchObject({ 'sign 2': { at: [9, 2], facing: 0, shows: 'out' } });
    await page.getByRole('textbox', { name: 'Name' }).fill('to the exit');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    expect(Object.keys((await signsOf(page))!)).toEqual(['sign', 'to the exit']);

    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await undo.click();
    expect(Object.keys((await signsOf(page))!)).toEqual(['sign']);
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    expect(text).toMatch(/^signs:$/m);
    expect(text).toContain('sign 2: {at: [9, 2], facing: 0, shows: out}');
  });

  it('off the floor are marked while they are drawn, and by their card', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openRooms(page);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.mouse.move(...(await pixelOf(page, 5, 8.9)));
    await page.getByText('off the floor', { exact: true }).waitFor();
    await click(page, 5, 9);
    await page.getByText('It lies beside the floor: nobody can read it. Move it onto the floor.').waitFor();
  });

  it('are seen and named while people walk, and a click opens their card', async () => {
    const { page } = await openPage({ query: 'scenario=museum' });
    await untilPlaying(page);
    await page.evaluate(() => {
      globalThis.foulee.page.camera = 'plan';
      globalThis.foulee.page.panel = undefined;
    });
    await page.waitForFunction(
      () => globalThis.foulee.page.sketches.get('document')?.some(({ kind }) => kind === 'plate') === true,
    );
    await page.mouse.move(...(await pixelOf(page, 19.4, 15)));
    await page.locator('.labels').getByText('sculptures', { exact: true }).waitFor({ state: 'attached' });
    await click(page, 19.4, 15);
    const card = page.getByRole('group', { name: 'sculptures', exact: true });
    expect(await card.getByRole('combobox', { name: 'Shows' }).inputValue()).toBe('goals');
    expect(await card.getByRole('checkbox', { name: 'painting' }).isChecked()).toBe(true);
    expect(await card.getByRole('textbox', { name: 'Readable from, m' }).getAttribute('placeholder')).toBe('20');
  });
});
