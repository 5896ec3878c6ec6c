/**
 * What is hidden from a part of a square (square-parts.ts): walls (map-sight.ts) → parts whose middle nobody in it sees, and
 * parts whose middle some may see. It is found once for the part, when the first person comes there.
 *
 *      ┌───┐         The middle q is seen from all of the part if no wall meets the hull of its box and q. It is hidden
 *      │ • │ ╲       from all of it if one wall is between q and all four corners of the box: what a wall hides from q is
 *      └───┘  ▪ q    convex. Else each person asks the walls that meet such hulls.
 *         ┃
 *
 * Only what is hidden or doubtful is kept: most is seen. Cost of a part: for each wall within reach, the parts that lie
 * behind it or beside it.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { ACROSS, crossing, forgetFound, isOpenDoor, type MapSight, wallsNear } from './map-sight.ts';
import type { Grid, SquareParts } from './square-parts.ts';

/** Instead of a place in `lists`: there is no wall or door within reach, so squares have one part each, and all are seen. */
export const OPEN = -2;

/** Metres: what touches the hull by no more is beside it. */
const TOUCH = 1e-9;

/** Where in `lists` that is which is hidden from a part, or OPEN. @param reach of the kernel: a middle counts within it */
export function hiddenFrom(sight: MapSight, parts: SquareParts, grid: Grid, part: number, reach: number): number {
  if (sight.reach !== reach) {
    forgetFound(sight);
    sight.reach = reach;
  }
  if (sight.found[part] === NONE) sight.found[part] = look(sight, parts, grid, part);
  return sight.found[part];
}

/** Around the floor of the part that is looked from. */
let left = 0;
let bottom = 0;
let right = 0;
let top = 0;

/** What is known of parts while one is looked from. */
const DOUBTFUL = 1;
const HIDDEN = 2;
let known = new Uint8Array(1024);
/** Parts of which something is known, and walls to ask. */
const touched = new GrowableInts();
const asked = new GrowableInts();

function look(sight: MapSight, parts: SquareParts, grid: Grid, part: number): number {
  const { reach, lists } = sight;
  boxPart(parts, grid, part);
  const near = wallsNear(sight, grid, left - reach, bottom - reach, right + reach, top + reach);
  if (near.length === 0) return OPEN;
  if (known.length < parts.floor.length) known = new Uint8Array(parts.floor.length);
  touched.clear();
  asked.clear();
  for (let k = 0; k < near.length; k++) {
    const w = near.array[k];
    if (isOpenDoor(sight, w) || !isFaced(sight.walls, w)) continue;
    if (castShadow(sight, parts, grid, part, w)) asked.push(w);
  }
  const at = lists.length;
  for (let k = 0; k < 3; k++) lists.push(0);
  lists.array[at] = list(lists, HIDDEN);
  lists.array[at + 1] = list(lists, DOUBTFUL);
  for (let k = 0; k < touched.length; k++) known[touched.array[k]] = 0;
  if (lists.array[at + 1] > 0) {
    for (let k = 0; k < asked.length; k++) lists.push(asked.array[k]);
    lists.array[at + 2] = asked.length;
  }
  return at;
}

/** Append all parts of which this is known. @returns how many */
function list(lists: GrowableInts, what: number): number {
  const before = lists.length;
  for (let k = 0; k < touched.length; k++) if (known[touched.array[k]] === what) lists.push(touched.array[k]);
  return lists.length - before;
}

