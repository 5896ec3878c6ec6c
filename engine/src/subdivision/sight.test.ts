import { describe, expect, it } from 'vitest';
import { cellRing } from '../../test/oracles/cells.ts';
import { findPlaces } from '../../test/oracles/places.ts';
import { wallsOf } from '../../test/oracles/walls.ts';
import { createRandom } from '../../test/random.ts';
import { routePlan } from '../../test/route-scenes.ts';
import { buildWorld } from '../build.ts';
import { NONE } from '../core/none.ts';
import { indexCells, locate } from './locate.ts';
import { sees } from './sight.ts';

const side = (ax: number, ay: number, bx: number, by: number, x: number, y: number) =>
  (bx - ax) * (y - ay) - (by - ay) * (x - ax);

/** Between two places: 1 if a wall lies clearly across, 0 if none is near, -1 if that cannot be told. */
function isCut(walls: Float64Array, px: number, py: number, qx: number, qy: number): number {
  let doubt = 0;
  for (let k = 0; k < walls.length; k += 4) {
    const [ax, ay, bx, by] = [walls[k], walls[k + 1], walls[k + 2], walls[k + 3]];
    const a = side(px, py, qx, qy, ax, ay);
    const b = side(px, py, qx, qy, bx, by);
    const p = side(ax, ay, bx, by, px, py);
    const q = side(ax, ay, bx, by, qx, qy);
    const isNear = [a, b, p, q].some((value) => Math.abs(value) < 1e-6);
    if (a > 0 !== b > 0 && p > 0 !== q > 0) {
      if (!isNear) return 1;
      doubt = -1;
    } else if (isNear) doubt = -1;
  }
  return doubt;
}

describe('sight', () => {
  it.each([
    ['city', 1],
    ['blocks', 2],
    ['mixed', 3],
    ['wiggles', 1],
    ['crossing', 13],
    ['rough', 4],
  ] as const)('is cut off by walls and by nothing else: %s %i', (kind, seed) => {
    const world = buildWorld(routePlan(kind, seed));
    const { mesh } = world;
    const walls = wallsOf(world.maps[0]);
    const rings = Array.from(mesh.cellLevel, (_, c) => cellRing(mesh, c));
    const places = findPlaces(walls, rings, createRandom(seed), 60);
    const index = indexCells(mesh);
    const cells = Int32Array.from(places, ({ x, y }) => locate(mesh, index, 0, x, y));
    const at = Float64Array.from(places.flatMap(({ x, y }) => [x, y]));
    const counted = { seen: 0, hidden: 0 };
    for (let i = 0; i < places.length; i++) {
      for (let j = 0; j < places.length; j++) {
        if (i === j || cells[i] === NONE || cells[j] === NONE) continue;
        const cut = isCut(walls, at[2 * i], at[2 * i + 1], at[2 * j], at[2 * j + 1]);
        if (cut < 0) continue;
        const isSeen = sees(mesh, at, cells, i, j);
        // Very far lines are given up after so many cells: never a line through a wall.
        if (cut === 1) expect(isSeen, `${i} to ${j}`).toBe(false);
        else if (isSeen) counted.seen++;
        else counted.hidden++;
      }
    }
    expect(counted.seen).toBeGreaterThan(20);
    expect(counted.hidden).toBeLessThan(counted.seen / 20);
  });
});
