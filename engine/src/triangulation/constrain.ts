/**
 * Constrained Delaunay triangulation of vertices and segments, incremental, on exact predicates.
 *
 * Vertices go in along a Hilbert curve, each found by a short walk from the one before. Then each segment that is not
 * yet an edge is cut in: the triangles it crosses are removed and the two polygons left on its sides filled with the
 * triangles whose circles hold no vertex of the polygon (Anglada 1997), then made Delaunay by flips.
 * Takes vertices that differ and segments that meet only at vertices (map/arrangement.ts); a vertex exactly on a
 * segment is accepted and splits it. Cost: n log n for the order, close to linear for the rest.
 */
import { assert } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { hilbertOrder } from '../core/hilbert.ts';
import { NONE } from '../core/none.ts';
import { inCircleOf, turnOf } from '../core/predicates.ts';
import { nextRandom, seedRandom } from '../core/random.ts';
import { BLOCK, boxChain, type ChainBoxes, nextBlock, putCircle, startSearch } from './chain-boxes.ts';
import {
  createTriangulation,
  halfEdgeBetween,
  insertInTriangle,
  insertOnEdge,
  legalise,
  link,
  next,
  previous,
  setCorners,
  type Triangulation,
} from './triangulation.ts';

/**
 * @param vertices x, y interleaved, no two equal
 * @param segments two vertex indices each; segment i becomes the constraint i of the edges it is made of
 */
export function triangulate(vertices: Float64Array, segments: Int32Array): Triangulation {
  const t = createTriangulation(vertices);
  insertVertices(t, hilbertOrder(vertices));
  insertSegments(t, segments);
  return t;
}

/** Flips per vertex that show that the order is a bad one; real places need three to six. */
const MANY_FLIPS = 32;

/**
 * Along a curve, so that each vertex is near the one before. Where thousands of vertices lie on one circle, each that follows would
 * turn the triangles of all before it: then the rest goes in by a biased random order (Amenta, Choi, Rote 2003), a few scattered
 * ones first, twice as many in each round, each round along the curve. The triangulation is the same in any order.
 */
function insertVertices(t: Triangulation, order: Int32Array): void {
  const walk = { near: 0, flips: 0 };
  let count = 0;
  while (count < order.length && walk.flips <= MANY_FLIPS * (count + MANY_FLIPS)) insertVertex(t, order[count++], walk);
  if (count === order.length) return;
  const rest = order.subarray(count);
  const random = seedRandom(rest.length);
  const rounds = 32 - Math.clz32(rest.length);
  const round = new Uint8Array(rest.length);
  for (let i = 0; i < rest.length; i++) {
    let r = rounds;
    while (r > 0 && nextRandom(random) < 0.5) r--;
    round[i] = r;
  }
  for (let r = 0; r <= rounds; r++) {
    for (let i = 0; i < rest.length; i++) if (round[i] === r) insertVertex(t, rest[i], walk);
  }
}

/**
 * Most segments are edges already. The others go in scattered: neighbours in a drawing (a hatch of long parallel lines)
 * cross the same triangles, and one after the other each would cross nearly all of them; scattered, the first few part
 * the rest. The triangulation is the same in any order.
 */
function insertSegments(t: Triangulation, segments: Int32Array): void {
  const missing = new GrowableInts();
  for (let s = 0; 2 * s < segments.length; s++) {
    const e = edgeBetween(t, segments[2 * s], segments[2 * s + 1]);
    if (e === NONE) missing.push(s);
    else link(t, e, t.twin[e], s);
  }
  const order = missing.values();
  const random = seedRandom(order.length);
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(nextRandom(random) * (i + 1));
    const s = order[i];
    order[i] = order[j];
    order[j] = s;
  }
  const cavity = createCavity();
  for (const s of order) insertSegment(t, segments[2 * s], segments[2 * s + 1], s, cavity);
}

