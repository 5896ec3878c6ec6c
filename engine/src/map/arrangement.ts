/**
 * Arrangement: arbitrary segments become a planar straight-line graph whose edges meet only at vertices.
 *
 * Rounds: vertices within tolerance of an edge split it, edges that cross split each other, edges on the same two
 * vertices become one; what was split is looked at again, until nothing is left to split. Vertices never move, and a
 * new one (a crossing) is made only farther than the tolerance from all others. Walls bent towards a vertex may come
 * near another: after eight rounds the tolerance is halved from round to round, and the rounds end. Clean input keeps
 * its coordinates to the last bit. Everything is done in an order given by coordinates: a permutation of the input
 * gives the same bytes. Cost: one join of a packed tree with itself, one search in it per edge that was split, n log n for n edges and
 * crossings; few rounds.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { InputError } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { hilbertOrder } from '../core/hilbert.ts';
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import { type BuildReport, countRepair } from '../core/report.ts';
import { buildEdgeTree, type EdgeTree, searchEdges } from './edge-tree.ts';
import { joinEdges } from './join-edges.ts';
import { addVertex, createVertexSet, findVertex, type VertexSet } from './vertex-set.ts';

/** Segments before the arrangement; each knows its source (a ring, a line …), which its parts will still know. */
export interface Linework {
  /** x, y of the start, x, y of the end, per segment. */
  ends: Float64Array;
  source: Int32Array;
  /** Per source, 1: drawn onto walls by design (doors, ends of stairs). Where it meets one is no flaw to be counted. */
  byDesign: Uint8Array;
  /** What was subtracted from the plan's coordinates: reports name places in those. */
  origin: [number, number];
}

export interface Arrangement {
  vertices: Float64Array;
  /** Two vertices per edge, the smaller index first; no edge twice; sorted. */
  edges: Int32Array;
  /** Parts of input segments: from, to (in the direction of the input), source; and the parts on each edge. */
  partFrom: Int32Array;
  partTo: Int32Array;
  partSource: Int32Array;
  edgeParts: Csr;
}

/** Rounds with the full tolerance; real plans need three. Metres the reach never falls below: above rounding. */
const PATIENCE = 8;
const LEAST_REACH = 1e-9;

/** Input that still splits after so many rounds, or into so many parts, is hostile: 10⁶ real walls need 3 rounds. */
const MAX_ROUNDS = 60;
const MAX_SPLITS = 20_000_000;

/**
 * So many crossings a plan may have, and so many more for each of its segments. Lines that all cross each other are n²/2 crossings: a
 * small file, and a map of millions of walls. Real plans cross once per segment or less.
 */
const CROSSINGS = 150_000;
const CROSSINGS_PER_SEGMENT = 8;

/** Parts of segments during the rounds; `fresh` ones have not been tested against the others yet. */
interface Parts {
  from: GrowableInts;
  to: GrowableInts;
  source: GrowableInts;
  fresh: GrowableInts;
}

export function arrange(work: Linework, tolerance: number, report: BuildReport): Arrangement {
  const set = createVertexSet(tolerance, work.ends.length >> 1);
  const count = (kind: string, x: number, y: number) =>
    countRepair(report, kind, x + work.origin[0], y + work.origin[1]);
  let parts = placeEnds(work, set, count);
  const crossings: Crossings = { count: 0, most: CROSSINGS + CROSSINGS_PER_SEGMENT * work.source.length };
  for (let round = 1; ; round++) {
    // Details as small as the tolerance can pull walls to and fro for ever: from then on they are taken ever more exactly.
    if (round > PATIENCE) set.reach = Math.max(set.reach / 2, LEAST_REACH);
    const edges = uniqueEdges(parts, set.next.length, work.byDesign);
    const splits = findSplits(edges, set, crossings, count);
    if (crossings.count > crossings.most) throw tooManyCrossings(set, crossings, work);
    if (splits.edge.length === 0) return finish(parts, edges, set, work.byDesign, count);
    if (round > MAX_ROUNDS || splits.edge.length > MAX_SPLITS) throw tangled(set, splits.vertex.array[0], work.origin);
    parts = applySplits(parts, edges, splits, set, count);
  }
}

