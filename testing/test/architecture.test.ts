/** The rooms of the test tools, declared once: each may import from itself and from those before it. */
import { judgeRooms, readPackage } from '../src/index.ts';
import { expect, test } from 'vitest';

const ORDER = [
  'rooms',
  'find-chromium.ts',
  'command.ts',
  'temporary-folder.ts',
  'hard-places.ts',
  'bitmap-town.ts',
  'grey-png.ts',
  'index.ts',
];

test('rooms are known and in order, nothing imports in a circle, and packages are declared', () => {
  expect(judgeRooms(readPackage(new URL('..', import.meta.url)), ORDER, { usesNode: true })).toEqual([]);
});
