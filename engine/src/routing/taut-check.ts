/**
 * Is a path of straight pieces and arcs the taut one in its sequence of portals? Followed through the cells it passes, piece
 * by piece: it must cross the portals in their order and no other side, every piece must keep the radius from the
 * corners a disc can touch in those cells, every arc must be free and turn towards its corner.
 *
 * There is one such path at most, the shortest. "No" may also be said of a path that is right but leans out of the sequence
 * through another side and back. Linear in the portals.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type Corners, RECORD } from './corners.ts';
import { BEGIN, CENTRE, END, findArcEnd } from './exact-arc.ts';
import { countNear, type NearCorners } from './near-corners.ts';
import { PIECE, type TautScratch } from './taut-state.ts';

/** Metres: what is rounding here. */
const NEAR = 1e-8;

/** Cells and portals passed, while a path is followed. */
interface Follower {
  cell: number;
  passed: number;
  arc: Float64Array;
}

const follower: Follower = { cell: NONE, passed: 0, arc: new Float64Array(8) };

/** @param near for the path's radius, which is > 0 */
export function isTaut(
  mesh: CellMesh,
  corners: Corners,
  near: NearCorners,
  scratch: TautScratch,
  fromCell: number,
  toCell: number,
  portals: Int32Array,
  count: number,
): boolean {
  follower.cell = fromCell;
  follower.passed = 0;
  for (let b = 0; b <= scratch.bends; b++) {
    if (!followPiece(mesh, corners, near, scratch, b, portals, count)) return false;
    if (b < scratch.bends && !followArc(mesh, corners, near, scratch, b, portals, count)) return false;
  }
  return follower.cell === toCell && follower.passed === count;
}

function followPiece(
  mesh: CellMesh,
  corners: Corners,
  near: NearCorners,
  scratch: TautScratch,
  b: number,
  portals: Int32Array,
  count: number,
): boolean {
  const { piece, bendSector, bendSide, bends } = scratch;
  const { sideRecord, sectorPlace } = corners;
  const { radius } = near;
  const previous = b === 0 ? NONE : bendSector[b - 1]!;
  const next = b === bends ? NONE : bendSector[b]!;
  if (previous !== NONE && next !== NONE && bendSide[b - 1] !== bendSide[b]) {
    // From one side to the other, between two circles that must not overlap.
    const dx = sectorPlace[2 * next]! - sectorPlace[2 * previous]!;
    const dy = sectorPlace[2 * next + 1]! - sectorPlace[2 * previous + 1]!;
    if (dx * dx + dy * dy < (2 * radius - NEAR) * (2 * radius - NEAR)) return false;
  }
  const px = piece[PIECE * b]!;
  const py = piece[PIECE * b + 1]!;
  const qx = piece[PIECE * b + 2]!;
  const qy = piece[PIECE * b + 3]!;
  for (;;) {
    if (!keepsClear(mesh, corners, near, scratch, b, follower.cell)) return false;
    if (follower.passed === count) break;
    const at = RECORD * portals[follower.passed]!;
    const ax = sideRecord[at]!;
    const ay = sideRecord[at + 1]!;
    const long = sideRecord[at + 6]!;
    const ex = (sideRecord[at + 2]! - ax) / long;
    const ey = (sideRecord[at + 3]! - ay) / long;
    const to = ex * (qy - ay) - ey * (qx - ax);
    if (to >= -NEAR) break;
    const from = ex * (py - ay) - ey * (px - ax);
    const share = from / (from - to);
    const place = ex * (px + share * (qx - px) - ax) + ey * (py + share * (qy - py) - ay);
    if (!(place >= radius - 100 * NEAR && place <= long - radius + 100 * NEAR)) return false;
    pass(mesh, portals);
  }
  return holds(mesh, corners, piece, PIECE * b + 2, follower.cell);
}

