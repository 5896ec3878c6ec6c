/**
 * What a picture costs the page's main thread, without the graphics card's part: people made up for it walk in the place that is open, the
 * functions of WebGL that give nothing back do nothing but count draw calls, and
 *
 * - the picture itself, from the browser's call to the page's return, is timed on the wall's clock: median and 95th percentile;
 * - all that the main thread does (the picture, panels, layout, collecting garbage), is counted in its own processor time by the
 *   browser (`Performance.getMetrics` in thread ticks), whatever else the machine does: mean over all pictures;
 * - all that is allocated, also what was collected at once, is sampled by the heap profiler.
 *
 * Used by frame-cost.test.ts, scripts/page-frame-cost.ts and scripts/page-change-cost.ts.
 */
import type { CDPSession, Page } from 'playwright-core';
import { drawNothing } from './draw-nothing.ts';

interface FrameCost {
  /** Pictures that count. */
  frames: number;
  /** Milliseconds of a picture, on the wall's clock. */
  median: number;
  p95: number;
  /** Milliseconds of the main thread's processor time for each. */
  cpu: number;
  /** The most in any. */
  drawCalls: number;
  /** Bytes a picture. */
  allocated: number;
  /** The functions that allocate most, and their bytes a picture. */
  allocators: [name: string, bytes: number][];
}

export interface Situation {
  people: number;
  colouring: 'speed' | 'density' | 'destination' | 'profile' | 'waiting';
  /** Does the run play? Is the plan dragged to and fro? */
  isPlaying: boolean;
  isPanned: boolean;
  /** Of the measurement, without what warms up. */
  seconds: number;
}

/** Bytes between two samples of what is allocated, about. */
const SAMPLED = 2048;
const WARM_UP = 1000;

/** For tests and scripts within the page. */
interface Probe {
  times: number[];
  calls: number[];
  drawCalls: number;
  /** As many as were put in. */
  people: number;
}

declare global {
  var frameProbe: Probe | undefined;
}

/** Once for each page. */
export async function stubGraphics(page: Page): Promise<void> {
  await page.evaluate(drawNothing);
  await page.evaluate(() => {
    const probe: Probe = { times: [], calls: [], drawCalls: 0, people: 0 };
    globalThis.frameProbe = probe;
    const { prototype } = WebGL2RenderingContext;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (!name.startsWith('draw') || name === 'drawBuffers' || name.startsWith('drawingBuffer')) continue;
      Object.defineProperty(prototype, name, { value: () => void probe.drawCalls++ });
    }
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (callback) =>
      ask((now) => {
        const begun = performance.now();
        probe.drawCalls = 0;
        callback(now);
        probe.times.push(performance.now() - begun);
        probe.calls.push(probe.drawCalls);
      });
  });
}

/** Strangers who walk straight on, all over the place: six seconds of them, as if from a recording. */
async function fillWithPeople(page: Page, count: number): Promise<void> {
  if (await page.evaluate((asked) => globalThis.frameProbe!.people === asked, count)) return;
  await page.evaluate(() => globalThis.foulee.page.hold());
  // What is on its way from the worker comes before.
  await page.waitForTimeout(500);
  await page.evaluate((people) => {
    const { page: state } = globalThis.foulee;
    const [left, bottom, right, top] = state.place!.bounds;
    const z = state.place!.levels[0].elevation;
    const { info } = state;
    state.forgetRun();
    let seed = 1;
    const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const serial = Int32Array.from({ length: people }, (_, k) => k);
    const cell = new Int32Array(people).fill(-1);
    const level = new Int16Array(people);
    const first = new Float32Array(7 * people);
    for (let k = 0; k < people; k++) {
      const heading = 2 * Math.PI * random();
      const speed = 1.6 * random();
      first.set([left + (right - left) * random(), bottom + (top - bottom) * random(), z], 7 * k);
      first.set([speed * Math.cos(heading), speed * Math.sin(heading), 10 * random(), 20 * random()], 7 * k + 3);
      state.people.set(k, { serial: k, radius: 0.18 + 0.06 * random(), speed: 1.3, profile: k % 3, itinerary: k % 5 });
    }
    for (let m = 0; m <= 60; m++) {
      const numbers = first.slice();
      for (let at = 0; at < numbers.length; at += 7) {
        numbers[at] += 0.1 * m * numbers[at + 3];
        numbers[at + 1] += 0.1 * m * numbers[at + 4];
        numbers[at + 5] += 0.1 * m;
      }
      state.history.moments.push({ time: 0.1 * m, serial, numbers, cell, level, meshKey: -1 });
    }
    state.info = { ...info!, step: 0.1, duration: 6 };
    state.summary = { hash: '', entered: people, arrived: 0, inside: people, seconds: 6, warnings: [] };
    state.present = 6;
    globalThis.frameProbe!.people = people;
    state.speed = 0.25;
  }, count);
}

