/**
 * The arc of a disc around a corner, cell by cell: how far it goes in one cell, and what stops it there.
 *
 *      ┌────────e────┐         the centre runs around v on the circle of the radius, turning left here, until
 *      │  c     · ·  │           - it crosses a side e of the cell: on in the cell behind, unless e is a wall or too short;
 *      │      ·     ·│           - the disc meets another corner: it can get no further;
 *    ──v     ·       │           - it moves along the second wall of the corner: turning on would be into the wall.
 *      └─────────────┘
 *
 * Directions are those the centre moves in. An arc turns by no more than half a turn, so that the order of two ends on it
 * is the order of the cosines.
 */
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { type Corners, RECORD } from '../corners/corners.ts';
import { stepCover } from '../corners/cover.ts';
import {
  type Arc,
  BEGIN,
  CENTRE,
  END,
  EXIT_AT,
  type ExactScratch,
  FURTHEST,
  POINT,
  RADIUS,
  ROOT_FLOATS,
} from './exact-state.ts';
import { countNear, type NearCorners } from '../corners/near-corners.ts';

/** Circles that come nearer to a line than this share of their radius touch it. */
const GRAZING = 1e-12;
/** Rounded ends of short pieces of wall may tilt them by so much. */
const TILT = 2e-9;
/** Cells an arc is followed through. */
const MOST_STEPS = 1000;

/**
 * Follow an arc in a cell: told are its corner, the centre and where it begins; found is where it ends.
 * @returns the side it goes on through, to the cell behind; NONE where it ends for good
 */
export function findArcEnd(mesh: CellMesh, corners: Corners, near: NearCorners, arc: Arc, c: number): number {
  arc.exit = NONE;
  if (!turnToWall(corners, arc)) return NONE;
  stopAtSides(mesh, corners, arc, near, c);
  if (corners.sectorGap[arc.sector] < 2 * near.radius && !stopAtCorners(mesh, corners, arc, near, c)) return NONE;
  return leaveThrough(mesh, corners, arc, near);
}

/** At most until it moves along the wall it turns to. @returns whether it can turn at all */
function turnToWall({ sectorWalls }: Corners, { sector, turn, at }: Arc): boolean {
  const ux = at[BEGIN];
  const uy = at[BEGIN + 1];
  const wall = 4 * sector + (turn > 0 ? 2 : 0);
  // A hair further: a short piece of wall may be tilted.
  const endX = sectorWalls[wall] - turn * TILT * sectorWalls[wall + 1];
  const endY = sectorWalls[wall + 1] + turn * TILT * sectorWalls[wall];
  const furthest = endX * ux + endY * uy;
  const isBehind = turn * (ux * endY - uy * endX) <= 0;
  const isThere = isBehind && furthest > 0;
  at[END] = isThere ? ux : endX;
  at[END + 1] = isThere ? uy : endY;
  at[FURTHEST] = isBehind ? -1 : furthest;
  return !isThere;
}

/** No further than to the first side of the cell that the circle crosses. */
function stopAtSides(
  { cellFirst }: CellMesh,
  { sideRecord }: Corners,
  arc: Arc,
  { radius }: NearCorners,
  c: number,
): void {
  const { turn, at } = arc;
  const x = at[CENTRE];
  const y = at[CENTRE + 1];
  const ux = at[BEGIN];
  const uy = at[BEGIN + 1];
  const nx = turn * uy;
  const ny = -turn * ux;
  const last = cellFirst[c + 1];
  for (let s = cellFirst[c]; s < last; s++) {
    const record = RECORD * s;
    const px = sideRecord[record];
    const py = sideRecord[record + 1];
    const size = sideRecord[record + 6];
    const ex = (sideRecord[record + 2] - px) / size;
    const ey = (sideRecord[record + 3] - py) / size;
    // The centre of the circle, so far inside.
    const inside = ex * (y - py) - ey * (x - px);
    if (inside >= radius * (1 - GRAZING)) continue;
    const isOutside = inside <= -radius * (1 - GRAZING);
    // The place along the side: several sides may lie on one line.
    const nearby = ex * (x - px) + ey * (y - py);
    if (inside + radius * (ex * ny - ey * nx) <= POINT && (isOutside || ex * uy - ey * ux < 0)) {
      const place = nearby + radius * (ex * nx + ey * ny);
      if (place < 0 || place > size) continue;
      at[END] = ux;
      at[END + 1] = uy;
      at[FURTHEST] = 1;
      arc.exit = s;
      return;
    }
    if (isOutside) continue;
    const cosine = -inside / radius;
    const sine = turn * Math.sqrt(1 - cosine * cosine);
    if (nearby - radius * sine < 0 || nearby - radius * sine > size) continue;
    const mx = -cosine * ey - sine * ex;
    const my = cosine * ex - sine * ey;
    const ahead = nx * mx + ny * my;
    if (ahead <= at[FURTHEST] || turn * (nx * my - ny * mx) < 0) continue;
    at[END] = -turn * my;
    at[END + 1] = turn * mx;
    at[FURTHEST] = ahead;
    arc.exit = s;
  }
}

