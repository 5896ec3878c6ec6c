/**
 * Who sees what on a map: walls of some cells, and the parts of squares (square-parts.ts) → the parts whose middle is seen
 * from a place, straight, past no wall.
 *
 *      ┌───┐         What does not depend on where in its part somebody stands is found once for the part, when the
 *      │ • │ ╲       first person comes there: parts seen from all of it (no wall meets the hull of its box and their
 *      └───┘  ▪ q    middle q), and parts to be asked for (a wall meets the hull). Those behind one wall from all four
 *         ┃          corners of the box are left out: what a wall hides from q is convex.
 *
 * A wall is a side of the cells with none of them behind it: also where floor ends at stairs. Cost of a part: parts within
 * reach times walls within reach; of a person: walls within reach for each part to be asked for.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Grid, SquareParts } from './square-parts.ts';

/** Instead of a place in `lists`: all parts within reach are seen. */
export const OPEN = -2;

export interface MapSight {
  /** Metres: ax, ay, bx, by of each wall, from the corner of square 0; 1: nothing lies behind it, 0: stairs and the like. */
  walls: Float64Array;
  isSolid: Uint8Array;
  /** Walls that meet each square. */
  bySquare: Csr;
  /**
   * What was found of each part: at `found[part]` in `lists` the numbers of parts seen, of parts to be asked for, and of
   * walls to ask for them; then those parts and walls. OPEN: there is no wall within reach. NONE: nobody has been there.
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
  for (const cell of own) {
    const first = mesh.cellFirst[cell];
    const end = mesh.cellFirst[cell + 1];
    for (let s = first; s < end; s++) {
      const twin = mesh.sideTwin[s];
      if (twin !== NONE && own.has(mesh.sideCell[twin])) continue;
      const a = 2 * mesh.sideVertex[s];
      const b = 2 * mesh.sideVertex[s + 1 === end ? first : s + 1];
      const { vertices } = mesh;
      walls.push(vertices[a] - cornerX, vertices[a + 1] - cornerY, vertices[b] - cornerX, vertices[b + 1] - cornerY);
      isSolid.push(twin === NONE ? 1 : 0);
    }
  }
  return {
    walls: Float64Array.from(walls),
    isSolid: Uint8Array.from(isSolid),
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

const nearby = new GrowableInts();
/** By wall: the last call that met it. */
let met = new Int32Array(1024);
let calls = 0;

/** Walls in the squares about a box, each once; lent until the next call. @param onlySolid without ends of stairs */
export function wallsNear(
  { walls, isSolid, bySquare }: MapSight,
  { size, columns, rows }: Grid,
  [minX, minY, maxX, maxY]: readonly [number, number, number, number],
  onlySolid: boolean,
): Int32Array {
  nearby.clear();
  const column0 = Math.max(0, Math.floor(minX / size));
  const column1 = Math.min(columns - 1, Math.floor(maxX / size));
  const row0 = Math.max(0, Math.floor(minY / size));
  const row1 = Math.min(rows - 1, Math.floor(maxY / size));
  if (met.length < isSolid.length) met = new Int32Array(2 * isSolid.length);
  calls++;
  for (let row = row0; row <= row1; row++) {
    for (let column = column0; column <= column1; column++) {
      const square = row * columns + column;
      for (let k = bySquare.first[square]; k < bySquare.first[square + 1]; k++) {
        const w = bySquare.item[k];
        if (met[w] === calls || (onlySolid && isSolid[w] === 0)) continue;
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
  }
  return nearby.values();
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
const ACROSS = 3;

/** Who stands on the wall's line is not behind it. */
function crossing(walls: Float64Array, w: number, px: number, py: number, qx: number, qy: number): number {
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

/** Metres: what touches the hull by no more is beside it. */
const TOUCH = 1e-9;

/** Where in `lists` that is which people in a part see, or OPEN. @param reach of the kernel: a middle counts within it */
export function seenFrom(sight: MapSight, parts: SquareParts, grid: Grid, part: number, reach: number): number {
  if (sight.reach !== reach) {
    sight.found.fill(NONE);
    sight.lists.clear();
    sight.reach = reach;
  }
  if (sight.found[part] === NONE) sight.found[part] = look(sight, parts, grid, part, reach);
  return sight.found[part];
}

/** For the walls about a part: 1, there is a part to ask it for. */
let meets = new Uint8Array(64);
const seen = new GrowableInts();
const doubtful = new GrowableInts();
/** Around the floor of the part that is looked from. */
let left = 0;
let bottom = 0;
let right = 0;
let top = 0;
/** For the walls about it: left, bottom, right, top of each. */
let boxes = new Float64Array(256);

function look(sight: MapSight, parts: SquareParts, grid: Grid, part: number, reach: number): number {
  const { size, columns, rows } = grid;
  const { floor, next, middle } = parts;
  boxPart(parts, grid, part);
  const near = wallsNear(sight, grid, [left - reach, bottom - reach, right + reach, top + reach], false);
  if (near.length === 0) return OPEN;
  const asked = facing(sight, near);
  boxWalls(sight.walls, asked);
  if (meets.length < asked.length) meets = new Uint8Array(2 * asked.length);
  meets.fill(0, 0, asked.length);
  seen.clear();
  doubtful.clear();
  const column1 = Math.min(columns - 1, Math.floor((right + reach) / size));
  const row1 = Math.min(rows - 1, Math.floor((top + reach) / size));
  for (let row = Math.max(0, Math.floor((bottom - reach) / size)); row <= row1; row++) {
    for (let column = Math.max(0, Math.floor((left - reach) / size)); column <= column1; column++) {
      const square = row * columns + column;
      if (!(floor[square] > 0)) continue;
      for (let other = square; other !== NONE; other = next[other]) {
        const x = middle[2 * other];
        const y = middle[2 * other + 1];
        const dx = Math.max(0, left - x, x - right);
        const dy = Math.max(0, bottom - y, y - top);
        if (dx * dx + dy * dy >= reach * reach) continue;
        const sure = other === part ? 1 : isSeen(sight.walls, asked, x, y);
        if (sure === 1) seen.push(other);
        else if (sure === 0) doubtful.push(other);
      }
    }
  }
  const { lists } = sight;
  const at = lists.length;
  lists.push(seen.length);
  lists.push(doubtful.length);
  lists.push(0);
  for (let k = 0; k < seen.length; k++) lists.push(seen.array[k]);
  for (let k = 0; k < doubtful.length; k++) lists.push(doubtful.array[k]);
  if (doubtful.length > 0) for (let k = 0; k < asked.length; k++) if (meets[k] === 1) lists.push(asked[k]);
  lists.array[at + 2] = lists.length - at - 3 - seen.length - doubtful.length;
  return at;
}

/** Those with some of the box on their left, where their floor is: who is on floor sees the backs of walls only past their fronts. */
function facing({ walls }: MapSight, asked: Int32Array): Int32Array {
  let kept = 0;
  for (let k = 0; k < asked.length; k++) {
    const w = asked[k];
    const ax = walls[4 * w];
    const ay = walls[4 * w + 1];
    const ex = walls[4 * w + 2] - ax;
    const ey = walls[4 * w + 3] - ay;
    // The corner of the box that is farthest to the left.
    const x = ey <= 0 ? right : left;
    const y = ex >= 0 ? top : bottom;
    if (ex * (y - ay) - ey * (x - ax) > TOUCH) asked[kept++] = w;
  }
  return asked.subarray(0, kept);
}

/** The box around a part's floor, kept above. */
function boxPart({ square, pieceFirst, pieces }: SquareParts, { size, columns }: Grid, part: number): void {
  left = (square[part] % columns) * size;
  bottom = Math.floor(square[part] / columns) * size;
  right = left + size;
  top = bottom + size;
  if (pieceFirst[part] === pieceFirst[part + 1]) return;
  [left, bottom, right, top] = [right, top, left, bottom];
  for (let k = pieceFirst[part]; k < pieceFirst[part + 1]; k++) {
    const ring = pieces[k];
    for (let i = 0; i < ring.length; i += 2) {
      left = Math.min(left, ring[i]);
      bottom = Math.min(bottom, ring[i + 1]);
      right = Math.max(right, ring[i]);
      top = Math.max(top, ring[i + 1]);
    }
  }
}

function boxWalls(walls: Float64Array, asked: Int32Array): void {
  if (boxes.length < 4 * asked.length) boxes = new Float64Array(8 * asked.length);
  for (let k = 0; k < asked.length; k++) {
    const at = 4 * asked[k];
    boxes[4 * k] = Math.min(walls[at], walls[at + 2]);
    boxes[4 * k + 1] = Math.min(walls[at + 1], walls[at + 3]);
    boxes[4 * k + 2] = Math.max(walls[at], walls[at + 2]);
    boxes[4 * k + 3] = Math.max(walls[at + 1], walls[at + 3]);
  }
}

/** Is q seen from all of the box (1), from none of it because of one wall (−1), or is that to be asked (0)? Marks walls in `meets`. */
function isSeen(walls: Float64Array, asked: Int32Array, qx: number, qy: number): -1 | 0 | 1 {
  let isSure = true;
  const hullLeft = (left < qx ? left : qx) + TOUCH;
  const hullBottom = (bottom < qy ? bottom : qy) + TOUCH;
  const hullRight = (right > qx ? right : qx) - TOUCH;
  const hullTop = (top > qy ? top : qy) - TOUCH;
  for (let k = 0; k < asked.length; k++) {
    if (boxes[4 * k] >= hullRight || boxes[4 * k + 2] <= hullLeft) continue;
    if (boxes[4 * k + 1] >= hullTop || boxes[4 * k + 3] <= hullBottom) continue;
    const w = asked[k];
    if (isBeside(walls, w, qx, qy)) continue;
    isSure = false;
    const isBehind =
      crossing(walls, w, left, bottom, qx, qy) === ACROSS &&
      crossing(walls, w, right, bottom, qx, qy) === ACROSS &&
      crossing(walls, w, right, top, qx, qy) === ACROSS &&
      crossing(walls, w, left, top, qx, qy) === ACROSS;
    if (isBehind) return -1;
    meets[k] = 1;
  }
  return isSure ? 1 : 0;
}

/** Does a wall lie beside the hull of the box and q? Told by a line between them: along the wall, or from q to a corner. */
function isBeside(walls: Float64Array, w: number, qx: number, qy: number): boolean {
  const ex = walls[4 * w + 2] - walls[4 * w];
  const ey = walls[4 * w + 3] - walls[4 * w + 1];
  return (
    isApart(walls, w, ey, -ex, qx, qy) ||
    isApart(walls, w, bottom - qy, qx - left, qx, qy) ||
    isApart(walls, w, bottom - qy, qx - right, qx, qy) ||
    isApart(walls, w, top - qy, qx - left, qx, qy) ||
    isApart(walls, w, top - qy, qx - right, qx, qy)
  );
}

/** Does a line across the direction (nx, ny) keep the wall from the hull of the box and q? */
function isApart(walls: Float64Array, w: number, nx: number, ny: number, qx: number, qy: number): boolean {
  const a = nx * walls[4 * w] + ny * walls[4 * w + 1];
  const b = nx * walls[4 * w + 2] + ny * walls[4 * w + 3];
  const q = nx * qx + ny * qy;
  const low = Math.min(q, nx * (nx >= 0 ? left : right) + ny * (ny >= 0 ? bottom : top));
  const high = Math.max(q, nx * (nx >= 0 ? right : left) + ny * (ny >= 0 ? top : bottom));
  const touch = TOUCH * (Math.abs(nx) + Math.abs(ny));
  return Math.max(a, b) <= low + touch || Math.min(a, b) >= high - touch;
}
