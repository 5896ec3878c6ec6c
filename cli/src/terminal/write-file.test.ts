import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { temporaryFolder } from '@foulee/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkTargets, openOutput, partialName, type Target, writeWhole } from './write-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

const map = (name: string): Target => ({ option: '--map', name: folder.in(name), force: false });
const recording = (name: string): Target => ({ ...map(name), option: '--out', isWorthKeeping: true });
const content = (name: string) => readFileSync(folder.in(name), 'utf8');
const lockOf = (process: number, host = hostname()) => `foulee, process ${process} on ${host}, since 2020-01-01\n`;
/** Larger than any process number of Linux. */
const DEAD = 99_999_999;

test('writes all of a long text, in pieces that split no character', async () => {
  // Pairs of surrogates at every place of a piece's end.
  const text = `${'a'.repeat((1 << 20) - 1)}${'😀'.repeat(1 << 20)}`;
  await writeWhole(map('long.txt'), [text]);
  expect(readFileSync(folder.in('long.txt'), 'utf8')).toBe(text);
  expect(readdirSync(folder.path)).toEqual(['long.txt']);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s while writing removes the half and keeps the old file', async (signal, code) => {
  writeFileSync(folder.in('map.svg'), 'old');
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  const before = process.listenerCount(signal);
  const writing = writeWhole({ ...map('map.svg'), force: true }, ['x'.repeat(64 << 20)]).catch(() => {});
  await vi.waitFor(() => expect(readdirSync(folder.path)).toHaveLength(3), { interval: 1 });
  process.emit(signal);
  expect(exit).toHaveBeenCalledWith(code);
  expect(readdirSync(folder.path)).toEqual(['map.svg']);
  await writing;
  expect(content('map.svg')).toBe('old');
  expect(process.listenerCount(signal)).toBe(before);
});

test('a folder that vanished is said in one line', async () => {
  await expect(writeWhole(map('gone/map.svg'), ['x'])).rejects.toThrow(/^--map: there is no folder .*gone/);
});

test('an existing file is replaced with --force only, and keeps its rights', async () => {
  writeFileSync(folder.in('map.svg'), 'old', { mode: 0o640 });
  await expect(writeWhole(map('map.svg'), ['new'])).rejects.toThrow(/map\.svg exists; give --force .*or another name/);
  expect(content('map.svg')).toBe('old');
  await writeWhole({ ...map('map.svg'), force: true }, ['new']);
  expect(content('map.svg')).toBe('new');
  expect(statSync(folder.in('map.svg')).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder.path)).toEqual(['map.svg']);
});

test('a file that came while another was written is not replaced, and nothing is lost', () => {
  const output = openOutput(recording('run.csv'));
  writeFileSync(output.path, 'mine');
  writeFileSync(folder.in('run.csv'), 'theirs');
  expect(output.finish).toThrow(/run\.csv exists/);
  expect([content('run.csv'), content('run.partial.csv')]).toEqual(['theirs', 'mine']);
  expect(existsSync(folder.in('run.csv.lock'))).toBe(false);
});

test('a write-protected file is not replaced, not even by root with --force', async () => {
  writeFileSync(folder.in('map.svg'), 'old');
  chmodSync(folder.in('map.svg'), 0o444);
  for (const force of [false, true]) {
    const refused = /map\.svg is write-protected; make it writable/;
    await expect(writeWhole({ ...map('map.svg'), force }, ['new'])).rejects.toThrow(refused);
  }
  // Protected while the new one was written.
  chmodSync(folder.in('map.svg'), 0o644);
  const output = openOutput({ ...recording('map.svg'), force: true });
  chmodSync(folder.in('map.svg'), 0o444);
  expect(output.finish).toThrow(/write-protected/);
  expect(content('map.svg')).toBe('old');
});

test('nothing is made in a write-protected folder', () => {
  chmodSync(folder.path, 0o555);
  try {
    expect(() => checkTargets('plan.wkt', [map('map.svg')])).toThrow(
      /the folder .* is write-protected; make the folder/,
    );
    expect(readdirSync(folder.path)).toEqual([]);
  } finally {
    chmodSync(folder.path, 0o755);
  }
});

