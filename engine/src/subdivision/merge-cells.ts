/**
 * Convex cells: triangles merged over their longest free edges (L04 §3.1).
 *
 * Free edges by decreasing length, equal ones by their coordinates; an edge goes if the union of its two cells is
 * convex and the edge comes before every free edge around the union in that order: it is longer. So a removed edge was
 * never the narrowest place between two that remain, and the width of the widest way through a cell is unchanged. Doors
 * and portals stay. O(n) after a radix sort.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { turnOf } from '../core/predicates.ts';
import { orderByKey } from '../core/sort.ts';
import { type FlatMap, WALL } from '../map/flat-map.ts';
import { next, previous, type Triangulation } from '../triangulation/triangulation.ts';

/** Sides of the cells of one level, as half-edges of its triangulation. */
export interface MergedCells {
  /** The side after each half-edge around its cell; NONE for half-edges that are no side of a floor cell. */
  nextSide: Int32Array;
}

export function mergeCells(t: Triangulation, map: FlatMap): MergedCells {
  const halfEdges = 3 * t.triangleCount;
  const { twin, constraint, region } = t;
  const nextSide = new Int32Array(halfEdges).fill(NONE);
  const previousSide = new Int32Array(halfEdges).fill(NONE);
  for (let e = 0; e < halfEdges; e++) {
    if (region[(e / 3) | 0] === 0) continue;
    nextSide[e] = next(e);
    previousSide[e] = previous(e);
  }

  // Cells as sets of triangles, and per cell the longest free edge that has to stay.
  const parent = new Int32Array(t.triangleCount);
  for (let i = 0; i < parent.length; i++) parent[i] = i;
  const find = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  const longestKept = new Float64Array(t.triangleCount);
  const cellOf = (e: number) => find((e / 3) | 0);
  const keep = (e: number, squared: number) => {
    const cell = cellOf(e);
    if (squared > longestKept[cell]) longestKept[cell] = squared;
  };

  // Free edges once each, with their squared lengths. Doors and portals stay; a portal has floor on one side only.
  const free = new GrowableInts(halfEdges >> 2);
  for (let e = 0; e < halfEdges; e++) {
    if (nextSide[e] === NONE) continue;
    const s = constraint[e];
    if (s === NONE) {
      if (e < twin[e]) free.push(e);
    } else if (map.segmentKind[s] !== WALL) keep(e, squaredLength(t, e));
  }
  const edges = free.values();
  const squared = new Float64Array(edges.length);
  for (let i = 0; i < edges.length; i++) squared[i] = squaredLength(t, edges[i]);
  const order = orderByKey(squared);
  settleEquals(t, edges, squared, order);

  //            ╲    cell    ╱             e = p→q bounds the cell above, f = q→p the one below.
  //   prev e    ╲          ╱ next e       Without them, prev e is followed by next f (at p) and prev f by next e (at q).
  //              p ──────▶ q
  //   next f    ╱    f     ╲ prev f
  //            ╱    cell    ╲
  for (let k = order.length - 1; k >= 0; k--) {
    const e = edges[order[k]];
    const f = twin[e];
    const length = squared[order[k]];
    const above = cellOf(e);
    const below = cellOf(f);
    // Edges still to come are shorter; of those looked at, only the ones that stay are around the union.
    const isLongest = longestKept[above] < length && longestKept[below] < length;
    if (!isLongest || !isConvexWithout(t, nextSide, previousSide, e)) {
      keep(e, length);
      keep(f, length);
      continue;
    }
    nextSide[previousSide[e]] = nextSide[f];
    previousSide[nextSide[f]] = previousSide[e];
    nextSide[previousSide[f]] = nextSide[e];
    previousSide[nextSide[e]] = previousSide[f];
    nextSide[e] = nextSide[f] = NONE;
    previousSide[e] = previousSide[f] = NONE;
    parent[below] = above;
    longestKept[above] = Math.max(longestKept[above], longestKept[below]);
  }
  return { nextSide };
}

/** Is the union of the two cells beside half-edge e convex or straight where e ends? */
function isConvexWithout(t: Triangulation, nextSide: Int32Array, previousSide: Int32Array, e: number): boolean {
  const f = t.twin[e];
  return turnsLeft(t, nextSide, previousSide[e], nextSide[f]) && turnsLeft(t, nextSide, previousSide[f], nextSide[e]);
}

/** Is the corner between side `from` and side `to`, which follows it around a union of cells, convex or straight? */
function turnsLeft(t: Triangulation, nextSide: Int32Array, from: number, to: number): boolean {
  const { corner, twin, constraint, vertices } = t;
  if (twin[from] === to) return false;
  // Two pieces of one wall are straight by construction, whatever rounding did to the foot between them.
  if (constraint[from] !== NONE && constraint[from] === constraint[to]) return true;
  return turnOf(vertices, corner[from], corner[to], corner[nextSide[to]]) >= 0;
}

/** Of edges of one length, the one that lies first (by its lesser end, then its greater, x before y) counts as the longest. */
function settleEquals(t: Triangulation, edges: Int32Array, squared: Float64Array, order: Int32Array): void {
  const { vertices, corner } = t;
  const compare = (v: number, w: number) =>
    vertices[2 * v] - vertices[2 * w] || vertices[2 * v + 1] - vertices[2 * w + 1];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && squared[order[to]] === squared[order[from]]) to++;
    if (to > from + 1) {
      const ends = (i: number): [number, number] => {
        const a = corner[edges[i]];
        const b = corner[next(edges[i])];
        return compare(a, b) < 0 ? [a, b] : [b, a];
      };
      order.subarray(from, to).sort((i, j) => {
        const [a, b] = ends(i);
        const [c, d] = ends(j);
        return compare(c, a) || compare(d, b);
      });
    }
    from = to;
  }
}

function squaredLength(t: Triangulation, e: number): number {
  const a = 2 * t.corner[e];
  const b = 2 * t.corner[next(e)];
  return (t.vertices[a] - t.vertices[b]) ** 2 + (t.vertices[a + 1] - t.vertices[b + 1]) ** 2;
}
