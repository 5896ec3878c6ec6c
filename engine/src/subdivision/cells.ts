/**
 * Small questions about one cell or side of a CellMesh.
 */
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import type { CellMesh } from './cell-mesh.ts';

/** The side after s around its cell. */
export function nextSideOf(mesh: CellMesh, s: number): number {
  const c = mesh.sideCell[s];
  return s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c] : s + 1;
}

/** The side before s around its cell. */
export function previousSideOf(mesh: CellMesh, s: number): number {
  const c = mesh.sideCell[s];
  return s === mesh.cellFirst[c] ? mesh.cellFirst[c + 1] - 1 : s - 1;
}

export function sideLength(mesh: CellMesh, s: number): number {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const dx = mesh.vertices[b] - mesh.vertices[a];
  const dy = mesh.vertices[b + 1] - mesh.vertices[a + 1];
  return Math.sqrt(dx * dx + dy * dy);
}

/** The box around a cell and so many metres more: least x, y, greatest x, y. */
export function putCellBox(mesh: CellMesh, c: number, margin: number, box: Float64Array): void {
  const { cellFirst, sideVertex, vertices } = mesh;
  box.fill(Infinity, 0, 2);
  box.fill(-Infinity, 2);
  for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
    const v = 2 * sideVertex[s];
    for (let k = 0; k < 2; k++) {
      box[k] = Math.min(box[k], vertices[v + k] - margin);
      box[k + 2] = Math.max(box[k + 2], vertices[v + k] + margin);
    }
  }
}

/** m², by the shoelace formula around the cell's first vertex. */
export function cellArea(mesh: CellMesh, c: number): number {
  const { vertices, sideVertex } = mesh;
  const first = mesh.cellFirst[c];
  const x = vertices[2 * sideVertex[first]];
  const y = vertices[2 * sideVertex[first] + 1];
  let twice = 0;
  for (let s = first + 1; s + 1 < mesh.cellFirst[c + 1]; s++) {
    const p = 2 * sideVertex[s];
    const q = 2 * sideVertex[s + 1];
    twice += (vertices[p] - x) * (vertices[q + 1] - y) - (vertices[q] - x) * (vertices[p + 1] - y);
  }
  return twice / 2;
}

/** The centroid of a cell's area into `middle`: the mean of its corners would lean towards a wall with many feet. False: it has no area. */
export function putCentroid(mesh: CellMesh, c: number, middle: Float64Array): boolean {
  const { vertices, sideVertex } = mesh;
  const first = mesh.cellFirst[c];
  const x = vertices[2 * sideVertex[first]];
  const y = vertices[2 * sideVertex[first] + 1];
  let total = 0;
  let sumX = 0;
  let sumY = 0;
  for (let s = first + 1; s + 1 < mesh.cellFirst[c + 1]; s++) {
    const px = vertices[2 * sideVertex[s]] - x;
    const py = vertices[2 * sideVertex[s] + 1] - y;
    const qx = vertices[2 * sideVertex[s + 1]] - x;
    const qy = vertices[2 * sideVertex[s + 1] + 1] - y;
    // Rounded feet may turn a needle inside out.
    const twice = Math.max(0, px * qy - qx * py);
    total += twice;
    sumX += twice * (px + qx);
    sumY += twice * (py + qy);
  }
  if (!(total > 0)) return false;
  middle[0] = x + sumX / (3 * total);
  middle[1] = y + sumY / (3 * total);
  return true;
}

/**
 * Does the closed cell hold the point? Up to BESIDE its sides: feet are rounded, and a cell must hold its own corners.
 * Pieces of one wall are tested as one: a piece of a millimetre, tilted by rounding, says nothing about points far off.
 */
export function cellHolds(mesh: CellMesh, c: number, x: number, y: number): boolean {
  const { vertices, sideVertex, sideWall } = mesh;
  const first = mesh.cellFirst[c];
  const last = mesh.cellFirst[c + 1];
  // Start where a run of pieces starts.
  let start = first;
  let before = last - 1;
  while (start < last - 1 && sideWall[start] !== NONE && sideWall[start] === sideWall[before]) before = start++;
  let a = 2 * sideVertex[start];
  for (let k = first; k < last; k++) {
    const s = start + (k - first) < last ? start + (k - first) : start + (k - first) - (last - first);
    const next = s + 1 < last ? s + 1 : first;
    // The last side of the round ends the run it belongs to.
    if (k < last - 1 && sideWall[s] !== NONE && sideWall[s] === sideWall[next]) continue;
    const b = 2 * sideVertex[next];
    const ax = vertices[a];
    const ay = vertices[a + 1];
    const bx = vertices[b];
    const by = vertices[b + 1];
    const turn = orient(ax, ay, bx, by, x, y);
    if (turn < 0 && turn * turn > BESIDE * BESIDE * ((bx - ax) ** 2 + (by - ay) ** 2)) return false;
    a = b;
  }
  return true;
}

/** Metres beside a side or a corner that count as on it: above rounding (1e-13), far below the tolerance. */
export const BESIDE = 1e-9;

/** Between a side, of another cell, and a cell. Neither crosses the other, so it is between ends and segments. */
export function distanceToCell(mesh: CellMesh, s: number, c: number): number {
  let least = Infinity;
  for (let k = mesh.cellFirst[c]; k < mesh.cellFirst[c + 1]; k++) least = Math.min(least, distanceToSide(mesh, s, k));
  return least;
}

/** Between two sides that do not cross. */
export function distanceToSide(mesh: CellMesh, s: number, k: number): number {
  const p = mesh.sideVertex[s];
  const q = mesh.sideVertex[nextSideOf(mesh, s)];
  const a = mesh.sideVertex[k];
  const b = mesh.sideVertex[nextSideOf(mesh, k)];
  return Math.sqrt(
    Math.min(squaredTo(mesh, p, a, b), squaredTo(mesh, q, a, b), squaredTo(mesh, a, p, q), squaredTo(mesh, b, p, q)),
  );
}

/** Square of the distance from vertex v to the segment from a to b. */
function squaredTo({ vertices }: CellMesh, v: number, a: number, b: number): number {
  const ax = vertices[2 * a];
  const ay = vertices[2 * a + 1];
  const ex = vertices[2 * b] - ax;
  const ey = vertices[2 * b + 1] - ay;
  const dx = vertices[2 * v] - ax;
  const dy = vertices[2 * v + 1] - ay;
  const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
  return (dx - share * ex) ** 2 + (dy - share * ey) ** 2;
}
