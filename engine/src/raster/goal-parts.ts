/**
 * Goals for every pavement, and one connected graph wherever a person could walk.
 *
 * In: tiles, goals, pairs of neighbours. Out: goals and pairs added. M02 wants "no pavement piece without a goal" and a
 * graph without parts that nobody can leave; corners alone do not give that: a round building has none, and two goals on a bent
 * pavement may not see each other.
 *
 *   1. a pavement without a goal gets two, at its far ends (twice the tile furthest from the last one)
 *   2. goals share the tiles: each tile belongs to the goal nearest over tiles (breadth-first from all goals at once)
 *   3. where the tiles of two goals touch that are far apart in the graph or not joined at all, the shortest way first, goals are set along that
 *      way, each as far as the one before it sees, until the last sees the other goal
 *
 * 2 and 3 are done twice: over pavements before there are crossings, and with them over streets, too. The ways over streets become crossings.
 * So parts that remain have buildings between them.
 *
 * Pavements below LEAST tiles stay as they are and are reported. Cost: linear in tiles, and a sort of the borders in 3.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orderByKey } from '../core/sort.ts';
import { type GoalGraph, graphOfPairs } from './goal-graph.ts';
import { lineStays, type Points, WALKED } from './tile-lines.ts';
import { tileParts } from './tile-parts.ts';
import { tileAt, tileCentreX, tileCentreY, type Tiles } from './tiles.ts';

/** Goals while they are being made: more are pushed. */
export interface GrowingGoals {
  x: number[];
  y: number[];
}

/** Tiles: a pavement smaller than this is a nook. */
const LEAST = 6;

/** Per tile: the goal nearest over tiles, the steps to it, and the tile before on the way from it. */
export interface GoalFlood {
  owner: Int32Array;
  steps: Int32Array;
  before: Int32Array;
}

/** Breadth-first from all goals at once over tiles of these kinds, one bit each. */
export function floodFromGoals(tiles: Tiles, goals: Points, kinds: number): GoalFlood {
  const { columns, rows, kind } = tiles;
  const owner = new Int32Array(columns * rows).fill(NONE);
  const steps = new Int32Array(owner.length);
  const before = new Int32Array(owner.length).fill(NONE);
  const open = new GrowableInts(1024);
  for (let g = 0; g < goals.x.length; g++) {
    const t = tileAt(tiles, goals.x[g], goals.y[g]);
    if (t !== NONE) enter(t, NONE, g);
  }
  for (let i = 0; i < open.length; i++) {
    const t = open.array[i];
    const column = t % columns;
    if (column > 0) enter(t - 1, t, owner[t]);
    if (column < columns - 1) enter(t + 1, t, owner[t]);
    if (t >= columns) enter(t - columns, t, owner[t]);
    if (t < columns * (rows - 1)) enter(t + columns, t, owner[t]);
  }
  return { owner, steps, before };

  function enter(t: number, from: number, g: number): void {
    if (owner[t] !== NONE || ((kinds >> kind[t]) & 1) === 0) return;
    owner[t] = g;
    before[t] = from;
    steps[t] = from === NONE ? 0 : steps[from] + 1;
    open.push(t);
  }
}

/** 1. @returns how many goals were added */
export function addMissingGoals(tiles: Tiles, goals: GrowingGoals): number {
  const { part, first, size } = tileParts(tiles, WALKED);
  const hasGoal = new Uint8Array(first.length);
  const count = goals.x.length;
  for (let g = 0; g < count; g++) {
    const t = tileAt(tiles, goals.x[g], goals.y[g]);
    if (t !== NONE && part[t] !== NONE) hasGoal[part[t]] = 1;
  }
  const seen = new Int32Array(part.length);
  let sweep = 0;
  for (let p = 0; p < first.length; p++) {
    if (hasGoal[p] === 1 || size[p] < LEAST) continue;
    const one = furthest(tiles, part, seen, ++sweep, first[p]);
    const other = furthest(tiles, part, seen, ++sweep, one);
    for (const t of [one, other]) {
      goals.x.push(tileCentreX(tiles, t));
      goals.y.push(tileCentreY(tiles, t));
    }
  }
  return goals.x.length - count;
}

/** The tile of the same part reached last, breadth-first. */
function furthest({ columns, rows }: Tiles, part: Int32Array, seen: Int32Array, sweep: number, start: number): number {
  const open = new GrowableInts(64);
  const enter = (t: number) => {
    if (part[t] !== part[start] || seen[t] === sweep) return;
    seen[t] = sweep;
    open.push(t);
  };
  enter(start);
  for (let i = 0; i < open.length; i++) {
    const t = open.array[i];
    const column = t % columns;
    if (column > 0) enter(t - 1);
    if (column < columns - 1) enter(t + 1);
    if (t >= columns) enter(t - columns);
    if (t < columns * (rows - 1)) enter(t + columns);
  }
  return open.array[open.length - 1];
}

/**
 * 2 and 3.
 *
 * @param pairs neighbours a, b interleaved
 * @param kinds over which goals are joined, one bit each
 * @param isEveryWay also where goals of one part meet that are neither neighbours nor have a neighbour in common, as in an alley
 * @returns how many goals were added
 */
