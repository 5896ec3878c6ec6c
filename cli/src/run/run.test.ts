/**
 * `foulee run`, the sources in this process: results, recordings, statistics, and what it says to wrong scenarios. The bundle
 * with its threads and Ctrl-C is in run-launcher.test.ts.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { parseScenarioText, readLost, readPeople, readRecording, readScenario } from '@foulee/formats';
import type { RecordedPerson, RunResult } from '@foulee/engine';
import { type Outcome, temporaryFolder } from '@foulee/testing';
import type { SeedsResult } from './run-seeds.ts';
import { spreadOf, studentQuantile } from './run-seeds.ts';
import { recordingTerminal, runMain } from '../../test/run-main.ts';
import { main } from '../main.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const folder = temporaryFolder();
afterAll(folder.remove);

/** A corridor with people in it, and what else is said. */
function corridor(name: string, more: Record<string, unknown> = {}): string {
  const scenario = {
    duration: 60,
    environment: { walkable: [{ box: [0, 0, 12, 4] }] },
    goals: {
      east: [
        [11.5, 0],
        [11.5, 4],
      ],
    },
    walkers: [{ in: { box: [0.5, 0.5, 4, 3.5] }, count: 6 }],
    ...more,
  };
  return folder.file(`${name}.json`, JSON.stringify(scenario));
}

async function ran(file: string, ...options: string[]): Promise<RunResult> {
  const outcome = await runMain('run', file, '--json', ...options);
  // On a slow machine there may be progress.
  expect(outcome.error).not.toContain('foulee:');
  expect(outcome.code).toBe(0);
  return JSON.parse(outcome.out);
}

function expectRefused({ code, out, error }: Outcome, line: RegExp): void {
  expect(error).toMatch(line);
  // On a busy machine it may say what it is doing before it finds out.
  const said = error
    .trimEnd()
    .split('\n')
    .filter((text) => !/^ +\d+\.\d s  /.test(text));
  for (const text of said) expect(text).toMatch(/^foulee: [^\n]+$/);
  expect({ code, out }).toEqual({ code: 2, out: '' });
}

test('JSON has these fields and no others', async () => {
  const result = await ran(corridor('fields'));
  expect(Object.keys(result)).toEqual([
    'name',
    'model',
    'seed',
    'threads',
    'agents',
    'arrived',
    'simulatedSeconds',
    'steps',
    'wallSeconds',
    'realTimeFactor',
    'stepMilliseconds',
    'passes',
    'insideSeconds',
    'travelSeconds',
    'overlaps',
    'wallPenetrations',
    'deepestInWall',
    'stuck',
    'boundHits',
    'replans',
    'hash',
    'warnings',
  ]);
  expect(Object.keys(result.stepMilliseconds)).toEqual(['median', 'p95', 'max']);
  expect(Object.keys(result.travelSeconds)).toEqual(['mean', 'median', 'p95', 'max']);
  expect(Object.keys(result.overlaps)).toEqual(['pairsMax', 'deepest', 'pairSeconds']);
  expect(result).toMatchObject({ name: 'fields', model: 'reactive', seed: 1, threads: 1, agents: 6, arrived: 6 });
  expect(result).toMatchObject({ wallPenetrations: 0, deepestInWall: null, stuck: 0, warnings: [] });
  expect(result.steps).toBe(Math.round(result.simulatedSeconds / 0.1));
  expect(result.travelSeconds.max).toBeLessThanOrEqual(result.simulatedSeconds);
  for (const pass of ['plan', 'neighbours', 'decide', 'move', 'settle', 'arrive']) {
    expect(result.passes[pass]).toBeGreaterThan(0);
  }
  expect(result.hash).toMatch(/^[0-9a-f]{16}$/);
});

test('somebody alone takes as long as the way divided by the speed', async () => {
  const one = { profiles: { default: { speed: 1.25 } }, walkers: [{ at: [1, 2], start: 3 }] };
  const { travelSeconds, simulatedSeconds } = await ran(corridor('alone', one));
  // 10.5 m less the 0.3 m at which a line is reached; half a second to get going. Travel begins with the first step.
  expect(travelSeconds.mean).toBeGreaterThan(10.2 / 1.25 - 0.2);
  expect(travelSeconds.mean).toBeLessThan(10.5 / 1.25 + 0.6);
  expect(simulatedSeconds).toBeCloseTo(3 + travelSeconds.mean!, 6);
});

