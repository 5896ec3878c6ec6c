/**
 * Bottlenecks: put a vertex on a wall wherever a corner's shortest way to that wall decides who can pass
 * (L04 §3.1). Afterwards a disc of diameter w gets from one triangle to another exactly if it can
 * do so through free edges longer than w.
 *
 *        Y ─────────── wall ──P──── Z          A corner A, a floor triangle A, X, Y, and a wall seen through X–Y. The
 *         ╲                   ┊   ╱            foot P of A on that wall becomes a vertex if the circle over A–P holds
 *          ╲                  ┊ ╱              no other wall: then A–P is an edge, and A–P is what a body between the
 *           ╲      A ─────── X                 two has to fit through.
 *
 * Why this is enough: w-wide bodies at two places are kept apart by a chain of walls with gaps of at most w. A gap
 * whose circle (over the shortest line across it) holds a point of a third wall can be replaced by the two shorter gaps
 * to that wall without passing over either body. So only gaps with empty circles count. Between two corners they are
 * Delaunay edges already; between a corner and a wall they are edges once the foot is a vertex; between two walls the
 * shortest line ends at a corner. And each is seen from A's triangle before the perpendiculars at X and Y (`isBehind`).
 *
 * L04 projects A onto the wall X–Y of A's own triangle only, always; that is kept. The rest is ours: Kallmann's local
 * clearance triangulations compare A–P with A–X and A–Y instead of asking the circle, which is right for bodies that
 * come in over one and leave over the other, but not for one that stands beside an edge too narrow for it.
 *
 * Rounds: all feet that the present triangulation asks for are found, then all are inserted. The triangulation is
 * unique, so the feet do not depend on any order. They are never projected themselves, and there is at most one
 * per corner and wall: it ends. Every round looks only at corners whose triangles changed.
 *
 * Cost: close to linear. A wall with thousands of corners before it is the far side of a fan of as many triangles, and
 * each corner would look through most of them. So a round that has looked at too many triangles puts in what it found,
 * and goes on with corners in a scattered order: a few feet along the wall part the fan.
 */
import { groupByOwner } from '../core/csr.ts';
import { assert } from '../core/errors.ts';
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orient, turnOf } from '../core/predicates.ts';
import { nextRandom, seedRandom } from '../core/random.ts';
import { DOOR, type FlatMap, LEFT_WALKABLE, RIGHT_WALKABLE, WALL } from '../map/flat-map.ts';
import {
  addVertex,
  halfEdgeBetween,
  insertOnEdge,
  next,
  previous,
  type Triangulation,
} from '../triangulation/triangulation.ts';

/** A foot this near to an end of its piece of wall is that end, as a share of the map's tolerance. */
const END_SHARE = 0.1;

/** Mark the triangles that are floor (region 1): next to a walkable side of a segment, and all they reach freely. */
export function markFloor(t: Triangulation, map: FlatMap): void {
  const { twin, constraint, corner, region } = t;
  const stack = new GrowableInts();
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    const s = constraint[e];
    if (s === NONE) continue;
    const bit = corner[e] === map.segments[2 * s] ? LEFT_WALKABLE : RIGHT_WALKABLE;
    const triangle = (e / 3) | 0;
    if ((map.segmentSides[s] & bit) === 0 || region[triangle] === 1) continue;
    region[triangle] = 1;
    stack.push(triangle);
    while (stack.length > 0) {
      const from = stack.pop();
      for (let h = 3 * from; h < 3 * from + 3; h++) {
        if (constraint[h] !== NONE || twin[h] === NONE) continue;
        const to = (twin[h] / 3) | 0;
        if (region[to] === 1) continue;
        region[to] = 1;
        stack.push(to);
      }
    }
  }
}

/** A round looks at so many triangles for each there is, then puts in what it found. More than real places need. */
const LOOKS_PER_TRIANGLE = 40;

