/**
 * Make a triangulation whose vertices have moved Delaunay again. Takes the mesh with the new places in it; vertices that
 * had to be taken out for it are handed back, to be inserted.
 *
 * One scan with a floating-point filter finds triangles that may have turned over and edges that may have lost their circle; a
 * walker's step changes few. Triangles that turned over are flipped away where that lowers the sum of |areas|, which is
 * smallest when nothing overlaps; where no flip helps, a corner is taken out. Then Lawson's flips from the edges in
 * doubt. Ghosts at infinity have no areas: there only flips count that leave two triangles turning left. Cost: the scan,
 * plus what changed.
 */
import { NONE } from '../core/none.ts';
import { legalise } from './insert.ts';
import { removeFromTangle, type Tangle } from './remove.ts';
import { CIRCLE_ERROR, TURN_ERROR, turn } from './signs.ts';
import { doubt, flip, isDead, next, previous, TRIANGLE, type WalkerMesh } from './walker-mesh.ts';

/** `bad`: triangles that turn right or not at all, to be mended. */
export interface Repair extends Tangle {
  /** Those that no flip mends. */
  stuck: Int32Array;
  /** Vertices taken out, and one that was beside each. */
  out: Int32Array;
  outNear: Int32Array;
  outs: number;
}

export function createRepair(capacity: number, levels: number): Repair {
  return {
    bad: new Int32Array(4 * capacity + 4 * levels + 64),
    bads: 0,
    stuck: new Int32Array(4 * capacity + 4 * levels + 64),
    out: new Int32Array(capacity),
    outNear: new Int32Array(capacity),
    outs: 0,
  };
}

/** One in this many triangles turned over, or vertices taken out: building anew is cheaper. (The study says 20; measured here: 5.) */
const TOO_MANY = 6;
const ALWAYS_FEW = 50;

/** A flip must lower the sum of |areas| by this part of it: rounding must not keep two flips undoing each other. */
const LEAST_GAIN = 1e-9;

/** @returns false if the triangulation is to be built anew: it is not usable then */
export function repairMesh(mesh: WalkerMesh, repair: Repair): boolean {
  repair.outs = 0;
  scan(mesh, repair);
  keepBad(mesh, repair);
  const few = ALWAYS_FEW + mesh.triangleEnd / TOO_MANY;
  if (repair.bads > few || !untangle(mesh, repair, few)) return false;
  legalise(mesh);
  return true;
}

/**
 * Read-only but for the lists. With a as origin: d lies outside the circle of a, b, c if d² · (b × c) exceeds d · m, where
 * m / (2 b × c) is the circle's middle. Written so that NaN, the ghosts' place, counts as doubtful.
 * An edge is seen from both its triangles; what the lower half-edge is sure of is enough.
 */
function scan(mesh: WalkerMesh, repair: Repair): void {
  const { place, corner, opposite, twin, triangleEnd } = mesh;
  const { bad } = repair;
  let bads = 0;
  for (let e = 0; e < TRIANGLE * triangleEnd; e += TRIANGLE) {
    const a = 2 * corner[e];
    const b = 2 * corner[e + 1];
    const c = 2 * corner[e + 2];
    const ax = place[a];
    const ay = place[a + 1];
    const bx = place[b] - ax;
    const by = place[b + 1] - ay;
    const cx = place[c] - ax;
    const cy = place[c + 1] - ay;
    const b2 = bx * bx + by * by;
    const c2 = cx * cx + cy * cy;
    const cross = bx * cy - by * cx;
    const sides = b2 + c2;
    if (!(cross > TURN_ERROR * sides)) {
      bad[bads++] = e >> 4;
      doubt(mesh, e);
      doubt(mesh, e + 1);
      doubt(mesh, e + 2);
      continue;
    }
    const mx = b2 * cy - c2 * by;
    const my = c2 * bx - b2 * cx;
    let d = 2 * opposite[e];
    let dx = place[d] - ax;
    let dy = place[d + 1] - ay;
    let d2 = dx * dx + dy * dy;
    let size = sides + d2;
    if (!(d2 * cross - (dx * mx + dy * my) > CIRCLE_ERROR * (size * size)) && e < twin[e]) doubt(mesh, e);
    d = 2 * opposite[e + 1];
    dx = place[d] - ax;
    dy = place[d + 1] - ay;
    d2 = dx * dx + dy * dy;
    size = sides + d2;
    if (!(d2 * cross - (dx * mx + dy * my) > CIRCLE_ERROR * (size * size)) && e + 1 < twin[e + 1]) doubt(mesh, e + 1);
    d = 2 * opposite[e + 2];
    dx = place[d] - ax;
    dy = place[d + 1] - ay;
    d2 = dx * dx + dy * dy;
    size = sides + d2;
    if (!(d2 * cross - (dx * mx + dy * my) > CIRCLE_ERROR * (size * size)) && e + 2 < twin[e + 2]) doubt(mesh, e + 2);
  }
  repair.bads = bads;
}

