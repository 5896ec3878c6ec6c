/**
 * Merge chains of nearly collinear walls: drop a corner v between two walls a–v and v–c where the wall a–c lies within
 * `threshold` of all that it replaces.
 *
 * Flattest corners first, and only bends of up to 15°. A corner goes only if no other vertex lies in the triangle a, v,
 * c or within `tolerance` of a–c: then nothing can cross or touch the new wall. Each wall moves by at most the
 * threshold (deviations are added up along the chain), so no passage changes by more than twice that. O(n log n).
 */
import { type BoxTree, buildBoxTree, searchBoxes } from '../core/box-tree.ts';
import { groupByOwner, type Csr } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { Heap } from '../core/heap.ts';
import { NONE } from '../core/none.ts';
import { LEFT_WALKABLE, RIGHT_WALKABLE, WALL } from './flat-map.ts';

/** Segments as the map stage collects them, before and after simplification. */
export interface MapSegments {
  vertices: Float64Array;
  segments: Int32Array;
  kind: Uint8Array;
  sides: Uint8Array;
  label: Int32Array;
  /** 1: a wall that is only the artificial boundary. */
  boundary: Uint8Array;
  /** 1: a wall made only of glass. */
  glass: Uint8Array;
}

/** The vertices by place: is any of them in the way of a new wall? */
interface Surroundings {
  tree: BoxTree;
  /** Metres that a vertex and a wall must be apart. */
  tolerance: number;
  /** The vertices found, for use again and again. */
  near: GrowableInts;
}

/** The state of the work: segments shrink in number, `joined` leads from a dropped one to the one it became part of. */
interface Chains {
  vertices: Float64Array;
  /** Ends of each segment, updated as segments grow. */
  end: Int32Array;
  kind: Uint8Array;
  boundary: Uint8Array;
  glass: Uint8Array;
  sides: Uint8Array;
  /** Segment it was joined into, or itself. */
  joined: Int32Array;
  /** How far the segment may lie from what it replaces, metres. */
  deviation: Float64Array;
  /** Segments at each vertex as they were at first. */
  star: Csr;
  dropped: Uint8Array;
}

/** @param tell hears of every corner that is dropped where walls do bend */
export function simplify(
  map: MapSegments,
  threshold: number,
  tolerance: number,
  tell: (vertex: number) => void,
): MapSegments {
  const chains = createChains(map);
  const count = map.vertices.length >> 1;
  const heap = new Heap();
  const cost = new Float64Array(count).fill(Infinity);
  const consider = (v: number) => {
    cost[v] = dropCost(chains, v);
    if (cost[v] <= threshold) heap.push(cost[v], v);
  };
  for (let v = 0; v < count; v++) consider(v);
  if (heap.length === 0) return map;
  const surroundings = createSurroundings(map.vertices, tolerance);
  while (heap.length > 0) {
    const key = heap.leastKey;
    const v = heap.pop();
    if (chains.dropped[v] === 1 || key !== cost[v]) continue;
    const s = segmentAt(chains, v, 0);
    const t = segmentAt(chains, v, 1);
    const a = otherEnd(chains, s, v);
    const c = otherEnd(chains, t, v);
    if (areJoined(chains, a, c) || !isClear(chains, surroundings, a, v, c)) continue;
    if (cost[v] > BENT) tell(v);
    dropCorner(chains, s, t, v, cost[v]);
    consider(a);
    consider(c);
  }
  return collect(map, chains);
}

function createChains(map: MapSegments): Chains {
  const count = map.segments.length >> 1;
  const start = new Int32Array(2 * count);
  start.set(map.segments);
  const ends = groupByOwner(start, map.vertices.length >> 1);
  const joined = new Int32Array(count);
  for (let s = 0; s < count; s++) joined[s] = s;
  return {
    vertices: map.vertices,
    end: map.segments.slice(),
    kind: map.kind,
    boundary: map.boundary,
    glass: map.glass,
    sides: map.sides.slice(),
    joined,
    deviation: new Float64Array(count),
    star: { first: ends.first, item: ends.item.map((end) => end >> 1) },
    dropped: new Uint8Array(map.vertices.length >> 1),
  };
}

