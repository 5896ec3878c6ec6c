/**
 * Take a vertex out of the triangulation: flips cut its edges off until three are left, then its triangles become one.
 *
 *        c ─────── b                    c ─────── b        cutting the edge v b off makes the ear (a, b, c); that is
 *        │ ╲     ╱ │                    │ ╲       │        right if the ear turns left and holds no other corner.
 *        │   ╲ ╱   │         ──▶        │   ╲     │
 *        │    v    │                    │    v ╲  │        In a triangulation without faults that is so as soon as
 *        │   ╱ ╲   │                    │   ╱ ╲  ╲│        (v, a, c) does not turn right: v sees all of its ring.
 *        d ─────── a                    d ─────── a
 *
 * A ring around a place that sees it all has always such an ear. A ring in a tangle (repair.ts) may have none: then
 * worse ears are cut, and what they leave is mended as the rest of the tangle is. About O(degree).
 */
import { assert } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { turn } from './signs.ts';
import { doubt, flip, giveTriangle, link, next, previous, STALE, type WalkerMesh } from './walker-mesh.ts';

/** Longer rings in a tangle are not tried: every ear is compared with all corners. */
const LONGEST_TANGLED_RING = 64;

/** Triangles that overlap, or may. */
export interface Tangle {
  bad: Int32Array;
  bads: number;
}

/** Which ears are cut in a tangle, in order of preference. */
const FREE = 0;
const LEFT = 1;
const ANY = 2;

/**
 * Leaves doubtful edges behind, for `legalise`. The triangulation must have no fault.
 */
export function removeVertex(mesh: WalkerMesh, v: number): void {
  const { vertexEdge, population, twin } = mesh;
  if (population[mesh.level[v]] === 1) {
    removeLast(mesh, v);
    return;
  }
  let degree = degreeOf(mesh, v);
  let e = vertexEdge[v];
  for (let tried = 0; degree > 3; tried++) {
    assert(tried <= degree, 'a walker cannot be taken out');
    const onward = twin[previous(e)];
    if (isEar(mesh, e)) {
      cutEar(mesh, e);
      degree--;
      tried = 0;
    }
    e = onward;
  }
  noteRemoval(mesh, v, mergeThree(mesh, e));
}

/**
 * The same where triangles overlap; those that may overlap afterwards are added to the tangle's list.
 * @returns whether the vertex is out; if not, the mesh is still one, but with a vertex of few edges
 */
export function removeFromTangle(mesh: WalkerMesh, v: number, tangle: Tangle): boolean {
  const { vertexEdge, population, twin } = mesh;
  if (population[mesh.level[v]] === 1) {
    removeLast(mesh, v);
    return true;
  }
  let degree = degreeOf(mesh, v);
  if (degree < 2 || degree > LONGEST_TANGLED_RING || tangle.bads + degree > tangle.bad.length) return false;
  let e = vertexEdge[v];
  let choice = FREE;
  for (let tried = 0; degree > 3; tried++) {
    if (tried > degree) {
      if (choice === ANY) return false;
      choice++;
      tried = 0;
    }
    const onward = twin[previous(e)];
    if (isTangledEar(mesh, e, choice)) {
      cutEar(mesh, e);
      tangle.bad[tangle.bads++] = e >> 4;
      degree--;
      tried = 0;
      choice = FREE;
    }
    e = onward;
  }
  e = degree === 2 ? closeTwo(mesh, e) : mergeThree(mesh, e);
  if (e === NONE) return false;
  tangle.bad[tangle.bads++] = e >> 4;
  noteRemoval(mesh, v, e);
  return true;
}

function degreeOf(mesh: WalkerMesh, v: number): number {
  const first = mesh.vertexEdge[v];
  let degree = 1;
  for (let e = mesh.twin[previous(first)]; e !== first; e = mesh.twin[previous(e)]) degree++;
  return degree;
}

function cutEar(mesh: WalkerMesh, e: number): void {
  const f = mesh.twin[e];
  flip(mesh, e);
  doubt(mesh, e);
  doubt(mesh, next(e));
  doubt(mesh, previous(e));
  doubt(mesh, f);
  doubt(mesh, next(f));
}

