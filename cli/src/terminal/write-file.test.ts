import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '@foulee/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeWhole } from './write-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

test('writes all of a long text, in pieces that split no character', async () => {
  // Pairs of surrogates at every place of a piece's end.
  const text = `${'a'.repeat((1 << 20) - 1)}${'😀'.repeat(1 << 20)}`;
  await writeWhole('--map', folder.in('long.txt'), [text]);
  expect(readFileSync(folder.in('long.txt'), 'utf8')).toBe(text);
  expect(readdirSync(folder.path)).toEqual(['long.txt']);
});

test('Ctrl-C while writing removes the half and keeps the old file', async () => {
  writeFileSync(folder.in('map.svg'), 'old');
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  const before = process.listenerCount('SIGINT');
  const writing = writeWhole('--map', folder.in('map.svg'), ['x'.repeat(64 << 20)]).catch(() => {});
  await vi.waitFor(() => expect(readdirSync(folder.path)).toHaveLength(2), { interval: 1 });
  process.emit('SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
  expect(readdirSync(folder.path)).toEqual(['map.svg']);
  await writing;
  expect(readFileSync(folder.in('map.svg'), 'utf8')).toBe('old');
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('a folder that vanished is said in one line', async () => {
  await expect(writeWhole('--map', folder.in('gone/map.svg'), ['x'])).rejects.toThrow(/^--map: could not write .*gone/);
});
