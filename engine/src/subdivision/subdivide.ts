/**
 * FlatMap → refined constrained Delaunay triangulation → convex cells, level by level, then link by link (L04 §3.1).
 *
 *   1. triangulate   every map, floor marked, feet of bottlenecks put in, ties settled
 *   2. cells         triangles merged into convex cells, those of all maps collected into one mesh
 */
import { NONE } from '../core/none.ts';
import type { FlatMap } from '../map/flat-map.ts';
import type { Plan } from '../map/plan.ts';
import { triangulate } from '../triangulation/constrain.ts';
import { settleTies } from '../triangulation/ties.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { insertFeet, markFloor } from './bottlenecks.ts';
import type { CellMesh } from './cell-mesh.ts';
import { collectCells } from './collect-cells.ts';
import { linkMap } from './link-map.ts';
import { mergeCells } from './merge-cells.ts';

/** A map with its triangles; floor triangles are marked with region 1, vertices from frameFirst + 4 on are feet. */
export interface TriangulatedMap {
  map: FlatMap;
  /** Index of the link it is the floor of; NONE: it is that of a level. */
  link: number;
  triangulation: Triangulation;
}

/**
 * Those of the levels first, in their order, then those of links.
 * @param known triangulations of maps that are made already; they are changed
 */
export function triangulateMaps(
  plan: Plan,
  maps: FlatMap[],
  tolerance: number,
  known: ReadonlyMap<FlatMap, Triangulation> = new Map(),
): TriangulatedMap[] {
  const floors = maps.map((map) => triangulateMap(map, NONE, tolerance, known.get(map)));
  const links = plan.links.flatMap((link, i) => {
    const map = linkMap(link, i, maps, tolerance);
    return map === undefined ? [] : [triangulateMap(map, i, tolerance)];
  });
  return [...floors, ...links];
}

function triangulateMap(map: FlatMap, link: number, tolerance: number, known?: Triangulation): TriangulatedMap {
  const triangulation = known ?? triangulate(map.vertices, map.segments);
  markFloor(triangulation, map);
  insertFeet(triangulation, map, tolerance);
  settleTies(triangulation);
  return { map, link, triangulation };
}

export function subdivide(plan: Plan, triangulated: readonly TriangulatedMap[]): CellMesh {
  const parts = triangulated.map((part) => ({ ...part, merged: mergeCells(part.triangulation, part.map) }));
  return collectCells(plan, parts);
}
