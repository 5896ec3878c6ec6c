import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Reach, standToFit } from './fit.ts';

const EVEN = { left: 1, right: 1, below: 1, above: 1 };

/** Metres between each side of the picture and the corner nearest to it; negative: it is outside. */
function margins(
  corners: readonly number[],
  reach: Reach,
): [left: number, right: number, below: number, above: number] {
  const [r, u, n] = standToFit(corners, reach);
  const least: [number, number, number, number] = [Infinity, Infinity, Infinity, Infinity];
  for (let k = 0; k < corners.length; k += 3) {
    const away = n - corners[k + 2];
    const [x, y] = [corners[k] - r, corners[k + 1] - u];
    const sides = [away * reach.left + x, away * reach.right - x, away * reach.below + y, away * reach.above - y];
    sides.forEach((side, s) => (least[s] = Math.min(least[s], side)));
  }
  return least;
}

describe('where all is seen', () => {
  it('is before the middle, half the breadth away, whichever way is wider', () => {
    expect(standToFit([-3, 0, 0, 3, 0, 0], EVEN)).toEqual([0, 0, 3]);
    expect(standToFit([-1, 0, 0, 5, 0, 0], { ...EVEN, left: 2, right: 2 })).toEqual([2, 0, 1.5]);
    expect(standToFit([0, -4, 0, 0, 4, 0, 1, 0, 0, -1, 0, 0], EVEN)).toEqual([0, 0, 4]);
  });

  it('is farther back for what comes nearer, and aside of what is far', () => {
    // By hand: the largest r + n is 5 and the largest -r + n is -1, so that n is half their sum, and r half their difference.
    expect(standToFit([3, 0, 2, 3, 0, -2], EVEN)).toEqual([3, 0, 2]);
    expect(standToFit([-2, 0, 2, 2, 0, 0], EVEN)).toEqual([-1, 0, 3]);
  });

  it('leaves room below for a legend', () => {
    const [, u, n] = standToFit([0, -3, 0, 0, 3, 0], { ...EVEN, below: 0.5 });
    expect([u, n]).toEqual([-1, 4]);
  });

  it('for any corners: nothing is outside, one pair of sides is touched, and the other is even', () => {
    const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
    const reach = fc.record({
      left: fc.double({ min: 0.2, max: 2, noNaN: true }),
      right: fc.double({ min: 0.2, max: 2, noNaN: true }),
      below: fc.double({ min: 0.2, max: 2, noNaN: true }),
      above: fc.double({ min: 0.2, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 12 }),
        reach,
        (points, given) => {
          const [left, right, below, above] = margins(points.flat(), given);
          expect(Math.min(left, right, below, above)).toBeGreaterThan(-1e-9);
          expect(Math.min(Math.max(left, right), Math.max(below, above))).toBeLessThan(1e-9);
          expect(left).toBeCloseTo(right, 9);
          expect(below).toBeCloseTo(above, 9);
        },
      ),
    );
  });
});
