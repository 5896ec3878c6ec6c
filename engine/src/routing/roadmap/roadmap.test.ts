import { describe, expect, it } from 'vitest';
import { keyPointsOf } from '../../../test/oracles/key-points.ts';
import { sidesOf } from '../../../test/oracles/cells.ts';
import { house, routeMaps } from '../../../test/scenes/route-maps.ts';
import { NONE } from '../../core/none.ts';
import { buildRoadmap } from './roadmap.ts';

describe('roadmap', () => {
  it('numbers free segments once each, by their sides', () => {
    for (const [name, mesh] of routeMaps(1)) {
      const { segmentOf, sideOf, segmentLength } = buildRoadmap(mesh);
      const sides = sidesOf(mesh);
      const free = sides.flatMap(({ twin }, s) => (twin > s ? [s] : []));
      expect([...sideOf], name).toEqual(free);
      const numbers = new Map(free.map((s, segment) => [s, segment]));
      const expected = sides.map(({ twin }, s) => (twin === NONE ? NONE : numbers.get(Math.min(s, twin))));
      expect([...segmentOf], name).toEqual(expected);
      const off = free.map((s, segment) => Math.abs(segmentLength[segment] - sides[s].length));
      expect(Math.max(0, ...off), name).toBeLessThan(1e-12);
    }
  });

  it('has the middle of each, or as many points as asked for where there is room', () => {
    const mesh = house(1);
    const sides = sidesOf(mesh);
    for (const [count, radius] of [
      [1, 0.25],
      [2, 0.3],
      [3, 0],
      [5, 0.7],
    ] as const) {
      const { sideOf, pointFirst, pointSegment, points } = buildRoadmap(mesh, count, radius);
      const counts = new Set<number>();
      sideOf.forEach((side, segment) => {
        const expected = keyPointsOf(sides[side].from, sides[side].to, count, radius);
        const first = pointFirst[segment];
        counts.add(expected.length);
        expect(pointFirst[segment + 1] - first).toBe(expected.length);
        expected.forEach(([x, y], i) => {
          expect(pointSegment[first + i]).toBe(segment);
          expect(points[2 * (first + i)]).toBeCloseTo(x, 9);
          expect(points[2 * (first + i) + 1]).toBeCloseTo(y, 9);
        });
      });
      // Both kinds of segments were seen where both can be.
      expect([...counts].sort()).toEqual(count === 1 || radius === 0 ? [count] : [1, count]);
    }
  });

  it('says what is wrong with wrong numbers', () => {
    const mesh = house(1);
    for (const count of [0, 1.5, NaN, 1000]) expect(() => buildRoadmap(mesh, count)).toThrow('key points');
    for (const radius of [-1, NaN, Infinity]) expect(() => buildRoadmap(mesh, 2, radius)).toThrow('radius');
  });
});
