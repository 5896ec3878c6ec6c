import { NONE } from '../core/none.ts';
import { expect, it } from 'vitest';
import { addDeparture, almostAllAt, createDepartures, destinationsOf } from './destinations.ts';

it('counts who left where, and when the last did', () => {
  const departures = createDepartures();
  for (const [time, goal] of [
    [3, 1],
    [4, 0],
    [5, 1],
    [9, NONE],
    [9.5, 1],
  ] as const)
    addDeparture(departures, time, goal);
  expect(destinationsOf(departures, ['west', 'east', 'north', 'desk'], [0, 1, 2])).toEqual([
    { name: 'east', count: 3, last: 9.5 },
    { name: 'elsewhere', count: 1, last: 9 },
    { name: 'west', count: 1, last: 4 },
    { name: 'north', count: 0, last: undefined },
  ]);
  expect(destinationsOf(createDepartures(), ['west'], [])).toEqual([]);
});

it('tells when 95 % of all who came had left', () => {
  const departures = createDepartures();
  for (let k = 1; k <= 19; k++) addDeparture(departures, k, 0);
  // 19 of 20 are 95 %; of 21 it takes 20, of 3 all three, of one that one.
  expect(almostAllAt(departures, 20)).toBe(19);
  expect(almostAllAt(departures, 21)).toBeUndefined();
  expect(almostAllAt(departures, 3)).toBe(3);
  expect(almostAllAt(departures, 1)).toBe(1);
  expect(almostAllAt(createDepartures(), 0)).toBeUndefined();
});
