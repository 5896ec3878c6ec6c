/**
 * VertexSet: places that are all farther apart than a tolerance. Adding a place within tolerance of one that is there
 * gives that one back. A hash grid of squares a few tolerances wide; expected O(1) per addition.
 */
import { GrowableFloats, GrowableInts, grownInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';

export interface VertexSet {
  tolerance: number;
  /** How near a place must be to a vertex to be that vertex; the tolerance, or less. */
  reach: number;
  /** x, y interleaved. */
  places: GrowableFloats;
  /** First vertex of each bucket, and the next one in the bucket of each vertex. */
  bucket: Int32Array;
  next: GrowableInts;
}

export function createVertexSet(tolerance: number, expected: number): VertexSet {
  const buckets = 1 << (32 - Math.clz32(Math.max(16, 2 * expected) - 1));
  return {
    tolerance,
    reach: tolerance,
    places: new GrowableFloats(2 * expected),
    bucket: new Int32Array(buckets).fill(NONE),
    next: new GrowableInts(expected),
  };
}

/** Squares are this many tolerances wide: wide enough that a place mostly looks into one square only. */
const SQUARE = 8;

function bucketOf(set: VertexSet, column: number, row: number): number {
  // Columns and rows may exceed 32 bits: `| 0` wraps them, which only makes strangers share a bucket.
  const mixed = Math.imul(column | 0, 0x9e3779b1) ^ Math.imul(row | 0, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & (set.bucket.length - 1);
}

/** The nearest vertex within tolerance of a place (the earlier one of two as near), or NONE. */
export function findVertex(set: VertexSet, x: number, y: number): number {
  const { tolerance, bucket } = set;
  const places = set.places.array;
  const next = set.next.array;
  const square = SQUARE * tolerance;
  const lastColumn = Math.floor((x + tolerance) / square);
  const lastRow = Math.floor((y + tolerance) / square);
  let nearest = NONE;
  let least = set.reach * set.reach;
  for (let column = Math.floor((x - tolerance) / square); column <= lastColumn; column++) {
    for (let row = Math.floor((y - tolerance) / square); row <= lastRow; row++) {
      for (let v = bucket[bucketOf(set, column, row)]; v !== NONE; v = next[v]) {
        const dx = places[2 * v] - x;
        const dy = places[2 * v + 1] - y;
        const squared = dx * dx + dy * dy;
        if (squared < least || (squared === least && (nearest === NONE || v < nearest))) {
          least = squared;
          nearest = v;
        }
      }
    }
  }
  return nearest;
}

/** Add a place that has no vertex within tolerance; its index. */
export function addVertex(set: VertexSet, x: number, y: number): number {
  const v = set.next.length;
  if (v > set.bucket.length) rehash(set);
  const square = SQUARE * set.tolerance;
  const b = bucketOf(set, Math.floor(x / square), Math.floor(y / square));
  set.places.push(x);
  set.places.push(y);
  set.next.push(set.bucket[b]);
  set.bucket[b] = v;
  return v;
}

/** Twice the buckets, so that they stay short. */
function rehash(set: VertexSet): void {
  set.bucket = grownInts(set.bucket, 2 * set.bucket.length).fill(NONE);
  const square = SQUARE * set.tolerance;
  for (let v = 0; v < set.next.length; v++) {
    const column = Math.floor(set.places.array[2 * v] / square);
    const row = Math.floor(set.places.array[2 * v + 1] / square);
    const b = bucketOf(set, column, row);
    set.next.array[v] = set.bucket[b];
    set.bucket[b] = v;
  }
}