/** Counts one repair of a kind at a place. */
type Count = (kind: string, x: number, y: number) => void;

/** How many crossings there were in all rounds, and how many there may be. */
interface Crossings {
  count: number;
  most: number;
}

function tooManyCrossings(set: VertexSet, { most }: Crossings, { source, origin }: Linework): InputError {
  const last = set.places.length - 2;
  const x = set.places.array[last] + origin[0];
  const y = set.places.array[last + 1] + origin[1];
  return new InputError(
    `map near (${x.toFixed(3)}, ${y.toFixed(3)})`,
    `${source.length} walls cross each other more than ${most} times`,
    'leave out hatches and construction lines (for a drawing choose its layers with --layers), or cut the plan into parts',
  );
}

function tangled(set: VertexSet, v: number, origin: [number, number]): InputError {
  const x = set.places.array[2 * v] + origin[0];
  const y = set.places.array[2 * v + 1] + origin[1];
  return new InputError(
    `map near (${x.toFixed(3)}, ${y.toFixed(3)})`,
    'walls are so tangled that cutting them at their crossings does not come to an end',
    'try a larger --tolerance, or remove the tangle from the drawing',
  );
}

/** Ends of segments become vertices, those within tolerance of each other one; segments between them become parts. */
function placeEnds(work: Linework, set: VertexSet, count: Count): Parts {
  const { ends, source } = work;
  const vertexOf = new Int32Array(ends.length >> 1);
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (const end of hilbertOrder(ends)) {
    const x = ends[2 * end];
    const y = ends[2 * end + 1];
    let v = findVertex(set, x, y);
    if (v === NONE) v = addVertex(set, x, y);
    else if ((set.places.array[2 * v] !== x || set.places.array[2 * v + 1] !== y) && (x !== lastX || y !== lastY)) {
      // Ends at one place follow each other in this order: a corner of several segments is counted once.
      lastX = x;
      lastY = y;
      if (work.byDesign[source[end >> 1]] === 0) {
        count('corners nearer to each other than the tolerance, made one', x, y);
      }
    }
    vertexOf[end] = v;
  }
  const parts = createParts(source.length);
  for (let s = 0; s < source.length; s++) {
    if (vertexOf[2 * s] !== vertexOf[2 * s + 1]) pushPart(parts, vertexOf[2 * s], vertexOf[2 * s + 1], source[s], 1);
  }
  return parts;
}

function createParts(capacity: number): Parts {
  return {
    from: new GrowableInts(capacity),
    to: new GrowableInts(capacity),
    source: new GrowableInts(capacity),
    fresh: new GrowableInts(capacity),
  };
}

function pushPart(parts: Parts, from: number, to: number, source: number, fresh: number): void {
  parts.from.push(from);
  parts.to.push(to);
  parts.source.push(source);
  parts.fresh.push(fresh);
}

/** The different pairs of vertices that parts join, sorted by smaller then larger index. */
interface Edges {
  low: Int32Array;
  high: Int32Array;
  /** 1: some part on it is fresh. */
  fresh: Uint8Array;
  /** 1: some part on it is not there by design. */
  counts: Uint8Array;
  /** The edge of each part. */
  ofPart: Int32Array;
}

function uniqueEdges(parts: Parts, vertices: number, byDesign: Uint8Array): Edges {
  const count = parts.from.length;
  const from = parts.from.array;
  const to = parts.to.array;
  const lower = new Int32Array(count);
  for (let p = 0; p < count; p++) lower[p] = Math.min(from[p], to[p]);
  const { first, item } = groupByOwner(lower, vertices);
  const low = new Int32Array(count);
  const high = new Int32Array(count);
  const fresh = new Uint8Array(count);
  const counts = new Uint8Array(count);
  const ofPart = new Int32Array(count);
  let edges = 0;
  for (let v = 0; v < vertices; v++) {
    const end = first[v + 1];
    if (end > first[v] + 1) {
      item.subarray(first[v], end).sort((p, q) => from[p] + to[p] - (from[q] + to[q]) || p - q);
    }
    let other = NONE;
    for (let k = first[v]; k < end; k++) {
      const p = item[k];
      const far = from[p] + to[p] - v;
      if (far !== other) {
        other = far;
        low[edges] = v;
        high[edges] = far;
        edges++;
      }
      ofPart[p] = edges - 1;
      fresh[edges - 1] |= parts.fresh.array[p];
      counts[edges - 1] |= 1 - byDesign[parts.source.array[p]];
    }
  }
  return {
    low: low.slice(0, edges),
    high: high.slice(0, edges),
    fresh: fresh.slice(0, edges),
    counts: counts.slice(0, edges),
    ofPart,
  };
}