/** Insert all feet; their number. */
export function insertFeet(t: Triangulation, map: FlatMap, tolerance: number): number {
  const search = createSearch(t, map, END_SHARE * tolerance);
  const before = t.vertexCount;
  let order: Int32Array | undefined;
  t.vertexTouched.fill(1);
  for (;;) {
    clearFeet(search);
    if (search.seen.length < t.triangleCount) search.seen = new Float64Array(2 * t.triangleCount);
    search.looks = LOOKS_PER_TRIANGLE * t.triangleCount;
    for (let i = 0; i < t.frameFirst; i++) {
      const v = order === undefined ? i : order[i];
      if (t.vertexTouched[v] === 0) continue;
      t.vertexTouched[v] = 0;
      findFeetOf(search, v);
      if (search.looks < 0 && search.footFrom.length > 0) break;
    }
    if (search.footFrom.length === 0) return t.vertexCount - before;
    if (search.looks < 0) order ??= scattered(t.frameFirst);
    insertFound(search);
  }
}

/** 0 … count − 1, each once, in an order that has nothing to do with theirs. */
function scattered(count: number): Int32Array {
  const order = new Int32Array(count);
  const random = seedRandom(count);
  for (let i = 0; i < count; i++) {
    const j = Math.floor(nextRandom(random) * (i + 1));
    order[i] = order[j];
    order[j] = i;
  }
  return order;
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
  /** Triangles to look at for `isPassage`, and the visit that saw each triangle last. */
  open: GrowableInts;
  seen: Float64Array;
  visit: number;
  /** Triangles that may still be looked at in this round. */
  looks: number;
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
    open: new GrowableInts(64),
    seen: new Float64Array(0),
    visit: 0,
    looks: 0,
    x: 0,
    y: 0,
  };
}

function clearFeet(search: Search): void {
  for (const list of [search.footFrom, search.footTo, search.footX, search.footY]) list.length = 0;
}

function isWall(search: Search, e: number): boolean {
  const s = search.t.constraint[e];
  return s !== NONE && search.map.segmentKind[s] === WALL;
}

/** Look at every floor triangle around corner a. */
function findFeetOf(search: Search, a: number): void {
  const { t } = search;
  const first = t.vertexEdge[a];
  let e = first;
  do {
    if (t.region[(e / 3) | 0] === 1) findFeetThrough(search, a, e);
    e = t.twin[previous(e)];
  } while (e !== first);
}

/** Feet of a on walls seen through the far side of the floor triangle whose half-edge e starts at a. */
function findFeetThrough(search: Search, a: number, e: number): void {
  const { t, sight } = search;
  const { vertices, corner, constraint, twin } = t;
  const ep = previous(e);
  const opposite = next(e);
  const x = corner[opposite];
  const y = corner[ep];
  if (constraint[opposite] !== NONE) {
    // L04's rule: the wall of a's own triangle, unless the triangle is a closed corner between three walls.
    if (!isWall(search, opposite) || (isWall(search, e) && isWall(search, ep))) return;
    if (footOn(search, a, opposite)) pushFoot(search, opposite);
    return;
  }
  sight.clear();
  sight.push(twin[opposite]);
  sight.push(x);
  sight.push(y);
  while (sight.length > 0) {
    search.looks--;
    const leftLimit = sight.pop();
    const rightLimit = sight.pop();
    const entered = sight.pop();
    // Entered through q→p (p right, q left as seen from a); z is the far corner; p–z and z–q lie ahead.
    const h = next(entered);
    const g = previous(entered);
    const z = corner[g];
    const p = corner[h];
    const q = corner[entered];
    // Most sides ahead are behind x or y, and end there.
    const behindX = isBehind(vertices, a, x, z);
    const behindY = isBehind(vertices, a, y, z);
    const seesRight = !(behindX && isBehind(vertices, a, x, p)) && !(behindY && isBehind(vertices, a, y, p));
    const seesLeft = !(behindX && isBehind(vertices, a, x, q)) && !(behindY && isBehind(vertices, a, y, q));
    if (!seesRight && !seesLeft) continue;
    const zLeftOfRight = turnOf(vertices, a, rightLimit, z) > 0;
    const zRightOfLeft = turnOf(vertices, a, leftLimit, z) < 0;
    for (let k = 0; k < 2; k++) {
      const ahead = k === 0 ? h : g;
      // The right side p–z is in sight where z is left of the right limit; the left side z–q likewise.
      if (k === 0 ? !zLeftOfRight || !seesRight : !zRightOfLeft || !seesLeft) continue;
      const right = k === 0 || !zLeftOfRight ? rightLimit : z;
      const left = k === 1 || !zRightOfLeft ? leftLimit : z;
      if (constraint[ahead] === NONE) {
        sight.push(twin[ahead]);
        sight.push(right);
        sight.push(left);
      } else if (
        isWall(search, ahead) &&
        footOn(search, a, ahead) &&
        isFootBetween(search, a, right, left) &&
        isPassage(search, a, opposite, constraint[ahead])
      ) {
        pushFoot(search, ahead);
      }
    }
  }
}

