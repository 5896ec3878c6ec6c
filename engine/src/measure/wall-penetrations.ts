/**
 * Wall penetrations: a mesh and walkers in its cells → how many stand where nobody can, and how deep.
 *
 * A centre may be 1 mm outside its cell, a body 2 cm in a wall; beyond that it counts. Walls are those of the piece of
 * floor around the centre that the body covers, found through free sides from the walker's cell on: the other face of a
 * thin wall, or a wall behind it, is in no such piece. The nearest of them is in plain sight, so nothing is missed.
 *
 *      ┃  r − 2 cm           Fast path: the planes of the cell's sides, with unit normals kept in the index, are all
 *      ┃◀───────▶•           farther than r − 2 cm. Else the wall pieces themselves are measured, and free sides nearer
 *      ┃                     than that are passed, cell after cell.
 *
 * Cost: one product per side of the cell for most walkers; no allocation after warm-up.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { BODY, type Crowd } from '../crowd/crowd.ts';
import { cellHolds } from '../subdivision/cells.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';

/** Metres that a centre may lie outside its cell, and a body reach into a wall (navigation.md §6). */
export const OUTSIDE_LIMIT = 0.001;
export const WALL_LIMIT = 0.02;

/** Made once per mesh; also the memory of the search. */
export interface WallIndex {
  mesh: CellMesh;
  /** Per side: the unit normal into the cell, and its product with a point of the side. */
  plane: Float64Array;
  /** The walker that looked at each cell last. */
  seenBy: Int32Array;
  lastLooker: number;
  open: GrowableInts;
}

export interface WallResult {
  /** Walkers with their centre outside or their body in a wall. */
  walkers: number;
  /** Those of them whose centre is outside their cell by more than OUTSIDE_LIMIT, or is no place at all. */
  outside: number;
  /** Metres that the deepest body reaches into a wall, if it is more than WALL_LIMIT; else 0. */
  deepest: number;
  /** The slot of the deepest one, or of one outside if all are outside; NONE if all stand well. */
  worst: number;
}

export function createWallResult(): WallResult {
  return { walkers: 0, outside: 0, deepest: 0, worst: NONE };
}

export function indexWalls(mesh: CellMesh): WallIndex {
  const { vertices, sideVertex, cellFirst } = mesh;
  const plane = new Float64Array(3 * sideVertex.length);
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    const last = cellFirst[c + 1]!;
    for (let s = cellFirst[c]!; s < last; s++) {
      const a = 2 * sideVertex[s]!;
      const b = 2 * sideVertex[s + 1 < last ? s + 1 : cellFirst[c]!]!;
      const dx = vertices[b]! - vertices[a]!;
      const dy = vertices[b + 1]! - vertices[a + 1]!;
      const length = Math.sqrt(dx * dx + dy * dy);
      // A side without length keeps nobody away; its ends belong to the sides beside it.
      plane[3 * s] = length > 0 ? -dy / length : 0;
      plane[3 * s + 1] = length > 0 ? dx / length : 0;
      plane[3 * s + 2] = length > 0 ? plane[3 * s]! * vertices[a]! + plane[3 * s + 1]! * vertices[a + 1]! : -Infinity;
    }
  }
  return { mesh, plane, seenBy: new Int32Array(mesh.cellLevel.length), lastLooker: 0, open: new GrowableInts(64) };
}

/** Walkers by place (x, y interleaved, mesh coordinates), cell and radius. */
export function countWallPenetrations(
  index: WallIndex,
  count: number,
  place: Float64Array,
  cell: Int32Array,
  radius: Float64Array,
  result: WallResult,
): void {
  countBodies(index, count, place, cell, radius, 1, result);
}

/** The same for a crowd in the index's mesh. */
export function countCrowdWallPenetrations(index: WallIndex, crowd: Crowd, result: WallResult): void {
  countBodies(index, crowd.count, crowd.place, crowd.cell, crowd.body, BODY, result);
}

