/**
 * Where people with knowledge are lost → a table of squares of 1 m with what adds up in each: seconds of search, seconds of hesitation, and
 * how often people turned back (lost-log.ts says when they do).
 *
 * A square is cut at the borders of places (topology/places.ts), so what happens on one side of a wall is not shown on the other. It has an entry
 * for each set of goals that people seek there: a sign that shows the way to one platform is no help to those who look for another.
 * Only squares that somebody was lost in have one, in a hash table: a city costs no more than a room. Nothing is allocated but when it grows.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import type { Scenery } from '../topology/places.ts';

/** Metres. */
export const LOST_SQUARE = 1;

export interface LostMap {
  /** Cells with all doors open, whose places have these numbers. */
  scenery: Scenery;
  /** Sets of goals that people seek, and which one each stage of the simulation (stageFirst) has. */
  wants: readonly (readonly number[])[];
  wantOf: Int32Array;
  /** By entry: its square, as place, column and row, and its set of goals; NONE for a place that is gone. */
  place: GrowableInts;
  column: GrowableInts;
  row: GrowableInts;
  want: GrowableInts;
  /** Where the first one was counted, mesh coordinates, with cell and level: a point of the square that is floor. */
  x: GrowableFloats;
  y: GrowableFloats;
  cell: GrowableInts;
  level: GrowableInts;
  /** Seconds, seconds, and times. */
  search: GrowableFloats;
  hesitation: GrowableFloats;
  turns: GrowableFloats;
  /** Open addressing: entries, or NONE. A power of two long. */
  table: Int32Array;
}

/** What adds up in a square. */
export type LostMeasure = 'search' | 'hesitation' | 'turns';
const LOST_MEASURES: readonly LostMeasure[] = ['search', 'hesitation', 'turns'];

/** @param stages the goals of each stage, of all itineraries in one row */
export function createLostMap(scenery: Scenery, stages: readonly (readonly number[])[]): LostMap {
  const wants: (readonly number[])[] = [];
  const known = new Map<string, number>();
  const wantOf = Int32Array.from(stages, (goals) => {
    const key = goals.toSorted((a, b) => a - b).join();
    const want = known.get(key) ?? wants.push(goals) - 1;
    known.set(key, want);
    return want;
  });
  return { scenery, wants, wantOf, ...noSquares() };
}

function noSquares() {
  const [floats, ints] = [() => new GrowableFloats(64), () => new GrowableInts(64)];
  return {
    place: ints(),
    column: ints(),
    row: ints(),
    want: ints(),
    x: floats(),
    y: floats(),
    cell: ints(),
    level: ints(),
    search: floats(),
    hesitation: floats(),
    turns: floats(),
    table: new Int32Array(256).fill(NONE),
  };
}

/** The entry of the square around a place on the floor, mesh coordinates; made if there is none. */
export function squareAt(map: LostMap, cell: number, x: number, y: number, want: number): number {
  const { mesh, places } = map.scenery;
  const entry = entryFor(
    map,
    places.layer.ofCell[cell],
    Math.floor(x / LOST_SQUARE),
    Math.floor(y / LOST_SQUARE),
    want,
  );
  if (entry < map.x.length) return entry;
  map.x.push(x);
  map.y.push(y);
  map.cell.push(cell);
  map.level.push(mesh.cellLevel[cell]);
  for (const measure of LOST_MEASURES) map[measure].push(0);
  return entry;
}

/** An entry there is, or the number of a new one, which has no place to stand yet. */
function entryFor(map: LostMap, place: number, column: number, row: number, want: number): number {
  let slot = slotOf(map, place, column, row, want);
  if (map.table[slot] !== NONE) return map.table[slot];
  const entry = map.place.length;
  map.place.push(place);
  map.column.push(column);
  map.row.push(row);
  map.want.push(want);
  if (2 * map.place.length > map.table.length) {
    map.table = new Int32Array(2 * map.table.length).fill(NONE);
    for (let e = 0; e < entry; e++) {
      const at = slotOf(map, map.place.array[e], map.column.array[e], map.row.array[e], map.want.array[e]);
      map.table[at] = e;
    }
    slot = slotOf(map, place, column, row, want);
  }
  map.table[slot] = entry;
  return entry;
}

