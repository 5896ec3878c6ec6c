/**
 * Bottlenecks: put a vertex on a wall wherever a corner's shortest way to that wall decides who can pass
 * (L04 §3.1, environment.md §2). Afterwards a disc of diameter w gets from one triangle to another exactly if it can
 * do so through free edges longer than w.
 *
 *        Y ─────────── wall ──P──── Z          A corner A and a triangle A, X, Y of floor. Passing between X and Y
 *         ╲                   ┊   ╱            around A, a body also passes between A and every wall it sees through
 *          ╲                  ┊ ╱              X–Y. If the foot P of A on such a wall is nearer than A–X and A–Y (than
 *           ╲      A ─────── X                 those of the two that are free), the passage is A–P wide and P is
 *                                              made a vertex.
 *
 * L04 looks at the wall X–Y of A's own triangle only; there the foot is always nearer than both. Walls seen through a
 * free X–Y are ours, after Kallmann's local clearance triangulations: needed where a corner's nearest wall lies
 * beyond its own triangle. Vertices need no such care: one nearer than both X and Y would lie in the circle of A, X, Y.
 *
 * Rounds: all feet that the present triangulation asks for are found, then all are inserted. The triangulation is
 * unique, so the feet do not depend on any order. They are never projected themselves, and there is at most one
 * per corner and wall: it ends. Every round looks only at corners whose triangles changed.
 */
import { groupByOwner } from '../core/csr.ts';
import { assert } from '../core/errors.ts';
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import { type FlatMap, LEFT_WALKABLE, RIGHT_WALKABLE, WALL } from '../map/flat-map.ts';
import { addVertex, insertOnEdge, next, previous, type Triangulation } from '../triangulation/triangulation.ts';

/** A foot this near to an end of its piece of wall is that end, as a share of the map's tolerance. */
const END_SHARE = 0.1;

/** Mark the triangles that are floor (region 1): next to a walkable side of a segment, and all they reach freely. */
export function markFloor(t: Triangulation, map: FlatMap): void {
  const { twin, constraint, corner, region } = t;
  const stack = new GrowableInts();
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    const s = constraint[e]!;
    if (s === NONE) continue;
    const bit = corner[e] === map.segments[2 * s] ? LEFT_WALKABLE : RIGHT_WALKABLE;
    const triangle = (e / 3) | 0;
    if ((map.segmentSides[s]! & bit) === 0 || region[triangle] === 1) continue;
    region[triangle] = 1;
    stack.push(triangle);
    while (stack.length > 0) {
      const from = stack.pop();
      for (let h = 3 * from; h < 3 * from + 3; h++) {
        if (constraint[h] !== NONE || twin[h] === NONE) continue;
        const to = (twin[h]! / 3) | 0;
        if (region[to] === 1) continue;
        region[to] = 1;
        stack.push(to);
      }
    }
  }
}

/** Insert all feet; their number. */
export function insertFeet(t: Triangulation, map: FlatMap, tolerance: number): number {
  const search = createSearch(t, map, END_SHARE * tolerance);
  const before = t.vertexCount;
  t.vertexTouched.fill(1);
  for (;;) {
    clearFeet(search);
    for (let v = 0; v < t.frameFirst; v++) {
      if (t.vertexTouched[v] === 0) continue;
      t.vertexTouched[v] = 0;
      findFeetOf(search, v);
    }
    if (search.footFrom.length === 0) return t.vertexCount - before;
    insertFound(search);
  }
}

interface Search {
  t: Triangulation;
  map: FlatMap;
  endTolerance: number;
  /** The feet found in this round: on the piece of wall between which two vertices, and where. */
  footFrom: GrowableInts;
  footTo: GrowableInts;
  footX: GrowableFloats;
  footY: GrowableFloats;
  /** Sight through free sides: half-edge entered, right limit, left limit. */
  sight: GrowableInts;
  /** The foot computed last. */
  x: number;
  y: number;
}

function createSearch(t: Triangulation, map: FlatMap, endTolerance: number): Search {
  return {
    t,
    map,
    endTolerance,
    footFrom: new GrowableInts(),
    footTo: new GrowableInts(),
    footX: new GrowableFloats(),
    footY: new GrowableFloats(),
    sight: new GrowableInts(64),
    x: 0,
    y: 0,
  };
}