export function joinGoalParts(
  tiles: Tiles,
  goals: GrowingGoals,
  pairs: GrowableInts,
  kinds: number,
  isEveryWay = false,
): number {
  const count = goals.x.length;
  const parts = createUnion(count);
  for (let i = 0; i < pairs.length; i += 2) unite(parts, pairs.array[i], pairs.array[i + 1]);
  const flood = floodFromGoals(tiles, goals, kinds);
  for (let g = 0; g < count; g++) {
    // Two goals on one tile: the first owns it.
    const t = tileAt(tiles, goals.x[g], goals.y[g]);
    const owner = t === NONE ? NONE : flood.owner[t];
    if (owner !== NONE && owner !== g && unite(parts, owner, g)) pushPair(pairs, owner, g);
  }
  const graph = graphOfPairs(pairs.values(), count);
  const isApart = (a: number, b: number) =>
    rootOf(parts, a) !== rootOf(parts, b) || (isEveryWay && !areClose(graph, a, b));
  const [from, to, length] = borders(tiles, flood, isApart);
  const joined = new Set<number>();
  for (const k of orderByKey(length)) {
    const a = flood.owner[from[k]];
    const b = flood.owner[to[k]];
    const key = Math.min(a, b) * count + Math.max(a, b);
    if (joined.has(key) || (!unite(parts, a, b) && !isEveryWay)) continue;
    joined.add(key);
    layGoals(tiles, goals, pairs, wayBetween(flood, from[k], to[k]), kinds);
  }
  return goals.x.length - count;
}

/** Are two goals neighbours, or do they have one in common? */
function areClose({ first, item }: GoalGraph, a: number, b: number): boolean {
  let k = first[a];
  let l = first[b];
  for (let i = k; i < first[a + 1]; i++) if (item[i] === b) return true;
  // Both lists are in increasing order.
  while (k < first[a + 1] && l < first[b + 1]) {
    if (item[k] === item[l]) return true;
    if (item[k] < item[l]) k++;
    else l++;
  }
  return false;
}

/** Pairs of tiles where goals meet that are apart, and the tiles between the goals over them. */
function borders(
  { columns, rows }: Tiles,
  { owner, steps }: GoalFlood,
  isApart: (a: number, b: number) => boolean,
): [Int32Array, Int32Array, Float64Array] {
  const from = new GrowableInts(64);
  const to = new GrowableInts(64);
  const length = new GrowableFloats(64);
  const look = (t: number, u: number) => {
    if (owner[t] === NONE || owner[u] === NONE || owner[t] === owner[u]) return;
    if (!isApart(owner[t], owner[u])) return;
    from.push(t);
    to.push(u);
    length.push(steps[t] + steps[u] + 1);
  };
  for (let t = 0; t < owner.length; t++) {
    if (t % columns < columns - 1) look(t, t + 1);
    if (t < columns * (rows - 1)) look(t, t + columns);
  }
  return [from.values(), to.values(), length.values().slice()];
}

interface Way {
  start: number;
  end: number;
  /** Tiles from the one goal to the other. */
  tiles: number[];
}

function wayBetween({ owner, before }: GoalFlood, t: number, u: number): Way {
  const tiles: number[] = [];
  for (let at = t; at !== NONE; at = before[at]) tiles.push(at);
  tiles.reverse();
  for (let at = u; at !== NONE; at = before[at]) tiles.push(at);
  return { start: owner[t], end: owner[u], tiles };
}

/** Goals along a way, each as far as the one before it sees. */
function layGoals(tiles: Tiles, goals: GrowingGoals, pairs: GrowableInts, way: Way, kinds: number): void {
  const spot: GrowingGoals = { x: [0, 0], y: [0, 0] };
  let last = way.start;
  // The tile that the last goal is on, and the next one on the way.
  for (let at = 0; ; ) {
    if (lineStays(tiles, goals, last, way.end, kinds)) break;
    spot.x[0] = goals.x[last];
    spot.y[0] = goals.y[last];
    let next = at;
    while (next + 1 < way.tiles.length) {
      spot.x[1] = tileCentreX(tiles, way.tiles[next + 1]);
      spot.y[1] = tileCentreY(tiles, way.tiles[next + 1]);
      if (!lineStays(tiles, spot, 0, 1, kinds)) break;
      next++;
    }
    if (next === at) break; // cannot be: a tile sees the next one
    at = next;
    goals.x.push(tileCentreX(tiles, way.tiles[at]));
    goals.y.push(tileCentreY(tiles, way.tiles[at]));
    pushPair(pairs, last, goals.x.length - 1);
    last = goals.x.length - 1;
  }
  pushPair(pairs, last, way.end);
}

function pushPair(pairs: GrowableInts, a: number, b: number): void {
  pairs.push(Math.min(a, b));
  pairs.push(Math.max(a, b));
}

/** The part of each goal: the goal with the lowest number in it. */
export function partsOfGraph({ first, item }: GoalGraph): Int32Array {
  const union = createUnion(first.length - 1);
  for (let a = 0; a < union.length; a++) {
    for (let k = first[a]; k < first[a + 1]; k++) unite(union, a, item[k]);
  }
  return union.map((_, g) => rootOf(union, g));
}

/** Union-find: each entry points towards the root of its part. */
function createUnion(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i);
}

function rootOf(union: Int32Array, i: number): number {
  let root = i;
  while (union[root] !== root) {
    union[root] = union[union[root]];
    root = union[root];
  }
  return root;
}

/** The root with the lower number stays. @returns false if they were one already */
function unite(union: Int32Array, a: number, b: number): boolean {
  const p = rootOf(union, a);
  const q = rootOf(union, b);
  if (p === q) return false;
  union[Math.max(p, q)] = Math.min(p, q);
  return true;
}