/** Half-edges turned through around one end of a segment before its other end is tried, which may have fewer. */
const TURNS = 32;

/** The half-edge between two vertices in one direction or the other, or NONE. */
function edgeBetween(t: Triangulation, a: number, b: number): number {
  return hasManyEdges(t, a) && !hasManyEdges(t, b) ? halfEdgeBetween(t, b, a) : halfEdgeBetween(t, a, b);
}

/** Walk from half-edge `walk.near` to the triangle that holds vertex v, put it there; that is where the next walk starts. */
function insertVertex(t: Triangulation, v: number, walk: { near: number; flips: number }): void {
  const { vertices, corner, twin } = t;
  let e = walk.near - (walk.near % 3);
  // The walk crosses any side that has the point strictly behind it. In a Delaunay triangulation it cannot circle.
  for (let entered = NONE; ; ) {
    let on = NONE;
    let crossed = NONE;
    for (let k = e; k < e + 3; k++) {
      if (k === entered) continue;
      const side = turnOf(vertices, corner[k], corner[next(k)], v);
      if (side < 0) {
        crossed = k;
        break;
      }
      if (side === 0) {
        assert(on === NONE, 'two vertices at one place');
        on = k;
      }
    }
    if (crossed === NONE) {
      walk.flips += on === NONE ? insertInTriangle(t, e, v) : insertOnEdge(t, on, v);
      walk.near = t.vertexEdge[v];
      return;
    }
    entered = twin[crossed];
    assert(entered !== NONE, 'a vertex outside the frame');
    e = entered - (entered % 3);
  }
}

/** What is left when the triangles a segment crosses are taken out. Reused from segment to segment. */
interface Cavity {
  /** Vertices on the left of the segment, from its start to its end, and the half-edge between each and the one before. */
  left: GrowableInts;
  leftEdge: GrowableInts;
  right: GrowableInts;
  rightEdge: GrowableInts;
  /** First half-edges of the triangles taken out. */
  free: GrowableInts;
  /** For the polygon being filled: new half-edge of each outer side, with the twin and constraint it had. */
  newEdge: GrowableInts;
  oldEdge: GrowableInts;
  oldTwin: GrowableInts;
  oldConstraint: GrowableInts;
  /** Triples still to fill: from, to, half-edge to glue to. */
  work: GrowableInts;
  doubtful: GrowableInts;
}

function createCavity(): Cavity {
  return {
    left: new GrowableInts(64),
    leftEdge: new GrowableInts(64),
    right: new GrowableInts(64),
    rightEdge: new GrowableInts(64),
    free: new GrowableInts(64),
    newEdge: new GrowableInts(64),
    oldEdge: new GrowableInts(64),
    oldTwin: new GrowableInts(64),
    oldConstraint: new GrowableInts(64),
    work: new GrowableInts(64),
    doubtful: new GrowableInts(256),
  };
}

/** Make a–b an edge with this constraint, or several where vertices lie exactly on it. */
function insertSegment(t: Triangulation, a: number, b: number, constraint: number, cavity: Cavity): void {
  if (hasManyEdges(t, a) && !hasManyEdges(t, b)) {
    const swap = a;
    a = b;
    b = swap;
  }
  while (a !== b) a = insertUpToVertex(t, a, b, constraint, cavity);
}

/** Has vertex v more than TURNS edges? Turning around it for every segment that ends there would be quadratic. */
function hasManyEdges(t: Triangulation, v: number): boolean {
  const first = t.vertexEdge[v];
  let e = first;
  for (let turns = 0; turns < TURNS; turns++) {
    e = t.twin[previous(e)];
    if (e === first) return false;
  }
  return true;
}