/** Edge splits[i].edge is to be split at vertex splits[i].vertex. */
interface Splits {
  edge: GrowableInts;
  vertex: GrowableInts;
  /** 1: a corner that touches the wall, worth telling; 0: a crossing, or an end of a wall lying on this one. */
  touch: GrowableInts;
  crossings: Crossings;
}

/** From so many new edges on, all pairs are found at once. For fewer it does not pay to compile what does that. */
const MANY_EDGES = 50_000;

/** All places where an edge must be split: vertices on it, crossings with others. One of each pair must be fresh. */
function findSplits(edges: Edges, set: VertexSet, crossings: Crossings, countRepair: Count): Splits {
  const { low, high, fresh } = edges;
  const splits: Splits = { edge: new GrowableInts(), vertex: new GrowableInts(), touch: new GrowableInts(), crossings };
  const tree = buildEdgeTree(set.places.array, low, high, set.tolerance);
  const near = new GrowableInts(64);
  const isJoined = low.length > MANY_EDGES && !fresh.includes(0);
  const pairs = isJoined ? pairsByEdge(tree, edges, set, crossings.most) : undefined;
  for (let i = 0; i < low.length; i++) {
    if (fresh[i] === 0) continue;
    near.clear();
    if (pairs === undefined) searchPairs(tree, i, edges, set, near);
    else for (let k = pairs.first[i]; k < pairs.first[i + 1]; k++) near.push(pairs.item[k]);
    near.sort();
    for (let k = 0; k < near.length; k++) splitPair(i, near.array[k], edges, set, splits, countRepair);
    if (splits.edge.length > MAX_SPLITS || crossings.count > crossings.most) return splits;
  }
  return splits;
}

/** For each edge those after it that it may meet; undefined if there are more than `most` pairs, which may be too many to keep. */
function pairsByEdge(tree: EdgeTree, edges: Edges, set: VertexSet, most: number): Csr | undefined {
  const pairs = joinEdges(tree, most, (i, j) => mayMeet(set, edges, i, j))?.values();
  if (pairs === undefined) return undefined;
  const lower = new Int32Array(pairs.length >> 1);
  for (let p = 0; p < lower.length; p++) lower[p] = pairs[2 * p];
  const { first, item } = groupByOwner(lower, edges.low.length);
  return { first, item: item.map((p) => pairs[2 * p + 1]) };
}

/** Into `near`: the edges that edge i may meet. */
function searchPairs(tree: EdgeTree, i: number, edges: Edges, set: VertexSet, near: GrowableInts): void {
  searchEdges(tree, i, near);
  let kept = 0;
  for (let k = 0; k < near.length; k++) {
    const j = near.array[k];
    // A pair of fresh edges meets twice; look at it once.
    if ((j > i || edges.fresh[j] === 0) && mayMeet(set, edges, i, j)) near.array[kept++] = j;
  }
  near.length = kept;
}

