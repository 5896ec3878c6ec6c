/**
 * Axial lines: few long lines of sight that together pass through the whole place, and which of them cross (M02 §2.2).
 * CellMesh in; lines, the cells they pass, and pairs that cross out; measureSyntax does the rest.
 *
 *  1. Candidates (axial-candidates.ts): in every cell, the line through the middles of each two of its free sides, and of
 *     each and the cell itself, followed both ways to the walls (sight-line.ts). Each is stretched: the line through the
 *     middles of the first and last segments it passes is taken instead where that is longer and still passes what it
 *     was made for.
 *  2. The longest first, a candidate is taken if a segment it was made for is not passed by a line yet. So every free
 *     segment is passed.
 *  3. Rooms and pieces of corridor (cells with walls along half their outline), the largest first, through which no line
 *     runs for half their greatest extent get the longest that does, through their middle: every space has its line. If
 *     that is less than half as long as a line which passes, the cell is a niche beside it, and needs none.
 *  4. Lines that cross are joined. Cells, the largest first: all lines through one convex cell are in sight of each
 *     other, so they must hang together there. Where they do not, the longest line through the middle of the cell is
 *     added, and then lines between those still apart. So the lines of a connected place hang together.
 *
 * A greedy choice is not the smallest set; that is hard to find, and hand-drawn axial maps are not it either. Lines pass
 * doors and stairs. Cost: candidates times the sides of the cells they pass, at most about MOST_STEPS, after which lines
 * are not followed beyond the cell they are made in; pairs of lines per cell.
 */
import type { Csr } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import { orderByKey } from '../core/sort.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cellArea, sideLength } from '../subdivision/cells.ts';
import { type AxialWork, chooseLines, isWorn, middleOf, middleOfCell, setChord } from './axial-candidates.ts';
import { addLine, type AxialMap, createAxialMap, cross, joinNear, middleOfEntry, TOGETHER } from './axial-map.ts';
import { createSightLine, followSight, type Point } from './sight-line.ts';

export interface AxialLines {
  /** x, y of both ends per line, mesh coordinates. */
  ends: Float64Array;
  /** The cells each line passes. */
  cells: Csr;
  /** Pairs of lines that cross, once each, the lesser first. */
  crossings: Int32Array;
}

/** Sides of cells looked at in all: some seconds. A city of 18,000 cells needs a tenth of it. */
const MOST_STEPS = 200_000_000;
/** Directions tried for the longest line through the middle of a cell, about. */
const DIRECTIONS = 64;

/** @param mostSteps sides of cells to look at in all before lines are no longer followed */
export function findAxialLines(mesh: CellMesh, mostSteps = MOST_STEPS): AxialLines {
  const work: AxialWork = {
    mostSteps,
    map: createAxialMap(mesh),
    mesh,
    middle: cellMiddles(mesh),
    line: createSightLine(),
    other: createSightLine(),
  };
  chooseLines(work);
  const order = largestFirst(mesh);
  for (const c of order) if (isRoom(mesh, c)) runThrough(work, c);
  for (const c of order) joinLines(work, c);
  const { ends, cellFirst, cells, crossings } = work.map;
  return {
    ends: ends.values().slice(),
    cells: { first: cellFirst.values().slice(), item: cells.values().slice() },
    crossings: crossings.values().slice(),
  };
}

function cellMiddles({ vertices, sideVertex, cellFirst, cellLevel }: CellMesh): Float64Array {
  const middle = new Float64Array(2 * cellLevel.length);
  for (let c = 0; c < cellLevel.length; c++) {
    const count = cellFirst[c + 1] - cellFirst[c];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      middle[2 * c] += vertices[2 * sideVertex[s]] / count;
      middle[2 * c + 1] += vertices[2 * sideVertex[s] + 1] / count;
    }
  }
  return middle;
}

function largestFirst(mesh: CellMesh): Int32Array {
  const area = new Float64Array(mesh.cellLevel.length);
  for (let c = 0; c < area.length; c++) area[c] = cellArea(mesh, c);
  return orderByKey(area).toReversed();
}

