/**
 * CellMesh → NearWalls: the walls within an arm's length of each cell, those of cells behind its free sides too: what bodies in
 * it can touch, and must keep from. Made once for a mesh, so that a step only reads short lists.
 *
 * From each cell outward through free sides, as long as these are within reach. Walls that another wall hides are not
 * reached, nor is the floor at the other end of stairs; from stairs, distances count from the end that is left through: floor
 * beside them is on another storey. Cost: the cells within reach of each.
 *
 * A one-way door is a wall on the side one may go to, and for those before it nothing. A body whose centre has just passed is still half in
 * it: that wall stands back from it, as copies of it do, each a little further off, so that the body is not flung forward.
 *
 *      ──▷  │ │ │ ┃ ●    ┃ the door, │ its copies behind it; the nearest one that presses the body by less than BACK counts
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { sharedMemory } from '../core/shared-memory.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { distanceToSide, nextSideOf, putCellBox } from '../subdivision/cells.ts';
import { isUnchanged, type SameCells } from '../subdivision/same-cells.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';

/** Metres: walls further from a cell than this are not in its list. */
export const WALL_REACH = 1;

export interface NearWalls {
  /** Walls of cell c: first[c] … first[c + 1] - 1. */
  first: Int32Array;
  /** Start x, y, direction x, y and length: WALL numbers per wall; floor is on its left. */
  walls: Float64Array;
  /** Where in `walls` the copies of each wall begin, NONE if it is no one-way door; undefined where there are no such doors. */
  copies?: Int32Array | undefined;
  /** The side of the cells that each wall is; what only needs to be read may lack it. */
  side?: Int32Array;
}

export const WALL = 5;

/** Metres between two copies of a one-way door, and how many there are: for bodies of up to a metre. */
const BACK = 0.02;
const COPIES = 50;

/**
 * Of the walls of its cell, the nearest ones within reach of each walker, nearest first: wall[MOST_BESIDE * i] …, count[i] of them; places in
 * `near.walls`.
 */
export interface WallsBeside {
  /** Of the place as it is now. */
  near: NearWalls;
  wall: Int32Array;
  count: Uint8Array;
}

/** Round walls are many short pieces: those of 5 cm on both sides of somebody in a narrow passage, as far as a step leads, are no more than this. */
export const MOST_BESIDE = 32;

export function createWallsBeside(near: NearWalls, capacity: number): WallsBeside {
  return {
    near,
    wall: new Int32Array(sharedMemory(4 * MOST_BESIDE * capacity)),
    count: new Uint8Array(sharedMemory(capacity)),
  };
}

/** Once in a step, slots `from` … `to` - 1: a cell may have dozens of walls, and few of them are near. */
export function gatherWalls(beside: WallsBeside, crowd: Crowd, from: number, to: number): void {
  for (let i = from; i < to; i++) gatherBeside(beside, crowd, i);
}

/** Squared distances to the walls listed so far, of the walker at hand. */
const distances = new Float64Array(MOST_BESIDE);

/** Where more are within reach than fit, the furthest are left out: the nearest wall is never lost. */
function gatherBeside(beside: WallsBeside, crowd: Crowd, i: number): void {
  const { first, walls, copies } = beside.near;
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  const c = crowd.cell[i];
  const last = WALL * first[c + 1];
  const list = MOST_BESIDE * i;
  let count = 0;
  for (let k = WALL * first[c]; k < last; k += WALL) {
    const ax = x - walls[k];
    const ay = y - walls[k + 1];
    const ux = walls[k + 2];
    const uy = walls[k + 3];
    const away = ux * ay - uy * ax;
    if (away > WALL_REACH || away < -WALL_REACH) continue;
    const along = ux * ax + uy * ay;
    const long = walls[k + 4];
    const aside = along < 0 ? along : along > long ? along - long : 0;
    const squared = away * away + aside * aside;
    if (squared > (count < MOST_BESIDE ? WALL_REACH * WALL_REACH : distances[MOST_BESIDE - 1])) continue;
    let wall = k;
    if (copies !== undefined && copies[k / WALL] !== NONE) {
      if (away < 0) continue;
      const pressed = crowd.body[BODY * i + RADIUS] - Math.sqrt(squared);
      if (pressed >= BACK) wall = copies[k / WALL] + WALL * (Math.min(COPIES, Math.floor(pressed / BACK)) - 1);
    }
    let at = count < MOST_BESIDE ? count++ : MOST_BESIDE - 1;
    for (; at > 0 && distances[at - 1] > squared; at--) {
      distances[at] = distances[at - 1];
      beside.wall[list + at] = beside.wall[list + at - 1];
    }
    distances[at] = squared;
    beside.wall[list + at] = wall;
  }
  beside.count[i] = count;
}

/** Cells looked through around one; more than these within reach are a heap of slivers. */
const MOST_CELLS = 512;

