/**
 * Axial lines: few long lines of sight that together pass through the whole place, and which of them cross (M02 §2.2,
 * topology.md §6). CellMesh in; lines, the cells they pass, and pairs that cross out; measureSyntax does the rest.
 *
 *  1. Candidates: in every cell, the line through the middles of each two of its free sides, and of each and the cell
 *     itself, followed both ways to the walls (sight-line.ts). Each is stretched: the line through the middles of the
 *     first and last segments it passes is taken instead where that is longer and still passes what it was made for.
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
 * doors and stairs. Cost: candidates times the cells they pass, at most about MOST_STEPS; pairs of lines per cell.
 */
import type { Csr } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orderByKey } from '../core/sort.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cellArea, nextSideOf, sideLength } from '../subdivision/cells.ts';
import { addLine, type AxialMap, chordInCell, createAxialMap, cross, lineApart, middleInCell } from './axial-map.ts';
import { createSightLine, followSight, type SightLine } from './sight-line.ts';

export interface AxialLines {
  /** x, y of both ends per line, mesh coordinates. */
  ends: Float64Array;
  /** The cells each line passes. */
  cells: Csr;
  /** Pairs of lines that cross, once each, the lesser first. */
  crossings: Int32Array;
}

/** Cells looked at in all, about; a line is cut short before candidates times its cells exceed it. */
const MOST_STEPS = 40_000_000;
/** Partners of a free side within a cell; a round hall has many sides, of which neighbours see much the same. */
const PARTNERS = 8;
const STRETCHES = 3;
const LEAST_GAIN = 1e-4;
/** Metres: places nearer to each other are one. */
const TOGETHER = 1e-9;

export function findAxialLines(mesh: CellMesh): AxialLines {
  const candidates = gatherCandidates(mesh);
  const work: Work = {
    map: createAxialMap(mesh),
    mesh,
    most: Math.max(64, Math.floor(MOST_STEPS / Math.max(1, candidates.cell.length))),
    line: createSightLine(),
    other: createSightLine(),
  };
  chooseLines(work, candidates);
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

interface Work {
  map: AxialMap;
  mesh: CellMesh;
  /** Cells a line may pass each way. */
  most: number;
  /** The line at hand, and one to compare it with. */
  line: SightLine;
  other: SightLine;
}

/** Lines that may be taken: a cell, and two free sides of it; the second is NONE for the middle of the cell. */
interface Candidates {
  cell: GrowableInts;
  from: GrowableInts;
  to: GrowableInts;
}

function gatherCandidates(mesh: CellMesh): Candidates {
  const candidates: Candidates = { cell: new GrowableInts(), from: new GrowableInts(), to: new GrowableInts() };
  const free = new GrowableInts(64);
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    free.clear();
    for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) if (mesh.sideTwin[s] !== NONE) free.push(s);
    const count = free.length;
    const partners = Math.min(count - 1, PARTNERS);
    for (let i = 0; i < count; i++) {
      // All others, each pair once; or some, evenly spaced around the cell; and the middle of the cell.
      for (let k = 0; k <= partners; k++) {
        const j = (i + Math.ceil((k * (count - 1)) / Math.max(1, partners))) % count;
        if (partners === count - 1 && j < i) continue;
        candidates.cell.push(c);
        candidates.from.push(free.array[i]!);
        candidates.to.push(k === 0 ? NONE : free.array[j]!);
      }
    }
  }
  return candidates;
}

/** Longest first, those that pass something new. */
function chooseLines(work: Work, { cell, from, to }: Candidates): void {
  const { mesh, map } = work;
  const lengths = new Float64Array(cell.length);
  for (let i = 0; i < lengths.length; i++) {
    lengths[i] = followCandidate(work, cell.array[i]!, from.array[i]!, to.array[i]!) ? work.line.length : 0;
  }
  const isPassed = new Uint8Array(mesh.sideTwin.length);
  const order = orderByKey(lengths);
  for (let k = order.length - 1; k >= 0; k--) {
    const i = order[k]!;
    const second = to.array[i]!;
    if (lengths[i] === 0 || (isPassed[from.array[i]!] === 1 && (second === NONE || isPassed[second] === 1))) continue;
    followCandidate(work, cell.array[i]!, from.array[i]!, second);
    for (const side of work.line.sides.values()) isPassed[side] = isPassed[mesh.sideTwin[side]!] = 1;
    addLine(map, work.line);
  }
}

/** The candidate's line, stretched, into work.line; false if there is none. */
function followCandidate(work: Work, c: number, from: number, to: number): boolean {
  const { mesh, most } = work;
  const end = to === NONE ? middleOfCell(mesh, c) : middleOf(mesh, to);
  if (!followSight(mesh, c, ...middleOf(mesh, from), ...end, most, work.line)) return false;
  for (let round = 0; round < STRETCHES; round++) {
    const { sides, ahead } = work.line;
    const list = sides.array;
    if (sides.length < 3 || ahead === 0 || ahead === sides.length) break;
    // The segment nearest to the end behind, the cell on the near side of it, and the segment nearest to the end ahead.
    const first = list[sides.length - 1]!;
    const last = list[ahead - 1]!;
    const { other } = work;
    if (!followSight(mesh, mesh.sideCell[first]!, ...middleOf(mesh, first), ...middleOf(mesh, last), most, other))
      break;
    if (other.length <= work.line.length * (1 + LEAST_GAIN)) break;
    if (!passes(mesh, other, from) || (to !== NONE && !passes(mesh, other, to))) break;
    work.other = work.line;
    work.line = other;
  }
  return true;
}