function pass(mesh: CellMesh, portals: Int32Array): void {
  follower.cell = mesh.sideCell[mesh.sideTwin[portals[follower.passed++]!]!]!;
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
  const previous = b === 0 ? NONE : bendSector[b - 1]!;
  const next = b === bends ? NONE : bendSector[b]!;
  const least = near.radius - NEAR;
  const px = piece[PIECE * b]!;
  const py = piece[PIECE * b + 1]!;
  const ux = piece[PIECE * b + 4]!;
  const uy = piece[PIECE * b + 5]!;
  const along = (piece[PIECE * b + 2]! - px) * ux + (piece[PIECE * b + 3]! - py) * uy;
  const first = mesh.cellFirst[c]!;
  const last = mesh.cellFirst[c + 1]!;
  for (let i = first - countNear(mesh, corners, near, c); i < last; i++) {
    const s = i < first ? near.sides.array[near.first[c]! + first - 1 - i]! : i;
    const at = RECORD * s;
    const dx = sideRecord[at]! - px;
    const dy = sideRecord[at + 1]! - py;
    const distance = ux * dy - uy * dx;
    if (distance >= least || distance <= -least) continue;
    const beside = dx * ux + dy * uy;
    if (beside <= 0 || beside >= along + near.radius || (sideRecord[at + 7]! & 1) === 0) continue;
    const sector = sideRecord[at + 4]!;
    if (sector === previous || sector === next) continue;
    const beyond = beside - along;
    if (beyond <= 0 || distance * distance + beyond * beyond < least * least) return false;
  }
  return true;
}

function followArc(
  mesh: CellMesh,
  corners: Corners,
  near: NearCorners,
  scratch: TautScratch,
  b: number,
  portals: Int32Array,
  count: number,
): boolean {
  const { piece, bendSector, bendSide } = scratch;
  const { sideRecord, sectorRoom, sectorGap, sectorReflex, sectorPlace } = corners;
  const { arc } = follower;
  const sector = bendSector[b]!;
  const turn = bendSide[b]!;
  const ux = piece[PIECE * b + 4]!;
  const uy = piece[PIECE * b + 5]!;
  const vx = piece[PIECE * b + PIECE + 4]!;
  const vy = piece[PIECE * b + PIECE + 5]!;
  const cross = turn * (ux * vy - uy * vx);
  if (cross < -NEAR) return false;
  // It only touches.
  if (cross < NEAR && ux * vx + uy * vy > 0) return true;
  if (sectorReflex[sector] === 0) return false;
  if (sectorRoom[sector]! >= near.radius && sectorGap[sector]! >= 2 * near.radius) {
    // Nothing but sides that end at the corner is within the circle.
    const x = piece[PIECE * b + PIECE]!;
    const y = piece[PIECE * b + PIECE + 1]!;
    while (follower.passed < count) {
      const at = RECORD * portals[follower.passed]!;
      const ax = sideRecord[at]!;
      const ay = sideRecord[at + 1]!;
      const away = (sideRecord[at + 2]! - ax) * (y - ay) - (sideRecord[at + 3]! - ay) * (x - ax);
      if (away >= -NEAR * sideRecord[at + 6]!) break;
      if (sideRecord[at + 4] !== sector && sideRecord[at + 5] !== sector) return false;
      pass(mesh, portals);
    }
    return holds(mesh, corners, piece, PIECE * b + PIECE, follower.cell);
  }
  arc[CENTRE] = sectorPlace[2 * sector]!;
  arc[CENTRE + 1] = sectorPlace[2 * sector + 1]!;
  arc[BEGIN] = ux;
  arc[BEGIN + 1] = uy;
  for (;;) {
    const exit = findArcEnd(mesh, corners, near, arc, sector, turn, follower.cell);
    const atX = arc[BEGIN]!;
    const atY = arc[BEGIN + 1]!;
    const isReached = vx * atX + vy * atY >= arc[END]! * atX + arc[END + 1]! * atY - NEAR * NEAR;
    if (isReached && holds(mesh, corners, piece, PIECE * b + PIECE, follower.cell)) return true;
    if (follower.passed === count || (exit !== portals[follower.passed] && !isReached)) return false;
    pass(mesh, portals);
    if (isReached) return holds(mesh, corners, piece, PIECE * b + PIECE, follower.cell);
    arc[BEGIN] = arc[END]!;
    arc[BEGIN + 1] = arc[END + 1]!;
  }
}

/** Does the closed cell hold the place in an array? */
function holds(mesh: CellMesh, corners: Corners, places: Float64Array, at: number, c: number): boolean {
  const { sideRecord } = corners;
  const x = places[at]!;
  const y = places[at + 1]!;
  const end = RECORD * mesh.cellFirst[c + 1]!;
  for (let record = RECORD * mesh.cellFirst[c]!; record < end; record += RECORD) {
    const ax = sideRecord[record]!;
    const ay = sideRecord[record + 1]!;
    const away = (sideRecord[record + 2]! - ax) * (y - ay) - (sideRecord[record + 3]! - ay) * (x - ax);
    if (away < -NEAR * sideRecord[record + 6]!) return false;
  }
  return true;
}
