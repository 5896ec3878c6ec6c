/**
 * Is a path of straight pieces and arcs the taut one in its sequence of portals? Followed through the cells it passes, piece
 * by piece: it must cross the portals in their order and no other side, every piece must keep the radius from the
 * corners a disc can touch in those cells, every arc must be free and turn towards its corner.
 *
 * There is one such path at most, the shortest. "No" may also be said of a path that is right but leans out of the sequence
 * through another side and back. Linear in the portals.
 */
import type { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { calmFor, type Corners, RECORD } from '../corners/corners.ts';
import { findArcEnd } from '../exact/exact-arc.ts';
import { type Arc, BEGIN, CENTRE, createArc, END } from '../exact/exact-state.ts';
import { countNear, type NearCorners } from '../corners/near-corners.ts';
import type { RouteQuery } from '../route.ts';
import { PIECE, STRAIGHT, type TautScratch } from './taut-state.ts';

/** Metres: what is rounding here. */
const NEAR = 1e-8;

/** A path's portals and those passed, while it is followed. */
interface Follower {
  fromCell: number;
  portals: Int32Array;
  count: number;
  passed: number;
  /** Whether the piece to follow next begins between the two portals of its cell. */
  isInside: boolean;
  arc: Arc;
}

const follower: Follower = {
  fromCell: NONE,
  portals: new Int32Array(0),
  count: 0,
  passed: 0,
  isInside: false,
  arc: createArc(),
};

/** @param near for the path's radius, which is > 0 */
export function isTaut(
  mesh: CellMesh,
  corners: Corners,
  near: NearCorners,
  scratch: TautScratch,
  { from, to }: RouteQuery,
  portals: GrowableInts,
): boolean {
  follower.fromCell = from.cell;
  follower.portals = portals.array;
  follower.count = portals.length;
  follower.passed = 0;
  follower.isInside = false;
  for (let b = 0; b <= scratch.bends; b++) {
    if (!followPiece(mesh, corners, near, scratch, b)) return false;
    if (b < scratch.bends && !followArc(mesh, corners, near, scratch, b)) return false;
  }
  return follower.passed === follower.count && cellNow(mesh) === to.cell;
}

function followPiece(mesh: CellMesh, corners: Corners, near: NearCorners, scratch: TautScratch, b: number): boolean {
  const { piece, bendSector, bendSide, bends, pinPlace, portalLeft, portalRight } = scratch;
  const { sectorPlace, sideRecord } = corners;
  const { portals, count } = follower;
  const { radius } = near;
  const previous = b === 0 ? NONE : bendSector[b - 1];
  const next = b === bends ? NONE : bendSector[b];
  if (previous !== NONE && next !== NONE && bendSide[b - 1] !== bendSide[b]) {
    // From one side to the other, between two circles that must not overlap.
    const dx = sectorPlace[2 * next] - sectorPlace[2 * previous];
    const dy = sectorPlace[2 * next + 1] - sectorPlace[2 * previous + 1];
    if (dx * dx + dy * dy < (2 * radius - NEAR) * (2 * radius - NEAR)) return false;
  }
  const px = piece[PIECE * b];
  const py = piece[PIECE * b + 1];
  const qx = piece[PIECE * b + 2];
  const qy = piece[PIECE * b + 3];
  const ux = piece[PIECE * b + 4];
  const uy = piece[PIECE * b + 5];
  const calm = calmFor(radius);
  const clear = radius - NEAR;
  for (let isFirst = true; ; isFirst = false) {
    const k = follower.passed;
    if (k === count) return endsWell(mesh, corners, near, scratch, b, false);
    const a = 2 * portalRight[k];
    const ax = pinPlace[a];
    const ay = pinPlace[a + 1];
    const bx = pinPlace[2 * portalLeft[k]];
    const by = pinPlace[2 * portalLeft[k] + 1];
    const wx = bx - ax;
    const wy = by - ay;
    const to = wx * (qy - ay) - wy * (qx - ax);
    const squared = wx * wx + wy * wy;
    const isCalm = k > 0 && sideRecord[RECORD * portals[k] + 7] >= calm;
    if (to >= 0 || to * to <= NEAR * NEAR * squared) {
      return endsWell(mesh, corners, near, scratch, b, isCalm && (!isFirst || follower.isInside));
    }
    // Most often: straight through, the ends of the portal on both sides far enough, and nothing else to mind.
    const left = ux * (by - py) - uy * (bx - px);
    const right = uy * (ax - px) - ux * (ay - py);
    if (!isCalm || isFirst || left < clear || right < clear) {
      if (isCalm && (!isFirst || follower.isInside)) {
        if (!keepsClearOfPins(near, scratch, b, k)) return false;
      } else if (!keepsClear(mesh, corners, near, scratch, b, cellNow(mesh))) return false;
      const from = wx * (py - ay) - wy * (px - ax);
      const share = from / (from - to);
      const place = wx * (px + share * (qx - px) - ax) + wy * (py + share * (qy - py) - ay);
      const least = (radius - 100 * NEAR) * Math.sqrt(squared);
      if (!(place >= least && place <= squared - least)) return false;
    }
    follower.passed++;
  }
}

/**
 * Does piece b keep clear in the cell where it ends, and end there?
 * @param isCalm nothing but the ends of portals is near, as long as the piece stays between the two portals of the cell
 */
function endsWell(
  mesh: CellMesh,
  corners: Corners,
  near: NearCorners,
  scratch: TautScratch,
  b: number,
  isCalm: boolean,
): boolean {
  if (isCalm && isBetweenPortals(scratch, follower.passed, PIECE * b + 2)) {
    return keepsClearOfPins(near, scratch, b, follower.passed);
  }
  const c = cellNow(mesh);
  return keepsClear(mesh, corners, near, scratch, b, c) && holds(mesh, corners, scratch.piece, PIECE * b + 2, c);
}

/** Is a place among the pieces between portals k - 1 and k, and between the lines that join their ends? */
function isBetweenPortals({ piece, pinPlace, portalLeft, portalRight }: TautScratch, k: number, at: number): boolean {
  const x = piece[at];
  const y = piece[at + 1];
  const a = 2 * portalRight[k - 1];
  const b = 2 * portalRight[k];
  const c = 2 * portalLeft[k];
  const d = 2 * portalLeft[k - 1];
  return (
    isLeftOf(pinPlace, a, b, x, y) &&
    isLeftOf(pinPlace, b, c, x, y) &&
    isLeftOf(pinPlace, c, d, x, y) &&
    isLeftOf(pinPlace, d, a, x, y)
  );
}

function isLeftOf(places: Float64Array, a: number, b: number, x: number, y: number): boolean {
  const ax = places[a];
  const ay = places[a + 1];
  return (places[b] - ax) * (y - ay) - (places[b + 1] - ay) * (x - ax) >= 0;
}

/** The cell behind the portal passed last. */
function cellNow({ sideCell, sideTwin }: CellMesh): number {
  const { passed, fromCell, portals } = follower;
  return passed === 0 ? fromCell : sideCell[sideTwin[portals[passed - 1]]];
}

/** Does piece b keep the radius from the ends of portals k - 1 and k, and from the pins between? */
function keepsClearOfPins(near: NearCorners, scratch: TautScratch, b: number, k: number): boolean {
  const { piece, pinPlace, pinSide, pinSector, portalFirst, portalLeft, portalRight, bendSector, bends } = scratch;
  const least = near.radius - NEAR;
  const px = piece[PIECE * b];
  const py = piece[PIECE * b + 1];
  const ux = piece[PIECE * b + 4];
  const uy = piece[PIECE * b + 5];
  const first = portalFirst[k] - 2;
  const last = portalFirst[k + 1];
  for (let i = first; i < last; i++) {
    const p = i === first ? portalLeft[k - 1] : i === first + 1 ? portalRight[k - 1] : i;
    const dx = pinPlace[2 * p] - px;
    const dy = pinPlace[2 * p + 1] - py;
    const distance = ux * dy - uy * dx;
    if (distance >= least || distance <= -least) continue;
    const along = (piece[PIECE * b + 2] - px) * ux + (piece[PIECE * b + 3] - py) * uy;
    const beside = dx * ux + dy * uy;
    const side = pinSide[p];
    if (beside <= 0 || beside >= along + near.radius || side === STRAIGHT || side === -STRAIGHT) continue;
    const sector = pinSector[p];
    if ((b > 0 && sector === bendSector[b - 1]) || (b < bends && sector === bendSector[b])) continue;
    const beyond = beside - along;
    if (beyond <= 0 || distance * distance + beyond * beyond < least * least) return false;
  }
  return true;
}

/** Does piece b keep the radius from the corners that can be touched in a cell? */
function keepsClear(
  mesh: CellMesh,
  corners: Corners,
  near: NearCorners,
  scratch: TautScratch,
  b: number,
  c: number,
): boolean {
  const { sideRecord } = corners;
  const { piece, bendSector, bends } = scratch;
  const previous = b === 0 ? NONE : bendSector[b - 1];
  const next = b === bends ? NONE : bendSector[b];
  const least = near.radius - NEAR;
  const px = piece[PIECE * b];
  const py = piece[PIECE * b + 1];
  const ux = piece[PIECE * b + 4];
  const uy = piece[PIECE * b + 5];
  const along = (piece[PIECE * b + 2] - px) * ux + (piece[PIECE * b + 3] - py) * uy;
  const first = mesh.cellFirst[c];
  const last = mesh.cellFirst[c + 1];
  for (let i = first - countNear(mesh, corners, near, c); i < last; i++) {
    const s = i < first ? near.sides.array[near.first[c] + first - 1 - i] : i;
    const at = RECORD * s;
    const dx = sideRecord[at] - px;
    const dy = sideRecord[at + 1] - py;
    const distance = ux * dy - uy * dx;
    if (distance >= least || distance <= -least) continue;
    const beside = dx * ux + dy * uy;
    if (beside <= 0 || beside >= along + near.radius || (sideRecord[at + 7] & 1) === 0) continue;
    const sector = sideRecord[at + 4];
    if (sector === previous || sector === next) continue;
    const beyond = beside - along;
    if (beyond <= 0 || distance * distance + beyond * beyond < least * least) return false;
  }
  return true;
}

function followArc(mesh: CellMesh, corners: Corners, near: NearCorners, scratch: TautScratch, b: number): boolean {
  const { piece, bendSector, bendSide } = scratch;
  const { sideRecord, sectorRoom, sectorGap, sectorReflex, sectorPlace } = corners;
  const { portals, count, arc } = follower;
  const sector = bendSector[b];
  const turn = bendSide[b];
  const ux = piece[PIECE * b + 4];
  const uy = piece[PIECE * b + 5];
  const vx = piece[PIECE * b + PIECE + 4];
  const vy = piece[PIECE * b + PIECE + 5];
  const cross = turn * (ux * vy - uy * vx);
  follower.isInside = false;
  if (cross < -NEAR) return false;
  // It only touches.
  if (cross < NEAR && ux * vx + uy * vy > 0) return true;
  if (sectorReflex[sector] === 0) return false;
  if (sectorRoom[sector] >= near.radius && sectorGap[sector] >= 2 * near.radius) {
    // Nothing but sides that end at the corner is within the circle.
    const x = piece[PIECE * b + PIECE];
    const y = piece[PIECE * b + PIECE + 1];
    while (follower.passed < count) {
      const at = RECORD * portals[follower.passed];
      const ax = sideRecord[at];
      const ay = sideRecord[at + 1];
      const away = (sideRecord[at + 2] - ax) * (y - ay) - (sideRecord[at + 3] - ay) * (x - ax);
      if (away >= -NEAR * sideRecord[at + 6]) break;
      if (sideRecord[at + 4] !== sector && sideRecord[at + 5] !== sector) return false;
      follower.passed++;
    }
    const k = follower.passed;
    follower.isInside = k > 0 && k < count && isBetweenPortals(scratch, k, PIECE * b + PIECE);
    return follower.isInside || holds(mesh, corners, piece, PIECE * b + PIECE, cellNow(mesh));
  }
  const { at } = arc;
  arc.sector = sector;
  arc.turn = turn;
  at[CENTRE] = sectorPlace[2 * sector];
  at[CENTRE + 1] = sectorPlace[2 * sector + 1];
  at[BEGIN] = ux;
  at[BEGIN + 1] = uy;
  for (;;) {
    const exit = findArcEnd(mesh, corners, near, arc, cellNow(mesh));
    const atX = at[BEGIN];
    const atY = at[BEGIN + 1];
    const isReached = vx * atX + vy * atY >= at[END] * atX + at[END + 1] * atY - NEAR * NEAR;
    if (isReached && holds(mesh, corners, piece, PIECE * b + PIECE, cellNow(mesh))) return true;
    if (follower.passed === count || (exit !== portals[follower.passed] && !isReached)) return false;
    follower.passed++;
    if (isReached) return holds(mesh, corners, piece, PIECE * b + PIECE, cellNow(mesh));
    at[BEGIN] = at[END];
    at[BEGIN + 1] = at[END + 1];
  }
}

/** Does the closed cell hold the place in an array? */
function holds(mesh: CellMesh, corners: Corners, places: Float64Array, at: number, c: number): boolean {
  const { sideRecord } = corners;
  const x = places[at];
  const y = places[at + 1];
  const end = RECORD * mesh.cellFirst[c + 1];
  for (let record = RECORD * mesh.cellFirst[c]; record < end; record += RECORD) {
    const ax = sideRecord[record];
    const ay = sideRecord[record + 1];
    const away = (sideRecord[record + 2] - ax) * (y - ay) - (sideRecord[record + 3] - ay) * (x - ax);
    if (away < -NEAR * sideRecord[record + 6]) return false;
  }
  return true;
}
