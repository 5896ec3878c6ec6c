/** Recordings of a place with two levels and a door that closes: what `run --out` writes, and `convert` between all formats. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPeople, readRecording } from '@foulee/formats';
import { temporaryFolder } from '@foulee/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMain } from '../../test/run-main.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** A hall with a door in its middle, which closes at 1 s; a gallery above it, and stairs. */
const SCENARIO = {
  name: 'Hall',
  duration: 4,
  environment: {
    levels: {
      hall: {
        walkable: [{ box: [0, 0, 12, 4] }],
        obstacles: [{ box: [5.9, 0, 6.1, 1] }, { box: [5.9, 3, 6.1, 4] }],
        doors: {
          gate: [
            [6, 1],
            [6, 3],
          ],
        },
      },
      'gallery 1': { elevation: 4, walkable: [{ box: [2, 1, 10, 3] }, { box: [15, 0, 20, 4] }] },
    },
    links: {
      stairs: {
        kind: 'stairs',
        lower: 'hall',
        upper: 'gallery 1',
        corners: [
          [12, 1],
          [12, 3],
          [15, 3],
          [15, 1],
        ],
      },
    },
  },
  goals: {
    west: {
      line: [
        [0.5, 0],
        [0.5, 4],
      ],
      level: 'hall',
    },
    end: {
      line: [
        [9.5, 1],
        [9.5, 3],
      ],
      level: 'gallery 1',
    },
  },
  walkers: [
    { in: { box: [8, 0.5, 11, 3.5], level: 'hall' }, count: 5, goal: 'west' },
    { in: { box: [3, 1.2, 6, 2.8], level: 'gallery 1' }, count: 3, goal: 'end' },
  ],
  events: [{ at: 1, close: 'gate' }],
};

const read = async (name: string) => readRecording(readFileSync(folder.in(name)), name);
const listed = (beginning: string) => readdirSync(folder.in('.')).filter((name) => name.startsWith(beginning));

beforeAll(async () => {
  const file = folder.file('scenario.json', JSON.stringify(SCENARIO));
  for (const ending of ['parquet', 'csv', 'txt', 'sqlite']) {
    const { code, error, out } = await runMain('run', file, '--out', folder.in(`run.${ending}`));
    expect(error).not.toContain('an error in foulee');
    expect(code).toBe(1); // nobody gets through the closed door
    if (ending === 'sqlite')
      expect(out).toMatch(/wrote .*run-hall\.sqlite \(\.sqlite holds one level: a file for each\)/);
  }
});

test('a format without levels gets a file for each, with its own floor and people', async () => {
  expect(listed('run')).toEqual([
    'run-gallery-1.sqlite',
    'run-gallery-1.txt',
    'run-hall.sqlite',
    'run-hall.txt',
    'run-info.json',
    'run-people.csv',
    'run-people.parquet',
    'run.csv',
    'run.parquet',
  ]);
  const [hall, gallery] = [await read('run-hall.sqlite'), await read('run-gallery-1.sqlite')];
  expect([...new Set(hall.serial)]).toEqual([0, 1, 2, 3, 4]);
  expect([...new Set(gallery.serial)]).toEqual([5, 6, 7]);
  expect([hall.steps.length, gallery.steps.length]).toEqual([41, 41]);
  // The door closes before step 11, and the hall is in two parts. The gallery stays as it is.
  expect(hall.info!.walkableArea).toMatch(/^POLYGON/);
  expect(hall.changes).toEqual([{ step: 11, walkableArea: expect.stringMatching(/^MULTIPOLYGON.*6\.01 [13]/) }]);
  expect(gallery.changes).toBeUndefined();
  expect(gallery.info!.walkableArea).toMatch(/^MULTIPOLYGON/);
  expect(gallery.info!.walkableArea).not.toContain('12 0');
});