test.runIf(process.platform === 'linux')(
  'folders and devices of the system are refused in a line of words',
  async () => {
    const at = (name: string): Target => ({ ...map(''), name });
    for (const system of ['/proc', '/sys', '/sys/kernel']) {
      expect(() => checkTargets('plan.wkt', [at(`${system}/map.svg`)])).toThrow(
        `${system}/map.svg cannot be written: ${system} belongs to the system and holds no files; write elsewhere`,
      );
    }
    expect(() => checkTargets('plan.wkt', [at(folder.path)])).toThrow(/is a folder; give a file name in it/);
    expect(() => checkTargets('plan.wkt', [at(folder.in('x'.repeat(250)))])).toThrow(/its name is too long/);
    await expect(writeWhole(at('/dev/full'), ['x'])).rejects.toThrow(
      /could not write \/dev\/full: the disk is full; make room/,
    );
    await writeWhole(at('/dev/null'), ['x']);
  },
);

test('a link that leads nowhere yet is kept, and what it names is written', async () => {
  symlinkSync(folder.in('real.svg'), folder.in('link.svg'));
  await writeWhole(map('link.svg'), ['new']);
  expect(content('real.svg')).toBe('new');
  expect(readdirSync(folder.path).sort()).toEqual(['link.svg', 'real.svg']);
});

test('two writers of one file: the second is refused, also with --force, also through a link', () => {
  symlinkSync(folder.path, folder.in('same'));
  const output = openOutput(recording('run.csv'));
  for (const name of ['run.csv', 'same/run.csv']) {
    const second = () => openOutput({ ...recording(name), force: true });
    expect(second).toThrow(new RegExp(`run\\.csv is being written by another run \\(process ${process.pid}\\); wait`));
  }
  writeFileSync(output.path, 'whole');
  output.finish();
  expect(content('run.csv')).toBe('whole');
  expect(readdirSync(folder.path).sort()).toEqual(['run.csv', 'same']);
});

test('the lock of a process that lives is respected, that of a dead one taken over', () => {
  folder.file('run.csv.lock', lockOf(process.ppid));
  expect(() => openOutput(recording('run.csv'))).toThrow(/another run \(process \d+\).*remove .*run\.csv\.lock/);
  folder.file('run.csv.lock', lockOf(DEAD, 'elsewhere'));
  expect(() => openOutput(recording('run.csv'))).toThrow(/process 99999999 on elsewhere/);
  for (const text of [lockOf(DEAD), lockOf(process.pid)]) {
    folder.file('run.csv.lock', text);
    openOutput(recording('run.csv')).discard();
    expect(readdirSync(folder.path)).toEqual([]);
  }
});

test('what a dead run left is not written over without --force, half a picture is', () => {
  folder.file('run.partial.csv', 'half');
  folder.file('run.csv.lock', lockOf(DEAD));
  const open = () => openOutput(recording('run.csv'));
  expect(open).toThrow(/run\.partial\.csv is left from a run to .*run\.csv that did not end; .*--force/);
  // And again: the answer does not depend on a lock.
  expect(open).toThrow(/run\.partial\.csv is left/);
  expect(content('run.partial.csv')).toBe('half');
  openOutput({ ...recording('run.csv'), force: true }).discard();
  folder.file('map.partial.svg', 'half');
  folder.file('map.svg.lock', lockOf(DEAD));
  openOutput(map('map.svg')).discard();
  expect(readdirSync(folder.path)).toEqual([]);
  // Without a lock it may be anybody's.
  folder.file('map.partial.svg', 'not ours');
  expect(() => openOutput(map('map.svg'))).toThrow(/map\.partial\.svg is/);
});

test('the partial name keeps the ending', () => {
  expect(partialName('/a/run.parquet')).toBe('/a/run.partial.parquet');
  expect(partialName('/a/b.c/run')).toBe('/a/b.c/run.partial');
});
