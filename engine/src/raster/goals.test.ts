import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mirrored, mirroredTile, randomTiles, tilesOf, turned, turnedTile } from '../../test/ascii-tiles.ts';
import { propertyRuns, seeds } from '../../test/random.ts';
import { findCorners, segments } from './goal-corners.ts';
import { mergeGoals } from './goal-merge.ts';
import { createGoalSearch, nearestGoals } from './goal-search.ts';
import { buildingDistances, layPavements } from './pavements.ts';
import { lineStays, WALKED } from './tile-lines.ts';
import { createTiles, GROUND, isAccessible, tileAt, type Tiles } from './tiles.ts';

const HALF = 3;

/** Half pavements around the buildings, and the corners found on them. */
function cornersOf(tiles: Tiles): { tiles: Tiles; corners: Int32Array } {
  const result = { ...tiles, kind: tiles.kind.slice() };
  layPavements(result, buildingDistances(result), HALF);
  return { tiles: result, corners: findCorners(result, HALF + 0.5) };
}

/** A block of building in the middle of ground. */
function block(size: number, x0: number, y0: number, x1: number, y1: number): Tiles {
  const tiles = createTiles({ x: 0, y: 0, side: 1, columns: size, rows: size }, GROUND);
  for (let y = y0; y < y1; y++) tiles.kind.fill(0, y * size + x0, y * size + x1);
  return tiles;
}

describe('corners', () => {
  test('a segment has 16 orientations of a half turn, each the quarter turn of another', () => {
    const [dx, dy] = segments(20);
    expect(new Set(Array.from(dx, (x, k) => `${x},${dy[k]}`)).size).toBe(16);
    for (let k = 0; k < 8; k++) expect([dx[k + 8], dy[k + 8]]).toEqual([-dy[k] || 0, dx[k]]);
    expect([dx[0], dy[0], dx[8], dy[8]]).toEqual([20, 0, 0, 20]);
  });

  test('a block has its corners near its four corners and none along its walls', () => {
    const { corners } = cornersOf(block(40, 12, 12, 28, 26));
    expect(corners.length).toBeGreaterThanOrEqual(4);
    const near = [0, 0, 0, 0];
    for (const t of corners) {
      const [x, y] = [t % 40, Math.floor(t / 40)];
      const distances = [
        [12, 12],
        [27, 12],
        [12, 25],
        [27, 25],
      ].map(([cx, cy]) => Math.hypot(x - cx, y - cy));
      const least = Math.min(...distances);
      expect(least).toBeLessThanOrEqual(HALF + 1);
      near[distances.indexOf(least)]++;
    }
    // The same number at each, by symmetry.
    expect(near).toEqual([near[0], near[0], near[0], near[0]]);
  });

  test('a straight wall across the raster has none', () => {
    expect(cornersOf(block(30, 0, 0, 30, 10)).corners).toHaveLength(0);
  });

  test('an inner corner is found from the building on both sides', () => {
    // An L: the corner at (12, 12) is the inner one. Far from it and from the raster's edge there is none.
    const tiles = block(40, 0, 0, 40, 12);
    for (let y = 12; y < 40; y++) tiles.kind.fill(0, y * 40, y * 40 + 12);
    const { corners } = cornersOf(tiles);
    expect(corners.length).toBeGreaterThan(0);
    for (const t of corners) expect(Math.hypot((t % 40) - 12, Math.floor(t / 40) - 12)).toBeLessThanOrEqual(HALF + 2);
  });

  test('one orientation is an accident, five are a tongue: exactly two, three and four make a corner', () => {
    // A free pavement tile with ground at chosen ends: reach 10 keeps orientations apart.
    const [dx, dy] = segments(10);
    for (let n = 0; n <= 16; n++) {
      const tiles = createTiles({ x: 0, y: 0, side: 1, columns: 21, rows: 21 }, 4);
      const middle = 10 * 21 + 10;
      tiles.kind[middle] = 2;
      for (let k = 0; k < n; k++) for (const s of [1, -1]) tiles.kind[middle + s * (dy[k] * 21 + dx[k])] = GROUND;
      expect([...findCorners(tiles, 10)]).toEqual(n >= 2 && n <= 4 ? [middle] : []);
      tiles.kind.forEach((kind, t) => (tiles.kind[t] = kind === GROUND ? 0 : kind));
      expect([...findCorners(tiles, 10)]).toEqual(n >= 2 && n <= 4 ? [middle] : []);
    }
  });

  test('a turned or mirrored raster has turned or mirrored corners', () => {
    const sorted = (tiles: Iterable<number>) => [...tiles].sort((a, b) => a - b);
    let found = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const tiles = randomTiles(seed);
        const { corners } = cornersOf(tiles);
        found += corners.length;
        expect([...cornersOf(turned(tiles)).corners]).toEqual(sorted(corners.map((t) => turnedTile(tiles, t))));
        expect([...cornersOf(mirrored(tiles)).corners]).toEqual(sorted(corners.map((t) => mirroredTile(tiles, t))));
      }),
      propertyRuns(40),
    );
    expect(found).toBeGreaterThan(500);
  });
});