test('Parquet and CSV tell of levels, changes and people', async () => {
  const { info, changes } = await read('run.parquet');
  expect(info!.levels).toMatchObject([
    { name: 'hall', elevation: 0 },
    { name: 'gallery 1', elevation: 4 },
  ]);
  expect(changes!.map(({ step, levels }) => [step, levels!.length])).toEqual([[11, 2]]);
  const beside = JSON.parse(readFileSync(folder.in('run-info.json'), 'utf8'));
  expect(beside).toMatchObject({ ...info, changes, units: { time: 's', vx: 'm/s' }, steps: [0, 40] });
  const people = await readPeople(readFileSync(folder.in('run-people.parquet')), 'people');
  expect(await readPeople(readFileSync(folder.in('run-people.csv')), 'people')).toEqual(people);
  const hall = people.slice(0, 5);
  expect(people.length).toBe(8);
  for (const person of hall) expect(person).toMatchObject({ goal: 'west', enteredLevel: 0, source: null });
  for (const person of people.slice(5)) expect(person).toMatchObject({ goal: 'end', enteredLevel: 1, source: null });
  const left = people.filter(({ exit }) => exit !== null);
  expect(left.length).toBeGreaterThan(0);
  for (const person of left) expect(person).toMatchObject({ exit: 'end', leftLevel: 1 });
});

test('convert: Parquet and CSV keep everything, and each gives what a run would have written', async () => {
  const same = (a: string, b: string) =>
    expect(Buffer.compare(readFileSync(folder.in(a)), readFileSync(folder.in(b))), `${a} and ${b}`).toBe(0);
  const converted = (from: string, to: string) => runMain('convert', folder.in(from), folder.in(to));
  const first = await converted('run.parquet', 'one.csv');
  expect(first).toMatchObject({ code: 0, error: '' });
  expect(first.out).toMatch(
    /: 41 frames, 8 people\n {2}wrote .*one\.csv\n {2}wrote .*one-people\.csv\n {2}wrote .*one-info/,
  );
  expect(await converted('one.csv', 'two.parquet')).toMatchObject({ code: 0, error: '' });
  for (const [a, b] of [
    ['run.csv', 'one.csv'],
    ['run-people.csv', 'one-people.csv'],
    ['run-info.json', 'one-info.json'],
    ['run.parquet', 'two.parquet'],
    ['run-people.parquet', 'two-people.parquet'],
  ]) {
    same(a, b);
  }
  const { error } = await converted('run.parquet', 'three.sqlite');
  for (const words of ['speeds and radii', 'name, seed and levels', 'table of people', 'holds one level']) {
    expect(error).toContain(words);
  }
  const [there, here] = [await read('run-hall.sqlite'), await read('three-hall.sqlite')];
  expect({ ...here, info: { ...here.info, name: '' } }).toEqual({ ...there, info: { ...there.info, name: '' } });
  expect((await converted('run.csv', 'four.txt')).error).toMatch(/velocities and radii.*[\s\S]*changes of the place/);
  same('run-hall.txt', 'four-hall.txt');
  same('run-gallery-1.txt', 'four-gallery-1.txt');
});

test('convert: databases and measured trajectories become tables, and what they do not tell is said', async () => {
  const database = await runMain('convert', folder.in('run-hall.sqlite'), folder.in('hall.parquet'));
  expect(database.error).toMatch(/velocities are not known and taken from places[\s\S]*radii are not known/);
  const [from, to] = [await read('run-hall.sqlite'), await read('hall.parquet')];
  expect([to.steps, to.serial, to.x, to.y, to.changes]).toEqual([
    from.steps,
    from.serial,
    from.x,
    from.y,
    from.changes,
  ]);
  expect(to.vx.every(Number.isFinite)).toBe(true);
  expect(new Set(to.radius)).toEqual(new Set([0]));
  const rows = [20, 22, 24, 26].map((frame) => `7 ${frame} ${frame * 10} 50 170`);
  folder.file('experiment.txt', `# framerate: 20\n# id frame x/cm y/cm z/cm\n${rows.join('\n')}\n`);
  await runMain('convert', folder.in('experiment.txt'), folder.in('experiment.csv'));
  const measured = await read('experiment.csv');
  expect([...measured.time]).toEqual([1, 1.1, 1.2, 1.3]);
  for (const vx of measured.vx) expect(vx).toBeCloseTo(2, 9); // 10 cm in 1/20 s
  const boxed = await runMain('convert', folder.in('experiment.txt'), folder.in('experiment.sqlite'));
  expect(boxed.error).toContain('the walkable area is not known: a box 1 m around everybody is written');
  const again = await read('experiment.sqlite');
  expect([...again.time]).toEqual([1, 1.1, 1.2, 1.3]);
  expect(again.info!.walkableArea).toContain('3.6 1.5');
});

