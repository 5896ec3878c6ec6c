/**
 * The corners a disc in a cell can touch: those of the cell itself, and those behind its free sides that are nearer to it
 * than the radius.
 *
 *     ────────┐                the circle around v, a corner of d, reaches through the side p–q into c: a disc whose centre
 *      d      v ·  ·           is in c may touch v. A disc keeps the radius from p and q, so it cannot lean far through
 *     p ───────────── q        a short side: no deeper than the circle's cap over it.
 *            c  ·  ·
 *
 * `measureReach` (corner-reach.ts) is done once for a mesh: for each cell how near the nearest such corner is, whatever the radius. Cells
 * where that is more than the radius, most of them, have nothing to look for; for the others `countNear` walks through
 * the cells around, once per radius. May give corners that a wall hides: no disc that keeps clear of that wall is near
 * enough to touch them.
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { distanceBehind, distanceOfSides, isCornerOf, MOST_CELLS } from './corner-reach.ts';
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

/** Metres: what a disc may be nearer than its radius to a corner. */
const ROUNDING = 1e-9;

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
  if (!(corners.cellReach[c] < near.radius)) return 0;
  if (near.stamp[c] !== near.round) findNear(mesh, corners, near, c);
  return near.count[c];
}

function findNear(mesh: CellMesh, corners: Corners, near: NearCorners, c: number): void {
  const { sideSector, sectorReflex, sideLength } = corners;
  near.stamp[c] = near.round;
  const { radius, sides } = near;
  const start = sides.length;
  near.first[c] = start;
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    if (mesh.sideTwin[s] === NONE) continue;
    const half = sideLength[s] / 2;
    const cap = half >= radius ? radius : radius - Math.sqrt(radius * radius - half * half);
    const deep = cap + ROUNDING;
    near.seen.clear();
    near.seen.push(c);
    near.seen.push(mesh.sideCell[mesh.sideTwin[s]]);
    for (let i = 1; i < near.seen.length; i++) {
      const d = near.seen.array[i];
      for (let k = mesh.cellFirst[d]; k < mesh.cellFirst[d + 1]; k++) {
        const sector = sideSector[k];
        if (sectorReflex[sector] === 1 && distanceBehind(mesh, s, mesh.sideVertex[k]) < deep) {
          let isNew = !isCornerOf(mesh, sideSector, c, sector);
          for (let j = start; j < sides.length && isNew; j++) isNew = sideSector[sides.array[j]] !== sector;
          if (isNew) sides.push(k);
        }
        const twin = mesh.sideTwin[k];
        if (twin === NONE || near.seen.length >= MOST_CELLS || !(distanceOfSides(mesh, s, k) < deep)) continue;
        const next = mesh.sideCell[twin];
        if (!near.seen.values().includes(next)) near.seen.push(next);
      }
    }
  }
  near.count[c] = sides.length - start;
}