function createSurroundings(vertices: Float64Array, tolerance: number): Surroundings {
  const count = vertices.length >> 1;
  const boxes = new Float64Array(4 * count);
  for (let v = 0; v < count; v++) {
    boxes[4 * v] = boxes[4 * v + 2] = vertices[2 * v];
    boxes[4 * v + 1] = boxes[4 * v + 3] = vertices[2 * v + 1];
  }
  return { tree: buildBoxTree(boxes), tolerance, near: new GrowableInts(64) };
}

/** The segment that s has become part of. */
function resolve(chains: Chains, s: number): number {
  const { joined } = chains;
  while (joined[s] !== s) {
    joined[s] = joined[joined[s]];
    s = joined[s];
  }
  return s;
}

/** One of the two segments at a vertex of degree two. */
function segmentAt(chains: Chains, v: number, which: 0 | 1): number {
  return resolve(chains, chains.star.item[chains.star.first[v] + which]);
}

function otherEnd(chains: Chains, s: number, v: number): number {
  return chains.end[2 * s] + chains.end[2 * s + 1] - v;
}

/** Floor on the left and right of segment s walked away from vertex v. */
function sidesFrom(chains: Chains, s: number, v: number): number {
  const sides = chains.sides[s];
  if (chains.end[2 * s] === v) return sides;
  return ((sides & LEFT_WALKABLE) !== 0 ? RIGHT_WALKABLE : 0) | ((sides & RIGHT_WALKABLE) !== 0 ? LEFT_WALKABLE : 0);
}

/** Metres from the wall without it: a corner nearer than this is on it, but for rounding. */
const BENT = 1e-6;
/** Squared cosine of the sharpest bend that counts as nearly straight, 15°. */
const STRAIGHT = 0.933;

/** How far the wall without corner v would lie from the walls it replaces; Infinity where v must stay. */
function dropCost(chains: Chains, v: number): number {
  const { star, vertices } = chains;
  if (star.first[v + 1] - star.first[v] !== 2) return Infinity;
  const s = segmentAt(chains, v, 0);
  const t = segmentAt(chains, v, 1);
  if (s === t || chains.kind[s] !== WALL || chains.kind[t] !== WALL) return Infinity;
  // Where a real wall and the artificial boundary meet, one ends and the other begins.
  if (chains.boundary[s] !== chains.boundary[t]) return Infinity;
  // So it is with glass and an opaque wall.
  if (chains.glass[s] !== chains.glass[t]) return Infinity;
  const a = otherEnd(chains, s, v);
  const c = otherEnd(chains, t, v);
  // Floor must lie on the same side before and after v.
  if (a === c || sidesFrom(chains, s, a) !== sidesFrom(chains, t, v)) return Infinity;
  const ax = vertices[2 * a];
  const ay = vertices[2 * a + 1];
  const ex = vertices[2 * c] - ax;
  const ey = vertices[2 * c + 1] - ay;
  const px = vertices[2 * v] - ax;
  const py = vertices[2 * v + 1] - ay;
  const squared = ex * ex + ey * ey;
  // A bend, not a corner: the corner of a railing 1 cm thick is within 1 cm of a–c too, but turns by a right angle.
  const onwards = px * (ex - px) + py * (ey - py);
  const lengths = (px * px + py * py) * ((ex - px) ** 2 + (ey - py) ** 2);
  if (onwards <= 0 || onwards * onwards < STRAIGHT * lengths) return Infinity;
  const height = Math.abs(px * ey - py * ex) / Math.sqrt(squared);
  return height + Math.max(chains.deviation[s], chains.deviation[t]);
}

/** Is there already a segment between a and c? */
function areJoined(chains: Chains, a: number, c: number): boolean {
  const { star } = chains;
  const fewer = star.first[a + 1] - star.first[a] < star.first[c + 1] - star.first[c] ? a : c;
  const other = a + c - fewer;
  for (let i = star.first[fewer]; i < star.first[fewer + 1]; i++) {
    if (otherEnd(chains, resolve(chains, star.item[i]), fewer) === other) return true;
  }
  return false;
}

