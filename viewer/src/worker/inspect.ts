/**
 * A simulation and somebody in it → what that one has in mind: its way, whom it minds, where it would like to walk and where it does, and
 * how it comes to that (engine: explainDecision).
 */
import { BODY, explainDecision, findRoute, NONE, RADIUS, type Simulation } from '@foulee/engine';
import { heightAt } from '@foulee/formats';
import { knowsOf } from './knows.ts';
import { lineOnFloor } from './line-on-floor.ts';
import { ownRoute } from './own-route.ts';
import type { Insight } from '../protocol/insight.ts';

/** @param isKnowledgeDrawn is what they know to be drawn? @returns undefined if it is not there */
export function insightOf(simulation: Simulation, serial: number, isKnowledgeDrawn = false): Insight | undefined {
  const { crowd, world, router, goals, time } = simulation;
  const serials = crowd.serial.subarray(0, crowd.count);
  const i = serials.indexOf(serial);
  const decision = explainDecision(simulation, serial);
  if (i < 0 || decision === undefined) return undefined;
  const [originX, originY] = world.mesh.origin;
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  const hasGoal = crowd.goalCell[i] !== NONE && crowd.route[i] !== NONE;
  let route: number[] = [];
  const knows = knowsOf(simulation, serial, isKnowledgeDrawn);
  const { onTiles } = decision;
  if (onTiles !== undefined) {
    const z = heightAt(world, crowd.cell[i], x, y);
    if (!decision.isStanding) route = [x, y, z, ...onTiles.goal, z];
  } else if (knows !== undefined) route = ownRoute(simulation, i, x, y);
  else if (hasGoal) {
    const found = findRoute(router, {
      from: [x + originX, y + originY],
      to: [crowd.goal[2 * i] + originX, crowd.goal[2 * i + 1] + originY],
      fromLevel: world.mesh.cellLevel[crowd.cell[i]],
      toLevel: world.mesh.cellLevel[crowd.goalCell[i]],
      width: 2 * crowd.body[BODY * i + RADIUS],
    });
    const points = found.points.map((value, k) => value - (k % 2 === 0 ? originX : originY));
    route = lineOnFloor(world, points, crowd.cell[i], [...found.portals]);
  }
  const neighbours = decision.minded.flatMap((other) => {
    const j = serials.indexOf(other);
    const at = [crowd.place[2 * j], crowd.place[2 * j + 1]] as const;
    return [...at, heightAt(world, crowd.cell[j], ...at)];
  });
  return {
    serial,
    time,
    route,
    goal: (hasGoal || onTiles !== undefined) && crowd.chosen[i] !== NONE ? goals[crowd.chosen[i]]?.name : undefined,
    neighbours,
    wish: decision?.wish ?? [crowd.velocity[2 * i], crowd.velocity[2 * i + 1]],
    velocity: [crowd.velocity[2 * i], crowd.velocity[2 * i + 1]],
    place: [x, y, heightAt(world, crowd.cell[i], x, y)],
    decision,
    knows,
  };
}
