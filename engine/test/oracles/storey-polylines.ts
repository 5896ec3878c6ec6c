/**
 * How near a polyline over several levels comes to walls. Storeys lie above each other, so the walls that count for a
 * part of the polyline are those of its cell, and of cells that can be reached from there through free sides nearer
 * than the body reaches. The polyline is cut where it crosses its portals.
 */
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import type { Side } from './cells.ts';
import { portalCrossings } from './portal-crossings.ts';
import { distanceBetweenSegments } from './segments.ts';
import type { Point } from './wall-network.ts';

/** @returns what is nearer than `reach` to a wall, in words; reach > 0 */
export function judgeStoreys(
  mesh: CellMesh,
  sides: readonly Side[],
  start: number,
  portals: readonly number[],
  points: readonly Point[],
  reach: number,
): string[] {
  const crossings = portalCrossings(sides, portals, points, 1e-6);
  const wrong: string[] = [];
  const cells = [start, ...portals.map((s) => sides[sides[s].twin].cell)];
  for (const [k, cell] of cells.entries()) {
    const part = cut(points, crossings[k - 1] ?? 0, crossings[k] ?? points.length - 1);
    for (let i = 1; i < part.length; i++) {
      const distance = distanceToWalls(mesh, sides, cell, part[i - 1], part[i], reach);
      if (distance < reach) wrong.push(`${distance} m from a wall between (${part[i - 1]}) and (${part[i]})`);
    }
  }
  return wrong;
}

/** The polyline from one place on it to another. */
function cut(points: readonly Point[], from: number, to: number): Point[] {
  const at = (place: number): Point => {
    const i = Math.floor(place);
    const [p, q] = [points[i], points[i + 1] ?? points[i]];
    return [p[0] + (place - i) * (q[0] - p[0]), p[1] + (place - i) * (q[1] - p[1])];
  };
  return [at(from), ...points.slice(Math.floor(from) + 1, Math.ceil(to)), at(to)];
}

function distanceToWalls(
  { cellFirst }: CellMesh,
  sides: readonly Side[],
  cell: number,
  p: Point,
  q: Point,
  reach: number,
): number {
  const seen = new Set([cell]);
  let least = Infinity;
  for (const here of seen) {
    for (const { from, to, twin } of sides.slice(cellFirst[here], cellFirst[here + 1])) {
      const distance = distanceBetweenSegments(...p, ...q, ...from, ...to);
      if (twin < 0) least = Math.min(least, distance);
      else if (distance < reach) seen.add(sides[twin].cell);
    }
  }
  return least;
}
