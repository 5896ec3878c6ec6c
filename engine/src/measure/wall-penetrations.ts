/**
 * Wall penetrations: a mesh and walkers in its cells → how many stand where nobody can, and how deep.
 *
 * A centre may be 1 mm outside its cell, a body 2 cm in a wall; beyond that it counts. Walls are those of the piece of
 * floor around the centre that the body covers, found through free sides from the walker's cell on: the other face of a
 * thin wall, or a wall behind it, is in no such piece.
 *
 * Most walkers stand in a square that is known to be well inside their cell and far from walls (wall-index.ts): one
 * look. Others are held against the planes of their cell's sides and the few walls near their square. Bodies wider than
 * the index reaches, on or near links, or where walls are too many, are searched from cell to cell.
 * Cost: about 70 ns per walker in a hall of 400 pillars with slots in spatial order; no allocation after warm-up.
 */
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { cellHolds } from '../subdivision/cells.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { CROWDED, NEAR, nextSearch, REACH, WALL, type WallGrid, type WallIndex } from './wall-index.ts';

/** Metres that a centre may lie outside its cell, and a body reach into a wall. */
const OUTSIDE_LIMIT = 0.001;
const WALL_LIMIT = 0.02;

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

/** Columns of a crowd, or of anything that stands in cells as a crowd does. */
type Standing = Pick<Crowd, 'count' | 'place' | 'cell' | 'body'>;

/** Count them for a crowd in the index's mesh. */
export function countCrowdWallPenetrations(index: WallIndex, crowd: Standing, result: WallResult): void {
  const { count, place, cell, body } = crowd;
  const { plane, wall, grids, byLink } = index;
  const { cellFirst, cellLevel } = index.mesh;
  result.walkers = result.outside = 0;
  result.worst = NONE;
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    const x = place[2 * i];
    const y = place[2 * i + 1];
    const c = cell[i];
    const reach = body[BODY * i + RADIUS] - WALL_LIMIT;
    if (!(c >= 0 && c < cellLevel.length && Number.isFinite(x) && Number.isFinite(y))) {
      result.walkers++;
      result.outside++;
      if (result.worst === NONE) result.worst = i;
      continue;
    }
    const grid = grids[cellLevel[c]];
    const square = squareOf(grid, place, i);
    const home = grid.home[square];
    if (home === c && reach <= REACH) continue;
    // How far behind the nearest plane? Planes of tiny pieces of a bent wall may say anything: they only cause a look.
    let nearest = Infinity;
    for (let s = 3 * cellFirst[c]; s < 3 * cellFirst[c + 1]; s += 3) {
      const distance = plane[s] * x + plane[s + 1] * y - plane[s + 2];
      if (distance < nearest) nearest = distance;
    }
    const isOutside = nearest < -OUTSIDE_LIMIT && isBeside(index.mesh, c, place, i);
    let depth = 0;
    if (nearest < reach) {
      if (isOutside || reach > REACH || home === CROWDED || byLink[c] === 1) {
        // The body of a centre outside reaches into the walls of the cell it counts by.
        searchWalls(index, c, crowd, i);
        depth = index.depth[0];
      } else if (home === NEAR) {
        let least = reach * reach;
        for (let k = grid.first[square]; k < grid.first[square + 1]; k++) {
          const w = WALL * grid.item[k];
          const px = x - wall[w];
          const py = y - wall[w + 1];
          const ex = wall[w + 2];
          const ey = wall[w + 3];
          let share = (px * ex + py * ey) * wall[w + 4];
          share = share < 0 ? 0 : share > 1 ? 1 : share;
          const dx = px - share * ex;
          const dy = py - share * ey;
          const squared = dx * dx + dy * dy;
          if (squared < least) least = squared;
        }
        if (least < reach * reach) depth = reach + WALL_LIMIT - Math.sqrt(least);
      }
    }
    if (!isOutside && depth === 0) continue;
    result.walkers++;
    if (isOutside) result.outside++;
    if (depth > deepest || result.worst === NONE) result.worst = i;
    if (depth > deepest) deepest = depth;
  }
  result.deepest = deepest;
}

/** The square of walker i's place, or the nearest one. */
function squareOf(grid: WallGrid, place: Float64Array, i: number): number {
  const column = Math.min(grid.columns - 1, Math.max(0, Math.floor((place[2 * i] - grid.minX) / grid.size)));
  const row = Math.min(grid.rows - 1, Math.max(0, Math.floor((place[2 * i + 1] - grid.minY) / grid.size)));
  return row * grid.columns + column;
}

/** Is the centre of walker i more than OUTSIDE_LIMIT from its cell? */
function isBeside(mesh: CellMesh, c: number, place: Float64Array, i: number): boolean {
  const x = place[2 * i];
  const y = place[2 * i + 1];
  if (cellHolds(mesh, c, x, y)) return false;
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    if (squaredToSide(mesh, c, s, place, i) <= OUTSIDE_LIMIT * OUTSIDE_LIMIT) return false;
  }
  return true;
}

/** Into index.depth: metres that body i reaches into the nearest wall around it; 0 up to WALL_LIMIT. */
function searchWalls(index: WallIndex, start: number, { place, body }: Standing, i: number): void {
  const reach = body[BODY * i + RADIUS] - WALL_LIMIT;
  const { mesh, seenBy, open } = index;
  const { cellFirst, sideTwin, sideCell } = mesh;
  index.depth[0] = 0;
  if (!(reach > 0)) return;
  const search = nextSearch(index);
  let least = reach * reach;
  let isIn = false;
  open.clear();
  open.push(start);
  seenBy[start] = search;
  while (open.length > 0) {
    const c = open.pop();
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      const squared = squaredToSide(mesh, c, s, place, i);
      if (!(squared < least)) continue;
      const twin = sideTwin[s];
      if (twin === NONE) {
        least = squared;
        isIn = true;
      } else if (seenBy[sideCell[twin]] !== search) {
        seenBy[sideCell[twin]] = search;
        open.push(sideCell[twin]);
      }
    }
  }
  if (isIn) index.depth[0] = reach + WALL_LIMIT - Math.sqrt(least);
}

/** The square of the distance from the centre of walker i to side s of cell c. */
function squaredToSide(mesh: CellMesh, c: number, s: number, place: Float64Array, i: number): number {
  const { vertices, sideVertex, cellFirst } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[s + 1 < cellFirst[c + 1] ? s + 1 : cellFirst[c]];
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const px = place[2 * i] - vertices[a];
  const py = place[2 * i + 1] - vertices[a + 1];
  const whole = ex * ex + ey * ey;
  const share = whole > 0 ? Math.min(1, Math.max(0, (px * ex + py * ey) / whole)) : 0;
  const dx = px - share * ex;
  const dy = py - share * ey;
  return dx * dx + dy * dy;
}
