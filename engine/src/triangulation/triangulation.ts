/**
 * Triangulation: triangles that can be split and flipped, and the two moves everything else is made of.
 *
 * Half-edge e = 3 t + k is side k of triangle t, from corner[e] to corner[next(e)], with the triangle on its left;
 * twin[e] is the same side seen from the neighbour. A side with a constraint is never flipped. Four frame vertices
 * far outside hold everything, so that no vertex of the map ever lies on the hull.
 *
 * Ties: four points on one circle have two Delaunay diagonals. The one that holds the lexicographically least of the
 * four is taken. This is what an infinitesimal lowering of each point on the lifting paraboloid would do, the least
 * point most; so flipping ends, and the result depends on the points alone, not on the order they came in.
 */
import { assert } from '../core/errors.ts';
import { GrowableInts, grownBytes, grownFloats, grownInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { inCircleOf } from '../core/predicates.ts';

export interface Triangulation {
  /** x, y interleaved: the map's vertices, four frame vertices, then vertices generated later. Room to grow behind. */
  vertices: Float64Array;
  vertexCount: number;
  /** Index of the first frame vertex, which is the number of vertices the map had. */
  frameFirst: number;
  /** One half-edge that starts at each vertex. */
  vertexEdge: Int32Array;
  /** 1: a triangle at this vertex has changed since the mark was last cleared. */
  vertexTouched: Uint8Array;
  triangleCount: number;
  /** Start vertex of each half-edge. */
  corner: Int32Array;
  /** The half-edge on the other side, or NONE on the hull of the frame. */
  twin: Int32Array;
  /** Segment of the map this half-edge lies on, or NONE: free. */
  constraint: Int32Array;
  /** A mark per triangle that its parts inherit when it is split: for instance whether it is floor. */
  region: Uint8Array;
}

export const FRAME_VERTICES = 4;

/** A triangulation of the frame alone: two triangles around room for `count` vertices. */
export function createTriangulation(vertices: Float64Array): Triangulation {
  const count = vertices.length >> 1;
  let minX = count > 0 ? Infinity : 0;
  let minY = minX;
  let maxX = -minX;
  let maxY = -minX;
  for (let i = 0; i < count; i++) {
    const x = vertices[2 * i];
    const y = vertices[2 * i + 1];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  // Wide enough that the frame hardly shapes triangles near the map; what it shapes lies outside all walls anyway.
  const reach = Math.max(maxX - minX, maxY - minY, 1) * 10;
  const x = (minX + maxX) / 2;
  const y = (minY + maxY) / 2;
  const capacity = count + FRAME_VERTICES;
  const halfEdges = 3 * (2 * capacity + 2);
  const t: Triangulation = {
    vertices: new Float64Array(2 * capacity),
    vertexCount: capacity,
    frameFirst: count,
    vertexEdge: new Int32Array(capacity).fill(NONE),
    vertexTouched: new Uint8Array(capacity),
    triangleCount: 2,
    corner: new Int32Array(halfEdges),
    twin: new Int32Array(halfEdges).fill(NONE),
    constraint: new Int32Array(halfEdges).fill(NONE),
    region: new Uint8Array(halfEdges / 3),
  };
  t.vertices.set(vertices);
  t.vertices.set([x - reach, y - reach, x + reach, y - reach, x + reach, y + reach, x - reach, y + reach], 2 * count);
  t.corner.set([count, count + 1, count + 2, count, count + 2, count + 3]);
  t.twin[2] = 3;
  t.twin[3] = 2;
  for (let e = 0; e < 6; e++) t.vertexEdge[t.corner[e]] = e;
  return t;
}

/** The next side of the same triangle, counter-clockwise. */
export function next(e: number): number {
  return e % 3 === 2 ? e - 2 : e + 1;
}

/** The side before, which ends where e starts. */
export function previous(e: number): number {
  return e % 3 === 0 ? e + 2 : e - 1;
}

/** The half-edge from vertex a to vertex b, or NONE. */
export function halfEdgeBetween(t: Triangulation, a: number, b: number): number {
  const first = t.vertexEdge[a];
  let e = first;
  do {
    if (t.corner[next(e)] === b) return e;
    e = t.twin[previous(e)];
  } while (e !== first);
  return NONE;
}

/** Add a vertex that is not yet a corner of any triangle. */
export function addVertex(t: Triangulation, x: number, y: number): number {
  const v = t.vertexCount++;
  if (2 * t.vertexCount > t.vertices.length) {
    t.vertices = grownFloats(t.vertices, 2 * t.vertexCount);
    const room = t.vertices.length >> 1;
    t.vertexEdge = grownInts(t.vertexEdge, room);
    t.vertexTouched = grownBytes(t.vertexTouched, room);
  }
  t.vertices[2 * v] = x;
  t.vertices[2 * v + 1] = y;
  return v;
}

/** Room for one more triangle; its first half-edge. */
function addTriangle(t: Triangulation): number {
  const first = 3 * t.triangleCount++;
  if (first + 3 > t.corner.length) {
    const before = t.corner.length;
    t.corner = grownInts(t.corner, first + 3);
    t.twin = grownInts(t.twin, t.corner.length).fill(NONE, before);
    t.constraint = grownInts(t.constraint, t.corner.length).fill(NONE, before);
    t.region = grownBytes(t.region, Math.ceil(t.corner.length / 3));
  }
  return first;
}

export function link(t: Triangulation, e: number, twin: number, constraint: number): void {
  t.twin[e] = twin;
  t.constraint[e] = constraint;
  if (twin === NONE) return;
  t.twin[twin] = e;
  t.constraint[twin] = constraint;
}

/** Set the corners of the triangle whose first half-edge is e, and mark them touched. */
export function setCorners(t: Triangulation, e: number, a: number, b: number, c: number): void {
  t.corner[e] = a;
  t.corner[e + 1] = b;
  t.corner[e + 2] = c;
  t.vertexEdge[a] = e;
  t.vertexEdge[b] = e + 1;
  t.vertexEdge[c] = e + 2;
  t.vertexTouched[a] = 1;
  t.vertexTouched[b] = 1;
  t.vertexTouched[c] = 1;
}

/**
 * Put vertex p into the interior of the triangle whose first half-edge is e, and make it Delaunay again; how many flips that took.
 *
 *           c                    c
 *          ╱ ╲                  ╱│╲
 *         ╱   ╲       ─▶       ╱ p ╲
 *        ╱  p  ╲              ╱╱   ╲╲
 *       a ───── b            a ───── b
 */
export function insertInTriangle(t: Triangulation, e: number, p: number): number {
  const a = t.corner[e];
  const b = t.corner[e + 1];
  const c = t.corner[e + 2];
  const twinBC = t.twin[e + 1];
  const twinCA = t.twin[e + 2];
  const constraintBC = t.constraint[e + 1];
  const constraintCA = t.constraint[e + 2];
  const f = addTriangle(t);
  const g = addTriangle(t);
  t.region[f / 3] = t.region[g / 3] = t.region[e / 3];
  setCorners(t, e, a, b, p);
  setCorners(t, f, b, c, p);
  setCorners(t, g, c, a, p);
  link(t, f, twinBC, constraintBC);
  link(t, g, twinCA, constraintCA);
  link(t, e + 1, f + 2, NONE);
  link(t, f + 1, g + 2, NONE);
  link(t, g + 1, e + 2, NONE);
  pending.push(e);
  pending.push(f);
  pending.push(g);
  return legaliseAround(t);
}

/**
 * Put vertex p on the side e, and make it Delaunay again. Both halves keep the side's constraint.
 *
 *         c                   c
 *        ╱ ╲                 ╱│╲
 *       ╱   ╲               ╱ │ ╲
 *      a ──▶ b     ─▶      a ─p─ b
 *       ╲ e ╱               ╲ │ ╱
 *        ╲ ╱                 ╲│╱
 *         d                   d
 */
export function insertOnEdge(t: Triangulation, e: number, p: number): number {
  const f = t.twin[e];
  assert(f !== NONE, 'a vertex on the frame');
  const en = next(e);
  const ep = previous(e);
  const fn = next(f);
  const fp = previous(f);
  const a = t.corner[e];
  const b = t.corner[f];
  const c = t.corner[ep];
  const d = t.corner[fp];
  const along = t.constraint[e];
  const twinBC = t.twin[en];
  const twinCA = t.twin[ep];
  const twinAD = t.twin[fn];
  const twinDB = t.twin[fp];
  const constraintBC = t.constraint[en];
  const constraintCA = t.constraint[ep];
  const constraintAD = t.constraint[fn];
  const constraintDB = t.constraint[fp];
  const apc = e - (e % 3);
  const bpd = f - (f % 3);
  const pbc = addTriangle(t);
  const pad = addTriangle(t);
  t.region[pbc / 3] = t.region[apc / 3];
  t.region[pad / 3] = t.region[bpd / 3];
  setCorners(t, apc, a, p, c);
  setCorners(t, pbc, p, b, c);
  setCorners(t, bpd, b, p, d);
  setCorners(t, pad, p, a, d);
  link(t, apc, pad, along);
  link(t, pbc, bpd, along);
  link(t, apc + 1, pbc + 2, NONE);
  link(t, bpd + 1, pad + 2, NONE);
  link(t, apc + 2, twinCA, constraintCA);
  link(t, pbc + 1, twinBC, constraintBC);
  link(t, bpd + 2, twinDB, constraintDB);
  link(t, pad + 1, twinAD, constraintAD);
  pending.push(apc + 2);
  pending.push(pbc + 1);
  pending.push(bpd + 2);
  pending.push(pad + 1);
  return legaliseAround(t);
}

/** Half-edges whose Delaunay property is in doubt. Entries may be stale: whatever edge is there now is tested. */
const pending = new GrowableInts();

/** After an insertion: the pending sides all lie opposite the new vertex, and so do those a flip brings into doubt. How many flips. */
function legaliseAround(t: Triangulation): number {
  let flips = 0;
  while (pending.length > 0) {
    const e = pending.pop();
    if (!mustFlip(t, e)) continue;
    const f = t.twin[e];
    flip(t, e);
    flips++;
    pending.push(e);
    pending.push(next(f));
  }
  return flips;
}

/** Make everything around these half-edges Delaunay by flips (Lawson). */
export function legalise(t: Triangulation, edges: GrowableInts): void {
  while (edges.length > 0) {
    const e = edges.pop();
    if (!mustFlip(t, e)) continue;
    const f = t.twin[e];
    flip(t, e);
    edges.push(e);
    edges.push(next(e));
    edges.push(f);
    edges.push(next(f));
  }
}

/** Is the side free, and the other diagonal of its two triangles the Delaunay one? */
export function mustFlip(t: Triangulation, e: number): boolean {
  const f = t.twin[e];
  if (f === NONE || t.constraint[e] !== NONE) return false;
  const { vertices, corner } = t;
  const u = corner[e];
  const v = corner[f];
  const w = corner[previous(e)];
  const z = corner[previous(f)];
  const inside = inCircleOf(vertices, u, v, w, z);
  if (inside !== 0) return inside > 0;
  // On one circle: the diagonal with the least of the four points.
  return isLess(vertices, lesser(vertices, w, z), lesser(vertices, u, v));
}

/** Does vertex a lie left of vertex b, or below it? */
function isLess(vertices: Float64Array, a: number, b: number): boolean {
  const ax = vertices[2 * a];
  const bx = vertices[2 * b];
  return ax < bx || (ax === bx && vertices[2 * a + 1] < vertices[2 * b + 1]);
}

function lesser(vertices: Float64Array, a: number, b: number): number {
  return isLess(vertices, a, b) ? a : b;
}

/**
 * Replace side u–v by w–z.
 *
 *          w                       w
 *        ╱   ╲                   ╱ │ ╲
 *   ep ╱       ╲ en         f  ╱   │   ╲ en
 *    ╱     e     ╲           ╱     │     ╲
 *   u ─────────── v    ─▶   u   fp │ ep   v       slots: e and f move to the outer sides z→v and w→u,
 *    ╲     f     ╱           ╲     │     ╱        ep and fp become the new diagonal
 *   fn ╲       ╱ fp         fn ╲   │   ╱ e
 *        ╲   ╱                   ╲ │ ╱
 *          z                       z
 */
export function flip(t: Triangulation, e: number): void {
  const { corner, twin, constraint, vertexEdge, vertexTouched } = t;
  const f = twin[e];
  const en = next(e);
  const ep = previous(e);
  const fn = next(f);
  const fp = previous(f);
  const u = corner[e];
  const v = corner[f];
  const w = corner[ep];
  const z = corner[fp];
  corner[e] = z;
  corner[f] = w;
  link(t, e, twin[fp], constraint[fp]);
  link(t, f, twin[ep], constraint[ep]);
  link(t, ep, fp, NONE);
  vertexEdge[u] = fn;
  vertexEdge[v] = en;
  vertexEdge[w] = ep;
  vertexEdge[z] = fp;
  vertexTouched[u] = vertexTouched[v] = vertexTouched[w] = vertexTouched[z] = 1;
}
