/**
 * WalkerMesh: the Delaunay triangulations of all levels as half-edges in one set of arrays, and their flip.
 *
 *            w                 half-edges 16t, 16t + 1, 16t + 2 run counter-clockwise around triangle t;
 *           ╱ ╲                e runs from corner[e] = u to v; opposite[e] = z, the far corner of the
 *          ╱ t ╲               triangle across it, is stored because the scan of every step reads nothing else.
 *         ╱  e  ╲
 *        u ─────▶ v
 *         ╲     ╱
 *            z
 *
 * Vertices 4 · level + k, k = 0 … 3, are the ghosts of a level: points infinitely far to the east, north, west and
 * south (signs.ts), so that every walker is inside and the outline of a crowd needs no case of its own. Their places are
 * NaN: every arithmetic filter fails on them and the exact test is asked. The other vertices are walkers. A level without
 * walkers has no triangles; one with n has 2n + 2. Deviation from a frame of far points: ghosts at infinity take no
 * edge away from the hull, however flat.
 */
import { NONE } from '../core/none.ts';

/** Ghosts per level. */
export const GHOSTS = 4;

/** A vertex's list of neighbours is to be made anew. Other values of `listed` count its neighbours. */
export const STALE = 255;

/** Neighbours kept in a vertex's own list; who has more is looked up in the mesh every time. */
export const LISTED = 12;

/** Numbers per triangle: what is known of its half-edges fills one line of a machine's memory. */
export const TRIANGLE = 16;

/** All four are views of one array, shifted by four numbers each, so that corner[e], twin[e] and the rest lie together. */
export interface HalfEdges {
  corner: Int32Array;
  twin: Int32Array;
  opposite: Int32Array;
  /** 1: in the list of doubtful ones. */
  isDoubtful: Int32Array;
}

export function createHalfEdges(triangles: number): HalfEdges {
  // One more for the twin of all outer sides.
  const memory = new ArrayBuffer(4 * TRIANGLE * (triangles + 1));
  const view = (shift: number) => new Int32Array(memory, 4 * shift, TRIANGLE * triangles + 4);
  return { corner: view(0), twin: view(4), opposite: view(8), isDoubtful: view(12) };
}

export interface WalkerMesh extends HalfEdges {
  levels: number;
  /** The first vertex that is a walker: 4 · levels. */
  firstWalker: number;
  /** x, y interleaved, per vertex. */
  place: Float64Array;
  /** Per vertex: the walker's serial, which breaks ties; NONE if the vertex is free. */
  serial: Int32Array;
  level: Int32Array;
  /** A half-edge that starts at the vertex; NONE if it is not in the triangulation. */
  vertexEdge: Int32Array;
  /** Neighbours but for ghosts, sorted by serial: `listed` of them from LISTED · vertex on. Ghosts keep no list. */
  list: Int32Array;
  listed: Uint8Array;
  /** Vertices that nobody has. */
  freeVertex: Int32Array;
  freeVertices: number;
  /** Per level: vertices in the triangulation, and one of them from which walks may start. */
  population: Int32Array;
  near: Int32Array;
  /** The twin of all outer sides, those between ghosts; it is never read. */
  outer: number;
  /** Triangles beyond this one were never used; those given back lie in freeTriangle and have three equal corners. */
  triangleEnd: number;
  freeTriangle: Int32Array;
  freeTriangles: number;
  /** Half-edges that may have to be flipped, each at most once. */
  doubtful: Int32Array;
  doubts: number;
}

export function createMesh(capacity: number, levels: number): WalkerMesh {
  const vertices = GHOSTS * levels + capacity;
  const triangles = 2 * capacity + 2 * levels;
  const mesh: WalkerMesh = {
    levels,
    firstWalker: GHOSTS * levels,
    place: new Float64Array(2 * vertices),
    serial: new Int32Array(vertices),
    level: new Int32Array(vertices),
    vertexEdge: new Int32Array(vertices),
    list: new Int32Array(LISTED * vertices),
    listed: new Uint8Array(vertices),
    freeVertex: new Int32Array(capacity),
    freeVertices: 0,
    population: new Int32Array(levels),
    near: new Int32Array(levels),
    ...createHalfEdges(triangles),
    outer: TRIANGLE * triangles,
    triangleEnd: 0,
    freeTriangle: new Int32Array(triangles),
    freeTriangles: 0,
    doubtful: new Int32Array(3 * triangles + 3),
    doubts: 0,
  };
  clearMesh(mesh);
  return mesh;
}

/** Forget all triangles and walkers. */
export function clearMesh(mesh: WalkerMesh): void {
  const { firstWalker, serial } = mesh;
  mesh.place.fill(NaN);
  // Ghosts lose every tie; ties with them do not arise between walkers.
  serial.fill(NONE);
  serial.fill(0x7fffffff, 0, firstWalker);
  for (let ghost = 0; ghost < firstWalker; ghost++) mesh.level[ghost] = ghost >> 2;
  mesh.vertexEdge.fill(NONE);
  mesh.listed.fill(STALE);
  mesh.population.fill(0);
  mesh.near.fill(NONE);
  mesh.triangleEnd = mesh.freeTriangles = 0;
  for (; mesh.doubts > 0; mesh.doubts--) mesh.isDoubtful[mesh.doubtful[mesh.doubts - 1]] = 0;
  // Taken from the end: the lowest number first.
  const capacity = serial.length - firstWalker;
  for (let i = 0; i < capacity; i++) mesh.freeVertex[i] = serial.length - 1 - i;
  mesh.freeVertices = capacity;
}

