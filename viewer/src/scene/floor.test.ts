import { expect, it } from 'vitest';
import type { Place, PlaceLevel } from '../protocol/place.ts';
import { elevationNear, floorSide, isOnFloor, topOf, touchesFloor } from './floor.ts';

/** A square of 4 m on a level at 3 m. */
const floor = new Float32Array([0, 0, 3, 4, 0, 3, 4, 4, 3, 0, 0, 3, 4, 4, 3, 0, 4, 3]);
const place = { levels: [{ elevation: 3, floor } as PlaceLevel] } as Place;

it('knows which side of a line the floor is on', () => {
  expect(isOnFloor(floor, 1, 3)).toBe(true);
  expect(isOnFloor(floor, 1, 4.1)).toBe(false);
  // Up along the right wall: floor is on the left; down along it, on the right.
  expect(floorSide(place, [4, 1, 4, 3], 0)).toBe(1);
  expect(floorSide(place, [4, 3, 4, 1], 0)).toBe(-1);
  // Across the room, and on a level without floor.
  expect(floorSide(place, [2, 0, 2, 4], 0)).toBe(0);
  expect(floorSide(place, [4, 1, 4, 3], 1)).toBe(0);
  // The middle piece counts.
  expect(floorSide(place, [2, 2, 4, 1, 4, 3, 2, 3], 0)).toBe(1);
  expect(floorSide(place, [1, 1], 0)).toBe(0);
});

it('knows what lies beside the floor', () => {
  const box = (left: number, bottom: number, right: number, top: number) => [
    left,
    bottom,
    right,
    bottom,
    right,
    top,
    left,
    top,
  ];
  expect(touchesFloor(place, box(1, 1, 2, 2), 0)).toBe(true);
  // Around all of it, over a corner of it, and beside it.
  expect(touchesFloor(place, box(-9, -9, 14, 14), 0)).toBe(true);
  expect(touchesFloor(place, box(3.5, 3.5, 6, 6), 0)).toBe(true);
  expect(touchesFloor(place, box(5, 1, 7, 3), 0)).toBe(false);
  expect(touchesFloor(place, [2, -1, 2, 1], 0)).toBe(true);
  expect(touchesFloor(place, [6, 6], 0)).toBe(false);
  expect(touchesFloor(place, [1, 1], 1)).toBe(false);
});

it('tells levels of the same height apart', () => {
  const beside = { elevation: 3, floor: floor.map((value, k) => (k % 3 === 0 ? value + 10 : value)) } as PlaceLevel;
  const two = { levels: [beside, place.levels[0]] } as Place;
  expect([0, 1].map((level) => touchesFloor(two, [1, 1], level))).toEqual([false, true]);
  expect([0, 1].map((level) => floorSide(two, [4, 1, 4, 3], level))).toEqual([0, 1]);
});

it('knows how high the floor is at a wall', () => {
  const below = { elevation: 0, floor: floor.map((value, k) => (k % 3 === 2 ? 0 : 2 * value)) } as PlaceLevel;
  const two = { levels: [below, place.levels[0]] } as Place;
  // On the upper floor, at its wall, beside it, and where there is none.
  expect(
    [
      [1, 1],
      [4, 2],
      [4.05, 2],
      [6, 6],
      [20, 20],
    ].map(([x, y]) => elevationNear(two, x!, y!)),
  ).toEqual([3, 3, 3, 0, 3]);
});

it('knows how high a level reaches that is looked at alone', () => {
  const levels = [0, 3, 3.2, 7].map((elevation) => ({ name: `at ${elevation}`, elevation }) as PlaceLevel);
  const house = { levels } as Place;
  expect(['at 0', 'at 3', 'at 7', 'nowhere', undefined].map((level) => topOf(house, level))).toEqual([
    2.6,
    6.6,
    Infinity,
    Infinity,
    Infinity,
  ]);
});
