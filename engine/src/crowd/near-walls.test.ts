import { expect, it } from 'vitest';
import { cellRing } from '../../test/oracles/cells.ts';
import { findPlaces } from '../../test/oracles/places.ts';
import { wallsOf } from '../../test/oracles/walls.ts';
import { createRandom } from '../../test/random.ts';
import { routePlan } from '../../test/route-scenes.ts';
import { buildWorld } from '../build.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { findNearWalls, WALL, WALL_REACH } from './near-walls.ts';

/** From a place to the segment from (ax, ay) to (bx, by). */
function distanceTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey] = [bx - ax, by - ay];
  const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
  return Math.hypot(x - ax - share * ex, y - ay - share * ey);
}

it.each([
  ['city', 1],
  ['blocks', 2],
  ['mixed', 3],
  ['rough', 4],
] as const)('knows how near the nearest wall is, from anywhere: %s %i', (kind, seed) => {
  const world = buildWorld(routePlan(kind, seed));
  const { mesh } = world;
  const walls = wallsOf(world.maps[0]!);
  const near = findNearWalls(mesh);
  const rings = Array.from(mesh.cellLevel, (_, c) => cellRing(mesh, c));
  const index = indexCells(mesh);
  let judged = 0;
  for (const { x, y } of findPlaces(walls, rings, createRandom(seed), 200)) {
    let nearest = Infinity;
    for (let k = 0; k < walls.length; k += 4) {
      nearest = Math.min(nearest, distanceTo(x, y, walls[k]!, walls[k + 1]!, walls[k + 2]!, walls[k + 3]!));
    }
    if (nearest >= WALL_REACH) continue;
    const c = locate(mesh, index, 0, x, y);
    let listed = Infinity;
    for (let k = WALL * near.first[c]!; k < WALL * near.first[c + 1]!; k += WALL) {
      const [ax, ay, ux, uy, long] = near.walls.subarray(k, k + WALL) as unknown as number[];
      listed = Math.min(listed, distanceTo(x, y, ax!, ay!, ax! + long! * ux!, ay! + long! * uy!));
    }
    expect(listed).toBeCloseTo(nearest, 9);
    judged++;
  }
  expect(judged).toBeGreaterThan(10);
});
