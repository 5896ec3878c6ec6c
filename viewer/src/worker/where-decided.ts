/**
 * Decisions to explore a place → with where that place is, and which area of the scenario is there: numbers tell little to people who look at
 * the page. Cost: for each such decision the cells of its place.
 */
import {
  type CellMesh,
  type Plan,
  type RecordedDecision,
  ringHolds,
  type Scenario,
  type Scenery,
} from '@foulee/engine';
import type { Decided } from '../protocol/decided.ts';
import { middleOfPlace } from './cell-sketches.ts';

/** An area that has a name in the scenario. */
export type NamedArea = Scenario['areas'][number];

/** @param data the scenario as in the file: areas that are written in place have no name there */
export function namedAreas({ areas }: Scenario, data: unknown): NamedArea[] {
  const named = Object.keys((data as { areas?: object }).areas ?? {});
  return areas.filter(({ name }) => named.includes(name));
}

/** @param scenery whose places have the numbers of the decisions */
export function withWhere(
  decisions: readonly RecordedDecision[],
  plan: Plan,
  scenery: Scenery,
  areas: readonly NamedArea[],
): Decided[] {
  return decisions.map((decision): Decided => {
    const { code, value } = decision;
    if (code !== 'explores' || value === null || value >= scenery.places.group.length) return decision;
    const [x, y, z] = middleOfPlace({ plan }, scenery, value);
    const level = scenery.mesh.cellLevel[scenery.places.layer.cells.item[scenery.places.layer.cells.first[value]]];
    return {
      ...decision,
      where: { x, y, z, area: areas.find((area) => holds(area, scenery.mesh, level, x, y))?.name },
    };
  });
}

function holds({ level, polygon }: NamedArea, { levels, origin }: CellMesh, on: number, x: number, y: number): boolean {
  const isOnLevel = level === null ? on === 0 : levels[on].name === level;
  return isOnLevel && ringHolds(polygon.flat(), x + origin[0], y + origin[1]);
}
