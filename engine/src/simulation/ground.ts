/**
 * World → what walkers need of it: the router, and everything that is derived from cells (corners, walls nearby, seams, stairs).
 * Derived in this one place: when a simulation is made, when doors change, and when the place changes.
 */
import type { World } from '../build.ts';
import { findNearWalls } from '../bodies/near-walls.ts';
import { findSeams } from '../bodies/seams.ts';
import { findStairs } from '../bodies/stairs.ts';
import { createRouter, type Router } from '../routing/find-route.ts';
import type { CellIndex } from '../subdivision/locate.ts';
import type { SameCells } from '../subdivision/same-cells.ts';
import type { Ground } from '../walkers/model.ts';

/** The place before, and which of its cells are still the same: what is known of these is taken over. */
export interface Before {
  router: Router;
  ground: Ground;
  same: SameCells;
}

/** @param capacity walkers at once, at most. @param cells where the cells are, if that is known */
export function deriveGround(
  world: World,
  capacity: number,
  before?: Before,
  cells?: CellIndex,
): { router: Router; ground: Ground } {
  const { mesh } = world;
  const router = createRouter(world, before && { router: before.router, same: before.same }, cells);
  const walls = findNearWalls(mesh, before && { walls: before.ground.walls, same: before.same });
  // Doors change sides only: where levels meet, and what is stairs, stays.
  const kept = before?.ground.mesh === mesh ? before.ground : undefined;
  const seams = kept === undefined ? findSeams(mesh, capacity) : kept.seams;
  const stairs = kept === undefined ? findStairs(mesh, world.plan.links) : kept.stairs;
  return { router, ground: { mesh, corners: router.corners, walls, seams, stairs } };
}