function splitPair(i: number, j: number, edges: Edges, set: VertexSet, splits: Splits, count: Count): void {
  const a = edges.low[i];
  const b = edges.high[i];
  const c = edges.low[j];
  const d = edges.high[j];
  const shared = a === c || a === d || b === c || b === d;
  const before = splits.edge.length;
  const isFlaw = edges.counts[i] === 1 && edges.counts[j] === 1;
  const touch = isFlaw && !shared ? 1 : 0;
  if (c !== a && c !== b && isNear(set, c, a, b)) pushSplit(splits, i, c, touch);
  if (d !== a && d !== b && isNear(set, d, a, b)) pushSplit(splits, i, d, touch);
  if (a !== c && a !== d && isNear(set, a, c, d)) pushSplit(splits, j, a, touch);
  if (b !== c && b !== d && isNear(set, b, c, d)) pushSplit(splits, j, b, touch);
  if (shared || splits.edge.length > before) return;
  const places = set.places.array;
  const ax = places[2 * a];
  const ay = places[2 * a + 1];
  const bx = places[2 * b];
  const by = places[2 * b + 1];
  const cx = places[2 * c];
  const cy = places[2 * c + 1];
  const dx = places[2 * d];
  const dy = places[2 * d + 1];
  const abc = orient(ax, ay, bx, by, cx, cy);
  const abd = orient(ax, ay, bx, by, dx, dy);
  if (!(abc < 0 ? abd > 0 : abc > 0 && abd < 0)) return;
  const cda = orient(cx, cy, dx, dy, ax, ay);
  const cdb = orient(cx, cy, dx, dy, bx, by);
  if (!(cda < 0 ? cdb > 0 : cda > 0 && cdb < 0)) return;
  // They cross. No end is within tolerance of the other edge, so the angle is wide enough for a good crossing point.
  const share = cda / (cda - cdb);
  const x = ax + share * (bx - ax);
  const y = ay + share * (by - ay);
  let v = findVertex(set, x, y);
  if (v === NONE) v = addVertex(set, x, y);
  splits.crossings.count++;
  if (isFlaw) count('walls crossing each other, cut at the crossing', x, y);
  if (v !== a && v !== b) pushSplit(splits, i, v, 0);
  if (v !== c && v !== d) pushSplit(splits, j, v, 0);
}

/** May edges i and j split each other, as far as two quick looks tell? Edge j is not on one side of the line of edge i. */
function mayMeet(set: VertexSet, { low, high }: Edges, i: number, j: number): boolean {
  const a = low[i];
  const b = high[i];
  const c = low[j];
  const d = high[j];
  // Two edges from one vertex matter only where the far end of one is near the other: of thousands at a vertex hardly any.
  if (a === c) return isNear(set, d, a, b) || isNear(set, b, c, d);
  if (a === d) return isNear(set, c, a, b) || isNear(set, b, c, d);
  if (b === c) return isNear(set, d, a, b) || isNear(set, a, c, d);
  if (b === d) return isNear(set, c, a, b) || isNear(set, a, c, d);
  const places = set.places.array;
  const cx = places[2 * c];
  const cy = places[2 * c + 1];
  const ex = places[2 * d] - cx;
  const ey = places[2 * d + 1] - cy;
  const toA = ex * (places[2 * a + 1] - cy) - ey * (places[2 * a] - cx);
  const toB = ex * (places[2 * b + 1] - cy) - ey * (places[2 * b] - cx);
  if (toA > 0 !== toB > 0) return true;
  // Twice the tolerance: rounding has no say.
  const nearer = Math.min(Math.abs(toA), Math.abs(toB));
  return nearer * nearer <= 4 * set.tolerance * set.tolerance * (ex * ex + ey * ey);
}

function pushSplit(splits: Splits, edge: number, vertex: number, touch: number): void {
  splits.edge.push(edge);
  splits.vertex.push(vertex);
  splits.touch.push(touch);
}

/**
 * Is vertex v within tolerance of the edge a–b (of which it is not an end), and not beside one of its ends? Where the
 * angle at v is acute it stays: splitting there would put an end within tolerance of the new edge, which would be split
 * in turn, for ever. So every vertex ends up at least tolerance / √2 from every edge it is no end of.
 */
function isNear(set: VertexSet, v: number, a: number, b: number): boolean {
  const places = set.places.array;
  const ex = places[2 * b] - places[2 * a];
  const ey = places[2 * b + 1] - places[2 * a + 1];
  const px = places[2 * v] - places[2 * a];
  const py = places[2 * v + 1] - places[2 * a + 1];
  const along = px * ex + py * ey;
  const squared = ex * ex + ey * ey;
  if (along <= 0 || along >= squared || px * (px - ex) + py * (py - ey) > 0) return false;
  const across = px * ey - py * ex;
  return across * across <= set.reach * set.reach * squared;
}

