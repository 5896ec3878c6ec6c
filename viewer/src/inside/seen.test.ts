import { expect, it } from 'vitest';
import { seenAgain } from './seen.ts';

it('is another view only once something comes into it, or much of it is not seen any more', () => {
  const first = seenAgain(undefined, [0, 0, 100, 50]);
  expect(first).toEqual([-15, -7.5, 115, 57.5]);
  expect(seenAgain(first, [10, 5, 110, 55])).toBe(first);
  expect(seenAgain(first, [30, 5, 130, 55])).toEqual([15, -2.5, 145, 62.5]);
  expect(seenAgain(first, [40, 20, 60, 30])).toEqual([37, 18.5, 63, 31.5]);
  expect(seenAgain(first, undefined)).toBeUndefined();
});