test('convert to .glb: an animated model of the place and its people, read back', async () => {
  const made = await runMain('convert', folder.in('run.parquet'), folder.in('run.glb'), '--fps', '4', '--from', '0.5');
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toMatch(/: 8 people, 0\.5 s to 4 s\n {2}wrote .*run\.glb: \d+ keyframes, 4 a second, \d+ kB\n$/);
  expect(made.error).toContain('.glb holds the place at the start of the recording: later changes');
  const bytes = readFileSync(folder.in('run.glb'));
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
  const names = json.nodes.map(({ name }: { name: string }) => name);
  for (const name of ['hall', 'gallery 1', 'stairs', 'person 0', 'person 7']) expect(names).toContain(name);
  expect(json.asset.extras).toMatchObject({ from: 0.5, to: 4, fps: 4 });
  const inspected = await runMain('inspect', folder.in('run.glb'));
  expect(inspected).toMatchObject({ code: 0 });
  rmSync(folder.in('run.glb'));
});

test('convert to .glb refuses bad numbers, and its options elsewhere', async () => {
  const refused = async (to: string, flags: string[], words: RegExp) => {
    const { code, out, error } = await runMain('convert', folder.in('run.parquet'), folder.in(to), ...flags);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(words);
    expect(existsSync(folder.in(to))).toBe(false);
  };
  await refused('new.glb', ['--fps', 'ten'], /--fps: "ten" is not a number; give keyframes a second, from 0\.01 to 60/);
  await refused('new.glb', ['--fps', '0'], /--fps: 0 is not possible; give keyframes a second/);
  await refused('new.glb', ['--from', '1,5'], /--from: "1,5" is not a number; give seconds/);
  await refused(
    'new.glb',
    ['--from', '3', '--to', '2'],
    /--from: 3 s is after --to 2 s; give the earlier time to --from/,
  );
  await refused('new.glb', ['--from', '60'], /--from: 60 s is not in .*run\.parquet; give seconds from 0 to 4/);
  await refused('new.csv', ['--fps', '5'], /--fps: is for \.glb only, not for \.csv; leave it out/);
  await refused('no/new.glb', [], /there is no folder/);
  const twice = await runMain('convert', folder.in('run.parquet'), folder.in('run.csv'), '--to', '3');
  expect(twice.error).toMatch(/--to: is for \.glb only/);
});

test('convert refuses in one line', async () => {
  const refused = async (from: string, to: string, words: RegExp) => {
    const { code, out, error } = await runMain('convert', folder.in(from), folder.in(to));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(/^foulee: [^\n]+\n$/);
    expect(error).toMatch(words);
    expect(existsSync(folder.in('new.csv'))).toBe(false);
  };
  await refused(
    'run.parquet',
    'run.xls',
    /no format of recordings; end it in \.parquet, \.sqlite, \.txt, \.csv, \.glb/,
  );
  await refused('run.parquet', 'run.parquet', /is the file that is read/);
  await refused('nothing.parquet', 'new.csv', /no such file/);
  await refused('scenario.json', 'new.csv', /not a recording/);
  folder.file('deep.csv', 'time,step,serial,x,y,level,vx,vy,radius\n0,0,1,0,0,-2,0,0,0\n');
  await refused('deep.csv', 'new.csv', /people on level -2/);
});

