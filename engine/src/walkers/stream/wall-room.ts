/**
 * Room to walls: where tiles were laid over a mesh, an accessible tile holds a body at its centre, but not everywhere. A body that would come
 * nearer to a wall than its radius is pushed off it, so that it slides along.
 *
 *      ──────────── wall
 *        ↑ n   p'       p' = p + n · (radius − distance of p), with n the slope of the distance at p
 *       p ●
 *
 * In: a step wished. Out: the step, bent; false if there is no room. The distance at a place is at least that at the centre of its tile, known
 * for all tiles, less the way between the two: that is enough for most. Cost: some questions for the clearance of a place
 * (subdivision/clearance.ts) for those beside walls.
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
  /** Metres from the centre of each tile to the nearest wall; no more than any body on the tile can mind. */
  room: Float32Array;
  /** Metres of the longest step. */
  longest: number;
}

/** Metres: the largest radius of a body. */
const LARGEST = 0.5;
/** Metres over which the slope of the distance is taken, and that somebody is pushed further than needed: less would add up, step by step. */
const SLOPE = 1e-4;
const MORE = 1e-6;

/** @param longest metres of the longest step */
export function findWallRoom(mesh: CellMesh, sheet: TileSheet, longest: number): WallRoom {
  const { tiles, cell, shift } = sheet;
  const scratch = createClearanceScratch(mesh);
  const room = new Float32Array(cell.length);
  const reach = LARGEST + tiles.side * Math.SQRT1_2;
  for (let t = 0; t < cell.length; t++) {
    if (cell[t] === NONE) continue;
    const level = mesh.cellLevel[cell[t]];
    const x = tileCentreX(tiles, t) - shift[2 * level];
    const y = tileCentreY(tiles, t) - shift[2 * level + 1];
    room[t] = clearance(mesh, scratch, cell[t], x, y, reach);
  }
  return { mesh, scratch, sheet, room, longest };
}

/** Whose cells are known: of a simulation. */
export type Housed = Pick<Streamers, 'place' | 'tile' | 'radius'> & { cell: Int32Array };

/** @param step changed where a wall bends it */
export function keepOff(walls: WallRoom, people: Housed, i: number, step: Float64Array): boolean {
  const { sheet, room } = walls;
  const { tiles } = sheet;
  const x = people.place[2 * i] + step[0];
  const y = people.place[2 * i + 1] + step[1];
  const tile = people.tile[i];
  const row = Math.floor(tile / tiles.columns);
  const offX = (x - tiles.x) / tiles.side - (tile - row * tiles.columns) - 0.5;
  const offY = (y - tiles.y) / tiles.side - row - 0.5;
  const sure = room[tile] - people.radius[i];
  if (sure > 0 && (offX * offX + offY * offY) * tiles.side * tiles.side <= sure * sure) return true;
  return pushOff(walls, people, i, step);
}

/** Ask for the exact distance, and bend the step. */
function pushOff(
  { mesh, scratch, sheet, longest }: WallRoom,
  { place, radius, cell }: Housed,
  i: number,
  step: Float64Array,
): boolean {
  const own = cell[i];
  const level = mesh.cellLevel[own];
  const fromX = place[2 * i] - sheet.shift[2 * level];
  const fromY = place[2 * i + 1] - sheet.shift[2 * level + 1];
  // The new place may lie in another cell: the side between is no further from it than the step is long.
  const reach = radius[i] + Math.abs(step[0]) + Math.abs(step[1]) + 2 * SLOPE;
  const room = clearance(mesh, scratch, own, fromX + step[0], fromY + step[1], reach);
  if (room >= radius[i]) return true;
  // Who is too near already may stay as near.
  const least = Math.min(radius[i], clearance(mesh, scratch, own, fromX, fromY, reach));
  if (room >= least) return true;
  const inX = clearance(mesh, scratch, own, fromX + step[0] + SLOPE, fromY + step[1], reach) - room;
  const inY = clearance(mesh, scratch, own, fromX + step[0], fromY + step[1] + SLOPE, reach) - room;
  const slope = Math.sqrt(inX * inX + inY * inY);
  if (slope === 0) return false;
  step[0] += (inX / slope) * (least + MORE - room);
  step[1] += (inY / slope) * (least + MORE - room);
  // Off a corner, a bent step may be longer: nobody walks faster than anybody can.
  const bent = Math.sqrt(step[0] * step[0] + step[1] * step[1]);
  if (bent > longest) {
    step[0] *= longest / bent;
    step[1] *= longest / bent;
  }
  return clearance(mesh, scratch, own, fromX + step[0], fromY + step[1], reach) >= least;
}
