/** Seeing and knowing on the page: what people of a profile know, where they go, and what somebody sees and knows. */
import { readFileSync } from 'node:fs';
import { freshBundle } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';

async function openMuseum(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(() => {
    const { page: state } = globalThis.foulee;
    state.isPlaying = false;
    state.camera = 'plan';
  });
}

pageTests('seeing and knowing', ({ openPage }) => {
  beforeAll(freshBundle);

  it('profiles say what people know, and people leave by an exit they know', async () => {
    const { page } = await openPage({ query: 'scenario=museum' });
    await openMuseum(page);
    await page.evaluate(() => {
      globalThis.foulee.page.panel = 'people';
      globalThis.foulee.page.chosen = ['profiles', 'guest'];
    });
    const knowledge = () =>
      page.evaluate(() => {
        const profiles = globalThis.foulee.page.document!.data.profiles as Record<string, { knowledge?: unknown }>;
        return profiles.guest!.knowledge;
      });
    const card = page.getByRole('group', { name: 'guest', exact: true });
    const choice = card.getByRole('combobox', { name: 'Know of the place' });
    expect(await choice.inputValue()).toBe('unsaid');
    // Like a visitor: they know something, so that there is something to set.
    expect(await card.getByRole('textbox', { name: 'See up to, m' }).getAttribute('placeholder')).toBe('as visitor');
    await choice.selectOption('nothing at first');
    expect(await knowledge()).toBe('nothing');
    await card.getByRole('textbox', { name: 'See up to, m' }).fill('25');
    await card.getByRole('textbox', { name: 'Remember crowds for, s' }).fill('30');
    await card.getByRole('textbox', { name: 'Avoid crowds', exact: true }).fill('2');
    await card.getByRole('textbox', { name: 'Follow others' }).fill('0.5');
    const numbers = { range: 25, memory: 30, avoidCrowds: 2, follow: 0.5 };
    expect(await knowledge()).toEqual({ start: 'nothing', ...numbers });
    await choice.selectOption('chosen areas, goals');
    await card.getByRole('checkbox', { name: 'entrance' }).check();
    expect(await knowledge()).toEqual({ start: ['painting', 'entrance'], ...numbers });

    // Not like anybody: everything, always, and nothing to set.
    await card.getByRole('combobox', { name: 'Like' }).selectOption('usual people');
    await choice.selectOption('everything, always');
    expect(await knowledge()).toBeUndefined();
    expect(await card.getByRole('textbox', { name: 'See up to, m' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await knowledge()).toMatchObject({ range: 25 });

    await page.evaluate(() => {
      globalThis.foulee.page.chosen = ['sources', 0];
    });
    const end = page.getByRole('combobox', { name: 'Ends at' });
    expect(await end.inputValue()).toBe('known');
    await end.selectOption('the nearest exit');
    await end.selectOption('the nearest exit they know');
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    expect(text).toContain('{start: [painting, entrance], range: 25, memory: 30, avoidCrowds: 2, follow: 0.5}');
    expect(text).toContain('exit: known');
  });
});
