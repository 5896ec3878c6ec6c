/**
 * From decided velocities to new places: walls slow down what would run into them, then everybody
 * moves; contacts are dissolved afterwards (contact.ts), and `settle` says where everybody is.
 *
 *      approach to a wall ≤ 0.9 · (distance − r − 5 mm) / dt       the part of a velocity along the wall stays
 *
 * A centre never leaves the floor: whoever would, through a rounding or a crush, stays before the wall.
 */
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { aimWalk, walk, type WalkResult } from '../subdivision/walk.ts';
import { NONE } from '../core/none.ts';
import { BODY, RADIUS, TOP } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { MOST_BESIDE, type WallsBeside } from './near-walls.ts';

/** Metres a body keeps from walls when it walks towards them. */
const SKIN = 0.005;
/** Metres: touching, whatever is rounded. */
const TOUCHING = 1e-6;
/** Share of the way to a wall that one step may take. */
const SHARE = 0.9;
/** Rounds of sliding: in a corner, what one wall lets through the next may not. */
const ROUNDS = 3;
/** Metres before a wall where a centre is stopped that would cross it. */
const BEFORE = 1e-3;
/** Metres per second that one keeps of a shove, standing. */
const STAGGERS = 0.5;

/** Slots `from` … `to` - 1: slide along walls and take the step. */
export function slideAndMove(beside: WallsBeside, crowd: Crowd, step: number, from: number, to: number): void {
  const { place, nextVelocity, nextPlace } = crowd;
  for (let i = from; i < to; i++) {
    if (beside.count[i] !== 0) slide(beside, crowd, i, step, nextVelocity, 2 * i);
    nextPlace[2 * i] = place[2 * i] + nextVelocity[2 * i] * step;
    nextPlace[2 * i + 1] = place[2 * i + 1] + nextVelocity[2 * i + 1] * step;
  }
}

/** Take from the velocity at `at` what would lead walker i into walls. */
export function slide(
  beside: WallsBeside,
  { place, body }: Crowd,
  i: number,
  step: number,
  velocity: Float64Array,
  at: number,
): void {
  const { walls } = beside.near;
  let vx = velocity[at];
  let vy = velocity[at + 1];
  if (vx === 0 && vy === 0) return;
  const x = place[2 * i];
  const y = place[2 * i + 1];
  const start = MOST_BESIDE * i;
  const last = start + beside.count[i];
  const radius = body[BODY * i + RADIUS];
  // Further off, no step gets too near.
  const near = radius + SKIN + (Math.sqrt(vx * vx + vy * vy) * step) / SHARE;
  for (let round = 0; round < ROUNDS; round++) {
    let isFree = true;
    for (let n = start; n < last; n++) {
      const k = beside.wall[n];
      const ux = walls[k + 2];
      const uy = walls[k + 3];
      const ax = x - walls[k];
      const ay = y - walls[k + 1];
      const away = ux * ay - uy * ax;
      if (away > near || away < -near) continue;
      const along = ax * ux + ay * uy;
      const long = walls[k + 4];
      // Behind a wall, it is not this one that is met.
      if (along > 0 && along < long && away < 0) continue;
      // Walkers who keep off its line keep off its ends: a straight wall in many pieces is one wall.
      if (away > radius - TOUCHING) {
        const towards = uy * vx - ux * vy;
        if (towards <= 1e-12 || towards * step <= SHARE * (away - radius - SKIN) + 1e-12 * step) continue;
      }
      const share = along < 0 ? 0 : along > long ? long : along;
      const dx = ax - share * ux;
      const dy = ay - share * uy;
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance === 0) continue;
      const approach = -(vx * dx + vy * dy) / distance;
      const allowed = Math.max(0, (SHARE * (distance - radius - SKIN)) / step);
      if (approach <= allowed + 1e-12) continue;
      vx += ((approach - allowed) * dx) / distance;
      vy += ((approach - allowed) * dy) / distance;
      isFree = false;
    }
    if (isFree) break;
  }
  velocity[at] = vx;
  velocity[at + 1] = vy;
}

