/** The maps used while walking: directions, densities, what a camera sees. */
import { describe, expect, test } from 'vitest';
import { tilesOf } from '../../test/ascii-tiles.ts';
import { InputError } from '../core/errors.ts';
import { coarseTileAt, densityMap, isCongested, measureDensity, predictDensity } from './density-map.ts';
import { createDirectionField, crossTile, directionShare, putDirection } from './direction-field.ts';
import { createTiles, PAVEMENT } from './tiles.ts';
import { visibleCoarseTiles } from './visibility-map.ts';

describe('the direction field', () => {
  const direction = new Float64Array(2);

  test('fades linearly over the relaxation time', () => {
    const field = createDirectionField(3, 10);
    expect(putDirection(field, 1, 5, direction)).toBe(false);
    crossTile(field, 1, 5, 1, 0);
    for (const [now, length] of [
      [5, 1],
      [7.5, 0.75],
      [10, 0.5],
      [14, 0.1],
    ]) {
      expect(putDirection(field, 1, now, direction)).toBe(true);
      expect(direction[0]).toBeCloseTo(length, 12);
      expect(direction[1]).toBe(0);
    }
    expect(putDirection(field, 1, 15, direction)).toBe(false);
    expect(direction[0]).toBe(0);
    expect(directionShare(field, 1, 99)).toBe(0);
    expect(putDirection(field, 0, 5, direction)).toBe(false);
  });

  test('a second crossing stores the mean of what is left and the new direction', () => {
    const field = createDirectionField(1, 8);
    crossTile(field, 0, 0, 1, 0);
    crossTile(field, 0, 4, 0, 1);
    expect([field.x[0], field.y[0], field.time[0]]).toEqual([0.25, 0.5, 4]);
    crossTile(field, 0, 6, 0, 1);
    expect([field.x[0], field.y[0]]).toEqual([0.09375, 0.6875]);
    // Faded away: as if nobody had crossed it.
    crossTile(field, 0, 14, -1, 0);
    expect([field.x[0], field.y[0]]).toEqual([-1, 0]);
  });

  test('needs a relaxation time', () => {
    expect(() => createDirectionField(1, 0)).toThrow(InputError);
  });
});

describe('the density map', () => {
  const tiles = tilesOf(`
    pp##
    pp##
    pppp
    ..+.
  `);
  const map = densityMap(tiles, { x: [0.5, 1.5, 3.5], y: [3.5, 2.5, 1.5] }, 2);

  test('knows floor and goals of coarse tiles', () => {
    expect([...map.area]).toEqual([2, 3, 4, 0]);
    expect([...map.goals]).toEqual([0, 1, 2, 0]);
    expect([map.width, map.height]).toEqual([2, 2]);
    expect([coarseTileAt(map, 3.9, 0.1), coarseTileAt(map, -9, 99)]).toEqual([1, 2]);
    // A coarse tile is never smaller than a tile.
    expect(densityMap(tiles, { x: [], y: [] }).columns).toBe(4);
  });

  test('predicts that walkers spread like goals', () => {
    expect([...predictDensity(map, 9)]).toEqual([0, 1, 1.5, 0]);
    expect([...predictDensity(densityMap(tiles, { x: [], y: [] }, 1), 9)]).toEqual([0]);
  });

  test('measures where walkers are, per square metre of accessible floor', () => {
    const density = new Float64Array(4).fill(7);
    measureDensity(map, { x: [0.5, 3.5, 2.5, 9], y: [0.5, 0.5, 1.5, 0] }, 3, density);
    expect([...density]).toEqual([0.5, 2 / 3, 0, 0]);
    expect(isCongested(density[1])).toBe(false);
    expect(isCongested(0.67)).toBe(true);
  });
});

describe('the visibility map', () => {
  const map = densityMap(createTiles({ x: 10, y: 20, side: 1, columns: 4, rows: 4 }, PAVEMENT), { x: [], y: [] }, 4);
  const seen = (...polygon: number[]) => {
    const tiles = visibleCoarseTiles(map, polygon);
    return [3, 2, 1, 0].map((row) => [...tiles.subarray(4 * row, 4 * row + 4)].join('')).join(' ');
  };

  test('sees what a quadrilateral meets, either way round', () => {
    expect(seen(10.5, 20.5, 12.5, 20.5, 12.5, 21.5, 10.5, 21.5)).toBe('0000 0000 1110 1110');
    expect(seen(10.5, 21.5, 12.5, 21.5, 12.5, 20.5, 10.5, 20.5)).toBe('0000 0000 1110 1110');
  });

  test('sees a tile that holds the polygon, and all tiles that the polygon holds', () => {
    expect(seen(11.2, 22.2, 11.4, 22.2, 11.3, 22.4)).toBe('0000 0100 0000 0000');
    expect(seen(0, 0, 99, 0, 99, 99, 0, 99)).toBe('1111 1111 1111 1111');
    expect(seen(0, 0, 5, 0, 5, 5)).toBe('0000 0000 0000 0000');
  });

  test('sees a view that is a wedge, and one with a notch', () => {
    expect(seen(10.1, 20.1, 20, 20.2, 20, 20.9)).toBe('0000 0000 0000 1111');
    // A U: its arms on the left and the right, its base below.
    expect(seen(10.2, 20.2, 13.8, 20.2, 13.8, 23.8, 13.2, 23.8, 13.2, 20.8, 10.8, 20.8, 10.8, 23.8, 10.2, 23.8)).toBe(
      '1001 1001 1001 1111',
    );
  });
});