describe('merging', () => {
  /** Merge without moving to the middle of the pavement. */
  const merge = (tiles: Tiles, corners: number[], epsilon: number) =>
    mergeGoals(tiles, Int32Array.from(corners), epsilon, { distances: new Int32Array(tiles.kind.length), middle: 0 });

  test('puts close corners at their mean and keeps far ones', () => {
    const goals = merge(tilesOf('pppppppppp'), [0, 2, 4, 9], 3);
    expect([...goals.x]).toEqual([2.5, 9.5]);
    expect([...goals.corners.item]).toEqual([0, 1, 2, 3]);
    expect([...goals.corners.first]).toEqual([0, 3, 4]);
  });

  test('does not merge through a wall', () => {
    expect(merge(tilesOf('ppp#ppp'), [2, 4], 4).x).toHaveLength(2);
    expect(merge(tilesOf('ppppppp'), [2, 4], 4).x).toHaveLength(1);
  });

  test('moves a goal from the building to the middle of the pavement', () => {
    const tiles = block(20, 6, 6, 14, 14);
    const distances = buildingDistances(tiles);
    layPavements(tiles, distances, 4);
    // On both sides of a corner, in sight over the diagonal tile: their mean is at the very corner.
    const goals = mergeGoals(tiles, Int32Array.of(14 * 20 + 12, 14 * 20 + 14, 12 * 20 + 14), 6, {
      distances,
      middle: 4,
    });
    expect(goals.x).toHaveLength(1);
    const tile = tileAt(tiles, goals.x[0], goals.y[0]);
    expect(distances[tile]).toBeGreaterThanOrEqual(4);
    expect([goals.x[0], goals.y[0]]).toEqual([15.5, 15.5]);
  });

  test('leaves no two goals in sight of each other within ε, all on pavement', () => {
    let merged = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const { tiles, corners } = cornersOf(randomTiles(seed));
        const distances = buildingDistances(tiles);
        layPavements(tiles, distances, 2 * HALF);
        const goals = mergeGoals(tiles, corners, 5, { distances, middle: HALF * HALF });
        merged += corners.length - goals.x.length;
        expect(goals.corners.item).toHaveLength(corners.length);
        for (let a = 0; a < goals.x.length; a++) {
          expect(isAccessible(tiles.kind[tileAt(tiles, goals.x[a], goals.y[a])])).toBe(true);
          for (let b = 0; b < a; b++) {
            const isNear = Math.hypot(goals.x[a] - goals.x[b], goals.y[a] - goals.y[b]) < 5;
            expect(isNear && lineStays(tiles, goals, a, b, WALKED)).toBe(false);
          }
        }
      }),
      propertyRuns(40),
    );
    expect(merged).toBeGreaterThan(500);
  });
});

test('the nearest goals are those of a plain search', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 20 }), (seed, most) => {
      const tiles = randomTiles(seed);
      const x = Array.from(tiles.kind.keys(), (t) => tiles.x + ((t * 7919) % tiles.columns)).slice(0, 80);
      const y = x.map((_, i) => tiles.y + ((i * 104729 + seed) % tiles.rows));
      const search = createGoalSearch(tiles, { x, y });
      for (const i of [0, 5, x.length - 1]) {
        const squared = (j: number) => (x[j] - x[i]) ** 2 + (y[j] - y[i]) ** 2;
        const expected = Array.from(x.keys())
          .filter((j) => j !== i && squared(j) <= 20 * 20)
          .sort((p, q) => squared(p) - squared(q) || p - q);
        expect(nearestGoals(search, i, 20, most)).toEqual(expected.slice(0, most));
      }
    }),
    propertyRuns(40),
  );
});
