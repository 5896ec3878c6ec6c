import { expect, test } from 'vitest';
import { wayArrow } from './way-arrow.ts';

test.each([
  // Up the plan: its left side lies to the left.
  [[0, 0, 0, 2], '←', '→'],
  [[0, 2, 0, 0], '→', '←'],
  [[0, 0, 3, 0], '↑', '↓'],
  [[1, 1, 2, 2], '↖', '↘'],
] as const)('the line %j has %s on its left, and %s on its right', (ends, left, right) => {
  expect(wayArrow(ends, false)).toBe(left);
  expect(wayArrow(ends, true)).toBe(right);
});
