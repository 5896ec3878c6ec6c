/** Which goal next: wandering, and the shortest way. */
import { expect, test } from 'vitest';
import { townOf } from '../../../test/stream-towns.ts';
import { NONE } from '../../core/none.ts';
import { createWays, isAtTownGoal, nextGoal, nextOnWay, rememberGoal, wanderFrom } from './goals.ts';

const MAP = Array<string>(12).fill('p'.repeat(12)).join('\n');
/** 0 – 1 – 2 in a row, 3 above 1, and 4 on its own; a detour 0 – 3 – 2. */
const town = townOf(
  MAP,
  [
    [1, 1],
    [5, 1],
    [9, 1],
    [5, 8],
    [11, 11],
  ],
  [0, 1, 1, 2, 1, 3, 0, 3, 3, 2],
);

const ALIKE = new Float64Array(5).fill(1);

const choices = (goal: number, former: number[]) =>
  new Set(
    [0, 0.2, 0.4, 0.6, 0.8, 0.99].map((chance) => wanderFrom(town, ALIKE, goal, Int32Array.from(former), 0, chance)),
  );

test('a wanderer takes any neighbour that is not one of the last three goals', () => {
  expect(choices(1, [NONE, NONE, NONE])).toEqual(new Set([0, 2, 3]));
  expect(choices(1, [0, NONE, NONE])).toEqual(new Set([2, 3]));
  expect(choices(1, [4, 0, 3])).toEqual(new Set([2]));
});

test('where all neighbours are former ones, it does not turn back unless there is no other', () => {
  expect(choices(1, [0, 2, 3])).toEqual(new Set([2, 3]));
  const pair = townOf(
    MAP,
    [
      [1, 1],
      [5, 1],
    ],
    [0, 1],
  );
  expect(wanderFrom(pair, ALIKE, 1, Int32Array.of(0, NONE, NONE), 0, 0.5)).toBe(0);
  expect(choices(4, [NONE, NONE, NONE])).toEqual(new Set([4]));
});

test('a neighbour is as likely as its weight is large; one of weight 0 is left out unless there is no other', () => {
  const nowhere = Int32Array.of(NONE, NONE, NONE);
  const share = (weight: number[], former = nowhere) => {
    const found = [0, 0, 0, 0, 0];
    for (let k = 0; k < 1000; k++)
      found[wanderFrom(town, Float64Array.from(weight), 1, former, 0, (k + 0.5) / 1000)] += 1 / 1000;
    return found.map((each) => Number(each.toFixed(2)));
  };
  expect(share([1, 1, 3, 1, 1])).toEqual([0.2, 0, 0.6, 0.2, 0]);
  expect(share([1, 1, 0, 3, 1])).toEqual([0.25, 0, 0, 0.75, 0]);
  expect(share([0, 1, 0, 0, 1])).toEqual([0.33, 0, 0.33, 0.33, 0]);
  // Back to where it came from rather than on to where nobody goes.
  expect(share([1, 1, 0, 0, 1], Int32Array.of(0, NONE, NONE))).toEqual([1, 0, 0, 0, 0]);
});

test('the memory holds three goals of each walker', () => {
  const former = new Int32Array(6).fill(NONE);
  for (const goal of [5, 6, 7, 8]) rememberGoal(former, 1, goal);
  expect([...former]).toEqual([NONE, NONE, NONE, 8, 7, 6]);
});

test('a goal is reached within its radius', () => {
  expect([isAtTownGoal(town, 1, 6, 1), isAtTownGoal(town, 1, 6.01, 1)]).toEqual([true, false]);
});

test('the way to a target is the shortest in the graph, found when first asked for', () => {
  const ways = createWays(town);
  expect(nextOnWay(town, ways, 0, 2)).toBe(1);
  expect(ways.known.flatMap((way, target) => (way === undefined ? [] : [target]))).toEqual([2]);
  expect(nextOnWay(town, ways, 3, 2)).toBe(2);
  expect(nextOnWay(town, ways, 2, 2)).toBe(2);
  expect(nextOnWay(town, ways, 4, 2)).toBe(NONE);
  const walker = { serial: Int32Array.of(3), target: Int32Array.of(2), former: new Int32Array(3).fill(NONE), draw: 1 };
  expect(nextGoal(town, ways, 0, walker, 0)).toBe(1);
  expect(nextGoal(town, ways, 4, walker, 0)).toBe(4);
});
