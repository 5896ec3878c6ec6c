/** In a city, people who know all of it take ways hardly longer than the shortest, by the ordinary router and by the search of known ways. */
import { buildWorld } from '@foulee/engine';
import { compareWithExact, createRandom } from '@foulee/engine/testing';
import { expect, it } from 'vitest';
import { makeKnownCity } from './city.ts';

it('somebody who knows the city walks 2 % more than the shortest way on average, and 10 % at worst', () => {
  const world = buildWorld(makeKnownCity({ seed: 1, buildings: 2600, dirty: false }).plan);
  const { ordinary, known, wrong } = compareWithExact(world, createRandom(1), 100);
  expect(wrong).toEqual([]);
  for (const shares of [ordinary, known]) {
    expect(shares.length).toBe(100);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(0.02 * 100);
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.1);
  }
});