/**
 * Slots `from` … `to` - 1: find the cells of the new places, and the velocities that led there. Who was shoved is where the shove led,
 * but goes on no faster than it walked, or staggers: else one shove would be added to the next.
 */
export function settle(mesh: CellMesh, crowd: Crowd, step: number, way: WalkResult, from: number, to: number): void {
  const { place, cell, nextPlace, nextCell, nextVelocity, body } = crowd;
  for (let i = from; i < to; i++) {
    const x = place[2 * i];
    const y = place[2 * i + 1];
    let toX = nextPlace[2 * i];
    let toY = nextPlace[2 * i + 1];
    let c = cell[i];
    const side = sideLeftThrough(mesh, c, nextPlace, i);
    const next = side >= 0 && mesh.sideTwin[side] !== NONE ? mesh.sideCell[mesh.sideTwin[side]] : NONE;
    // Most who leave a cell are in the next one; who is not so clearly there has to walk.
    if (next !== NONE && sideLeftThrough(mesh, next, nextPlace, i) === INSIDE) c = next;
    else if (side !== INSIDE) {
      walk(mesh, c, aimWalk(way, x, y, toX, toY));
      c = way.cell;
      if (!way.reached) {
        const long = Math.sqrt((toX - x) ** 2 + (toY - y) ** 2);
        const far = Math.max(0, Math.sqrt((way.x - x) ** 2 + (way.y - y) ** 2) - BEFORE);
        toX = x + (far / long) * (toX - x);
        toY = y + (far / long) * (toY - y);
        walk(mesh, cell[i], aimWalk(way, x, y, toX, toY));
        c = way.cell;
        if (!way.reached) {
          c = cell[i];
          toX = x;
          toY = y;
        }
        nextPlace[2 * i] = toX;
        nextPlace[2 * i + 1] = toY;
      }
    }
    nextCell[i] = c;
    const vx = (toX - x) / step;
    const vy = (toY - y) / step;
    const speed = Math.sqrt(vx * vx + vy * vy);
    const wx = nextVelocity[2 * i];
    const wy = nextVelocity[2 * i + 1];
    const top = Math.min(body[BODY * i + TOP], Math.max(STAGGERS, Math.sqrt(wx * wx + wy * wy)));
    const share = speed > top ? top / speed : 1;
    nextVelocity[2 * i] = share * vx;
    nextVelocity[2 * i + 1] = share * vy;
  }
}

/** What sideLeftThrough says of a place well inside a cell, and of one where only a walk can tell. */
const INSIDE = -1;
const UNSURE = -2;
/** Square metres by which a place is clearly on one side of a side: its distance times the side's length. */
const CLEARLY = 1e-6;

/**
 * The side of a cell through which somebody inside comes to a place beyond it: the only one whose line it crosses, so that it crosses the side
 * itself.
 */
function sideLeftThrough(
  { vertices, sideVertex, cellFirst }: CellMesh,
  c: number,
  places: Float64Array,
  i: number,
): number {
  const x = places[2 * i];
  const y = places[2 * i + 1];
  const last = cellFirst[c + 1];
  let left = INSIDE;
  let a = 2 * sideVertex[cellFirst[c]];
  for (let s = cellFirst[c]; s < last; s++) {
    const b = 2 * sideVertex[s + 1 < last ? s + 1 : cellFirst[c]];
    const ex = vertices[b] - vertices[a];
    const ey = vertices[b + 1] - vertices[a + 1];
    const inside = ex * (y - vertices[a + 1]) - ey * (x - vertices[a]);
    if (!(inside > CLEARLY)) {
      if (left !== INSIDE || !(inside < -CLEARLY)) return UNSURE;
      left = s;
    }
    a = b;
  }
  return left;
}
