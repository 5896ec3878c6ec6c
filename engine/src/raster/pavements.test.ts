import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mirrored, randomTiles, textOf, tilesOf, turned } from '../../test/ascii-tiles.ts';
import { propertyRuns, seeds } from '../../test/random.ts';
import { buildingDistances, FAR_OFF, layPavements } from './pavements.ts';
import { BUILDING, type Tiles } from './tiles.ts';

const paved = (tiles: Tiles, width: number) => {
  const result = { ...tiles, kind: tiles.kind.slice() };
  layPavements(result, buildingDistances(result), width);
  return result;
};

describe('pavements', () => {
  test('are as many tiles wide as they should be, and round corners', () => {
    const tiles = tilesOf(`
      ........
      ........
      ........
      ##......
      ##......
    `);
    expect(textOf(paved(tiles, 2))).toBe('........\npp......\nppp.....\n##pp....\n##pp....');
    expect(textOf(paved(tiles, 1))).toBe('........\n........\npp......\n##p.....\n##p.....');
    // 1 m is two tiles of half a metre.
    expect(textOf(paved({ ...tiles, side: 0.5 }, 1))).toBe(textOf(paved(tiles, 2)));
  });

  test('do not cover what is outside, nor grow without buildings', () => {
    expect(textOf(paved(tilesOf('#. .'), 3))).toBe('#p p');
    expect(textOf(paved(tilesOf('....'), 3))).toBe('....');
    expect(buildingDistances(tilesOf('..'))[0]).toBe(FAR_OFF);
  });
});

test('distances are exact', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const tiles = randomTiles(seed);
      const { columns, kind } = tiles;
      const distances = buildingDistances(tiles);
      const buildings = Array.from(kind.keys()).filter((t) => kind[t] === BUILDING);
      for (let t = 0; t < kind.length; t += 7) {
        let least = FAR_OFF;
        for (const b of buildings) {
          const dx = (t % columns) - (b % columns);
          const dy = Math.floor(t / columns) - Math.floor(b / columns);
          least = Math.min(least, dx * dx + dy * dy);
        }
        expect(distances[t]).toBe(least);
      }
    }),
    propertyRuns(15),
  );
});

test('a turned or mirrored raster has turned or mirrored pavements', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const tiles = randomTiles(seed);
      expect(textOf(paved(turned(tiles), 3))).toBe(textOf(turned(paved(tiles, 3))));
      expect(textOf(paved(mirrored(tiles), 3))).toBe(textOf(mirrored(paved(tiles, 3))));
    }),
    propertyRuns(30),
  );
});
