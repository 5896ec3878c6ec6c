/**
 * The parts of a hierarchical query, timed apart: search, unfolding into portals, tightening (planning.md §4). The same
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
  const { place, cells, corners, gates, gateScratch, gateSearch, taut, portals } = router;
  const { mesh } = place;
  const fromX = from[0] - mesh.origin[0];
  const fromY = from[1] - mesh.origin[1];
  const toX = to[0] - mesh.origin[0];
  const toY = to[1] - mesh.origin[1];
  const fromCell = locate(mesh, cells, 0, fromX, fromY);
  const toCell = locate(mesh, cells, 0, toX, toY);
  if (fromCell === NONE || toCell === NONE) return undefined;
  taut.ends.set([fromX, fromY, toX, toY, width / 2]);
  const start = performance.now();
  searchGates(gates, gateScratch, fromCell, toCell, taut.ends, width, gateSearch);
  const searched = performance.now();
  if (gateSearch.length === Number.POSITIVE_INFINITY) return undefined;
  unfoldGates(gates, gateScratch, fromCell, toCell, taut.ends, gateSearch, portals);
  const unfolded = performance.now();
  tighten(mesh, corners, taut, fromCell, toCell, portals.array, portals.length, ARC);
  const tightened = performance.now();
  return {
    search: 1000 * (searched - start),
    unfolding: 1000 * (unfolded - searched),
    tightening: 1000 * (tightened - unfolded),
    portals: portals.length,
  };
}
