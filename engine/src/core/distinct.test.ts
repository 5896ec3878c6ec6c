import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDistinct, keepOnce } from './distinct.ts';

describe('Distinct', () => {
  it('keeps each list once, in the order they came, as a set of strings would', () => {
    const number = fc.constantFrom(0, -0, 1, 1.5, -1, 1e300, 5e-324);
    const list = fc.array(number, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(list, { maxLength: 400 }), (lists) => {
        const distinct = createDistinct(4);
        const seen: string[] = [];
        for (const numbers of lists) {
          const text = numbers.map((x) => x + 0).join();
          if (!seen.includes(text)) seen.push(text);
          distinct.key.set(numbers);
          expect(keepOnce(distinct, numbers.length)).toBe(seen.indexOf(text));
        }
        expect(distinct.lists.map((numbers) => numbers.join())).toEqual(seen);
      }),
    );
  });

  it('grows', () => {
    const distinct = createDistinct(2);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 20_000; i++) {
        distinct.key.set([i % 100, Math.floor(i / 100) / 8]);
        expect(keepOnce(distinct, 2)).toBe(i);
      }
    }
    expect(distinct.lists).toHaveLength(20_000);
  });
});