/** Does a vertex lie behind corner c as seen from a? Where both ends of an edge do, every circle over a and a point of it holds c. */
function isBehind(vertices: Float64Array, a: number, c: number, v: number): boolean {
  const cx = vertices[2 * c];
  const cy = vertices[2 * c + 1];
  return (vertices[2 * v] - cx) * (vertices[2 * a] - cx) + (vertices[2 * v + 1] - cy) * (vertices[2 * a + 1] - cy) <= 0;
}

/** Is the circle over a and the foot in search.x, search.y, which lies on `wall`, free of all other walls? */
function isPassage(search: Search, a: number, opposite: number, wall: number): boolean {
  const { t, open, seen } = search;
  const { vertices, corner, constraint, twin } = t;
  const mx = (vertices[2 * a] + search.x) / 2;
  const my = (vertices[2 * a + 1] + search.y) / 2;
  // A wall that only touches the circle (at right angles to the way, at a) is not in it, whatever rounding says.
  const squared = ((vertices[2 * a] - mx) ** 2 + (vertices[2 * a + 1] - my) ** 2) * TOUCHING;
  const visit = ++search.visit;
  const start = (opposite / 3) | 0;
  seen[start] = visit;
  open.clear();
  open.push(start);
  while (open.length > 0) {
    search.looks--;
    const triangle = open.pop();
    for (let k = 3 * triangle; k < 3 * triangle + 3; k++) {
      const p = corner[k];
      if (p !== a && (vertices[2 * p] - mx) ** 2 + (vertices[2 * p + 1] - my) ** 2 < squared) return false;
      if (squaredDistanceToEdge(vertices, mx, my, p, corner[next(k)]) >= squared) continue;
      const s = constraint[k];
      if (s === wall) continue;
      const kind = s === NONE ? DOOR : search.map.segmentKind[s];
      if (kind === WALL) return false;
      const beyond = (twin[k] / 3) | 0;
      if (kind !== DOOR || seen[beyond] === visit) continue;
      seen[beyond] = visit;
      open.push(beyond);
    }
  }
  return true;
}

/** Squared share of the radius from which on something counts as inside a circle. */
const TOUCHING = 1 - 1e-9;

function pushFoot(search: Search, found: number): void {
  const { corner } = search.t;
  search.footFrom.push(corner[found]);
  search.footTo.push(corner[next(found)]);
  search.footX.push(search.x);
  search.footY.push(search.y);
}

/** Does the line from a to the foot in search.x, search.y pass strictly between two limit vertices? */
function isFootBetween({ t: { vertices }, x, y }: Search, a: number, right: number, left: number): boolean {
  const ax = vertices[2 * a];
  const ay = vertices[2 * a + 1];
  return (
    orient(ax, ay, vertices[2 * right], vertices[2 * right + 1], x, y) > 0 &&
    orient(ax, ay, vertices[2 * left], vertices[2 * left + 1], x, y) < 0
  );
}

