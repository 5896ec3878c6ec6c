/** The rooms of the command, declared once: each may import from itself and from those before it. */
import { judgeRooms, readPackage } from '@foulee/testing';
import { expect, test } from 'vitest';

const ORDER = [
  'terminal',
  'place',
  'inspect',
  'plan',
  'run',
  'convert',
  'validate',
  'page-folder.ts',
  'view',
  'main.ts',
];

test('rooms are known and in order, nothing imports in a circle, and packages are declared', () => {
  expect(judgeRooms(readPackage(new URL('..', import.meta.url)), ORDER, { usesNode: true })).toEqual([]);
});
