/**
 * What the squares of a wall index say, against distances to all walls and rings of cells.
 */
import { describe, expect, it } from 'vitest';
import { cellRing, depthIn } from '../../test/oracles/cells.ts';
import { clearanceOf, wallsOf } from '../../test/oracles/walls.ts';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { createRandom } from '../../test/random.ts';
import { planOf, rectangle } from '../../test/shapes.ts';
import { transformed, turn } from '../../test/transforms.ts';
import { buildWorld, type World } from '../build.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { CROWDED, indexWalls, NEAR, REACH, type WallGrid } from './wall-index.ts';

const pillars = Array.from({ length: 16 }, (_, i) => {
  const [x, y] = [6 * (i % 4) + 3, 6 * Math.floor(i / 4) + 3];
  return [rectangle(x, y, x + 0.5, y + 0.7)];
});
const hall = planOf('hall', 'polygons', [[rectangle(0, 0, 26, 25)]], pillars);

/** Every square, with random places in it. */
function judgeSquares(world: World, grid: WallGrid): { homes: number; far: number; near: number } {
  const random = createRandom(1);
  const walls = wallsOf(world.maps[0]);
  const index = indexCells(world.mesh);
  const counts = { homes: 0, far: 0, near: 0 };
  for (let square = 0; square < grid.home.length; square++) {
    const home = grid.home[square];
    const x0 = grid.minX + (square % grid.columns) * grid.size;
    const y0 = grid.minY + Math.floor(square / grid.columns) * grid.size;
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [random.unit(), random.unit()],
    ] as const) {
      const x = x0 + u * grid.size;
      const y = y0 + v * grid.size;
      const clearance = clearanceOf(walls, x, y);
      if (home >= 0) expect(depthIn(cellRing(world.mesh, home), x, y)).toBeGreaterThan(-1e-9);
      if (home !== NEAR && home !== CROWDED && locate(world.mesh, index, 0, x, y) >= 0) {
        expect(clearance).toBeGreaterThanOrEqual(REACH);
      }
    }
    if (home >= 0) counts.homes++;
    else if (home === NEAR) counts.near++;
    else counts.far++;
  }
  return counts;
}

describe('wall index', () => {
  it.each([0, 20, 45])('knows homes, and what is far from walls: a hall turned by %s°', (degrees) => {
    const world = buildWorld(transformed(hall, turn(degrees)));
    const counts = judgeSquares(world, indexWalls(world.mesh).grids[0]);
    expect(counts.homes).toBeGreaterThan(200);
    expect(counts.far).toBeGreaterThan(50);
    expect(counts.near).toBeGreaterThan(100);
  });

  it.each(CLEAN_KINDS)('knows homes, and what is far from walls: %s', (kind) => {
    const world = buildWorld(cleanPlan(kind, 2));
    const counts = judgeSquares(world, indexWalls(world.mesh).grids[0]);
    expect(counts.near).toBeGreaterThan(5);
  });

  it('has few squares for a place of kilometres, and for one of metres in width and many in length', () => {
    for (const [width, height] of [
      [5000, 5000],
      [1e6, 2],
    ] as const) {
      const world = buildWorld(planOf('large', 'polygons', [[rectangle(0, 0, width, height)]], []));
      const { columns, rows, item } = indexWalls(world.mesh).grids[0];
      expect(columns * rows).toBeLessThan(2_500_000);
      expect(item.length).toBeLessThan(5_000_000);
    }
  });
});
