/**
 * Write the neighbours of all walkers as lists over slots, each in the order of serials.
 *
 * A vertex keeps its sorted list, in vertices, and flips keep it up to date: most lists are only copied, vertex to slot.
 * Walkers that share a place: the lowest serial stands in the triangulation; each of the others, its doubles,
 * has it as its only neighbour, and it has them beside its own. So there are never more than 6 entries per walker.
 * Linear; a list of k is sorted in about k² / 4 steps if short, k^1.3 if long.
 */
import type { Csr } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { LISTED, previous, STALE, type WalkerMesh } from './walker-mesh.ts';

/** `listed` of a vertex whose list is too long to keep, or that has doubles. */
const LONG = 254;

/**
 * Neighbours of the walker in slot i: the slots item[first[i]] … item[first[i + 1] - 1], in increasing order of serial. The
 * relation is symmetric. The arrays may be longer than what is used.
 */
export interface NeighbourLists extends Csr {
  /** Slot of each vertex, as of the last update. */
  slotOf: Int32Array;
}

export interface Doubles {
  /** Vertices that are doubles, and per vertex: whose, its first double, and the next double of the same one. */
  vertex: Int32Array;
  count: number;
  original: Int32Array;
  first: Int32Array;
  next: Int32Array;
}

export function createDoubles(vertices: number): Doubles {
  return {
    vertex: new Int32Array(vertices),
    count: 0,
    original: new Int32Array(vertices).fill(NONE),
    first: new Int32Array(vertices).fill(NONE),
    next: new Int32Array(vertices).fill(NONE),
  };
}

export function addDouble(doubles: Doubles, v: number, original: number): void {
  doubles.vertex[doubles.count++] = v;
  doubles.original[v] = original;
  doubles.next[v] = doubles.first[original];
  doubles.first[original] = v;
}

/** They are found again in every step. */
export function clearDoubles(doubles: Doubles, mesh: WalkerMesh): void {
  for (let i = 0; i < doubles.count; i++) {
    const v = doubles.vertex[i];
    const original = doubles.original[v];
    mesh.listed[v] = mesh.listed[original] = STALE;
    doubles.first[original] = doubles.original[v] = NONE;
  }
  doubles.count = 0;
}

/** Write `first` and `item` of the lists; `slotOf` is read. */
export function writeLists(mesh: WalkerMesh, doubles: Doubles, crowd: Crowd, lists: NeighbourLists): void {
  const { list, listed } = mesh;
  const { vertex, count } = crowd;
  const { first, item, slotOf } = lists;
  for (let i = 0; i < doubles.count; i++) {
    const v = doubles.vertex[i];
    listed[v] = listed[doubles.original[v]] = STALE;
  }
  let end = 0;
  first[0] = 0;
  for (let i = 0; i < count; i++) {
    const v = vertex[i];
    if (v !== NONE) {
      let size = listed[v];
      if (size === STALE) size = listed[v] = makeList(mesh, doubles, v);
      if (size === LONG) end = writeLong(mesh, doubles, v, slotOf, item, end);
      else {
        const from = LISTED * v;
        for (let k = 0; k < size; k++) item[end + k] = slotOf[list[from + k]];
        end += size;
      }
    }
    first[i + 1] = end;
  }
}

/** Gather the neighbours of v and sort them by serial. @returns how many, or LONG */
function makeList(mesh: WalkerMesh, doubles: Doubles, v: number): number {
  const { vertexEdge, twin, corner, serial, firstWalker, list } = mesh;
  if (doubles.first[v] !== NONE || vertexEdge[v] === NONE) return LONG;
  const start = LISTED * v;
  let size = 0;
  const firstEdge = vertexEdge[v];
  let e = firstEdge;
  do {
    const back = (e & 3) === 0 ? e + 2 : e - 1;
    const u = corner[back];
    e = twin[back];
    if (u < firstWalker) continue;
    if (size === LISTED) return LONG;
    // Put it in its place among those that are there.
    const name = serial[u];
    let k = start + size;
    while (k > start && serial[list[k - 1]] > name) {
      list[k] = list[k - 1];
      k--;
    }
    list[k] = u;
    size++;
  } while (e !== firstEdge);
  return size;
}

function writeLong(
  mesh: WalkerMesh,
  doubles: Doubles,
  v: number,
  slotOf: Int32Array,
  item: Int32Array,
  end: number,
): number {
  const { vertexEdge, twin, corner, firstWalker, serial } = mesh;
  if (vertexEdge[v] === NONE) {
    item[end] = slotOf[doubles.original[v]];
    return end + 1;
  }
  const start = end;
  for (let u = doubles.first[v]; u !== NONE; u = doubles.next[u]) item[end++] = u;
  let e = vertexEdge[v];
  do {
    const u = corner[previous(e)];
    if (u >= firstWalker) item[end++] = u;
    e = twin[previous(e)];
  } while (e !== vertexEdge[v]);
  // Shell's sort, with Knuth's gaps.
  let gap = 1;
  while (3 * gap + 1 < end - start) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let i = start + gap; i < end; i++) {
      const u = item[i];
      let k = i;
      for (; k - gap >= start && serial[item[k - gap]] > serial[u]; k -= gap) item[k] = item[k - gap];
      item[k] = u;
    }
  }
  for (let i = start; i < end; i++) item[i] = slotOf[item[i]];
  return end;
}
