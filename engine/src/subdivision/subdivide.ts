/**
 * FlatMap → refined constrained Delaunay triangulation → convex cells, level by level, then link by link (L04 §3.1,
 * environment.md §2–3, §5).
 */
import { NONE } from '../core/none.ts';
import type { FlatMap } from '../map/flat-map.ts';
import type { Plan } from '../map/plan.ts';
import { triangulate } from '../triangulation/constrain.ts';
import { settleTies } from '../triangulation/ties.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { insertFeet, markFloor } from './bottlenecks.ts';
import type { CellMesh } from './cell-mesh.ts';
import { collectCells, type MapCells } from './collect-cells.ts';
import { linkMap } from './link-map.ts';
import { mergeCells } from './merge-cells.ts';

export interface Subdivision {
  /** Per level, floor triangles marked with region 1; vertices from frameFirst + 4 on are feet. */
  triangulations: Triangulation[];
  mesh: CellMesh;
}

export function subdivide(plan: Plan, maps: FlatMap[], tolerance: number): Subdivision {
  const floors = maps.map((map) => subdivideMap(map, NONE, tolerance));
  const links = plan.links.flatMap((link, i) => {
    const map = linkMap(link, i, maps, tolerance);
    return map === undefined ? [] : [subdivideMap(map, i, tolerance)];
  });
  return {
    triangulations: floors.map((floor) => floor.triangulation),
    mesh: collectCells(plan, [...floors, ...links]),
  };
}

function subdivideMap(map: FlatMap, link: number, tolerance: number): MapCells {
  const triangulation = triangulate(map.vertices, map.segments);
  markFloor(triangulation, map);
  insertFeet(triangulation, map, tolerance);
  settleTies(triangulation);
  return { map, link, triangulation, merged: mergeCells(triangulation, map) };
}
