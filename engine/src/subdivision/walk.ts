/**
 * walk: follow a straight segment through the cells to the first wall it crosses, or to its end.
 *
 * Exact: only signs of `orient` decide, and a vertex within a nanometre of the way is on it, since feet are rounded.
 * Touching a wall's end or running along a wall is no hit; crossing it is. At a vertex the walk turns around it,
 * through free sides only, to the cell the segment goes on into; along a thin wall it tries both sides. O(cells
 * crossed). Points are mesh coordinates; `from` must lie in the closed cell it is said to.
 */
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import { BESIDE, cellHolds, nextSideOf, previousSideOf } from './cells.ts';
import type { CellMesh } from './cell-mesh.ts';

/** The answer of `walk`; the caller owns it and may use it again and again. */
export interface WalkResult {
  /** Did the segment reach its end without crossing a wall? */
  reached: boolean;
  /** The cell of the end, or the last one before the wall. */
  cell: number;
  /** The constrained side that was hit, or NONE. */
  side: number;
  /** The end, or the place on the wall. */
  x: number;
  y: number;
}

export function createWalkResult(): WalkResult {
  return { reached: false, cell: NONE, side: NONE, x: 0, y: 0 };
}

export function walk(
  mesh: CellMesh,
  cell: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  result: WalkResult,
): void {
  const { vertices, sideVertex } = mesh;
  // Along a thin wall the way has two sides: the cell on the other one, in case this one is blocked.
  let otherSide: number = NONE;
  // Every step enters another cell further along; the bound is for a `from` that is not where it is said to be.
  for (let steps = 0; steps <= 2 * mesh.cellLevel.length; steps++) {
    if (cellHolds(mesh, cell, toX, toY)) {
      finish(result, true, cell, NONE, toX, toY);
      return;
    }
    // Where does the segment leave this cell? Through a side that runs from its right to its left, or at the vertex
    // on it that lies farthest ahead.
    const first = mesh.cellFirst[cell];
    const last = mesh.cellFirst[cell + 1];
    let through: number = NONE;
    let at: number = NONE;
    let farthest = -Infinity;
    let throughFarthest = -Infinity;
    let before = sideOf(vertices, fromX, fromY, toX, toY, sideVertex[first]);
    for (let s = first; s < last; s++) {
      const next = nextSideOf(mesh, s);
      const here = before;
      before = sideOf(vertices, fromX, fromY, toX, toY, sideVertex[next]);
      if (here === 0) {
        const ahead = aheadOf(vertices, fromX, fromY, toX, toY, sideVertex[s]);
        if (ahead > farthest) {
          farthest = ahead;
          at = s;
        }
      }
      if (here < 0 && before > 0) {
        // Pieces of one wall may be bent by rounding and be crossed more than once: the last one counts.
        const ahead = Math.max(
          aheadOf(vertices, fromX, fromY, toX, toY, sideVertex[s]),
          aheadOf(vertices, fromX, fromY, toX, toY, sideVertex[next]),
        );
        if (ahead > throughFarthest) {
          throughFarthest = ahead;
          through = s;
        }
      }
    }
    if (through !== NONE) {
      // The end lies before the side it would leave through: it is here, a rounding beside the cell.
      if (!isBeyond(mesh, through, toX, toY)) {
        finish(result, true, cell, NONE, toX, toY);
        return;
      }
      const twin = mesh.sideTwin[through];
      if (twin === NONE) {
        hitSide(mesh, through, fromX, fromY, toX, toY, result);
        return;
      }
      cell = mesh.sideCell[twin];
      continue;
    }
    if (at === NONE) {
      // The segment misses the cell: `from` lies beside it by rounding. It stays where it is.
      finish(result, false, cell, first, fromX, fromY);
      return;
    }
    if (farthest >= (toX - fromX) ** 2 + (toY - fromY) ** 2) {
      finish(result, true, cell, NONE, toX, toY);
      return;
    }
    const left = turnLeft(mesh, at, fromX, fromY, toX, toY);
    const right = turnRight(mesh, at, fromX, fromY, toX, toY);
    const onward = left !== NONE ? left : right;
    if (onward === NONE && otherSide !== NONE) {
      cell = otherSide;
      otherSide = NONE;
      continue;
    }
    if (onward === NONE) {
      const v = sideVertex[at];
      finish(result, false, cell, wallAt(mesh, at), vertices[2 * v], vertices[2 * v + 1]);
      return;
    }
    cell = onward;
    if (right !== NONE && right !== onward) otherSide = right;
  }
  finish(result, false, cell, mesh.cellFirst[cell], fromX, fromY);
}