test('time inside and travel time are those of the table of people: with pre-movement time, and without', async () => {
  const waiting = { profiles: { default: { start: { uniform: [20, 40] } } } };
  const recording = folder.in('waiting.parquet');
  const { insideSeconds, travelSeconds } = await ran(corridor('waiting', waiting), '--out', recording);
  const people = await readPeople(readFileSync(folder.in('waiting-people.parquet')), 'people');
  expect(people.length).toBe(6);
  const mean = (of: (person: RecordedPerson) => number) =>
    people.reduce((sum, one) => sum + of(one), 0) / people.length;
  expect(insideSeconds.mean).toBeCloseTo(
    mean(({ entered, left }) => left! - entered),
    5,
  );
  expect(travelSeconds.mean).toBeCloseTo(
    mean(({ started, left }) => left! - started!),
    5,
  );
  for (const { entered, started } of people) {
    expect(started! - entered).toBeGreaterThanOrEqual(20);
    expect(started! - entered).toBeLessThanOrEqual(40);
  }
  const { out } = await runMain('run', corridor('waiting', waiting));
  expect(out).toMatch(
    /\n  inside +mean (3|4)\d\.\d s, .* from entering to leaving\n  travel +mean \d\.\d s, .* from starting to walk\n/,
  );
});

test('the same seed gives the same run, another seed another', async () => {
  const file = corridor('same');
  const [first, again, other, third] = await Promise.all([
    ran(file),
    ran(file),
    ran(file, '--seed', '2'),
    ran(file, '--seed', '1'),
  ]);
  expect(again.hash).toBe(first.hash);
  expect(third.hash).toBe(first.hash);
  expect(other.hash).not.toBe(first.hash);
});

test('lines and areas are measured', async () => {
  const measure = {
    lines: {
      middle: [
        [6, 4],
        [6, 0],
      ],
    },
    areas: { start: { box: [0, 0, 6, 4] }, far: { box: [11.9, 0, 12, 4] } },
  };
  const result = await ran(corridor('measured', { measure }));
  expect(result.measure!.lines).toMatchObject([{ name: 'middle', left: 6, right: 0 }]);
  const [line] = result.measure!.lines;
  // Six in less than ten seconds: the run is the window.
  expect(result.simulatedSeconds).toBeLessThan(10);
  expect(line!.peakFlow).toBeCloseTo(6 / result.simulatedSeconds, 5);
  const [start, far] = result.measure!.areas;
  expect(start!.density.max).toBeCloseTo(6 / 24, 6);
  expect(start!.density.mean).toBeLessThan(6 / 24);
  expect(far).toEqual({ name: 'far', density: { mean: 0, max: 0 }, speed: { mean: null } });
});

