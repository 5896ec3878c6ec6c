/** Seeing and knowing on the page: what people of a profile know, where they go, and what somebody sees and knows. */
import { readFileSync } from 'node:fs';
import { parseScenarioText } from '@foulee/formats';
import { freshBundle } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { KNOWN_COLOURS } from '../src/protocol/knows.ts';
import { pageTests, untilPlaying } from './browser.ts';
import { click } from './on-the-floor.ts';

async function openMuseum(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(() => {
    const { page: state } = globalThis.foulee;
    state.isPlaying = false;
    // What somebody has in mind is known of the last seconds that were simulated.
    state.time = state.present;
    state.camera = 'plan';
  });
}

/** Where somebody who has been there for longest is, in the plan. */
function placeOfFirst(page: Page): Promise<[number, number]> {
  return page.evaluate(() => {
    const { history, time, place } = globalThis.foulee.page;
    const moment = history.moments.findLast((one) => one.time <= time)!;
    return [moment.numbers[0] + place!.origin[0], moment.numbers[1] + place!.origin[1]];
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
    const choice = card.getByRole('combobox', { name: 'Knowledge' });
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
    const { data } = parseScenarioText(text, 'museum.yaml');
    expect(data).toMatchObject({
      profiles: { guest: { knowledge: { start: ['painting', 'entrance'], ...numbers } } },
      itineraries: { visit: [{ goal: 'painting' }, { exit: 'known' }] },
    });
  });

  it('a click on somebody tells what they know, and draws it', async () => {
    const { page } = await openPage({ query: 'scenario=museum' });
    await untilPlaying(page);
    await page.waitForFunction(() => globalThis.foulee.page.history.moments.some(({ serial }) => serial.length > 1));
    await openMuseum(page);
    const [x, y] = await placeOfFirst(page);
    await click(page, x, y);
    const card = page.getByRole('complementary', { name: 'Person' });
    const knowledge = card.getByRole('region', { name: 'Knowledge' });
    await knowledge.getByText(/^Exploring, looking for painting$|^Walks to painting, which they know$/).waitFor();
    const fact = (name: string) =>
      knowledge.evaluate(
        (section, term) =>
          [...section.querySelectorAll('dt')]
            .find(({ textContent }) => textContent === term)!
            .nextElementSibling!.textContent!.trim(),
        name,
      );
    expect(await fact('Places known')).toMatch(/^(?:\d+ fully, )?\d+ partly, \d+ not at all$/);
    // They came in there.
    expect(await fact('Goals known')).toMatch(/entrance/);
    expect(await fact('Crowds remembered')).toMatch(/none|people\/m²/);
    const drawn = () =>
      page.evaluate(() => globalThis.foulee.page.sketches.get('known')!.map(({ kind, colour }) => `${kind} ${colour}`));
    expect(await drawn()).toEqual([]);
    await knowledge.getByRole('switch', { name: 'What they see and know' }).click();
    await page.waitForFunction(() => (globalThis.foulee.page.sketches.get('known')?.length ?? 0) > 0);
    const kinds = new Set(await drawn());
    expect(kinds).toContain(`fill ${KNOWN_COLOURS.unknown}`);
    expect(kinds).toContain(`fill ${KNOWN_COLOURS.partly}`);
    expect(kinds).toContain(`area ${KNOWN_COLOURS.view}`);
    expect(kinds).toContain(`line ${KNOWN_COLOURS.access}`);
    await knowledge.getByRole('switch', { name: 'What they see and know' }).click();
    await page.waitForFunction(() => globalThis.foulee.page.sketches.get('known')?.length === 0);
  });

  it('a click on a border tints what is seen through it; places, density and flow are drawn', async () => {
    const { page } = await openPage({ query: 'scenario=museum' });
    await untilPlaying(page);
    await page.waitForFunction(() => globalThis.foulee.page.history.moments.some(({ serial }) => serial.length > 0));
    await openMuseum(page);
    await page.evaluate(() => {
      globalThis.foulee.page.panel = 'inside';
    });
    const overlay = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
    const drawn = (layer: string) =>
      page.evaluate((one) => globalThis.foulee.page.sketches.get(one)?.map(({ kind }) => kind) ?? [], layer);
    await overlay('Places');
    await page.getByText('12 places.').waitFor();
    await page.getByText('12 borders that people walk through').waitFor();
    expect((await drawn('overlay')).filter((kind) => kind === 'line')).toHaveLength(12);

    await overlay('Seen through a border');
    await page.getByText('Click a border.').waitFor();
    // Through this doorway between two rooms of the lowest row.
    await click(page, 9.8, 1.9);
    const card = page.getByRole('complementary', { name: 'Border' });
    await card.getByText('Seen →').waitFor();
    expect(await card.textContent()).toMatch(/Seen → *\d+ places?, \d+ borders?/);
    expect(new Set(await drawn('spot'))).toEqual(new Set(['fill', 'line']));
    await card.getByRole('button', { name: 'Close the card' }).click();
    expect(await drawn('spot')).toEqual([]);
    await click(page, 9.8, 1.9);
    await card.waitFor();

    // With another overlay it goes.
    await overlay('Density by place');
    await card.waitFor({ state: 'detached' });
    expect(await drawn('spot')).toEqual([]);
    await expect.poll(() => drawn('overlay')).toContain('fill');
    // One scale of colours at a time.
    await page.getByRole('group', { name: 'Legend: Density by place, people/m²' }).waitFor();
    expect(await page.getByRole('group', { name: 'Legend: Speed, m/s' }).count()).toBe(0);
    await overlay('Flow at borders');
    await page.getByRole('group', { name: 'Legend: Speed, m/s' }).waitFor();
    await page.getByText(/(?:person is|people are) about to cross a border/).waitFor();
    await overlay('Nothing');
    await expect.poll(() => drawn('overlay')).toEqual([]);
  });

  it('where people search, what signs do, and one more of them where it helps most', async () => {
    const { page } = await openPage({ query: 'scenario=museum' });
    await untilPlaying(page);
    // Without signs people search.
    await page.evaluate(async () => {
      const { page: state } = globalThis.foulee;
      state.isPlaying = false;
      state.edit((data) => ({ ...data, signs: {} }));
      state.speed = Infinity;
      await state.simulate();
      state.panel = 'inside';
    });
    await page.waitForFunction(() => globalThis.foulee.page.present > 60);
    await page.evaluate(() => {
      globalThis.foulee.page.isPlaying = false;
    });
    // A click on a place that somebody went to explore flies there, and marks it.
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.show(state.present);
      state.selected = [...state.decisions].find(([, all]) => all.at(-1)!.code === 'explores')![0];
    });
    await page
      .getByRole('button', { name: /^Went to explore / })
      .last()
      .click();
    const marked = await page.evaluate(() => {
      const { flight, sketches } = globalThis.foulee.page;
      return sketches.get('decided')!.map(({ label, points }) => ({ label, isThere: points[0] === flight!.x }));
    });
    expect(marked).toEqual([{ label: expect.stringMatching(/^place \d+$/), isThere: true }]);
    await page.getByRole('button', { name: 'Choose nobody' }).click();
    expect(await page.evaluate(() => globalThis.foulee.page.sketches.get('decided'))).toEqual([]);
    const overlay = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
    await overlay('Search');
    await page.getByText(/^[\d,]+ s of search so far/).waitFor();
    await page.getByRole('group', { name: /^Legend: Search, 0:00/ }).waitFor();
    const painted = () =>
      page.evaluate(() => globalThis.foulee.page.overlaid?.pictures?.map(({ triangles }) => triangles!.length) ?? []);
    expect((await painted())[0]).toBeGreaterThan(100);
    await overlay('Turning back');
    await page.getByText(/turned back/).waitFor();
    await overlay('Signs');
    const found = page.getByRole('group', { name: 'What came of signs' });
    await found.getByText('There are no signs.').waitFor();
    const drawn = () => page.evaluate(() => globalThis.foulee.page.sketches.get('best sign')!.length);
    await expect.poll(drawn).toBe(3);
    await found.getByRole('button', { name: 'Add this sign' }).click();
    const signs = await page.evaluate(() => globalThis.foulee.page.document!.data.signs);
    expect(signs).toEqual({
      sign: { at: [expect.any(Number), expect.any(Number)], facing: expect.any(Number), shows: 'painting' },
    });
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);
    await page.getByRole('group', { name: 'sign', exact: true }).waitFor();
    await page.evaluate(() => globalThis.foulee.page.overlay(undefined));
    expect(await drawn()).toBe(0);
  });

  it('what somebody decided is in their card and on the time line, and leads to its moment', async () => {
    const { page } = await openPage({ query: 'scenario=museum' });
    await untilPlaying(page);
    await page.evaluate(() => {
      globalThis.foulee.page.speed = Infinity;
    });
    await page.waitForFunction(() => globalThis.foulee.page.decided > 8);
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.isPlaying = false;
      state.show(state.present);
      state.selected = [...state.decisions.keys()][0];
    });
    const card = page.getByRole('complementary', { name: 'Person' });
    const decisions = card.getByRole('region', { name: 'Decisions' });
    await decisions.getByText('Read the sign hall').waitFor();
    await decisions.getByText(/^Set off for painting, \d+ m$/).waitFor();
    // Read it and set off at the same moment: one mark.
    const marks = page.getByRole('button', { name: /Read the sign hall; Set off for painting/ });
    expect(await marks.count()).toBe(1);
    const at = await page.evaluate(() => globalThis.foulee.page.decisionsOf(globalThis.foulee.page.selected!)[0].time);
    await marks.click();
    expect(await page.evaluate(() => globalThis.foulee.page.time)).toBeCloseTo(at, 6);
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.show(state.present);
    });
    await decisions.getByRole('button').first().click();
    expect(await page.evaluate(() => globalThis.foulee.page.time)).toBeCloseTo(at, 6);
    await page.evaluate(() => globalThis.foulee.page.show(0.1));
    await decisions.getByText('Nothing yet').waitFor();
    await page.getByRole('button', { name: 'Choose nobody' }).click();
    expect(await marks.count()).toBe(0);
  });
});
