/**
 * What a picture costs, with very many people: draw calls, processor time of the main thread, what is allocated. Bounds are for a busy
 * machine; what it costs on a quiet one is in bench/results/page.md (scripts/page-frame-cost.ts).
 */
import { expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';
import { measureFrames } from './frame-cost.ts';

/** Bytes of the smallest object: one for each person and picture would be seen. */
const OBJECT = 12;

declare global {
  var wasting: number;
}

pageTests('pictures of very many people', ({ openPage }) => {
  it('take few draw calls, few milliseconds, and allocate nothing for each', async () => {
    const { page } = await openPage({ query: 'scenario=station-hall' });
    await untilPlaying(page);
    const playing = { people: 10_000, colouring: 'speed', isPlaying: true, isPanned: false, seconds: 2 } as const;
    const cost = await measureFrames(page, playing);
    expect(cost.drawCalls).toBeGreaterThan(3);
    expect(cost.drawCalls).toBeLessThanOrEqual(36);
    expect(cost.cpu).toBeGreaterThan(0.2);
    expect(cost.cpu).toBeLessThan(15);
    expect(cost.allocated / playing.people).toBeLessThan(OBJECT / 2);

    // The measurement sees garbage: an object for each of 10,000, sixty times a second.
    await page.evaluate(() => {
      const kept: unknown[] = [];
      globalThis.wasting = window.setInterval(() => {
        for (let k = 0; k < 10_000; k++) kept[k % 100] = { k };
      }, 1000 / 60);
    });
    const wasteful = await measureFrames(page, { ...playing, seconds: 1 });
    expect(wasteful.allocated / playing.people).toBeGreaterThan(OBJECT / 2);
    await page.evaluate(() => clearInterval(globalThis.wasting));

    // Ten times as many, as plain figures, while the plan is dragged.
    const many = { ...playing, people: 100_000, isPanned: true, seconds: 1.5 };
    const panned = await measureFrames(page, { ...many, isPlaying: false });
    expect(panned.drawCalls).toBeLessThanOrEqual(36);
    expect(panned.cpu).toBeLessThan(12);
    const both = await measureFrames(page, many);
    expect(both.cpu).toBeLessThan(45);
    expect(both.allocated / many.people).toBeLessThan(OBJECT / 2);
  });
});
