import type { Route } from '@foulee/engine';
import { expect, it } from 'vitest';
import { measureAllocation } from './allocation.ts';

const route = (points: number): Route => ({
  status: 'found',
  length: 1,
  points: new Float64Array(2 * points),
  portals: new Int32Array(points),
  expanded: 1,
});

it('finds nothing beyond the result where there is nothing', () => {
  const { queries, result, beyond } = measureAllocation(5000, () => route(100));
  expect(queries).toBe(5000);
  expect(result).toBeGreaterThan(2000);
  expect(result).toBeLessThan(3000);
  expect(Math.abs(beyond)).toBeLessThan(100);
});

it('finds what is thrown away', () => {
  let sum = 0;
  const { all, beyond } = measureAllocation(5000, (i) => {
    const scratch = new Float64Array(500);
    scratch[i % 500] = i;
    sum += scratch.length;
    return route(50);
  });
  expect(sum).toBeGreaterThan(0);
  expect(beyond).toBeGreaterThan(3900);
  expect(beyond).toBeLessThan(4500);
  expect(all).toBeGreaterThan(beyond);
});
