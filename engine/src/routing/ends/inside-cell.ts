/**
 * Two places in one cell, and a disc too wide for every free side of it: can it get from one to the other?
 *
 * Cells are merged over edges longer than the free sides around them (docs/subdivision.md), so a disc that can leave its cell
 * gets everywhere in it. One that cannot may still be stopped by an edge that was merged away. The edges were those
 * of the Delaunay triangulation of the cell's corners, so they are found again here: O(k²) for k corners.
 */
import { inCircle, orient } from '../../core/predicates.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { RouteQuery } from '../route.ts';

/** The narrowest edge between the two ends on the widest way, if it is no longer than the width; else undefined. */
export function edgeBetween(
  mesh: CellMesh,
  { from, to, width }: RouteQuery,
): { x: number; y: number; width: number } | undefined {
  const first = mesh.cellFirst[from.cell];
  const count = mesh.cellFirst[from.cell + 1] - first;
  const x = (i: number) => mesh.vertices[2 * mesh.sideVertex[first + i]];
  const y = (i: number) => mesh.vertices[2 * mesh.sideVertex[first + i] + 1];
  // Edges that part the two places, nested from one place to the other: each must be crossed.
  let narrowest: { x: number; y: number; width: number } | undefined;
  const open: [number, number][] = [[0, count - 1]];
  while (open.length > 0) {
    const [i, j] = open.pop()!;
    let apex = -1;
    for (let k = i + 1; k < j; k++) {
      if (orient(x(i), y(i), x(k), y(k), x(j), y(j)) <= 0) continue;
      if (apex === -1 || inCircle(x(i), y(i), x(apex), y(apex), x(j), y(j), x(k), y(k)) > 0) apex = k;
    }
    if (apex === -1) continue;
    for (const [p, q] of [
      [i, apex],
      [apex, j],
    ] as const) {
      if (q - p < 2) continue;
      open.push([p, q]);
      const long = Math.sqrt((x(q) - x(p)) ** 2 + (y(q) - y(p)) ** 2);
      const a = orient(x(p), y(p), x(q), y(q), from.x, from.y);
      const b = orient(x(p), y(p), x(q), y(q), to.x, to.y);
      if (a > 0 === b > 0 || long > width || (narrowest !== undefined && narrowest.width <= long)) continue;
      narrowest = { x: (x(p) + x(q)) / 2, y: (y(p) + y(q)) / 2, width: long };
    }
  }
  return narrowest;
}