/** Is a cell a room or a piece of corridor, with walls along half its outline at least, and not a slice of open floor? */
function isRoom(mesh: CellMesh, c: number): boolean {
  let walls = 0;
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    walls += mesh.sideTwin[s] === NONE ? sideLength(mesh, s) : -sideLength(mesh, s);
  }
  return walls >= 0;
}

/** A cell that no line runs through for half its greatest extent gets its long line, unless it is a niche at a longer. */
function runThrough(work: AxialWork, c: number): void {
  const { map } = work;
  const extent = extentOf(work.mesh, c);
  let longest = 0;
  for (let e = map.lastAt[c]; e !== NONE; e = map.before.array[e]) {
    if (map.leave.array[e] - map.enter.array[e] >= extent / 2) return;
    longest = Math.max(longest, map.length.array[map.lineOf.array[e]]);
  }
  if (followAxis(work, c, extent / 2) && work.line.length >= longest / 2) addLine(map, work.line);
}

/** The farthest corner from the one that is farthest from the first: the diameter, or nearly. */
function extentOf({ vertices, sideVertex, cellFirst }: CellMesh, c: number): number {
  let from = 2 * sideVertex[cellFirst[c]];
  let most = 0;
  for (let sweep = 0; sweep < 2; sweep++) {
    const x = vertices[from];
    const y = vertices[from + 1];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      const v = 2 * sideVertex[s];
      const squared = (vertices[v] - x) ** 2 + (vertices[v + 1] - y) ** 2;
      if (squared <= most) continue;
      most = squared;
      from = v;
    }
  }
  return Math.sqrt(most);
}

/** Until the lines of the cell hang together, and there is one. */
function joinLines(work: AxialWork, c: number): void {
  const { mesh, map } = work;
  let isApart = map.lastAt[c] === NONE;
  if (!isApart) {
    joinNear(map, c, () => {
      isApart = true;
      return false;
    });
  }
  if (!isApart) return;
  if (followAxis(work, c, 0)) addLine(map, work.line);
  const one = map.lastAt[c];
  const apart: number[] = [];
  joinNear(map, c, (entry) => {
    apart.push(entry);
    return true;
  });
  for (const entry of apart) {
    const line = map.lineOf.array[entry];
    const first = map.lineOf.array[one];
    const a = middleOfEntry(map, one);
    const b = middleOfEntry(map, entry);
    const isOne = Math.abs(b[0] - a[0]) <= TOGETHER && Math.abs(b[1] - a[1]) <= TOGETHER;
    if (isOne || isWorn(work) || !followSight(mesh, c, a, b, work.line)) {
      cross(map, Math.min(first, line), Math.max(first, line));
      continue;
    }
    // It crosses both by construction, whatever rounding says.
    const added = addLine(map, work.line);
    for (const other of [first, line]) if (!areCrossing(map, other, added)) cross(map, other, added);
  }
}

function areCrossing({ crossings, lastCrossing, crossingBefore }: AxialMap, earlier: number, later: number): boolean {
  for (let k = lastCrossing.array[later]; k !== NONE; k = crossingBefore.array[k]) {
    if (crossings.array[k ^ 1] === earlier) return true;
  }
  return false;
}

/**
 * The longest of the lines from the middle of a cell to its corners and the middles of its sides that run through it
 * for at least so many metres, into work.line.
 */
function followAxis(work: AxialWork, c: number, within: number): boolean {
  const { mesh } = work;
  const middle = middleOfCell(work, c);
  const first = mesh.cellFirst[c];
  const count = mesh.cellFirst[c + 1] - first;
  const every = Math.ceil((2 * count) / DIRECTIONS);
  let longest = 0;
  for (let s = first; s < first + count; s += every) {
    const v = 2 * mesh.sideVertex[s];
    const corner: Point = [mesh.vertices[v], mesh.vertices[v + 1]];
    for (const end of [corner, middleOf(mesh, s)]) {
      const { other } = work;
      if (isWorn(work)) setChord(other, c, middle, end);
      else if (!followSight(mesh, c, middle, end, other)) continue;
      if (other.leave.array[0] - other.enter.array[0] < within || other.length <= longest) continue;
      longest = other.length;
      work.other = work.line;
      work.line = other;
    }
  }
  return longest > 0;
}