/** Vertex v is out; half-edge e belongs to what took its place. */
function noteRemoval(mesh: WalkerMesh, v: number, e: number): void {
  const { corner, near } = mesh;
  const level = mesh.level[v];
  mesh.vertexEdge[v] = NONE;
  mesh.population[level]--;
  // Walkers have higher numbers than ghosts, and not all three corners are ghosts.
  if (near[level] === v) near[level] = Math.max(corner[e], corner[next(e)], corner[previous(e)]);
}

function removeLast(mesh: WalkerMesh, v: number): void {
  const level = mesh.level[v];
  const first = mesh.vertexEdge[v];
  let e = first;
  do {
    const onward = mesh.twin[previous(e)];
    giveTriangle(mesh, e >> 4);
    e = onward;
  } while (e !== first);
  mesh.vertexEdge[v] = NONE;
  mesh.population[level] = 0;
  mesh.near[level] = NONE;
}

/** Can the edge e, from v to b, be cut off where the ring is seen from v? */
function isEar(mesh: WalkerMesh, e: number): boolean {
  const { corner, opposite } = mesh;
  const a = opposite[e];
  const c = corner[previous(e)];
  return turn(mesh, a, corner[next(e)], c) > 0 && turn(mesh, corner[e], a, c) >= 0;
}

/** Can it be cut off in a tangle? In any case b must keep three edges; a free ear has no other corner of the ring in it. */
function isTangledEar(mesh: WalkerMesh, e: number, choice: number): boolean {
  const { corner, twin, opposite } = mesh;
  const a = opposite[e];
  const b = corner[next(e)];
  const c = corner[previous(e)];
  // No edge between ghosts but the outer ones, none from a vertex to itself.
  if (Math.max(a, c) < mesh.firstWalker || a === c) return false;
  const pastC = twin[next(e)];
  const pastA = twin[previous(twin[e])];
  if ((pastC & -16) === (pastA & -16)) return false;
  if (choice === ANY) return true;
  if (turn(mesh, a, b, c) <= 0) return false;
  if (choice === LEFT) return true;
  for (let k = twin[previous(twin[previous(e)])]; ; k = twin[previous(k)]) {
    // From the corner after c around to the one before a.
    const d = corner[next(k)];
    if (twin[previous(k)] === e) return true;
    if (d !== b && d !== c && turn(mesh, a, b, d) >= 0 && turn(mesh, b, c, d) >= 0 && turn(mesh, c, a, d) >= 0)
      return false;
  }
}

/** The three triangles around v become one, that of half-edge e; e runs from v to a before, from c to a after. */
function mergeThree(mesh: WalkerMesh, e: number): number {
  const { corner, twin, vertexEdge, listed } = mesh;
  const second = twin[previous(e)];
  const third = twin[previous(second)];
  const a = corner[next(e)];
  const b = corner[previous(e)];
  const c = corner[next(third)];
  const pastB = twin[next(second)];
  const pastC = twin[next(third)];
  corner[e] = c;
  link(mesh, next(e), twin[next(e)]);
  link(mesh, previous(e), pastB);
  link(mesh, e, pastC);
  giveTriangle(mesh, second >> 4);
  giveTriangle(mesh, third >> 4);
  vertexEdge[a] = next(e);
  vertexEdge[b] = previous(e);
  vertexEdge[c] = e;
  listed[a] = listed[b] = listed[c] = STALE;
  doubt(mesh, e);
  doubt(mesh, next(e));
  doubt(mesh, previous(e));
  return e;
}

/**
 * Only in a tangle: v has two edges, to a and b, and two triangles back to back. They go, and what lies beyond them is
 * joined. @returns a half-edge from b to a, or NONE
 */
function closeTwo(mesh: WalkerMesh, e: number): number {
  const { corner, twin, vertexEdge, listed } = mesh;
  const second = twin[previous(e)];
  const a = corner[next(e)];
  const b = corner[next(second)];
  const backward = twin[next(e)];
  const forward = twin[next(second)];
  if (backward === mesh.outer || forward === mesh.outer || backward === next(second)) return NONE;
  link(mesh, forward, backward);
  giveTriangle(mesh, e >> 4);
  giveTriangle(mesh, second >> 4);
  vertexEdge[a] = forward;
  vertexEdge[b] = backward;
  listed[a] = listed[b] = STALE;
  doubt(mesh, forward);
  return backward;
}
