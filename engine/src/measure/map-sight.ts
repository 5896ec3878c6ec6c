/**
 * Sight on a map: the walls and doors of some cells → does one of them hide a place from another?
 *
 * A wall is a side of the cells with none of them behind it: also where floor ends at stairs. A door is a wall while it is
 * closed. Doors that are open, one-way doors among them, are kept in the same lists: whoever asks leaves them out. Cost of a
 * question: the walls that are asked.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Grid } from './square-parts.ts';

export interface MapSight {
  /** Metres: ax, ay, bx, by of each wall, from the corner of square 0; 1: nothing lies behind it, 0: stairs and the like. */
  walls: Float64Array;
  isSolid: Uint8Array;
  /** The door that each wall is; NONE: a wall at all times. Names of doors, and which are open now. */
  door: Int32Array;
  doors: readonly string[];
  isOpen: Uint8Array;
  /** Walls that meet each square. */
  bySquare: Csr;
  /**
   * What is hidden from each part (part-sight.ts): at `found[part]` in `lists` the numbers of parts hidden, of parts to be
   * asked for, and of walls to ask for them; then those parts and walls. OPEN: there is no wall within reach. NONE: nobody
   * has been there since a door changed.
   */
  found: Int32Array;
  lists: GrowableInts;
  /** Metres: what was found is for a kernel as wide as this. */
  reach: number;
}

export function sightOf(
  mesh: CellMesh,
  cells: ArrayLike<number>,
  grid: Grid,
  parts: number,
  cornerX: number,
  cornerY: number,
): MapSight {
  const own = new Set<number>(Array.from(cells));
  const walls: number[] = [];
  const isSolid: number[] = [];
  const door: number[] = [];
  // A one-way door lets people through from the cells whose sides still have a twin.
  const isOpen = new Uint8Array(mesh.doors.length);
  for (const cell of own) {
    const first = mesh.cellFirst[cell];
    const end = mesh.cellFirst[cell + 1];
    for (let s = first; s < end; s++) {
      const twin = mesh.sideTwin[s];
      const isDoor = mesh.sideDoor[s] !== NONE;
      if (!isDoor && twin !== NONE && own.has(mesh.sideCell[twin])) continue;
      if (isDoor && twin !== NONE) isOpen[mesh.sideDoor[s]] = 1;
      const a = 2 * mesh.sideVertex[s];
      const b = 2 * mesh.sideVertex[s + 1 === end ? first : s + 1];
      const { vertices } = mesh;
      walls.push(vertices[a] - cornerX, vertices[a + 1] - cornerY, vertices[b] - cornerX, vertices[b + 1] - cornerY);
      isSolid.push(isDoor || twin === NONE ? 1 : 0);
      door.push(mesh.sideDoor[s]);
    }
  }
  return {
    walls: Float64Array.from(walls),
    isSolid: Uint8Array.from(isSolid),
    door: Int32Array.from(door),
    doors: mesh.doors.map(({ name }) => name),
    isOpen,
    bySquare: wallsBySquare(walls, grid),
    found: new Int32Array(parts).fill(NONE),
    lists: new GrowableInts(),
    reach: Number.NaN,
  };
}

/** Metres: a wall so near to a square meets it. */
const NEAR = 1e-6;

function wallsBySquare(walls: readonly number[], { size, columns, rows }: Grid): Csr {
  const owner = new GrowableInts();
  const item = new GrowableInts();
  const inside = (k: number, count: number) => Math.min(count - 1, Math.max(0, k));
  for (let w = 0; w < walls.length / 4; w++) {
    const [ax, ay, bx, by] = [walls[4 * w], walls[4 * w + 1], walls[4 * w + 2], walls[4 * w + 3]];
    const row1 = inside(Math.floor((Math.max(ay, by) + NEAR) / size), rows);
    for (let row = inside(Math.floor((Math.min(ay, by) - NEAR) / size), rows); row <= row1; row++) {
      // Its part between the lower and the upper end of the row.
      const at = (y: number) => (by === ay ? 0 : Math.min(1, Math.max(0, (y - ay) / (by - ay))));
      const from = ax + at(row * size - NEAR) * (bx - ax);
      const to = by === ay ? bx : ax + at((row + 1) * size + NEAR) * (bx - ax);
      const column1 = inside(Math.floor((Math.max(from, to) + NEAR) / size), columns);
      for (let column = inside(Math.floor((Math.min(from, to) - NEAR) / size), columns); column <= column1; column++) {
        owner.push(row * columns + column);
        item.push(w);
      }
    }
  }
  const { first, item: order } = groupByOwner(owner.values(), columns * rows);
  return { first, item: order.map((k) => item.array[k]) };
}

