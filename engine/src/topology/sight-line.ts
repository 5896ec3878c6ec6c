/**
 * A straight line of sight through the cells: from a chord of one cell, both ways, to the walls.
 *
 *        wall ╎      s1        s2        ╎ wall        Through the cell that holds p and q, on in the direction of q and
 *   (x0, y0) ●╎───────│── p ── │── q ────╎● (x1, y1)   back in that of p, over free sides, until a wall is met. Doors
 *             ╎       │  cell  │         ╎             and the ends of stairs are free sides.
 *
 * Only signs of `orient` decide. A vertex exactly on the line counts as left of it, both ways: as if the line lay by an
 * infinitesimal amount to its right, so that a line through a vertex is never ambiguous, and never passes between two
 * walls that touch. Cost: the sides of the cells passed, counted in `looked`.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';

/** x, y, mesh coordinates. */
export type Point = readonly [number, number];

/** The caller owns it and may use it again and again. */
export interface SightLine {
  /** The ends; x0, y0 lies behind p, x1, y1 ahead of q. */
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  length: number;
  /** Free sides passed, each as the side of the cell that is left going outwards: `ahead` of them ahead, the rest behind. */
  sides: GrowableInts;
  ahead: number;
  /** Cells passed, the one of p and q first, and where each is entered and left, metres from x0, y0. */
  cells: GrowableInts;
  enter: GrowableFloats;
  leave: GrowableFloats;
  /** Sides looked at since the line was created. */
  looked: number;
}

export function createSightLine(): SightLine {
  return {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
    length: 0,
    sides: new GrowableInts(64),
    ahead: 0,
    cells: new GrowableInts(64),
    enter: new GrowableFloats(64),
    leave: new GrowableFloats(64),
    looked: 0,
  };
}

/** Follow the line through p and q, which passes through a cell. False: it misses the inside of that cell. */
export function followSight(mesh: CellMesh, cell: number, p: Point, q: Point, line: SightLine): boolean {
  line.sides.clear();
  line.cells.clear();
  line.enter.length = line.leave.length = 0;
  pushCell(line, cell, 0, 0);
  if (!followOneWay(mesh, cell, p, q, true, line)) return false;
  line.ahead = line.sides.length;
  if (!followOneWay(mesh, cell, p, q, false, line)) return false;
  const dx = line.x1 - line.x0;
  const dy = line.y1 - line.y0;
  line.length = Math.sqrt(dx * dx + dy * dy);
  // Measured from p so far.
  const start = along(p, q, line.x0, line.y0);
  for (let i = 0; i < line.cells.length; i++) {
    line.enter.array[i] -= start;
    line.leave.array[i] -= start;
  }
  return line.length > 0;
}

function pushCell(line: SightLine, cell: number, enter: number, leave: number): void {
  line.cells.push(cell);
  line.enter.push(enter);
  line.leave.push(leave);
}

/** Metres from p to the foot of (x, y) on the line through p and q, positive towards q. */
function along([px, py]: Point, [qx, qy]: Point, x: number, y: number): number {
  const dx = qx - px;
  const dy = qy - py;
  return ((x - px) * dx + (y - py) * dy) / Math.sqrt(dx * dx + dy * dy);
}

function followOneWay(mesh: CellMesh, cell: number, p: Point, q: Point, isAhead: boolean, line: SightLine): boolean {
  const [px, py] = p;
  const [qx, qy] = q;
  const { vertices, sideVertex, sideTwin, sideCell, cellFirst } = mesh;
  // Where the cell at hand stands in the list of cells.
  let at = 0;
  for (let step = 0; ; step++) {
    // Ahead the line leaves a cell over the side that runs from its right to its left, behind from its left to its right.
    const first = cellFirst[cell];
    const last = cellFirst[cell + 1];
    let out: number = NONE;
    let v = 2 * sideVertex[last - 1];
    let here = orient(px, py, qx, qy, vertices[v], vertices[v + 1]);
    let before = here;
    line.looked += last - first;
    for (let s = first; s < last; s++) {
      before = here;
      v = 2 * sideVertex[s];
      here = orient(px, py, qx, qy, vertices[v], vertices[v + 1]);
      if (isAhead ? before < 0 && here >= 0 : before >= 0 && here < 0) {
        out = s === first ? last - 1 : s - 1;
        break;
      }
    }
    if (out === NONE) return step > 0;
    const a = 2 * sideVertex[out];
    const share = before / (before - here);
    const x = vertices[a] + share * (vertices[v] - vertices[a]);
    const y = vertices[a + 1] + share * (vertices[v + 1] - vertices[a + 1]);
    const metres = along(p, q, x, y);
    if (isAhead) {
      line.leave.array[at] = metres;
      line.x1 = x;
      line.y1 = y;
    } else {
      line.enter.array[at] = metres;
      line.x0 = x;
      line.y0 = y;
    }
    const twin = sideTwin[out];
    // A straight line passes a cell once; the bound is for a mesh that is none.
    if (twin === NONE || step === mesh.cellLevel.length) return true;
    line.sides.push(out);
    cell = sideCell[twin];
    at = line.cells.length;
    pushCell(line, cell, metres, metres);
  }
}