function clearFeet(search: Search): void {
  for (const list of [search.footFrom, search.footTo, search.footX, search.footY]) list.length = 0;
}

function isWall(search: Search, e: number): boolean {
  const s = search.t.constraint[e]!;
  return s !== NONE && search.map.segmentKind[s] === WALL;
}

/** Look at every floor triangle around corner a. */
function findFeetOf(search: Search, a: number): void {
  const { t } = search;
  const first = t.vertexEdge[a]!;
  let e = first;
  do {
    if (t.region[(e / 3) | 0] === 1) findFootThrough(search, a, e);
    e = t.twin[previous(e)]!;
  } while (e !== first);
}

/** The nearest foot of a on a wall seen through the far side of the triangle whose half-edge e starts at a. */
function findFootThrough(search: Search, a: number, e: number): void {
  const { t, sight } = search;
  const { vertices, corner, constraint, twin } = t;
  const ep = previous(e);
  const opposite = next(e);
  const x = corner[opposite]!;
  const y = corner[ep]!;
  const ax = vertices[2 * a]!;
  const ay = vertices[2 * a + 1]!;
  let bound = 0;
  if (!isWall(search, e)) bound = squaredDistance(vertices, a, x);
  if (!isWall(search, ep)) bound = Math.max(bound, squaredDistance(vertices, a, y));
  if (bound === 0) return;
  let found = NONE;
  let foundX = 0;
  let foundY = 0;
  if (constraint[opposite] !== NONE) {
    if (!isWall(search, opposite)) return;
    const squared = footOn(search, ax, ay, opposite);
    if (squared >= bound) return;
    found = opposite;
    bound = squared;
    foundX = search.x;
    foundY = search.y;
  } else {
    sight.clear();
    sight.push(twin[opposite]!);
    sight.push(x);
    sight.push(y);
    while (sight.length > 0) {
      const leftLimit = sight.pop();
      const rightLimit = sight.pop();
      const entered = sight.pop();
      // Entered through q→p (p right, q left as seen from a); z is the far corner; p–z and z–q lie ahead.
      const h = next(entered);
      const g = previous(entered);
      const z = corner[g]!;
      const zx = vertices[2 * z]!;
      const zy = vertices[2 * z + 1]!;
      const zLeftOfRight = orient(ax, ay, vertices[2 * rightLimit]!, vertices[2 * rightLimit + 1]!, zx, zy) > 0;
      const zRightOfLeft = orient(ax, ay, vertices[2 * leftLimit]!, vertices[2 * leftLimit + 1]!, zx, zy) < 0;
      for (let k = 0; k < 2; k++) {
        const ahead = k === 0 ? h : g;
        // The right side p–z is in sight where z is left of the right limit; the left side z–q likewise.
        if (k === 0 ? !zLeftOfRight : !zRightOfLeft) continue;
        const right = k === 0 || !zLeftOfRight ? rightLimit : z;
        const left = k === 1 || !zRightOfLeft ? leftLimit : z;
        if (constraint[ahead] === NONE) {
          if (squaredDistanceToEdge(vertices, ax, ay, corner[ahead]!, corner[next(ahead)]!) < bound) {
            sight.push(twin[ahead]!);
            sight.push(right);
            sight.push(left);
          }
        } else if (isWall(search, ahead)) {
          const squared = footOn(search, ax, ay, ahead);
          if (squared < bound && isBetween(vertices, ax, ay, right, left, search.x, search.y)) {
            found = ahead;
            bound = squared;
            foundX = search.x;
            foundY = search.y;
          }
        }
      }
    }
    if (found === NONE) return;
  }
  search.footFrom.push(corner[found]!);
  search.footTo.push(corner[next(found)]!);
  search.footX.push(foundX);
  search.footY.push(foundY);
}

/** Does a ray from (ax, ay) to (x, y) pass strictly between two limit vertices? */
function isBetween(
  vertices: Float64Array,
  ax: number,
  ay: number,
  right: number,
  left: number,
  x: number,
  y: number,
): boolean {
  return (
    orient(ax, ay, vertices[2 * right]!, vertices[2 * right + 1]!, x, y) > 0 &&
    orient(ax, ay, vertices[2 * left]!, vertices[2 * left + 1]!, x, y) < 0
  );
}