/** A body's first number is its radius (crowd.ts, RADIUS = 0), so that `radius` may be Crowd.body with its stride. */
function countBodies(
  index: WallIndex,
  count: number,
  place: Float64Array,
  cell: Int32Array,
  radius: Float64Array,
  stride: number,
  result: WallResult,
): void {
  const { cellFirst } = index.mesh;
  const cells = index.mesh.cellLevel.length;
  const { plane } = index;
  result.walkers = result.outside = result.deepest = 0;
  result.worst = NONE;
  for (let i = 0; i < count; i++) {
    const x = place[2 * i]!;
    const y = place[2 * i + 1]!;
    const c = cell[i]!;
    const reach = radius[stride * i]! - WALL_LIMIT;
    if (!(c >= 0 && c < cells && Number.isFinite(x) && Number.isFinite(y))) {
      result.walkers++;
      result.outside++;
      if (result.worst === NONE) result.worst = i;
      continue;
    }
    // How far behind the nearest plane? Planes of tiny pieces of a bent wall may say anything: they only cause a look.
    let nearest = Infinity;
    for (let s = cellFirst[c]!; s < cellFirst[c + 1]!; s++) {
      const distance = plane[3 * s]! * x + plane[3 * s + 1]! * y - plane[3 * s + 2]!;
      if (distance < nearest) nearest = distance;
    }
    if (nearest >= reach && nearest >= -OUTSIDE_LIMIT) continue;
    const isOutside = nearest < -OUTSIDE_LIMIT && isBeside(index.mesh, c, place, i);
    // Of a centre outside, the body reaches into the wall it went through, if it was one; the cell is what it counts by.
    const depth = reach > 0 ? depthInWalls(index, c, place, i, reach) : 0;
    if (!isOutside && depth === 0) continue;
    result.walkers++;
    if (isOutside) result.outside++;
    if (depth > result.deepest || result.worst === NONE) result.worst = i;
    if (depth > result.deepest) result.deepest = depth;
  }
}

/** Is the centre of walker i more than OUTSIDE_LIMIT from its cell? */
function isBeside(mesh: CellMesh, c: number, place: Float64Array, i: number): boolean {
  const x = place[2 * i]!;
  const y = place[2 * i + 1]!;
  if (cellHolds(mesh, c, x, y)) return false;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    if (squaredToSide(mesh, c, s, place, i) <= OUTSIDE_LIMIT * OUTSIDE_LIMIT) return false;
  }
  return true;
}

/** Metres that body i, of radius reach + WALL_LIMIT, reaches into the nearest wall around it; 0 if that is nearer the limit. */
function depthInWalls(index: WallIndex, start: number, place: Float64Array, i: number, reach: number): number {
  const { mesh, seenBy, open } = index;
  const { cellFirst, sideTwin, sideCell } = mesh;
  if (index.lastLooker === 0x7fffffff) {
    seenBy.fill(0);
    index.lastLooker = 0;
  }
  const looker = ++index.lastLooker;
  let least = reach * reach;
  let isIn = false;
  open.clear();
  open.push(start);
  seenBy[start] = looker;
  while (open.length > 0) {
    const c = open.pop();
    for (let s = cellFirst[c]!; s < cellFirst[c + 1]!; s++) {
      const squared = squaredToSide(mesh, c, s, place, i);
      if (!(squared < least)) continue;
      const twin = sideTwin[s]!;
      if (twin === NONE) {
        least = squared;
        isIn = true;
      } else if (seenBy[sideCell[twin]!] !== looker) {
        seenBy[sideCell[twin]!] = looker;
        open.push(sideCell[twin]!);
      }
    }
  }
  return isIn ? reach + WALL_LIMIT - Math.sqrt(least) : 0;
}

/** The square of the distance from the centre of walker i to side s of cell c. */
function squaredToSide(mesh: CellMesh, c: number, s: number, place: Float64Array, i: number): number {
  const { vertices, sideVertex, cellFirst } = mesh;
  const a = 2 * sideVertex[s]!;
  const b = 2 * sideVertex[s + 1 < cellFirst[c + 1]! ? s + 1 : cellFirst[c]!]!;
  const ex = vertices[b]! - vertices[a]!;
  const ey = vertices[b + 1]! - vertices[a + 1]!;
  const px = place[2 * i]! - vertices[a]!;
  const py = place[2 * i + 1]! - vertices[a + 1]!;
  const whole = ex * ex + ey * ey;
  const share = whole > 0 ? Math.min(1, Math.max(0, (px * ex + py * ey) / whole)) : 0;
  const dx = px - share * ex;
  const dy = py - share * ey;
  return dx * dx + dy * dy;
}
