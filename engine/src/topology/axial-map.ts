/**
 * An axial map while it grows: lines of sight, the cells they pass, and which of them cross.
 *
 * A line is compared with those of every cell it passes: two lines cross where the place they have in common lies in a
 * cell that both pass (on two levels lines may cross on paper only). `joinNear` finds out whether the lines of a cell
 * hang together over crossings of each other. Cost: pairs of lines per cell, at most COMPARED each.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Point, SightLine } from './sight-line.ts';

/**
 * Lines of a cell that a new one is compared with, the latest: more pass a cell only in places made to have it so. Fewer
 * once there are MANY ends of crossings, where all lines are one or two steps apart anyway.
 */
const COMPARED = 1000;
const COMPARED_LATE = 16;
const MANY = 4_000_000;
/** Metres: places nearer to each other are one. */
export const TOGETHER = 1e-9;

export interface AxialMap {
  /** x, y of both ends per line, and its length. */
  ends: GrowableFloats;
  length: GrowableFloats;
  /** The cells each line passes, one line after the other, and where it enters and leaves each, metres from its start. */
  cellFirst: GrowableInts;
  cells: GrowableInts;
  enter: GrowableFloats;
  leave: GrowableFloats;
  /** Per cell the last entry of `cells` that is this cell; per entry the one before, and its line. */
  lastAt: Int32Array;
  before: GrowableInts;
  lineOf: GrowableInts;
  /** Pairs of lines that cross; per line the last entry of `crossings` that is this line; per entry the one before. */
  crossings: GrowableInts;
  lastCrossing: GrowableInts;
  crossingBefore: GrowableInts;
  /** The last line that was found to cross each line. */
  crossedBy: GrowableInts;
  /** `joinNear`: lines of the cell asked about last have its round; the way to the line that stands for those near. */
  round: number;
  seenIn: GrowableInts;
  near: GrowableInts;
}

export function createAxialMap(mesh: CellMesh): AxialMap {
  const cellFirst = new GrowableInts();
  cellFirst.push(0);
  return {
    ends: new GrowableFloats(),
    length: new GrowableFloats(),
    cellFirst,
    cells: new GrowableInts(),
    enter: new GrowableFloats(),
    leave: new GrowableFloats(),
    lastAt: new Int32Array(mesh.cellLevel.length).fill(NONE),
    before: new GrowableInts(),
    lineOf: new GrowableInts(),
    crossings: new GrowableInts(),
    lastCrossing: new GrowableInts(),
    crossingBefore: new GrowableInts(),
    crossedBy: new GrowableInts(),
    round: 0,
    seenIn: new GrowableInts(),
    near: new GrowableInts(),
  };
}

/** Add a line and find those it crosses; its number. */
export function addLine(map: AxialMap, { x0, y0, x1, y1, length, cells, enter, leave }: SightLine): number {
  const line = map.length.length;
  map.ends.push(x0);
  map.ends.push(y0);
  map.ends.push(x1);
  map.ends.push(y1);
  map.length.push(length);
  for (const list of [map.lastCrossing, map.crossedBy, map.near, map.seenIn]) list.push(NONE);
  for (let i = 0; i < cells.length; i++) {
    const c = cells.array[i];
    const last = map.lastAt[c];
    const entry = map.cells.length;
    map.cells.push(c);
    map.enter.push(enter.array[i]);
    map.leave.push(leave.array[i]);
    map.before.push(last);
    map.lineOf.push(line);
    map.lastAt[c] = entry;
    let left = map.crossings.length < MANY ? COMPARED : COMPARED_LATE;
    for (let e = last; e !== NONE && left > 0; e = map.before.array[e], left--) {
      const other = map.lineOf.array[e];
      if (other !== line && map.crossedBy.array[other] !== line && doCross(map, entry, e)) cross(map, other, line);
    }
  }
  map.cellFirst.push(map.cells.length);
  return line;
}

/** Note that two lines cross; the one added before comes first. */
export function cross(map: AxialMap, earlier: number, later: number): void {
  const { crossings, lastCrossing, crossingBefore } = map;
  for (const line of [earlier, later]) {
    crossingBefore.push(lastCrossing.array[line]);
    lastCrossing.array[line] = crossings.length;
    crossings.push(line);
  }
  map.crossedBy.array[earlier] = later;
}

/** Do the lines of two entries of one cell cross inside it, or lie on each other there? */
function doCross({ ends, length, lineOf, enter, leave }: AxialMap, entry: number, other: number): boolean {
  const i = 4 * lineOf.array[entry];
  const j = 4 * lineOf.array[other];
  const e = ends.array;
  const abx = e[i + 2] - e[i];
  const aby = e[i + 3] - e[i + 1];
  const acx = e[j] - e[i];
  const acy = e[j + 1] - e[i + 1];
  const cdx = e[j + 2] - e[j];
  const cdy = e[j + 3] - e[j + 1];
  const turn = abx * cdy - aby * cdx;
  if (turn === 0) return abx * acy - aby * acx === 0;
  const t = (acx * cdy - acy * cdx) / turn;
  const u = (acx * aby - acy * abx) / turn;
  if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return false;
  const metres = t * length.array[i >> 2];
  return metres >= enter.array[entry] - TOGETHER && metres <= leave.array[entry] + TOGETHER;
}

/** The middle of what of a line lies in a cell, by its entry. */
export function middleOfEntry({ ends, length, lineOf, enter, leave }: AxialMap, entry: number): Point {
  const line = lineOf.array[entry];
  const share = (enter.array[entry] + leave.array[entry]) / 2 / length.array[line];
  const e = ends.array.subarray(4 * line, 4 * line + 4);
  return [e[0] + share * (e[2] - e[0]), e[1] + share * (e[3] - e[1])];
}

/**
 * Join the lines of a cell that hang together over crossings of each other. For each set of lines that does not hang
 * together with that of the cell's last line, one of its entries is given to `apart`; if that joins them, it says so.
 */
export function joinNear(map: AxialMap, c: number, apart: (entry: number) => boolean): void {
  const { lineOf, before, near, seenIn, crossings, lastCrossing, crossingBefore } = map;
  const round = ++map.round;
  const top = (line: number): number => {
    while (near.array[line] !== line) {
      near.array[line] = near.array[near.array[line]];
      line = near.array[line];
    }
    return line;
  };
  const last = map.lastAt[c];
  for (let e = last; e !== NONE; e = before.array[e]) {
    const line = lineOf.array[e];
    seenIn.array[line] = round;
    near.array[line] = line;
  }
  for (let e = last; e !== NONE; e = before.array[e]) {
    const line = lineOf.array[e];
    for (let k = lastCrossing.array[line]; k !== NONE; k = crossingBefore.array[k]) {
      const other = crossings.array[k ^ 1];
      if (seenIn.array[other] === round) near.array[top(other)] = top(line);
    }
  }
  for (let e = last; e !== NONE; e = before.array[e]) {
    const line = lineOf.array[e];
    if (top(line) === top(lineOf.array[last])) continue;
    if (!apart(e)) return;
    near.array[top(line)] = top(lineOf.array[last]);
  }
}
