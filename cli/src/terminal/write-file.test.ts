import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '@foulee/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Target, writeWhole } from './write-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

const map = (name: string): Target => ({ option: '--map', name: folder.in(name), force: false });

test('writes all of a long text, in pieces that split no character', async () => {
  // Pairs of surrogates at every place of a piece's end.
  const text = `${'a'.repeat((1 << 20) - 1)}${'😀'.repeat(1 << 20)}`;
  await writeWhole(map('long.txt'), [text]);
  expect(readFileSync(folder.in('long.txt'), 'utf8')).toBe(text);
  expect(readdirSync(folder.path)).toEqual(['long.txt']);
});

test('Ctrl-C while writing removes the half and keeps the old file', async () => {
  writeFileSync(folder.in('map.svg'), 'old');
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  const before = process.listenerCount('SIGINT');
  const writing = writeWhole({ ...map('map.svg'), force: true }, ['x'.repeat(64 << 20)]).catch(() => {});
  await vi.waitFor(() => expect(readdirSync(folder.path)).toHaveLength(3), { interval: 1 });
  process.emit('SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
  expect(readdirSync(folder.path)).toEqual(['map.svg']);
  await writing;
  expect(readFileSync(folder.in('map.svg'), 'utf8')).toBe('old');
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('a folder that vanished is said in one line', async () => {
  await expect(writeWhole(map('gone/map.svg'), ['x'])).rejects.toThrow(/^--map: there is no folder .*gone/);
});