function finish(result: WalkResult, reached: boolean, cell: number, side: number, x: number, y: number): void {
  result.reached = reached;
  result.cell = cell;
  result.side = side;
  result.x = x;
  result.y = y;
}

/** -1, 0 or 1: vertex v lies right of, on or left of the line. */
function sideOf(vertices: Float64Array, ax: number, ay: number, bx: number, by: number, v: number): number {
  const turn = orient(ax, ay, bx, by, vertices[2 * v], vertices[2 * v + 1]);
  return turn * turn <= BESIDE * BESIDE * ((bx - ax) ** 2 + (by - ay) ** 2) ? 0 : Math.sign(turn);
}

/** Does the point lie outside of side s? */
function isBeyond(mesh: CellMesh, s: number, x: number, y: number): boolean {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const { vertices } = mesh;
  return orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], x, y) < 0;
}

/** How far vertex v lies along the line, times the line's length; to compare only. */
function aheadOf(vertices: Float64Array, ax: number, ay: number, bx: number, by: number, v: number): number {
  return (vertices[2 * v] - ax) * (bx - ax) + (vertices[2 * v + 1] - ay) * (by - ay);
}

/**
 * The segment passes through the start vertex of side `at`. Turn around that vertex to the left, over free sides, to a
 * cell whose corner there holds the way ahead; NONE if a wall comes first.
 */
function turnLeft(mesh: CellMesh, at: number, ax: number, ay: number, bx: number, by: number): number {
  for (let out = at; ; ) {
    out = mesh.sideTwin[previousSideOf(mesh, out)];
    if (out === NONE || out === at) return NONE;
    if (holdsWay(mesh, out, ax, ay, bx, by)) return mesh.sideCell[out];
  }
}

function turnRight(mesh: CellMesh, at: number, ax: number, ay: number, bx: number, by: number): number {
  for (let out = at; ; ) {
    const twin = mesh.sideTwin[out];
    if (twin === NONE) return NONE;
    out = nextSideOf(mesh, twin);
    if (out === at) return NONE;
    if (holdsWay(mesh, out, ax, ay, bx, by)) return mesh.sideCell[out];
  }
}

/** Does the corner at the start of side `out` hold the way ahead, its two sides included? */
function holdsWay(mesh: CellMesh, out: number, ax: number, ay: number, bx: number, by: number): boolean {
  const { vertices, sideVertex } = mesh;
  const v = sideVertex[out];
  const next = sideVertex[nextSideOf(mesh, out)];
  const previous = sideVertex[previousSideOf(mesh, out)];
  const nextSide = sideOf(vertices, ax, ay, bx, by, next);
  const previousSide = sideOf(vertices, ax, ay, bx, by, previous);
  if (nextSide < 0 && previousSide > 0) return true;
  const here = aheadOf(vertices, ax, ay, bx, by, v);
  return (
    (nextSide === 0 && aheadOf(vertices, ax, ay, bx, by, next) > here) ||
    (previousSide === 0 && aheadOf(vertices, ax, ay, bx, by, previous) > here)
  );
}

/** A constrained side at the start vertex of side `at`: the first one met turning left. */
function wallAt(mesh: CellMesh, at: number): number {
  let out = at;
  do {
    const incoming = previousSideOf(mesh, out);
    if (mesh.sideTwin[incoming] === NONE) return incoming;
    out = mesh.sideTwin[incoming];
  } while (out !== at);
  return at;
}

/** The segment crosses constrained side s: where? */
function hitSide(
  mesh: CellMesh,
  s: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  result: WalkResult,
): void {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  const from = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], fromX, fromY);
  const to = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], toX, toY);
  const share = from > 0 ? from / (from - to) : 0;
  finish(result, false, mesh.sideCell[s], s, fromX + share * (toX - fromX), fromY + share * (toY - fromY));
}
