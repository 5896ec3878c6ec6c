/**
 * The first goal of somebody anywhere on the tiles: of the nearest goals in sight, the one by which the way to the target is shortest; the
 * nearest that attracts anybody where they wander. If none is in sight, the goal to which the tile belongs: the nearest one over tiles.
 *
 * Asked when somebody comes, gets another target, or makes no way. Cost: a search among goals nearby, and a line to each.
 */
import { NONE } from '../../core/none.ts';
import { floodFromGoals } from '../../raster/goal-parts.ts';
import { createGoalSearch, type GoalSearch, goalsAround } from '../../raster/goal-search.ts';
import { lineStays, WALKED } from '../../raster/tile-lines.ts';
import { tileAt } from '../../raster/tiles.ts';
import type { Town } from '../../raster/town.ts';
import { type Ways, wayTo } from './goals.ts';

/** Goals looked at. */
const TRIES = 32;

export interface FirstGoals {
  search: GoalSearch;
  /** The goal that each tile belongs to; NONE: no goal is reached from there. */
  owner: Int32Array;
}

export function createFirstGoals({ tiles, goals }: Town): FirstGoals {
  const { owner } = floodFromGoals(tiles, goals, WALKED);
  return { search: createGoalSearch(tiles, goals), owner };
}

/** @param target NONE: wanders; @returns NONE if there is no way */
export function firstGoal(
  town: Town,
  ways: Ways,
  { search, owner }: FirstGoals,
  at: { x: number; y: number },
  target: number,
): number {
  const { tiles, goals, options } = town;
  const length = target === NONE ? undefined : wayTo(town, ways, target).length;
  const ends = { x: [at.x, 0], y: [at.y, 0] };
  let best: number = NONE;
  let shortest = Infinity;
  for (const goal of goalsAround(search, at.x, at.y, options.range, TRIES)) {
    const dx = goals.x[goal] - at.x;
    const dy = goals.y[goal] - at.y;
    if (length === undefined && ways.weight[goal] === 0) continue;
    const way = Math.sqrt(dx * dx + dy * dy) + (length === undefined ? 0 : length[goal]);
    if (!(way < shortest)) continue;
    ends.x[1] = goals.x[goal];
    ends.y[1] = goals.y[goal];
    if (!lineStays(tiles, ends, 0, 1, WALKED)) continue;
    shortest = way;
    best = goal;
    if (length === undefined) break;
  }
  if (best !== NONE) return best;
  const tile = tileAt(tiles, at.x, at.y);
  const own = tile === NONE ? NONE : owner[tile];
  return own === NONE || (length !== undefined && length[own] === Infinity) ? NONE : own;
}
