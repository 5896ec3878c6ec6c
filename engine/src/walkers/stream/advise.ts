/**
 * The advised direction: M02's multi-level search (its algorithm 4.4).
 *
 *   the former direction if its mark is at least c1
 *   else the better of ±π/8 if its mark is at least c2
 *   else the better of ±π/4 if its mark is at least c3
 *   else none: WAIT
 *
 * Of two equal marks the right-hand one is taken. Cost: one to five marks.
 */
import { NONE } from '../../core/none.ts';
import type { StreamMaps } from './maps.ts';
import { markOf, REFUSED_MARK, type Trial } from './marks.ts';
import { turned } from './polar.ts';

/** @returns the angle advised, or NONE to wait */
export function advise(maps: StreamMaps, trial: Trial, former: number): number {
  const { c1, c2, c3 } = maps.settings;
  // A threshold of zero must not let a refused direction pass.
  const mark = markOf(maps, trial, former);
  if (mark !== REFUSED_MARK && mark >= c1) return former;
  const near = betterOf(maps, trial, former, 1, c2);
  return near !== NONE ? near : betterOf(maps, trial, former, 2, c3);
}

function betterOf(maps: StreamMaps, trial: Trial, former: number, steps: number, least: number): number {
  const right = markOf(maps, trial, turned(former, -steps));
  const left = markOf(maps, trial, turned(former, steps));
  const best = right >= left ? right : left;
  if (best === REFUSED_MARK || best < least) return NONE;
  return turned(former, right >= left ? -steps : steps);
}
