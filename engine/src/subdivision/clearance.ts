/**
 * clearance: how far is the nearest wall? From the point's own cell outwards through free sides, as long as a side is
 * nearer than the best wall so far. The nearest wall point is in plain sight, so every side between is nearer than it:
 * nothing is missed. Cost: the sides within that distance.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { nextSideOf } from './cells.ts';
import type { CellMesh } from './cell-mesh.ts';
import { boxAround, listSidesNear, plantSideTrees, type SideTrees } from './sides-near.ts';

/** Memory for `clearance`, to be used again and again on one mesh. */
export interface ClearanceScratch {
  /** Number of the query that visited each cell last. */
  visited: Int32Array;
  query: number;
  open: GrowableInts;
  trees: SideTrees;
  sides: GrowableInts;
}

export function createClearanceScratch(mesh: CellMesh): ClearanceScratch {
  return {
    visited: new Int32Array(mesh.cellLevel.length),
    query: 0,
    open: new GrowableInts(64),
    trees: plantSideTrees(mesh),
    sides: new GrowableInts(64),
  };
}

/** What is further off than this share of a distance is further, whatever is rounded. */
const BEYOND = 1 + 1e-9;

/** Marks are 32-bit: after this many queries they start again. */
const LAST_QUERY = 0x7fffffff;

/** Metres from a point in `cell` to the nearest wall, or `limit` if there is none nearer. Mesh coordinates. */
export function clearance(
  mesh: CellMesh,
  scratch: ClearanceScratch,
  cell: number,
  x: number,
  y: number,
  limit = Infinity,
): number {
  // Near walls first: among thousands of cells at one corner, or in a cell of thousands of sides, all would be entered before it is known
  // how near the nearest wall is.
  if (limit === Infinity || scratch.trees.size > 0) {
    for (let far = FIRST_TRY; far < Math.min(limit, LAST_TRY); far *= 4) {
      const found = clearanceWithin(mesh, scratch, cell, x, y, far);
      if (found < far) return found;
    }
  }
  return clearanceWithin(mesh, scratch, cell, x, y, limit);
}

/** Metres. */
const FIRST_TRY = 0.25;
const LAST_TRY = 1e5;

function clearanceWithin(
  mesh: CellMesh,
  scratch: ClearanceScratch,
  cell: number,
  x: number,
  y: number,
  limit: number,
): number {
  const { sideTwin } = mesh;
  const { visited, open, trees, sides } = scratch;
  if (scratch.query === LAST_QUERY) {
    visited.fill(0);
    scratch.query = 0;
  }
  const query = ++scratch.query;
  let least = limit * limit;
  open.clear();
  open.push(cell);
  visited[cell] = query;
  while (open.length > 0) {
    const c = open.pop();
    const far = Math.sqrt(least) * BEYOND;
    listSidesNear(mesh, trees, c, boxAround(x, y, far), sides);
    for (let i = 0; i < sides.length; i++) {
      const s = sides.array[i];
      const squared = squaredToSide(mesh, s, x, y);
      if (squared >= least) continue;
      const twin = sideTwin[s];
      if (twin === NONE) least = squared;
      else if (visited[mesh.sideCell[twin]] !== query) {
        visited[mesh.sideCell[twin]] = query;
        open.push(mesh.sideCell[twin]);
      }
    }
  }
  return Math.sqrt(least);
}

/** Square of the distance from a point to a side. */
export function squaredToSide(mesh: CellMesh, s: number, x: number, y: number): number {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  const ax = vertices[a];
  const ay = vertices[a + 1];
  const ex = vertices[b] - ax;
  const ey = vertices[b + 1] - ay;
  const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
  return (ax + share * ex - x) ** 2 + (ay + share * ey - y) ** 2;
}
