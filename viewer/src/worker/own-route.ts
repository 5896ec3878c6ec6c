/** The route that somebody has, from a place on: through its portals, pulled taut, on the floor to where they go. */
import { BODY, nextSideOf, NONE, portalOf, RADIUS, type Simulation } from '@foulee/engine';
import { pullTaut } from './funnel.ts';
import { lineOnFloor } from './line-on-floor.ts';

/** @param i slot. @param x, y where they are shown. @returns x, y, height interleaved; empty if they have none */
export function ownRoute({ crowd, routes, world }: Simulation, i: number, x: number, y: number): number[] {
  if (crowd.goalCell[i] === NONE || crowd.route[i] === NONE) return [];
  const { mesh } = world;
  const { vertices, sideVertex, sideCell } = mesh;
  const gates: number[] = [];
  const portals: number[] = [];
  for (let k = 0; k < crowd.portalsLeft[i]; k++) {
    const s = portalOf(routes, crowd, i, k);
    const a = 2 * sideVertex[s];
    const b = 2 * sideVertex[nextSideOf(mesh, s)];
    gates.push(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]);
    portals.push(s);
  }
  const points = pullTaut(x, y, gates, crowd.goal[2 * i], crowd.goal[2 * i + 1], crowd.body[BODY * i + RADIUS]);
  return lineOnFloor(world, points, portals.length === 0 ? crowd.goalCell[i] : sideCell[portals[0]], portals);
}