/** Cut the segment in from a to b or to the first vertex that lies on it; that vertex. */
function insertUpToVertex(t: Triangulation, a: number, b: number, constraint: number, cavity: Cavity): number {
  const { vertices, corner, twin } = t;
  const ax = vertices[2 * a];
  const ay = vertices[2 * a + 1];
  const bx = vertices[2 * b];
  const by = vertices[2 * b + 1];
  const sideOf = (v: number) => turnOf(vertices, a, b, v);

  // Turn around a for the triangle (a, u, v) the segment leaves through, u to its right and v to its left.
  let e = t.vertexEdge[a];
  for (const first = e; ; ) {
    const u = corner[next(e)];
    const uSide = u === b ? 0 : sideOf(u);
    if (uSide === 0) {
      const ahead = (vertices[2 * u] - ax) * (bx - ax) + (vertices[2 * u + 1] - ay) * (by - ay) > 0;
      if (u === b || ahead) {
        link(t, e, twin[e], constraint);
        return u;
      }
    }
    if (uSide < 0 && sideOf(corner[previous(e)]) > 0) break;
    e = twin[previous(e)];
    assert(e !== NONE && e !== first, 'a segment leaves its vertex through no triangle');
  }

  // Walk along the segment and collect what it crosses.
  //
  //            v ──────── w          h = u→v is crossed, f its twin v→u; w lies to the left here, so v–w joins the
  //           ╱ ╲   f    ╱           left chain and u→w is crossed next
  //      a ──╱───╲──────╱──▶ b
  //           ╲ h ╲    ╱
  //            ╲   ╲  ╱
  //             ─── u
  const { left, leftEdge, right, rightEdge, free } = cavity;
  left.clear();
  leftEdge.clear();
  right.clear();
  rightEdge.clear();
  free.clear();
  left.push(a);
  right.push(a);
  left.push(corner[previous(e)]);
  leftEdge.push(previous(e));
  right.push(corner[next(e)]);
  rightEdge.push(e);
  free.push(e - (e % 3));
  let end = b;
  for (let h = next(e); ; ) {
    assert(t.constraint[h] === NONE, 'two constraints cross');
    const f = twin[h];
    free.push(f - (f % 3));
    const w = corner[previous(f)];
    const side = w === b ? 0 : sideOf(w);
    if (side >= 0) {
      left.push(w);
      leftEdge.push(previous(f));
    }
    if (side <= 0) {
      right.push(w);
      rightEdge.push(next(f));
    }
    if (side === 0) {
      end = w;
      break;
    }
    h = side > 0 ? next(f) : previous(f);
  }
  fillCavity(t, constraint, cavity);
  return end;
}

/** Fill both sides of the cavity; the segment becomes the edge between them. */
function fillCavity(t: Triangulation, constraint: number, cavity: Cavity): void {
  const { left, leftEdge, right, rightEdge, newEdge, oldEdge, oldTwin, oldConstraint, doubtful } = cavity;
  newEdge.clear();
  oldEdge.clear();
  oldTwin.clear();
  oldConstraint.clear();
  rememberOuter(t, leftEdge, cavity);
  rememberOuter(t, rightEdge, cavity);
  const leftBase = fillPolygon(t, left.values(), 0, cavity);
  // The right side seen from the segment's end: the same picture turned by half a turn.
  right.values().reverse();
  const rightBase = fillPolygon(t, right.values(), leftEdge.length, cavity, true);
  // A side that both ends of one dangling edge lie in was its own neighbour's twin: glue the new ones to each other.
  const indexOf = newEdge.length > FEW_OUTER ? new Map<number, number>() : undefined;
  if (indexOf !== undefined) for (let i = 0; i < oldEdge.length; i++) indexOf.set(oldEdge.array[i], i);
  for (let i = 0; i < newEdge.length; i++) {
    const twin = oldTwin.array[i];
    const inside = indexOf === undefined ? positionOf(oldEdge, twin) : (indexOf.get(twin) ?? NONE);
    link(t, newEdge.array[i], inside === NONE ? twin : newEdge.array[inside], oldConstraint.array[i]);
  }
  link(t, leftBase, rightBase, constraint);
  legalise(t, doubtful);
}

