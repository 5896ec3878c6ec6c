/** After a move, routes follow where people got to: portals passed are taken off, people pushed aside are led back or plan anew. */
import { NONE } from '../core/none.ts';
import { leadBack, portalOf } from '../crowd/routes.ts';
import type { Simulation } from './simulation.ts';

/** Portals looked at to see where on its route somebody is. */
const AHEAD = 6;

export function followRoutes({ crowd, routes, world, counts }: Simulation): void {
  const { cell, nextCell, route } = crowd;
  const { sideTwin, sideCell, cellFirst } = world.mesh;
  for (let i = 0; i < crowd.count; i++) {
    const c = nextCell[i];
    if (c === cell[i] || route[i] === NONE) continue;
    const most = Math.min(AHEAD, crowd.portalsLeft[i]);
    let passed = 0;
    for (let k = 0; k < most; k++) if (sideCell[sideTwin[portalOf(routes, crowd, i, k)]] === c) passed = k + 1;
    if (passed > 0) {
      crowd.portalsLeft[i] -= passed;
      continue;
    }
    // Beside the route: back through a side to where it was, if that is next door.
    let back: number = NONE;
    for (let s = cellFirst[c]; s < cellFirst[c + 1] && back === NONE; s++) {
      if (sideTwin[s] !== NONE && sideCell[sideTwin[s]] === cell[i]) back = s;
    }
    if (back !== NONE && leadBack(routes, crowd, i, back)) continue;
    route[i] = NONE;
    counts.replans++;
  }
}
