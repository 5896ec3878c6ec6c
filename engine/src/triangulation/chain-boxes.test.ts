/** No vertex inside of a circle is left out, whatever the chain and its direction; and along a wall nearly all others are. */
import { describe, expect, it } from 'vitest';
import { NONE } from '../core/none.ts';
import { inCircle, orient } from '../core/predicates.ts';
import { nextRandom, seedRandom } from '../core/random.ts';
import { BLOCK, boxChain, nextBlock, putCircle, startSearch } from './chain-boxes.ts';

const random = seedRandom(7);
const between = (low: number, high: number) => low + (high - low) * nextRandom(random);

/** Chains of n vertices, from left to right, none below the line from the first to the last. */
const CHAINS: Record<string, (n: number) => [number, number][]> = {
  'a row': (n) => Array.from({ length: n }, (_, i) => [i, i % (n - 1) === 0 ? 0 : 0.5]),
  'two rows': (n) => Array.from({ length: n }, (_, i) => [i, i % (n - 1) === 0 ? 0 : 0.5 + 0.4 * (i % 2)]),
  'an arc': (n) =>
    Array.from({ length: n }, (_, i) => {
      const x = 100 * (i / (n - 1)) - 50;
      return [x, Math.sqrt(Math.max(0, 2500 - x * x))];
    }),
  'a flat arc': (n) => Array.from({ length: n }, (_, i) => [i, (1e-6 * i * (n - 1 - i)) / n]),
  'a heap': (n) =>
    Array.from({ length: n }, (_, i) => [between(0, 100), i % (n - 1) === 0 ? 0 : between(1e-9, 100)] as const).map(
      ([x, y], i) => (i === 0 ? [0, 0] : i === n - 1 ? [100, 0] : [x, y]),
    ),
};

/** As a chain far from zero, in another direction. */
function turned(points: [number, number][], angle: number): { vertices: Float64Array; chain: Int32Array } {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const vertices = Float64Array.from(points.flatMap(([x, y]) => [3000 + cosine * x - sine * y, sine * x + cosine * y]));
  return { vertices, chain: Int32Array.from(points, (_, i) => i) };
}

describe.each(Object.keys(CHAINS))('%s', (kind) => {
  it('leaves out no vertex that is inside of the circle', () => {
    for (const angle of [0, 0.3, 1.1, 2.9]) {
      const { vertices, chain } = turned(CHAINS[kind](500), angle);
      const boxes = boxChain(vertices, chain);
      const at = (i: number) => [vertices[2 * i], vertices[2 * i + 1]] as const;
      for (let trial = 0; trial < 200; trial++) {
        const from = Math.floor(between(0, 250));
        const to = Math.floor(between(from + 2, 500));
        const apex = Math.floor(between(from + 1, to));
        if (orient(...at(from), ...at(to), ...at(apex)) <= 0) continue;
        putCircle(boxes, from, to, apex);
        const found = new Set<number>();
        startSearch();
        for (let first = nextBlock(boxes, from, to); first !== NONE; first = nextBlock(boxes, from, to)) {
          for (let i = first; i < first + BLOCK; i++) found.add(i);
        }
        for (let i = from + 1; i < to; i++) {
          if (found.has(i)) continue;
          expect(inCircle(...at(from), ...at(to), ...at(apex), ...at(i))).toBeLessThan(0);
        }
      }
    }
  });
});

it('along an oblique wall of 40,000 corners few blocks are left', () => {
  const n = 40_000;
  const { vertices, chain } = turned(CHAINS['a row'](n), 0.3);
  const boxes = boxChain(vertices, chain);
  putCircle(boxes, 0, n - 1, n >> 1);
  let blocks = 0;
  startSearch();
  while (nextBlock(boxes, 0, n - 1) !== NONE) blocks++;
  expect(blocks).toBeLessThan(20);
});