/** No vertex but a, v, c in the triangle they form, nor within tolerance of a–c. */
function isClear(chains: Chains, surroundings: Surroundings, a: number, v: number, c: number): boolean {
  const { vertices } = chains;
  const { tree, tolerance, near } = surroundings;
  const ax = vertices[2 * a];
  const ay = vertices[2 * a + 1];
  const vx = vertices[2 * v];
  const vy = vertices[2 * v + 1];
  const cx = vertices[2 * c];
  const cy = vertices[2 * c + 1];
  near.clear();
  searchBoxes(
    tree,
    Math.min(ax, vx, cx) - tolerance,
    Math.min(ay, vy, cy) - tolerance,
    Math.max(ax, vx, cx) + tolerance,
    Math.max(ay, vy, cy) + tolerance,
    near,
  );
  const ex = cx - ax;
  const ey = cy - ay;
  const length = Math.sqrt(ex * ex + ey * ey);
  // Signed distance from a–c, positive on v's side.
  const towards = ex * (vy - ay) - ey * (vx - ax) >= 0 ? 1 / length : -1 / length;
  const height = (ex * (vy - ay) - ey * (vx - ax)) * towards;
  for (let i = 0; i < near.length; i++) {
    const w = near.array[i];
    if (w === a || w === v || w === c || chains.dropped[w] === 1) continue;
    const px = vertices[2 * w] - ax;
    const py = vertices[2 * w + 1] - ay;
    const above = (ex * py - ey * px) * towards;
    const along = (px * ex + py * ey) / length;
    // The band on v's side of a–c, as high as v, is a little more than the triangle: simple, and on the safe side.
    if (above >= -tolerance && above <= height + tolerance && along >= -tolerance && along <= length + tolerance) {
      return false;
    }
  }
  return true;
}

/** Segment s takes over t's far end; v is no longer a corner. */
function dropCorner(chains: Chains, s: number, t: number, v: number, deviation: number): void {
  const a = otherEnd(chains, s, v);
  const c = otherEnd(chains, t, v);
  const sides = sidesFrom(chains, s, a);
  chains.end[2 * s] = a;
  chains.end[2 * s + 1] = c;
  chains.sides[s] = sides;
  chains.deviation[s] = deviation;
  chains.joined[t] = s;
  chains.dropped[v] = 1;
}

/** What is left, with vertices and segments numbered anew in the old order. */
function collect(map: MapSegments, chains: Chains): MapSegments {
  const kept: number[] = [];
  for (let s = 0; s < chains.joined.length; s++) if (chains.joined[s] === s) kept.push(s);
  const segments = new Int32Array(2 * kept.length);
  kept.forEach((s, i) => {
    segments[2 * i] = chains.end[2 * s];
    segments[2 * i + 1] = chains.end[2 * s + 1];
  });
  return compactVertices({
    vertices: map.vertices,
    segments,
    kind: Uint8Array.from(kept, (s) => map.kind[s]),
    sides: Uint8Array.from(kept, (s) => chains.sides[s]),
    label: Int32Array.from(kept, (s) => map.label[s]),
    boundary: Uint8Array.from(kept, (s) => map.boundary[s]),
    glass: Uint8Array.from(kept, (s) => map.glass[s]),
  });
}

/** Leave out vertices that no segment uses. */
export function compactVertices(map: MapSegments): MapSegments {
  const count = map.vertices.length >> 1;
  const newIndex = new Int32Array(count).fill(NONE);
  for (const v of map.segments) newIndex[v] = 0;
  let used = 0;
  for (let v = 0; v < count; v++) if (newIndex[v] !== NONE) newIndex[v] = used++;
  const vertices = new Float64Array(2 * used);
  for (let v = 0; v < count; v++) {
    if (newIndex[v] === NONE) continue;
    vertices[2 * newIndex[v]] = map.vertices[2 * v];
    vertices[2 * newIndex[v] + 1] = map.vertices[2 * v + 1];
  }
  return { ...map, vertices, segments: map.segments.map((v) => newIndex[v]) };
}