function passes(mesh: CellMesh, { sides }: SightLine, segment: number): boolean {
  const twin = mesh.sideTwin[segment]!;
  for (let i = 0; i < sides.length; i++) if (sides.array[i] === segment || sides.array[i] === twin) return true;
  return false;
}

function largestFirst(mesh: CellMesh): Int32Array {
  const area = new Float64Array(mesh.cellLevel.length);
  for (let c = 0; c < area.length; c++) area[c] = cellArea(mesh, c);
  return orderByKey(area).toReversed();
}

/** Is a cell a room or a piece of corridor, with walls along half its outline at least, and not a slice of open floor? */
function isRoom(mesh: CellMesh, c: number): boolean {
  let walls = 0;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    walls += mesh.sideTwin[s] === NONE ? sideLength(mesh, s) : -sideLength(mesh, s);
  }
  return walls >= 0;
}

/** A cell that no line runs through for half its greatest extent gets its long line, unless it is a niche at a longer. */
function runThrough(work: Work, c: number): void {
  const { mesh, map } = work;
  const { vertices, sideVertex } = mesh;
  let extent = 0;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    for (let r = mesh.cellFirst[c]!; r < s; r++) {
      const dx = vertices[2 * sideVertex[r]!]! - vertices[2 * sideVertex[s]!]!;
      const dy = vertices[2 * sideVertex[r]! + 1]! - vertices[2 * sideVertex[s]! + 1]!;
      extent = Math.max(extent, Math.sqrt(dx * dx + dy * dy));
    }
  }
  let longest = 0;
  for (let e = map.linesAt.last.array[c]!; e !== NONE; e = map.linesAt.before.array[e]!) {
    const line = map.linesAt.item.array[e]!;
    const dx = map.ends.array[4 * line + 2]! - map.ends.array[4 * line]!;
    const dy = map.ends.array[4 * line + 3]! - map.ends.array[4 * line + 1]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    const [from, to] = chordInCell(map, line, c);
    if ((to - from) * length >= extent / 2) return;
    longest = Math.max(longest, length);
  }
  if (followAxis(work, c, extent / 2) && work.line.length >= longest / 2) addLine(map, work.line);
}

/** Until the lines of the cell hang together, and there is one. */
function joinLines(work: Work, c: number): void {
  const { mesh, map } = work;
  if (map.linesAt.last.array[c] !== NONE && lineApart(map, c) === NONE) return;
  if (followAxis(work, c, 0)) addLine(map, work.line);
  for (let apart = lineApart(map, c); apart !== NONE; apart = lineApart(map, c)) {
    const one = map.linesAt.item.array[map.linesAt.last.array[c]!]!;
    const [ax, ay] = middleInCell(map, one, c);
    const [bx, by] = middleInCell(map, apart, c);
    const isApart = Math.abs(bx - ax) > TOGETHER || Math.abs(by - ay) > TOGETHER;
    if (isApart && followSight(mesh, c, ax, ay, bx, by, work.most, work.line)) {
      // It crosses both by construction, whatever rounding says.
      const added = addLine(map, work.line);
      for (const line of [one, apart]) if (!areCrossing(map, line, added)) cross(map, line, added);
    } else {
      cross(map, Math.min(one, apart), Math.max(one, apart));
    }
  }
}

function areCrossing({ crossingLines }: AxialMap, earlier: number, later: number): boolean {
  for (let k = crossingLines.last.array[later]!; k !== NONE; k = crossingLines.before.array[k]!) {
    if (crossingLines.item.array[k] === earlier) return true;
  }
  return false;
}

/**
 * The longest of the lines from the middle of a cell to its corners and the middles of its sides that run through it
 * for at least so many metres, into work.line.
 */
function followAxis(work: Work, c: number, within: number): boolean {
  const { mesh } = work;
  const [x, y] = middleOfCell(mesh, c);
  let longest = 0;
  for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
    const v = 2 * mesh.sideVertex[s]!;
    for (const [qx, qy] of [[mesh.vertices[v]!, mesh.vertices[v + 1]!] as const, middleOf(mesh, s)]) {
      if (!followSight(mesh, c, x, y, qx, qy, work.most, work.other) || work.other.within < within) continue;
      if (work.other.length <= longest) continue;
      longest = work.other.length;
      const shorter = work.line;
      work.line = work.other;
      work.other = shorter;
    }
  }
  return longest > 0;
}

function middleOf(mesh: CellMesh, s: number): [number, number] {
  const a = 2 * mesh.sideVertex[s]!;
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)]!;
  return [(mesh.vertices[a]! + mesh.vertices[b]!) / 2, (mesh.vertices[a + 1]! + mesh.vertices[b + 1]!) / 2];
}

/** Mean of the corners: inside, since cells are convex. */
function middleOfCell(mesh: CellMesh, c: number): [number, number] {
  let x = 0;
  let y = 0;
  const first = mesh.cellFirst[c]!;
  const count = mesh.cellFirst[c + 1]! - first;
  for (let s = first; s < first + count; s++) {
    x += mesh.vertices[2 * mesh.sideVertex[s]!]! / count;
    y += mesh.vertices[2 * mesh.sideVertex[s]! + 1]! / count;
  }
  return [x, y];
}
