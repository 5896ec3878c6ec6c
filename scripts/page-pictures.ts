/**
 * Pictures of the page, from the page itself, into docs/pictures:
 *
 *   node scripts/run.mjs scripts/page-pictures.ts
 *
 * Needs a Chromium, as the browser tests do.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './page-browser.ts';

const FOLDER = 'docs/pictures';

const { browser, origin, close } = await openBrowser();

async function picture(
  name: string,
  scenario: string,
  colorScheme: 'light' | 'dark',
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
  await page.goto(`${origin}/?scenario=${scenario}`);
  await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined);
  await prepare(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  console.log(`drawn: ${name}.png`);
  await page.close();
}

/** Simulate up to a moment, and stop there. */
async function goTo(page: Page, seconds: number): Promise<void> {
  await page.evaluate(() => {
    globalThis.foulee.page.speed = Infinity;
  });
  await page.waitForFunction((time) => globalThis.foulee.page.present >= time, seconds, { timeout: 300_000 });
  await page.evaluate((time) => {
    const { page: state } = globalThis.foulee;
    state.speed = 1;
    state.isPlaying = false;
    state.show(time);
  }, seconds);
  await page.waitForTimeout(1500);
}

await picture('page-station-hall', 'station-hall', 'light', (page) => goTo(page, 70));
await picture('page-density', 'four-exit-room', 'dark', async (page) => {
  await goTo(page, 25);
  await page.getByRole('tab', { name: 'Measure' }).click();
  await page.getByRole('button', { name: 'Mean' }).click();
  await page.waitForTimeout(3000);
});
await picture('page-inside', 'station-hall', 'light', async (page) => {
  await goTo(page, 40);
  await page.getByRole('tab', { name: 'Inside' }).click();
  await page.getByRole('radio', { name: /^Zones/ }).check();
  await page.keyboard.press('1');
  await page.waitForTimeout(3000);
});
await picture('page-search', 'museum', 'light', async (page) => {
  await page.evaluate(async () => {
    const { page: state } = globalThis.foulee;
    state.isPlaying = false;
    state.edit((data) => ({ ...data, signs: {} }));
    await state.simulate();
    state.camera = 'plan';
  });
  await goTo(page, 200);
  await page.getByRole('tab', { name: 'Inside' }).click();
  await page.getByRole('radio', { name: /^Search/ }).check();
  await page.waitForTimeout(3000);
});
await close();