/** Where an entry is in the table, or would be. */
function slotOf(map: LostMap, place: number, column: number, row: number, want: number): number {
  const { table } = map;
  const mask = table.length - 1;
  let hash = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77) ^ Math.imul(place, 0xc2b2ae3d);
  hash ^= Math.imul(want + 1, 0x27d4eb2f);
  let slot = (hash ^ (hash >>> 15)) & mask;
  for (let entry = table[slot]; entry !== NONE; entry = table[slot]) {
    const isSame =
      map.place.array[entry] === place &&
      map.column.array[entry] === column &&
      map.row.array[entry] === row &&
      map.want.array[entry] === want;
    if (isSame) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

/** The place has changed: the same squares in the places there are now. Floor that is gone keeps its seconds, and is in no place. */
export function moveLostMap(map: LostMap, scenery: Scenery, cells: CellIndex): void {
  const before = { ...map };
  Object.assign(map, { scenery, ...noSquares() });
  for (let e = 0; e < before.x.length; e++) {
    const [x, y, level] = [before.x.array[e], before.y.array[e], before.level.array[e]];
    const cell = locate(scenery.mesh, cells, level, x, y);
    const want = before.want.array[e];
    const entry = cell === NONE ? goneAt(map, x, y, level, want) : squareAt(map, cell, x, y, want);
    for (const measure of LOST_MEASURES) map[measure].array[entry] += before[measure].array[e];
  }
}

function goneAt(map: LostMap, x: number, y: number, level: number, want: number): number {
  const entry = entryFor(map, NONE, Math.floor(x / LOST_SQUARE), Math.floor(y / LOST_SQUARE), want);
  if (entry < map.x.length) return entry;
  map.x.push(x);
  map.y.push(y);
  map.cell.push(NONE);
  map.level.push(level);
  for (const measure of LOST_MEASURES) map[measure].push(0);
  return entry;
}

/** Of all squares. */
export function lostInAll(map: LostMap, measure: LostMeasure): number {
  return map[measure].values().reduce((sum, value) => sum + value, 0);
}

/** What adds up in one square, whatever people seek; 0 where nobody was lost. */
export function lostInSquare(map: LostMap, measure: LostMeasure, place: number, column: number, row: number): number {
  let sum = 0;
  for (let want = 0; want < map.wants.length; want++) {
    const entry = map.table[slotOf(map, place, column, row, want)];
    if (entry !== NONE) sum += map[measure].array[entry];
  }
  return sum;
}

export interface LostPlace {
  /** Where people searched for longest in it, mesh coordinates. */
  x: number;
  y: number;
  level: number;
  search: number;
  hesitation: number;
  turns: number;
}

/** The places, that is rooms, corridors and halls, in which people searched for longest: the worst first. */
export function worstPlaces(map: LostMap): LostPlace[] {
  const found = new Map<number, LostPlace & { longest: number }>();
  const { place, x, y, level, column, row } = map;
  for (let e = 0; e < x.length; e++) {
    const here = place.array[e];
    if (here === NONE) continue;
    let one = found.get(here);
    if (one === undefined) {
      one = { x: 0, y: 0, level: level.array[e], search: 0, hesitation: 0, turns: 0, longest: -1 };
      found.set(here, one);
    }
    for (const measure of LOST_MEASURES) one[measure] += map[measure].array[e];
    const longest = lostInSquare(map, 'search', here, column.array[e], row.array[e]);
    if (longest > one.longest) Object.assign(one, { longest, x: x.array[e], y: y.array[e] });
  }
  return [...found.values()]
    .filter(({ search }) => search > 0)
    .toSorted((a, b) => b.search - a.search || a.level - b.level || a.x - b.x || a.y - b.y);
}
