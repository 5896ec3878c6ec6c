/** Watching: the page opens with a crowd, plays, pauses, steps, goes back and on, at any speed, and walks to the same hash as Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshBundle, runLauncher } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { pageTests, shownTime, untilPlaying } from './browser.ts';
import { pixelOf, untilStill } from './on-the-floor.ts';
import { servePlainly } from './plain-server.ts';

const SCENARIOS = join(import.meta.dirname, '..', '..', 'scenarios');

/** As the clock says it: "1:23.4" → 83.4. */
async function clockTime(page: Page): Promise<number> {
  const text = await page.locator('.clock').first().textContent();
  const [minutes, seconds] = text!.split(':').map(Number);
  return 60 * minutes! + seconds!;
}

const chooseFromGallery = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click();
};

const untilTime = (page: Page, time: number) =>
  page.waitForFunction((asked) => globalThis.foulee.page.time >= asked, time);

pageTests('watching', ({ openPage }) => {
  beforeAll(freshBundle);

  it('opens with a station hall full of people, and plays', async () => {
    const { page, requests } = await openPage({ isDrawn: true });
    await untilPlaying(page);
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    expect(await page.evaluate(() => globalThis.foulee.page.info!.name)).toMatch(/station/i);
    await untilTime(page, 0.5);
    const before = await clockTime(page);
    await untilTime(page, before + 0.5);
    expect(await clockTime(page)).toBeGreaterThan(before);
    expect((await page.getByRole('alert').textContent())!.trim()).toBe('');
    // Nothing is asked for that does not come with the page.
    for (const url of requests) expect(new URL(url).pathname).toMatch(/^\/(?:$|icon\.svg$|assets\/)/);
  });

  it('pauses and goes on by Space, and steps by arrows, a tenth of a second each', async () => {
    const { page } = await openPage({ query: 'scenario=corridor' });
    await untilPlaying(page);
    await untilTime(page, 1.5);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const paused = await shownTime(page);
    await page.waitForTimeout(400);
    expect(await shownTime(page)).toBe(paused);

    await page.keyboard.press('ArrowLeft');
    const step = await shownTime(page);
    expect(step).toBeCloseTo((Math.round(paused / 0.1) - 1) * 0.1, 9);
    await page.keyboard.press('ArrowLeft');
    expect(await shownTime(page)).toBeCloseTo(step - 0.1, 9);
    await page.keyboard.press('ArrowRight');
    expect(await shownTime(page)).toBeCloseTo(step, 9);
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await shownTime(page)).toBeCloseTo(step - 1, 9);
    await page.getByRole('button', { name: 'One step on' }).click();
    expect(await shownTime(page)).toBeCloseTo(step - 0.9, 9);
    await page.keyboard.press('Home');
    expect(await clockTime(page)).toBe(0);

    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await untilTime(page, 0.3);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  it('follows who is chosen or in the middle, as long as it is there, and never goes through the floor', async () => {
    const { page } = await openPage({ query: 'scenario=bottleneck-100' });
    await untilPlaying(page);
    const camera = () => page.evaluate(() => globalThis.foulee.page.camera);
    // Nobody is chosen: whoever is in the middle, in whose eyes one is next; Esc lets go of it.
    await page.keyboard.press('Space');
    await page.keyboard.press('3');
    await expect.poll(camera).toBe('follow');
    const followed = await page.evaluate(() => globalThis.foulee.page.selected);
    const nearest = await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      const { serial, numbers } = state.history.moments.findLast(({ time }) => time <= state.time)!;
      const [left, bottom, right, top] = state.place!.bounds;
      const width = numbers.length / serial.length;
      const away = Array.from(serial, (_, k) =>
        Math.hypot(numbers[width * k] - (left + right) / 2, numbers[width * k + 1] - (bottom + top) / 2),
      );
      return [...serial].sort((a, b) => away[serial.indexOf(a)] - away[serial.indexOf(b)]).slice(0, 10);
    });
    // The middle of the picture is not quite that of the place.
    expect(nearest).toContain(followed);
    await page.keyboard.press('4');
    await expect.poll(camera).toBe('eyes');
    expect(await page.evaluate(() => globalThis.foulee.page.selected)).toBe(followed);
    await page.keyboard.press('Escape');
    await expect.poll(camera).toBe('orbit');

    // Somebody who is chosen.
    const [x, y] = await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      const { serial, numbers } = state.history.moments.findLast(({ time }) => time <= state.time)!;
      state.selected = serial[0];
      return [numbers[0] + state.place!.origin[0], numbers[1] + state.place!.origin[1]];
    });
    await page.keyboard.press('1');
    await page.keyboard.press('3');
    expect(await camera()).toBe('follow');
    // From a few metres away, in the middle of the picture: a metre takes at least 50 pixels.
    const middle = await page.locator('.stage canvas').boundingBox();
    await expect.poll(() => page.evaluate(() => globalThis.foulee.page.pixel)).toBeLessThan(1 / 50);
    await expect
      .poll(async () => {
        const [left, top] = await pixelOf(page, x!, y!);
        return Math.hypot(left - middle!.x - middle!.width / 2, top - middle!.y - middle!.height / 2);
      })
      .toBeLessThan(90);
    await page.keyboard.press('4');
    expect(await camera()).toBe('eyes');
    await page.keyboard.press('Escape');
    await expect.poll(camera).toBe('plan');

    // Who has left is not followed any more.
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => {
      const { page: state } = globalThis.foulee;
      const last = state.history.moments.at(-1)!.serial;
      return state.history.moments[0].serial.some((serial) => !last.includes(serial));
    });
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.isPlaying = false;
      state.show(0);
      const last = state.history.moments.at(-1)!.serial;
      state.selected = state.history.moments[0].serial.find((serial) => !last.includes(serial))!;
    });
    await page.keyboard.press('3');
    expect(await camera()).toBe('follow');
    await page.keyboard.press('End');
    await expect.poll(camera).toBe('plan');

    // Fourteen notches at the floor, and a few more: it stays in the picture.
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.keyboard.press('f');
    const [floorX, floorY] = await page.evaluate(() => {
      const [left, bottom, right] = globalThis.foulee.page.place!.bounds;
      const [originX, originY] = globalThis.foulee.page.place!.origin;
      return [originX + 0.9 * right + 0.1 * left, originY + bottom + 1];
    });
    await untilStill(page);
    const at = await pixelOf(page, floorX!, floorY!);
    await page.mouse.move(...at);
    for (let k = 0; k < 20; k++) await page.mouse.wheel(0, -100);
    // The driver does not wait for wheels.
    await expect.poll(() => page.evaluate(() => globalThis.foulee.page.pixel)).toBeLessThan(1 / 150);
    await untilStill(page);
    const after = await pixelOf(page, floorX!, floorY!);
    // Under the pointer still: it is what was come nearer to.
    expect(Math.hypot(after[0] - at[0], after[1] - at[1])).toBeLessThan(60);
    // Two metres beside it are off by far: one is near.
    const beside = await pixelOf(page, floorX! - 2, floorY!);
    expect(Math.hypot(beside[0] - after[0], beside[1] - after[1])).toBeGreaterThan(300);
  });

  it('goes back to a moment that was, shows the same people, and goes on from there; at other speeds', async () => {
    const { page } = await openPage({ query: 'scenario=corridor', isDrawn: true });
    await untilPlaying(page);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('× 16');
    await untilTime(page, 12);
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.fill('4');
    expect(await shownTime(page)).toBe(4);
    expect(await clockTime(page)).toBe(4);
    const atFour = () =>
      page.evaluate(() => {
        const { moments } = globalThis.foulee.page.history;
        const { serial, numbers } = moments.find(({ time }) => Math.abs(time - 4) < 1e-6)!;
        return [...serial, ...numbers];
      });
    const first = await atFour();
    expect(first.length).toBeGreaterThan(30);
    await slider.fill('10');
    expect(await shownTime(page)).toBe(10);
    await slider.fill('4');
    expect(await atFour()).toEqual(first);

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('× 0.1');
    const present = await page.evaluate(() => globalThis.foulee.page.present);
    const speed = await page.evaluate(async () => {
      const { page: shown } = globalThis.foulee;
      shown.toggle();
      const [time, now] = [shown.time, performance.now()];
      await new Promise((done) => setTimeout(done, 1500));
      return (1000 * (shown.time - time)) / (performance.now() - now);
    });
    // Pictures that take longer than a quarter of a second count as that.
    expect(speed).toBeGreaterThan(0.01);
    expect(speed).toBeLessThan(0.15);
    // What is known already is not simulated again.
    expect(await page.evaluate(() => globalThis.foulee.page.present)).toBe(present);

    // The time line is not as long as the run may take, and stays as it is while somebody drags.
    const lineEnd = () => slider.evaluate((input: HTMLInputElement) => Number(input.max));
    const before = await lineEnd();
    expect(before).toBeGreaterThanOrEqual(1.25 * present);
    expect(before).toBeLessThan(await page.evaluate(() => globalThis.foulee.page.info!.duration));
    await slider.dispatchEvent('pointerdown');
    await page.evaluate(() => {
      const { page: shown } = globalThis.foulee;
      shown.speed = Infinity;
      shown.show(shown.time);
    });
    await page.waitForFunction((end) => globalThis.foulee.page.present > end, before);
    expect(await lineEnd()).toBe(before);
    await slider.dispatchEvent('pointerup');
    await expect.poll(lineEnd).toBeGreaterThan(before);
  });

  it('walks to the hash of Node, and says how it went', async () => {
    const { page } = await openPage({ query: 'scenario=station-hall' });
    await untilPlaying(page);
    const chosen = [
      'bottleneck-100',
      'circle-swap',
      'closing-door',
      'family-outing',
      'metered-gate',
      'museum',
      'moved-barrier',
      'step-free-way',
      'two-exits',
      'museum-alarm',
      'waiting-hall',
    ];
    for (const [k, name] of chosen.entries()) {
      const title = /^name: (.*)$/m.exec(readFileSync(join(SCENARIOS, name, 'scenario.yaml'), 'utf8'))![1];
      await chooseFromGallery(page, title);
      await page.waitForFunction((called) => globalThis.foulee.page.info?.name === called, title);
      await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
      await page.waitForFunction((count) => globalThis.foulee.page.finished.length === count, k + 1);
      const summary = await page.evaluate(() => globalThis.foulee.page.summary!);
      const { code, out } = await runLauncher('run', join(SCENARIOS, name), '--threads', '1', '--json');
      const result = JSON.parse(out) as Record<string, number | string>;
      expect(code).toBe(0);
      expect(summary.hash).toMatch(/^[0-9a-f]{16}$/);
      expect(summary).toMatchObject({ hash: result['hash'], entered: result['agents'], arrived: result['arrived'] });
      expect(summary.seconds).toBeCloseTo(result['simulatedSeconds'] as number, 6);
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await expect.poll(() => page.getByRole('status', { name: 'Outcome' }).textContent()).toContain(summary.hash);
    }
  });

  it('opens what `foulee view` was given', async () => {
    const path = join(SCENARIOS, 'corner', 'scenario.yaml');
    const given = { kind: 'scenario', files: [{ name: 'scenario.yaml', path }] } as const;
    const { page } = await openPage({ given, query: 'given', isDrawn: true });
    await untilPlaying(page);
    const name = /^name: (.*)$/m.exec(readFileSync(path, 'utf8'))![1];
    expect(await page.evaluate(() => globalThis.foulee.page.info!.name)).toBe(name);
  });

  it('works from any folder of any server, without shared memory', async () => {
    const server = await servePlainly('/some/folder/');
    try {
      const { page } = await openPage({ address: server.address });
      await untilPlaying(page);
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
      await untilTime(page, 0.5);
      await chooseFromGallery(page, 'Corner');
      await page.waitForFunction(() => globalThis.foulee.page.info?.name.includes('orner') === true);
      await untilTime(page, 0.2);
    } finally {
      server.close();
    }
  });
});
