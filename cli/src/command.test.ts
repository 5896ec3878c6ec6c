/**
 * The real command, launcher and bundle. Bad input: each is a repaired map that names the place, or
 * one clear line and exit 2. Never a stack trace, never a hang (a run is killed after a minute and then has no exit
 * code). All tests that start the bundle are in this file, so that no two of them build it at the same time.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { freshBundle, launcher, type Outcome, runLauncher, temporaryFolder } from '@foulee/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InspectResult } from './inspect/inspect-result.ts';
import type { PairsResult } from './plan/plan-pairs.ts';

const folder = temporaryFolder();
beforeAll(freshBundle);
afterAll(folder.remove);

const SQUARE = '(0 0,10 0,10 10,0 10,0 0)';

/** It worked, passed its checks, and said one JSON document and nothing else. */
async function inspected(file: string, ...options: string[]): Promise<InspectResult> {
  const outcome = await runLauncher('inspect', file, '--json', '--check', ...options);
  expect(outcome.error).not.toMatch(/^\s+at /m);
  expect(outcome).toMatchObject({ code: 0, signal: null });
  const result: InspectResult = JSON.parse(outcome.out);
  expect(result.findings).toEqual([]);
  return result;
}

/** Exit 2, nothing on standard output, one line on standard error that begins with our name. */
function expectRefused({ code, out, error }: Outcome, line: RegExp): void {
  expect(error).toMatch(line);
  expect(error).toMatch(/^foulee: [^\n]+\n$/);
  expect({ code, out }).toEqual({ code: 2, out: '' });
}

function repair(result: InspectResult, kind: RegExp): { count: number; places: [number, number][] } {
  const found = result.repairs.find((r) => kind.test(r.kind));
  expect(found, `a repair like ${kind} among ${result.repairs.map((r) => r.kind)}`).toBeDefined();
  return found!;
}

test('a ring that crosses itself is cut at the crossing', async () => {
  const result = await inspected(folder.file('bowtie.wkt', 'POLYGON((0 0,10 10,10 0,0 10,0 0))'));
  expect(repair(result, /crossing/)).toMatchObject({ count: 1, places: [[5, 5]] });
  expect(result.area).toBeCloseTo(25, 9);
});

test('an unclosed ring is closed', async () => {
  const result = await inspected(folder.file('unclosed.wkt', 'POLYGON((0 0,10 0,10 10,0 10))'));
  expect(repair(result, /closed/).count).toBe(1);
  expect(result.area).toBeCloseTo(100, 9);
});

test('a polygon without area is dropped, and refused where there is nothing else', async () => {
  const flat = '(3 3,4 3,5 3,3 3)';
  const result = await inspected(folder.file('one-flat.wkt', `MULTIPOLYGON((${SQUARE}),(${flat}))`));
  expect(repair(result, /without area/)).toMatchObject({ count: 1, places: [[3, 3]] });
  expectRefused(await runLauncher('inspect', folder.file('flat.wkt', `POLYGON(${flat})`)), /no polygon/);
});

test('repeated and reversed vertices are dropped', async () => {
  const ring = '(0 0,0 0,5 0,10 0,5 0,10 0,10 10,0 10,0 10,0 0)';
  const result = await inspected(folder.file('repeated.wkt', `POLYGON(${ring})`));
  expect(repair(result, /repeated/).count).toBe(2);
  expect(repair(result, /lying on each other/).count).toBeGreaterThan(0);
  expect(result).toMatchObject({ cells: 1, constrainedSegments: 4 });
});

test('NaN and infinity are dropped, and refused where nothing is left', async () => {
  const lost = folder.file('nan.wkt', 'POLYGON((0 0,10 0,NaN 5,10 10,0 10,0 0))');
  expect(repair(await inspected(lost), /without usable coordinates/).count).toBe(1);
  const far = '{"type":"Polygon","coordinates":[[[0,0],[10,0],[1e999,5],[10,10],[0,10],[0,0]]]}';
  expect(repair(await inspected(folder.file('infinite.geojson', far)), /without usable coordinates/).count).toBe(1);
  expectRefused(await runLauncher('inspect', folder.file('all-nan.wkt', 'POLYGON((NaN NaN,NaN NaN))')), /no polygon/);
});

test('coordinates in the millions are kept exactly, in and out', async () => {
  const shift = (x: number, y: number) => `${4_500_000 + x} ${5_400_000 + y}`;
  const ring = (...points: [number, number][]) => `(${points.map(([x, y]) => shift(x, y)).join(',')})`;
  const outer = ring([0, 0], [10, 0], [10, 10], [0, 10], [0, 0]);
  const hole = ring([3, 3.125], [4, 3.125], [4, 9], [3, 9], [3, 3.125]);
  const cells = folder.in('millions.geojson');
  const file = folder.file('millions.wkt', `POLYGON(${outer},${hole})`);
  const result = await inspected(file, '--cells', cells, '--seed-point', '4500001,5400001');
  expect(result.area).toBeCloseTo(100 - 5.875, 9);
  expect(result.narrowest[0].width).toBeCloseTo(1, 9);
  expect(result.narrowest[0].y).toBe(5_400_009.5);
  const { features } = JSON.parse(readFileSync(cells, 'utf8')) as {
    features: { geometry: { coordinates: unknown } }[];
  };
  const numbers = features.flatMap((f) => (f.geometry.coordinates as unknown[]).flat(3) as number[]);
  expect(numbers).toContain(5_400_003.125);
  expect(Math.min(...numbers)).toBe(4_500_000);
});

