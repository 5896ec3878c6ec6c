import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../test/ascii-tiles.ts';
import { clearanceOf, wallsOf } from '../../test/oracles/walls.ts';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { propertyRuns, seeds } from '../../test/random.ts';
import { planOf, rectangle } from '../../test/shapes.ts';
import { buildWorld } from '../build.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { tilesOfMesh } from './mesh-tiles.ts';
import { GROUND, tileAt, tileCentreX, tileCentreY } from './tiles.ts';

const lay = (plan: ReturnType<typeof planOf>, side: number, radius: number) =>
  tilesOfMesh(buildWorld({ ...plan, isAllWanted: true }).mesh, 0, { side, radius });

/** Two rooms of 4 × 4 m side by side, with a wall 0.2 m thick and a door of this width in its middle. */
const rooms = (door: number) =>
  planOf(
    'rooms',
    'polygons',
    [[rectangle(0, 0, 8.2, 4)]],
    [[rectangle(4, -1, 4.2, 2 - door / 2)], [rectangle(4, 2 + door / 2, 4.2, 5)]],
  );

describe('floor', () => {
  test('is where a body fits around the centre of a tile', () => {
    const { tiles } = lay(planOf('hall', 'polygons', [[rectangle(0, 0, 5, 3)]], [[rectangle(2, 1, 3, 2)]]), 1, 0.5);
    expect(textOf(tiles)).toBe('.....\n..#..\n.....');
    const wide = lay(planOf('hall', 'polygons', [[rectangle(0, 0, 5, 3)]], []), 1, 0.6).tiles;
    expect(textOf(wide)).toBe('#####\n#...#\n#####');
  });

  test('ends at the artificial boundary without becoming a building there', () => {
    const { tiles } = lay(planOf('box', 'box', [], [[rectangle(0, 0, 2, 2)]], [], 3), 1, 0.6);
    const half = ['        ', ' ...... ', ' ..##.. ', ' .####. '];
    expect(textOf(tiles)).toBe([...half, ...half.toReversed()].join('\n'));
  });

  test('is cut by a wall without thickness that passes between two centres', () => {
    const hall = (walls: number[][]) => planOf('hall', 'polygons', [[rectangle(0, 0, 6, 3)]], [], walls);
    // At 3.2 the centre at 3.5 is nearer; at 3 both are equally near.
    expect(textOf(lay(hall([[3.2, 0, 3.2, 3]]), 1, 0.1).tiles)).toBe('...#..\n...#..\n...#..');
    expect(textOf(lay(hall([[3, 0, 3, 3]]), 1, 0.1).tiles)).toBe('..##..\n..##..\n..##..');
    // A stub between four centres stops diagonal steps, too.
    const stub = lay(hall([[2.8, 1.1, 3.1, 0.8]]), 1, 0.1).tiles;
    expect(textOf(stub)).not.toBe('......\n......\n......');
  });

  test('is refused where there is none', () => {
    const { mesh } = buildWorld(rooms(1));
    expect(() => tilesOfMesh(mesh, 3, { side: 1, radius: 0.2 })).toThrow(/no floor/);
    expect(() => tilesOfMesh(mesh, 0, { side: 0, radius: 0.2 })).toThrow(/tiles of 0 m/);
    expect(() => tilesOfMesh(mesh, 0, { side: 1, radius: NaN })).toThrow(/NaN is no radius/);
    expect(() => tilesOfMesh(mesh, 0, { side: 1e-4, radius: 0.2 })).toThrow(/is the most/);
  });
});

describe('narrow doors', () => {
  test('that tiles close are reported with their place and width, and what they cut off', () => {
    // Centres are at 1.5 and 2.5 m; the door leaves 1.85 … 2.15 to a body of 0.25.
    const { tiles, narrowDoors, cutOff } = lay(rooms(0.8), 1, 0.25);
    expect(narrowDoors).toHaveLength(1);
    expect(narrowDoors[0].width).toBeCloseTo(0.8, 6);
    const { origin } = buildWorld(rooms(0.8)).mesh;
    expect(narrowDoors[0].x + origin[0]).toBeGreaterThanOrEqual(4);
    expect(narrowDoors[0].x + origin[0]).toBeLessThanOrEqual(4.2);
    expect(narrowDoors[0].y + origin[1]).toBeCloseTo(2, 6);
    expect(cutOff).toHaveLength(1);
    expect(tiles.kind[tileAt(tiles, cutOff[0].x, cutOff[0].y)]).toBe(GROUND);
  });

  test('that tiles keep open, or that are too narrow for the body anyway, are not', () => {
    expect(lay(rooms(0.8), 0.2, 0.25)).toMatchObject({ narrowDoors: [], cutOff: [] });
    expect(lay(rooms(2.4), 1, 0.25)).toMatchObject({ narrowDoors: [], cutOff: [] });
    expect(lay(rooms(0.8), 1, 0.45)).toMatchObject({ narrowDoors: [], cutOff: [] });
  });
});

test('random places: floor exactly where the nearest wall is a radius away, but for tiles at thin walls', () => {
  let floor = 0;
  let lost = 0;
  fc.assert(
    fc.property(seeds, fc.constantFrom(...CLEAN_KINDS), (seed, kind) => {
      const world = buildWorld(cleanPlan(kind, seed));
      const { mesh } = world;
      const radius = 0.3;
      const { tiles } = tilesOfMesh(mesh, 0, { side: 0.7, radius });
      const walls = wallsOf(world.maps[0]);
      const index = indexCells(mesh);
      for (let t = 0; t < tiles.kind.length; t++) {
        const [x, y] = [tileCentreX(tiles, t), tileCentreY(tiles, t)];
        const c = locate(mesh, index, 0, x, y);
        const room =
          c === -1 || mesh.cellLink[c] !== -1 ? -1 : clearanceOf(walls, x + mesh.origin[0], y + mesh.origin[1]);
        if (Math.abs(room - radius) < 1e-5) continue;
        // Nobody is ever in a wall.
        if (tiles.kind[t] === GROUND) expect(room).toBeGreaterThan(radius);
        else if (room > radius) lost++;
        if (tiles.kind[t] === GROUND) floor++;
      }
    }),
    propertyRuns(30),
  );
  expect(floor).toBeGreaterThan(1000);
  expect(lost).toBeLessThan(0.1 * floor);
});