test('two streams are counted together and each by itself, and a crowd that is dense for less than a second is seen', async () => {
  const streams = {
    goals: {
      east: {
        line: [
          [11.5, 0],
          [11.5, 4],
        ],
      },
      west: {
        line: [
          [0.5, 0],
          [0.5, 4],
        ],
      },
    },
    walkers: [],
    sources: [
      { name: 'from the west', in: { box: [0, 0, 2, 4] }, rate: 1, until: 20, goal: 'east' },
      { name: 'from the east', in: { box: [10, 0, 12, 4] }, rate: 1, until: 20, goal: 'west' },
    ],
    measure: {
      lines: {
        middle: [
          [6, 4],
          [6, 0],
        ],
      },
      areas: { middle: { box: [5.5, 0, 6.5, 4] } },
    },
  };
  const out = folder.in('streams.csv');
  const file = corridor('streams', streams);
  const { measure, simulatedSeconds } = await ran(file, '--out', out);
  expect(simulatedSeconds).toBeGreaterThan(20);
  const [line] = measure!.lines;
  // Counted once more from the recording: crossings in each step, and the most of any 100 steps.
  const { first, serial, x } = await readRecording(readFileSync(out), out);
  const before = new Map<number, number>();
  const crossed = { left: [] as number[], right: [] as number[] };
  let mostInside = 0;
  for (let f = 0; f + 1 < first.length; f++) {
    let [left, right, inside] = [0, 0, 0];
    for (let row = first[f]; row < first[f + 1]; row++) {
      const was = before.get(serial[row]) ?? x[row];
      if (was <= 6 && x[row] > 6) left++;
      if (was > 6 && x[row] <= 6) right++;
      if (x[row] > 5.5 && x[row] < 6.5) inside++;
      before.set(serial[row], x[row]);
    }
    crossed.left.push(left);
    crossed.right.push(right);
    mostInside = Math.max(mostInside, inside);
  }
  const most = (counts: number[]) =>
    Math.max(...counts.map((_, f) => counts.slice(Math.max(0, f - 99), f + 1).reduce((sum, count) => sum + count, 0))) /
    10;
  const both = crossed.left.map((count, f) => count + crossed.right[f]);
  expect(most(crossed.left)).toBeGreaterThan(0.5);
  expect(most(crossed.right)).toBeGreaterThan(0.5);
  expect(line).toMatchObject({
    peakFlow: most(both),
    peakFlowLeft: most(crossed.left),
    peakFlowRight: most(crossed.right),
  });
  expect(measure!.areas[0].density.max).toBeCloseTo(mostInside / 4, 6);
  const { out: said } = await runMain('run', file);
  expect(said).toMatch(
    /middle: \d+ one way, \d+ the other crossed, at most [\d.]+ per second over 10 s \([\d.]+ one way, [\d.]+ the other\)/,
  );
});

