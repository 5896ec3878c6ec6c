/**
 * Neighbourhood: who is next to whom. Takes the crowd as it stands and gives the edges of the Delaunay triangulation of each
 * level's walkers as lists over slots.
 *
 * The triangulation is kept from step to step: walkers that went on a little are moved and the triangulation repaired
 * (repair.ts); those that came, left, jumped or changed level are inserted and removed. The graph depends on places,
 * levels and serials only, never on slots or on what was before: ties are broken by serial (signs.ts), and walkers at one
 * place have a rule (lists.ts). Source: L04 §4. There is no radius here, and walls do not
 * matter: whom people see, and how far they mind each other, is for the walker model (walkers/reactive/notice.ts) and contact.
 * Cost per step: linear with small constants, and about 1 µs for each walker that comes or leaves.
 */
import type { Crowd } from '../crowd/crowd.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { insertVertex, legalise } from './insert.ts';
import { addDouble, clearDoubles, createDoubles, type Doubles, type NeighbourLists, writeLists } from './lists.ts';
import { createOrder, type Order, spatialOrder } from './order.ts';
import { removeVertex } from './remove.ts';
import { levelOf, moveVertices } from './places.ts';
import { createRenaming, isScattered, putInOrder, type Renaming } from './rename.ts';
import { createRepair, type Repair, repairMesh } from './repair.ts';
import {
  clearMesh,
  createMesh,
  doubt,
  giveVertex,
  next,
  previous,
  STALE,
  takeVertex,
  type WalkerMesh,
} from './walker-mesh.ts';

/** The lists are in shared memory where there is such a thing. */
export interface Neighbourhood extends NeighbourLists {
  mesh: WalkerMesh;
  doubles: Doubles;
  repair: Repair;
  order: Order;
  /** Slots whose walkers are to be inserted, and vertices to be removed first. */
  coming: Int32Array;
  comings: number;
  leaving: Int32Array;
  leavings: number;
  /** How often the triangulation was built anew, for those who measure. */
  rebuilds: number;
  /** How often it was put in order in memory, and steps so far. */
  reorderings: number;
  steps: number;
  renaming: Renaming;
}

/** Who went farther in a step, in metres, is removed and inserted instead of moved. */
const JUMP = 2;

/** Build anew if more than 1 in 8 walkers come, jump or leave, but not for a few. */
const MANY = 8;
const ALWAYS_FEW = 64;

/** Every so many steps it is asked whether memory is still in spatial order. */
const STEPS_BETWEEN = 16;

export function createNeighbourhood(capacity: number, levels: number): Neighbourhood {
  if (!(Number.isInteger(capacity) && capacity >= 0 && capacity <= 2 ** 22)) {
    throw new InputError('neighbourhood', `capacity ${capacity}`, 'give a whole number up to 4 million');
  }
  if (!(Number.isInteger(levels) && levels >= 1 && levels <= 2 ** 16)) {
    throw new InputError('neighbourhood', `${levels} levels`, 'give a whole number from 1 to 65536');
  }
  const mesh = createMesh(capacity, levels);
  const vertices = mesh.serial.length;
  return {
    first: sharedInts(capacity + 1),
    // A level of n ≥ 3 walkers has fewer than 3n edges, each in two lists; a double adds one edge.
    item: sharedInts(6 * capacity + 6),
    mesh,
    doubles: createDoubles(vertices),
    repair: createRepair(capacity, levels),
    order: createOrder(capacity),
    slotOf: new Int32Array(vertices),
    coming: new Int32Array(capacity),
    comings: 0,
    leaving: new Int32Array(capacity),
    leavings: 0,
    rebuilds: 0,
    reorderings: 0,
    steps: 0,
    renaming: createRenaming(mesh),
  };
}

function sharedInts(length: number): Int32Array {
  return new Int32Array(
    typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(4 * length) : new SharedArrayBuffer(4 * length),
  );
}

/**
 * Bring the neighbourhood up to the crowd's places. Reads place, serial, cell and count, writes `vertex` and the lists.
 * @param level the level of each cell of the mesh
 */
