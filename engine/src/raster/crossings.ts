/**
 * Pedestrian crossings (M02 §3.1.4): each goal is joined to its two nearest goals on the opposite side of its street.
 *
 * In: tiles with full pavements, goals. Out: pairs of goals, and CROSSING tiles between them. Two goals are on opposite sides of a street
 * if the straight line between them runs over pavement, then ground once, then pavement, meets no building, and does not lead from
 * a pavement back to itself along one building (a courtyard is no street). All lines are judged before any crossing is laid, so the order
 * of goals does not matter. Deviation: the second crossing is left out if it is more than OBLIQUE times as long as the first. Goals that only lead along a bent pavement (goal-parts.ts) start none.
 *
 * What is still not connected then is joined in goal-parts.ts.
 *
 * Bounds: the CROSSING_TRIES nearest goals within `range` metres are looked at. A crossing is a band of ground around the line, at least wide
 * enough to hold every tile that the line meets. Cost: goals × TRIES lines, and the tiles of the bands.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { createGoalSearch, type GoalSearch, nearestGoals } from './goal-search.ts';
import { lineStays, type Points, UNBUILT, WALKED } from './tile-lines.ts';
import { tileParts } from './tile-parts.ts';
import { BUILDING, CROSSING, GROUND, tileAt, type Tiles } from './tiles.ts';

const CROSSING_TRIES = 96;
const PER_GOAL = 2;
/** A second crossing this many times as long as the first runs along the street rather than across. */
const OBLIQUE = 2;
/** So many pavement tiles in a row between two stretches of ground make them two streets; fewer are the line grazing an edge. */
const KERB = 2;

/** What tells two sides of a street from each other. */
interface Streets {
  tiles: Tiles;
  goals: Points;
  search: GoalSearch;
  /** Per tile: the pavement it belongs to, and the building nearest to it. */
  pavement: Int32Array;
  building: Int32Array;
  met: GrowableInts;
}

/**
 * @param starts goals from 0 to this one start crossings, those after it are only their ends
 * @returns pairs a, b interleaved, a < b, each once, in the order found
 */
export function findCrossings(tiles: Tiles, goals: Points, range: number, starts: number): Int32Array {
  const streets: Streets = {
    tiles,
    goals,
    search: createGoalSearch(tiles, goals),
    pavement: tileParts(tiles, WALKED).part,
    building: nearestBuildings(tiles),
    met: new GrowableInts(64),
  };
  const count = goals.x.length;
  const found = new GrowableInts(4 * count);
  const known = new Set<number>();
  for (let a = 0; a < starts; a++) {
    let own = 0;
    let most = Infinity;
    for (const b of nearestGoals(streets.search, a, range, CROSSING_TRIES)) {
      const squared = (goals.x[a] - goals.x[b]) ** 2 + (goals.y[a] - goals.y[b]) ** 2;
      if (own === PER_GOAL || squared > most) break;
      if (!isAcross(streets, a, b)) continue;
      own++;
      most = OBLIQUE * OBLIQUE * squared;
      const key = Math.min(a, b) * count + Math.max(a, b);
      if (known.has(key)) continue;
      known.add(key);
      found.push(Math.min(a, b));
      found.push(Math.max(a, b));
    }
  }
  return found.values().slice();
}

/** Are two goals on opposite sides of one street? */
function isAcross({ tiles, goals, pavement, building, met }: Streets, a: number, b: number): boolean {
  const t = tileAt(tiles, goals.x[a], goals.y[a]);
  const u = tileAt(tiles, goals.x[b], goals.y[b]);
  if (pavement[t] === pavement[u] && building[t] === building[u]) return false;
  return lineStays(tiles, goals, a, b, UNBUILT, met) && streetsMet(tiles, met) === 1;
}

/** Per tile, the building nearest over tiles: breadth-first from all buildings at once. */
function nearestBuildings(tiles: Tiles): Int32Array {
  const { columns, rows } = tiles;
  const building = tileParts(tiles, 1 << BUILDING).part;
  const open = new GrowableInts(1024);
  for (let t = 0; t < building.length; t++) if (building[t] !== NONE) open.push(t);
  for (let i = 0; i < open.length; i++) {
    const t = open.array[i];
    const column = t % columns;
    if (column > 0) enter(t - 1, building[t]);
    if (column < columns - 1) enter(t + 1, building[t]);
    if (t >= columns) enter(t - columns, building[t]);
    if (t < columns * (rows - 1)) enter(t + columns, building[t]);
  }
  return building;

  function enter(t: number, b: number): void {
    if (building[t] !== NONE) return;
    building[t] = b;
    open.push(t);
  }
}

/** How many separate stretches of ground are there among these tiles? */
function streetsMet({ kind }: Tiles, met: GrowableInts): number {
  let streets = 0;
  let walked = KERB;
  for (let i = 0; i < met.length; i++) {
    if (kind[met.array[i]] !== GROUND) {
      walked++;
      continue;
    }
    if (walked >= KERB || streets === 0) streets++;
    walked = 0;
  }
  return streets;
}

/** Lay the bands: ground whose centre is within half a width of a line. @param width metres */
export function layCrossings(tiles: Tiles, goals: Points, pairs: Int32Array, width: number): void {
  const { side, columns, rows, kind } = tiles;
  // A tile that the line meets has its centre within 0.71 sides of it.
  const half = Math.max(width / 2 / side, 0.75);
  for (let i = 0; i < pairs.length; i += 2) {
    const ax = (goals.x[pairs[i]] - tiles.x) / side - 0.5;
    const ay = (goals.y[pairs[i]] - tiles.y) / side - 0.5;
    const dx = (goals.x[pairs[i + 1]] - tiles.x) / side - 0.5 - ax;
    const dy = (goals.y[pairs[i + 1]] - tiles.y) / side - 0.5 - ay;
    const squared = dx * dx + dy * dy;
    const row0 = Math.max(0, Math.ceil(Math.min(ay, ay + dy) - half));
    const row1 = Math.min(rows - 1, Math.floor(Math.max(ay, ay + dy) + half));
    for (let row = row0; row <= row1; row++) {
      // Shares of the line within half a width of this row, and so the columns.
      const [low, high] = dy === 0 ? [0, 1] : sharesWithin((row - half - ay) / dy, (row + half - ay) / dy);
      const x0 = ax + Math.min(low * dx, high * dx) - half;
      const x1 = ax + Math.max(low * dx, high * dx) + half;
      for (let column = Math.max(0, Math.ceil(x0)); column <= Math.min(columns - 1, Math.floor(x1)); column++) {
        if (kind[row * columns + column] !== GROUND) continue;
        const share = Math.min(1, Math.max(0, ((column - ax) * dx + (row - ay) * dy) / squared));
        const off = (ax + share * dx - column) ** 2 + (ay + share * dy - row) ** 2;
        if (off <= half * half) kind[row * columns + column] = CROSSING;
      }
    }
  }
}

function sharesWithin(one: number, other: number): [number, number] {
  return [Math.min(1, Math.max(0, Math.min(one, other))), Math.max(0, Math.min(1, Math.max(one, other)))];
}