/** Parts on split edges become chains through the splitting vertices; the others stay, no longer fresh. */
function applySplits(parts: Parts, edges: Edges, splits: Splits, set: VertexSet, count: Count): Parts {
  const places = set.places.array;
  const vertex = splits.vertex.array;
  const { first, item } = groupByOwner(splits.edge.values(), edges.low.length);
  // Vertices of each edge in order from its low to its high end, once each.
  const along = new Float64Array(splits.edge.length);
  for (let e = 0; e < edges.low.length; e++) {
    const a = 2 * edges.low[e];
    const b = 2 * edges.high[e];
    const list = item.subarray(first[e], first[e + 1]);
    for (const s of list) {
      const v = 2 * vertex[s];
      along[s] =
        (places[v] - places[a]) * (places[b] - places[a]) +
        (places[v + 1] - places[a + 1]) * (places[b + 1] - places[a + 1]);
    }
    if (list.length > 1) list.sort((s, t) => along[s] - along[t] || vertex[s] - vertex[t]);
    for (let k = 0; k < list.length; k++) {
      const v = vertex[list[k]];
      if (splits.touch.array[list[k]] === 0 || (k > 0 && v === vertex[list[k - 1]])) continue;
      // A corner exactly on a wall is how rooms meet in a clean plan: nothing moves, nothing was repaired.
      const across =
        (places[2 * v] - places[a]) * (places[b + 1] - places[a + 1]) -
        (places[2 * v + 1] - places[a + 1]) * (places[b] - places[a]);
      if (Math.abs(across) <= 1e-9 * Math.abs(places[b] - places[a]) + 1e-9 * Math.abs(places[b + 1] - places[a + 1]))
        continue;
      count('corners touching a wall, joined to it', places[2 * v], places[2 * v + 1]);
    }
  }
  const result = createParts(parts.from.length + 2 * splits.edge.length);
  for (let p = 0; p < parts.from.length; p++) {
    const e = edges.ofPart[p];
    const from = parts.from.array[p];
    const to = parts.to.array[p];
    const source = parts.source.array[p];
    const forward = from === edges.low[e];
    const list = item.subarray(first[e], first[e + 1]);
    let at = from;
    for (let k = 0; k < list.length; k++) {
      const v = vertex[list[forward ? k : list.length - 1 - k]];
      if (v === at) continue;
      pushPart(result, at, v, source, 1);
      at = v;
    }
    pushPart(result, at, to, source, list.length > 0 ? 1 : 0);
  }
  return result;
}

/** Leave out vertices that no part is left at (a ring of one point), and hand over. */
function finish(parts: Parts, edges: Edges, set: VertexSet, byDesign: Uint8Array, countRepair: Count): Arrangement {
  const places = set.places.array;
  const count = edges.low.length;
  const newIndex = new Int32Array(set.next.length).fill(NONE);
  for (let e = 0; e < count; e++) newIndex[edges.low[e]] = newIndex[edges.high[e]] = 0;
  let used = 0;
  for (let v = 0; v < newIndex.length; v++) if (newIndex[v] !== NONE) newIndex[v] = used++;
  const vertices = new Float64Array(2 * used);
  for (let v = 0; v < newIndex.length; v++) {
    if (newIndex[v] === NONE) continue;
    vertices[2 * newIndex[v]] = places[2 * v];
    vertices[2 * newIndex[v] + 1] = places[2 * v + 1];
  }
  const pairs = new Int32Array(2 * count);
  const edgeParts = groupByOwner(edges.ofPart, count);
  for (let e = 0; e < count; e++) {
    pairs[2 * e] = newIndex[edges.low[e]];
    pairs[2 * e + 1] = newIndex[edges.high[e]];
    let walls = 0;
    for (let i = edgeParts.first[e]; i < edgeParts.first[e + 1]; i++) {
      walls += 1 - byDesign[parts.source.array[edgeParts.item[i]]];
    }
    if (walls > 1) {
      const v = 2 * edges.low[e];
      countRepair('walls lying on each other, made one', places[v], places[v + 1]);
    }
  }
  return {
    vertices,
    edges: pairs,
    partFrom: parts.from.values().map((v) => newIndex[v]),
    partTo: parts.to.values().map((v) => newIndex[v]),
    partSource: parts.source.values().slice(),
    edgeParts,
  };
}
