/** Every formula of space syntax by hand, on graphs small enough to count on fingers. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../test/random.ts';
import { planOf, rectangle } from '../../test/shapes.ts';
import { buildWorld } from '../build.ts';
import { informGraph } from './informed-graph.ts';
import { measureLayer, measureSyntax } from './space-syntax.ts';

/** Edges such as 'ab bc'. */
function syntaxOf(text: string) {
  const letters = [...new Set(text.replaceAll(' ', ''))].sort();
  const edges = [...text.replaceAll(' ', '')].map((letter) => letters.indexOf(letter));
  const syntax = measureSyntax(letters.length, Int32Array.from(edges));
  const { first } = syntax.neighbours;
  return { ...syntax, connectivity: letters.map((_, i) => first[i + 1] - first[i]) };
}

const close = (array: Float64Array, expected: number[]) => {
  expect(array).toHaveLength(expected.length);
  expected.forEach((value, i) => {
    if (Number.isFinite(value)) expect(array[i]).toBeCloseTo(value, 12);
    else expect(array[i]).toBe(value);
  });
};

describe('space syntax', () => {
  it('a row of four: a – b – c – d', () => {
    const row = syntaxOf('ab bc cd');
    expect(row.connectivity).toEqual([1, 2, 2, 1]);
    // a: 1/C_b. b: 1/C_a + 1/C_c.
    close(row.control, [1 / 2, 3 / 2, 3 / 2, 1 / 2]);
    // a: (1 + 2 + 3) / 3. b: (1 + 1 + 2) / 3.
    close(row.meanDepth, [2, 4 / 3, 4 / 3, 2]);
    // a: 2 (2 − 1) / (4 − 2). b: 2 (1/3) / 2.
    close(row.relativeAsymmetry, [1, 1 / 3, 1 / 3, 1]);
    close(row.integration, [1, 3, 3, 1]);
    expect(row.isExact).toBe(true);
  });

  it('a star of five: m in the middle', () => {
    const star = syntaxOf('ma mb mc md');
    expect(star.connectivity).toEqual([1, 1, 1, 1, 4]);
    close(star.control, [1 / 4, 1 / 4, 1 / 4, 1 / 4, 4]);
    // A leaf: 1 to the middle, 2 to three others.
    close(star.meanDepth, [7 / 4, 7 / 4, 7 / 4, 7 / 4, 1]);
    close(star.relativeAsymmetry, [1 / 2, 1 / 2, 1 / 2, 1 / 2, 0]);
    close(star.integration, [2, 2, 2, 2, Infinity]);
  });

  it('a ring of six', () => {
    const ring = syntaxOf('ab bc cd de ef fa');
    // 1, 1, 2, 2, 3.
    close(
      ring.meanDepth,
      Array.from({ length: 6 }, () => 9 / 5),
    );
    close(
      ring.relativeAsymmetry,
      Array.from({ length: 6 }, () => (2 * (4 / 5)) / 4),
    );
    close(
      ring.control,
      Array.from({ length: 6 }, () => 1),
    );
  });

  it('places joined more than once are neighbours once, whichever way they are told', () => {
    expect(syntaxOf('ab ba ab bc cb')).toEqual(syntaxOf('ab bc'));
    const loop = syntaxOf('aa ab');
    expect(loop.connectivity).toEqual([1, 1]);
  });

  it('several parts are measured each by itself', () => {
    const parts = measureSyntax(8, Int32Array.of(0, 1, 1, 2, 2, 3, 4, 5, 5, 6));
    close(parts.meanDepth, [2, 4 / 3, 4 / 3, 2, 3 / 2, 1, 3 / 2, 0]);
    close(parts.relativeAsymmetry, [1, 1 / 3, 1 / 3, 1, 1, 0, 1, 0]);
    expect([...parts.partSize]).toEqual([4, 4, 4, 4, 3, 3, 3, 1]);
  });

  it('nothing, one place, two places', () => {
    expect(measureSyntax(0, new Int32Array(0)).meanDepth).toHaveLength(0);
    const one = measureSyntax(1, new Int32Array(0));
    expect([one.meanDepth[0], one.control[0], one.relativeAsymmetry[0], one.integration[0]]).toEqual([
      0,
      0,
      0,
      Infinity,
    ]);
    const two = syntaxOf('ab');
    close(two.meanDepth, [1, 1]);
    close(two.relativeAsymmetry, [0, 0]);
    close(two.control, [1, 1]);
  });

  it('of a building: a hall with rooms that lead on to each other', () => {
    // Zones: the hall and a back room, joined by three corridors.
    const plan = planOf(
      'building',
      'polygons',
      [[rectangle(0, 0, 4, 20)], [rectangle(10, 0, 14, 20)], ...[2, 8, 14].map((y) => [rectangle(4, y, 10, y + 2)])],
      [],
    );
    const { mesh } = buildWorld(plan);
    const { zones } = informGraph(mesh);
    const syntax = measureLayer(mesh, zones);
    const halls = [...zones.kind.keys()].filter((z) => zones.kind[z] === 3);
    const corridors = [...zones.kind.keys()].filter((z) => zones.kind[z] === 2);
    expect([halls.length, corridors.length]).toEqual([2, 3]);
    for (const z of halls) {
      expect(syntax.control[z]).toBeCloseTo(3 / 2, 12);
      expect(syntax.meanDepth[z]).toBeCloseTo(5 / 4, 12);
      expect(syntax.integration[z]).toBeCloseTo(6, 12);
    }
    for (const z of corridors) {
      expect(syntax.control[z]).toBeCloseTo(2 / 3, 12);
      expect(syntax.meanDepth[z]).toBeCloseTo(6 / 4, 12);
      expect(syntax.integration[z]).toBeCloseTo(3, 12);
    }
  });

  it('of 4,900 places in a grid: sampled, said so, and near the truth', () => {
    const size = 70;
    const edges: number[] = [];
    for (let i = 0; i < size * size; i++) {
      if (i % size < size - 1) edges.push(i, i + 1);
      if (i + size < size * size) edges.push(i, i + size);
    }
    const sampled = measureSyntax(size * size, Int32Array.from(edges));
    expect(sampled.isExact).toBe(false);
    // The depth in a grid is the sum of the differences of rows and columns.
    const sum = (x: number) => (x * (x + 1) + (size - 1 - x) * (size - x)) / 2;
    const random = createRandom(1);
    for (let k = 0; k < 200; k++) {
      const i = random.integer(0, size * size - 1);
      const exact = (size * (sum(i % size) + sum(Math.floor(i / size)))) / (size * size - 1);
      expect(Math.abs(sampled.meanDepth[i] / exact - 1)).toBeLessThan(0.02);
    }
  });
});