test('a seed point inside a wall is refused, with the point as it was typed', async () => {
  const file = folder.file(
    'pillar.wkt',
    'POLYGON((0 0,10000 0,10000 9000,0 9000,0 0),(4e3 4e3,5e3 4e3,5e3 5e3,4e3 5e3,4e3 4e3))',
  );
  const inWall = await runLauncher('inspect', file, '--scale', '0.001', '--seed-point', '4500,4.5e3');
  expectRefused(inWall, /--seed-point 4500,4\.5e3: .*wall.*; give a point people can stand on/);
  const outside = await runLauncher('inspect', file, '--scale', '0.001', '--seed-point', '-3,4');
  expectRefused(outside, /--seed-point -3,4: /);
  expect((await inspected(file, '--scale', '0.001', '--seed-point', '100,100')).area).toBeCloseTo(89, 9);
});

test('an empty area is refused', async () => {
  expectRefused(await runLauncher('inspect', folder.file('none.wkt', 'POLYGON EMPTY')), /none\.wkt: holds no polygon/);
  const covered = {
    type: 'FeatureCollection',
    features: [
      ['walkable', 0, 10],
      ['obstacle', -1, 11],
    ].map(([role, a, b]) => ({
      type: 'Feature',
      properties: { role },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [a, a],
            [b, a],
            [b, b],
            [a, b],
            [a, a],
          ],
        ],
      },
    })),
  };
  const file = folder.file('covered.geojson', JSON.stringify(covered));
  expectRefused(await runLauncher('inspect', file), /there is no walkable area; /);
});

test('millimetres are noticed, and the scale to try is said', async () => {
  const file = folder.file('millimetres.wkt', 'POLYGON((0 0,12000 0,12000 8000,0 8000,0 0))');
  const outcome = await runLauncher('inspect', file);
  expect(outcome.code).toBe(0);
  expect(outcome.error).toMatch(/^foulee: warning: .*--scale 0\.001/m);
  const scaled = await inspected(file, '--scale', '0.001');
  expect(scaled.warnings).toEqual([]);
  expect(scaled.area).toBeCloseTo(96, 9);
});

/** 100,000 segments of free-standing blocks. */
function largePlan(): string {
  const blocks: string[] = [];
  for (let i = 0; i < 25_000; i++) {
    const x = 3 * (i % 158);
    const y = 3 * Math.floor(i / 158) + (i % 7) / 10;
    blocks.push(`((${x} ${y},${x + 2} ${y},${x + 2} ${y + 1.5},${x} ${y + 2},${x} ${y}))`);
  }
  return folder.file('large.wkt', `MULTIPOLYGON(${blocks.join(',')})`);
}

test('100,000 segments build in good time, with progress', async () => {
  const outcome = await runLauncher('inspect', largePlan(), '--as', 'obstacles', '--json');
  expect(outcome.code).toBe(0);
  expect(outcome.error).toMatch(/^ +\d+\.\d s {2}building the cells$/m);
  const result: InspectResult = JSON.parse(outcome.out);
  expect(result.constrainedSegments).toBeGreaterThan(100_000);
});

test('Ctrl-C ends it at once and leaves no file', async () => {
  const target = folder.in('interrupted.geojson');
  const child = spawn(process.execPath, [launcher, 'inspect', largePlan(), '--as', 'obstacles', '--cells', target]);
  let interrupted = 0;
  child.stderr.on('data', (data) => {
    if (interrupted > 0 || !String(data).includes('building')) return;
    interrupted = performance.now();
    child.kill('SIGINT');
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (...how) => resolve(how));
  });
  // Ended by the signal itself, which a shell reports as 130.
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' });
  expect(performance.now() - interrupted).toBeLessThan(3000);
  expect(readdirSync(folder.path).filter((name) => name.includes('interrupted'))).toEqual([]);
});

