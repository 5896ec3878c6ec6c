/**
 * Walls that pass between two tiles on which a body fits: the tile whose centre is nearer to the wall becomes no floor, both if they are
 * equally near.
 *
 * In: a mesh, a level, tiles with GROUND where a body fits. Out: in the tiles. Without this, nothing would keep a walker on tiles of 1 m
 * from stepping through a wall drawn as a line. Only tiles with radius below half a side can have such walls.
 *
 * The idea: centres of tiles are a lattice. In every square of the lattice that a wall meets, its four sides are tested, and its
 * diagonals where all four tiles are floor (a diagonal step needs the tiles beside it). Cost: the length of walls in tiles.
 */
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { squaredToSide } from '../subdivision/clearance.ts';
import { GROUND, OUTSIDE, tileCentreX, tileCentreY, type Tiles } from './tiles.ts';

/** Metres squared: as near as rounding lets them be. */
const EQUAL = 1e-9;

export function closeThinWalls(mesh: CellMesh, level: number, tiles: Tiles): void {
  // All are judged by the same floor, so that the order of walls does not matter.
  const before = tiles.kind.slice();
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    if (mesh.sideTwin[s] !== NONE) continue;
    const c = mesh.sideCell[s];
    if (mesh.cellLevel[c] === level && mesh.cellLink[c] === NONE) closeWall(mesh, s, tiles, before);
  }
}

/** One wall: row by row of lattice squares, those that it meets. */
function closeWall(mesh: CellMesh, s: number, tiles: Tiles, before: Uint8Array): void {
  const { side, columns, rows } = tiles;
  const left = tiles.x + side / 2;
  const bottom = tiles.y + side / 2;
  let a = 2 * mesh.sideVertex[s];
  let b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  if (mesh.vertices[a + 1] > mesh.vertices[b + 1]) [a, b] = [b, a];
  const [ax, ay, bx, by] = [mesh.vertices[a], mesh.vertices[a + 1], mesh.vertices[b], mesh.vertices[b + 1]];
  const row0 = Math.max(0, Math.ceil((ay - bottom) / side) - 1);
  const row1 = Math.min(rows - 2, Math.floor((by - bottom) / side));
  const xAt = (y: number) => (y <= ay ? ax : y >= by ? bx : ax + ((y - ay) / (by - ay)) * (bx - ax));
  for (let row = row0; row <= row1; row++) {
    const x0 = ay === by ? ax : xAt(bottom + row * side);
    const x1 = ay === by ? bx : xAt(bottom + (row + 1) * side);
    const column0 = Math.max(0, Math.ceil((Math.min(x0, x1) - left) / side) - 1);
    const column1 = Math.min(columns - 2, Math.floor((Math.max(x0, x1) - left) / side));
    for (let column = column0; column <= column1; column++) {
      const t = row * columns + column;
      const isAllFloor =
        before[t] === GROUND &&
        before[t + 1] === GROUND &&
        before[t + columns] === GROUND &&
        before[t + columns + 1] === GROUND;
      closeStep(mesh, s, tiles, before, t, t + 1);
      closeStep(mesh, s, tiles, before, t, t + columns);
      closeStep(mesh, s, tiles, before, t + 1, t + columns + 1);
      closeStep(mesh, s, tiles, before, t + columns, t + columns + 1);
      if (!isAllFloor) continue;
      closeStep(mesh, s, tiles, before, t, t + columns + 1);
      closeStep(mesh, s, tiles, before, t + 1, t + columns);
    }
  }
}

/** If the wall crosses the step between two tiles of floor, one of them or both are no floor. */
function closeStep(mesh: CellMesh, s: number, tiles: Tiles, before: Uint8Array, t: number, u: number): void {
  if (before[t] !== GROUND || before[u] !== GROUND) return;
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const [ax, ay, bx, by] = [mesh.vertices[a], mesh.vertices[a + 1], mesh.vertices[b], mesh.vertices[b + 1]];
  const [px, py] = [tileCentreX(tiles, t), tileCentreY(tiles, t)];
  const [qx, qy] = [tileCentreX(tiles, u), tileCentreY(tiles, u)];
  if (orient(ax, ay, bx, by, px, py) * orient(ax, ay, bx, by, qx, qy) > 0) return;
  if (orient(px, py, qx, qy, ax, ay) * orient(px, py, qx, qy, bx, by) > 0) return;
  const nearer = squaredToSide(mesh, s, px, py) - squaredToSide(mesh, s, qx, qy);
  if (nearer < EQUAL) tiles.kind[t] = OUTSIDE;
  if (nearer > -EQUAL) tiles.kind[u] = OUTSIDE;
}
