/** A video of what was simulated: made, cancelled, played by the browser's own player; and said where it cannot be made. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';

interface Plan {
  from: string;
  to: string;
  speed: string;
  rate: string;
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'Measure' }).click();
  await page.getByRole('button', { name: 'Video…' }).click();
  return page.getByRole('dialog', { name: 'Video of the run' });
}

async function fill(dialog: Locator, { from, to, speed, rate }: Plan): Promise<void> {
  await dialog.getByLabel('From, seconds').fill(from);
  await dialog.getByLabel('To, seconds').fill(to);
  await dialog.getByLabel('Speed').selectOption(speed);
  await dialog.getByLabel('Frames per second').selectOption(rate);
  await dialog.getByLabel('Size').selectOption('as on the page');
}

async function make(page: Page, dialog: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Make the video' }).click(),
  ]);
  await dialog.getByText(/^Saved: /).waitFor();
  return { name: download.suggestedFilename(), bytes: readFileSync((await download.path())!) };
}

/** What the browser's player makes of it: pictures at the given seconds, as grey values, 64 × 36. */
async function play(page: Page, bytes: Buffer, seconds: number[]) {
  const player = await page.context().newPage();
  const played = await player.evaluate(
    async ([base64, times]) => {
      const video = document.createElement('video');
      video.muted = true;
      const ready = new Promise((done, fail) => {
        video.addEventListener('loadeddata', done, { once: true });
        video.addEventListener('error', () => fail(new Error(video.error?.message)), { once: true });
      });
      video.src = `data:video/webm;base64,${base64}`;
      await ready;
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [64, 36];
      const drawing = canvas.getContext('2d')!;
      const pictures: number[][] = [];
      for (const time of times) {
        const there = new Promise((done) => video.addEventListener('seeked', done, { once: true }));
        // A busy player has its picture later than it says; the same picture again is none.
        const shown = new Promise<void>((done) => {
          video.requestVideoFrameCallback(() => done());
          setTimeout(done, 1500);
        });
        video.currentTime = time;
        await there;
        await shown;
        drawing.drawImage(video, 0, 0, 64, 36);
        const { data } = drawing.getImageData(0, 0, 64, 36);
        pictures.push(Array.from({ length: 64 * 36 }, (_, k) => (data[4 * k] + data[4 * k + 1] + data[4 * k + 2]) / 3));
      }
      return { duration: video.duration, width: video.videoWidth, height: video.videoHeight, pictures };
    },
    [bytes.toString('base64'), seconds] as const,
  );
  await player.close();
  return played;
}

const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
/** How many pixels differ by more than what encoding does to them. */
const differing = (a: number[], b: number[]) => a.filter((value, k) => Math.abs(value - b[k]) > 12).length;

const stateOf = (page: Page) =>
  page.evaluate(() => {
    const { time, isPlaying, camera } = globalThis.foulee.page;
    return { time, isPlaying, camera };
  });

