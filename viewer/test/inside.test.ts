/** Looking inside: overlays of the place and of the moment, what somebody decides and why, and who passed a door and a cell. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageTests } from './browser.ts';
import { click } from './on-the-floor.ts';

/** A hall and a room, joined by a passage 1.2 m wide and 2 m long, with a door. One comes from the hall, eleven go there; the first two meet. */
const HALL = `name: Hall and passage
duration: 120
environment:
  walkable: [{box: [0, 0, 20, 6]}, {box: [20, 2, 22, 3.2]}, {box: [22, 0, 28, 6]}]
  doors: {gate: [[20, 2], [20, 3.2]]}
goals:
  east: {box: [26, 1, 28, 5]}
  west: {box: [0, 1, 1, 5]}
profiles:
  person: {speed: 1.3, radius: 0.2, sway: 0}
walkers:
  - {at: [3, 2.6], goal: east}
  - {at: [17, 2.6], goal: west}
  - {in: {box: [22.5, 0.5, 25.5, 5.5]}, count: 10, goal: west}
`;

const overlay = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();

/** Lines of a web that is drawn over the floor. */
const lines = (page: Page) =>
  page.evaluate(() =>
    (globalThis.foulee.page.sketches.get('overlay') ?? []).flatMap(({ lines: web }) => [...(web ?? [])]),
  );

async function edges(page: Page): Promise<number[][]> {
  const all = await lines(page);
  return Array.from({ length: all.length / 6 }, (_, k) => all.slice(6 * k, 6 * k + 6));
}

pageTests('looking inside', ({ openPage }) => {
  it('draws map, triangles, neighbours, routes and service, and tells of a walker, a door and a cell', async () => {
    const { page } = await openPage({ query: 'scenario=corner', isDrawn: true });
    await page.getByLabel('Files to open').setInputFiles({
      name: 'hall.yaml',
      mimeType: 'text/plain',
      buffer: Buffer.from(HALL),
    });
    await page.waitForFunction(() => globalThis.foulee.page.info?.name === 'Hall and passage');
    await page.keyboard.press('1');
    await page.waitForFunction(() => globalThis.foulee.page.time > 1.5);
    await page.keyboard.press(' ');
    await page.getByRole('tab', { name: 'Inside' }).click();

    await overlay(page, 'Map');
    await expect
      .poll(() => page.getByRole('group', { name: 'Legend of the overlay' }).textContent())
      .toMatch(/wall.*door/);
    await overlay(page, 'Triangulation');
    await expect.poll(async () => (await lines(page)).length).toBeGreaterThan(6 * 20);
    await overlay(page, 'Neighbours');
    // The two in the hall mind each other.
    await expect.poll(async () => (await edges(page)).filter(([ax, , , bx]) => ax! < 20 && bx! < 20).length).toBe(1);
    // Into the room they see through the door only, from y = 2 to 3.2 at x = 20.
    for (const [ax, ay, , bx, by] of await edges(page)) {
      if ((ax! - 20) * (bx! - 20) > 0) continue;
      const across = ay! + ((20 - ax!) / (bx! - ax!)) * (by! - ay!);
      expect(Math.abs(across - 2.6)).toBeLessThan(0.6);
    }
    const before = await lines(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => lines(page)).not.toEqual(before);
    await overlay(page, 'Routes');
    // The one in the hall goes on to the east, the others to the west.
    await expect.poll(async () => Math.max(...(await lines(page)).filter((_, k) => k % 3 === 0))).toBeGreaterThan(26);
    await overlay(page, 'Level of service');
    await expect.poll(() => page.evaluate(() => globalThis.foulee.page.overlaid?.pictures?.length)).toBe(1);
    await overlay(page, 'Nothing');

    const [x, y] = await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      const moment = state.history.moments.findLast(({ time }) => time <= state.time)!;
      return [moment.numbers[0], moment.numbers[1]] as [number, number];
    });
    await click(page, x, y);
    const decision = page.getByRole('complementary', { name: 'Person' }).getByRole('region', { name: 'Decision' });
    await expect.poll(() => decision.textContent()).toMatch(/Would meet.*face to face with 1 in \d\.\d s/);
    const rated = decision.getByRole('row');
    expect(await rated.allTextContents()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^as they like\s*no: meets 1 in .*100 %/),
        expect.stringMatching(/^pass on the (?:right|left) of 1\s*taken/),
      ]),
    );
    expect(await page.evaluate(() => globalThis.foulee.page.sketches.get('insight')!.length)).toBeGreaterThan(6);
    await page.keyboard.press('Escape');

    // A door is shut and opened on its card, which tells of the moment shown.
    await click(page, 20, 2.6);
    const door = page.getByRole('complementary', { name: 'Door' });
    await expect.poll(() => door.textContent()).toMatch(/^Gate.*This door is\s*open/);
    await door.getByRole('button', { name: 'Shut it' }).click();
    await expect.poll(() => door.textContent()).toMatch(/This door is\s*shut\s*Open it/);
    const shutAt = await page.evaluate(() => globalThis.foulee.page.time);
    await page.evaluate((time) => globalThis.foulee.page.show(time - 0.5), shutAt);
    await expect.poll(() => door.textContent()).toMatch(/This door is\s*open\s*Open it/);
    await page.getByRole('tab', { name: 'Place' }).click();
    const listed = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Open gate' }) });
    // It is open at the moment shown, and the button opens it again where the run ends.
    await expect.poll(() => listed.textContent()).toMatch(/gate\s*open\s*1\.20 m\s*shut by \d:\d\d\.\d\s*Open$/);
    await page.evaluate((time) => globalThis.foulee.page.show(time), shutAt);
    await expect.poll(() => listed.textContent()).toMatch(/gate\s*shut\s*1\.20 m\s*Open$/);
    await door.getByRole('button', { name: 'Open it' }).click();
    await expect.poll(() => door.textContent()).toMatch(/This door is\s*open\s*Shut it/);
    await page.getByRole('tab', { name: 'Inside' }).click();

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => globalThis.foulee.page.summary?.inside === 0);
    await expect.poll(() => door.textContent()).toMatch(/Width\s*1\.20 m.*This door is\s*open.*People\s*11/);
    expect(await door.getByRole('button', { name: 'Shut it' }).count()).toBe(0);
    expect(await door.textContent()).toMatch(/Each way\s*(?:→ 1, ← 10|← 10, → 1)/);
    // Without an overlay of cells the floor is only floor.
    await click(page, 5, 1);
    await door.waitFor({ state: 'detached' });
    expect(await page.getByRole('complementary', { name: 'Cell' }).count()).toBe(0);
    await overlay(page, 'Cells');
    await click(page, 21.2, 2.6);
    const cell = page.getByRole('complementary', { name: 'Cell' });
    await expect
      .poll(() => cell.textContent())
      .toMatch(/Width of the way through\s*1\.20 m.*passage.*Area\s*2\.4 m².*People\s*11/);
    await page.getByRole('button', { name: 'Close the card' }).click();
    await cell.waitFor({ state: 'detached' });
  });
});
