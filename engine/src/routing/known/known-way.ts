/**
 * Ways that somebody knows: A* over the key points of a roadmap (L04 §3.3) that crosses borders between places only where they are known, and weighs
 * every metre by what is known of the place it lies in (P05 §4.2). Cells within a place need not be known.
 *
 * Two questions, one search: the best way to a point, and the best way to where little is known, over a known border into a place that
 * was not explored. The cells have all doors open: whether a door is closed, people know or they do not.
 *
 *   cost of a way = Σ metres × factor of the place + Σ cost of each border crossed + Σ cost of each turn
 *
 * Factors are at least 1, and no cost is negative: the straight line to the goal is never an overestimate.
 * Cost: O(n log n) in the key points that are known and nearer than the goal. Nothing is allocated per query after warm-up.
 */
import type { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { Scenery } from '../../topology/places.ts';
import { LabelHeap } from '../roadmap/roadmap-heap.ts';
import type { Roadmap } from '../roadmap/roadmap.ts';
import type { RouteEnd } from '../route.ts';

/** What a cell is of. */
export const STAIRS = 1;
export const ESCALATOR = 2;

/** What is known, as bits: bit i of a row is bit i % 32 of the row's word i / 32. */
export interface KnownBits {
  /** Borders that may be crossed, and the word the row begins at. */
  accesses: Int32Array;
  accessesAt: number;
  /** Places where nothing is left to be found. */
  explored: Int32Array;
  exploredAt: number;
}

export interface KnownSearch {
  scenery: Scenery;
  roadmap: Roadmap;
  /** What a metre in each place counts; at least 1. */
  factor: Float64Array;
  /** Metres more for crossing each border, by side 2 b or 2 b + 1 (Places.borderSides): going out of that side's cell. */
  toll: Float64Array;
  /** By side, as tolls: the share by which an unexplored place behind that border seems nearer, since others go there; and the greatest of them. */
  pull: Float64Array;
  greatestPull: number;
  /** The width of the body; narrower segments are not crossed. */
  width: number;
  /**
   * Metres more for a turn by 90 degrees, less for others; and for going from where it is wide to where
   * it is a metre wide, less for wider passages: once for all of a passage, however it is cut.
   */
  turns: number;
  narrow: number;
  /** STAIRS or ESCALATOR for each cell of one, else 0; and whether they may not be used. */
  steps: Uint8Array;
  isStepFree: boolean;
  /** Where the way begins. */
  start: { x: number; y: number };
  /** Of the way found last. */
  cost: number;
  metres: number;
  /** Labels taken from the heap, for measuring. */
  expanded: number;
  heap: LabelHeap;
  query: number;
  stamp: Int32Array;
  costTo: Float64Array;
  metresTo: Float64Array;
  before: Int32Array;
  crossed: Int32Array;
}

export function hasBit(words: Int32Array, at: number, i: number): boolean {
  return ((words[at + (i >> 5)] >>> (i & 31)) & 1) === 1;
}

/** Are the first `count` bits of a row set? */
export function hasAllBits(words: Int32Array, at: number, count: number): boolean {
  for (let w = 0; w < count >> 5; w++) if (words[at + w] !== -1) return false;
  for (let i = count & ~31; i < count; i++) if (!hasBit(words, at, i)) return false;
  return true;
}

export function setBit(words: Int32Array, at: number, i: number): void {
  words[at + (i >> 5)] |= 1 << (i & 31);
}

export function clearBit(words: Int32Array, at: number, i: number): void {
  words[at + (i >> 5)] &= ~(1 << (i & 31));
}

export function createKnownSearch(scenery: Scenery, roadmap: Roadmap): KnownSearch {
  const labels = roadmap.pointSegment.length + 1;
  return {
    scenery,
    roadmap,
    factor: new Float64Array(scenery.places.group.length).fill(1),
    toll: new Float64Array(scenery.places.borderSides.length),
    pull: new Float64Array(scenery.places.borderSides.length),
    greatestPull: 0,
    width: 0,
    turns: 0,
    narrow: 0,
    steps: new Uint8Array(scenery.mesh.cellLevel.length),
    isStepFree: false,
    start: { x: 0, y: 0 },
    cost: 0,
    metres: 0,
    expanded: 0,
    heap: new LabelHeap(labels),
    query: 0,
    stamp: new Int32Array(labels),
    costTo: new Float64Array(labels),
    metresTo: new Float64Array(labels),
    before: new Int32Array(labels),
    crossed: new Int32Array(labels),
  };
}

/** The best known way between two places, into `portals`. @returns whether there is one; its cost and metres are in the search */
export function findKnownWay(
  search: KnownSearch,
  bits: KnownBits,
  from: RouteEnd,
  to: RouteEnd,
  portals: GrowableInts,
): boolean {
  const goal = search.roadmap.pointSegment.length;
  portals.clear();
  if (!run(search, bits, from, to)) return false;
  search.cost = search.costTo[goal];
  search.metres = search.metresTo[goal];
  unfold(search, search.before[goal], portals);
  return true;
}

/**
 * The best known way into a place that was not explored, into `portals`; the last one leads there.
 * @returns false if there is none
 */
export function findFrontier(search: KnownSearch, bits: KnownBits, from: RouteEnd, portals: GrowableInts): boolean {
  portals.clear();
  if (!run(search, bits, from, undefined)) return false;
  const goal = search.roadmap.pointSegment.length;
  const at = search.before[goal];
  search.cost = search.costTo[at];
  search.metres = search.metresTo[at];
  unfold(search, at, portals);
  return true;
}

/** A place of which some accesses are known besides this one counts as so much further. */
const PARTLY_KNOWN = 1.3;
/** Stamps stay within 31 bits. */
const MOST_QUERIES = 2 ** 30 - 1;

/** Label key points until the goal is done, or the nearest frontier where there is no goal. */
function run(search: KnownSearch, bits: KnownBits, from: RouteEnd, to: RouteEnd | undefined): boolean {
  const { roadmap, scenery, heap, stamp } = search;
  const { sideCell, sideTwin } = scenery.mesh;
  heap.clear();
  search.expanded = 0;
  if (++search.query > MOST_QUERIES) {
    stamp.fill(0);
    search.query = 1;
  }
  const goal = roadmap.pointSegment.length;
  let best = Infinity;
  search.before[goal] = NONE;
  search.start.x = from.x;
  search.start.y = from.y;
  spread(search, bits, from.cell, NONE, to);
  while (heap.length > 0) {
    const at = heap.pop();
    search.expanded++;
    stamp[at] = 2 * search.query + 1;
    if (at === goal) return true;
    if (to === undefined) {
      if ((1 - search.greatestPull) * search.costTo[at] >= best) break;
      const weight = frontierWeight(search, bits, search.crossed[at]);
      if (weight * search.costTo[at] < best) {
        best = weight * search.costTo[at];
        search.before[goal] = at;
      }
    }
    const entered = sideTwin[search.crossed[at]];
    spread(search, bits, sideCell[entered], at, to);
  }
  return to === undefined && search.before[goal] !== NONE;
}

/** Infinity where a side does not lead into a place that is to be explored. */
function frontierWeight({ scenery, pull }: KnownSearch, bits: KnownBits, side: number): number {
  const { places, mesh } = scenery;
  const own = places.borderOf[side];
  if (own === NONE) return Infinity;
  const place = places.layer.ofCell[mesh.sideCell[mesh.sideTwin[side]]];
  if (place === places.layer.ofCell[mesh.sideCell[side]]) return Infinity;
  if (hasBit(bits.explored, bits.exploredAt, place)) return Infinity;
  const weight = 1 - pull[places.borderSides[2 * own] === side ? 2 * own : 2 * own + 1];
  const { first, item } = places.layer.borders;
  for (let k = first[place]; k < first[place + 1]; k++) {
    const border = places.borderOf[item[k]];
    if (border !== own && hasBit(bits.accesses, bits.accessesAt, border)) return PARTLY_KNOWN * weight;
  }
  return weight;
}

/** Label what can be reached through a cell. @param at the key point where the search goes on; NONE: the start */
function spread(search: KnownSearch, bits: KnownBits, cell: number, at: number, to: RouteEnd | undefined): void {
  const { roadmap, scenery, width, toll, narrow, steps, isStepFree } = search;
  const { places, mesh } = scenery;
  const { points, segmentOf, segmentLength, pointFirst, pointSegment } = roadmap;
  const x = at === NONE ? search.start.x : points[2 * at];
  const y = at === NONE ? search.start.y : points[2 * at + 1];
  const factor = search.factor[places.layer.ofCell[cell]];
  const metres = at === NONE ? 0 : search.metresTo[at];
  const cost = at === NONE ? 0 : search.costTo[at];
  if (to !== undefined && cell === to.cell) {
    const on = straight(to.x - x, to.y - y);
    search.metres = metres + on;
    search.cost = cost + factor * on + turnCost(search, at, to.x - x, to.y - y);
    offer(search, pointSegment.length, at, NONE, 0);
  }
  const own = at === NONE ? NONE : pointSegment[at];
  const before = at === NONE ? 0 : narrow / segmentLength[own];
  // Both ends and the middle do to look for the nearest of many places; a way to a goal is to be short.
  const stride = to === undefined ? 2 : 1;
  for (let s = mesh.cellFirst[cell], end = mesh.cellFirst[cell + 1]; s < end; s++) {
    const segment = segmentOf[s];
    if (segment === NONE || segment === own || mesh.sideTwin[s] === NONE) continue;
    if (!(segmentLength[segment] > width)) continue;
    if (isStepFree && steps[cell] === 0 && steps[mesh.sideCell[mesh.sideTwin[s]]] !== 0) continue;
    const border = places.borderOf[s];
    if (border !== NONE && !hasBit(bits.accesses, bits.accessesAt, border)) continue;
    let extra = Math.max(0, narrow / segmentLength[segment] - before);
    if (border !== NONE) extra += toll[places.borderSides[2 * border] === s ? 2 * border : 2 * border + 1];
    for (let p = pointFirst[segment], last = pointFirst[segment + 1]; p < last; p += stride) {
      const px = points[2 * p];
      const py = points[2 * p + 1];
      const on = straight(px - x, py - y);
      search.metres = metres + on;
      search.cost = cost + factor * on + extra + turnCost(search, at, px - x, py - y);
      offer(search, p, at, s, to === undefined ? 0 : straight(to.x - px, to.y - py));
    }
  }
}

/** What turning at a key point counts for somebody who goes on from there by (dx, dy). */
function turnCost(
  { turns, before, start, roadmap: { points } }: KnownSearch,
  at: number,
  dx: number,
  dy: number,
): number {
  if (turns === 0 || at === NONE) return 0;
  const last = before[at];
  const ax = points[2 * at] - (last === NONE ? start.x : points[2 * last]);
  const ay = points[2 * at + 1] - (last === NONE ? start.y : points[2 * last + 1]);
  const lengths = straight(ax, ay) * straight(dx, dy);
  // Nearly the same for one turn as for several that make it up.
  return lengths === 0 ? 0 : turns * Math.sqrt(Math.max(0, 1 - (ax * dx + ay * dy) / lengths));
}

/** A label of search.cost and search.metres for key point p, taken where there is none as cheap. @param ahead what is left at least */
function offer(search: KnownSearch, p: number, at: number, side: number, ahead: number): void {
  const { stamp, costTo, heap, cost } = search;
  const open = 2 * search.query;
  if (stamp[p] === open + 1) return;
  const isNew = stamp[p] !== open;
  if (!isNew && cost >= costTo[p]) return;
  stamp[p] = open;
  costTo[p] = cost;
  search.metresTo[p] = search.metres;
  search.before[p] = at;
  search.crossed[p] = side;
  heap.key[p] = cost + ahead;
  if (isNew) heap.insert(p);
  else heap.lower(p);
}

/** Sides crossed up to a key point, the first one first. */
function unfold({ before, crossed }: KnownSearch, at: number, portals: GrowableInts): void {
  for (; at !== NONE; at = before[at]) portals.push(crossed[at]);
  portals.values().reverse();
}

function straight(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