/** @param before of the place before it was changed: lists of cells with nothing new within reach are taken over */
export function findNearWalls(mesh: CellMesh, before?: { walls: NearWalls; same: SameCells }): NearWalls {
  const { cellFirst, cellLink, sideTwin, sideCell, sideVertex, vertices } = mesh;
  const cells = mesh.cellLevel.length;
  const first = new Int32Array(cells + 1);
  const walls = new GrowableFloats(before?.walls.walls.length ?? WALL * sideTwin.length);
  // Cells in the order they are reached, and the side of the first that each was reached through.
  const open = new GrowableInts(64);
  const left = new GrowableInts(64);
  const seen = new Int32Array(cells).fill(NONE);
  const sideOf = new GrowableInts(before?.walls.side?.length ?? sideTwin.length);
  const box = new Float64Array(4);
  for (let c = 0; c < cells; c++) {
    first[c] = walls.length / WALL;
    // As far as anything can be within its reach.
    putCellBox(mesh, c, BEYOND, box);
    if (before !== undefined && takeOver(before.walls, before.same, c, box, walls, sideOf)) continue;
    const isLink = cellLink[c] !== NONE;
    open.clear();
    left.clear();
    open.push(c);
    left.push(NONE);
    seen[c] = c;
    for (let i = 0; i < open.length; i++) {
      const d = open.array[i];
      for (let s = cellFirst[d]; s < cellFirst[d + 1]; s++) {
        const twin = sideTwin[s];
        const through = d === c ? s : left.array[i];
        if (d !== c && (isOutside(mesh, s, box) || !isNear(mesh, s, c, isLink ? through : NONE))) continue;
        if (twin === NONE) {
          const a = 2 * sideVertex[s];
          const b = 2 * sideVertex[nextSideOf(mesh, s)];
          const ex = vertices[b] - vertices[a];
          const ey = vertices[b + 1] - vertices[a + 1];
          const long = Math.sqrt(ex * ex + ey * ey);
          walls.push(vertices[a]);
          walls.push(vertices[a + 1]);
          walls.push(ex / long);
          walls.push(ey / long);
          walls.push(long);
          sideOf.push(s);
          continue;
        }
        const next = sideCell[twin];
        if (seen[next] === c || open.length === MOST_CELLS) continue;
        // From floor over stairs to other floor: another storey.
        if (d !== c && cellLink[d] !== NONE && cellLink[next] === NONE) continue;
        seen[next] = c;
        open.push(next);
        left.push(through);
      }
    }
  }
  first[cells] = walls.length / WALL;
  const copies = copyOneWays(mesh, sideOf, walls);
  return { first, walls: walls.values().slice(), copies, side: sideOf.values().slice() };
}

/** @returns whether nothing has changed within reach */
function takeOver(
  { first, walls: known, side }: NearWalls,
  same: SameCells,
  c: number,
  box: Float64Array,
  walls: GrowableFloats,
  sideOf: GrowableInts,
): boolean {
  const before = same.cellBefore[c];
  if (side === undefined || before === NONE || !isUnchanged(same, box[0], box[1], box[2], box[3])) return false;
  const last = first[before + 1];
  for (let w = first[before]; w < last; w++) sideOf.push(same.sideNow[side[w]]);
  for (let k = WALL * first[before]; k < WALL * last; k++) walls.push(known[k]);
  return true;
}

/** Copies of one-way doors after all other walls; @returns where those of each wall begin. */
function copyOneWays({ sideTwin }: CellMesh, sideOf: GrowableInts, walls: GrowableFloats): Int32Array | undefined {
  const isEntered = new Uint8Array(sideTwin.length);
  let isNeeded = false;
  for (let s = 0; s < sideTwin.length; s++) {
    if (sideTwin[s] === NONE || sideTwin[sideTwin[s]] !== NONE) continue;
    isEntered[sideTwin[s]] = 1;
    isNeeded = true;
  }
  if (!isNeeded) return undefined;
  const copies = new Int32Array(sideOf.length).fill(NONE);
  for (let w = 0; w < sideOf.length; w++) {
    if (isEntered[sideOf.array[w]] === 0) continue;
    copies[w] = walls.length;
    const [x, y, ux, uy, long] = walls.array.subarray(WALL * w, WALL * (w + 1));
    for (let n = 1; n <= COPIES; n++) {
      walls.push(x! + n * BACK * uy!);
      walls.push(y! - n * BACK * ux!);
      walls.push(ux!);
      walls.push(uy!);
      walls.push(long!);
    }
  }
  return copies;
}

/** Metres: further off than within reach, whatever is rounded. */
const BEYOND = WALL_REACH + 1e-6;

function isOutside(mesh: CellMesh, s: number, box: Float64Array): boolean {
  const { vertices } = mesh;
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  return (
    (vertices[a] < box[0] && vertices[b] < box[0]) ||
    (vertices[a] > box[2] && vertices[b] > box[2]) ||
    (vertices[a + 1] < box[1] && vertices[b + 1] < box[1]) ||
    (vertices[a + 1] > box[3] && vertices[b + 1] > box[3])
  );
}

/** Is a side within reach of a cell; of only one of its sides, if that is not NONE? */
function isNear(mesh: CellMesh, s: number, c: number, only: number): boolean {
  if (only !== NONE) return distanceToSide(mesh, s, only) < WALL_REACH;
  const { vertices, sideVertex, cellFirst } = mesh;
  const p = 2 * sideVertex[s];
  const q = 2 * sideVertex[nextSideOf(mesh, s)];
  const left = Math.min(vertices[p], vertices[q]) - BEYOND;
  const right = Math.max(vertices[p], vertices[q]) + BEYOND;
  const bottom = Math.min(vertices[p + 1], vertices[q + 1]) - BEYOND;
  const top = Math.max(vertices[p + 1], vertices[q + 1]) + BEYOND;
  const last = cellFirst[c + 1];
  let a = 2 * sideVertex[last - 1];
  let k = last - 1;
  for (let next = cellFirst[c]; next < last; k = next++) {
    const b = 2 * sideVertex[next];
    const ax = vertices[a];
    const ay = vertices[a + 1];
    const bx = vertices[b];
    const by = vertices[b + 1];
    a = b;
    if ((ax < left && bx < left) || (ax > right && bx > right)) continue;
    if ((ay < bottom && by < bottom) || (ay > top && by > top)) continue;
    if (distanceToSide(mesh, s, k) < WALL_REACH) return true;
  }
  return false;
}