/** The box around a part's floor, kept above. */
function boxPart({ square, pieceFirst, pieces }: SquareParts, { size, columns }: Grid, part: number): void {
  left = (square[part] % columns) * size;
  bottom = Math.floor(square[part] / columns) * size;
  right = left + size;
  top = bottom + size;
  if (pieceFirst[part] === pieceFirst[part + 1]) return;
  left = bottom = Infinity;
  right = top = -Infinity;
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

/** Is some of the box on a wall's left, where its floor is? People on floor see the backs of walls only past their fronts. */
function isFaced(walls: Float64Array, w: number): boolean {
  const ex = walls[4 * w + 2] - walls[4 * w];
  const ey = walls[4 * w + 3] - walls[4 * w + 1];
  // The corner of the box that is farthest to the left.
  return leftOf(walls, w, ey <= 0 ? right : left, ex >= 0 ? top : bottom) > TOUCH;
}

/** Positive: the place is on the left of a wall. Metres times its length. */
function leftOf(walls: Float64Array, w: number, x: number, y: number): number {
  const ax = walls[4 * w];
  const ay = walls[4 * w + 1];
  return (walls[4 * w + 2] - ax) * (y - ay) - (walls[4 * w + 3] - ay) * (x - ax);
}

/** Mark the parts within reach that a wall hides from the box, or may hide. @returns whether one is doubtful */
function castShadow(sight: MapSight, parts: SquareParts, grid: Grid, part: number, w: number): boolean {
  const { size, columns, rows } = grid;
  const { floor, next, middle } = parts;
  const { walls, reach } = sight;
  const wallLeft = Math.min(walls[4 * w], walls[4 * w + 2]);
  const wallRight = Math.max(walls[4 * w], walls[4 * w + 2]);
  const wallBottom = Math.min(walls[4 * w + 1], walls[4 * w + 3]);
  const wallTop = Math.max(walls[4 * w + 1], walls[4 * w + 3]);
  // Middles that are nearer than the wall are seen.
  const column0 = Math.max(0, Math.floor((wallLeft >= right - TOUCH ? wallLeft : left - reach) / size));
  const column1 = Math.min(columns - 1, Math.floor((wallRight <= left + TOUCH ? wallRight : right + reach) / size));
  const row0 = Math.max(0, Math.floor((wallBottom >= top - TOUCH ? wallBottom : bottom - reach) / size));
  const row1 = Math.min(rows - 1, Math.floor((wallTop <= bottom + TOUCH ? wallTop : top + reach) / size));
  const ex = walls[4 * w + 2] - walls[4 * w];
  const ey = walls[4 * w + 3] - walls[4 * w + 1];
  const touch = TOUCH * (Math.abs(ex) + Math.abs(ey));
  // With all of the box on its left, a wall hides nothing there.
  const isBefore = leftOf(walls, w, ey <= 0 ? left : right, ex >= 0 ? bottom : top) >= -touch;
  let isAsked = false;
  for (let row = row0; row <= row1; row++) {
    for (let column = column0; column <= column1; column++) {
      const square = row * columns + column;
      if (!(floor[square] > 0)) continue;
      for (let other = square; other !== NONE; other = next[other]) {
        if (other === part || known[other] === HIDDEN) continue;
        const x = middle[2 * other];
        const y = middle[2 * other + 1];
        // Boxes apart.
        if (wallLeft >= (x > right ? x : right) - TOUCH || wallRight <= (x < left ? x : left) + TOUCH) continue;
        if (wallBottom >= (y > top ? y : top) - TOUCH || wallTop <= (y < bottom ? y : bottom) + TOUCH) continue;
        if (isBefore && leftOf(walls, w, x, y) >= -touch) continue;
        const dx = x < left ? left - x : x > right ? x - right : 0;
        const dy = y < bottom ? bottom - y : y > top ? y - top : 0;
        if (dx * dx + dy * dy >= reach * reach || isBeside(walls, w, x, y)) continue;
        if (known[other] === 0) touched.push(other);
        known[other] = isBehind(walls, w, x, y) ? HIDDEN : DOUBTFUL;
        if (known[other] === DOUBTFUL) isAsked = true;
      }
    }
  }
  return isAsked;
}

/** Is a wall between q and all corners of the box? */
function isBehind(walls: Float64Array, w: number, qx: number, qy: number): boolean {
  return (
    crossing(walls, w, left, bottom, qx, qy) === ACROSS &&
    crossing(walls, w, right, bottom, qx, qy) === ACROSS &&
    crossing(walls, w, right, top, qx, qy) === ACROSS &&
    crossing(walls, w, left, top, qx, qy) === ACROSS
  );
}

/** Does a wall lie beside the hull of the box and q? Told by a line from q to a corner: others were tried before. */
function isBeside(walls: Float64Array, w: number, qx: number, qy: number): boolean {
  return (
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
