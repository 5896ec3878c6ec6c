/** The walker model Stream in the page: chosen and undone, wandering, overlays of its maps, and what somebody on tiles does. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';

/** A square with two blocks; people wander, and one goes to a kiosk. */
const SQUARE = `# Kept as written.
name: Square
duration: 120
model: stream
tiles: { place: open, side: 0.5 }
environment:
  walkable: [{ box: [0, 0, 40, 30] }]
  obstacles:
    - { box: [8, 8, 14, 20] }
    - { box: [24, 8, 30, 20] }
goals:
  kiosk: { at: [20, 25], radius: 1 }
walkers:
  - { at: [3, 15], itinerary: [kiosk, { wander: 200 }] }
  - { in: { box: [16, 2, 22, 28] }, count: 30, itinerary: [{ wander: 200 }] }
  - { in: { box: [32, 2, 38, 28] }, count: 6, companions: 2, itinerary: [{ wander: 200 }] }
`;

const dataOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.document!.data);

async function open(page: Page, name: string, text: string) {
  await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined);
  await page.evaluate(() => {
    globalThis.foulee.page.panel = 'place';
  });
  await page.getByLabel('Files to open').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

const drawn = (page: Page) =>
  page.evaluate(() => {
    const { overlaid, sketches } = globalThis.foulee.page;
    const webs = (sketches.get('overlay') ?? []).filter(({ lines }) => lines !== undefined);
    return {
      note: overlaid?.note ?? '',
      lines: webs.reduce((sum, { lines }) => sum + lines!.length / 6, 0),
      faded: webs.some(({ opacities }) => opacities?.some((opacity) => opacity < 0.9) === true),
      pixels: overlaid?.pictures?.reduce((sum, { pixels }) => sum + pixels.filter((value) => value > 0).length, 0) ?? 0,
    };
  });

pageTests('the walker model Stream', ({ openPage }) => {
  it('draws its maps and tells what somebody does; another run says why there is nothing', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    const choose = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
    await page.getByRole('tab', { name: 'Inside' }).click();
    await choose('Direction field');
    await expect.poll(async () => (await drawn(page)).note).toMatch(/choose the walker model Stream/);

    await open(page, 'square.yaml', SQUARE);
    await page.waitForFunction(() => globalThis.foulee.page.info?.name === 'Square');
    await page.waitForFunction(() => globalThis.foulee.page.present > 4);
    // Opened and saved unchanged.
    expect(await page.evaluate(() => globalThis.foulee.page.scenarioFile()!.text)).toBe(SQUARE);
    await page.getByRole('tab', { name: 'Inside' }).click();
    await choose('Direction field');
    await expect.poll(async () => (await drawn(page)).lines).toBeGreaterThan(30);
    expect((await drawn(page)).faded).toBe(true);
    await choose('Measured density');
    await expect.poll(async () => (await drawn(page)).pixels).toBeGreaterThan(100);
    expect((await drawn(page)).note).toMatch(/30 × 30 squares of 1.3 × 1.0 m\. .* congested/);
    await choose('Occupied tiles');
    // Four sides each.
    await expect.poll(async () => (await drawn(page)).lines).toBe(4 * 37);

    // The first goes to the kiosk, others wander, in pairs some of them.
    const card = page.getByRole('complementary', { name: 'Person' });
    const select = (serial: number) =>
      page.evaluate((one) => {
        globalThis.foulee.page.selected = one;
      }, serial);
    await select(0);
    await card
      .getByText('Walks to kiosk', { exact: false })
      .or(card.getByText(/^Wait|^Stand/))
      .first()
      .waitFor();
    await expect.poll(() => card.textContent()).toMatch(/Speed class\s*\d+ of 15|0: stands/);
    await select(5);
    await expect.poll(() => card.textContent()).toMatch(/Wanders|wanders/);
    await expect.poll(() => card.getByRole('table', { name: 'Directions tried' }).textContent()).toMatch(/straight on/);
    await select(31);
    await expect.poll(() => card.textContent()).toMatch(/Group\s*(leads 1 other|of 2, led by person \d+)/);
    // Followed, with what they walked behind them.
    await page.evaluate(() => {
      globalThis.foulee.page.camera = 'follow';
    });
    await expect.poll(() => page.evaluate(() => globalThis.foulee.page.sketches.get('trail')!.length)).toBe(1);
    expect(await page.evaluate(() => globalThis.foulee.page.camera)).toBe('follow');
  });

  it('is chosen and undone; what it does not support is said, and nothing is lost', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await open(page, 'square.yaml', SQUARE.replace('model: stream\ntiles: { place: open, side: 0.5 }\n', ''));
    await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'Square');
    await page.getByRole('tab', { name: 'People' }).click();
    const problems = page.getByRole('list', { name: 'To mend before it can run' });
    await expect.poll(() => problems.textContent()).toMatch(/Wandering \(wander\).*choose the walker model Stream/);
    const run = page.getByRole('group', { name: 'The run' });
    await run.getByRole('combobox', { name: 'Walker model' }).selectOption('Stream');
    await expect.poll(() => problems.count()).toBe(0);
    await run.getByText('People walk on tiles', { exact: false }).waitFor();
    await run.getByRole('combobox', { name: 'The place is' }).selectOption('a town');
    await run.getByRole('textbox', { name: 'Tile side, m' }).fill('0.8');
    await run.getByRole('textbox', { name: 'Pavement width, m' }).fill('3');
    expect(await dataOf(page)).toMatchObject({ model: 'stream', tiles: { place: 'town', side: 0.8, pavement: 3 } });
    expect(await page.evaluate(() => globalThis.foulee.page.scenarioFile()!.text)).toMatch(
      /model: stream\ntiles:\n? *\{? *place: town/,
    );
    const undo = page.getByRole('button', { name: 'Undo' });
    for (let k = 0; k < 4; k++) await undo.click();
    await expect.poll(async () => (await dataOf(page)).model).toBeUndefined();
    expect((await dataOf(page)).tiles).toBeUndefined();

    // Wandering is a stop like others.
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('button', { name: /^people 2 30/ }).click();
    const card = page.getByRole('group', { name: 'people 2', exact: true });
    await card.getByRole('textbox', { name: 'Stop 1 wanders for exactly, s' }).fill('20');
    await card.getByRole('button', { name: 'Add a stop' }).click();
    const way = async () => ((await dataOf(page)).walkers as { itinerary?: unknown }[])[1]!.itinerary;
    await expect.poll(way).toEqual(['kiosk', { wander: 20 }]);
    await card.getByRole('combobox', { name: 'Goes to' }).selectOption('goal “kiosk”');
    await expect.poll(way).toEqual(['kiosk', { wander: 20 }, 'kiosk']);
    await card.getByRole('button', { name: 'Remove stop 2' }).click();
    await card.getByRole('button', { name: 'Add wandering' }).click();
    await expect.poll(way).toEqual(['kiosk', { wander: 60 }, 'kiosk']);
    for (let k = 0; k < 2; k++) await undo.click();
    await expect.poll(way).toEqual(['kiosk', { wander: 20 }, 'kiosk']);

    // Refused before Play, naming the field.
    await card.getByRole('combobox', { name: 'Stop 1', exact: true }).selectOption('the quickest of several');
    await expect.poll(() => problems.textContent()).toMatch(/exit: quickest\).*choose the walker model Reactive/);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect
      .poll(() => page.getByRole('alert').first().textContent())
      .toMatch(/not supported by the walker model Stream/);
    await undo.click();
    await expect.poll(() => problems.count()).toBe(0);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => globalThis.foulee.page.present > 1 && !globalThis.foulee.page.isEdited);
  });
});
