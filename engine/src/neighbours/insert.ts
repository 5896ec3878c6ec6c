/**
 * Put a vertex into the Delaunay triangulation of its level, and Lawson's flips.
 *
 * A walk from a vertex nearby finds the triangle, which is split in three; flips restore the circles. A vertex that
 * stands exactly where another does is not put in: the caller is told which one. Expected O(1) besides the walk.
 */
import { assert } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { CIRCLE_ERROR, mustFlip, turn } from './signs.ts';
import { doubt, flip, GHOSTS, link, next, STALE, takeTriangle, TRIANGLE, type WalkerMesh } from './walker-mesh.ts';

/**
 * Vertex v needs its place, level and serial.
 * @param hint a vertex to start from, of any level; NONE if none is known to be near
 * @returns NONE, or the vertex that has this place already: then nothing was done
 */
export function insertVertex(mesh: WalkerMesh, v: number, hint: number): number {
  const { corner, place, population, near, vertexEdge, level } = mesh;
  const here = level[v];
  if (population[here] === 0) {
    insertFirst(mesh, v, here);
    return NONE;
  }
  const start = hint !== NONE && level[hint] === here && vertexEdge[hint] !== NONE ? hint : near[here];
  const e = walk(mesh, v, vertexEdge[start]);
  const t = e & -16;
  for (let k = t; k < t + 3; k++) {
    const u = corner[k];
    if (place[2 * u] === place[2 * v] && place[2 * u + 1] === place[2 * v + 1]) return u;
  }
  const flat = turn(mesh, corner[e], corner[next(e)], v) === 0;
  const side = splitTriangle(mesh, t, v, e - t);
  if (flat) {
    // v lies on the side e: the triangle split off there has no area and goes at once.
    const f = mesh.twin[side];
    flip(mesh, side);
    doubt(mesh, side);
    doubt(mesh, next(side));
    doubt(mesh, f);
    doubt(mesh, next(f));
  }
  population[here]++;
  near[here] = v;
  legalise(mesh);
  return NONE;
}

/** The only walker of its level: a triangle with each two neighbouring ghosts. */
function insertFirst(mesh: WalkerMesh, v: number, level: number): void {
  const { corner, vertexEdge } = mesh;
  let first: number = NONE;
  let before: number = NONE;
  for (let k = 0; k < GHOSTS; k++) {
    const e = TRIANGLE * takeTriangle(mesh);
    corner[e] = v;
    corner[e + 1] = GHOSTS * level + k;
    corner[e + 2] = GHOSTS * level + ((k + 1) & 3);
    link(mesh, e + 1, mesh.outer);
    if (before === NONE) first = e;
    else link(mesh, before + 2, e);
    before = e;
  }
  link(mesh, before + 2, first);
  vertexEdge[v] = first;
  mesh.listed[v] = STALE;
  mesh.population[level] = 1;
  mesh.near[level] = v;
}

/**
 * From half-edge e towards vertex v, over any side that has it strictly behind it: in a Delaunay triangulation this
 * cannot circle. @returns a half-edge of the triangle that holds v; the side that v lies on, if it lies on one
 */
function walk(mesh: WalkerMesh, v: number, e: number): number {
  const { corner, twin } = mesh;
  for (let steps = 0; steps <= 2 * mesh.outer; steps++) {
    const t = e & -16;
    let crossed: number = NONE;
    let on: number = NONE;
    // The side that was come over is left out, but for the first triangle.
    for (let k = t; k < t + 3; k++) {
      if (k === e && steps > 0) continue;
      const side = turn(mesh, corner[k], corner[k === t + 2 ? t : k + 1], v);
      if (side < 0) {
        crossed = k;
        break;
      }
      if (side === 0) on = k;
    }
    if (crossed === NONE) return on === NONE ? t : on;
    e = twin[crossed];
  }
  assert(false, 'a walk through the walkers circles');
  return NONE;
}

/**
 *            c                 t keeps its side a b; b c goes to p and c a to q.
 *           ╱│╲
 *        q ╱ v ╲ p
 *         ╱ ╱ ╲ ╲
 *        a ───── b
 *            t
 * @returns the half-edge that is now side k of the old triangle
 */
function splitTriangle(mesh: WalkerMesh, t: number, v: number, k: number): number {
  const { corner, twin, vertexEdge, listed } = mesh;
  const a = corner[t];
  const b = corner[t + 1];
  const c = corner[t + 2];
  const pastB = twin[t + 1];
  const pastC = twin[t + 2];
  const p = TRIANGLE * takeTriangle(mesh);
  const q = TRIANGLE * takeTriangle(mesh);
  corner[t + 2] = corner[p] = corner[q + 1] = v;
  corner[p + 1] = b;
  corner[p + 2] = corner[q + 2] = c;
  corner[q] = a;
  link(mesh, t, twin[t]);
  link(mesh, p + 1, pastB);
  link(mesh, q + 2, pastC);
  link(mesh, t + 1, p);
  link(mesh, t + 2, q);
  link(mesh, p + 2, q + 1);
  vertexEdge[a] = t;
  vertexEdge[b] = t + 1;
  vertexEdge[c] = q + 2;
  vertexEdge[v] = p;
  listed[a] = listed[b] = listed[c] = listed[v] = STALE;
  doubt(mesh, t);
  doubt(mesh, p + 1);
  doubt(mesh, q + 2);
  return k === 0 ? t : k === 1 ? p + 1 : q + 2;
}

/**
 * Flip doubtful edges and those that come into doubt by it, until none is left. All triangles must turn left.
 * The filter is that of `mustFlip`, written out here for speed; whatever it cannot decide, ghosts included, is asked there.
 */
export function legalise(mesh: WalkerMesh): void {
  const { doubtful, isDoubtful, twin, corner, opposite, place } = mesh;
  while (mesh.doubts > 0) {
    const e = doubtful[--mesh.doubts];
    isDoubtful[e] = 0;
    const side = e & 3;
    const en = side === 2 ? e - 2 : e + 1;
    const a = 2 * corner[e];
    const b = 2 * corner[en];
    const c = 2 * corner[side === 0 ? e + 2 : e - 1];
    const d = 2 * opposite[e];
    const ax = place[a];
    const ay = place[a + 1];
    const bx = place[b] - ax;
    const by = place[b + 1] - ay;
    const cx = place[c] - ax;
    const cy = place[c + 1] - ay;
    const dx = place[d] - ax;
    const dy = place[d + 1] - ay;
    const b2 = bx * bx + by * by;
    const c2 = cx * cx + cy * cy;
    const d2 = dx * dx + dy * dy;
    const outside = d2 * (bx * cy - by * cx) - dx * (b2 * cy - c2 * by) - dy * (c2 * bx - b2 * cx);
    const size = b2 + c2 + d2;
    const error = CIRCLE_ERROR * size * size;
    if (outside > error) continue;
    // Triangles given back have three equal corners.
    if (!(outside < -error) && (a === b || !mustFlip(mesh, e))) continue;
    const f = twin[e];
    flip(mesh, e);
    doubt(mesh, e);
    doubt(mesh, en);
    doubt(mesh, f);
    doubt(mesh, next(f));
  }
}
