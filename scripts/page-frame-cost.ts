/**
 * What a picture of the page costs its main thread, without the graphics card's part (viewer/test/frame-cost.ts says how it is measured):
 *
 *   node scripts/run.mjs scripts/page-frame-cost.ts [--quick]
 *
 * prints a table and, unless it is to be quick, writes it to bench/results/page.md. Needs a Chromium, as the browser tests do.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { markdownTable, readable } from '@foulee/bench';
import { measureFrames, type Situation } from '@foulee/viewer/testing';
import { openBrowser } from './page-browser.ts';

const isQuick = process.argv.includes('--quick');
const seconds = isQuick ? 3 : 12;
const FILE = 'bench/results/page.md';
const PLACE = 'station-hall';

const SITUATIONS: readonly (readonly [title: string, Omit<Situation, 'seconds'>])[] = [
  ['playing, by speed', { people: 1000, colouring: 'speed', isPlaying: true, isPanned: false }],
  ['playing, by speed', { people: 10_000, colouring: 'speed', isPlaying: true, isPanned: false }],
  ['playing, by destination', { people: 10_000, colouring: 'destination', isPlaying: true, isPanned: false }],
  ['playing, by density', { people: 10_000, colouring: 'density', isPlaying: true, isPanned: false }],
  ['playing and panned', { people: 10_000, colouring: 'speed', isPlaying: true, isPanned: true }],
  ['panned', { people: 100_000, colouring: 'speed', isPlaying: false, isPanned: true }],
  ['playing, by speed', { people: 100_000, colouring: 'speed', isPlaying: true, isPanned: false }],
  ['playing and panned', { people: 100_000, colouring: 'speed', isPlaying: true, isPanned: true }],
];

const load = loadavg()[0];
const { browser, origin, close } = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(120_000);
await page.goto(`${origin}/?scenario=${PLACE}`);
await page.waitForFunction(() => globalThis.foulee?.page.info !== undefined && globalThis.foulee.page.present > 0);
const rows: string[][] = [];
for (const [title, situation] of SITUATIONS) {
  const cost = await measureFrames(page, { ...situation, seconds });
  console.error(`${readable(situation.people)} ${title}: ${readable(cost.cpu)} ms`);
  if (process.argv.includes('--allocators')) console.error(cost.allocators);
  rows.push([
    title,
    readable(situation.people),
    readable(cost.frames),
    `${readable(cost.median)} / ${readable(cost.p95)}`,
    readable(cost.cpu),
    readable(cost.drawCalls),
    readable(Math.round(cost.allocated)),
    readable(cost.allocated / situation.people),
  ]);
}
const version = browser.version();
await close();
const header = [
  'situation',
  'people',
  'pictures',
  'picture: median / p95, ms',
  'main thread: CPU ms',
  'draw calls',
  'bytes a picture',
  'and person',
];
const text = [
  '# A picture of the page',
  [
    `Made by \`node scripts/run.mjs scripts/page-frame-cost.ts\` in Chromium ${version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores.`,
    `Load of the machine when it began: ${load.toFixed(2)}; above 1, times on the wall's clock are worse than they would be, and processor times somewhat.`,
    `In the place of the scenario ${PLACE}, 1440 × 900, people are made up and walk straight on, everywhere. Functions of WebGL that give nothing back do`,
    'nothing: what is left is the work of the page. *Picture* is from the call of the browser to the return of the page; *main thread* is all it does,',
    'with panels, layout and collecting garbage, in its own processor time, for each picture. *Bytes* are all that is allocated, sampled; an object for',
    'each person and picture would be 12 or more. From 20,000 people on figures are plain and throw no shadow.',
  ].join('\n'),
  markdownTable(header, rows),
].join('\n\n');
console.log(text);
if (!isQuick) writeFileSync(FILE, `${text}\n`);