export function next(e: number): number {
  return (e & 3) === 2 ? e - 2 : e + 1;
}

export function previous(e: number): number {
  return (e & 3) === 0 ? e + 2 : e - 1;
}

/** A triangle that was given back has its three corners at ghost 0. */
export function isDead(mesh: WalkerMesh, t: number): boolean {
  return mesh.corner[TRIANGLE * t] === mesh.corner[TRIANGLE * t + 1];
}

export function takeVertex(mesh: WalkerMesh, serial: number, level: number): number {
  const v = mesh.freeVertex[--mesh.freeVertices];
  mesh.serial[v] = serial;
  mesh.level[v] = level;
  mesh.vertexEdge[v] = NONE;
  mesh.listed[v] = STALE;
  return v;
}

/** The vertex must not be in the triangulation. */
export function giveVertex(mesh: WalkerMesh, v: number): void {
  mesh.serial[v] = NONE;
  mesh.freeVertex[mesh.freeVertices++] = v;
}

export function takeTriangle(mesh: WalkerMesh): number {
  return mesh.freeTriangles > 0 ? mesh.freeTriangle[--mesh.freeTriangles] : mesh.triangleEnd++;
}

export function giveTriangle(mesh: WalkerMesh, t: number): void {
  mesh.corner.fill(0, TRIANGLE * t, TRIANGLE * t + 3);
  mesh.opposite.fill(0, TRIANGLE * t, TRIANGLE * t + 3);
  mesh.freeTriangle[mesh.freeTriangles++] = t;
}

/** Make e and f the two sides of one edge; their triangles must have their corners. */
export function link(mesh: WalkerMesh, e: number, f: number): void {
  const { corner, twin, opposite } = mesh;
  twin[e] = f;
  twin[f] = e;
  opposite[e] = f === mesh.outer ? 0 : corner[previous(f)];
  opposite[f] = corner[previous(e)];
}

export function doubt(mesh: WalkerMesh, e: number): void {
  if (mesh.isDoubtful[e] === 1) return;
  mesh.isDoubtful[e] = 1;
  mesh.doubtful[mesh.doubts++] = e;
}

/**
 * Turn the edge of e in its quadrilateral. The four outer sides keep their half-edges but two, which change owner.
 *
 *            w                       w
 *     ep   ╱   ╲   en         f    ╱ │ ╲   en
 *        ╱   e   ╲               ╱   │   ╲
 *       u ──────── v     ──▶    u  fp│ep  v
 *        ╲   f   ╱               ╲   │   ╱
 *     fn   ╲   ╱   fp         fn   ╲ │ ╱   e
 *            z                       z
 */
export function flip(mesh: WalkerMesh, e: number): void {
  const { corner, twin, opposite, vertexEdge } = mesh;
  const en = (e & 3) === 2 ? e - 2 : e + 1;
  const ep = (e & 3) === 0 ? e + 2 : e - 1;
  const f = twin[e];
  const fn = (f & 3) === 2 ? f - 2 : f + 1;
  const fp = (f & 3) === 0 ? f + 2 : f - 1;
  const u = corner[e];
  const v = corner[f];
  const w = corner[ep];
  const z = corner[fp];
  const pastE = twin[fp];
  const pastF = twin[ep];
  corner[e] = z;
  corner[f] = w;
  twin[e] = pastE;
  twin[pastE] = e;
  twin[f] = pastF;
  twin[pastF] = f;
  twin[ep] = fp;
  twin[fp] = ep;
  opposite[e] = opposite[fp];
  opposite[f] = opposite[ep];
  opposite[ep] = u;
  opposite[fp] = v;
  opposite[pastE] = w;
  opposite[pastF] = z;
  opposite[twin[en]] = z;
  opposite[twin[fn]] = w;
  vertexEdge[u] = fn;
  vertexEdge[v] = en;
  strikeOff(mesh, u, v);
  strikeOff(mesh, v, u);
  enter(mesh, w, z);
  enter(mesh, z, w);
}

/** Neighbour v leaves the list of u, if u keeps one. Cheaper than to make the list anew: a flip changes one entry of four. */
function strikeOff(mesh: WalkerMesh, u: number, v: number): void {
  const { list, listed } = mesh;
  const size = listed[u];
  if (size > LISTED || v < mesh.firstWalker) {
    if (size > LISTED) listed[u] = STALE;
    return;
  }
  let k = LISTED * u;
  const last = k + size - 1;
  while (k < last && list[k] !== v) k++;
  for (; k < last; k++) list[k] = list[k + 1];
  listed[u] = size - 1;
}

/** Neighbour v comes into the list of u, at its place in the order of serials. */
function enter(mesh: WalkerMesh, u: number, v: number): void {
  const { list, listed, serial } = mesh;
  const size = listed[u];
  if (size >= LISTED || v < mesh.firstWalker) {
    if (size >= LISTED) listed[u] = STALE;
    return;
  }
  const start = LISTED * u;
  const name = serial[v];
  let k = start + size;
  for (; k > start && serial[list[k - 1]] > name; k--) list[k] = list[k - 1];
  list[k] = v;
  listed[u] = size + 1;
}
