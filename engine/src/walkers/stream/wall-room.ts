/**
 * Room to walls: where tiles were laid over a mesh, an accessible tile holds a body at its centre, but not everywhere. A body that would come
 * nearer to a wall than its radius is pushed off it, so that it slides along.
 *
 *      ──────────── wall
 *        ↑ n   p'       p' = p + n · (radius − distance of p), with n the slope of the distance at p
 *       p ●
 *
 * In: a step wished. Out: the step, bent; false if there is no room. Only tiles near walls are looked at, marked once. Cost: some
 * questions for the clearance of a place (subdivision/clearance.ts), for those near walls.
 */
import { NONE } from '../../core/none.ts';
import type { TileSheet } from '../../raster/tile-sheet.ts';
import { tileCentreX, tileCentreY } from '../../raster/tiles.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { clearance, type ClearanceScratch, createClearanceScratch } from '../../subdivision/clearance.ts';
import type { Streamers } from './columns.ts';

export interface WallRoom {
  mesh: CellMesh;
  scratch: ClearanceScratch;
  sheet: TileSheet;
  /** 1: a body on this tile may touch a wall. */
  isNear: Uint8Array;
}

/** Metres: the largest radius of a body for which tiles are marked. */
const LARGEST = 0.5;
/** Metres over which the slope of the distance is taken, and that somebody is pushed further than needed: less would add up, step by step. */
const SLOPE = 1e-4;
const MORE = 1e-6;

export function findWallRoom(mesh: CellMesh, sheet: TileSheet): WallRoom {
  const { tiles, cell, shift } = sheet;
  const scratch = createClearanceScratch(mesh);
  const isNear = new Uint8Array(cell.length);
  const reach = LARGEST + tiles.side * Math.SQRT1_2;
  for (let t = 0; t < cell.length; t++) {
    if (cell[t] === NONE) continue;
    const level = mesh.cellLevel[cell[t]];
    const x = tileCentreX(tiles, t) - shift[2 * level];
    const y = tileCentreY(tiles, t) - shift[2 * level + 1];
    if (clearance(mesh, scratch, cell[t], x, y, reach) < reach) isNear[t] = 1;
  }
  return { mesh, scratch, sheet, isNear };
}

/** Whose cells are known: of a simulation. */
export type Housed = Pick<Streamers, 'place' | 'tile' | 'radius'> & { cell: Int32Array };

/** @param step changed where a wall bends it */
export function keepOff(
  walls: WallRoom,
  { place, tile, radius, cell }: Housed,
  i: number,
  step: Float64Array,
): boolean {
  const { mesh, scratch, sheet, isNear } = walls;
  if (isNear[tile[i]] === 0) return true;
  const own = cell[i];
  const level = mesh.cellLevel[own];
  const fromX = place[2 * i] - sheet.shift[2 * level];
  const fromY = place[2 * i + 1] - sheet.shift[2 * level + 1];
  // The new place may lie in another cell: the side between is no further from it than the step is long.
  const reach = radius[i] + Math.abs(step[0]) + Math.abs(step[1]) + 2 * SLOPE;
  const roomAt = (dx: number, dy: number) => clearance(mesh, scratch, own, fromX + dx, fromY + dy, reach);
  const room = roomAt(step[0], step[1]);
  if (room >= radius[i]) return true;
  // Who is too near already may stay as near.
  const least = Math.min(radius[i], roomAt(0, 0));
  if (room >= least) return true;
  const inX = roomAt(step[0] + SLOPE, step[1]) - room;
  const inY = roomAt(step[0], step[1] + SLOPE) - room;
  const slope = Math.sqrt(inX * inX + inY * inY);
  if (slope === 0) return false;
  step[0] += (inX / slope) * (least + MORE - room);
  step[1] += (inY / slope) * (least + MORE - room);
  return roomAt(step[0], step[1]) >= least;
}
