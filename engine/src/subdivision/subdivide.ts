/**
 * FlatMap → refined constrained Delaunay triangulation → convex cells, level by level (L04 §3.1, environment.md §2–3).
 */
import type { FlatMap } from '../map/flat-map.ts';
import type { Plan } from '../map/plan.ts';
import { triangulate } from '../triangulation/constrain.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { insertFeet, markFloor } from './bottlenecks.ts';
import type { CellMesh } from './cell-mesh.ts';
import { collectCells } from './collect-cells.ts';
import { mergeCells } from './merge-cells.ts';

export interface Subdivision {
  /** Per level, floor triangles marked with region 1; vertices from frameFirst + 4 on are feet. */
  triangulations: Triangulation[];
  mesh: CellMesh;
}

export function subdivide(plan: Plan, maps: FlatMap[], tolerance: number): Subdivision {
  const levels = maps.map((map) => {
    const triangulation = triangulate(map.vertices, map.segments);
    markFloor(triangulation, map);
    insertFeet(triangulation, map, tolerance);
    return { map, triangulation, merged: mergeCells(triangulation, map) };
  });
  return { triangulations: levels.map((level) => level.triangulation), mesh: collectCells(plan, levels) };
}