export function updateNeighbourhood(hood: Neighbourhood, crowd: Crowd, level: Int32Array): void {
  const { mesh, repair, doubles, coming } = hood;
  clearDoubles(doubles, mesh);
  matchWalkers(hood, crowd, level);
  if (isUpheaval(hood, crowd)) rebuild(hood, crowd, level);
  else {
    changeWalkers(hood, crowd, level);
    moveVertices(mesh, crowd);
    if (repairMesh(mesh, repair)) {
      // The last one out first: whoever stood beside it then is in again.
      for (let k = repair.outs - 1; k >= 0; k--) insertWalker(hood, crowd, repair.out[k], repair.outNear[k]);
      for (let k = 0; k < hood.comings; k++) insertWalker(hood, crowd, crowd.vertex[coming[k]], NONE);
    } else rebuild(hood, crowd, level);
  }
  writeLists(mesh, doubles, crowd, hood);
  hood.steps++;
  if (hood.steps % STEPS_BETWEEN === 0 && doubles.count === 0 && isScattered(mesh)) {
    putInOrder(mesh, hood.renaming, hood.order, crowd, hood.slotOf);
    hood.reorderings++;
  }
}

/** To be called just before removeWalker(crowd, slot). Lists are not valid any more until the next update. */
export function forgetWalker(hood: Neighbourhood, crowd: Crowd, slot: number): void {
  const v = crowd.vertex[slot];
  crowd.vertex[slot] = NONE;
  if (!isOwn(hood.mesh, v, crowd.serial[slot])) return;
  dropVertex(hood.mesh, v);
}

/** Is v the vertex of the walker with this serial? Not if the crowd comes from elsewhere, a snapshot for instance. */
function isOwn(mesh: WalkerMesh, v: number, serial: number): boolean {
  return v >= mesh.firstWalker && v < mesh.serial.length && mesh.serial[v] === serial;
}

function dropVertex(mesh: WalkerMesh, v: number): void {
  if (mesh.vertexEdge[v] !== NONE) takeOut(mesh, v);
  giveVertex(mesh, v);
}

/** Out of the triangulation as it was after the last update: it has no fault, so this cannot fail. */
function takeOut(mesh: WalkerMesh, v: number): void {
  removeVertex(mesh, v);
  legalise(mesh);
}

/** Find each walker's vertex; list who is to be removed and who is to be inserted. */
function matchWalkers(hood: Neighbourhood, crowd: Crowd, level: Int32Array): void {
  const { mesh, slotOf } = hood;
  const { vertex, place, serial, cell } = crowd;
  const { firstWalker, vertexEdge } = mesh;
  const vertexPlace = mesh.place;
  const vertexSerial = mesh.serial;
  const vertexLevel = mesh.level;
  hood.comings = hood.leavings = 0;
  let known = 0;
  for (let i = 0; i < crowd.count; i++) {
    const v = vertex[i];
    if (v >= firstWalker && v < vertexSerial.length && vertexSerial[v] === serial[i] && vertexEdge[v] !== NONE) {
      const dx = place[2 * i] - vertexPlace[2 * v];
      const dy = place[2 * i + 1] - vertexPlace[2 * v + 1];
      const c = cell[i];
      if (dx * dx + dy * dy <= JUMP * JUMP && c >= 0 && c < level.length && level[c] === vertexLevel[v]) {
        slotOf[v] = i;
        known++;
        continue;
      }
    }
    if (noteChange(hood, crowd, i, level)) known++;
  }
  // Walkers that left without a word still have their vertices.
  if (known + mesh.freeVertices === vertexSerial.length - firstWalker) return;
  for (let v = firstWalker; v < vertexSerial.length; v++) {
    if (vertexSerial[v] === NONE) continue;
    if (!isPresent(hood, crowd, v)) hood.leaving[hood.leavings++] = v;
  }
}

/** The walker in slot i came, jumped, changed level, stands nowhere, or was a double. @returns whether it has a vertex */
function noteChange(hood: Neighbourhood, crowd: Crowd, i: number, level: Int32Array): boolean {
  const { mesh, slotOf, coming, leaving } = hood;
  const here = levelOf(mesh, crowd, i, level);
  const v = crowd.vertex[i];
  const isKnown = isOwn(mesh, v, crowd.serial[i]);
  if (here === NONE && isKnown) dropVertex(mesh, v);
  if (here === NONE || !isKnown) crowd.vertex[i] = NONE;
  if (here === NONE) return false;
  coming[hood.comings++] = i;
  if (!isKnown) return false;
  slotOf[v] = i;
  leaving[hood.leavings++] = v;
  return true;
}

