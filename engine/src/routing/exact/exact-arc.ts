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
import { type ExactScratch, POINT, RADIUS, ROOT_FLOATS } from './exact-state.ts';
import { countNear, type NearCorners } from '../corners/near-corners.ts';

/** Circles that come nearer to a line than this share of their radius touch it. */
const GRAZING = 1e-12;
/** Rounded ends of short pieces of wall may tilt them by so much. */
const TILT = 2e-9;
/** Cells an arc is followed through. */
const MOST_STEPS = 1000;

/** Places in an arc: centre, direction at its beginning, direction at its end, place on the side it leaves through. */
export const CENTRE = 0;
export const BEGIN = 2;
export const END = 4;
export const EXIT_AT = 6;

/**
 * Follow an arc in a cell, around the corner of a sector; `arc` tells the centre and where it begins, and then where it ends.
 * @returns the side it goes on through, to the cell behind; NONE where it ends for good
 */
export function findArcEnd(
  mesh: CellMesh,
  corners: Corners,
  near: NearCorners,
  arc: Float64Array,
  sector: number,
  turn: number,
  c: number,
): number {
  const { sideTwin, cellFirst } = mesh;
  const { sideRecord, sideSector, sectorReflex, sectorWalls } = corners;
  const { radius } = near;
  const width = 2 * radius;
  const x = arc[CENTRE];
  const y = arc[CENTRE + 1];
  const ux = arc[BEGIN];
  const uy = arc[BEGIN + 1];
  const nx = turn * uy;
  const ny = -turn * ux;
  // Along the wall it turns to.
  const wall = 4 * sector + (turn > 0 ? 2 : 0);
  const wallX = sectorWalls[wall];
  const wallY = sectorWalls[wall + 1];
  // A hair further: a short piece of wall may be tilted.
  const tiltedX = wallX - turn * TILT * wallY;
  const tiltedY = wallY + turn * TILT * wallX;
  let endX = tiltedX;
  let endY = tiltedY;
  let furthest = endX * ux + endY * uy;
  let exit: number = NONE;
  if (turn * (ux * endY - uy * endX) <= 0) {
    if (furthest > 0) {
      arc[END] = ux;
      arc[END + 1] = uy;
      return NONE;
    }
    furthest = -1;
  }
  const first = cellFirst[c];
  const last = cellFirst[c + 1];
  for (let s = first; s < last; s++) {
    const at = RECORD * s;
    const px = sideRecord[at];
    const py = sideRecord[at + 1];
    const size = sideRecord[at + 6];
    const ex = (sideRecord[at + 2] - px) / size;
    const ey = (sideRecord[at + 3] - py) / size;
    // The centre of the circle, so far inside.
    const inside = ex * (y - py) - ey * (x - px);
    if (inside >= radius * (1 - GRAZING)) continue;
    const isOutside = inside <= -radius * (1 - GRAZING);
    // The place along the side: several sides may lie on one line.
    const nearby = ex * (x - px) + ey * (y - py);
    if (inside + radius * (ex * ny - ey * nx) <= POINT && (isOutside || ex * uy - ey * ux < 0)) {
      const place = nearby + radius * (ex * nx + ey * ny);
      if (place < 0 || place > size) continue;
      endX = ux;
      endY = uy;
      furthest = 1;
      exit = s;
      break;
    }
    if (isOutside) continue;
    const cosine = -inside / radius;
    const sine = turn * Math.sqrt(1 - cosine * cosine);
    if (nearby - radius * sine < 0 || nearby - radius * sine > size) continue;
    const mx = -cosine * ey - sine * ex;
    const my = cosine * ex - sine * ey;
    const ahead = nx * mx + ny * my;
    if (ahead <= furthest || turn * (nx * my - ny * mx) < 0) continue;
    furthest = ahead;
    endX = -turn * my;
    endY = turn * mx;
    exit = s;
  }
  if (corners.sectorGap[sector] < width) {
    const others = countNear(mesh, corners, near, c);
    for (let i = first - others; i < last; i++) {
      const s = i < first ? near.sides.array[near.first[c] + first - 1 - i] : i;
      if (sectorReflex[sideSector[s]] === 0 || sideSector[s] === sector) continue;
      const dx = sideRecord[RECORD * s] - x;
      const dy = sideRecord[RECORD * s + 1] - y;
      const squared = dx * dx + dy * dy;
      if (squared >= width * width || squared === 0) continue;
      const awayX = dx - radius * nx;
      const awayY = dy - radius * ny;
      if (awayX * awayX + awayY * awayY <= (radius + POINT) * (radius + POINT) && awayX * ux + awayY * uy > 0) {
        arc[END] = ux;
        arc[END + 1] = uy;
        return NONE;
      }
      const distance = Math.sqrt(squared);
      const cosine = distance / width;
      const sine = turn * Math.sqrt(1 - cosine * cosine);
      const mx = (cosine * dx + sine * dy) / distance;
      const my = (cosine * dy - sine * dx) / distance;
      const ahead = nx * mx + ny * my;
      if (ahead <= furthest || turn * (nx * my - ny * mx) < 0) continue;
      furthest = ahead;
      endX = -turn * my;
      endY = turn * mx;
      exit = NONE;
    }
  }
  // No arc behind a side that it reaches where it ends anyway.
  if (exit !== NONE && turn * (endX * wallY - endY * wallX) < TILT && endX * wallX + endY * wallY > 0) {
    exit = NONE;
    endX = tiltedX;
    endY = tiltedY;
  }
  arc[END] = endX;
  arc[END + 1] = endY;
  if (exit === NONE || sideTwin[exit] === NONE) return NONE;
  const at = RECORD * exit;
  const size = sideRecord[at + 6];
  if (!(size > width)) return NONE;
  const tx = x + turn * radius * endY - sideRecord[at];
  const ty = y - turn * radius * endX - sideRecord[at + 1];
  const place = (tx * (sideRecord[at + 2] - sideRecord[at]) + ty * (sideRecord[at + 3] - sideRecord[at + 1])) / size;
  if (place < radius - POINT || place > size - radius + POINT) return NONE;
  arc[EXIT_AT] = place;
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
  const turn = scratch.rootSide[root];
  const R = ROOT_FLOATS * root;
  const isAhead = turn * (rootAt[R + 4] * scratch.touch[1] - rootAt[R + 5] * scratch.touch[0]) >= 0;
  arc[CENTRE] = rootAt[R];
  arc[CENTRE + 1] = rootAt[R + 1];
  arc[BEGIN] = isAhead ? rootAt[R + 4] : scratch.touch[0];
  arc[BEGIN + 1] = isAhead ? rootAt[R + 5] : scratch.touch[1];
  const toX = isAhead ? scratch.touch[0] : rootAt[R + 4];
  const toY = isAhead ? scratch.touch[1] : rootAt[R + 5];
  const toCover = isAhead ? cover : scratch.rootCover[root];
  let c = isAhead ? scratch.rootCell[root] : cell;
  let at = isAhead ? scratch.rootCover[root] : cover;
  for (let step = 0; step < MOST_STEPS; step++) {
    const exit = findArcEnd(mesh, corners, scratch.near, arc, sector, turn, c);
    const atX = arc[BEGIN];
    const atY = arc[BEGIN + 1];
    const isReached = toX * atX + toY * atY >= arc[END] * atX + arc[END + 1] * atY - 1e-12;
    if (isReached && (scratch.cover === undefined || at === toCover)) return true;
    if (exit === NONE) return false;
    if (scratch.cover !== undefined) {
      at = stepCover(mesh, corners.cellReach, scratch.cover, at, exit, radius);
      if (at === NONE || (isReached && at !== toCover)) return false;
      if (isReached) return true;
    }
    arc[BEGIN] = arc[END];
    arc[BEGIN + 1] = arc[END + 1];
    c = mesh.sideCell[mesh.sideTwin[exit]];
  }
  return false;
}
