/** The rooms of the benchmarks, declared once: each may import from itself and from those before it. */
import { judgeRooms, readPackage } from '@foulee/testing';
import { expect, test } from 'vitest';

const ORDER = [
  'random.ts',
  'statistics.ts',
  'table.ts',
  'bytes.ts',
  'bounds.ts',
  'measure.ts',
  'city',
  'city.ts',
  'hall.ts',
  'vadere.ts',
  'judge.ts',
  'peers',
  'ours.ts',
  'routes',
  'crowd',
  'environment.ts',
  'routes.ts',
  'crowd.ts',
  'knowledge.ts',
  'stream.ts',
  'index.ts',
];

test('rooms are known and in order, nothing imports in a circle, and packages are declared', () => {
  expect(judgeRooms(readPackage(new URL('..', import.meta.url)), ORDER, { usesNode: true })).toEqual([]);
});
