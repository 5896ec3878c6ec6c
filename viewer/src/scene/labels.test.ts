import { describe, expect, it } from 'vitest';
import { showApart } from './labels.ts';

describe('labels', () => {
  it('are left out where another one is', () => {
    const places = [
      [0, 0],
      [30, 5],
      [30, 25],
      [60, 0],
      [Number.NaN, 3],
    ].map(([x, y]) => ({ x: x!, y: y!, isShown: false }));
    // "exit" is 16 + 4 × 6.6 = 42.4 pixels wide.
    showApart(places, ['exit', 'exit', 'exit', 'exit', 'exit']);
    expect(places.map(({ isShown }) => isShown)).toEqual([true, false, true, true, false]);
  });
});