test.each(['parquet', 'csv', 'txt'])('--out .%s is read back, every step of it', async (ending) => {
  const out = folder.in(`run.${ending}`);
  const result = await ran(corridor(`recorded-${ending}`), '--out', out, '--seed', '5');
  const recording = await readRecording(readFileSync(out), out);
  expect(recording.warnings).toEqual([]);
  // A table of rows has none for the last frame, in which everybody is gone.
  expect(recording.steps.length).toBe(result.steps + (ending === 'csv' ? 0 : 1));
  expect(recording.first[1]).toBe(6);
  expect(recording.x[0]).toBeGreaterThan(0.5);
  expect(recording.x[0]).toBeLessThan(4);
  if (ending === 'parquet') {
    expect(recording.info).toMatchObject({ seed: 5, step: 0.1, every: 1 });
    expect(recording.info!.walkableArea).toMatch(/^POLYGON \(\(/);
  }
});

test('--out .sqlite is what PedPy and JuPedSim read', async () => {
  // The library is that of formats: the command writes through it and has none of its own.
  const ofFormats = createRequire(join(root, 'formats', 'package.json'));
  const { Database } = ofFormats('node-sqlite3-wasm') as {
    Database: new (file: string) => { get: (query: string) => object; close: () => void };
  };
  const out = folder.in('run.sqlite');
  folder.file('run.sqlite', 'an old file');
  const result = await ran(corridor('database'), '--out', out, '--force');
  const database = new Database(out);
  const value = (query: string) => Object.values(database.get(query))[0];
  expect(value("select value from metadata where key = 'version'")).toBe('2');
  expect(value('select count(*) from trajectory_data where frame = 0')).toBe(6);
  expect(value('select max(frame) from frame_data')).toBe(result.steps);
  expect(value('select wkt from geometry')).toMatch(/^POLYGON/);
  database.close();
});

test.runIf(process.platform === 'linux')(
  'a device may be written, and is refused where a database needs a file',
  async () => {
    for (const ending of ['csv', 'sqlite']) symlinkSync('/dev/full', folder.in(`full.${ending}`));
    const file = corridor('device');
    const full = await runMain('run', file, '--out', folder.in('full.csv'));
    expectRefused(full, /--out: could not write .*full\.csv: the disk is full; make room or write elsewhere/);
    expectRefused(
      await runMain('run', file, '--out', folder.in('full.sqlite')),
      /full\.sqlite is a pipe or a device; a database needs a file/,
    );
  },
);

test.each(['csv', 'sqlite'])(
  '--out .%s replaces no file without --force, and no protected one at all',
  async (ending) => {
    const out = folder.file(`precious.${ending}`, 'years of work');
    const file = corridor('again');
    expectRefused(await runMain('run', file, '--out', out), /--out: .*precious.* exists; give --force to replace it/);
    chmodSync(out, 0o444);
    for (const options of [[], ['--force']]) {
      expectRefused(
        await runMain('run', file, '--out', out, ...options),
        /precious.* is write-protected; make it writable/,
      );
    }
    expect(readFileSync(out, 'utf8')).toBe('years of work');
  },
);

test('the name of a database is too long where SQLite could not write its journal', async () => {
  const file = corridor('long');
  // x.partial.sqlite-journal is one character longer than names may be; x.partial.sqlite just fits.
  for (const beside of ['.partial.sqlite-journal', '.partial.sqlite']) {
    const name = `${'n'.repeat(255 - beside.length + (beside.endsWith('-journal') ? 1 : 0))}.sqlite`;
    expectRefused(
      await runMain('run', file, '--out', folder.in(name)),
      /--out: .*: its name is too long; give a shorter/,
    );
    expect(readdirSync(folder.path).filter((one) => one.startsWith('nn'))).toEqual([]);
  }
});

test('the walkable area has its holes', async () => {
  const out = folder.in('holes.parquet');
  const environment = { walkable: [{ box: [0, 0, 12, 4] }], obstacles: [{ box: [6, 1, 7, 2] }] };
  await ran(corridor('holes', { environment }), '--out', out);
  const { info } = await readRecording(readFileSync(out), out);
  const rings = [...info!.walkableArea.matchAll(/\(([^()]+)\)/g)].map(([, ring]) =>
    ring!.split(', ').map((point) => point.split(' ').map(Number) as [number, number]),
  );
  expect(info!.walkableArea).toMatch(/^POLYGON \(\(.*\), \(.*\)\)$/);
  const area = (ring: [number, number][]) =>
    ring.slice(1).reduce((sum, [x, y], i) => sum + (ring[i][0] * y - x * ring[i][1]) / 2, 0);
  expect(rings.map(area)).toEqual([expect.closeTo(48, 6), expect.closeTo(-1, 6)]);
});

test('--seeds: statistics as computed by hand', async () => {
  const outcome = await runMain('run', corridor('seeds'), '--seeds', '3..6', '--json');
  expect(outcome.code).toBe(0);
  const result: SeedsResult = JSON.parse(outcome.out);
  expect(result.seeds).toEqual([3, 4, 5, 6]);
  expect(result.runs.map(({ seed }) => seed)).toEqual([3, 4, 5, 6]);
  const alone = await ran(corridor('seeds'), '--seed', '4');
  expect(result.runs[1].hash).toBe(alone.hash);
  // Everybody's last moment is the end of the run.
  const ends = result.runs.map(({ simulatedSeconds }) => simulatedSeconds);
  const mean = (ends[0] + ends[1] + ends[2] + ends[3]) / 4;
  const deviation = Math.sqrt(ends.reduce((sum, end) => sum + (end - mean) ** 2, 0) / 3);
  expect(result.totalSeconds.mean).toBeCloseTo(mean, 5);
  expect(result.totalSeconds.standardDeviation).toBeCloseTo(deviation, 5);
  // Student's t for three degrees of freedom, from a table.
  expect(result.totalSeconds.interval95![1]).toBeCloseTo(mean + (3.1824463 * deviation) / 2, 4);
  const { egress } = result;
  expect(egress.mean[0]).toBe(0);
  expect(egress.mean.at(-1)).toBe(6);
  expect(egress.time.at(-1)).toBeGreaterThanOrEqual(Math.max(...ends) - 1e-6);
  egress.time.forEach((_, k) => {
    expect(egress.least[k]).toBeLessThanOrEqual(egress.mean[k]);
    expect(egress.greatest[k]).toBeGreaterThanOrEqual(egress.mean[k]);
    if (k > 0) expect(egress.mean[k]).toBeGreaterThanOrEqual(egress.mean[k - 1]);
  });
});

test('spreads and the quantiles of t', () => {
  expect(spreadOf([2, 4, 4, 4, 5, 5, 7, 9])).toMatchObject({ count: 8, mean: 5, standardDeviation: 2.13809 });
  expect(spreadOf([3])).toEqual({ count: 1, mean: 3, standardDeviation: null, interval95: null });
  expect(spreadOf([])).toMatchObject({ mean: null });
  const table: [number, number][] = [
    [1, 12.706205],
    [2, 4.302653],
    [3, 3.182446],
    [4, 2.776445],
    [9, 2.262157],
    [10, 2.228139],
    [30, 2.042272],
    [999, 1.962341],
  ];
  for (const [freedom, t] of table) expect(studentQuantile(freedom)).toBeCloseTo(t, 5);
});

test('a table for people', async () => {
  const measure = {
    lines: {
      middle: [
        [6, 4],
        [6, 0],
      ],
    },
  };
  const { code, out } = await runMain('run', corridor('table', { measure }), '--out', folder.in('table.csv'));
  expect(code).toBe(0);
  expect(out).toMatch(/^table: 6 of 6 walkers arrived\n/);
  for (const row of ['time', 'travel', 'densest', 'overlaps', 'stuck', 'line', 'speed', 'step', 'hash', 'wrote']) {
    expect(out).toMatch(new RegExp(`^  ${row} +\\S`, 'm'));
  }
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(160);
  const many = await runMain('run', corridor('table', { measure }), '--seeds', '1..2');
  expect(many.out).toMatch(/2 runs, 12 of 12 walkers arrived[\s\S]*total time +\d[\s\S]*arrived after/);
});

test('progress is shown on a terminal', async () => {
  const terminal = recordingTerminal(true);
  const walkers = [{ in: { box: [0.5, 0.5, 8, 3.5] }, count: 20 }];
  expect(await main(['run', corridor('bar', { walkers }), '--seeds', '1..4', '--json'], terminal)).toBe(0);
  expect(terminal.texts.error).toMatch(/█/);
  expect(terminal.texts.error.endsWith('\r\u001b[K')).toBe(true);
  expect(() => JSON.parse(terminal.texts.out) as unknown).not.toThrow();
});

test('--real-time does not run ahead', async () => {
  const { code, out } = await runMain('run', corridor('real'), '--json', '--real-time', '--duration', '0.6');
  expect(code).toBe(1);
  const { wallSeconds }: RunResult = JSON.parse(out);
  expect(wallSeconds).toBeGreaterThanOrEqual(0.55);
});

test("a folder is looked into; its name is the scenario's", async () => {
  mkdirSync(folder.in('hall'));
  folder.file('hall/plan.wkt', 'POLYGON((0 0,12 0,12 4,0 4,0 0))');
  folder.file(
    'hall/scenario.yaml',
    `environment: { file: plan.wkt }
goals: { east: [[11.5, 0], [11.5, 4]] }
walkers: [{ at: [2, 2] }]
`,
  );
  expect(await ran(folder.in('hall'))).toMatchObject({ name: 'hall', agents: 1, arrived: 1 });
  mkdirSync(folder.in('empty'));
  expectRefused(await runMain('run', folder.in('empty')), /empty: holds no scenario\.yaml/);
  expectRefused(await runMain('run', folder.in('none.yaml')), /none\.yaml: there is no such file/);
});

test("environment files take the scenario's options, and their names are checked", async () => {
  folder.file('millimetres.wkt', 'POLYGON((0 0,12000 0,12000 4000,0 4000,0 0))');
  const environment = { file: 'millimetres.wkt', scale: 0.001 };
  expect(await ran(corridor('scaled', { environment }))).toMatchObject({ arrived: 6 });
  const absolute = { ...environment, file: folder.in('millimetres.wkt') };
  expect(await ran(corridor('absolute', { environment: absolute }))).toMatchObject({ arrived: 6 });
  const events = [{ at: 1, close: 'gate' }];
  expectRefused(await runMain('run', corridor('no-door', { environment, events })), /gate/);
  const absent = { file: 'absent.wkt' };
  expectRefused(
    await runMain('run', corridor('no-file', { environment: absent })),
    /absent\.wkt: there is no such file/,
  );
});

test('wrong scenarios are refused, each problem on a line with its place', async () => {
  const unknown = await runMain('run', corridor('unknown', { durration: 3, seed: -1 }));
  expectRefused(unknown, /unknown\.json:1:\d+: .*unknown field "durration"; did you mean "duration"\?/);
  expect(unknown.error.trimEnd().split('\n').length).toBe(2);
  for (const step of [0, 10]) {
    expectRefused(await runMain('run', corridor(`step${step}`, { step })), /step is (0|10); give a number of seconds/);
  }
  const beside = { walkers: [{ at: [50, 50] }] };
  expectRefused(await runMain('run', corridor('beside', beside)), /walkers\[0\].*\(50, 50\) is not on the floor/);
  const area = { measure: { areas: { beyond: { box: [50, 50, 60, 60] } } } };
  expectRefused(await runMain('run', corridor('area', area)), /beyond.*no floor/);
});

test('a source inside a wall: nobody comes, and it is said', async () => {
  const inWall = { walkers: [], sources: [{ name: 'west', in: { box: [-9, -9, -5, -5] }, rate: 1 }], duration: 5 };
  const { code, out, error } = await runMain('run', corridor('source-in-wall', inWall), '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ agents: 0, arrived: 0, travelSeconds: { mean: null } });
  expect(error).toMatch(/warning: there is no floor in the area of source "west": nobody comes/);
});

test('wrong calls are refused', async () => {
  const file = corridor('calls');
  expectRefused(await runMain('run', file, '--seed', 'x'), /--seed: "x" is not a number/);
  expectRefused(await runMain('run', file, '--seed', '1.5'), /--seed: 1\.5 is not possible/);
  expectRefused(await runMain('run', file, '--seeds', '5'), /--seeds: "5" is no range/);
  expectRefused(await runMain('run', file, '--seeds', '9..2'), /--seeds: 9\.\.2/);
  expectRefused(await runMain('run', file, '--seeds', '1..2', '--seed', '1'), /instead of --seed/);
  expectRefused(await runMain('run', file, '--duration', '0'), /--duration: 0 s/);
  expectRefused(await runMain('run', file, '--threads', '0'), /--threads: 0/);
  expectRefused(
    await runMain('run', file, '--model', 'river'),
    /--model: "river" is not known; give reactive or stream/,
  );
  expectRefused(await runMain('run', file, '--out', 'x.xlsx'), /--out: x\.xlsx says no format.*\.parquet/);
  expectRefused(await runMain('run', file, '--out', 'no/where.csv'), /--out: there is no folder/);
  expectRefused(await runMain('run', file, '--seeds', '1..2', '--out', folder.in('a.csv')), /--out: keeps one run/);
});

test('a goal nobody can reach: a warning with the place that blocks, the others arrive', async () => {
  const environment = {
    walkable: [{ box: [0, 0, 12, 4] }, { box: [12, 1.9, 14, 2.1] }, { box: [14, 0, 18, 4] }],
  };
  const goals = {
    east: [
      [11.5, 0],
      [11.5, 4],
    ],
    'behind the slit': [16, 2],
  };
  const walkers = [
    { at: [2, 1], goal: 'behind the slit' },
    { at: [3, 3], goal: 'east' },
  ];
  const { code, out, error } = await runMain(
    'run',
    corridor('slit', { environment, goals, walkers, duration: 20 }),
    '--json',
  );
  expect(code).toBe(1);
  const result: RunResult = JSON.parse(out);
  expect(result).toMatchObject({ agents: 2, arrived: 1, stuck: 0 });
  expect(error).toMatch(
    /warning: 1 walker had no way to "behind the slit" from .*: stopped at \(1\d\.\d, 2\.0\), it is 0\.2 m wide there, they 0\.4 m/,
  );
  expect(error).toMatch(/warning: the time of 20 s was over with 1 walker on the way/);
  expect(result.warnings.length).toBe(2);
});

test('more walkers than fit: those who fit walk', async () => {
  const walkers = [{ in: { box: [0, 0, 3, 4] }, count: 500 }];
  const { code, out, error } = await runMain('run', corridor('full', { walkers, duration: 100 }), '--json');
  const result: RunResult = JSON.parse(out);
  expect(error).toMatch(/warning: \d+ of 500 walkers do not fit/);
  expect(result.agents).toBeGreaterThan(20);
  expect(result.agents).toBeLessThan(90);
  expect(result.arrived).toBe(result.agents);
  expect(code).toBe(0);
});

test('a door that closes before people: they wait, and go on when it opens', async () => {
  const environment = {
    walkable: [{ box: [0, 0, 5, 4] }, { box: [5, 1, 6, 3] }, { box: [6, 0, 12, 4] }],
    doors: {
      gate: [
        [5.5, 1],
        [5.5, 3],
      ],
    },
  };
  const walkers = [{ in: { box: [0.5, 0.5, 3.5, 3.5] }, count: 5 }];
  const shut = { environment, walkers, duration: 30, events: [{ at: 0, close: 'gate' }] };
  const closed = await runMain('run', corridor('closed', shut), '--json');
  expect(closed.code).toBe(1);
  expect(JSON.parse(closed.out)).toMatchObject({ agents: 5, arrived: 0, wallPenetrations: 0 });
  expect(closed.error).toMatch(/warning: 5 walkers had no way to "east"/);
  const events = [
    { at: 0, close: 'gate' },
    { at: 8, open: 'gate' },
  ];
  const opened = await runMain('run', corridor('opened', { ...shut, duration: 90, events }), '--json');
  const result: RunResult = JSON.parse(opened.out);
  expect(result).toMatchObject({ agents: 5, arrived: 5, wallPenetrations: 0 });
  expect(result.simulatedSeconds).toBeGreaterThan(8);
  expect(opened.error).toMatch(/had no way to "east" for a time/);
  expect(opened.code).toBe(0);
});

test('somebody who wants nothing stays, and nobody minds', async () => {
  const stays = { goals: {}, walkers: [{ at: [2, 2], itinerary: [] }], duration: 2 };
  const { code, out } = await runMain('run', corridor('stays', stays), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ agents: 1, arrived: 0, stuck: 0 });
});

const scenarios = join(root, 'scenarios');
const LONG = ['four-exit-room', 'station-hall', 'town-512', 'city'];
/** People in scenarios that are about a few. */
const FEW: Record<string, number> = { maze: 6 };
const folders = readdirSync(scenarios, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test.each(folders.map(({ name }) => name).filter((name) => !LONG.includes(name)))(
  'in scenarios/%s everybody arrives, without overlaps',
  async (name) => {
    const result = await ran(join(scenarios, name));
    expect(result.agents).toBeGreaterThanOrEqual(FEW[name] ?? 36);
    expect(result).toMatchObject({ arrived: result.agents, wallPenetrations: 0, warnings: [] });
    expect(result.overlaps.deepest).toBeLessThan(0.02);
  },
  20_000,
);

test.each(['four-exit-room', 'station-hall', 'town-512'])(
  'scenarios/%s begins',
  async (name) => {
    const { code, out } = await runMain('run', join(scenarios, name), '--duration', '0.3', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ steps: 3, wallPenetrations: 0 });
  },
  20_000,
);

test('scenarios/city is a scenario', () => {
  const file = join(scenarios, 'city', 'scenario.yaml');
  const { walkers } = readScenario(readFileSync(file, 'utf8'), file);
  expect(walkers.reduce((sum, group) => sum + (group.kind === 'area' ? group.count! : 1), 0)).toBe(10_000);
});

test('people with knowledge, over several seeds: mean and interval of search and of readers, by profile and only if the sign is new', async () => {
  const file = corridor('guests-seeds', {
    environment: { walkable: [{ box: [0, 0, 6, 6] }, { box: [6, 4, 6.3, 5] }, { box: [6.3, 0, 12, 6] }] },
    goals: { desk: [11, 1] },
    profiles: { guest: { knowledge: 'nothing' }, clerk: { knowledge: 'everything' } },
    areas: { hall: { box: [0, 0, 6, 6] } },
    signs: { way: { at: [5.5, 5.5], facing: 180, range: 3, shows: 'desk' } },
    walkers: [
      { in: { box: [0.5, 0.5, 3, 3] }, count: 3, profile: 'guest' },
      { in: { box: [0.5, 3, 3, 5.5] }, count: 2, profile: 'clerk' },
    ],
  });
  const all: SeedsResult = JSON.parse((await runMain('run', file, '--seeds', '1..3', '--json')).out);
  const own = all.runs.map(({ search }) => search!);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(all.search!.seconds.count).toBe(3);
  expect(all.search!.seconds.mean).toBeCloseTo(mean(own.map(({ seconds }) => seconds.mean!)), 5);
  expect(all.search!.seconds.interval95![0]).toBeLessThan(all.search!.seconds.mean!);
  expect(all.search!.signs[0].readers.mean).toBeCloseTo(mean(own.map(({ signs }) => signs[0].readers)), 5);
  for (const { profiles, signs, seconds } of own) {
    expect(profiles.map(({ name, people }) => [name, people])).toEqual([
      ['guest', 3],
      ['clerk', 2],
    ]);
    expect(profiles[1].seconds.max).toBe(0);
    expect(profiles[0].seconds.mean! * 3).toBeCloseTo(seconds.mean! * 5, 4);
    expect(signs[0].newTo).toBeLessThanOrEqual(3);
    expect(signs[0].readers).toBeGreaterThan(signs[0].newTo);
  }
  const { out } = await runMain('run', file, '--seeds', '1..3');
  expect(out).toMatch(/stuck {2}search s\n/);
  expect(out).toMatch(/\n {2}search {6}\d+\.\d s +\d+\.\d s +\S+ s … \d+\.\d s\n/);
  expect(out).toMatch(/\n {2}read by {5}\d\.\d +\d\.\d +\S+ … \d\.\d, way\n/);
  const single = await runMain('run', file);
  expect(single.out).toMatch(/\n {4}of {8}guest: mean \d.*\n {4}of {8}clerk: mean 0\.0 s/);
  expect(single.out).toMatch(/\n {4}in {8}hall, most of it around \(/);
});

test('people with knowledge: how long they explored, who read signs, and the same with everybody knowing everything', async () => {
  const file = corridor('guests', {
    environment: { walkable: [{ box: [0, 0, 6, 6] }, { box: [6, 4, 6.3, 5] }, { box: [6.3, 0, 12, 6] }] },
    goals: { desk: [11, 1] },
    profiles: { guest: { knowledge: 'nothing' } },
    signs: { way: { at: [5.5, 5.5], facing: 180, range: 1, shows: 'desk' } },
    walkers: [{ in: { box: [0.5, 0.5, 3, 3] }, count: 3 }],
  });
  const { search } = await ran(file);
  expect(search).toMatchObject({ people: 3, signs: [{ name: 'way' }] });
  expect(search!.seconds.mean).toBeGreaterThan(1);
  // The squares beside a recording hold all of it, and go along when that is converted.
  const [csv, parquet] = [join(folder.path, 'guests-run.csv'), join(folder.path, 'guests-run.parquet')];
  await runMain('run', file, '--out', csv);
  expect((await runMain('convert', csv, parquet)).out).toMatch(/guests-run-lost\.parquet/);
  for (const name of ['guests-run-lost.csv', 'guests-run-lost.parquet']) {
    const rows = await readLost(new Uint8Array(readFileSync(join(folder.path, name))), name);
    expect(rows.reduce((sum, row) => sum + row.search, 0)).toBeCloseTo(search!.searchSeconds, 3);
    expect(rows.every(({ seeks, x, y }) => seeks === 'desk' && x > 0 && x < 12 && y > 0 && y < 6)).toBe(true);
  }
  const both = await runMain('run', file, '--knowing');
  expect(both.out).toMatch(/search {6}mean [1-9].*\n {2}lost {8}[1-9]/);
  expect(both.out).toMatch(/\n {4}in {8}the place around \(.*of search.*turned back \d+ times\n/);
  expect(both.out).toMatch(/\n {2}sign {8}way: read by \d, new to \d of them/);
  // What is printed can be put into the scenario.
  const [, printed] = /\n {2}one more {4}(signs: .*)\n/.exec(both.out)!;
  expect(parseScenarioText(printed, 'printed.yaml').data).toEqual({
    signs: { 'new sign': { at: search!.bestSign!.at, facing: search!.bestSign!.facing, shows: 'desk' } },
  });
  expect(both.out).toMatch(/The same with everybody knowing everything:\n.*3 of 3 walkers arrived/);
  expectRefused(await runMain('run', corridor('plain'), '--knowing'), /--knowing: everybody in this scenario knows/);
  const documents: { asWritten: RunResult; knowing: RunResult } = JSON.parse(
    (await runMain('run', file, '--knowing', '--json')).out,
  );
  expect(documents.asWritten.search).toEqual(search);
  expect(documents.knowing.search).toMatchObject({ people: 3, searchSeconds: 0 });
});
