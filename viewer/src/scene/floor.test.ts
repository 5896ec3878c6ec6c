import { expect, it } from 'vitest';
import type { Place, PlaceLevel } from '../run/place.ts';
import { elevationNear, floorSide, isOnFloor, topOf, touchesFloor } from './floor.ts';

/** A square of 4 m on a level at 3 m. */
const floor = new Float32Array([0, 0, 3, 4, 0, 3, 4, 4, 3, 0, 0, 3, 4, 4, 3, 0, 4, 3]);
const place = { levels: [{ elevation: 3, floor } as PlaceLevel] } as Place;

it('knows which side of a line the floor is on', () => {
  expect(isOnFloor(floor, 1, 3)).toBe(true);
  expect(isOnFloor(floor, 1, 4.1)).toBe(false);
  // Up along the right wall: floor is on the left; down along it, on the right.
  expect(floorSide(place, [4, 1, 4, 3], 3)).toBe(1);
  expect(floorSide(place, [4, 3, 4, 1], 3)).toBe(-1);
  // Across the room, and on a level without floor.
  expect(floorSide(place, [2, 0, 2, 4], 3)).toBe(0);
  expect(floorSide(place, [4, 1, 4, 3], 0)).toBe(0);
  // The middle piece counts.
  expect(floorSide(place, [2, 2, 4, 1, 4, 3, 2, 3], 3)).toBe(1);
  expect(floorSide(place, [1, 1], 3)).toBe(0);
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
  expect(touchesFloor(place, box(1, 1, 2, 2), 3)).toBe(true);
  // Around all of it, over a corner of it, and beside it.
  expect(touchesFloor(place, box(-9, -9, 14, 14), 3)).toBe(true);
  expect(touchesFloor(place, box(3.5, 3.5, 6, 6), 3)).toBe(true);
  expect(touchesFloor(place, box(5, 1, 7, 3), 3)).toBe(false);
  expect(touchesFloor(place, [2, -1, 2, 1], 3)).toBe(true);
  expect(touchesFloor(place, [6, 6], 3)).toBe(false);
  expect(touchesFloor(place, [1, 1], 0)).toBe(false);
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