/** To and fro for as long as asked, with the left button; it moves the plan. */
async function drag(page: Page, milliseconds: number): Promise<void> {
  const box = (await page.locator('.stage canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = Date.now() + milliseconds;
  for (let k = 0; Date.now() < end; k++) {
    await page.mouse.move(x + 0.3 * box.width * Math.sin(0.1 * k), y + 0.2 * box.height * Math.cos(0.07 * k));
  }
  await page.mouse.up();
}

async function cpuSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

const pass = (page: Page, isPanned: boolean, milliseconds: number) =>
  isPanned ? drag(page, milliseconds) : page.waitForTimeout(milliseconds);

/** The people of the situation are put into the page, whatever walked there before. */
export async function measureFrames(page: Page, situation: Situation): Promise<FrameCost> {
  const { people, colouring, isPlaying, isPanned, seconds } = situation;
  if (!(await page.evaluate(() => globalThis.frameProbe !== undefined))) await stubGraphics(page);
  await fillWithPeople(page, people);
  const show = (time: number) =>
    page.evaluate(
      ([at, by, plays, camera]) => {
        const { page: state } = globalThis.foulee;
        state.colouring = by;
        state.camera = camera;
        state.time = at;
        state.isPlaying = plays;
      },
      [time, colouring, isPlaying, isPanned ? 'plan' : 'orbit'] as const,
    );
  await show(0);
  await page.waitForTimeout(500);
  await clearProbe(page);
  // Pictures that were under way are still drawn, slowly, where the processor is the graphics card.
  await page.waitForFunction(() => globalThis.frameProbe!.times.length > 5);
  await pass(page, isPanned, WARM_UP);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

  // Once for the times, and once for what is allocated: sampling takes time.
  await show(0);
  await clearProbe(page);
  const cpuBefore = await cpuSeconds(cdp);
  await pass(page, isPanned, 1000 * seconds);
  const cpuAfter = await cpuSeconds(cdp);
  const { times, calls } = await page.evaluate(() => globalThis.frameProbe!);

  await show(0);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await clearProbe(page);
  await pass(page, isPanned, 1000 * seconds);
  const framesSampled = await page.evaluate(() => globalThis.frameProbe!.times.length);
  const { profile } = await cdp.send('HeapProfiler.stopSampling');
  await cdp.detach();
  const byName = new Map<string, number>();
  const nodes = [profile.head];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    nodes.push(...node.children);
    const { functionName, lineNumber, columnNumber } = node.callFrame;
    const name = `${functionName} ${lineNumber}:${columnNumber}`;
    byName.set(name, (byName.get(name) ?? 0) + node.selfSize / framesSampled);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const drawn = calls.filter((count) => count > 0).length;
  if (drawn < 0.5 * times.length) throw new Error(`only ${drawn} of ${times.length} pictures were drawn`);
  return {
    frames: times.length,
    median: sorted[Math.floor(sorted.length / 2)],
    p95: sorted[Math.floor(0.95 * sorted.length)],
    cpu: (1000 * (cpuAfter - cpuBefore)) / times.length,
    drawCalls: Math.max(...calls),
    allocated: [...byName.values()].reduce((sum, bytes) => sum + bytes, 0),
    allocators: [...byName].sort(([, a], [, b]) => b - a).slice(0, 12),
  };
}

async function clearProbe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const probe = globalThis.frameProbe!;
    probe.times = [];
    probe.calls = [];
  });
}
