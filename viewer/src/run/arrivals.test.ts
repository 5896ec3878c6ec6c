import { NONE } from '@foulee/engine';
import { expect, it } from 'vitest';
import { addLeaving, almostAllAt, createArrivals, destinationsOf } from './arrivals.ts';

it('counts who left where, and when the last did', () => {
  const arrivals = createArrivals();
  for (const [time, goal] of [
    [3, 1],
    [4, 0],
    [5, 1],
    [9, NONE],
    [9.5, 1],
  ] as const)
    addLeaving(arrivals, time, goal);
  expect(destinationsOf(arrivals, ['west', 'east', 'north', 'desk'], [0, 1, 2])).toEqual([
    { name: 'east', count: 3, last: 9.5 },
    { name: 'elsewhere', count: 1, last: 9 },
    { name: 'west', count: 1, last: 4 },
    { name: 'north', count: 0, last: undefined },
  ]);
  expect(destinationsOf(createArrivals(), ['west'], [])).toEqual([]);
});

it('tells when 95 % of all who came had left', () => {
  const arrivals = createArrivals();
  for (let k = 1; k <= 19; k++) addLeaving(arrivals, k, 0);
  // 19 of 20 are 95 %; of 21 it takes 20, of 3 all three, of one that one.
  expect(almostAllAt(arrivals, 20)).toBe(19);
  expect(almostAllAt(arrivals, 21)).toBeUndefined();
  expect(almostAllAt(arrivals, 3)).toBe(3);
  expect(almostAllAt(arrivals, 1)).toBe(1);
  expect(almostAllAt(createArrivals(), 0)).toBeUndefined();
});
