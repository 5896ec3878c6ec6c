/**
 * People turn back from a jam that does not move (ours; M02 §3.4 asks that nobody "gets bogged down on a tile", and leaves it at rotations).
 *
 * Where two streams meet head-on in a full pavement nobody may swap tiles, so such a jam never ends, and more people arrive. Whoever has stood
 * for `turnBackAfter` seconds more than they have walked gives up the goal, and takes one of its neighbours instead: one that is behind them
 * and that they see from where they are, or any that they see. Those at the edge of a jam leave first.
 *
 * In: a walker, the trial aimed at their goal. Out: a new goal, or NONE. Cost: neighbours of a goal, a line to each; seldom asked for.
 */
import { chanceOf } from '../../core/chance.ts';
import { NONE } from '../../core/none.ts';
import { lineStays, WALKED } from '../../raster/tile-lines.ts';
import type { Streamers } from './columns.ts';
import { isAtTownGoal } from './goals.ts';
import type { StreamMaps } from './maps.ts';
import type { Trial } from './marks.ts';

/** From a walker to a goal: two points, used again and again. */
export interface Line {
  x: Float64Array;
  y: Float64Array;
}

export function createLine(): Line {
  return { x: new Float64Array(2), y: new Float64Array(2) };
}

/** Count a step in which somebody stood or walked. */
export function countStanding({ stood }: Streamers, i: number, isStanding: boolean): void {
  if (isStanding) stood[i]++;
  else if (stood[i] > 0) stood[i]--;
}

export function isFedUp({ settings }: StreamMaps, { stood }: Streamers, i: number): boolean {
  return stood[i] * settings.step > settings.turnBackAfter;
}

/** @param draw a whole number for the step and the seed; @returns a neighbour of the goal that i walks to, or NONE */
export function goalBehind(
  maps: StreamMaps,
  { serial }: Streamers,
  trial: Trial,
  line: Line,
  goal: number,
  draw: number,
): number {
  const chance = chanceOf(serial[trial.slot], draw);
  const behind = drawSeen(maps, trial, line, goal, chance, true);
  return behind === NONE ? drawSeen(maps, trial, line, goal, chance, false) : behind;
}

/** One of the neighbours of a goal that are seen and not reached, all equally likely: the k-th of n replaces the one before with 1 / k. */
function drawSeen(
  { town, tiles }: StreamMaps,
  trial: Trial,
  line: Line,
  goal: number,
  chance: number,
  isBehind: boolean,
): number {
  const { x, y } = town.goals;
  const { first, item } = town.graph;
  line.x[0] = trial.x;
  line.y[0] = trial.y;
  let seen = 0;
  let left = chance;
  let found = NONE;
  for (let k = first[goal]; k < first[goal + 1]; k++) {
    const other = item[k];
    line.x[1] = x[other];
    line.y[1] = y[other];
    const along = (x[other] - trial.x) * trial.goalX + (y[other] - trial.y) * trial.goalY;
    if (along < 0 !== isBehind || isAtTownGoal(town, other, trial.x, trial.y)) continue;
    if (!lineStays(tiles, line, 0, 1, WALKED)) continue;
    seen++;
    // What is left of the chance is drawn afresh: the digits that decided before are used up.
    if (left * seen < 1) {
      found = other;
      left *= seen;
    } else left = (left * seen - 1) / (seen - 1);
  }
  return found;
}
