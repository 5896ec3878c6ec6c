/** The place has changed: what people know of it, in the cells there are now (knowledge/carry-over.ts). */
import { sceneryOf, type World } from '../build.ts';
import { carryOver, checkRoom } from '../knowledge/carry-over.ts';
import { createKnowledge, type KnowingCrowd } from '../knowledge/knowledge.ts';
import { cellOfSign, placeSign } from '../knowledge/start.ts';
import type { CellIndex } from '../subdivision/locate.ts';
import type { SameCells } from '../subdivision/same-cells.ts';
import { withOwnTwins } from '../topology/places.ts';
import type { Simulation } from './simulation.ts';

/** Before anything is changed: throws where a sign would not be on the floor, or people could not remember it all. @param world all doors open */
export function checkKnowledge({ knowledge }: Simulation, world: World, cells: CellIndex): void {
  if (knowledge === undefined) return;
  checkRoom(knowledge, sceneryOf(world));
  for (const sign of knowledge.signs) cellOfSign(world.mesh, cells, sign);
}

/**
 * Once everybody is on the cells there are now.
 * @param world all doors open. @param cells where the cells were
 */
export function changeKnowledge(simulation: Simulation, world: World, same: SameCells, cells: CellIndex): void {
  const { knowledge, router, step, goals } = simulation;
  if (knowledge === undefined) return;
  const { profiles, announcements, seed, size } = knowledge;
  const believed = withOwnTwins(sceneryOf(world));
  const signs = knowledge.signs.map((sign) => placeSign(believed, router, goals, sign));
  const now = createKnowledge(
    believed,
    router.cells,
    { profiles, seed, goals, signs, announcements, links: world.plan.links },
    step,
    size,
  );
  carryOver(knowledge, now, simulation.crowd as KnowingCrowd, same, cells);
  simulation.knowledge = now;
}
