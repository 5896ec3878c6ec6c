/**
 * Overlaps against all pairs one by one; hand-computed cases; the same crowd told otherwise.
 */
import { describe, expect, it } from 'vitest';
import { bytesPerCall } from '../../test/oracles/allocation.ts';
import { createRandom, type Random } from '../../test/random.ts';
import { planOf, rectangle } from '../../test/shapes.ts';
import { buildWorld } from '../build.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { addWalker, createCrowd } from '../crowd/crowd.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import {
  addOverlaps,
  countCrowdOverlaps,
  countOverlaps,
  createOverlapResult,
  createOverlapScratch,
  createOverlapTotals,
} from './overlaps.ts';

interface Bodies {
  place: Float64Array;
  radius: Float64Array;
  level: Int32Array;
}

const scratch = createOverlapScratch();

function counted(bodies: Bodies) {
  const result = createOverlapResult();
  countOverlaps(columnsOf(bodies), bodies.level, scratch, result);
  return result;
}

/** As a crowd has them: bodies whose cores have these radii. */
function columnsOf({ place, radius }: Bodies) {
  const body = new Float64Array(BODY * radius.length);
  for (let i = 0; i < radius.length; i++) body[BODY * i + RADIUS] = 2 * radius[i];
  return { count: radius.length, place, body };
}

function bodiesOf(rows: [x: number, y: number, radius: number, level?: number][]): Bodies {
  return {
    place: Float64Array.from(rows.flatMap(([x, y]) => [x, y])),
    radius: Float64Array.from(rows, ([, , radius]) => radius),
    level: Int32Array.from(rows, ([, , , level]) => level ?? 0),
  };
}

/** Every pair, one by one. */
function bruteForce({ place, radius, level }: Bodies) {
  let pairs = 0;
  let deepest = 0;
  for (let i = 0; i < radius.length; i++) {
    for (let j = i + 1; j < radius.length; j++) {
      if (level[i] !== level[j]) continue;
      const distance = Math.hypot(place[2 * i] - place[2 * j], place[2 * i + 1] - place[2 * j + 1]);
      const depth = radius[i] + radius[j] - distance;
      if (depth <= 0.02) continue;
      pairs++;
      deepest = Math.max(deepest, depth);
    }
  }
  return { pairs, deepest };
}

const KINDS = ['square', 'along x', 'along y', 'diagonal', 'clusters', 'far apart', 'wide ones', 'storeys'] as const;

function someBodies(kind: (typeof KINDS)[number], random: Random, count: number): Bodies {
  const side = Math.sqrt(count / 3);
  return bodiesOf(
    Array.from({ length: count }, (_, i) => {
      const radius = random.between(0.15, 0.3);
      const x = random.between(-side / 2, side / 2);
      const y = random.between(-side / 2, side / 2);
      switch (kind) {
        case 'along x':
          return [random.between(0, count / 3), random.unit(), radius];
        case 'along y':
          return [random.unit(), random.between(0, count / 3), radius];
        case 'diagonal':
          return [(x * count) / 20, (x * count) / 20 + random.unit(), radius];
        case 'clusters':
          return [Math.floor(i / 40) * 50 + random.unit(), -Math.floor(i / 40) * 31 + random.unit(), radius];
        case 'far apart':
          return [x * (i % 50 === 0 ? 1e7 : 1), y * (i % 50 === 0 ? 1e7 : 1), radius];
        case 'wide ones':
          return [x, y, i % 30 === 0 ? random.between(0.5, 3) : i % 31 === 0 ? 0.001 : radius];
        case 'storeys':
          return [x / 2, y / 2, radius, random.integer(0, 4)];
        default:
          return [x, y, radius];
      }
    }),
  );
}