/** No further than until the disc meets another corner. @returns false where it touches one already */
function stopAtCorners(mesh: CellMesh, corners: Corners, arc: Arc, near: NearCorners, c: number): boolean {
  const { sideRecord, sideSector, sectorReflex } = corners;
  const { sector, turn, at } = arc;
  const { radius } = near;
  const width = 2 * radius;
  const ux = at[BEGIN];
  const uy = at[BEGIN + 1];
  const nx = turn * uy;
  const ny = -turn * ux;
  const first = mesh.cellFirst[c];
  const last = mesh.cellFirst[c + 1];
  for (let i = first - countNear(mesh, corners, near, c); i < last; i++) {
    const s = i < first ? near.sides.array[near.first[c] + first - 1 - i] : i;
    if (sectorReflex[sideSector[s]] === 0 || sideSector[s] === sector) continue;
    const dx = sideRecord[RECORD * s] - at[CENTRE];
    const dy = sideRecord[RECORD * s + 1] - at[CENTRE + 1];
    const squared = dx * dx + dy * dy;
    if (squared >= width * width || squared === 0) continue;
    const awayX = dx - radius * nx;
    const awayY = dy - radius * ny;
    if (awayX * awayX + awayY * awayY <= (radius + POINT) * (radius + POINT) && awayX * ux + awayY * uy > 0) {
      at[END] = ux;
      at[END + 1] = uy;
      return false;
    }
    const distance = Math.sqrt(squared);
    const cosine = distance / width;
    const sine = turn * Math.sqrt(1 - cosine * cosine);
    const mx = (cosine * dx + sine * dy) / distance;
    const my = (cosine * dy - sine * dx) / distance;
    const ahead = nx * mx + ny * my;
    if (ahead <= at[FURTHEST] || turn * (nx * my - ny * mx) < 0) continue;
    at[END] = -turn * my;
    at[END + 1] = turn * mx;
    at[FURTHEST] = ahead;
    arc.exit = NONE;
  }
  return true;
}

/** @returns the side the arc ends at, if it can go on behind it, and where on that side in `at`; else NONE */
function leaveThrough({ sideTwin }: CellMesh, corners: Corners, arc: Arc, { radius }: NearCorners): number {
  const { sideRecord, sectorWalls } = corners;
  const { exit, sector, turn, at } = arc;
  if (exit === NONE) return NONE;
  const wall = 4 * sector + (turn > 0 ? 2 : 0);
  const wallX = sectorWalls[wall];
  const wallY = sectorWalls[wall + 1];
  const endX = at[END];
  const endY = at[END + 1];
  // No arc behind a side that it reaches where it ends anyway.
  if (turn * (endX * wallY - endY * wallX) < TILT && endX * wallX + endY * wallY > 0) {
    at[END] = wallX - turn * TILT * wallY;
    at[END + 1] = wallY + turn * TILT * wallX;
    return NONE;
  }
  if (sideTwin[exit] === NONE) return NONE;
  const record = RECORD * exit;
  const size = sideRecord[record + 6];
  if (!(size > 2 * radius)) return NONE;
  const px = sideRecord[record];
  const py = sideRecord[record + 1];
  const tx = at[CENTRE] + turn * radius * endY - px;
  const ty = at[CENTRE + 1] - turn * radius * endX - py;
  const place = (tx * (sideRecord[record + 2] - px) + ty * (sideRecord[record + 3] - py)) / size;
  if (place < radius - POINT || place > size - radius + POINT) return NONE;
  at[EXIT_AT] = place;
  return exit;
}

/**
 * Can a disc follow the arc between a root and another place on its circle, in a cell, where scratch.touch touches it?
 * @param cover the cell in the cover, if there is one
 */
export function isOneArc(
  mesh: CellMesh,
  corners: Corners,
  scratch: ExactScratch,
  root: number,
  cell: number,
  cover: number,
): boolean {
  const radius = scratch.ask[RADIUS];
  const sector = scratch.rootSector[root];
  if (scratch.cover === undefined && (radius === 0 || corners.sectorGap[sector] >= 2 * radius)) return true;
  const { rootAt, arc } = scratch;
  const { at } = arc;
  const turn = scratch.rootSide[root];
  const R = ROOT_FLOATS * root;
  const isAhead = turn * (rootAt[R + 4] * scratch.touch[1] - rootAt[R + 5] * scratch.touch[0]) >= 0;
  arc.sector = sector;
  arc.turn = turn;
  at[CENTRE] = rootAt[R];
  at[CENTRE + 1] = rootAt[R + 1];
  at[BEGIN] = isAhead ? rootAt[R + 4] : scratch.touch[0];
  at[BEGIN + 1] = isAhead ? rootAt[R + 5] : scratch.touch[1];
  const toX = isAhead ? scratch.touch[0] : rootAt[R + 4];
  const toY = isAhead ? scratch.touch[1] : rootAt[R + 5];
  const toCover = isAhead ? cover : scratch.rootCover[root];
  let c = isAhead ? scratch.rootCell[root] : cell;
  let coverNow = isAhead ? scratch.rootCover[root] : cover;
  for (let step = 0; step < MOST_STEPS; step++) {
    const exit = findArcEnd(mesh, corners, scratch.near, arc, c);
    const atX = at[BEGIN];
    const atY = at[BEGIN + 1];
    const isReached = toX * atX + toY * atY >= at[END] * atX + at[END + 1] * atY - 1e-12;
    if (isReached && (scratch.cover === undefined || coverNow === toCover)) return true;
    if (exit === NONE) return false;
    if (scratch.cover !== undefined) {
      coverNow = stepCover(mesh, corners.cellReach, scratch.cover, coverNow, exit, radius);
      if (coverNow === NONE || (isReached && coverNow !== toCover)) return false;
      if (isReached) return true;
    }
    at[BEGIN] = at[END];
    at[BEGIN + 1] = at[END + 1];
    c = mesh.sideCell[mesh.sideTwin[exit]];
  }
  return false;
}
