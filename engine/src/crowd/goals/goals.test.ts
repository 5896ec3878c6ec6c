import { expect, it } from 'vitest';
import { aimAt, type Goal, indexStages, isAtGoal, placesOn, type Stage, widthOf } from './goals.ts';

const goal = (...shape: number[]): Goal => ({ name: '', level: 0, shape: Float64Array.from(shape), radius: 0.3 });
const point = goal(2, 3);
const line = goal(0, 0, 4, 0);
const area = goal(0, 0, 4, 0, 4, 2, 0, 2);
const bent = goal(0, 0, 6, 0, 6, 6, 4, 6, 4, 2, 0, 2);

it('knows who has arrived', () => {
  expect(isAtGoal(point, 2.2, 3.2)).toBe(true);
  expect(isAtGoal(point, 2.22, 3.22)).toBe(false);
  expect(isAtGoal(line, 1, 0.3)).toBe(true);
  expect(isAtGoal(line, 1, -0.29)).toBe(true);
  expect(isAtGoal(line, 4.2, 0.25)).toBe(false);
  expect(isAtGoal(area, 3.9, 1.9)).toBe(true);
  expect(isAtGoal(area, 4.1, 1)).toBe(false);
  expect(isAtGoal(bent, 5, 5)).toBe(true);
  expect(isAtGoal(bent, 2, 4)).toBe(false);
});

it.each([
  ['a point', point, [9, 9], [2, 3]],
  ['the nearest place of a line', line, [1, 5], [1, 0]],
  ['a line, its ends drawn in', line, [-3, 2], [0.2, 0]],
  // Half a metre from (4, 1) towards the middle (2, 1).
  ['an area, a little inside', area, [9, 1], [3.5, 1]],
  ['where one is, inside an area', area, [1, 1], [1, 1]],
] as const)('aims at %s', (_, at, [x, y], [tx, ty]) => {
  const target = new Float64Array(2);
  aimAt(at, x, y, 0.2, target);
  expect(target[0]).toBeCloseTo(tx, 12);
  expect(target[1]).toBeCloseTo(ty, 12);
});

it('measures how wide a goal is', () => {
  expect(widthOf(line)).toBe(4);
  expect(widthOf(area)).toBe(3);
});

it('puts stages in a row, each with a box around its goals', () => {
  const stage = (...goals: number[]): Stage => ({ goals, choice: 'nearest', wait: () => 0 });
  const { stageFirst, stageBoxes } = indexStages(
    [point, line],
    [
      { name: 'a', stages: [stage(0), stage(0, 1)] },
      { name: 'b', stages: [] },
      { name: 'c', stages: [stage(1)] },
    ],
  );
  expect(Array.from(stageFirst)).toEqual([0, 2, 2, 3]);
  expect(Array.from(stageBoxes).map((value) => Math.round(10 * value) / 10)).toEqual([
    1.7, 2.7, 2.3, 3.3, -0.3, -0.3, 4.3, 3.3, -0.3, -0.3, 4.3, 0.3,
  ]);
});

it('names some places on a goal', () => {
  expect(placesOn(point)).toEqual([2, 3]);
  expect(placesOn(line)).toEqual([0.5, 0, 1.5, 0, 2.5, 0, 3.5, 0]);
  const onArea = placesOn(area);
  expect(onArea).toHaveLength(2 * (4 + 2 + 4 + 2));
  for (let k = 0; k < onArea.length; k += 2) expect(isAtGoal(area, onArea[k], onArea[k + 1])).toBe(true);
  // Half a metre from (0.5, 0) towards the middle (2, 1).
  const long = Math.sqrt(1.5 ** 2 + 1);
  expect(onArea[0]).toBeCloseTo(0.5 + (0.5 * 1.5) / long, 12);
  expect(onArea[1]).toBeCloseTo(0.5 / long, 12);
  // Bounded for whatever a file says.
  const round = goal(
    ...Array.from({ length: 1000 }, (_, i) => [400 * Math.cos(i / 160), 400 * Math.sin(i / 160)]).flat(),
  );
  expect(placesOn(round).length).toBeLessThanOrEqual(64);
  expect(placesOn(goal(0, 0, 1e6, 0)).length).toBe(64);
});