describe('countOverlaps', () => {
  it('knows touching, 2 cm and deeper', () => {
    const at = (distance: number, ...radii: [number, number]) =>
      counted(
        bodiesOf([
          [1, 1, radii[0]],
          [1 + distance, 1, radii[1]],
        ]),
      );
    expect(at(0.4, 0.2, 0.2)).toEqual({ pairs: 0, deepest: 0, first: -1, second: -1, isComplete: true });
    expect(at(0.381, 0.2, 0.2).pairs).toBe(0);
    expect(at(0.379, 0.2, 0.2).pairs).toBe(1);
    expect(at(0.379, 0.2, 0.2).deepest).toBeCloseTo(0.021, 12);
    expect(at(0.25, 0.3, 0.1).deepest).toBeCloseTo(0.15, 12);
    expect(at(0, 0.2, 0.2).deepest).toBeCloseTo(0.4, 12);
    // Two bodies of less than 2 cm together cannot stand 2 cm in each other.
    expect(at(0, 0.004, 0.005).pairs).toBe(0);
  });

  it('names the deepest pair by slots', () => {
    const result = counted(
      bodiesOf([
        [9, 9, 0.2],
        [5.3, 5, 0.2],
        [5, 5, 0.2],
        [5, 5.2, 0.2],
      ]),
    );
    expect(result.pairs).toBe(3);
    expect([result.first, result.second]).toEqual([2, 3]);
    expect(result.deepest).toBeCloseTo(0.2, 12);
  });

  it('lets storeys pass over each other', () => {
    const twice = bodiesOf([
      [0, 0, 0.2, 0],
      [0, 0, 0.2, 1],
    ]);
    expect(counted(twice).pairs).toBe(0);
    twice.level.fill(1);
    expect(counted(twice).pairs).toBe(1);
  });

  it('finds a lattice of overlapping neighbours', () => {
    // 20 × 30 bodies 0.3 m apart, radius 0.2: each overlaps its four neighbours by 0.1, not those across (0.424).
    const lattice = Array.from({ length: 600 }, (_, i): [number, number, number] => [
      0.3 * (i % 20) - 2,
      0.3 * Math.floor(i / 20) - 3,
      0.2,
    ]);
    const result = counted(bodiesOf(lattice));
    expect(result.pairs).toBe(19 * 30 + 20 * 29);
    expect(result.deepest).toBeCloseTo(0.1, 9);
  });

  it.each(KINDS)('equals all pairs one by one: %s', (kind) => {
    let found = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = createRandom(seed);
      const bodies = someBodies(kind, random, random.pick([2, 3, 17, 60, 400, 700]));
      const expected = bruteForce(bodies);
      const result = counted(bodies);
      expect(result.pairs).toBe(expected.pairs);
      expect(result.deepest).toBeCloseTo(expected.deepest, 12);
      expect(result.isComplete).toBe(true);
      found += result.pairs;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('says the same of a crowd turned, mirrored, shifted, permuted', () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = createRandom(seed);
      const bodies = someBodies('square', random, 500);
      const { pairs, deepest } = counted(bodies);
      const told = (change: (x: number, y: number) => [number, number]) => {
        const place = bodies.place.slice();
        for (let i = 0; i < place.length; i += 2) place.set(change(place[i], place[i + 1]), i);
        return counted({ ...bodies, place });
      };
      const order = random.shuffle(Array.from(bodies.radius, (_, i) => i));
      const others = [
        told((x, y) => [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y]),
        told((x, y) => [-x, y]),
        told((x, y) => [x + 1234.5, y - 9876.25]),
        counted({
          place: Float64Array.from(order.flatMap((i) => [bodies.place[2 * i], bodies.place[2 * i + 1]])),
          radius: Float64Array.from(order, (i) => bodies.radius[i]),
          level: bodies.level,
        }),
      ];
      for (const other of others) {
        expect(other.pairs).toBe(pairs);
        expect(other.deepest).toBeCloseTo(deepest, 9);
      }
    }
  });

  it('takes bounded time and says so when all stand in one point', () => {
    const count = 50_000;
    const result = counted({
      place: new Float64Array(2 * count).fill(3),
      radius: new Float64Array(count).fill(0.2),
      level: new Int32Array(count),
    });
    expect(result.isComplete).toBe(false);
    expect(result.pairs).toBeGreaterThan(count);
    expect(result.pairs).toBeLessThanOrEqual(128 * count);
    expect(result.deepest).toBeCloseTo(0.4, 12);
  });

  it('stays complete up to 128 in one point', () => {
    const bodies = bodiesOf(Array.from({ length: 128 }, () => [3, 3, 0.2]));
    expect(counted(bodies)).toMatchObject({ pairs: (128 * 127) / 2, isComplete: true });
  });

  it('lives with what is no number, with nobody and with one', () => {
    const strange = bodiesOf([
      [Number.NaN, 0, 0.2],
      [0, 0, 0.2],
      [0.1, 0, 0.2],
      [Infinity, 0, 0.2],
      [0, 0, Number.NaN],
      [1e300, -1e300, 0.2],
    ]);
    expect(counted(strange).pairs).toBe(1);
    expect(counted(bodiesOf([])).pairs).toBe(0);
    expect(counted(bodiesOf([[0, 0, 1]])).pairs).toBe(0);
  });

  it('reads a crowd by the levels of its cells', () => {
    const crowd = createCrowd(8);
    for (const [cell, x] of [
      [0, 0],
      [1, 0.1],
      [2, 0.2],
    ] as const) {
      const i = addWalker(crowd, cell, x, 0, 0);
      crowd.body[BODY * i + RADIUS] = 0.4;
    }
    const mesh = { cellLevel: Int32Array.of(0, 1, 0), cellLink: new Int32Array(3).fill(-1) } as CellMesh;
    const result = createOverlapResult();
    countCrowdOverlaps(mesh, crowd, scratch, result);
    expect(result.pairs).toBe(1);
    expect([result.first, result.second]).toEqual([0, 2]);
    expect(result.deepest).toBeCloseTo(0.2, 12);
  });

  it('knows who meets at the ends of stairs, and who only stands under or behind them', () => {
    // Stairs from y = 4 on the ground floor up to y = 8 on the first, 2 m wide; both floors all around.
    const floor = (name: string, elevation: number) => ({
      ...planOf(name, 'polygons', [[rectangle(0, 0, 10, 12)]], []).levels[0],
      name,
      elevation,
    });
    const { mesh } = buildWorld({
      ...planOf('house', 'polygons', [], []),
      levels: [floor('ground', 0), floor('first', 3)],
      links: [
        { name: 'stairs', kind: 'stairs', lower: 0, upper: 1, corners: Float64Array.from(rectangle(4, 4, 6, 8)) },
      ],
    });
    const index = indexCells(mesh);
    const [x0, y0] = mesh.origin;
    const pairs = (...places: [x: number, y: number, level: number][]) => {
      const crowd = createCrowd(8);
      for (const [x, y, level] of places) {
        const cell = locate(mesh, index, level, x - x0, y - y0);
        crowd.body[BODY * addWalker(crowd, cell, x - x0, y - y0, 0) + RADIUS] = 0.4;
      }
      const result = createOverlapResult();
      countCrowdOverlaps(mesh, crowd, scratch, result);
      return result.pairs;
    };
    // The stairs' own cells are found by their lower level.
    const onTop: [number, number, number] = [5, 7.9, 0];
    const atFoot: [number, number, number] = [5, 4.1, 0];
    expect(pairs(onTop, [5, 8.1, 1])).toBe(1);
    expect(pairs([5, 8.1, 1], onTop)).toBe(1);
    expect(pairs(onTop, [5, 8.1, 0])).toBe(0);
    expect(pairs(atFoot, [5, 3.9, 0])).toBe(1);
    expect(pairs(atFoot, [5, 3.9, 1])).toBe(0);
    expect(pairs([4.1, 6, 0], [3.9, 6, 0])).toBe(0);
    expect(pairs(onTop, [5.1, 7.9, 0])).toBe(1);
    expect(pairs([5, 8.1, 0], [5, 8.2, 1])).toBe(0);
  });

  it('adds up over a run', () => {
    const totals = createOverlapTotals();
    const result = createOverlapResult();
    for (const [pairs, deepest] of [
      [3, 0.05],
      [7, 0.03],
      [0, 0],
    ] as const) {
      addOverlaps(totals, { ...result, pairs, deepest }, 0.1);
    }
    expect(totals).toEqual({ pairsMax: 7, deepest: 0.05, pairSeconds: expect.closeTo(1, 12), isComplete: true });
  });

  it('allocates nothing once warm', () => {
    const bodies = someBodies('square', createRandom(1), 2000);
    const result = createOverlapResult();
    const own = createOverlapScratch();
    const columns = columnsOf(bodies);
    expect(bytesPerCall(() => countOverlaps(columns, bodies.level, own, result))).toBeLessThan(200);
  });
});
