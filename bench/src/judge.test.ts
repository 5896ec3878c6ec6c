import { describe, expect, it } from 'vitest';
import { makeKnownCity } from './city.ts';
import { deepestInside, judgeTriangles } from './judge.ts';
import { measure, median } from './measure.ts';
import { buildRecast, cutEars, extrude, loadRecast, readRecast } from './peers/recast.ts';
import { segmentsOf, TRIANGULATORS } from './peers/triangulators.ts';
import { markdownTable, percent, readable } from './table.ts';

const CITY = makeKnownCity({ seed: 4, buildings: 60, dirty: false });

function areaOf(ring: ArrayLike<number>): number {
  let twice = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    twice += (ring[i] as number) * (ring[j + 1] as number) - (ring[j] as number) * (ring[i + 1] as number);
  }
  return twice / 2;
}

describe('judging triangles', () => {
  // A box of 4 × 4 with the wall from 4 to 5 inside it, and triangles that respect it.
  const points = Float64Array.of(0, 0, 4, 0, 4, 4, 0, 4, 1, 2, 3, 2);
  const box: [number, number][] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ];
  const triangles = [0, 1, 4, 1, 5, 4, 1, 2, 5, 2, 3, 5, 3, 4, 5, 3, 0, 4];

  it('reaches the whole floor around a wall', () => {
    const verdict = judgeTriangles({ points, ends: [...box, [4, 5]] }, triangles);
    expect(verdict).toEqual({ triangles: 6, missingSegments: 0, area: 16 });
  });

  it('counts a segment that is no edge', () => {
    expect(judgeTriangles({ points, ends: [...box, [0, 5]] }, triangles).missingSegments).toBe(1);
  });

  it('does not flood what segments enclose', () => {
    const enclosed: [number, number][] = [
      [3, 4],
      [4, 5],
      [5, 3],
    ];
    expect(judgeTriangles({ points, ends: [...box, ...enclosed] }, triangles).area).toBe(14);
  });

  it('finds the npm triangulators right on a clean city, unless they throw', () => {
    const segments = segmentsOf(CITY);
    const outcomes = TRIANGULATORS.map(({ prepare }) => measure({ warmUps: 0, runs: 1 }, prepare(segments)));
    const verdicts = outcomes.flatMap((outcome) =>
      'failure' in outcome ? [] : [judgeTriangles(segments, outcome.result)],
    );
    expect(verdicts.length).toBeGreaterThanOrEqual(2);
    for (const { missingSegments, area } of verdicts) {
      expect(missingSegments).toBe(0);
      expect(Math.abs(area / CITY.walkableArea - 1)).toBeLessThan(1e-9);
    }
  });
});

describe('depth inside buildings', () => {
  it('is nothing on walls and outside, and the distance to the nearest wall inside', () => {
    const rings = CITY.plan.levels[0]?.polygons.map((polygon) => polygon.rings[0] as Float64Array) ?? [];
    const [left, bottom] = CITY.box;
    expect(deepestInside(CITY, [left + 1, bottom + 1, left + 1, bottom + 30])).toBe(0);
    const walls = rings.flatMap((ring) => [...ring].flatMap((x, i) => (i % 2 === 0 ? wallFrom(ring, i, x) : [])));
    expect(deepestInside(CITY, walls)).toBeLessThan(1e-9);
    const block = rings.find((ring) => ring.length === 8) as Float64Array;
    const [x, y] = [0, 1].map((axis) => [0, 2, 4, 6].reduce((sum, i) => sum + (block[i + axis] as number) / 4, 0));
    // From the ground outside to the middle of a block.
    const depth = deepestInside(CITY, [left, bottom, x as number, y as number]);
    expect(depth).toBeGreaterThan(2);
    expect(depth).toBeLessThan(40);
  });
});

describe('the city for recast-navigation', () => {
  it('has roofs that cover every footprint exactly', () => {
    const { plan } = makeKnownCity({ seed: 1, buildings: 2600, dirty: false });
    for (const { rings } of plan.levels[0]?.polygons ?? []) {
      const ring = rings[0] as Float64Array;
      const triangles = cutEars(ring);
      expect(triangles).toHaveLength(ring.length / 2 - 2);
      const areas = triangles.map((corners) =>
        areaOf(corners.flatMap((corner) => [ring[2 * corner] as number, ring[2 * corner + 1] as number])),
      );
      expect(Math.min(...areas)).toBeGreaterThan(-1e-9);
      expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(areaOf(ring), 6);
    }
  });

  it('gives a mesh of the ground alone', async () => {
    await loadRecast();
    const mesh = buildRecast(extrude(CITY));
    const { polygons, area, edges } = readRecast(mesh);
    mesh.destroy();
    expect(polygons).toBeGreaterThan(100);
    expect(Math.abs(area / CITY.walkableArea - 1)).toBeLessThan(0.1);
    expect(deepestInside(CITY, edges)).toBeLessThan(0.7);
  });
});

describe('measuring', () => {
  it('runs warm-ups and runs, frees all results but the last, and takes medians', () => {
    let calls = 0;
    const freed: number[] = [];
    const outcome = measure(
      { warmUps: 2, runs: 3 },
      () => ++calls,
      (result) => freed.push(result),
    );
    expect(outcome).toMatchObject({ result: 5 });
    expect(freed).toEqual([1, 2, 3, 4]);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it('reports what was thrown by its first line', () => {
    const outcome = measure({ warmUps: 0, runs: 1 }, () => {
      throw new Error('no\nway');
    });
    expect(outcome).toEqual({ failure: 'no' });
  });
});

describe('tables', () => {
  it('aligns columns and writes numbers as people read them', () => {
    expect(markdownTable(['name', 'n'], [['a', '1']])).toBe('| name |   n |\n| ---- | --: |\n| a    |   1 |');
    expect([14_309, 6591.9, 12.345, 0.25, 100, 2e-5].map(readable)).toEqual([
      '14,309',
      '6,592',
      '12.3',
      '0.25',
      '100',
      '2.0e-5',
    ]);
    expect([0, -0.0381, 1e-6].map(percent)).toEqual(['0', '-3.81 %', '1.0e-4 %']);
  });
});

function wallFrom(ring: Float64Array, i: number, x: number): number[] {
  const j = (i + 2) % ring.length;
  return [x, ring[i + 1] as number, ring[j] as number, ring[j + 1] as number];
}
