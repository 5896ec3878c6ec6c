import { expect, test } from 'vitest';
import { createHistory, remember } from '../run/history.ts';
import { momentOfPeople } from '../../test/moment-fixture.ts';
import { MOMENT } from '../protocol/moment.ts';
import type { Spot } from '../protocol/spot.ts';
import { countMore, createPassed, passedUntil } from './passed.ts';

/** Moments a second apart, of people at x, y by serial. */
function historyOf(moments: Record<number, [number, number]>[]) {
  const history = createHistory();
  moments.forEach((people, time) => {
    const serials = Object.keys(people).map(Number);
    const numbers = new Float32Array(MOMENT * serials.length);
    serials.forEach((serial, k) => numbers.set(people[serial], MOMENT * k));
    remember(history, momentOfPeople(time, serials, numbers));
  });
  return history;
}

const shape = { level: 0, levelName: '', z: 0, width: 1 };
/** From (5, 0) to (5, 2): to its left is where x falls. */
const DOOR = { ...shape, kind: 'door', name: '', between: [], ends: [5, 0, 5, 2] } as Spot;
const CELL = { ...shape, kind: 'cell', ring: [4, 0, 6, 0, 6, 2, 4, 2] } as unknown as Spot;
const never = () => false;
const itineraryOf = (serial: number) => serial % 2;

test('a door: who crosses it, which way, how often', () => {
  const history = historyOf([
    { 1: [3, 1], 2: [7, 1], 3: [3, 3] },
    { 1: [6, 1], 2: [4, 1], 3: [6, 3] },
    { 1: [4, 1], 2: [4, 1] },
  ]);
  const passed = createPassed(DOOR);
  expect(countMore(passed, history, never)).toBe(true);
  // 1 there and back, 2 once; 3 beside it.
  const all = passedUntil(passed, 2, itineraryOf, 5);
  expect(all).toMatchObject({ times: 3, people: 2, left: 2, right: 1, last: [1, 2] });
  expect(all.byItinerary).toEqual([
    [0, 1],
    [1, 1],
  ]);
  // 1 crosses at 2/3 s, 2 at 2/3 s, too; 1 again at 1.5 s.
  expect(passedUntil(passed, 1, itineraryOf, 5)).toMatchObject({ times: 2, people: 2, left: 1, right: 1 });
  expect(passedUntil(passed, 0.5, itineraryOf, 5)).toMatchObject({ times: 0, people: 0, last: [] });
});

test('a cell: who starts in it, comes in, goes through between two moments; who stays counts once', () => {
  const passed = createPassed(CELL);
  const moments: Record<number, [number, number]>[] = [
    { 1: [5, 1], 2: [3, 1], 3: [3, 1], 4: [3, 1] },
    { 1: [5.5, 1], 2: [5, 1], 3: [7, 1], 4: [3, 3] },
    { 1: [7, 1], 2: [7, 1], 3: [9, 1], 4: [7, 3] },
    { 1: [5, 1], 2: [8, 1], 3: [9, 1], 4: [7, 3] },
  ];
  expect(countMore(passed, historyOf(moments.slice(0, 3)), never)).toBe(true);
  // 1 was there, 2 came, 3 went through, 4 went around.
  expect(passedUntil(passed, 2, itineraryOf, 5)).toMatchObject({ times: 3, people: 3 });
  // As the run goes on: 1 comes back.
  countMore(passed, historyOf(moments), never);
  expect(passedUntil(passed, 3, itineraryOf, 2)).toMatchObject({ times: 4, people: 3, last: [1, 2] });
});

test('counts on where time was up', () => {
  const history = historyOf([{ 1: [3, 1] }, { 1: [6, 1] }, { 1: [3, 1] }]);
  const passed = createPassed(DOOR);
  expect(countMore(passed, history, () => true)).toBe(false);
  expect(passed.time.length).toBe(0);
  while (!countMore(passed, history, () => true));
  expect(passed.time.length).toBe(2);
});
