/**
 * The graph of goals: goals that see each other over accessible tiles are neighbours (M02 §3.1.3, §3.1.4).
 *
 * In: merged goals. Out: pairs of neighbours. A goal keeps what each of its corners saw before they were merged, "even if these neighbours
 * are no more visible from the new position": it is enough that the goal or one of its corners sees the other. Deviation: the straight line
 * between the goals may cut over the street at a corner, but not through a building, where people who head for the goal would be stuck.
 *
 * Bounds, so that the cost grows with the number of goals and not with its square: a goal looks at its TRIES nearest goals within `range`
 * and keeps the MOST nearest that it sees; of its corners CORNERS are asked. A pair stands if either of the two keeps it. What this
 * leaves in several parts is joined in goal-parts.ts. Cost: goals × TRIES lines.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { createGoalSearch, nearestGoals } from './goal-search.ts';
import type { MergedGoals } from './goal-merge.ts';
import { lineStays, UNBUILT, WALKED } from './tile-lines.ts';
import { tileCentreX, tileCentreY, type Tiles } from './tiles.ts';

const TRIES = 48;
const MOST = 12;
/** Spread evenly over a goal's corners. */
const CORNERS = 4;

/** Neighbours of each goal, in increasing order; every pair in both lists. */
export type GoalGraph = Csr;

/** @param range metres; @returns pairs a, b interleaved, a < b, each once */
export function sightPairs(tiles: Tiles, goals: MergedGoals, cornerTiles: Int32Array, range: number): GrowableInts {
  const search = createGoalSearch(tiles, goals);
  const pairs = new GrowableInts(4 * goals.x.length);
  const count = goals.x.length;
  const known = new Set<number>();
  const ends = { x: new Float64Array(2), y: new Float64Array(2) };
  for (let a = 0; a < count; a++) {
    let kept = 0;
    for (const b of nearestGoals(search, a, range, TRIES)) {
      if (kept === MOST) break;
      const key = Math.min(a, b) * count + Math.max(a, b);
      if (!known.has(key)) {
        if (!isSeen(a, b)) continue;
        known.add(key);
        pairs.push(Math.min(a, b));
        pairs.push(Math.max(a, b));
      }
      kept++;
    }
  }
  return pairs;

  function isSeen(a: number, b: number): boolean {
    if (lineStays(tiles, goals, a, b, WALKED)) return true;
    return lineStays(tiles, goals, a, b, UNBUILT) && (cornersSee(a, b) || cornersSee(b, a));
  }

  /** Does one of a's corners see b? */
  function cornersSee(a: number, b: number): boolean {
    const { first, item } = goals.corners;
    const own = first[a + 1] - first[a];
    // A goal that is its only corner has been asked already.
    const asked = own > 1 ? Math.min(own, CORNERS) : 0;
    ends.x[1] = goals.x[b];
    ends.y[1] = goals.y[b];
    for (let k = 0; k < asked; k++) {
      const corner = cornerTiles[item[first[a] + Math.floor((k * own) / asked)]];
      ends.x[0] = tileCentreX(tiles, corner);
      ends.y[0] = tileCentreY(tiles, corner);
      if (lineStays(tiles, ends, 0, 1, WALKED)) return true;
    }
    return false;
  }
}

/** Pairs, some perhaps twice, to lists of neighbours. */
export function graphOfPairs(pairs: Int32Array, goals: number): GoalGraph {
  const listed = groupByOwner(pairs, goals);
  const neighbours = listed.item.map((i) => pairs[i ^ 1]);
  const first = new Int32Array(goals + 1);
  let count = 0;
  for (let a = 0; a < goals; a++) {
    const own = neighbours.slice(listed.first[a], listed.first[a + 1]).sort();
    for (let k = 0; k < own.length; k++) if (k === 0 || own[k] !== own[k - 1]) neighbours[count++] = own[k];
    first[a + 1] = count;
  }
  return { first, item: neighbours.slice(0, count) };
}
