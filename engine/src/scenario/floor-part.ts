/**
 * A polygon or line of a scenario → the floor of one level in it, ready to be asked for random places.
 *
 * The ring is cut by every convex cell that it meets: the pieces give the area of its floor. A cell that meets the ring
 * is itself cut down to the box of its piece, which stays convex and falls into triangles; a random point of these,
 * weighted by area, that also lies in the ring is a uniform point of the floor in the ring. No cell has to be searched
 * for afterwards. Cost: cells, and those met times the ring's corners, once; a draw is O(log triangles + corners).
 */
import { NONE } from '../core/none.ts';
import { isInRing } from '../core/ring.ts';
import { nextRandom } from '../core/random.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type ClearanceScratch, createClearanceScratch } from '../subdivision/clearance.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import type { Point } from './scenario.ts';

export interface FloorPart {
  mesh: CellMesh;
  index: CellIndex;
  level: number;
  /** A ring, or the two ends of a line: x, y interleaved, mesh coordinates. */
  outline: Float64Array;
  isLine: boolean;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  /** m² of floor in the ring; 0 for a line. */
  area: number;
  /** Six numbers per triangle, the cell it lies in, and the area of all up to and with it. */
  triangles: Float64Array;
  cells: Int32Array;
  areaUpTo: Float64Array;
  scratch: ClearanceScratch;
}

/** @param outline three points or more: an area; two: a line. The plan's coordinates */
export function floorPart(mesh: CellMesh, index: CellIndex, level: number, outline: readonly Point[]): FloorPart {
  const [originX, originY] = mesh.origin;
  const flat = Float64Array.from(outline.flatMap(([x, y]) => [x - originX, y - originY]));
  const [minX, minY, maxX, maxY] = boxOf(flat);
  const part: FloorPart = {
    mesh,
    index,
    level,
    outline: flat,
    isLine: outline.length === 2,
    minX,
    minY,
    maxX,
    maxY,
    area: 0,
    triangles: new Float64Array(0),
    cells: new Int32Array(0),
    areaUpTo: new Float64Array(0),
    scratch: createClearanceScratch(mesh),
  };
  if (!part.isLine) cutCells(part);
  return part;
}

type Box = [number, number, number, number];

function boxOf(points: ArrayLike<number>): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    box[0] = Math.min(box[0], points[i]);
    box[1] = Math.min(box[1], points[i + 1]);
    box[2] = Math.max(box[2], points[i]);
    box[3] = Math.max(box[3], points[i + 1]);
  }
  return box;
}

function cutCells(part: FloorPart): void {
  const { mesh } = part;
  const triangles: number[] = [];
  const cells: number[] = [];
  const areaUpTo: number[] = [];
  let sum = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    if (mesh.cellLevel[c] !== part.level) continue;
    const cell = cornersOf(mesh, c);
    const [minX, minY, maxX, maxY] = boxOf(cell);
    if (minX > part.maxX || maxX < part.minX || minY > part.maxY || maxY < part.minY) continue;
    const piece = cutByCell(part.outline, cell);
    const area = Math.abs(signedArea(piece));
    if (area === 0) continue;
    part.area += area;
    const convex = cutByBox(cell, boxOf(piece));
    for (let k = 2; k + 3 < convex.length; k += 2) {
      const triangle = [convex[0], convex[1], convex[k], convex[k + 1], convex[k + 2], convex[k + 3]];
      const size = signedArea(triangle);
      if (!(size > 0)) continue;
      triangles.push(...triangle);
      cells.push(c);
      areaUpTo.push((sum += size));
    }
  }
  part.triangles = Float64Array.from(triangles);
  part.cells = Int32Array.from(cells);
  part.areaUpTo = Float64Array.from(areaUpTo);
}

function cornersOf(mesh: CellMesh, c: number): number[] {
  const corners: number[] = [];
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    corners.push(mesh.vertices[2 * mesh.sideVertex[s]], mesh.vertices[2 * mesh.sideVertex[s] + 1]);
  }
  return corners;
}

function signedArea(points: ArrayLike<number>): number {
  let twice = 0;
  const n = points.length;
  for (let i = 2; i + 3 < n; i += 2) {
    const ax = points[i] - points[0];
    const ay = points[i + 1] - points[1];
    twice += ax * (points[i + 3] - points[1]) - (points[i + 2] - points[0]) * ay;
  }
  return twice / 2;
}

/** What of a ring lies left of every side of a convex cell. Pieces of a ring that is not convex hang together by threads without area. */
function cutByCell(ring: ArrayLike<number>, cell: readonly number[]): ArrayLike<number> {
  let piece = ring;
  for (let i = 0; i < cell.length && piece.length > 0; i += 2) {
    const j = (i + 2) % cell.length;
    const ex = cell[j] - cell[i];
    const ey = cell[j + 1] - cell[i + 1];
    piece = cutByLine(piece, cell[i], cell[i + 1], -ey, ex);
  }
  return piece;
}

function cutByBox(cell: readonly number[], [minX, minY, maxX, maxY]: Box): ArrayLike<number> {
  let piece: ArrayLike<number> = cutByLine(cell, minX, minY, 1, 0);
  piece = cutByLine(piece, minX, minY, 0, 1);
  piece = cutByLine(piece, maxX, maxY, -1, 0);
  return cutByLine(piece, maxX, maxY, 0, -1);
}

/** What of a ring lies on the side of (x, y) that the normal points to (Sutherland and Hodgman). */
function cutByLine(ring: ArrayLike<number>, x: number, y: number, normalX: number, normalY: number): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 < ring.length ? i + 2 : 0;
    const here = (ring[i] - x) * normalX + (ring[i + 1] - y) * normalY;
    const there = (ring[j] - x) * normalX + (ring[j + 1] - y) * normalY;
    if (here >= 0) kept.push(ring[i], ring[i + 1]);
    if (here > 0 !== there > 0 && here !== 0 && there !== 0) {
      const share = here / (here - there);
      kept.push(ring[i] + share * (ring[j] - ring[i]), ring[i + 1] + share * (ring[j + 1] - ring[i + 1]));
    }
  }
  return kept;
}

/** A uniform place of the part into `place` (x, y). @returns its cell; NONE if this draw was none: try again */
export function randomPlace(part: FloorPart, random: Int32Array, place: Float64Array): number {
  if (part.isLine) {
    const [ax, ay, bx, by] = part.outline as unknown as Box;
    const share = nextRandom(random);
    place[0] = ax + share * (bx - ax);
    place[1] = ay + share * (by - ay);
    return locate(part.mesh, part.index, part.level, place[0], place[1]);
  }
  const { triangles, areaUpTo } = part;
  const last = areaUpTo.length - 1;
  if (last < 0) return NONE;
  const target = nextRandom(random) * areaUpTo[last];
  let low = 0;
  for (let high = last; low < high; ) {
    const middle = (low + high) >> 1;
    if (areaUpTo[middle] > target) high = middle;
    else low = middle + 1;
  }
  let u = nextRandom(random);
  let v = nextRandom(random);
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const t = 6 * low;
  const ax = triangles[t];
  const ay = triangles[t + 1];
  place[0] = ax + u * (triangles[t + 2] - ax) + v * (triangles[t + 4] - ax);
  place[1] = ay + u * (triangles[t + 3] - ay) + v * (triangles[t + 5] - ay);
  return isInRing(part.outline, place[0], place[1]) ? part.cells[low] : NONE;
}