/** Close these doors and open all others. @returns whether that changed any */
export function closeDoorsOf(sight: MapSight, closed: ReadonlySet<string>): boolean {
  let isChanged = false;
  sight.doors.forEach((name, door) => {
    const isOpen = closed.has(name) ? 0 : 1;
    if (sight.isOpen[door] !== isOpen) isChanged = true;
    sight.isOpen[door] = isOpen;
  });
  if (isChanged) forgetFound(sight);
  return isChanged;
}

export function forgetFound({ found, lists }: MapSight): void {
  found.fill(NONE);
  lists.clear();
}

export function isOpenDoor({ door, isOpen }: MapSight, wall: number): boolean {
  return door[wall] !== NONE && isOpen[door[wall]] === 1;
}

const nearby = new GrowableInts();
/** By wall: the last call that met it. */
let met = new Int32Array(1024);
let calls = 0;

/** Walls and doors in the squares about a box, each once; lent until the next call. */
export function wallsNear(
  { walls, isSolid, bySquare: { first, item } }: MapSight,
  { size, columns, rows }: Grid,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): GrowableInts {
  nearby.clear();
  const column0 = Math.max(0, Math.floor(minX / size));
  const column1 = Math.min(columns - 1, Math.floor(maxX / size));
  const row1 = Math.min(rows - 1, Math.floor(maxY / size));
  if (met.length < isSolid.length) met = new Int32Array(2 * isSolid.length);
  calls++;
  if (column1 < column0) return nearby;
  for (let row = Math.max(0, Math.floor(minY / size)); row <= row1; row++) {
    // Lists of squares side by side follow each other.
    const end = first[row * columns + column1 + 1];
    for (let k = first[row * columns + column0]; k < end; k++) {
      const w = item[k];
      if (met[w] === calls) continue;
      met[w] = calls;
      const ax = walls[4 * w];
      const ay = walls[4 * w + 1];
      const bx = walls[4 * w + 2];
      const by = walls[4 * w + 3];
      const isAway =
        Math.max(ax, bx) < minX || Math.min(ax, bx) > maxX || Math.max(ay, by) < minY || Math.min(ay, by) > maxY;
      if (!isAway) nearby.push(w);
    }
  }
  return nearby;
}

/** From p to q, straight; metres from the corner of square 0. */
export interface Way {
  px: number;
  py: number;
  qx: number;
  qy: number;
}

/** How a wall lies to the way from p to q: across it, touching it with an end from either side, or beside it. */
const BESIDE = 0;
const TOUCHES_LEFT = 1;
const TOUCHES_RIGHT = 2;
export const ACROSS = 3;

/** Who stands on the wall's line is not behind it. */
export function crossing(walls: Float64Array, w: number, px: number, py: number, qx: number, qy: number): number {
  const ax = walls[4 * w];
  const ay = walls[4 * w + 1];
  const ex = walls[4 * w + 2] - ax;
  const ey = walls[4 * w + 3] - ay;
  const ofP = ex * (py - ay) - ey * (px - ax);
  const ofQ = ex * (qy - ay) - ey * (qx - ax);
  if (ofP > 0 ? !(ofQ < 0) : !(ofP < 0 && ofQ > 0)) return BESIDE;
  const dx = qx - px;
  const dy = qy - py;
  const ofA = dx * (ay - py) - dy * (ax - px);
  const ofB = dx * (ay + ey - py) - dy * (ax + ex - px);
  if (ofA > 0) return ofB < 0 ? ACROSS : ofB === 0 ? TOUCHES_LEFT : BESIDE;
  if (ofA < 0) return ofB > 0 ? ACROSS : ofB === 0 ? TOUCHES_RIGHT : BESIDE;
  return ofB > 0 ? TOUCHES_LEFT : ofB < 0 ? TOUCHES_RIGHT : ACROSS;
}

/** Do the walls hide p from q? A corner that the way only touches does not; between two walls that meet there is no way. */
export function isHidden(
  { walls }: MapSight,
  asked: ArrayLike<number>,
  from: number,
  to: number,
  { px, py, qx, qy }: Way,
): boolean {
  let met = BESIDE;
  for (let k = from; k < to && met !== ACROSS; k++) met |= crossing(walls, asked[k], px, py, qx, qy);
  return met === ACROSS;
}
