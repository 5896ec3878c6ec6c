/**
 * Candidates for axial lines, and the first choice among them: rules 1 and 2 of axial-lines.ts.
 *
 * Candidates are not kept but followed twice, once for their length and again when their turn comes: a city has a
 * hundred thousand of them, which pass a dozen cells each.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orderByKey } from '../core/sort.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { addLine, type AxialMap } from './axial-map.ts';
import { followSight, type Point, type SightLine } from './sight-line.ts';

/** Partners of a free side within a cell; a round hall has many sides, of which neighbours see much the same. */
const PARTNERS = 8;
const STRETCHES = 3;
const LEAST_GAIN = 1e-4;

export interface AxialWork {
  mostSteps: number;
  map: AxialMap;
  mesh: CellMesh;
  /** Mean of the corners of each cell, x and y: inside, since cells are convex. */
  middle: Float64Array;
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
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) if (mesh.sideTwin[s] !== NONE) free.push(s);
    const count = free.length;
    const partners = Math.min(count - 1, PARTNERS);
    for (let i = 0; i < count; i++) {
      // All others, each pair once; or some, evenly spaced around the cell; and the middle of the cell.
      for (let k = 0; k <= partners; k++) {
        const j = (i + Math.ceil((k * (count - 1)) / Math.max(1, partners))) % count;
        if (partners === count - 1 && j < i) continue;
        candidates.cell.push(c);
        candidates.from.push(free.array[i]);
        candidates.to.push(k === 0 ? NONE : free.array[j]);
      }
    }
  }
  return candidates;
}

/** Longest first, those that pass something new. */
export function chooseLines(work: AxialWork): void {
  const { mesh, map } = work;
  const { cell, from, to } = gatherCandidates(mesh);
  const lengths = new Float64Array(cell.length);
  for (let i = 0; i < lengths.length; i++) {
    lengths[i] = followCandidate(work, cell.array[i], from.array[i], to.array[i]) ? work.line.length : 0;
  }
  const isPassed = new Uint8Array(mesh.sideTwin.length);
  const pass = (side: number) => {
    isPassed[side] = isPassed[mesh.sideTwin[side]] = 1;
  };
  const order = orderByKey(lengths);
  for (let k = order.length - 1; k >= 0; k--) {
    const i = order[k];
    const s = from.array[i];
    const t = to.array[i];
    if (lengths[i] === 0 || (isPassed[s] === 1 && (t === NONE || isPassed[t] === 1))) continue;
    if (!followCandidate(work, cell.array[i], s, t)) continue;
    work.line.sides.values().forEach(pass);
    pass(s);
    if (t !== NONE) pass(t);
    addLine(map, work.line);
  }
}

export function isWorn({ line, other, mostSteps }: AxialWork): boolean {
  return line.looked + other.looked > mostSteps;
}

/** The candidate's line, stretched, into work.line; false if there is none. */
function followCandidate(work: AxialWork, c: number, from: number, to: number): boolean {
  const { mesh } = work;
  const start = middleOf(mesh, from);
  const end = to === NONE ? middleOfCell(work, c) : middleOf(mesh, to);
  if (isWorn(work)) {
    setChord(work.line, c, start, end);
    for (const side of [from, to])
      if (side !== NONE) addEnd(work.line, mesh.sideCell[mesh.sideTwin[side]], side === from);
    return work.line.length > 0;
  }
  if (!followSight(mesh, c, start, end, work.line)) return false;
  for (let round = 0; round < STRETCHES; round++) {
    const { sides, ahead } = work.line;
    const list = sides.array;
    if (sides.length < 3 || ahead === 0 || ahead === sides.length) break;
    // The segment nearest to the end behind, the cell on the near side of it, and the segment nearest to the end ahead.
    const first = list[sides.length - 1];
    const last = list[ahead - 1];
    const { other } = work;
    if (!followSight(mesh, mesh.sideCell[first], middleOf(mesh, first), middleOf(mesh, last), other)) break;
    if (other.length <= work.line.length * (1 + LEAST_GAIN)) break;
    if (!passes(mesh, other, from) || (to !== NONE && !passes(mesh, other, to))) break;
    work.other = work.line;
    work.line = other;
  }
  return true;
}

/** Only what lies in one cell. */
export function setChord(line: SightLine, c: number, [x0, y0]: Point, [x1, y1]: Point): void {
  line.sides.clear();
  line.cells.clear();
  line.enter.length = line.leave.length = 0;
  line.length = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
  Object.assign(line, { x0, y0, x1, y1, ahead: 0 });
  line.cells.push(c);
  line.enter.push(0);
  line.leave.push(line.length);
}

/** The line begins or ends at a side of another cell. */
function addEnd(line: SightLine, c: number, isStart: boolean): void {
  line.cells.push(c);
  line.enter.push(isStart ? 0 : line.length);
  line.leave.push(isStart ? 0 : line.length);
}

function passes(mesh: CellMesh, { sides }: SightLine, segment: number): boolean {
  const twin = mesh.sideTwin[segment];
  for (let i = 0; i < sides.length; i++) if (sides.array[i] === segment || sides.array[i] === twin) return true;
  return false;
}

export function middleOfCell({ middle }: AxialWork, c: number): Point {
  return [middle[2 * c], middle[2 * c + 1]];
}

export function middleOf(mesh: CellMesh, s: number): Point {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  return [(mesh.vertices[a] + mesh.vertices[b]) / 2, (mesh.vertices[a + 1] + mesh.vertices[b + 1]) / 2];
}