/** Is the walker of vertex v among the crowd? */
function isPresent(hood: Neighbourhood, crowd: Crowd, v: number): boolean {
  const i = hood.slotOf[v];
  return i < crowd.count && crowd.vertex[i] === v && crowd.serial[i] === hood.mesh.serial[v];
}

/** Is building anew cheaper? If many come or leave, or most of the triangles that the scan would read are gone. */
function isUpheaval(hood: Neighbourhood, crowd: Crowd): boolean {
  if (hood.comings + hood.leavings > ALWAYS_FEW + crowd.count / MANY) return true;
  return hood.mesh.triangleEnd > 4 * crowd.count + ALWAYS_FEW * 16;
}

/** Remove who is to leave while all stand where they stood; give the others vertices on their level. */
function changeWalkers(hood: Neighbourhood, crowd: Crowd, level: Int32Array): void {
  const { mesh, coming, leaving, slotOf } = hood;
  const { vertex, serial } = crowd;
  for (let k = 0; k < hood.leavings; k++) {
    const v = leaving[k];
    if (mesh.vertexEdge[v] !== NONE) takeOut(mesh, v);
    if (!isPresent(hood, crowd, v)) giveVertex(mesh, v);
  }
  for (let k = 0; k < hood.comings; k++) {
    const i = coming[k];
    const here = levelOf(mesh, crowd, i, level);
    if (vertex[i] === NONE) vertex[i] = takeVertex(mesh, serial[i], here);
    mesh.level[vertex[i]] = here;
    slotOf[vertex[i]] = i;
  }
}

/** Insert the walker of vertex v. Where another stands already, the one with the higher serial is its double. */
function insertWalker(hood: Neighbourhood, crowd: Crowd, v: number, hint: number): void {
  const { mesh, doubles, slotOf } = hood;
  const { serial } = mesh;
  const u = insertVertex(mesh, v, hint);
  if (u === NONE) return;
  if (serial[v] < serial[u]) {
    // The two exchange their vertices; the ties around it may be broken otherwise now.
    const i = slotOf[v];
    const name = serial[v];
    slotOf[v] = slotOf[u];
    serial[v] = serial[u];
    slotOf[u] = i;
    serial[u] = name;
    crowd.vertex[i] = u;
    crowd.vertex[slotOf[v]] = v;
    renewStar(mesh, u);
  }
  addDouble(doubles, v, u);
}

/** Vertex u has another serial: doubt everything in which it takes part. */
function renewStar(mesh: WalkerMesh, u: number): void {
  const { corner, twin, listed, vertexEdge } = mesh;
  let e = vertexEdge[u];
  listed[u] = STALE;
  do {
    listed[corner[next(e)]] = STALE;
    doubt(mesh, e);
    doubt(mesh, next(e));
    e = twin[previous(e)];
  } while (e !== vertexEdge[u]);
  legalise(mesh);
}

/** From nothing, in spatial order: then neighbours lie near each other in memory, too. */
function rebuild(hood: Neighbourhood, crowd: Crowd, level: Int32Array): void {
  const { mesh, slotOf, order } = hood;
  hood.rebuilds++;
  clearMesh(mesh);
  crowd.vertex.fill(NONE, 0, crowd.count);
  let count = 0;
  for (let i = 0; i < crowd.count; i++) if (levelOf(mesh, crowd, i, level) !== NONE) order.slot[count++] = i;
  spatialOrder(order, crowd.place, count);
  for (let k = 0; k < count; k++) {
    const i = order.slot[k];
    const v = takeVertex(mesh, crowd.serial[i], levelOf(mesh, crowd, i, level));
    crowd.vertex[i] = v;
    slotOf[v] = i;
  }
  moveVertices(mesh, crowd);
  for (let k = 0; k < count; k++) insertWalker(hood, crowd, crowd.vertex[order.slot[k]], NONE);
}
