/** What one should know of a run is said while it goes on; and what is undone of it does not look as if it had not happened. */
import { expect, it } from 'vitest';
import { pageTests } from './browser.ts';
import { ROOMS } from './two-ways.ts';

/** A room that a wall cuts in two, with the exit on one side: who is on the other has no way; and too many for their area. */
const CUT = `name: Cut
duration: 60
environment: {walkable: [{box: [0, 0, 12, 8]}], lines: [[[6, 0], [6, 8]]]}
exits: {out: {box: [10, 1, 11.5, 7]}}
walkers:
  - {in: {box: [0.5, 0.5, 5, 7]}, count: 20}
  - {in: {box: [7, 3, 8, 4]}, count: 30}
`;

pageTests('what is to be known of a run', ({ openPage }) => {
  it('is said while it goes on: who has no way, and who does not fit; a door that is opened by undo is shut in the run still', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    const open = async (name: string, text: string) => {
      await page.getByLabel('Files to open').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    };
    await open('cut.yaml', CUT);
    const notices = page.getByRole('status', { name: 'To know' });
    await notices.getByText(/22 of 30 people do not fit into people 2/).waitFor();
    await notices.getByText(/20 people had no way to "out" .* not connected/).waitFor();
    // All of the floor is there, on both sides of the wall.
    expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBeCloseTo(96, 3);
    await notices.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notices.textContent()).toBe('');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    const outcome = page.getByRole('status', { name: 'Outcome' });
    await outcome.getByText('20 of 28 people are still there').waitFor();
    await outcome.getByText(/20 people had no way to "out"/).waitFor();

    await open('rooms.yaml', ROOMS);
    await page.waitForFunction(
      () => globalThis.foulee.page.info?.name === 'Two ways' && globalThis.foulee.page.time > 0.5,
    );
    // What is new does not flash by.
    expect(await page.getByRole('combobox', { name: 'Speed' }).inputValue()).toBe('1');
    await page.getByRole('button', { name: 'Shut middle' }).click();
    await page.getByRole('button', { name: 'Open middle' }).waitFor();
    await page.waitForFunction(() => globalThis.foulee.page.isPlaying);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.evaluate(() => globalThis.foulee.page.isPlaying)).toBe(false);
    expect(await page.evaluate(() => globalThis.foulee.page.isEdited)).toBe(true);
    expect(await page.getByRole('button', { name: 'Open middle' }).count()).toBe(1);
    // Played again, it is the run without it.
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Shut middle' }).waitFor();

    // An exit that is moved away from the floor is said to be.
    await page.evaluate(() => {
      const { page: state } = globalThis.foulee;
      state.panel = 'people';
      state.chosen = ['exits', 'out'];
      state.edit((data) => ({ ...data, exits: { out: { box: [20, 1, 22, 5] } } }));
    });
    await page.getByText('It lies beside the floor: nobody gets there.').waitFor();
  });
});
