/**
 * The corners a disc in a cell can touch: those of the cell itself, and those behind its free sides that are nearer to it
 * than the radius.
 *
 *     ────────┐                the circle around v, a corner of d, reaches through the side p–q into c: a disc whose centre
 *      d      v ·  ·           is in c may touch v. A disc keeps the radius from p and q, so it cannot lean far through
 *     p ───────────── q        a short side: no deeper than the circle's cap over it.
 *            c  ·  ·
 *
 * `measureReach` is done once for a mesh: for each cell how near the nearest such corner is, whatever the radius. Cells
 * where that is more than the radius, most of them, have nothing to look for; for the others `countNear` walks through
 * the cells around, once per radius. May give corners that a wall hides: no disc that keeps clear of that wall is near
 * enough to touch them.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import type { Corners } from './corners.ts';

export interface NearCorners {
  radius: number;
  /** Sides at whose start the corners are, the corners of a cell's own left out: `count[c]` of them from `first[c]` on. */
  sides: GrowableInts;
  first: Int32Array;
  count: Int32Array;
  /** Whether the two hold for this radius: equal to `round`. */
  stamp: Int32Array;
  round: number;
  seen: GrowableInts;
}

/** Cells looked through behind one side; more than these within a radius are a heap of slivers. */
const MOST_CELLS = 256;
/** Metres: what a disc may be nearer than its radius to a corner. */
const ROUNDING = 1e-9;
/** Metres: a corner less far behind a side is on its line. */
const BEHIND = 1e-12;

export function createNearCorners(mesh: CellMesh): NearCorners {
  const cells = mesh.cellLevel.length;
  return {
    radius: -1,
    sides: new GrowableInts(64),
    first: new Int32Array(cells),
    count: new Int32Array(cells),
    stamp: new Int32Array(cells),
    round: 0,
    seen: new GrowableInts(16),
  };
}

/** Forget what was found for another radius. */
export function setNearRadius(near: NearCorners, radius: number): void {
  if (near.radius === radius) return;
  near.radius = radius;
  near.sides.clear();
  if (near.round === 0x7fffffff) {
    near.stamp.fill(0);
    near.round = 0;
  }
  near.round++;
}

/** How many corners of other cells a disc in a cell can touch; they are in `sides` from `first[c]` on. */
export function countNear(mesh: CellMesh, corners: Corners, near: NearCorners, c: number): number {
  if (!(corners.cellReach[c]! < near.radius)) return 0;
  if (near.stamp[c] !== near.round) findNear(mesh, corners, near, c);
  return near.count[c]!;
}

function findNear(mesh: CellMesh, corners: Corners, near: NearCorners, c: number): void {
  const { sideSector, sectorReflex, sideLength } = corners;
  near.stamp[c] = near.round;
  const { radius, sides } = near;
  const start = sides.length;
  near.first[c] = start;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    if (mesh.sideTwin[s] === NONE) continue;
    const half = sideLength[s]! / 2;
    const cap = half >= radius ? radius : radius - Math.sqrt(radius * radius - half * half);
    const deep = cap + ROUNDING;
    near.seen.clear();
    near.seen.push(c);
    near.seen.push(mesh.sideCell[mesh.sideTwin[s]!]!);
    for (let i = 1; i < near.seen.length; i++) {
      const d = near.seen.array[i]!;
      for (let k = mesh.cellFirst[d]!; k < mesh.cellFirst[d + 1]!; k++) {
        const sector = sideSector[k]!;
        if (sectorReflex[sector] === 1 && distanceBehind(mesh, s, mesh.sideVertex[k]!) < deep) {
          let isNew = !isCornerOf(mesh, sideSector, c, sector);
          for (let j = start; j < sides.length && isNew; j++) isNew = sideSector[sides.array[j]!] !== sector;
          if (isNew) sides.push(k);
        }
        const twin = mesh.sideTwin[k]!;
        if (twin === NONE || near.seen.length >= MOST_CELLS || !(distanceOfSides(mesh, s, k) < deep)) continue;
        const next = mesh.sideCell[twin]!;
        if (!near.seen.values().includes(next)) near.seen.push(next);
      }
    }
  }
  near.count[c] = sides.length - start;
}

function isCornerOf(mesh: CellMesh, sideSector: Int32Array, c: number, sector: number): boolean {
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) if (sideSector[s] === sector) return true;
  return false;
}

