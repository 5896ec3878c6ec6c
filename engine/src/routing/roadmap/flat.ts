/**
 * `flat`: the shortest way over the whole roadmap, by A* with the straight line to the goal as its estimate. No
 * abstraction and no preparation: the baseline of every comparison, and the answer the others must agree with.
 *
 * A label belongs to a key point and knows the side it was reached across; the search goes on in the cell behind that
 * side (roadmap.ts says why that is enough). The estimate is consistent: a point taken from the heap is done.
 * O(n log n) in the key points nearer than the goal. Nothing is allocated per query after warm-up.
 */
import type { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { LabelHeap } from './roadmap-heap.ts';
import type { RouteQuery } from '../route.ts';
import type { Roadmap } from './roadmap.ts';

/** Labels of one search at a time; a label counts only if it bears the stamp of the present query. */
export interface FlatScratch {
  heap: LabelHeap;
  query: number;
  /** 2 · query where there is a label, 2 · query + 1 where it is done. One entry per key point, then the goal. */
  stamp: Int32Array;
  /** Metres from the start. */
  distance: Float64Array;
  /** The key point before; NONE: the start. */
  before: Int32Array;
  /** The side crossed at this key point, of the cell that is left. */
  crossed: Int32Array;
  /** Metres over the key points of the last way that was found, from start to goal. */
  length: number;
}

/** Stamps stay within 31 bits. */
const MOST_QUERIES = 2 ** 30 - 1;

export function createFlatScratch(roadmap: Roadmap): FlatScratch {
  const labels = roadmap.pointSegment.length + 1;
  return {
    heap: new LabelHeap(labels),
    query: 0,
    stamp: new Int32Array(labels),
    distance: new Float64Array(labels),
    before: new Int32Array(labels),
    crossed: new Int32Array(labels),
    length: 0,
  };
}

/**
 * Fill `portals` with the sides crossed from one place to another, each a side of the cell that is left, across
 * segments longer than the query's width only. Gives the number of labels taken from the heap, or NONE if there is no way.
 */
export function flatPortals(
  roadmap: Roadmap,
  mesh: CellMesh,
  scratch: FlatScratch,
  query: RouteQuery,
  portals: GrowableInts,
): number {
  const { from, to } = query;
  portals.clear();
  if (from.cell === to.cell) {
    scratch.length = straight(from.x - to.x, from.y - to.y);
    return 0;
  }
  const expanded = search(roadmap, mesh, scratch, query);
  if (expanded === NONE) return NONE;
  const { before, crossed } = scratch;
  const goal = roadmap.pointSegment.length;
  for (let at = before[goal]; at !== NONE; at = before[at]) portals.push(crossed[at]);
  const { array } = portals;
  for (let i = 0, j = portals.length - 1; i < j; i++, j--) {
    const side = array[i];
    array[i] = array[j];
    array[j] = side;
  }
  return expanded;
}

/** Label key points until the goal is done. @returns labels taken from the heap; NONE if there is no way */
function search(roadmap: Roadmap, mesh: CellMesh, scratch: FlatScratch, { from, to, width }: RouteQuery): number {
  const { heap, stamp, distance, before, crossed } = scratch;
  const { points, segmentOf, segmentLength, pointFirst, pointSegment } = roadmap;
  const { cellFirst, sideCell, sideTwin } = mesh;
  heap.clear();
  if (++scratch.query > MOST_QUERIES) {
    stamp.fill(0);
    scratch.query = 1;
  }
  const open = 2 * scratch.query;
  const done = open + 1;
  const goal = pointSegment.length;
  let expanded = 0;
  let at = NONE;
  let cell = from.cell;
  let x = from.x;
  let y = from.y;
  let soFar = 0;
  for (;;) {
    if (cell === to.cell) {
      const total = soFar + straight(to.x - x, to.y - y);
      const isNew = stamp[goal] !== open;
      if (isNew || total < distance[goal]) {
        stamp[goal] = open;
        distance[goal] = total;
        before[goal] = at;
        heap.key[goal] = total;
        if (isNew) heap.insert(goal);
        else heap.lower(goal);
      }
    } else {
      const own = at === NONE ? NONE : pointSegment[at];
      for (let s = cellFirst[cell], end = cellFirst[cell + 1]; s < end; s++) {
        const segment = segmentOf[s];
        // A one-way door has a segment on both sides, a twin on one.
        if (segment === NONE || segment === own || sideTwin[s] === NONE || !(segmentLength[segment] > width)) continue;
        for (let p = pointFirst[segment], last = pointFirst[segment + 1]; p < last; p++) {
          if (stamp[p] === done) continue;
          const px = points[2 * p];
          const py = points[2 * p + 1];
          const total = soFar + straight(px - x, py - y);
          const isNew = stamp[p] !== open;
          if (!isNew && total >= distance[p]) continue;
          stamp[p] = open;
          distance[p] = total;
          before[p] = at;
          crossed[p] = s;
          heap.key[p] = total + straight(to.x - px, to.y - py);
          if (isNew) heap.insert(p);
          else heap.lower(p);
        }
      }
    }
    if (heap.length === 0) return NONE;
    at = heap.pop();
    expanded++;
    stamp[at] = done;
    if (at === goal) break;
    cell = sideCell[sideTwin[crossed[at]]];
    x = points[2 * at];
    y = points[2 * at + 1];
    soFar = distance[at];
  }
  scratch.length = distance[goal];
  return expanded;
}

function straight(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
