/**
 * Wall penetrations: a mesh and walkers in its cells → how many stand where nobody can, and how deep.
 *
 * A centre may be 1 mm outside its cell, a body 2 cm in a wall; beyond that it counts. Walls are those of the piece of
 * floor around the centre that the body covers, found through free sides from the walker's cell on: the other face of a
 * thin wall, or a wall behind it, is in no such piece.
 *
 *      ┃   ┌───────┐ ┃         Each cell knows the walls within REACH of it, found through free sides: `near`. The
 *      ┃   │ cell  └─┃         nearest of them to a place in the cell is in plain sight, whatever lies behind it, so
 *      ┃┈┈┈│    •    ┃         a look at this short list is enough for bodies up to REACH. Wider bodies, and cells with
 *      ┃   └─────────┃         too many walls around them, are searched cell after cell.
 *
 * Cost: two products per side of the cell and a distance per near wall; no allocation after warm-up. The index takes
 * at most MOST_NEAR walls per cell.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { BODY, type Crowd } from '../crowd/crowd.ts';
import { cellHolds, nextSideOf } from '../subdivision/cells.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';

/** Metres that a centre may lie outside its cell, and a body reach into a wall (navigation.md §6). */
export const OUTSIDE_LIMIT = 0.001;
export const WALL_LIMIT = 0.02;

/** Metres: bodies of a radius up to this and WALL_LIMIT need only the near walls. */
const REACH = 0.5;
const MOST_NEAR = 48;
/** Numbers per near wall: x, y of one end, from there to the other, and one over that length squared. */
const NEAR = 5;

/** Made once per mesh; also the memory of the search. */
export interface WallIndex {
  mesh: CellMesh;
  /** Per side: the unit normal into the cell, and its product with a point of the side. */
  plane: Float64Array;
  /** Walls near cell c: NEAR numbers each, walls nearFirst[c] … nearFirst[c + 1] − 1; crowded[c]: too many to list. */
  nearFirst: Int32Array;
  near: Float64Array;
  crowded: Uint8Array;
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
  const cells = mesh.cellLevel.length;
  const index: WallIndex = {
    mesh,
    plane,
    nearFirst: new Int32Array(cells + 1),
    near: new Float64Array(0),
    crowded: new Uint8Array(cells),
    seenBy: new Int32Array(cells),
    lastLooker: 0,
    open: new GrowableInts(64),
  };
  const near = new GrowableFloats();
  for (let c = 0; c < cells; c++) {
    listNearWalls(index, c, near);
    index.nearFirst[c + 1] = near.length / NEAR;
  }
  index.near = near.values().slice();
  return index;
}

/** Append the walls within REACH of a cell, through free sides that are as near; or mark the cell as crowded. */
function listNearWalls(index: WallIndex, start: number, near: GrowableFloats): void {
  const { mesh, seenBy, open } = index;
  const { vertices, sideVertex, sideTwin, sideCell, cellFirst } = mesh;
  const before = near.length;
  const looker = nextLooker(index);
  let looked = 0;
  open.clear();
  open.push(start);
  seenBy[start] = looker;
  while (open.length > 0) {
    const c = open.pop();
    looked += cellFirst[c + 1]! - cellFirst[c]!;
    for (let s = cellFirst[c]!; s < cellFirst[c + 1]!; s++) {
      const a = 2 * sideVertex[s]!;
      const b = 2 * sideVertex[nextSideOf(mesh, s)]!;
      if (c !== start && !isNearCell(mesh, start, a, b)) continue;
      const twin = sideTwin[s]!;
      if (twin !== NONE) {
        if (seenBy[sideCell[twin]!] === looker) continue;
        seenBy[sideCell[twin]!] = looker;
        open.push(sideCell[twin]!);
        continue;
      }
      const dx = vertices[b]! - vertices[a]!;
      const dy = vertices[b + 1]! - vertices[a + 1]!;
      if (dx === 0 && dy === 0) continue;
      near.push(vertices[a]!);
      near.push(vertices[a + 1]!);
      near.push(dx);
      near.push(dy);
      near.push(1 / (dx * dx + dy * dy));
    }
    if (near.length - before > NEAR * MOST_NEAR || looked > 8 * MOST_NEAR) {
      near.length = before;
      index.crowded[start] = 1;
      return;
    }
  }
}

/** Is a segment outside the cell, between two vertices, within REACH of it? They do not cross: an end of one is nearest. */
function isNearCell(mesh: CellMesh, c: number, a: number, b: number): boolean {
  const { vertices, sideVertex, cellFirst } = mesh;
  for (let s = cellFirst[c]!; s < cellFirst[c + 1]!; s++) {
    const p = 2 * sideVertex[s]!;
    const q = 2 * sideVertex[nextSideOf(mesh, s)]!;
    if (
      isWithin(vertices, a, p, q) ||
      isWithin(vertices, b, p, q) ||
      isWithin(vertices, p, a, b) ||
      isWithin(vertices, q, a, b)
    ) {
      return true;
    }
  }
  return false;
}

/** Is point v within REACH of the segment from a to b? A little more, for rounding. */
function isWithin(vertices: Float64Array, v: number, a: number, b: number): boolean {
  const ex = vertices[b]! - vertices[a]!;
  const ey = vertices[b + 1]! - vertices[a + 1]!;
  const px = vertices[v]! - vertices[a]!;
  const py = vertices[v + 1]! - vertices[a + 1]!;
  const whole = ex * ex + ey * ey;
  const share = whole > 0 ? Math.min(1, Math.max(0, (px * ex + py * ey) / whole)) : 0;
  return (px - share * ex) ** 2 + (py - share * ey) ** 2 <= REACH * REACH * (1 + 1e-9);
}

/** Marks are 32-bit: after so many searches they start again. */
function nextLooker(index: WallIndex): number {
  if (index.lastLooker === 0x7fffffff) {
    index.seenBy.fill(0);
    index.lastLooker = 0;
  }
  return ++index.lastLooker;
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
  const { plane, nearFirst, near, crowded } = index;
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
    for (let s = 3 * cellFirst[c]!; s < 3 * cellFirst[c + 1]!; s += 3) {
      const distance = plane[s]! * x + plane[s + 1]! * y - plane[s + 2]!;
      if (distance < nearest) nearest = distance;
    }
    const isOutside = nearest < -OUTSIDE_LIMIT && isBeside(index.mesh, c, place, i);
    // The body of a centre outside reaches into the walls of the cell it counts by.
    let depth = 0;
    if (reach > REACH || crowded[c] === 1 || isOutside) {
      if (reach > 0) depth = depthInWalls(index, c, place, i, reach);
    } else if (reach > 0) {
      let least = reach * reach;
      for (let k = NEAR * nearFirst[c]!; k < NEAR * nearFirst[c + 1]!; k += NEAR) {
        const px = x - near[k]!;
        const py = y - near[k + 1]!;
        const ex = near[k + 2]!;
        const ey = near[k + 3]!;
        let share = (px * ex + py * ey) * near[k + 4]!;
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        const dx = px - share * ex;
        const dy = py - share * ey;
        const squared = dx * dx + dy * dy;
        if (squared < least) least = squared;
      }
      if (least < reach * reach) depth = reach + WALL_LIMIT - Math.sqrt(least);
    }
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
  const looker = nextLooker(index);
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