/** So many sides around a cavity are looked through; of more, a map is made. */
const FEW_OUTER = 32;

function positionOf(list: GrowableInts, value: number): number {
  for (let i = 0; i < list.length; i++) if (list.array[i] === value) return i;
  return NONE;
}

/** The surroundings of a cavity on one side, before the slots of the old triangles are written over. */
function rememberOuter(t: Triangulation, edges: GrowableInts, cavity: Cavity): void {
  for (let i = 0; i < edges.length; i++) {
    const h = edges.array[i];
    cavity.oldEdge.push(h);
    cavity.oldTwin.push(t.twin[h]);
    cavity.oldConstraint.push(t.constraint[h]);
    cavity.newEdge.push(NONE);
  }
}

/**
 * Triangulate the polygon between the edge chain[0] → chain[last] and the chain on its left; the half-edge
 * chain[0] → chain[last]. Outer side i joins chain[i + 1] to chain[i]; its new half-edge goes to newEdge, at
 * firstOuter + i, or counted backwards where the chain is a reversed one.
 */
function fillPolygon(
  t: Triangulation,
  chain: Int32Array,
  firstOuter: number,
  cavity: Cavity,
  reversed = false,
): number {
  const { work, free, newEdge, doubtful } = cavity;
  const boxes = chain.length > LONG_CHAIN ? boxChain(t.vertices, chain) : undefined;
  let base: number = NONE;
  work.clear();
  work.push(0);
  work.push(chain.length - 1);
  work.push(NONE);
  while (work.length > 0) {
    const glue = work.pop();
    const to = work.pop();
    const from = work.pop();
    if (to === from + 1) {
      // An outer side: the half-edge to glue to is the new inner side of it.
      newEdge.array[firstOuter + (reversed ? chain.length - 2 - from : from)] = glue;
      continue;
    }
    const apex = findApex(t, chain, from, to, boxes);
    const e = free.pop();
    setCorners(t, e, chain[from], chain[to], chain[apex]);
    if (glue === NONE) base = e;
    else link(t, e, glue, NONE);
    work.push(apex);
    work.push(to);
    work.push(e + 1);
    work.push(from);
    work.push(apex);
    work.push(e + 2);
    doubtful.push(e);
    doubtful.push(e + 1);
    doubtful.push(e + 2);
  }
  return base;
}

/** The third corner of a triangle on the base chain[from] → chain[to]: the vertex whose circle with it holds none of the others. */
function findApex(
  { vertices }: Triangulation,
  chain: Int32Array,
  from: number,
  to: number,
  boxes: ChainBoxes | undefined,
): number {
  const a = chain[from];
  const b = chain[to];
  const isBetter = (i: number, than: number) => inCircleOf(vertices, a, b, chain[than], chain[i]) > 0;
  let apex = from + 1;
  if (boxes === undefined || to - from <= LONG_CHAIN) {
    for (let i = from + 2; i < to; i++) if (isBetter(i, apex)) apex = i;
    return apex;
  }
  // Along a row of corners it is the last or the one halfway: begun with those, most blocks are outside of the circle.
  if (to - from > VERY_LONG) for (const i of [to - 1, (from + to) >> 1]) if (isBetter(i, apex)) apex = i;
  putCircle(boxes, from, to, apex);
  startSearch();
  for (let first = nextBlock(boxes, from, to); first !== NONE; first = nextBlock(boxes, from, to)) {
    const last = Math.min(first + BLOCK, to);
    for (let i = Math.max(first, from + 1); i < last; i++) {
      if (i === apex || !isBetter(i, apex)) continue;
      apex = i;
      putCircle(boxes, from, to, apex);
    }
  }
  return apex;
}

/** Chains longer than this have a tree of boxes: a wall along thousands of corners would compare each with all others. */
const LONG_CHAIN = 64;
/** Chains longer than this are begun with a guess. */
const VERY_LONG = 256;
