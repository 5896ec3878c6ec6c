import { describe, expect, test } from 'vitest';
import { textOf, tilesOf } from '../../test/ascii-tiles.ts';
import { GrowableInts } from '../core/growable.ts';
import { InputError } from '../core/errors.ts';
import { lineStays, UNBUILT, WALKED } from './tile-lines.ts';
import { tileParts } from './tile-parts.ts';
import { BUILDING, createTiles, GROUND, tileAt, tileCentreX, tileCentreY, tilesOfPicture } from './tiles.ts';

describe('a picture', () => {
  test('has its top row at the top, and dark pixels are buildings', () => {
    const tiles = tilesOfPicture(Uint8Array.of(0, 127, 128, 255, 255, 255), 3, 2, { scale: 2 });
    expect(textOf(tiles)).toBe('##.\n...');
    expect([tiles.side, tiles.x, tiles.y]).toEqual([2, 0, 0]);
    expect(textOf(tilesOfPicture(Uint8Array.of(0, 127, 128, 255), 4, 1, { threshold: 200 }))).toBe('###.');
  });

  test('that cannot be is refused', () => {
    expect(() => tilesOfPicture(new Uint8Array(5), 3, 2)).toThrow(/5 values for 3 × 2 pixels/);
    expect(() => tilesOfPicture(new Uint8Array(6), 3, 2, { scale: 0 })).toThrow(InputError);
    expect(() => createTiles({ x: 0, y: 0, side: 1, columns: 20000, rows: 20000 }, GROUND)).toThrow(/is the most/);
    expect(() => createTiles({ x: 0, y: 0, side: 1, columns: 1.5, rows: 2 }, GROUND)).toThrow(InputError);
  });
});

test('a point is in the tile whose centre is nearest, and beyond the raster in none', () => {
  const tiles = createTiles({ x: -3, y: 5, side: 0.5, columns: 4, rows: 3 }, BUILDING);
  for (let t = 0; t < 12; t++) expect(tileAt(tiles, tileCentreX(tiles, t), tileCentreY(tiles, t))).toBe(t);
  expect(tileAt(tiles, -3, 5)).toBe(0);
  expect(tileAt(tiles, -1, 5)).toBe(-1);
  expect(tileAt(tiles, -3.01, 5)).toBe(-1);
  expect(tileAt(tiles, -3, 6.5)).toBe(-1);
});

describe('lines', () => {
  const line = (text: string, ax: number, ay: number, bx: number, by: number, allowed = WALKED) => {
    const met = new GrowableInts();
    const stays = lineStays(tilesOf(text), { x: [ax, bx], y: [ay, by] }, 0, 1, allowed, met);
    return { stays, met: [...met.values()] };
  };

  test('meet the tiles between two points, in order', () => {
    expect(line('ppp\nppp', 0.5, 0.5, 2.5, 1.5)).toEqual({ stays: true, met: [0, 1, 4, 5] });
    expect(line('ppp\nppp', 2.5, 1.5, 0.5, 0.5).met.sort()).toEqual([0, 1, 4, 5]);
    expect(line('ppp\nppp', 0.5, 0.5, 0.5, 0.6)).toEqual({ stays: true, met: [0] });
  });

  test('do not slip between two tiles that touch at a corner', () => {
    expect(line('#p\np#', 0.5, 0.5, 1.5, 1.5).stays).toBe(false);
    expect(line('pp\np#', 0.5, 0.5, 1.5, 1.5).stays).toBe(false);
    expect(line('pp\npp', 0.5, 0.5, 1.5, 1.5)).toEqual({ stays: true, met: [0, 1, 2, 3] });
  });

  test('end at the first tile of another kind, and at the edge of the raster', () => {
    expect(line('pp#pp', 0.5, 0.5, 4.5, 0.5)).toEqual({ stays: false, met: [0, 1, 2] });
    expect(line('pp.pp', 0.5, 0.5, 4.5, 0.5).stays).toBe(false);
    expect(line('pp.+p', 0.5, 0.5, 4.5, 0.5, UNBUILT).stays).toBe(true);
    expect(line('ppp', 0.5, 0.5, 3.5, 0.5).stays).toBe(false);
  });
});

test('parts hang together over sides, not over corners', () => {
  const { part, first, size } = tileParts(tilesOf('pp#\n##p\n+#p'), WALKED);
  expect([...size]).toEqual([1, 2, 2]);
  expect([...first]).toEqual([0, 2, 6]);
  expect([...part]).toEqual([0, -1, 1, -1, -1, 1, 2, 2, -1]);
});