test('Ctrl-C among many pairs keeps the routes found so far', async () => {
  const blocks = Array.from({ length: 900 }, (_, i) => {
    const [x, y] = [4 * (i % 30), 4 * Math.floor(i / 30)];
    return `((${x} ${y},${x + 2} ${y},${x + 2} ${y + 2},${x} ${y + 2},${x} ${y}))`;
  });
  const place = folder.file('blocks.wkt', `MULTIPOLYGON(${blocks.join(',')})`);
  const pairs = folder.file('pairs.csv', `sx,sy,gx,gy\n${'-5,-5,125,124\n'.repeat(200_000)}`);
  const options = ['--as', 'obstacles', '--pairs', pairs, '--method', 'flat', '--json'];
  const child = spawn(process.execPath, [launcher, 'plan', place, ...options]);
  let out = '';
  let error = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    error += data;
    if (String(data).includes('of 200,000 routes')) child.kill('SIGINT');
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  expect(code).toBe(130);
  const { count, found, results } = JSON.parse(out) as PairsResult;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(200_000);
  expect({ found, results: results.length }).toEqual({ found: count, results: count });
  expect(error).toMatch(/^foulee: warning: interrupted after [\d,]+ of 200,000 pairs\n/m);
});

test('a pipe without a writer: it says what it waits for, and Ctrl-C ends it', async () => {
  const pipe = folder.in('pipe.wkt');
  execFileSync('mkfifo', [pipe]);
  const child = spawn(process.execPath, [launcher, 'inspect', pipe], { timeout: 30_000 });
  let error = '';
  child.stderr.on('data', (data) => {
    error += data;
    child.kill('SIGINT');
  });
  const signal = await new Promise((resolve) => {
    child.on('close', (_, how) => resolve(how));
  });
  expect(signal).toBe('SIGINT');
  expect(error).toBe(`foulee: waiting for a program to write all of ${pipe}; Ctrl-C gives up\n`);
});

test('what is no environment file is refused', async () => {
  mkdirSync(folder.in('folder.wkt'));
  expectRefused(await runLauncher('inspect', folder.in('folder.wkt')), /folder\.wkt: is a folder/);
  expectRefused(await runLauncher('inspect', folder.in('missing.wkt')), /missing\.wkt: there is no such file/);
  expectRefused(await runLauncher('inspect', folder.file('empty.wkt', '')), /empty\.wkt: is empty/);
  const garbage = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3) * 104_729) & 255);
  expectRefused(await runLauncher('inspect', folder.file('garbage.bin', garbage)), /no known format/);
  expectRefused(await runLauncher('inspect', folder.file('garbage.wkt', garbage)), /garbage\.wkt/);
  expectRefused(await runLauncher('inspect', folder.file('half.geojson', '{"type":"Polyg')), /half\.geojson/);
});

test('a wrong call is refused', async () => {
  const file = folder.file('square.wkt', `POLYGON(${SQUARE})`);
  expectRefused(await runLauncher('inspect', file, '--frob'), /unknown option '--frob'/);
  expectRefused(await runLauncher('inspct', file), /unknown command 'inspct' \(Did you mean inspect\?\)/);
  expectRefused(await runLauncher('inspect'), /missing required argument 'ENV'/);
  expectRefused(await runLauncher('inspect', file, file), /too many arguments/);
  expectRefused(await runLauncher('inspect', file, '--scale'), /'--scale <k>' argument missing/);
});

test('help and version answer in well under half a second', async () => {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const { code, out, error } = await runLauncher('--help');
    times.push(performance.now() - start);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/Example:\n +foulee inspect /);
  }
  // The quickest of five: what the command takes, not what else the machine does.
  expect(Math.min(...times)).toBeLessThan(500);
  expect((await runLauncher('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each(['inspect', 'plan'])('%s --help has examples and a line for every option of ENV', async (command) => {
  const { code, out } = await runLauncher(command, '--help');
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`Examples:\n +foulee ${command} `));
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  for (const option of ['scale', 'up', 'floor', 'height', 'step-height', 'seed-point', 'tolerance', 'as', 'margin']) {
    expect(out).toMatch(new RegExp(`^ +--${option} <\\S+> {2,}\\w`, 'm'));
  }
  const own = { inspect: ['map', 'cells', 'colour'], plan: ['from', 'to', 'pairs', 'method', 'map'] }[command] ?? [];
  for (const option of ['crs', 'layers', 'width', ...own]) expect(out).toContain(`--${option} <`);
});

test('without a command the help goes to standard error, exit 2', async () => {
  const { code, out, error } = await runLauncher();
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain('Usage: foulee');
});

test('a reader that goes away is no error', async () => {
  const file = folder.file('square.wkt', `POLYGON(${SQUARE})`);
  const child = spawn(process.execPath, [launcher, 'inspect', file, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let error = '';
  child.stderr.on('data', (data) => {
    error += data;
  });
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  expect({ code, error }).toEqual({ code: 0, error: '' });
});

test('without its bundle the launcher says what to do', () => {
  mkdirSync(folder.in('checkout/bin'), { recursive: true });
  folder.file('checkout/package.json', '{"type":"module"}');
  copyFileSync(launcher, folder.in('checkout/bin/foulee.js'));
  const { status, stderr } = spawnSync(process.execPath, [folder.in('checkout/bin/foulee.js')], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^foulee: [^\n]*npm install[^\n]*\n$/);
});
