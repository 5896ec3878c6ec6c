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

/** A segment and the answer of `walk` to it; the caller owns it and may use it again and again. */
export interface WalkResult {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
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
  return { fromX: 0, fromY: 0, toX: 0, toY: 0, reached: false, cell: NONE, side: NONE, x: 0, y: 0 };
}

/** Set the segment to walk along: `walk(mesh, cell, aimWalk(way, x, y, toX, toY))`. */
export function aimWalk(way: WalkResult, fromX: number, fromY: number, toX: number, toY: number): WalkResult {
  way.fromX = fromX;
  way.fromY = fromY;
  way.toX = toX;
  way.toY = toY;
  return way;
}

/** @param cell where the segment of `way` starts */
export function walk(mesh: CellMesh, cell: number, way: WalkResult): void {
  const { fromX, fromY, toX, toY } = way;
  // Along a thin wall the way has two sides: the cell on the other one, in case this one is blocked.
  let otherSide: number = NONE;
  // Every step enters another cell further along; the bound is for a `from` that is not where it is said to be.
  for (let steps = 0; steps <= 2 * mesh.cellLevel.length; steps++) {
    if (cellHolds(mesh, cell, toX, toY)) return reachEnd(way, cell);
    const exit = findExit(mesh, cell, way);
    if (exit >= 0) {
      // The end lies before the side it would leave through: it is here, a rounding beside the cell.
      if (!isBeyond(mesh, exit, toX, toY)) return reachEnd(way, cell);
      const twin = mesh.sideTwin[exit];
      if (twin === NONE) return hitSide(mesh, exit, way);
      cell = mesh.sideCell[twin];
      continue;
    }
    // The segment misses the cell: `from` lies beside it by rounding. It stays where it is.
    if (exit === NONE) break;
    const at = AT_VERTEX - exit;
    const v = mesh.sideVertex[at];
    if (aheadOf(mesh.vertices, way, v) >= (toX - fromX) ** 2 + (toY - fromY) ** 2) return reachEnd(way, cell);
    const left = turnLeft(mesh, at, way);
    const right = turnRight(mesh, at, way);
    const onward = left !== NONE ? left : right;
    if (onward === NONE && otherSide !== NONE) {
      cell = otherSide;
      otherSide = NONE;
      continue;
    }
    if (onward === NONE) return stop(way, cell, wallAt(mesh, at), mesh.vertices[2 * v], mesh.vertices[2 * v + 1]);
    cell = onward;
    if (right !== NONE && right !== onward) otherSide = right;
  }
  stop(way, cell, mesh.cellFirst[cell], fromX, fromY);
}

function reachEnd(way: WalkResult, cell: number): void {
  way.reached = true;
  way.cell = cell;
  way.side = NONE;
  way.x = way.toX;
  way.y = way.toY;
}

function stop(way: WalkResult, cell: number, side: number, x: number, y: number): void {
  way.reached = false;
  way.cell = cell;
  way.side = side;
  way.x = x;
  way.y = y;
}

/** The segment crosses constrained side s: where? */
function hitSide(mesh: CellMesh, s: number, way: WalkResult): void {
  const { vertices, sideVertex } = mesh;
  const { fromX, fromY, toX, toY } = way;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  const from = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], fromX, fromY);
  const to = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], toX, toY);
  const share = from > 0 ? from / (from - to) : 0;
  stop(way, mesh.sideCell[s], s, fromX + share * (toX - fromX), fromY + share * (toY - fromY));
}

/** Leaving at the start vertex of side s is told as AT_VERTEX - s, through side s as s. */
const AT_VERTEX = NONE - 1;

/**
 * Where does the segment leave a cell? Through a side that runs from its right to its left, or at the vertex on it that
 * lies farthest ahead; NONE where it misses the cell.
 */
function findExit(mesh: CellMesh, cell: number, way: WalkResult): number {
  const { vertices, sideVertex } = mesh;
  const first = mesh.cellFirst[cell];
  const last = mesh.cellFirst[cell + 1];
  let through: number = NONE;
  let at: number = NONE;
  let farthest = -Infinity;
  let throughFarthest = -Infinity;
  let before = sideOf(vertices, way, sideVertex[first]);
  for (let s = first; s < last; s++) {
    const next = nextSideOf(mesh, s);
    const here = before;
    before = sideOf(vertices, way, sideVertex[next]);
    if (here === 0) {
      const ahead = aheadOf(vertices, way, sideVertex[s]);
      if (ahead > farthest) {
        farthest = ahead;
        at = s;
      }
    }
    if (here < 0 && before > 0) {
      // Pieces of one wall may be bent by rounding and be crossed more than once: the last one counts.
      const ahead = Math.max(aheadOf(vertices, way, sideVertex[s]), aheadOf(vertices, way, sideVertex[next]));
      if (ahead > throughFarthest) {
        throughFarthest = ahead;
        through = s;
      }
    }
  }
  if (through !== NONE) return through;
  return at === NONE ? NONE : AT_VERTEX - at;
}

/** -1, 0 or 1: vertex v lies right of, on or left of the segment's line. */
function sideOf(vertices: Float64Array, { fromX, fromY, toX, toY }: WalkResult, v: number): number {
  const turn = orient(fromX, fromY, toX, toY, vertices[2 * v], vertices[2 * v + 1]);
  return turn * turn <= BESIDE * BESIDE * ((toX - fromX) ** 2 + (toY - fromY) ** 2) ? 0 : Math.sign(turn);
}

/** Does the point lie outside of side s? */
function isBeyond(mesh: CellMesh, s: number, x: number, y: number): boolean {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const { vertices } = mesh;
  return orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], x, y) < 0;
}

/** How far vertex v lies along the segment, times its length; to compare only. */
function aheadOf(vertices: Float64Array, { fromX, fromY, toX, toY }: WalkResult, v: number): number {
  return (vertices[2 * v] - fromX) * (toX - fromX) + (vertices[2 * v + 1] - fromY) * (toY - fromY);
}

/**
 * The segment passes through the start vertex of side `at`. Turn around that vertex to the left, over free sides, to a
 * cell whose corner there holds the way ahead; NONE if a wall comes first.
 */
function turnLeft(mesh: CellMesh, at: number, way: WalkResult): number {
  for (let out = at; ; ) {
    out = mesh.sideTwin[previousSideOf(mesh, out)];
    if (out === NONE || out === at) return NONE;
    if (holdsWay(mesh, out, way)) return mesh.sideCell[out];
  }
}

function turnRight(mesh: CellMesh, at: number, way: WalkResult): number {
  for (let out = at; ; ) {
    const twin = mesh.sideTwin[out];
    if (twin === NONE) return NONE;
    out = nextSideOf(mesh, twin);
    if (out === at) return NONE;
    if (holdsWay(mesh, out, way)) return mesh.sideCell[out];
  }
}

/** Does the corner at the start of side `out` hold the way ahead, its two sides included? */
function holdsWay(mesh: CellMesh, out: number, way: WalkResult): boolean {
  const { vertices, sideVertex } = mesh;
  const next = sideVertex[nextSideOf(mesh, out)];
  const previous = sideVertex[previousSideOf(mesh, out)];
  const nextSide = sideOf(vertices, way, next);
  const previousSide = sideOf(vertices, way, previous);
  if (nextSide < 0 && previousSide > 0) return true;
  const here = aheadOf(vertices, way, sideVertex[out]);
  return (
    (nextSide === 0 && aheadOf(vertices, way, next) > here) ||
    (previousSide === 0 && aheadOf(vertices, way, previous) > here)
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