test('no output, not even with --force, is one of the files that belong to the recording that is read', async () => {
  const bytes = () => new Map(listed('run').map((name) => [name, readFileSync(folder.in(name), 'latin1')]));
  const before = bytes();
  const refused = async (from: string, to: string, words: RegExp) => {
    const { code, error } = await runMain('convert', folder.in(from), folder.in(to), '--force');
    expect(code).toBe(2);
    expect(error).toMatch(/^foulee: [^\n]+; give another name\n$/);
    expect(error).toMatch(words);
    expect(bytes()).toEqual(before);
  };
  await refused('run.csv', 'run-people.csv', /run-people\.csv is the table of people of .*run\.csv/);
  await refused('run.parquet', 'run-people.parquet', /is the table of people of .*run\.parquet/);
  // Of another recording beside the one that is written.
  await refused('run.parquet', 'run-people.csv', /is the table of people of .*run\.csv/);
  // Written beside new.csv, where new-info.json would be.
  folder.file('run-x-info.json', readFileSync(folder.in('run.parquet')));
  before.set('run-x-info.json', readFileSync(folder.in('run-x-info.json'), 'latin1'));
  await refused('run-x-info.json', 'run-x.csv', /is the file that is read/);
  // A level's text tells of all levels, so it would be written over itself.
  await refused('run-hall.txt', 'run.txt', /run-hall\.txt is the file that is read/);
  await refused('run-hall.txt', 'run-gallery-1.txt', /is the file of one level of the same run/);
  await refused('run.parquet', 'run-hall.sqlite', /is the file of one level of the same run/);
});

test('run --out spares what it reads, and tables of other recordings', async () => {
  const walls = 'POLYGON ((0 0, 9 0, 9 5, 0 5, 0 0))';
  folder.file('plan.txt', walls); // a WKT plan may have any name
  const scenario = {
    name: 'x',
    duration: 1,
    environment: { file: 'plan.txt', as: 'walkable', crs: 'local' },
    goals: { end: { at: [8, 2] } },
    walkers: [{ at: [1, 2], goal: 'end' }],
  };
  const file = folder.file('placed.json', JSON.stringify(scenario));
  const run = (out: string) => runMain('run', file, '--out', folder.in(out), '--force');
  expect((await run('plan.txt')).error).toMatch(/--out: .*plan\.txt is the place of the scenario; give another name/);
  expect(readFileSync(folder.in('plan.txt'), 'utf8')).toBe(walls);
  expect((await run('run-people.csv')).error).toMatch(/is the table of people of .*run\.csv; give another name/);
});

test('the name of a recording that is not finished is refused', async () => {
  const outcome = await runMain('convert', 'a.csv', 'b.partial.csv');
  expect(outcome.code).toBe(2);
  expect(outcome.error).toMatch(/b\.partial\.csv has the name of a recording that is not finished/);
});

test.skipIf(process.platform === 'win32')('a file that grows too large is said, and nothing is left of it', () => {
  const frames = Array.from({ length: 20_000 }, (_, k) => `1\t${k}\t${k / 100}\t0\t0`).join('\n');
  const from = folder.file('long.txt', `# framerate: 10\n# id frame x/m y/m z/m\n${frames}\n`);
  const to = join(folder.path, 'long-copy.csv');
  const command = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bin', 'foulee.js');
  // Blocks of half a kilobyte or a whole one.
  const limited = `ulimit -f 100; exec "${process.execPath}" "${command}" convert "${from}" "${to}"`;
  const { status, stderr } = spawnSync('sh', ['-c', limited], { encoding: 'utf8' });
  expect(stderr).toMatch(/convert: could not write .*long-copy\.csv: it got larger than files may be here/);
  expect(status).toBe(2);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('long-copy'))).toEqual([]);
});