/** Of the suspects, those that really do not turn left. */
function keepBad(mesh: WalkerMesh, repair: Repair): void {
  const { bad } = repair;
  const suspects = repair.bads;
  repair.bads = 0;
  for (let i = 0; i < suspects; i++) if (isBad(mesh, bad[i])) bad[repair.bads++] = bad[i];
}

function isBad(mesh: WalkerMesh, t: number): boolean {
  const { corner } = mesh;
  return !isDead(mesh, t) && turn(mesh, corner[TRIANGLE * t], corner[TRIANGLE * t + 1], corner[TRIANGLE * t + 2]) <= 0;
}

/** Flip and take out until no triangle is bad. Each flip lowers the sum of |areas| or, at the same sum, the number of bad ones. */
function untangle(mesh: WalkerMesh, repair: Repair, few: number): boolean {
  const { bad, stuck } = repair;
  let stucks = 0;
  for (let flips = 0; ; ) {
    while (repair.bads > 0) {
      const t = bad[--repair.bads];
      if (!isBad(mesh, t)) continue;
      const e = bestFlip(mesh, t);
      if (e === NONE) {
        if (stucks === stuck.length) return false;
        stuck[stucks++] = t;
        continue;
      }
      const f = mesh.twin[e];
      flip(mesh, e);
      doubtTriangle(mesh, e);
      doubtTriangle(mesh, f);
      if (++flips > 8 * few || repair.bads + 2 > bad.length) return false;
      bad[repair.bads++] = e >> 4;
      bad[repair.bads++] = f >> 4;
    }
    // One that was stuck: mended since, movable since, or to be broken up.
    if (stucks === 0) return true;
    const t = stuck[--stucks];
    if (!isBad(mesh, t)) continue;
    bad[repair.bads++] = t;
    if (bestFlip(mesh, t) === NONE && !takeCornerOut(mesh, repair, t, few)) return false;
  }
}

function doubtTriangle(mesh: WalkerMesh, e: number): void {
  const t = e & -16;
  doubt(mesh, t);
  doubt(mesh, t + 1);
  doubt(mesh, t + 2);
}

/**
 * A side of bad triangle t whose flip leaves two triangles that turn left; else the one whose flip lowers the sum of |areas| most;
 * NONE if there is none.
 */
function bestFlip(mesh: WalkerMesh, t: number): number {
  const { corner, twin, opposite, firstWalker } = mesh;
  let best: number = NONE;
  let bestGain = LEAST_GAIN;
  for (let e = TRIANGLE * t; e < TRIANGLE * t + 3; e++) {
    const f = twin[e];
    if (f === mesh.outer) continue;
    const u = corner[e];
    const v = corner[next(e)];
    const w = corner[previous(e)];
    const z = opposite[e];
    // An end with three edges would be left with two.
    const pastW = twin[previous(e)];
    const pastZ = twin[next(f)];
    const pastV = twin[next(e)];
    const pastU = twin[previous(f)];
    if (w === z || (pastW & -16) === (pastZ & -16) || (pastV & -16) === (pastU & -16)) continue;
    if (turn(mesh, z, v, w) > 0 && turn(mesh, w, u, z) > 0) return e;
    if (Math.min(Math.min(u, v), Math.min(w, z)) < firstWalker) continue;
    const before = size(mesh, u, v, w) + size(mesh, v, u, z);
    const gain = (before - size(mesh, z, v, w) - size(mesh, w, u, z)) / before;
    if (gain > bestGain) {
      best = e;
      bestGain = gain;
    }
  }
  return best;
}

/** Twice the area, without its sign. */
function size(mesh: WalkerMesh, a: number, b: number, c: number): number {
  const { place } = mesh;
  const ax = place[2 * a];
  const ay = place[2 * a + 1];
  return Math.abs((place[2 * b] - ax) * (place[2 * c + 1] - ay) - (place[2 * b + 1] - ay) * (place[2 * c] - ax));
}

/** Take that corner out which has the most bad triangles, and look at what fills its place. */
function takeCornerOut(mesh: WalkerMesh, repair: Repair, t: number, few: number): boolean {
  const { corner, firstWalker } = mesh;
  if (repair.outs >= few) return false;
  let chosen: number = NONE;
  let most = 0;
  for (let e = TRIANGLE * t; e < TRIANGLE * t + 3; e++) {
    const v = corner[e];
    const count = v < firstWalker ? 0 : badAround(mesh, v);
    if (count > most) {
      chosen = v;
      most = count;
    }
  }
  if (chosen === NONE) return false;
  const ring = mesh.vertexEdge[chosen];
  const beside = Math.max(corner[next(ring)], corner[previous(ring)]);
  if (!removeFromTangle(mesh, chosen, repair)) return false;
  repair.out[repair.outs] = chosen;
  repair.outNear[repair.outs++] = beside < firstWalker ? NONE : beside;
  return true;
}

function badAround(mesh: WalkerMesh, v: number): number {
  const first = mesh.vertexEdge[v];
  let count = 0;
  let e = first;
  do {
    if (isBad(mesh, e >> 4)) count++;
    e = mesh.twin[previous(e)];
  } while (e !== first);
  return count;
}
