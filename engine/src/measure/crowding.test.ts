import { expect, it } from 'vitest';
import { addWalker, createCrowd } from '../crowd/crowd.ts';
import { addCrowding, createCrowding } from './crowding.ts';

/** Walkers at these places, in cell 0 or 1. */
function crowdOf(...places: [number, number, number?][]) {
  const crowd = createCrowd(places.length);
  for (const [x, y, cell = 0] of places) addWalker(crowd, cell, x, y, 0);
  return crowd;
}
const LEVELS = Int32Array.of(0, 1);

it('finds the square metre with the most people, and when that was', () => {
  const crowding = createCrowding();
  addCrowding(crowding, crowdOf(), LEVELS, 0);
  expect(crowding.most).toBe(0);
  addCrowding(crowding, crowdOf([0.1, 0.1], [0.9, 0.9], [1.1, 0.5]), LEVELS, 1);
  expect(crowding).toMatchObject({ most: 2, time: 1, x: 0.5, y: 0.5, level: 0 });
  addCrowding(crowding, crowdOf([-0.1, 2.1], [-0.9, 2.9], [-0.5, 2.5], [5, 5]), LEVELS, 2);
  expect(crowding).toMatchObject({ most: 3, time: 2, x: -0.5, y: 2.5 });
  // As many again are no more.
  addCrowding(crowding, crowdOf([7.1, 7.1], [7.2, 7.2], [7.3, 7.3]), LEVELS, 3);
  expect(crowding.time).toBe(2);
});

it('tells levels apart, and counts right however many there are', () => {
  const crowding = createCrowding();
  addCrowding(crowding, crowdOf([0.5, 0.5, 0], [0.5, 0.5, 1], [0.6, 0.5, 1]), LEVELS, 1);
  expect(crowding).toMatchObject({ most: 2, level: 1 });
  const many = Array.from({ length: 3000 }, (_, k): [number, number] => [(k % 100) + 0.5, Math.floor(k / 100) + 0.5]);
  addCrowding(crowding, crowdOf(...many, [50.1, 10.1], [50.9, 10.9]), LEVELS, 2);
  expect(crowding).toMatchObject({ most: 3, x: 50.5, y: 10.5, level: 0 });
});
