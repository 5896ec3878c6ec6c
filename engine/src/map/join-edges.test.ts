/** All pairs that come within tolerance of each other are found, whatever the edges; a fan or a row of walls has few others. */
import { expect, it } from 'vitest';
import { nextRandom, seedRandom } from '../core/random.ts';
import { buildEdgeTree, searchEdges } from './edge-tree.ts';
import { GrowableInts } from '../core/growable.ts';
import { joinEdges } from './join-edges.ts';

const TOLERANCE = 0.001;
const random = seedRandom(5);
const between = (low: number, high: number) => low + (high - low) * nextRandom(random);

/** Edges between points: x, y, x, y each. Ends at one place are one vertex. */
function treeOf(edges: number[][]): ReturnType<typeof buildEdgeTree> {
  const places: number[] = [];
  const known = new Map<string, number>();
  const vertexAt = (x: number, y: number) => {
    const key = `${x} ${y}`;
    if (!known.has(key)) known.set(key, places.push(x, y) / 2 - 1);
    return known.get(key)!;
  };
  const low = Int32Array.from(edges, ([x, y]) => vertexAt(x, y));
  const high = Int32Array.from(edges, ([, , x, y]) => vertexAt(x, y));
  return buildEdgeTree(Float64Array.from(places), low, high, TOLERANCE);
}

const SHAPES: Record<string, (i: number) => number[]> = {
  'edges at random': () => [between(0, 9), between(0, 9), between(0, 9), between(0, 9)],
  'short edges': () => {
    const [x, y] = [between(0, 9), between(0, 9)];
    return [x, y, x + between(0, 0.3), y + between(0, 0.3)];
  },
  'oblique walls side by side': (i) => [0.01 * i, 0, 100 + 0.01 * i, 40],
  'a fan': (i) => [0, 0, 50 * Math.cos(i / 500), 50 * Math.sin(i / 500)],
};

it.each(Object.keys(SHAPES))('%s: the same pairs as one search for each edge', (kind) => {
  const tree = treeOf(Array.from({ length: 400 }, (_, i) => SHAPES[kind](i)));
  const sharesEnd = (i: number, j: number) =>
    [tree.low[i], tree.high[i]].some((v) => v === tree.low[j] || v === tree.high[j]);
  // Pairs that either of two searches leaves out are apart; those that both find must be there.
  const found = Array.from({ length: 400 }, (_, i) => {
    const near = new GrowableInts();
    searchEdges(tree, i, near);
    return new Set(near.values());
  });
  const expected: string[] = [];
  for (let i = 0; i < 400; i++) {
    for (let j = i + 1; j < 400; j++) {
      if (found[i].has(j) && found[j].has(i) && !sharesEnd(i, j)) expected.push(`${i} ${j}`);
    }
  }
  const pairs = joinEdges(tree, Infinity, (i, j) => !sharesEnd(i, j))!.values();
  const joined = new Set<string>();
  for (let p = 0; p < pairs.length; p += 2) joined.add(`${pairs[p]} ${pairs[p + 1]}`);
  expect(joined.size).toBe(pairs.length / 2);
  expect(expected.filter((pair) => !joined.has(pair))).toEqual([]);
});

it('gives up where there are too many', () => {
  const lines = Array.from({ length: 100 }, (_, i) => [-1, i / 100, 1, -i / 100]);
  expect(joinEdges(treeOf(lines), 1000, () => true)).toBeUndefined();
});