/**
 * Foot of vertex a on the piece of wall along half-edge e, into search.x and search.y; false where it does not lie
 * strictly inside the piece. Computed on the whole wall, so that all feet of a wall lie on it
 * in the order of their projections whatever pieces it is in.
 */
function footOn(search: Search, a: number, e: number): boolean {
  const { vertices, corner, constraint } = search.t;
  const { segments } = search.map;
  const s = constraint[e];
  const from = 2 * segments[2 * s];
  const to = 2 * segments[2 * s + 1];
  const x0 = vertices[from];
  const y0 = vertices[from + 1];
  const ex = vertices[to] - x0;
  const ey = vertices[to + 1] - y0;
  const share = ((vertices[2 * a] - x0) * ex + (vertices[2 * a + 1] - y0) * ey) / (ex * ex + ey * ey);
  const x = x0 + share * ex;
  const y = y0 + share * ey;
  const p = 2 * corner[e];
  const q = 2 * corner[next(e)];
  const px = vertices[p];
  const py = vertices[p + 1];
  const dx = vertices[q] - px;
  const dy = vertices[q + 1] - py;
  const length = Math.sqrt(dx * dx + dy * dy);
  const along = ((x - px) * dx + (y - py) * dy) / length;
  if (!(along > search.endTolerance && along < length - search.endTolerance)) return false;
  search.x = x;
  search.y = y;
  return true;
}

function squaredDistanceToEdge(vertices: Float64Array, x: number, y: number, a: number, b: number): number {
  const ax = vertices[2 * a];
  const ay = vertices[2 * a + 1];
  const ex = vertices[2 * b] - ax;
  const ey = vertices[2 * b + 1] - ay;
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
    low[i] = Math.min(footFrom.array[i], footTo.array[i]);
    along[i] = (footX.array[i] - t.vertices[2 * low[i]]) ** 2 + (footY.array[i] - t.vertices[2 * low[i] + 1]) ** 2;
  }
  const highOf = (i: number) => footFrom.array[i] + footTo.array[i] - low[i];
  const { first, item } = groupByOwner(low, t.vertexCount);
  for (let v = 0; v + 1 < first.length; v++) {
    if (first[v] === first[v + 1]) continue;
    const list = item.subarray(first[v], first[v + 1]);
    if (list.length > 1) list.sort((i, j) => highOf(i) - highOf(j) || along[i] - along[j]);
    for (let from = 0; from < list.length; ) {
      const high = highOf(list[from]);
      let to = from + 1;
      while (to < list.length && highOf(list[to]) === high) to++;
      insertAlong(search, v, high, list.subarray(from, to));
      from = to;
    }
  }
}

/** So many feet on one piece of wall go in halfway first: one after the other, each would turn the triangles of all that follow. */
const MANY_FEET = 256;

/** Insert feet on the piece of wall from vertex `low` to vertex `high`, given in their order from there. */
function insertAlong(search: Search, low: number, high: number, list: Int32Array): void {
  const { t, footX, footY } = search;
  const added = new GrowableInts(list.length + 2);
  added.push(low);
  for (const i of list) {
    const last = added.array[added.length - 1];
    const x = footX.array[i];
    const y = footY.array[i];
    const fromLast = (x - t.vertices[2 * last]) ** 2 + (y - t.vertices[2 * last + 1]) ** 2;
    // Two corners may have one foot.
    if (fromLast > search.endTolerance ** 2) added.push(addVertex(t, x, y));
  }
  added.push(high);
  insertBetween(t, added, 0, added.length - 1);
}

/** Insert the vertices between two of a list, which are the ends of one edge. */
function insertBetween(t: Triangulation, list: GrowableInts, from: number, to: number): void {
  if (to - from < 2) return;
  const at = to - from > MANY_FEET ? (from + to) >> 1 : from + 1;
  const piece = halfEdgeBetween(t, list.array[from], list.array[to]);
  assert(piece !== NONE, 'a piece of wall is no edge');
  insertOnEdge(t, piece, list.array[at]);
  insertBetween(t, list, from, at);
  insertBetween(t, list, at, to);
}
