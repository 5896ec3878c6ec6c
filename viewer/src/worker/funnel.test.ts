import { expect, test } from 'vitest';
import { pullTaut } from './funnel.ts';

test('straight on where nothing is in the way', () => {
  expect(pullTaut(0, 0, [], 3, 4, 0.2)).toEqual([0, 0, 3, 4]);
  // A gate across the x axis from y = -1 (right) to y = 1 (left).
  expect(pullTaut(0, 0, [2, -1, 2, 1], 4, 0.5, 0)).toEqual([0, 0, 4, 0.5]);
});

test('round a corner on the left, a margin beside it', () => {
  // Along the x axis, then up: the inner corner is (4, 1), on the left.
  const gates = [4, 0, 4, 1, 5, 1, 4, 1];
  const points = pullTaut(0, 0.5, gates, 4.5, 5, 0);
  expect(points).toEqual([0, 0.5, 4, 1, 4.5, 5]);
  const wide = pullTaut(0, 0.5, gates, 4.5, 5, 0.2);
  // Past the ends drawn in: (4, 0.8) and (4.2, 1).
  expect(wide.map((value) => Number(value.toFixed(9)))).toEqual([0, 0.5, 4, 0.8, 4.2, 1, 4.5, 5]);
});

test('through a zigzag: left, then right', () => {
  const gates = [2, -3, 2, -1, 6, 1, 6, 3];
  expect(pullTaut(0, 0, gates, 8, 0, 0)).toEqual([0, 0, 2, -1, 6, 1, 8, 0]);
});
