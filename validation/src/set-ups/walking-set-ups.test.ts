/** Set-ups of the tests of walking with hardly anybody in them: nobody is in anybody's way, so that the answer is known. */
import { NONE, type RecordedFrame } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { coreRadius } from '@foulee/engine/inside';
import { deepestOverlaps } from '../instruments/cores.ts';
import { symmetryOf } from '../instruments/symmetries.ts';
import { CORNER_SECONDS, roundFedCorner } from './fed-corner.ts';
import { crossSquare, meetsNobody } from './open-square.ts';
import { meetAtEnds } from './two-way-ends.ts';
import { meetAtPoint } from './wide-bodies.ts';

/** Place, velocity and radius of each. */
function frameOf(people: readonly (readonly [number, number, number, number, number])[]): RecordedFrame {
  return {
    step: 1,
    time: 0.1,
    count: people.length,
    serial: Int32Array.from(people, (_, i) => i),
    place: Float64Array.from(people.flatMap(([x, y]) => [x, y])),
    velocity: Float64Array.from(people.flatMap(([, , vx, vy]) => [vx, vy])),
    level: new Int32Array(people.length),
    cell: new Int32Array(people.length).fill(NONE),
    radius: Float64Array.from(people, ([, , , , radius]) => radius),
  };
}

it('a few people pass a corner, and all who have had the time are counted', () => {
  const after = roundFedCorner({ width: 3, inflow: 0.1, symmetry: symmetryOf('90') }, 1);
  // 36 come; the last ones have up to 13 m to go, at 1 m/s or faster.
  expect(after.between(0, CORNER_SECONDS)).toBeGreaterThanOrEqual(31);
  expect(after.between(0, CORNER_SECONDS)).toBeLessThanOrEqual(36);
  expect(after.between(0, 3)).toBe(0);
});

it('a few people who meet arrive, and pass the middle', () => {
  const { left, seconds, flow } = meetAtEnds(0.1, 1);
  expect(left).toBe(0);
  expect(seconds).toBeLessThan(130);
  expect(flow).toBeGreaterThan(0.1);
  expect(flow).toBeLessThan(0.35);
});

it('three wide bodies reach the point and leave', () => {
  const { left, seconds } = meetAtPoint(1, 3);
  expect(left).toBe(0);
  expect(seconds).toBeLessThan(60);
});

describe('the open square', () => {
  it('people who are alone walk straight', () => {
    const crossed = [1, 2, 3, 4].map((seed) => crossSquare(0.002, seed));
    for (const { straight, straightNumber, all, allNumber } of crossed) {
      expect(straightNumber).toBeGreaterThan(5);
      expect(allNumber).toBe(straightNumber);
      expect(all).toBe(straight);
    }
    // They sway a little.
    const aside = crossed.map(({ straight, straightNumber }) => straight / straightNumber);
    expect(aside.reduce((sum, each) => sum + each) / 4).toBeLessThan(0.03);
  });

  it('people meet if both going on they would come closer than 0.8 m within 5 s', () => {
    const walker = [0, 0, 1, 0, 0.2] as const;
    const meets = (...other: [number, number, number, number]) => !meetsNobody(frameOf([walker, [...other, 0.2]]), 0);
    // Face to face, beside each other, too far ahead to be met in time, faster than the one behind.
    expect(meets(6, 0, -1, 0)).toBe(true);
    expect(meets(6, 0.79, -1, 0)).toBe(true);
    expect(meets(6, 0.81, -1, 0)).toBe(false);
    expect(meets(11, 0, -1, 0)).toBe(false);
    expect(meets(2, 0, 1.5, 0)).toBe(false);
    expect(meets(2, 0, 0.5, 0)).toBe(true);
    // Side by side for ever, and crossing before or at the same time.
    expect(meets(0, 0.7, 1, 0)).toBe(true);
    expect(meets(0, 0.9, 1, 0)).toBe(false);
    expect(meets(3, 3, 0, -1)).toBe(true);
    expect(meets(3, 5, 0, -1)).toBe(false);
  });
});

describe('hard cores', () => {
  it('have half the radius, 0.1 m at least, and are no larger than the body', () => {
    expect([0.08, 0.15, 0.2, 0.3, 0.5].map(coreRadius)).toEqual([0.08, 0.1, 0.1, 0.15, 0.25]);
  });

  it('overlap later than bodies', () => {
    const depths = (apart: number) =>
      deepestOverlaps(
        frameOf([
          [0, 0, 0, 0, 0.2],
          [0.6 * apart, 0.8 * apart, 0, 0, 0.3],
        ]),
      );
    expect(depths(0.6)).toEqual({ bodies: 0, cores: 0 });
    expect(depths(0.4).bodies).toBeCloseTo(0.1, 12);
    expect(depths(0.4).cores).toBe(0);
    expect(depths(0.2).bodies).toBeCloseTo(0.3, 12);
    expect(depths(0.2).cores).toBeCloseTo(0.05, 12);
  });
});
