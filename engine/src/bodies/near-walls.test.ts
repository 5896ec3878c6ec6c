import { expect, it } from 'vitest';
import { cellRing } from '../../test/oracles/cells.ts';
import { findPlaces } from '../../test/oracles/places.ts';
import { wallsOf } from '../../test/oracles/walls.ts';
import { createRandom } from '../../test/random.ts';
import { routePlan } from '../../test/route-scenes.ts';
import { doorOf, levelOf, planOf, rectangle } from '../../test/scenes/storeys.ts';
import { buildWorld } from '../build.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { createCrowd } from '../crowd/crowd.ts';
import { createWallsBeside, findNearWalls, gatherWalls, MOST_BESIDE, WALL, WALL_REACH } from './near-walls.ts';

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
  const walls = wallsOf(world.maps[0]);
  const near = findNearWalls(mesh);
  const rings = Array.from(mesh.cellLevel, (_, c) => cellRing(mesh, c));
  const index = indexCells(mesh);
  let judged = 0;
  for (const { x, y } of findPlaces(walls, rings, createRandom(seed), 200)) {
    let nearest = Infinity;
    for (let k = 0; k < walls.length; k += 4) {
      nearest = Math.min(nearest, distanceTo(x, y, walls[k], walls[k + 1], walls[k + 2], walls[k + 3]));
    }
    if (nearest >= WALL_REACH) continue;
    const c = locate(mesh, index, 0, x, y);
    let listed = Infinity;
    for (let k = WALL * near.first[c]; k < WALL * near.first[c + 1]; k += WALL) {
      const [ax, ay, ux, uy, long] = near.walls.subarray(k, k + WALL) as unknown as number[];
      listed = Math.min(listed, distanceTo(x, y, ax!, ay!, ax! + long! * ux!, ay! + long! * uy!));
    }
    expect(listed).toBeCloseTo(nearest, 9);
    judged++;
  }
  expect(judged).toBeGreaterThan(10);
});

it('sees a one-way door as a wall from behind, no nearer than a body that has just passed allows, and not at all from before', () => {
  const { mesh, ...world } = buildWorld(
    planOf([levelOf('hall', 0, [rectangle(0, 0, 10, 4)])], [], [doorOf('gate', 5, 0, 5, 4)]),
  );
  expect(world.report.warnings).toEqual([]);
  const index = indexCells(mesh);
  const [ox, oy] = mesh.origin;
  const right = locate(mesh, index, 0, 6 - ox, 2 - oy);
  const sideTwin = mesh.sideTwin.slice();
  sideTwin.forEach((twin, s) => {
    if (twin >= 0 && mesh.sideCell[s] === right) sideTwin[s] = -1;
  });
  const near = findNearWalls({ ...mesh, sideTwin });
  const crowd = createCrowd(1);
  const beside = createWallsBeside(near, 1);
  crowd.count = 1;
  crowd.body[BODY * 0 + RADIUS] = 0.25;
  /** Metres to the upright walls listed for a body at x. */
  const upright = (x: number) => {
    crowd.place.set([x - ox, 2 - oy]);
    crowd.cell[0] = locate(mesh, index, 0, x - ox, 2 - oy);
    gatherWalls(beside, crowd, 0, 1);
    const found: number[] = [];
    for (let k = 0; k < beside.count[0]; k++) {
      const wall = beside.wall[MOST_BESIDE * 0 + k];
      if (near.walls[wall + 2] === 0) found.push(x - ox - near.walls[wall]);
    }
    return found;
  };
  expect(upright(4.9)).toEqual([]);
  expect(upright(4.2)).toEqual([]);
  // As far as it is, where the body is clear of it; else a little less than the radius.
  for (const x of [5.9, 5.5, 5.26]) expect(upright(x)[0]).toBeCloseTo(x - 5, 9);
  for (const x of [5.001, 5.05, 5.1, 5.19, 5.24]) {
    const [distance, ...others] = upright(x);
    expect(others).toEqual([]);
    expect(distance).toBeLessThanOrEqual(0.25 + 1e-9);
    expect(distance).toBeGreaterThan(0.23 - 1e-9);
  }
});
