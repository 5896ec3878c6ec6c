/** For everybody: in small windows, with the keyboard alone, with fingers, and where little is to move. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageTests, shownTime, untilPlaying } from './browser.ts';
import { pictures, pixelOf, untilStill } from './on-the-floor.ts';

const LONG = 'Evacuation of the main hall and both platforms, Tuesday morning, 8:05 am';

/** What cannot be reached: beside the window, or cut off. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('button, select, input, .panel')].filter((one) =>
      one.checkVisibility(),
    );
    const isOutside = ({ left, right, width }: DOMRect) => width > 0 && (left < -1 || right > innerWidth + 1);
    return shown.filter((one) => isOutside(one.getBoundingClientRect())).map(({ outerHTML }) => outerHTML.slice(0, 80));
  });

/** What has the focus, as it is called. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one === document.body ? 'nothing' : (one?.getAttribute('aria-label') ?? one?.textContent?.trim());
  });

const dataOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.document!.data);

pageTests('access', ({ openPage }) => {
  it('long names and small windows: everything stays within, panels lie over the scene, the card of keys scrolls', async () => {
    const { page } = await openPage({ query: 'scenario=corridor' });
    await untilPlaying(page);
    await page.keyboard.press('Space');
    await page.evaluate((name) => {
      const { page: state } = globalThis.foulee;
      state.panel = 'people';
      state.info = { ...state.info!, name };
      state.edit((data) => ({ ...data, exits: { ['x'.repeat(100)]: { box: [0, 0, 1, 1] } } }));
    }, LONG);
    expect(LONG).toHaveLength(72);
    for (const [width, height] of [
      [1024, 768],
      [768, 1024],
      [640, 400],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => {
        globalThis.foulee.page.trouble = { where: 'Here:', what: 'something '.repeat(20), remedy: 'else' };
      });
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keys' });
      await keys.waitFor();
      expect(await outside(page), `${width} × ${height}`).toEqual([]);
      expect(await page.getByRole('tabpanel').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      const [card, scene] = [(await keys.boundingBox())!, (await page.locator('.scene').boundingBox())!];
      expect(card.y + card.height).toBeLessThanOrEqual(scene.y + scene.height);
      await keys.getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded();
      await keys.getByRole('button', { name: 'Close' }).click();
      if (width <= 640) expect(scene.width).toBe(width);
    }
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Fold the panel' }).click();
    expect(await page.getByRole('tabpanel').count()).toBe(0);
    expect(await page.locator('header .title').getAttribute('title')).toBe(LONG);
  });

  it('the keyboard alone: tabs, the scene, things of every kind, people', async () => {
    const { page } = await openPage({ query: 'scenario=bottleneck-100' });
    await untilPlaying(page);
    await page.keyboard.press('Space');
    const before = await shownTime(page);
    await page.getByRole('tab', { name: 'Place' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('People');
    expect(await page.getByRole('tabpanel', { name: 'People' }).count()).toBe(1);
    await page.keyboard.press('End');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Inside');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Place');
    expect(await shownTime(page)).toBe(before);

    // People one after the other, round and round.
    const selected = () => page.evaluate(() => globalThis.foulee.page.selected);
    await page.keyboard.press(']');
    const first = await selected();
    await page.keyboard.press(']');
    expect(await selected()).toBeGreaterThan(first!);
    await page.keyboard.press('[');
    expect(await selected()).toBe(first);
    await page.keyboard.press('Escape');

    await page.evaluate(() => globalThis.foulee.page.openNew());
    await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'New room');
    const scene = page.getByRole('application', { name: 'The place and the people in it' });
    await scene.focus();
    await untilStill(page);
    const [x, y] = await pixelOf(page, 6, 4);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await untilStill(page);
    const [movedX, movedY] = await pixelOf(page, 6, 4);
    expect([movedX - x, movedY - y].map(Math.round)).toEqual([-60, 60]);
    const pixel = () => page.evaluate(() => globalThis.foulee.page.pixel);
    const far = await pixel();
    await page.keyboard.press('+');
    await untilStill(page);
    expect(far / (await pixel())).toBeCloseTo(1.25, 1);
    await page.keyboard.press('-');
    await page.keyboard.press('f');

    // Each is put down in the middle, and its place is typed.
    const add = async (name: string, field: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe('Add with numbers');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe(field);
    };
    await add('Exit area', 'Left, m');
    await page.keyboard.type('7.5');
    await add('Exit line', 'Start x, m');
    await add('People', 'Left, m');
    await add('One person', 'x, m');
    await add('Entrance', 'Left, m');
    await add('Waiting area', 'Left, m');
    await add('Obstacle', 'Left, m');
    await add('Glass', 'Start x, m');
    await add('Wall', 'Start x, m');
    const data = await dataOf(page);
    expect(data).toMatchObject({
      exits: { exit: { box: [7.5, expect.anything(), expect.anything(), expect.anything()] }, 'exit 2': {} },
      walkers: [{ count: 32 }, { goal: 'exit' }],
      sources: [{ name: 'entrance' }],
      goals: { 'waiting area': {} },
      environment: { glass: [expect.anything()], lines: [expect.anything()] },
    });

    // Backspace elsewhere is no wish to delete.
    const chosen = () => page.evaluate(() => globalThis.foulee.page.chosen);
    await page
      .getByRole('button', { name: 'Pause' })
      .or(page.getByRole('button', { name: 'Play', exact: true }))
      .focus();
    await page.keyboard.press('Backspace');
    expect(await chosen()).toBeDefined();
    await scene.focus();
    await page.keyboard.press('Backspace');
    expect(await chosen()).toBeUndefined();
    expect(await dataOf(page)).toMatchObject({ environment: { obstacles: [expect.anything()], lines: [] } });
    await page.getByRole('button', { name: /^exit 2 2/ }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await expect.poll(() => focused(page)).toMatch(/^Exits/);
  });

  it('the card of keys and messages give the focus back, Esc closes them, Space plays after scrubbing', async () => {
    const { page } = await openPage({ query: 'scenario=bottleneck-100' });
    await untilPlaying(page);
    // The slider goes by steps: less than half a one is its beginning already.
    await page.waitForFunction(() => globalThis.foulee.page.time > 0.2);
    await page.keyboard.press('Space');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    const theme = page.getByRole('button', { name: 'Dark colours' });
    await theme.focus();
    await page.keyboard.press('?');
    await expect.poll(() => focused(page)).toBe('Keys');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Dark colours');
    await page.keyboard.press('?');
    await keys.waitFor();
    await page.getByRole('combobox', { name: 'Speed' }).focus();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Speed');

    // There before they say something.
    const alert = page.getByRole('alert');
    expect((await alert.textContent())!.trim()).toBe('');
    const fail = () =>
      page.evaluate(() => {
        globalThis.foulee.page.trouble = { where: 'Here:', what: 'something', remedy: 'something else' };
      });
    await fail();
    await theme.focus();
    await alert.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Dark colours');
    await fail();
    await page.keyboard.press(']');
    await page.keyboard.press('Escape');
    expect(await alert.textContent()).toContain('something');
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await alert.textContent())!.trim()).toBe('');

    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await shownTime(page)).toBe(0);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => globalThis.foulee.page.isPlaying && globalThis.foulee.page.time > 0.2);
  });

  it('cameras are there at once where little is to move, and fingers find what they aim at', async () => {
    const { page } = await openPage({ query: 'scenario=corridor', hasTouch: true, width: 820, height: 1180 });
    await untilPlaying(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.isPlaying = false;
      state.camera = 'plan';
      state.edit((data) => ({ ...data, events: [{ at: 0.2, close: 'no door' }] }));
    });
    await pictures(page, 3);
    const before = await page.evaluate(() => globalThis.foulee.page.pixel);
    await page.getByRole('application').focus();
    await page.keyboard.press('+');
    await pictures(page, 3);
    expect(before / (await page.evaluate(() => globalThis.foulee.page.pixel))).toBeCloseTo(1.25, 3);

    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    const keys = (await page.getByRole('button', { name: 'Keys' }).boundingBox())!;
    expect(Math.min(keys.width, keys.height)).toBeGreaterThanOrEqual(32);
    const mark = (await page.locator('.mark').first().boundingBox())!;
    expect(Math.min(mark.width, mark.height)).toBeGreaterThanOrEqual(24);
  });
});
