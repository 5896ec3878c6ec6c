/**
 * An axial map while it grows: lines of sight, the cells they pass, and which of them cross.
 *
 * A line is compared with those of every cell it passes: two lines cross where the place they have in common lies in a
 * cell that both pass (on two levels lines may cross on paper only). `lineApart` tells whether the lines of a cell hang
 * together. Cost: pairs of lines per cell, at most COMPARED each.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cellHolds, nextSideOf } from '../subdivision/cells.ts';
import type { SightLine } from './sight-line.ts';

/** Lines of a cell that a new one is compared with, the latest: more pass a cell only in places made to have it so. */
const COMPARED = 2000;

/** Lists of numbers that grow one by one: the last entry of each list; per entry its number and the entry before. */
interface Lists {
  last: GrowableInts;
  item: GrowableInts;
  before: GrowableInts;
}

export interface AxialMap {
  mesh: CellMesh;
  /** x, y of both ends per line. */
  ends: GrowableFloats;
  /** The cells each line passes, one line after the other. */
  cellFirst: GrowableInts;
  cells: GrowableInts;
  /** Pairs of lines that cross. */
  crossings: GrowableInts;
  /** Lines that pass each cell; lines that cross each line. */
  linesAt: Lists;
  crossingLines: Lists;
  /** The last line that was found to cross each line. */
  crossedBy: GrowableInts;
  /** `lineApart`: lines of the cell asked about last have its round; the way to the line that stands for those near. */
  round: number;
  seenIn: GrowableInts;
  near: GrowableInts;
}

function createLists(count: number): Lists {
  const lists: Lists = { last: new GrowableInts(count), item: new GrowableInts(), before: new GrowableInts() };
  for (let i = 0; i < count; i++) lists.last.push(NONE);
  return lists;
}

function append({ last, item, before }: Lists, list: number, value: number): void {
  item.push(value);
  before.push(last.array[list]!);
  last.array[list] = item.length - 1;
}

export function createAxialMap(mesh: CellMesh): AxialMap {
  const cellFirst = new GrowableInts();
  cellFirst.push(0);
  return {
    mesh,
    ends: new GrowableFloats(),
    cellFirst,
    cells: new GrowableInts(),
    crossings: new GrowableInts(),
    linesAt: createLists(mesh.cellLevel.length),
    crossingLines: createLists(0),
    crossedBy: new GrowableInts(),
    round: 0,
    seenIn: new GrowableInts(),
    near: new GrowableInts(),
  };
}

/** Add a line and find those it crosses; its number. */
export function addLine(map: AxialMap, { x0, y0, x1, y1, cells }: SightLine): number {
  const { ends, linesAt } = map;
  const line = map.crossedBy.length;
  ends.push(x0);
  ends.push(y0);
  ends.push(x1);
  ends.push(y1);
  for (const list of [map.crossedBy, map.near, map.seenIn, map.crossingLines.last]) list.push(NONE);
  for (const c of cells.values()) {
    map.cells.push(c);
    let compared = 0;
    for (let e = linesAt.last.array[c]!; e !== NONE && compared < COMPARED; e = linesAt.before.array[e]!) {
      const other = linesAt.item.array[e]!;
      compared++;
      if (other !== line && map.crossedBy.array[other] !== line && doCross(map, c, line, other))
        cross(map, other, line);
    }
    append(linesAt, c, line);
  }
  map.cellFirst.push(map.cells.length);
  return line;
}

/** Note that two lines cross; the one added before comes first. */
export function cross(map: AxialMap, earlier: number, later: number): void {
  map.crossings.push(earlier);
  map.crossings.push(later);
  map.crossedBy.array[earlier] = later;
  append(map.crossingLines, earlier, later);
  append(map.crossingLines, later, earlier);
}

/** Do two lines that pass a cell cross inside it, or lie on each other there? */
function doCross({ mesh, ends }: AxialMap, c: number, i: number, j: number): boolean {
  const e = ends.array;
  const ax = e[4 * i]!;
  const ay = e[4 * i + 1]!;
  const abx = e[4 * i + 2]! - ax;
  const aby = e[4 * i + 3]! - ay;
  const acx = e[4 * j]! - ax;
  const acy = e[4 * j + 1]! - ay;
  const cdx = e[4 * j + 2]! - e[4 * j]!;
  const cdy = e[4 * j + 3]! - e[4 * j + 1]!;
  const turn = abx * cdy - aby * cdx;
  if (turn === 0) return abx * acy - aby * acx === 0;
  const t = (acx * cdy - acy * cdx) / turn;
  const u = (acx * aby - acy * abx) / turn;
  if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return false;
  return cellHolds(mesh, c, ax + t * abx, ay + t * aby);
}

/** A line of the cell that does not hang together with the cell's last line over crossings of its lines; NONE if all do. */
export function lineApart(map: AxialMap, c: number): number {
  const { linesAt, crossingLines, near, seenIn } = map;
  const round = ++map.round;
  const top = (line: number): number => {
    while (near.array[line] !== line) {
      near.array[line] = near.array[near.array[line]!]!;
      line = near.array[line]!;
    }
    return line;
  };
  const last = linesAt.last.array[c]!;
  for (let e = last; e !== NONE; e = linesAt.before.array[e]!) {
    const line = linesAt.item.array[e]!;
    seenIn.array[line] = round;
    near.array[line] = line;
  }
  for (let e = last; e !== NONE; e = linesAt.before.array[e]!) {
    const line = linesAt.item.array[e]!;
    for (let k = crossingLines.last.array[line]!; k !== NONE; k = crossingLines.before.array[k]!) {
      const other = crossingLines.item.array[k]!;
      if (seenIn.array[other] === round) near.array[top(other)] = top(line);
    }
  }
  for (let e = last; e !== NONE; e = linesAt.before.array[e]!) {
    if (top(linesAt.item.array[e]!) !== top(linesAt.item.array[last]!)) return linesAt.item.array[e]!;
  }
  return NONE;
}

/** What of a line lies in a cell: from which to which share of it. */
export function chordInCell({ mesh, ends }: AxialMap, line: number, c: number): [number, number] {
  const { vertices, sideVertex } = mesh;
  const x0 = ends.array[4 * line]!;
  const y0 = ends.array[4 * line + 1]!;
  const x1 = ends.array[4 * line + 2]!;
  const y1 = ends.array[4 * line + 3]!;
  let from = 0;
  let to = 1;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    const a = 2 * sideVertex[s]!;
    const b = 2 * sideVertex[nextSideOf(mesh, s)]!;
    const ex = vertices[b]! - vertices[a]!;
    const ey = vertices[b + 1]! - vertices[a + 1]!;
    const inside0 = ex * (y0 - vertices[a + 1]!) - ey * (x0 - vertices[a]!);
    const inside1 = ex * (y1 - vertices[a + 1]!) - ey * (x1 - vertices[a]!);
    const at = inside0 / (inside0 - inside1);
    if (inside0 < 0 && inside1 > 0) from = Math.max(from, at);
    else if (inside0 > 0 && inside1 < 0) to = Math.min(to, at);
  }
  return [from, Math.max(from, to)];
}

/** The middle of what of a line lies in a cell. */
export function middleInCell(map: AxialMap, line: number, c: number): [number, number] {
  const [from, to] = chordInCell(map, line, c);
  const share = (from + to) / 2;
  const e = map.ends.array.subarray(4 * line, 4 * line + 4);
  return [e[0]! + share * (e[2]! - e[0]!), e[1]! + share * (e[3]! - e[1]!)];
}
