/** Recording opened, measured, exported: a run of the command, replayed in the page, counted across its bottleneck, saved as a table. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshBundle, launcher, runLauncher, temporaryFolder } from '@foulee/testing';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageTests, shownTime, untilPlaying } from './browser.ts';
import { pixelOf, untilStill } from './on-the-floor.ts';

const SCENARIO = join(import.meta.dirname, '..', '..', 'scenarios', 'bottleneck-100');
const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);

async function open(page: Page, file: string): Promise<void> {
  await page.getByLabel('Files to open').setInputFiles(inFolder(file));
}

const untilOpen = (page: Page, name: string) =>
  page.waitForFunction(
    (asked) => globalThis.foulee.page.info?.name === asked && globalThis.foulee.page.summary !== undefined,
    name,
  );

/** All of the bottleneck, in plan. @returns where a place of it is on the screen */
async function onScreen(page: Page): Promise<(x: number, y: number) => Promise<[number, number]>> {
  await page.keyboard.press('1');
  await page.keyboard.press('f');
  await untilStill(page);
  return (x, y) => pixelOf(page, x, y);
}

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync((await download.path())!) };
}

/** A run that is killed after its frames were put out a few times. */
async function killedRun(out: string): Promise<void> {
  const child = spawn(process.execPath, [launcher, 'run', SCENARIO, '--real-time', '--out', out], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const end = new Promise((resolve) => child.on('close', resolve));
  while (child.exitCode === null && !said.includes('recording to')) {
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  // On a busy machine little is in the file when this is said first.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  child.kill('SIGKILL');
  await end;
}

/** What the command says of its run: seconds until the last has left, and the largest flow across its line. */
let lasted = 0;
let largestFlow = 0;

pageTests('a recording', ({ openPage }) => {
  beforeAll(async () => {
    freshBundle();
    for (const name of ['run.parquet', 'run.csv', 'run.sqlite']) {
      const { code, out } = await runLauncher('run', SCENARIO, '--out', inFolder(name));
      expect(code).toBe(0);
      lasted = Number(/time +([\d.]+) s simulated/.exec(out)![1]);
      largestFlow = Number(/end: 100 crossed, at most ([\d.]+) per second/.exec(out)![1]);
    }
    expect(lasted).toBeGreaterThan(60);
    expect(largestFlow).toBeGreaterThan(1);
  });
  afterAll(() => folder.remove());

  it('has all levels and stairs of its place, as .parquet and as .csv with the files beside it', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    const levels = join(SCENARIO, '..', 'step-free-way');
    for (const files of [['up.parquet'], ['up.csv', 'up-info.json', 'up-people.csv']]) {
      expect((await runLauncher('run', levels, '--out', inFolder(files[0]))).code).toBe(0);
      await page.getByLabel('Files to open').setInputFiles(files.map(inFolder));
      await untilOpen(page, 'Step-free way');
      const { place, leftOut, info } = await page.evaluate(() => {
        const { place, leftOut, info } = globalThis.foulee.page;
        return { place: { area: place!.area, warnings: place!.warnings, links: place!.links.length }, leftOut, info };
      });
      expect(place.area).toBeCloseTo(328, 1);
      expect({ ...place, leftOut }).toMatchObject({ warnings: [], links: 2, leftOut: [] });
      if (files.length > 1) expect(info!.profiles).not.toContain('recorded');
      await open(page, 'run.csv');
      await untilOpen(page, 'run');
    }
  });

  it('is opened, plays, is counted across a line and saved as a table', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    await open(page, 'run.parquet');
    await untilOpen(page, 'Bottleneck of 1.0 m');
    const { entered, arrived, seconds } = (await page.evaluate(() => globalThis.foulee.page.summary))!;
    expect([entered, arrived]).toEqual([100, 100]);
    expect(seconds).toBeCloseTo(lasted, 6);
    expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBeCloseTo(205, 6);

    // It plays by itself, from its beginning.
    const begun = await shownTime(page);
    await page.waitForFunction((before) => globalThis.foulee.page.time > before + 0.3, begun);
    await page.keyboard.press('Space');
    await page.getByRole('tab', { name: 'Measure' }).click();

    const at = await onScreen(page);
    await page.getByRole('button', { name: 'Draw a line' }).click();
    await page.mouse.click(...(await at(14.9, 5.4)));
    await page.mouse.move(...(await at(14.9, 5)));
    await page.mouse.click(...(await at(14.9, 4.6)));
    await page.keyboard.press('End');
    const line = page.getByRole('article', { name: 'line line 1' });
    await line.getByText('100 through').waitFor();
    // Drawn downwards: its left side lies to the right of the plan.
    await expect.poll(() => line.textContent()).toMatch(/Counts as on, back\s*→, ←/);
    // It is over: what was most, and when, not the empty end.
    await expect.poll(() => line.textContent()).toMatch(/Peak flow 10 s\s*[1-9.]+\d*\s*\/s\s*at\s*\d:\d\d\.\d/);
    const peak = line.getByRole('slider', { name: /^Flow over 10 s/ });
    await expect.poll(() => peak.getAttribute('aria-valuetext')).toMatch(/^\d:\d\d\.\d, [1-9.]+\d* persons\/s$/);
    // Values are read with the arrow keys, and the run stays where it is.
    const chart = line.getByRole('slider', { name: /^Through so far/ });
    const isRead = () => expect.poll(() => chart.getAttribute('aria-valuetext'));
    await chart.press('End');
    await isRead().toMatch(/, 100 persons$/);
    await chart.press('Home');
    await isRead().toBe('0:00.0, 0 persons');
    expect(await shownTime(page)).toBeCloseTo(lasted, 6);

    const { name, bytes } = await saved(page, 'line 1: save as CSV');
    expect(name).toBe('bottleneck-of-1.0-m-line-1.csv');
    const rows = bytes.toString('utf8').trimEnd().split('\r\n');
    // A row of names, and frames at 0, 0.1 … seconds.
    expect(rows).toHaveLength(Math.round(10 * lasted) + 2);
    expect(rows[0]).toMatch(
      /^"time \[s\]","line 1: forward \[persons\]","line 1: back \[persons\]","line 1: N \[persons\]"/,
    );
    expect(rows[1]).toBe('0,0,0,0,0,0,0,0');
    // Flows are over the ten seconds, a hundred frames, before.
    const last = (100 - Number(rows.at(-101)!.split(',')[1])) / 10;
    expect(rows.at(-1)).toBe(`${lasted},100,0,100,${last},0,${last},${last}`);
    const most = Math.max(...rows.slice(1).map((row) => Number(row.split(',')[4])));
    // As `foulee run` says it of its own line at the same place, to two digits.
    expect(most).toBeCloseTo(largestFlow, 9);
    for (const [k, row] of rows.slice(1).entries())
      expect(row.startsWith(`${Number((0.1 * k).toFixed(1))},`)).toBe(true);
  });

  it('of a killed run opens in every format, with what is told of it beside it', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    for (const ending of ['parquet', 'csv', 'txt', 'sqlite']) {
      await killedRun(inFolder(`killed.${ending}`));
      const left = readdirSync(folder.path).filter((name) => name.startsWith('killed') && !name.endsWith('.lock'));
      expect(left).toEqual(
        {
          parquet: ['killed.partial-people.parquet', 'killed.partial.parquet'],
          csv: ['killed.partial-info.json', 'killed.partial-people.csv', 'killed.partial.csv'],
          txt: ['killed.partial.txt'],
          sqlite: ['killed.partial.sqlite'],
        }[ending],
      );
      await page.getByLabel('Files to open').setInputFiles(left.map(inFolder));
      // A database does not tell the name of its run.
      await untilOpen(page, ending === 'sqlite' ? 'killed.partial' : 'Bottleneck of 1.0 m');
      const { entered, seconds } = (await page.evaluate(() => globalThis.foulee.page.summary))!;
      expect(entered).toBe(100);
      expect(seconds).toBeGreaterThan(0.2);
      // The floor of the run, not a box around everybody.
      expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBeCloseTo(205, 6);
      const leftOut = await page.evaluate(() => globalThis.foulee.page.leftOut.map(({ name }) => name));
      expect(leftOut).toEqual([]);
      for (const name of readdirSync(folder.path)) if (name.startsWith('killed')) rmSync(inFolder(name));
    }
  });

  it('is measured in an area and over the whole floor, and saved as pictures', async () => {
    const { page } = await openPage({ query: 'scenario=corner', isDrawn: true });
    await untilPlaying(page);
    await open(page, 'run.csv');
    // A table tells neither of its name nor of its place.
    await untilOpen(page, 'run');
    await page.keyboard.press('Space');
    await page.getByRole('tab', { name: 'Measure' }).click();
    const at = await onScreen(page);
    await page.getByRole('button', { name: 'Draw an area' }).click();
    await page.mouse.move(...(await at(7.5, 3.5)));
    await page.mouse.down();
    await page.mouse.move(...(await at(9, 5)), { steps: 3 });
    await page.mouse.move(...(await at(9.5, 6.5)));
    await page.mouse.up();
    await page.evaluate(() => globalThis.foulee.page.show(20));
    const area = page.getByRole('article', { name: 'area area 1' });
    // A crowd before the bottleneck: level of service F.
    await area.getByTitle(/over 2\.17/).waitFor();
    const table = (await saved(page, 'All as CSV')).bytes.toString('utf8').split('\r\n');
    const head = table[0].split('","');
    const at20 = table.find((row) => row.startsWith('20,'))!.split(',');
    const column = (name: RegExp) => Number(at20[head.findIndex((one) => name.test(one))]);
    expect(column(/inside/) + column(/left/)).toBe(column(/entered/));
    expect(column(/entered/)).toBe(100);
    expect(column(/Voronoi/)).toBeGreaterThan(3);
    expect(column(/density by count/)).toBeGreaterThan(3);
    expect(at20.at(-1)).toBe('"F"');

    await page.getByRole('button', { name: 'Now' }).click();
    await page.waitForFunction(() => globalThis.foulee.page.pictures.length === 1);
    const pixels = await page.evaluate(() => globalThis.foulee.page.pictures[0].pixels.some((value) => value === 0xd6));
    expect(pixels).toBe(true);
    const legend = page.getByRole('group', { name: /^Legend: Density now/ });
    expect(await legend.textContent()).toContain('F over 2.17');
    await page.getByRole('button', { name: 'Events' }).click();
    await expect.poll(() => legend.textContent()).toMatch(/0\.1–2 .*2–3.*3–4.*4–5.*5–6.*over 6/);
    // The area does not tint the map below it.
    const isHollow = () => page.evaluate(() => globalThis.foulee.page.sketches.get('measure')?.[0]?.isHollow);
    await expect.poll(isHollow).toBe(true);
    const explained: Buffer[] = [];
    for (const button of ['Picture', 'Density: save as PNG', 'Inside and left: save as PNG']) {
      const { name, bytes } = await saved(page, button);
      expect(name).toMatch(/^run-.*\.png$/);
      expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
      expect(bytes.length).toBeGreaterThan(4000);
      explained.push(bytes);
    }
    await page.getByLabel('With names and legend').first().uncheck();
    const bare = (await saved(page, 'Picture')).bytes;
    expect(bare.subarray(16, 24)).toEqual(explained[0].subarray(16, 24));
    expect(bare.equals(explained[0])).toBe(false);

    // The map stays when one looks elsewhere, with its legend in place of people's.
    await page.getByRole('tab', { name: 'Place' }).click();
    await page.getByRole('group', { name: /^Legend: Density now/ }).waitFor();
    expect(await page.getByRole('group', { name: /^Legend: Speed/ }).count()).toBe(0);
    const before = await page.evaluate(() => [...globalThis.foulee.page.pictures[0].pixels].join());
    await page.evaluate(() => globalThis.foulee.page.show(40));
    await page.waitForFunction((old) => [...globalThis.foulee.page.pictures[0].pixels].join() !== old, before);
    await page.getByRole('button', { name: 'Turn it off' }).click();
    await page.getByRole('group', { name: /^Legend: Speed/ }).waitFor();
    expect(await page.evaluate(() => globalThis.foulee.page.pictures.length)).toBe(0);
    await page.getByRole('tab', { name: 'Measure' }).click();
    await area.getByRole('button', { name: 'Remove area 1' }).click();
    expect(await page.getByRole('article').count()).toBe(0);
  });

  it('with times of its own begins at its beginning, and steps by its frames', async () => {
    const rows = Array.from({ length: 33 }, (_, k) => `1 ${800 + k} ${1 + 0.05 * k} 2`);
    writeFileSync(inFolder('late.txt'), `# framerate: 16\n# id frame x/m y/m\n${rows.join('\n')}\n`);
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    await open(page, 'late.txt');
    await untilOpen(page, 'late');
    await page.evaluate(() => {
      globalThis.foulee.page.isPlaying = false;
    });
    await page.keyboard.press('Home');
    expect(await shownTime(page)).toBe(50);
    await page.keyboard.press('ArrowRight');
    expect(await shownTime(page)).toBe(50.0625);
    await page.keyboard.press('End');
    expect(await shownTime(page)).toBe(52);
  });

  it('as a database is opened in its own place', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    await open(page, 'run.sqlite');
    await untilOpen(page, 'run');
    const { entered, arrived, seconds } = (await page.evaluate(() => globalThis.foulee.page.summary))!;
    expect([entered, arrived]).toEqual([100, 100]);
    expect(seconds).toBeCloseTo(lasted, 6);
    expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBeCloseTo(205, 6);
  });

  it('that is none is a message, and what was shown goes on', async () => {
    writeFileSync(inFolder('empty.csv'), '');
    writeFileSync(inFolder('broken.parquet'), readFileSync(inFolder('run.parquet')).fill(7, 300, 90_000));
    writeFileSync(inFolder('base.sqlite'), 'SQLite format 3\0and so on');
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    for (const [file, says] of [
      ['empty.csv', /empty/],
      ['broken.parquet', /broken\.parquet/],
      ['base.sqlite', /the database is damaged/s],
    ] as const) {
      await open(page, file);
      await page.getByRole('alert').filter({ hasText: says }).waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    }
    expect(await page.evaluate(() => globalThis.foulee.page.info!.name)).toBe('Corner');
    const before = await shownTime(page);
    await page.waitForFunction((time) => globalThis.foulee.page.time > time + 0.3, before);
  });

  it('a line that is crossed both ways has its charts, their names and buttons within the panel', async () => {
    const { page } = await openPage({ query: 'scenario=counter-flow', height: 1200 });
    await untilPlaying(page);
    await page.getByLabel('Speed', { exact: true }).selectOption('as fast as it goes');
    await page.waitForFunction(() => globalThis.foulee.page.time > 40);
    await page.getByRole('tab', { name: 'Measure' }).click();
    const line = page.getByRole('article', { name: 'line middle' });
    await line.getByRole('button', { expanded: false }).click();
    await line.getByText('both ways', { exact: true }).waitFor();
    const panel = page.getByRole('tabpanel');
    const { x, width } = (await panel.boundingBox())!;
    expect(width).toBeLessThanOrEqual(300);
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const buttons = await line.getByRole('button', { name: /save as PNG/ }).all();
    expect(buttons).toHaveLength(2);
    for (const button of buttons) {
      const box = (await button.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(x + width);
    }
  });

  it('in a scenario, what is drawn is kept in its file and the run goes on', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    await page.evaluate(() => globalThis.foulee.page.openFromGallery('bottleneck-100'));
    await page.waitForFunction(() => globalThis.foulee.page.time > 1);
    await page.getByRole('tab', { name: 'Measure' }).click();
    for (const name of ['line entrance', 'line end', 'area before the entrance']) {
      await page.getByRole('article', { name, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const at = await onScreen(page);
    await page.getByRole('button', { name: 'Draw a line' }).click();
    await page.mouse.click(...(await at(12.5, 5.45)));
    await page.mouse.move(...(await at(12.5, 5)));
    await page.mouse.click(...(await at(12.5, 4.55)));
    await page.getByRole('article', { name: 'line line 1' }).waitFor();
    const before = await shownTime(page);
    expect(before).toBeGreaterThan(0.5);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction((time) => globalThis.foulee.page.time > time + 0.2, before);
    const name = page.getByLabel('Name of line 1');
    await name.fill('<b>middle</b>');
    await name.press('Enter');
    await page.getByRole('article', { name: 'line <b>middle</b>' }).waitFor();
    const { lines } = (await page.evaluate(() => globalThis.foulee.page.document!.data.measure)) as {
      lines: Record<string, [number, number][]>;
    };
    expect(Object.keys(lines)).toEqual(['entrance', 'end', '<b>middle</b>']);
    const [from, to] = lines['<b>middle</b>'];
    expect([from![1], to![1]]).toEqual([5.5, 4.5]);
    expect(from![0]).toBeCloseTo(12.5, 1);
  });
});
