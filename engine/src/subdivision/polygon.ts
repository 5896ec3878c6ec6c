/**
 * Polygons as rings of numbers (x, y interleaved, not repeated at the end): area, parts, what holds a point.
 *
 * A ring is cut by one half-plane after another (Sutherland and Hodgman 1974). Cut by a convex ring, any ring keeps the
 * right area: pieces that fall apart stay joined by strips of no width. For results, not for passes over the crowd:
 * each cut makes a new array.
 */
import { orient } from '../core/predicates.ts';
import type { CellMesh } from './cell-mesh.ts';

export type Ring = readonly number[];

/** m², positive if the ring turns counter-clockwise; by the shoelace formula around its first corner. */
export function ringArea(ring: Ring): number {
  const x = ring[0] ?? 0;
  const y = ring[1] ?? 0;
  let twice = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    twice += (ring[i] - x) * (ring[i + 3] - y) - (ring[i + 2] - x) * (ring[i + 1] - y);
  }
  return twice / 2;
}

/** The part of the ring to the left of the line from (ax, ay) to (bx, by). The ring itself if that is all of it. */
export function cutLeft(ring: Ring, ax: number, ay: number, bx: number, by: number): Ring {
  const count = ring.length;
  const ex = bx - ax;
  const ey = by - ay;
  const side = (i: number) => ex * (ring[i + 1] - ay) - ey * (ring[i] - ax);
  let isWhole = true;
  for (let i = 0; i < count && isWhole; i += 2) isWhole = side(i) >= 0;
  if (isWhole) return ring;
  const result: number[] = [];
  for (let i = 0, before = count - 2; i < count; before = i, i += 2) {
    const here = side(i);
    const there = side(before);
    if (here >= 0 !== there >= 0) {
      const share = there / (there - here);
      result.push(
        ring[before] + share * (ring[i] - ring[before]),
        ring[before + 1] + share * (ring[i + 1] - ring[before + 1]),
      );
    }
    if (here >= 0) result.push(ring[i], ring[i + 1]);
  }
  return result;
}

/** The part of a ring inside a convex ring that turns counter-clockwise. */
export function cutConvex(ring: Ring, convex: Ring): Ring {
  let result = ring;
  for (let i = 0, before = convex.length - 2; i < convex.length && result.length > 0; before = i, i += 2) {
    result = cutLeft(result, convex[before], convex[before + 1], convex[i], convex[i + 1]);
  }
  return result;
}

/** Does more than a point of the segment lie in the convex ring? */
export function segmentMeets(convex: Ring, ax: number, ay: number, bx: number, by: number): boolean {
  let from = 0;
  let to = 1;
  for (let i = 0, before = convex.length - 2; i < convex.length; before = i, i += 2) {
    const px = convex[before];
    const py = convex[before + 1];
    const ex = convex[i] - px;
    const ey = convex[i + 1] - py;
    const start = ex * (ay - py) - ey * (ax - px);
    const end = ex * (by - py) - ey * (bx - px);
    if (start < 0 && end < 0) return false;
    if (start < 0) from = Math.max(from, start / (start - end));
    else if (end < 0) to = Math.min(to, start / (start - end));
  }
  return from < to;
}

/** Is the point in the ring? Every point of a border shared by two rings is in exactly one of them. */
export function ringHolds(ring: Ring, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2) {
    const low = ring[i + 1] <= ring[before + 1] ? i : before;
    const high = low === i ? before : i;
    if (!(ring[low + 1] <= y && y < ring[high + 1])) continue;
    if (orient(ring[low], ring[low + 1], ring[high], ring[high + 1], x, y) > 0) isInside = !isInside;
  }
  return isInside;
}

/** Do two sides of the ring cross or touch where they are not neighbours? Brute force: rings are drawn by hand. */
export function ringCrossesItself(ring: Ring): boolean {
  const count = ring.length / 2;
  const side = (i: number, j: number, k: number) =>
    Math.sign(orient(ring[2 * i], ring[2 * i + 1], ring[2 * j], ring[2 * j + 1], ring[2 * k], ring[2 * k + 1]));
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    for (let k = i + 2; k < count; k++) {
      const l = (k + 1) % count;
      if (l === i) continue;
      const [a, b, c, d] = [side(i, j, k), side(i, j, l), side(k, l, i), side(k, l, j)];
      // Four on one line: they may lie apart; a ring of such sides has no area or touches itself elsewhere.
      if ((a !== 0 || b !== 0) && a * b <= 0 && c * d <= 0) return true;
    }
  }
  return false;
}

/** The ring of a cell, mesh coordinates, counter-clockwise. */
export function ringOfCell(mesh: CellMesh, cell: number): number[] {
  const ring: number[] = [];
  for (let s = mesh.cellFirst[cell]; s < mesh.cellFirst[cell + 1]; s++) {
    ring.push(mesh.vertices[2 * mesh.sideVertex[s]], mesh.vertices[2 * mesh.sideVertex[s] + 1]);
  }
  return ring;
}
