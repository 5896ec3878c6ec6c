/**
 * Every file that the command writes goes through terminal/write-file.ts: a name of its own until it is whole, a lock, no file that
 * exists without --force, none that is write-protected. Told by the sources, and by each option that writes.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '@foulee/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMain } from './run-main.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** What writes, makes, moves or removes files. */
const WRITING =
  /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|openSync|writeSync|rename|renameSync|copyFile|copyFileSync|cp|cpSync|linkSync|symlinkSync|mkdir|mkdirSync|unlink|unlinkSync|rmSync|truncateSync)\b/;

test('nothing else writes files', () => {
  const src = join(import.meta.dirname, '..', 'src');
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const writers = sources.filter((name) => {
    const imports = readFileSync(join(src, name), 'utf8').match(/^import[^;]*from 'node:fs(?:\/promises)?';/gm) ?? [];
    return imports.some((text) => WRITING.test(text));
  });
  expect(writers.toSorted()).toEqual([
    // Into the files that write-file.ts opened for them.
    join('run', 'beside-files.ts'),
    join('run', 'recording-files.ts'),
    join('terminal', 'output-lock.ts'),
    join('terminal', 'write-file.ts'),
  ]);
});

/** Of each command that writes: its arguments, the option that names the file, and all files it writes. */
const WRITERS: readonly (readonly [string, string[], string, string[]])[] = [
  ['inspect --map', ['inspect', 'room.wkt'], '--map', ['a.svg']],
  ['inspect --cells', ['inspect', 'room.wkt'], '--cells', ['a.geojson']],
  ['plan --map', ['plan', 'room.wkt', '--from', '1,1', '--to', '8,4'], '--map', ['b.svg']],
  ['run --out .parquet', ['run', 'room.yaml'], '--out', ['c.parquet', 'c-people.parquet']],
  ['run --out .csv', ['run', 'room.yaml'], '--out', ['c.csv', 'c-people.csv', 'c-info.json']],
  ['run --out .txt', ['run', 'room.yaml'], '--out', ['c.txt']],
  ['run --out .sqlite', ['run', 'room.yaml'], '--out', ['c.sqlite']],
  ['convert', ['convert', 'c.csv'], '', ['d.csv', 'd-people.csv', 'd-info.json']],
];

describe.each(WRITERS)('%s', (_, args, option, files) => {
  const write = (...more: string[]) => {
    const paths = args.map((arg) => (/\.(?:wkt|yaml|csv)$/.test(arg) ? folder.in(arg) : arg));
    return runMain(...[...paths, option, folder.in(files[0])].filter((arg) => arg !== ''), ...more);
  };
  const bytes = () => files.map((name) => readFileSync(folder.in(name), 'latin1'));

  beforeAll(() => {
    folder.file('room.wkt', 'POLYGON ((0 0, 9 0, 9 5, 0 5, 0 0))');
    const walkers = 'goals: { a: [8, 3] }\nwalkers: [{ at: [7, 3], goal: a }]\n';
    folder.file('room.yaml', `duration: 20\nenvironment: { walkable: [{ box: [0, 0, 9, 5] }] }\n${walkers}`);
  });

  test('writes whole files, and leaves nothing beside them', async () => {
    expect(await write()).toMatchObject({ code: 0 });
    for (const name of files) expect(existsSync(folder.in(name)), name).toBe(true);
    expect(readdirSync(folder.path).filter((name) => /\.(?:partial|lock|new)/.test(name))).toEqual([]);
  });

  test('replaces none of them without --force, and none that is write-protected', async () => {
    const before = bytes();
    for (const [k, name] of files.entries()) {
      // Each by itself: the others may have been moved away.
      const others = files.filter((one) => one !== name).map((one) => [one, before[files.indexOf(one)]] as const);
      for (const [one] of others) rmSync(folder.in(one));
      expect((await write()).error, name).toMatch(/ exists; give --force to replace it, or another name\n$/);
      chmodSync(folder.in(name), 0o444);
      expect((await write('--force')).error, name).toMatch(/ is write-protected; make it writable/);
      chmodSync(folder.in(name), 0o644);
      expect(readFileSync(folder.in(name), 'latin1')).toBe(before[k]);
      for (const [one, text] of others) writeFileSync(folder.in(one), text, 'latin1');
    }
    expect(await write('--force')).toMatchObject({ code: 0 });
    expect(readdirSync(folder.path).filter((name) => /\.(?:partial|lock|new)/.test(name))).toEqual([]);
  });

  test('writes none of them while another process does', async () => {
    for (const name of files) {
      const lock = folder.file(`${name}.lock`, `foulee, process ${process.ppid} on ${hostname()}, since 2020-01-01\n`);
      expect((await write('--force')).error, name).toMatch(/ is being written by another run /);
      rmSync(lock);
    }
  });
});
