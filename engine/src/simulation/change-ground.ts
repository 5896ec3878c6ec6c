/** A simulation and a place that has changed → everything derived from its cells, derived again (ground.ts). */
import type { World } from '../build.ts';
import type { CellIndex } from '../subdivision/locate.ts';
import type { SameCells } from '../subdivision/same-cells.ts';
import { sightTwins } from '../subdivision/sight-twins.ts';
import { deriveGround } from './ground.ts';
import type { Simulation } from './simulation.ts';

/** @param same which cells are still the same. @param cells where the cells are */
export function changeGround(simulation: Simulation, world: World, same: SameCells, cells: CellIndex): void {
  const { view } = simulation.context;
  const before = { router: simulation.router, ground: view, same };
  const { router, ground } = deriveGround(world, simulation.crowd.capacity, before, cells);
  simulation.world = world;
  simulation.router = router;
  Object.assign(view, ground);
  view.beside.near = ground.walls;
  view.prepared = simulation.model.prepare(ground, simulation.goals);
  simulation.changedAt = simulation.steps;
  lookThroughDoors(simulation);
}

/** People see through doors as they are now. */
export function lookThroughDoors({ knowledge, world: { mesh } }: Simulation): void {
  if (knowledge === undefined || knowledge.believed.mesh.sideTwin.length !== mesh.sideTwin.length) return;
  const sight = sightTwins(mesh);
  knowledge.scenery = { ...knowledge.believed, mesh, sight, seen: { ...mesh, sideTwin: sight } };
}
