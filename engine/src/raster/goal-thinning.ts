/**
 * Goals that are no corners: on a wall drawn obliquely every step of the raster can look like one.
 *
 * In: merged goals and their graph. Out: those that are needed. A goal is left out if it lies between two others, a and b, not further than `aside` from
 * their straight line, a sees b, and each of its neighbours is seen from a or b too: then nobody turns there, and nothing is lost
 * but crossings in the middle of a block. Of the corners on both sides of an alley's mouth at least one stays, since only they see into it.
 *
 * M02 leaves such goals in ("more corners than needed"); on its map walls are upright. Goals are judged one after another, by those that are still
 * there, so not all goals of a straight wall go at once. Cost: goals × neighbours² lines at most.
 */
import { groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import type { GoalGraph } from './goal-graph.ts';
import type { MergedGoals } from './goal-merge.ts';
import { lineStays, WALKED } from './tile-lines.ts';
import type { Tiles } from './tiles.ts';

/** @param aside how far from the straight line a goal may be, metres */
export function leaveOutStraightGoals(tiles: Tiles, goals: MergedGoals, graph: GoalGraph, aside: number): MergedGoals {
  const { x, y } = goals;
  const isOut = new Uint8Array(x.length);
  for (let g = 0; g < x.length; g++) {
    const near = graph.item.subarray(graph.first[g], graph.first[g + 1]).filter((c) => isOut[c] === 0);
    if (isStraight(g, near)) isOut[g] = 1;
  }
  return kept(goals, isOut);

  function isStraight(g: number, near: Int32Array): boolean {
    for (let i = 0; i < near.length; i++) {
      for (let j = i + 1; j < near.length; j++) {
        if (isBetween(g, near[i], near[j]) && seeAll(near[i], near[j], near)) return true;
      }
    }
    return false;
  }

  function isBetween(g: number, a: number, b: number): boolean {
    const [ux, uy] = [x[a] - x[g], y[a] - y[g]];
    const [vx, vy] = [x[b] - x[g], y[b] - y[g]];
    if (ux * vx + uy * vy >= 0) return false;
    const squared = (x[b] - x[a]) ** 2 + (y[b] - y[a]) ** 2;
    return (ux * vy - uy * vx) ** 2 <= aside * aside * squared;
  }

  function seeAll(a: number, b: number, near: Int32Array): boolean {
    if (!lineStays(tiles, goals, a, b, WALKED)) return false;
    return near.every(
      (c) => c === a || c === b || lineStays(tiles, goals, a, c, WALKED) || lineStays(tiles, goals, b, c, WALKED),
    );
  }
}

function kept({ x, y, corners }: MergedGoals, isOut: Uint8Array): MergedGoals {
  const number = new Int32Array(x.length).fill(NONE);
  let count = 0;
  for (let g = 0; g < x.length; g++) if (isOut[g] === 0) number[g] = count++;
  const isKept = (_: number, g: number) => isOut[g] === 0;
  const owner = new Int32Array(corners.item.length).fill(NONE);
  for (let g = 0; g < x.length; g++) {
    for (let k = corners.first[g]; k < corners.first[g + 1]; k++) owner[corners.item[k]] = number[g];
  }
  return { x: x.filter(isKept), y: y.filter(isKept), corners: groupByOwner(owner, count) };
}
