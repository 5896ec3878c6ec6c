/**
 * The parts of a hierarchical query, timed apart: search, unfolding into portals, tightening. The same
 * calls as in engine/src/routing/find-route.ts, which does not look at a clock. Both ends must have room for the walker.
 */
import { locate, NONE, type Router } from '@foulee/engine';
import { searchGates, tighten, unfoldGates } from '@foulee/engine/inside';
import type { Pair } from './pairs.ts';

export interface Phases {
  /** Microseconds. */
  search: number;
  unfolding: number;
  tightening: number;
  portals: number;
}

/** As routing/find-route.ts has it for all methods but exact: the cosine of half the largest turn between pieces of an arc. */
const ARC = 0.9659258262890683;

/** Undefined if there is no route. */
export function timePhases(router: Router, { from, to }: Pair, width: number): Phases | undefined {
  const { place, cells, corners, gates, gateScratch, gateSearch, taut, query, portals } = router;
  const { mesh } = place;
  query.width = width;
  for (const [end, [x, y]] of [
    [query.from, from],
    [query.to, to],
  ] as const) {
    end.x = x - mesh.origin[0];
    end.y = y - mesh.origin[1];
    end.cell = locate(mesh, cells, 0, end.x, end.y);
    if (end.cell === NONE) return undefined;
  }
  const start = performance.now();
  searchGates(gates, gateScratch, query, gateSearch);
  const searched = performance.now();
  if (gateSearch.length === Number.POSITIVE_INFINITY) return undefined;
  unfoldGates(gates, gateScratch, query, gateSearch, portals);
  const unfolded = performance.now();
  tighten(mesh, corners, taut, query, portals, ARC);
  const tightened = performance.now();
  return {
    search: 1000 * (searched - start),
    unfolding: 1000 * (unfolded - searched),
    tightening: 1000 * (tightened - unfolded),
    portals: portals.length,
  };
}
