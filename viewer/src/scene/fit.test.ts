import { describe, expect, it } from 'vitest';
import { distanceToFit } from './fit.ts';

const [RIGHT, UP, TOWARDS] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

describe('the distance from which all is seen', () => {
  const fit = (corners: number[], aspect = 1) => distanceToFit(corners, TOWARDS, RIGHT, UP, Math.PI / 2, aspect);

  it('is half the breadth over the tangent, whichever way is wider', () => {
    expect(fit([-3, 0, 0, 3, 0, 0])).toBeCloseTo(3, 12);
    expect(fit([-3, 0, 0, 3, 0, 0], 2)).toBeCloseTo(1.5, 12);
    expect(fit([0, -4, 0, 0, 4, 0], 2)).toBeCloseTo(4, 12);
  });

  it('is more for what comes nearer', () => {
    expect(fit([3, 0, 2, 3, 0, -2])).toBeCloseTo(5, 12);
  });
});
