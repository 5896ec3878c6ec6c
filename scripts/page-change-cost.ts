/**
 * How long it takes in the page, while people walk, from a wall that is moved or a door that is shut until its people have taken their next
 * step in the changed place and the page knows of it:
 *
 *   node scripts/run.mjs scripts/page-change-cost.ts [--quick]
 *
 * prints a table and, unless it is to be quick, writes it to bench/results/page-changes.md. Needs a Chromium, as the browser tests do.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { markdownTable, readable } from '@foulee/bench';
import { stubGraphics } from '@foulee/viewer/testing';
import type { Page } from 'playwright-core';
import { openBrowser } from './page-browser.ts';

const FILE = 'bench/results/page-changes.md';
const isQuick = process.argv.includes('--quick');
const TIMES = isQuick ? 4 : 12;

interface Situation {
  scenario: string;
  /** Simulated seconds until the first change. */
  from: number;
  /** Milliseconds it may take. */
  target: number;
  change: { kind: 'wall'; at: [number, number]; level?: string } | { kind: 'door'; name: string };
}

const SITUATIONS: readonly Situation[] = [
  {
    scenario: 'station-hall',
    from: 40,
    target: 100,
    change: { kind: 'wall', at: [25, 14], level: 'hall' },
  },
  { scenario: 'station-hall', from: 40, target: 100, change: { kind: 'door', name: 'inner door 2a' } },
  { scenario: 'city', from: 15, target: 1000, change: { kind: 'wall', at: [600, 600] } },
];

/** Milliseconds from the change to the next moment, time after time; people walk on for two seconds in between. */
async function measure(page: Page, { change }: Situation): Promise<number[]> {
  const taken: number[] = [];
  for (let k = 0; k < TIMES; k++) {
    taken.push(
      await page.evaluate(
        async ([what, time]) => {
          const { page: state } = globalThis.foulee;
          const tick = () => new Promise((done) => setTimeout(done));
          const until = async (isSo: () => boolean) => {
            while (!isSo()) await tick();
          };
          state.isPlaying = false;
          // What was asked for before is there.
          await new Promise((done) => setTimeout(done, 500));
          const before = (state.document!.data.events as object[] | undefined)?.length ?? 0;
          const { present } = state;
          const begun = performance.now();
          if (what.kind === 'door') await state.setDoor(what.name, time % 2 === 1);
          else {
            const [x, y] = [what.at[0] + time / 2, what.at[1]];
            const line = [
              [x, y],
              [x + 0.7, y + 4],
            ];
            state.edit((data) => {
              const environment = data.environment as { levels?: Record<string, object> };
              const { level } = what;
              const lines = { lines: [line] };
              if (level === undefined) return { ...data, environment: { ...environment, ...lines } };
              const levels = { ...environment.levels, [level]: { ...environment.levels?.[level], ...lines } };
              return { ...data, environment: { ...environment, levels } };
            });
          }
          await until(() => ((state.document!.data.events as object[] | undefined)?.length ?? 0) > before);
          state.stepBy(1);
          await until(() => state.present > present + 1e-9);
          const milliseconds = performance.now() - begun;
          state.isPlaying = true;
          return milliseconds;
        },
        [change, k] as const,
      ),
    );
    await page.waitForTimeout(2000);
  }
  return taken;
}

const load = loadavg()[0];
// Layers are laid over each other by the processor, without the graphics card's own way of it, which it would have to play, too.
const { browser, origin, close } = await openBrowser('--disable-gpu-compositing');
const rows: string[][] = [];
for (const situation of SITUATIONS) {
  const { scenario, from, change, target } = situation;
  const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
  page.setDefaultTimeout(300_000);
  await page.goto(`${origin}/?scenario=${scenario}`);
  await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined && globalThis.foulee.page.present > 0);
  await stubGraphics(page);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.waitForFunction((time) => globalThis.foulee.page.time >= time, from);
  const people = await page.evaluate(() => globalThis.foulee.page.history.moments.at(-1)!.serial.length);
  const [first, ...others] = await measure(page, situation);
  const sorted = others.toSorted((a, b) => a - b);
  const trouble = await page.evaluate(() => globalThis.foulee.page.trouble?.what);
  if (trouble !== undefined) throw new Error(`${scenario}: ${trouble}`);
  const what = change.kind === 'wall' ? 'a wall comes, and is moved' : 'a door is shut, and opened';
  const median = sorted[sorted.length >> 1];
  rows.push([scenario, readable(people), what, ...[first!, median, sorted.at(-1)!, target].map((ms) => readable(ms))]);
  console.error(rows.at(-1)!.join('  '));
  await page.close();
}
const version = browser.version();
await close();
const header = ['scenario', 'people', 'change', 'the first, ms', 'later ones: median', 'longest', 'wanted'];
const text = [
  '# Changes of the place while people walk, in the page',
  [
    `Made by \`node scripts/run.mjs scripts/page-change-cost.ts\` in Chromium ${version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores.`,
    `Load of the machine when it began: ${load.toFixed(2)}; above 1, all times are worse than they would be.`,
    'Milliseconds on the clock of the wall, from the moment the page is told of the change until it has the next moment of its people in the changed place:',
    'cells, what is known about them, routes, and the picture of the place are made in between. Functions of WebGL that give nothing back do nothing, and Chromium',
    'puts pages together without a graphics card (--disable-gpu-compositing), for which the processor would have to stand in. The run is',
    `paused for each change, so that it does not wait for its turn; ${TIMES} changes, two seconds apart.`,
  ].join('\n'),
  markdownTable(header, rows),
].join('\n\n');
console.log(text);
if (!isQuick) writeFileSync(FILE, `${text}\n`);
