/** A picture of a town is dropped: its sheet, what it opens, settings that are changed later and undone, and pictures that cannot be opened. */
import { greyPng } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageTests } from './browser.ts';

/** 64 × 48: one black house, one grey one, and a street around them. */
const TOWN = greyPng(
  64,
  Uint8Array.from({ length: 64 * 48 }, (_, k) => {
    const [x, y] = [k % 64, Math.floor(k / 64)];
    if (y < 12 || y >= 36) return 240;
    return x >= 8 && x < 28 ? 10 : x >= 36 && x < 56 ? 150 : 240;
  }),
);

const open = (page: Page, name: string, bytes: Uint8Array) =>
  page.getByLabel('Files to open').setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(bytes) });

const environment = (page: Page) => page.evaluate(() => globalThis.foulee.page.document?.data.environment);

/** Pixels of the preview that are black. */
const black = (page: Page) =>
  page.getByLabel('Buildings in black').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) if (data[k] === 0) count++;
    return count;
  });

pageTests('a picture of a town', ({ openPage }) => {
  it('is opened with its threshold and scale, which are kept, changed later and undone', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined);
    const before = await environment(page);
    await open(page, 'town.png', TOWN);
    const sheet = page.getByRole('dialog', { name: 'Open town.png' });
    await sheet.getByRole('button', { name: 'Open' }).waitFor();
    expect(await sheet.textContent()).toMatch(/64 × 48 pixels/);
    await expect.poll(() => black(page)).toBe(20 * 24);
    const threshold = sheet.getByRole('slider', { name: 'Threshold' });
    await threshold.fill('200');
    await expect.poll(() => black(page)).toBe(2 * 20 * 24);
    await sheet.getByRole('checkbox', { name: /Buildings are light/ }).check();
    await expect.poll(() => black(page)).toBe(64 * 48 - 2 * 20 * 24);
    await sheet.getByRole('checkbox', { name: /Buildings are light/ }).uncheck();
    await threshold.fill('5');
    expect(await sheet.getByRole('alert').textContent()).toMatch(/Nothing counts as building.*from 11 to 240/);
    expect(await sheet.getByRole('button', { name: 'Open' }).isDisabled()).toBe(true);
    await threshold.fill('200');
    await sheet.getByRole('spinbutton', { name: 'Metres per pixel' }).fill('0.5');
    expect(await sheet.getByLabel('Size of the place').textContent()).toBe('32 × 24 m');

    // Cancelled, what is open stays; chosen again, the sheet begins anew.
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await environment(page)).toEqual(before);
    await open(page, 'town.png', TOWN);
    await threshold.fill('200');
    await sheet.getByRole('spinbutton', { name: 'Metres per pixel' }).fill('0.5');
    await sheet.getByRole('button', { name: 'Open' }).click();
    await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'town');
    expect(await environment(page)).toEqual({ file: 'town.png', scale: 0.5, threshold: 200 });
    const area = () => page.evaluate(() => globalThis.foulee.page.place!.area);
    expect(await area()).toBeCloseTo((64 * 48 - 2 * 20 * 24) / 4, 6);

    // The same settings again, from the panel: one edit, that is undone.
    await page.getByRole('tab', { name: 'Place' }).click();
    await page.getByText('How the file is read').click();
    await page.getByRole('button', { name: 'Look at the picture' }).click();
    const again = page.getByRole('dialog', { name: 'Read town.png' });
    await again.getByRole('button', { name: 'Apply' }).waitFor();
    expect(await again.getByLabel('Size of the place').textContent()).toBe('32 × 24 m');
    await again.getByRole('slider', { name: 'Threshold' }).fill('100');
    await again.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(area).toBeCloseTo((64 * 48 - 20 * 24) / 4, 6);
    expect(await page.getByRole('textbox', { name: 'Threshold' }).inputValue()).toBe('100');
    await page.evaluate(() => globalThis.foulee.page.undo());
    await expect.poll(area).toBeCloseTo((64 * 48 - 2 * 20 * 24) / 4, 6);
    expect(await environment(page)).toEqual({ file: 'town.png', scale: 0.5, threshold: 200 });
  });

  it('that cannot be opened says why in the sheet', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined);
    const before = await environment(page);
    const told = async (name: string, bytes: Uint8Array, button: string) => {
      await open(page, name, bytes);
      const sheet = page.getByRole('dialog', { name: `Open ${name}` });
      const alert = await sheet.getByRole('alert').textContent();
      expect(await sheet.getByRole('button', { name: 'Open' }).and(page.locator(':enabled')).count()).toBe(0);
      const all = await sheet.textContent();
      await sheet.getByRole('button', { name: button }).click();
      await sheet.waitFor({ state: 'hidden' });
      return `${alert} ${all}`;
    };
    expect(await told('white.png', greyPng(9, new Uint8Array(81).fill(255)), 'Cancel')).toMatch(/white all over/);
    expect(await told('black.png', greyPng(9, new Uint8Array(81)), 'Cancel')).toMatch(/black all over/);
    expect(await told('words.png', new TextEncoder().encode('no picture'), 'Close')).toMatch(/is no PNG picture/);
    const huge = TOWN.slice();
    new DataView(huge.buffer).setUint32(16, 20_000);
    new DataView(huge.buffer).setUint32(20, 20_000);
    expect(await told('huge.png', huge, 'Close')).toMatch(
      /huge\.png has 20,000 × 20,000 pixels; 64 million is the most\..*more metres per pixel with “Metres per pixel”/,
    );
    expect(await environment(page)).toEqual(before);
  });
});
