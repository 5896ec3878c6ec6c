/**
 * Put a WalkerMesh into another order in memory: vertices as told, triangles after their highest vertex. Same triangulation.
 *
 * Walkers mix as they go, and the arrays with them; then every corner of a triangle is another line of memory. Renaming
 * costs a few linear passes, far less than building anew. Takes no memory: the arrays change places with spare ones.
 */
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { type Order, spatialOrder } from './order.ts';
import { moveVertices } from './places.ts';
import { createHalfEdges, type HalfEdges, isDead, STALE, TRIANGLE, type WalkerMesh } from './walker-mesh.ts';

export interface Renaming {
  /** The new name of each vertex. */
  vertex: Int32Array;
  /** The new number of each triangle. */
  triangle: Int32Array;
  /** Triangles before those of each vertex. */
  before: Int32Array;
  spare: HalfEdges;
  serial: Int32Array;
  level: Int32Array;
}

export function createRenaming(mesh: WalkerMesh): Renaming {
  const vertices = mesh.serial.length;
  const renaming: Renaming = {
    vertex: new Int32Array(vertices),
    triangle: new Int32Array(mesh.freeTriangle.length),
    before: new Int32Array(vertices + 1),
    spare: createHalfEdges(mesh.freeTriangle.length),
    serial: new Int32Array(vertices),
    level: new Int32Array(vertices),
  };
  for (let ghost = 0; ghost < mesh.firstWalker; ghost++) renaming.vertex[ghost] = ghost;
  return renaming;
}

/** Corners of triangles looked at, how far apart in memory is far, and how many of them may be. */
const SAMPLES = 256;
const FAR = 2048;
const MANY_FAR = 0.3;

/** Do walkers that are neighbours, or triangles that follow each other, lie far apart in memory? So they do after mixing. */
export function isScattered(mesh: WalkerMesh): boolean {
  const { corner, triangleEnd, firstWalker } = mesh;
  if (triangleEnd < 4 * FAR) return false;
  let far = 0;
  for (let k = 0; k < SAMPLES; k++) {
    const e = TRIANGLE * Math.floor((k * (triangleEnd - 1)) / SAMPLES);
    const a = corner[e];
    const b = corner[e + 1];
    const after = corner[e + TRIANGLE];
    if (Math.min(a, b, after) < firstWalker) continue;
    if (Math.abs(a - b) > FAR || Math.abs(a - after) > FAR) far++;
  }
  return far > MANY_FAR * SAMPLES;
}

/** Rename vertices and triangles along the Z-curve, right after an update without doubles; the graph stays what it is. */
export function putInOrder(mesh: WalkerMesh, renaming: Renaming, order: Order, crowd: Crowd, slotOf: Int32Array): void {
  const { vertex } = crowd;
  let count = 0;
  for (let i = 0; i < crowd.count; i++) if (vertex[i] !== NONE) order.slot[count++] = i;
  spatialOrder(order, crowd.place, count);
  for (let k = 0; k < count; k++) renaming.vertex[vertex[order.slot[k]]] = mesh.firstWalker + k;
  renameMesh(mesh, renaming, count);
  for (let k = 0; k < count; k++) {
    const i = order.slot[k];
    vertex[i] = mesh.firstWalker + k;
    slotOf[vertex[i]] = i;
  }
  moveVertices(mesh, crowd);
}

/**
 * `renaming.vertex` gives the `count` vertices that are in use the names firstWalker … firstWalker + count - 1. Places are left to
 * the caller, and lists are to be made anew. No edge may be in doubt.
 */
function renameMesh(mesh: WalkerMesh, renaming: Renaming, count: number): void {
  numberTriangles(mesh, renaming);
  rewriteTriangles(mesh, renaming);
  rewriteVertices(mesh, renaming, count);
}

function highest(corner: Int32Array, name: Int32Array, e: number): number {
  return Math.max(name[corner[e]], name[corner[e + 1]], name[corner[e + 2]]);
}

function numberTriangles(mesh: WalkerMesh, { vertex, triangle, before }: Renaming): void {
  const { corner, triangleEnd } = mesh;
  before.fill(0);
  for (let t = 0; t < triangleEnd; t++) if (!isDead(mesh, t)) before[highest(corner, vertex, TRIANGLE * t) + 1]++;
  for (let v = 1; v < before.length; v++) before[v] += before[v - 1];
  for (let t = 0; t < triangleEnd; t++) {
    triangle[t] = isDead(mesh, t) ? NONE : before[highest(corner, vertex, TRIANGLE * t)]++;
  }
}

function rewriteTriangles(mesh: WalkerMesh, renaming: Renaming): void {
  const { vertex, triangle, spare } = renaming;
  const { corner, twin, opposite, isDoubtful, outer, triangleEnd, near } = mesh;
  for (let t = 0; t < triangleEnd; t++) {
    if (triangle[t] === NONE) continue;
    for (let k = 0; k < 3; k++) {
      const e = TRIANGLE * t + k;
      const to = TRIANGLE * triangle[t] + k;
      const f = twin[e];
      spare.corner[to] = vertex[corner[e]];
      spare.opposite[to] = vertex[opposite[e]];
      spare.twin[to] = f === outer ? outer : TRIANGLE * triangle[f >> 4] + (f & 3);
    }
  }
  for (let level = 0; level < mesh.levels; level++) if (near[level] !== NONE) near[level] = vertex[near[level]];
  mesh.triangleEnd -= mesh.freeTriangles;
  mesh.freeTriangles = 0;
  mesh.corner = spare.corner;
  mesh.twin = spare.twin;
  mesh.opposite = spare.opposite;
  mesh.isDoubtful = spare.isDoubtful;
  spare.corner = corner;
  spare.twin = twin;
  spare.opposite = opposite;
  spare.isDoubtful = isDoubtful;
}

function rewriteVertices(mesh: WalkerMesh, renaming: Renaming, count: number): void {
  const { vertex } = renaming;
  const { serial, level, firstWalker, vertexEdge, corner } = mesh;
  const newSerial = renaming.serial;
  const newLevel = renaming.level;
  const end = firstWalker + count;
  newSerial.fill(NONE, end);
  for (let v = 0; v < serial.length; v++) {
    if (serial[v] === NONE) continue;
    newSerial[vertex[v]] = serial[v];
    newLevel[vertex[v]] = level[v];
  }
  mesh.serial = newSerial;
  mesh.level = newLevel;
  renaming.serial = serial;
  renaming.level = level;
  vertexEdge.fill(NONE);
  for (let t = 0; t < TRIANGLE * mesh.triangleEnd; t += TRIANGLE) {
    for (let e = t; e < t + 3; e++) vertexEdge[corner[e]] = e;
  }
  mesh.listed.fill(STALE);
  mesh.freeVertices = serial.length - end;
  for (let k = 0; k < mesh.freeVertices; k++) mesh.freeVertex[k] = serial.length - 1 - k;
}