/** How near the nearest reflex corner behind a cell's free sides is to the side it is behind; Infinity for none. */
export function measureReach(mesh: CellMesh, sideSector: Int32Array, sectorReflex: Uint8Array): Float64Array {
  const { sideTwin, sideCell, cellFirst } = mesh;
  const reach = new Float64Array(mesh.cellLevel.length).fill(Infinity);
  const seen = new GrowableInts(16);
  for (let c = 0; c < reach.length; c++) {
    for (let s = cellFirst[c]!; s < cellFirst[c + 1]!; s++) {
      if (sideTwin[s] === NONE) continue;
      let least = reach[c]!;
      seen.clear();
      seen.push(c);
      seen.push(sideCell[sideTwin[s]!]!);
      for (let i = 1; i < seen.length; i++) {
        const d = seen.array[i]!;
        for (let k = cellFirst[d]!; k < cellFirst[d + 1]!; k++) {
          if (sectorReflex[sideSector[k]!] === 1 && !isCornerOf(mesh, sideSector, c, sideSector[k]!)) {
            least = Math.min(least, distanceBehind(mesh, s, mesh.sideVertex[k]!));
          }
        }
        for (let k = cellFirst[d]!; k < cellFirst[d + 1]!; k++) {
          const twin = sideTwin[k]!;
          if (twin === NONE || seen.length >= MOST_CELLS || !(distanceOfSides(mesh, s, k) < least)) continue;
          const next = sideCell[twin]!;
          if (!seen.values().includes(next)) seen.push(next);
        }
      }
      reach[c] = least;
    }
  }
  return reach;
}

/** From a vertex to side s, if it is behind it as seen from the side's cell; else Infinity. */
function distanceBehind(mesh: CellMesh, s: number, v: number): number {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s]!;
  const b = 2 * sideVertex[nextSideOf(mesh, s)]!;
  const ex = vertices[b]! - vertices[a]!;
  const ey = vertices[b + 1]! - vertices[a + 1]!;
  const dx = vertices[2 * v]! - vertices[a]!;
  const dy = vertices[2 * v + 1]! - vertices[a + 1]!;
  const squared = ex * ex + ey * ey;
  if (ex * dy - ey * dx > -BEHIND * Math.sqrt(squared)) return Infinity;
  const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / squared));
  return Math.sqrt((dx - share * ex) ** 2 + (dy - share * ey) ** 2);
}

/** Between side s and side k, of a cell behind it; Infinity if k is not behind it. */
function distanceOfSides(mesh: CellMesh, s: number, k: number): number {
  const { sideVertex } = mesh;
  const a = sideVertex[s]!;
  const b = sideVertex[nextSideOf(mesh, s)]!;
  const p = sideVertex[k]!;
  const q = sideVertex[nextSideOf(mesh, k)]!;
  const behind = Math.min(distanceBehind(mesh, s, p), distanceBehind(mesh, s, q));
  if (behind === Infinity || p === a || p === b || q === a || q === b) return behind === Infinity ? Infinity : 0;
  return Math.min(behind, distanceTo(mesh, k, a), distanceTo(mesh, k, b));
}

function distanceTo(mesh: CellMesh, s: number, v: number): number {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s]!;
  const b = 2 * sideVertex[nextSideOf(mesh, s)]!;
  const ex = vertices[b]! - vertices[a]!;
  const ey = vertices[b + 1]! - vertices[a + 1]!;
  const dx = vertices[2 * v]! - vertices[a]!;
  const dy = vertices[2 * v + 1]! - vertices[a + 1]!;
  const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
  return Math.sqrt((dx - share * ex) ** 2 + (dy - share * ey) ** 2);
}

/** Metres: gaps wider than this are as good as this one. */
const WIDEST_GAP = 8;

/**
 * How near the nearest wall is to the corner of a sector, its own two walls left out: narrower discs can turn around it
 * freely. For reflex sectors; 0 for the others.
 * @param sectorSide the first side of each sector, counter-clockwise around its vertex
 */
export function measureGaps(mesh: CellMesh, sectorSide: Int32Array, sectorReflex: Uint8Array): Float64Array {
  const { sideTwin, sideCell, sideVertex, sideWall, cellFirst } = mesh;
  const gaps = new Float64Array(sectorSide.length);
  const seen = new GrowableInts(16);
  for (let sector = 0; sector < gaps.length; sector++) {
    if (sectorReflex[sector] === 0) continue;
    const first = sectorSide[sector]!;
    const v = sideVertex[first]!;
    seen.clear();
    let last = first;
    for (let s = first; ; ) {
      seen.push(sideCell[s]!);
      last = s === cellFirst[sideCell[s]!] ? cellFirst[sideCell[s]! + 1]! - 1 : s - 1;
      const turned = sideTwin[last]!;
      if (turned === NONE || turned === first) break;
      s = turned;
    }
    let gap = WIDEST_GAP;
    for (let i = 0; i < seen.length; i++) {
      const c = seen.array[i]!;
      for (let k = cellFirst[c]!; k < cellFirst[c + 1]!; k++) {
        if (sideWall[k] !== NONE && (sideWall[k] === sideWall[first] || sideWall[k] === sideWall[last])) continue;
        const distance = distanceTo(mesh, k, v);
        if (distance >= gap) continue;
        const twin = sideTwin[k]!;
        if (twin === NONE || seen.length >= MOST_CELLS) gap = distance;
        else if (!seen.values().includes(sideCell[twin]!)) seen.push(sideCell[twin]!);
      }
    }
    gaps[sector] = gap;
  }
  return gaps;
}