/**
 * Foot of a point on the piece of wall along half-edge e, into search.x and search.y; its squared distance, Infinity
 * where it does not lie strictly inside the piece. Computed on the whole wall, so that all feet of a wall lie on it
 * in the order of their projections whatever pieces it is in.
 */
function footOn(search: Search, ax: number, ay: number, e: number): number {
  const { vertices, corner, constraint } = search.t;
  const { segments } = search.map;
  const s = constraint[e]!;
  const from = 2 * segments[2 * s]!;
  const to = 2 * segments[2 * s + 1]!;
  const x0 = vertices[from]!;
  const y0 = vertices[from + 1]!;
  const ex = vertices[to]! - x0;
  const ey = vertices[to + 1]! - y0;
  const share = ((ax - x0) * ex + (ay - y0) * ey) / (ex * ex + ey * ey);
  const x = x0 + share * ex;
  const y = y0 + share * ey;
  const p = 2 * corner[e]!;
  const q = 2 * corner[next(e)]!;
  const px = vertices[p]!;
  const py = vertices[p + 1]!;
  const dx = vertices[q]! - px;
  const dy = vertices[q + 1]! - py;
  const length = Math.sqrt(dx * dx + dy * dy);
  const along = ((x - px) * dx + (y - py) * dy) / length;
  if (!(along > search.endTolerance && along < length - search.endTolerance)) return Infinity;
  search.x = x;
  search.y = y;
  return (x - ax) ** 2 + (y - ay) ** 2;
}

function squaredDistance(vertices: Float64Array, a: number, b: number): number {
  return (vertices[2 * a]! - vertices[2 * b]!) ** 2 + (vertices[2 * a + 1]! - vertices[2 * b + 1]!) ** 2;
}

function squaredDistanceToEdge(vertices: Float64Array, x: number, y: number, a: number, b: number): number {
  const ax = vertices[2 * a]!;
  const ay = vertices[2 * a + 1]!;
  const ex = vertices[2 * b]! - ax;
  const ey = vertices[2 * b + 1]! - ay;
  const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
  return (ax + share * ex - x) ** 2 + (ay + share * ey - y) ** 2;
}

/** Insert the feet of this round, piece of wall by piece, along each piece: what is split always lies behind. */
function insertFound(search: Search): void {
  const { t, footFrom, footTo, footX, footY } = search;
  const count = footFrom.length;
  // Pieces by their lower vertex, then their higher one, then the way along them: feet come from both sides of a wall.
  const low = new Int32Array(count);
  const along = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    low[i] = Math.min(footFrom.array[i]!, footTo.array[i]!);
    along[i] =
      (footX.array[i]! - t.vertices[2 * low[i]!]!) ** 2 + (footY.array[i]! - t.vertices[2 * low[i]! + 1]!) ** 2;
  }
  const highOf = (i: number) => footFrom.array[i]! + footTo.array[i]! - low[i]!;
  const { first, item } = groupByOwner(low, t.vertexCount);
  for (let v = 0; v + 1 < first.length; v++) {
    const list = item.subarray(first[v]!, first[v + 1]!);
    if (list.length === 0) continue;
    if (list.length > 1) list.sort((i, j) => highOf(i) - highOf(j) || along[i]! - along[j]!);
    let high: number = NONE;
    let last = v;
    for (const i of list) {
      if (highOf(i) !== high) last = v;
      high = highOf(i);
      const x = footX.array[i]!;
      const y = footY.array[i]!;
      const fromLast = (x - t.vertices[2 * last]!) ** 2 + (y - t.vertices[2 * last + 1]!) ** 2;
      // Two corners may have one foot.
      if (fromLast <= search.endTolerance ** 2) continue;
      const foot = addVertex(t, x, y);
      insertOnEdge(t, halfEdgeBetween(t, last, high), foot);
      last = foot;
    }
  }
}

function halfEdgeBetween(t: Triangulation, a: number, b: number): number {
  const first = t.vertexEdge[a]!;
  let e = first;
  do {
    if (t.corner[next(e)] === b) return e;
    e = t.twin[previous(e)]!;
  } while (e !== first);
  assert(false, 'a piece of wall is no edge');
}
