/** The place as a town on tiles, in the panel Inside: four overlays, the size of tiles, and what is not connected. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageTests } from './browser.ts';

/** A square with four blocks 20 m wide, and a courtyard in the first that a passage 0.9 m wide leads to. */
const TOWN = `name: Blocks
duration: 60
environment:
  walkable: [{box: [0, 0, 100, 100]}]
  obstacles:
    - {box: [20, 20, 29.5, 40]}
    - {box: [29.5, 34, 40, 40]}
    - {box: [39, 20, 40, 34]}
    - {box: [30.4, 20, 39, 26]}
    - {box: [60, 20, 80, 40]}
    - {box: [20, 60, 40, 80]}
    - {box: [60, 60, 80, 80]}
`;

const overlaid = (page: Page) =>
  page.evaluate(() => {
    const { overlaid: shown, sketches } = globalThis.foulee.page;
    return {
      tiles: shown?.pictures?.map(({ columns, rows }) => [columns, rows]) ?? [],
      webs: (sketches.get('overlay') ?? []).filter(({ kind }) => kind === 'web').map(({ lines }) => lines!.length / 6),
      points: (sketches.get('overlay') ?? []).filter(({ kind }) => kind === 'line').length,
    };
  });

const legend = (page: Page) => page.getByRole('group', { name: 'Legend of the overlay' }).textContent();

pageTests('a town on tiles', ({ openPage }) => {
  it('is drawn over the place, made again with other tiles, and tells what is not connected', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined);
    await page.getByLabel('Files to open').setInputFiles({
      name: 'blocks.yaml',
      mimeType: 'text/plain',
      buffer: Buffer.from(TOWN),
    });
    await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'Blocks');
    await page.getByRole('tab', { name: 'Inside' }).click();
    const choose = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();

    await choose('Tiles');
    await expect.poll(async () => (await overlaid(page)).tiles).toEqual([[100, 100]]);
    expect(await legend(page)).toMatch(/building or wall, .* m².*ground \(street\).*pavement.*crossing/);
    const gaps = page.getByRole('group', { name: 'Not connected' });
    // One tile is wider than the passage.
    await expect.poll(() => gaps.textContent()).toMatch(/1 × Doors that tiles close/);
    await gaps
      .getByRole('list', { name: 'Doors that tiles close' })
      .getByRole('button', { name: '0.90 m wide' })
      .click();
    const marked = () => page.evaluate(() => globalThis.foulee.page.sketches.get('town gap')!);
    await expect.poll(async () => (await marked()).length).toBe(1);
    const [x, y] = await page.evaluate(() => globalThis.foulee.page.place!.origin);
    const [{ points }] = await marked();
    expect(points[0] + x).toBeCloseTo(29.95, 6);
    expect(points[1] + y).toBeGreaterThanOrEqual(20);
    expect(points[1] + y).toBeLessThanOrEqual(26);

    await choose('Goal graph');
    await expect.poll(async () => (await overlaid(page)).points).toBeGreaterThan(16);
    const { webs, tiles } = await overlaid(page);
    expect([webs.length, webs.every((lines) => lines > 0), tiles]).toEqual([2, true, []]);
    await choose('Crossings');
    await expect.poll(async () => (await overlaid(page)).webs).toEqual([webs[1]]);
    await choose('Predicted density');
    await expect.poll(() => legend(page)).toMatch(/times the mean/);
    expect((await overlaid(page)).tiles).toEqual([[100, 100]]);

    // With finer tiles the passage is open.
    const side = page.getByRole('spinbutton', { name: 'Tile side, metres' });
    await side.fill('0.25');
    await side.press('Enter');
    await expect.poll(async () => (await overlaid(page)).tiles).toEqual([[400, 400]]);
    await expect.poll(() => gaps.textContent()).not.toMatch(/Doors that tiles close/);
    expect(await marked()).toEqual([]);
    await choose('Tiles');
    await page.getByRole('combobox', { name: 'The place is' }).selectOption('an open place');
    await expect.poll(() => legend(page)).toMatch(/building.*floor/);
    expect(await legend(page)).not.toMatch(/crossing/);

    // More tiles than can be drawn: words, and nothing of the town before.
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.chooseTown({ ...state.townChoice, side: 0.02 });
    });
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/5,000 × 5,000.*give a larger tile side/);
    expect(await overlaid(page)).toEqual({ tiles: [], webs: [], points: 0 });
    await choose('Nothing');
    expect(await page.getByRole('group', { name: 'Not connected' }).count()).toBe(0);
  });
});