pageTests('a video', ({ openPage }) => {
  it('is made, can be scrubbed by a player, and leaves the run as it was; follows somebody, and looks through its eyes', async () => {
    const { page } = await openPage({ query: 'scenario=corridor', width: 760, height: 420, isDrawn: true });
    await untilPlaying(page);
    await page.evaluate(() => (globalThis.foulee.page.speed = 16));
    await page.waitForFunction(() => globalThis.foulee.page.present > 16);
    await page.keyboard.press('Space');
    await page.evaluate(() => globalThis.foulee.page.show(5));
    const before = await stateOf(page);
    const canvas = page.locator('.stage canvas');
    const pixels = () => canvas.evaluate((one: HTMLCanvasElement) => [one.width, one.height]);
    const onPage = await pixels();

    const dialog = await openDialog(page);
    // 12 simulated seconds at × 8 are 1.5 s, of 15 pictures each: 22.5, so 23.
    await fill(dialog, { from: '3', to: '15', speed: '× 8', rate: '15' });
    await dialog.getByText('0:01.5 of video').waitFor();
    const { name, bytes } = await make(page, dialog);
    expect(name).toMatch(/^corridor.*-3-15s\.webm$/);
    expect(await stateOf(page)).toEqual(before);
    expect(await pixels()).toEqual(onPage);

    const orbit = await play(page, bytes, [0.02, 1.4, 0.02]);
    expect(orbit.duration).toBeCloseTo(23 / 15, 2);
    // Half a pixel for each of the page's, and even.
    for (const [k, length] of [orbit.width, orbit.height].entries()) {
      expect(length % 2).toBe(0);
      expect(Math.abs(length - onPage[k])).toBeLessThanOrEqual(1);
    }
    const [first, last, again] = orbit.pictures as [number[], number[], number[]];
    expect(spread(first)).toBeGreaterThan(60);
    // In the corner, where nothing else is, stands what is shown, and when.
    expect(spread(first.filter((_, k) => k % 64 < 10 && k < 64 * 6))).toBeGreaterThan(15);
    expect(differing(first, last)).toBeGreaterThan(3);
    // Back to the same picture: what differed was not the encoder.
    expect(differing(first, again)).toBe(0);

    const seen: number[][] = [];
    for (const camera of ['follow', 'eyes'] as const) {
      await page.evaluate((asked) => {
        const { page: state } = globalThis.foulee;
        state.selected = state.history.moments.find(({ time }) => time > 4.9)!.serial[0];
        state.camera = asked;
      }, camera);
      // 4 s at × 15, 15 pictures a second: four pictures.
      await fill(dialog, { from: '5', to: '9', speed: '× 15', rate: '15' });
      await dialog.getByLabel('With names and legend').uncheck();
      const video = await play(page, (await make(page, dialog)).bytes, [0.02, 0.22]);
      expect(video.duration).toBeCloseTo(4 / 15, 2);
      const [begin, end] = video.pictures as [number[], number[]];
      expect(spread(begin)).toBeGreaterThan(60);
      // The walls pass by.
      expect(differing(begin, end)).toBeGreaterThan(40);
      seen.push(begin);
    }
    expect(differing(first, seen[0])).toBeGreaterThan(100);
    expect(differing(seen[0], seen[1])).toBeGreaterThan(100);
    expect(await stateOf(page)).toEqual({ ...before, camera: 'eyes' });
  });

  it('is refused where it makes no sense, can be cancelled, and says so where the browser has no encoder', async () => {
    const { page } = await openPage({ query: 'scenario=corridor', width: 760, height: 420, isDrawn: true });
    await untilPlaying(page);
    await page.waitForFunction(() => globalThis.foulee.page.time > 1.5);
    let saved = 0;
    page.on('download', () => saved++);
    const dialog = await openDialog(page);
    const button = dialog.getByRole('button', { name: 'Make the video' });
    await fill(dialog, { from: '1', to: '500', speed: '× 1', rate: '60' });
    await dialog.getByText(/^So far there are /).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await fill(dialog, { from: '1', to: '1', speed: '× 1', rate: '60' });
    await dialog.getByText('The end must come after').waitFor();

    await fill(dialog, { from: '0', to: '1.5', speed: '× 1', rate: '60' });
    await button.click();
    await dialog.getByText(/^Picture [2-9] of 90/).waitFor();
    // The run waits.
    const present = await page.evaluate(() => globalThis.foulee.page.present);
    expect((await stateOf(page)).isPlaying).toBe(false);
    await page.keyboard.press('Escape');
    await button.waitFor();
    // It goes on playing, as before.
    expect((await stateOf(page)).isPlaying).toBe(true);
    await page.waitForFunction((known) => globalThis.foulee.page.present > known, present);
    expect(saved).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
    await page.getByRole('button', { name: 'Video…' }).click();
    await dialog.getByText(/no video encoder/).waitFor();
    await dialog.getByText(/Chrome or Edge.*Firefox.*Safari/).waitFor();
    expect(await button.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
