import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LabelHeap } from './roadmap-heap.ts';

it('a heap of labels pops by key, then by number, whatever was lowered in between', () => {
  const acts = fc.array(fc.record({ label: fc.nat(30), key: fc.integer({ min: 0, max: 9 }), pop: fc.boolean() }));
  fc.assert(
    fc.property(acts, (list) => {
      const heap = new LabelHeap(31);
      heap.insert(7);
      heap.clear();
      const keys = new Map<number, number>();
      const leastOf = () => [...keys].reduce((p, q) => (q[1] < p[1] || (q[1] === p[1] && q[0] < p[0]) ? q : p))[0];
      for (const { label, key, pop } of list) {
        const known = keys.get(label);
        if (pop && keys.size > 0) {
          const least = leastOf();
          expect(heap.pop()).toBe(least);
          keys.delete(least);
        } else if (known === undefined || key < known) {
          heap.key[label] = key;
          if (known === undefined) heap.insert(label);
          else heap.lower(label);
          keys.set(label, key);
        }
        expect(heap.length).toBe(keys.size);
      }
      while (keys.size > 0) {
        const least = leastOf();
        expect(heap.pop()).toBe(least);
        keys.delete(least);
      }
    }),
  );
});
