/** From one's own plan to a running crowd, by the page's own hints; a door shut while people walk; somebody looked at closely. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runMain } from '../../cli/src/testing.ts';
import { pageTests, untilPlaying } from './browser.ts';
import { click, drag } from './on-the-floor.ts';

/** An L of two rooms, 12 × 8 m and 6 × 6 m. */
const PLAN = 'POLYGON ((0 0, 12 0, 12 2, 18 2, 18 8, 12 8, 12 8, 0 8, 0 0), (5 3, 6 3, 6 5, 5 5, 5 3))';

/** Two rooms with a door between them, and a way round. */
const ROOMS = `name: Two ways
duration: 120
environment:
  walkable: [{box: [0, 0, 6, 6]}, {box: [6, 2, 6.2, 3.2]}, {box: [6, 5, 6.2, 6]}, {box: [6.2, 0, 12, 6]}]
  doors: {middle: [[6, 2], [6, 3.2]]}
exits: {out: {box: [11, 1, 12, 5]}}
walkers: [{in: {box: [0.5, 0.5, 5, 5]}, count: 40}]
`;

pageTests('journeys', ({ openPage }) => {
  it('one’s own plan: opened, an exit and people by the hints, and everybody has left within a minute', async () => {
    const begun = Date.now();
    const { page } = await openPage({ query: 'scenario=corner' });
    await page.getByLabel('Files to open').setInputFiles({
      name: 'my plan.wkt',
      mimeType: 'text/plain',
      buffer: Buffer.from(PLAN),
    });
    const hints = page.getByRole('list', { name: 'What to do first' });
    await hints.waitFor();
    expect(await hints.textContent()).toMatch(/Draw an exit.*Put people in.*Press play/s);
    expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBeCloseTo(96 + 36 - 2, 6);
    await page.getByRole('button', { name: 'Exit area', exact: true }).click();
    await drag(page, [16, 3], [17.5, 7]);
    await page.getByRole('button', { name: 'People', exact: true }).click();
    await drag(page, [0.5, 0.5], [4.5, 7.5]);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const outcome = page.getByRole('status', { name: 'Outcome' });
    await outcome.waitFor();
    expect(await outcome.textContent()).toMatch(/All 50 people have left\s*0:\d\d\.\d/);
    expect((Date.now() - begun) / 1000).toBeLessThan(60);
  });

  it('a door is shut while people walk: they go round, and the file that is saved walks to the same hash', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await page.getByLabel('Files to open').setInputFiles({
      name: 'rooms.yaml',
      mimeType: 'text/plain',
      buffer: Buffer.from(ROOMS),
    });
    await page.waitForFunction(() => globalThis.foulee.page.info?.name === 'Two ways');
    await page.waitForFunction(() => globalThis.foulee.page.time > 1);
    await page.getByRole('button', { name: 'Shut middle' }).click();
    await page.getByRole('button', { name: 'Open middle' }).waitFor();
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.waitForFunction(() => globalThis.foulee.page.summary !== undefined);
    const { summary, text, isEdited } = await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      return { summary: state.summary!, text: state.scenarioFile()!.text, isEdited: state.isEdited };
    });
    expect(summary).toMatchObject({ entered: 40, arrived: 40, inside: 0 });
    expect(text).toMatch(/close: middle/);
    expect(isEdited).toBe(false);
    const folder = mkdtempSync(join(tmpdir(), 'foulee-journey-'));
    try {
      writeFileSync(join(folder, 'rooms.yaml'), text);
      const { out } = await runMain('run', join(folder, 'rooms.yaml'), '--threads', '1', '--json');
      expect(JSON.parse(out)).toMatchObject({ hash: summary.hash, arrived: 40 });
      writeFileSync(join(folder, 'rooms.yaml'), ROOMS);
      const without = await runMain('run', join(folder, 'rooms.yaml'), '--threads', '1', '--json');
      expect((JSON.parse(without.out) as { hash: string }).hash).not.toBe(summary.hash);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('somebody is chosen by a click, followed, and shows its way; what the engine knows is drawn', async () => {
    const { page } = await openPage({ query: 'scenario=obstacle-field' });
    await untilPlaying(page);
    await page.keyboard.press('1');
    await page.waitForFunction(() => globalThis.foulee.page.time > 1.5);
    await page.keyboard.press(' ');
    // A place where somebody is now.
    const [x, y] = await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      const moment = state.history.moments.findLast(({ time }) => time <= state.time)!;
      const [originX, originY] = state.place!.origin;
      return [moment.numbers[0]! + originX, moment.numbers[1]! + originY] as [number, number];
    });
    await click(page, x, y);
    const person = page.getByRole('complementary', { name: 'Person' });
    await person.waitFor();
    expect(await person.textContent()).toMatch(/Walked\s*\d+\.\d m/);
    await page.waitForFunction(() => (globalThis.foulee.page.sketches.get('insight')?.length ?? 0) > 1);
    await page.getByRole('button', { name: 'Follow' }).click();
    expect(await page.evaluate(() => globalThis.foulee.page.camera)).toBe('follow');
    await page.keyboard.press('Escape');
    await person.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Inside' }).click();
    for (const [label, least] of [
      ['Cells', 50],
      ['Kinds of cells', 50],
      ['Bottlenecks', 3],
      ['Zones', 50],
      ['Roadmap', 50],
      ['Abstraction', 50],
    ] as const) {
      await page.getByRole('radio', { name: new RegExp(`^${label}`) }).check();
      await page.waitForFunction(
        (count) => (globalThis.foulee.page.sketches.get('overlay')?.length ?? 0) >= count,
        least,
      );
    }
    await page.getByRole('radio', { name: /^Nothing/ }).check();
    await page.waitForFunction(() => globalThis.foulee.page.sketches.get('overlay')?.length === 0);
  });
});
