import { describe, expect, it } from 'vitest';
import { bestReason, bestSketches, bestWords, blindWords, signWords } from './sign-words.ts';

const BEST = {
  at: [20.2, 15.15] as [number, number],
  level: 'ground',
  facing: 90,
  shows: ['painting'],
  uncoveredSeconds: 4605.8,
  coveredSeconds: 1354.3,
  x: 1,
  y: 2,
  z: 3,
};

describe('signs in words', () => {
  it('says who read a sign, and from where it can be read', () => {
    const way = { name: 'way', readers: 1200, newTo: 0, legibleShare: 0.0849 };
    expect(signWords(way)).toBe('read by 1,200, legible from 8 % of the floor');
    expect(blindWords({ signs: [way], blindShare: 0.736 })).toBe('No sign can be read from 74 % of the floor.');
    expect(blindWords({ signs: [], blindShare: 1 })).toBe('There are no signs.');
  });

  it('says where one more would stand, and why', () => {
    expect(bestWords(BEST)).toBe('At 20.2, 15.15, facing 90°, showing painting');
    expect(bestWords({ ...BEST, shows: ['a', 'b', 'c', 'd'] })).toMatch(/showing a, b and 2 more$/);
    expect(bestReason(BEST)).toBe(
      'People searched for 4,606 s where no sign helped them. This one could have been read for 1,354 s of that.',
    );
  });

  it('draws it as a sign: plate, shaft and head', () => {
    const sketches = bestSketches(BEST);
    expect(sketches.map(({ kind, z }) => [kind, z])).toEqual([0, 1, 2].map(() => ['line', 3]));
    expect(sketches[0].label).toBe('one more sign');
    // The plate lies across where it faces: up the plan.
    expect(sketches[0].points[1]).toBeCloseTo(2, 9);
    expect(sketches[0].points[3]).toBeCloseTo(2, 9);
    expect(sketches[1].points.slice(2)).toEqual([expect.closeTo(1, 9), expect.closeTo(2.9, 9)]);
  });
});
