/**
 * CellMesh → the rings around its floor, mesh coordinates; what is floor lies on their left.
 *
 *      ──── s ────▶ b          The border keeps the floor on its left. After wall s comes the next wall around the corner b:
 *          c     ╲ │          the side after s, and while that is free, the side after its twin in the next cell.
 *                 ╲▼
 *
 * A ring that meets one of its own corners again is cut off there, so that rings touch but never cross.
 *
 * Walls without width (lines, the sides of stairs) and closed doors have floor on both sides, and no polygon can hold them: two that
 * share an edge are invalid together. So such a wall takes HALF from the floor on each side of it. Where that would let rings
 * meet, since walls are nearer to each other, it takes half as much, and half of that, until they do not.
 *
 * Cost: linear in sides; with thin walls, and each time one takes less, sides that are near each other.
 */
import { buildBoxTree, searchBoxes } from '../core/box-tree.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';

/** Metres that a wall without width takes from the floor on each side of it. */
const HALF = 0.01;
/** Halvings: down to a hundredth of a millimetre. */
const MOST_TRIES = 10;
/** Metres: corners so near to each other are one. */
const ONE_CORNER = 1e-7;
/** Metres: sides so near to one line lie on it. */
const ON_LINE = 1e-9;

export interface BorderRing {
  /** x, y interleaved. */
  ring: number[];
  level: number;
}

interface Corner {
  /** The vertex; another number where the corner lies beside it: that is no other ring's. */
  key: number;
  x: number;
  y: number;
  /** Sides that the edge from here on was made from; and before it. */
  before: number;
  side: number;
}

interface Loop {
  corners: Corner[];
  level: number;
}

interface Border {
  mesh: CellMesh;
  isBorder: (side: number) => boolean;
  levelOf: (side: number) => number;
  /** By side: metres that it takes from its floor. */
  inset: Float64Array;
}

/** @param mesh all doors open. @param closedDoors names */
export function borderRings(mesh: CellMesh, closedDoors: ReadonlySet<string>): BorderRing[] {
  const { sideTwin, sideCell, sideDoor, cellLevel } = mesh;
  const isClosedDoor = mesh.doors.map(({ name }) => closedDoors.has(name));
  const isClosed = (s: number) => sideDoor[s] !== NONE && isClosedDoor[sideDoor[s]];
  const levelOf = (s: number) => cellLevel[sideCell[s]];
  const isBorder = (s: number) => sideTwin[s] === NONE || levelOf(sideTwin[s]) !== levelOf(s) || isClosed(s);
  const border: Border = { mesh, isBorder, levelOf, inset: new Float64Array(sideTwin.length) };
  const thin = thinSides(border);
  for (const s of thin) border.inset[s] = HALF;
  let loops = loopsOf(border);
  for (let tries = 0; thin.length > 0 && tries < MOST_TRIES; tries++) {
    const meeting = sidesThatMeet(border, loops);
    if (meeting.size === 0) break;
    for (const s of meeting) border.inset[s] /= 2;
    loops = loopsOf(border);
  }
  return loops.map(({ corners, level }) => ({ ring: corners.flatMap(({ x, y }) => [x, y]), level }));
}

/** x, y of its ends. */
function endsOf(mesh: CellMesh, s: number): [number, number, number, number] {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  return [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
}

/** Sides of the border with floor of the same level behind them. */
function thinSides({ mesh, isBorder, levelOf }: Border): number[] {
  const sides: number[] = [];
  for (let s = 0; s < mesh.sideTwin.length; s++) if (isBorder(s)) sides.push(s);
  const ends = sides.map((s) => endsOf(mesh, s));
  const boxes = new Float64Array(4 * sides.length);
  ends.forEach(([ax, ay, bx, by], k) => {
    boxes.set([Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)], 4 * k);
  });
  const tree = buildBoxTree(boxes);
  const found = new GrowableInts();
  // The two sides of a wall may be cut at different places.
  return sides.filter((s, k) => {
    const [left, bottom, right, top] = boxes.subarray(4 * k, 4 * k + 4);
    found.clear();
    searchBoxes(tree, left - ON_LINE, bottom - ON_LINE, right + ON_LINE, top + ON_LINE, found);
    return found.values().some((j) => levelOf(sides[j]) === levelOf(s) && liesAlong(ends[k], ends[j]));
  });
}

/** Do two sides lie on one line, the other way round, with some length in common? */
function liesAlong([ax, ay, bx, by]: readonly number[], [px, py, qx, qy]: readonly number[]): boolean {
  const long = lengthOf(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
  const away = (x: number, y: number) => Math.abs(ux * (y - ay) - uy * (x - ax));
  if (!(away(px, py) <= ON_LINE && away(qx, qy) <= ON_LINE)) return false;
  const along = (x: number, y: number) => ux * (x - ax) + uy * (y - ay);
  const [from, to] = [along(qx, qy), along(px, py)];
  return to > from && Math.min(to, long) - Math.max(from, 0) > ON_LINE;
}

function loopsOf(border: Border): Loop[] {
  const { mesh, isBorder, levelOf } = border;
  const isDone = new Uint8Array(mesh.sideTwin.length);
  const loops: Loop[] = [];
  for (let start = 0; start < isDone.length; start++) {
    if (isDone[start] === 1 || !isBorder(start)) continue;
    const around: number[] = [];
    for (let s = start; isDone[s] === 0; s = nextBorder(s)) {
      isDone[s] = 1;
      around.push(s);
    }
    const corners = around.flatMap((s, k) => cornersOf(border, around.at(k - 1)!, s));
    for (const loop of cutAtCorners(corners)) loops.push({ corners: loop, level: levelOf(start) });
  }
  return loops;

  function nextBorder(from: number): number {
    let s = nextSideOf(mesh, from);
    while (!isBorder(s)) s = nextSideOf(mesh, mesh.sideTwin[s]);
    return s;
  }
}

function cutAtCorners(corners: readonly Corner[]): Corner[][] {
  const loops: Corner[][] = [];
  const open: Corner[] = [];
  const at = new Map<number, number>();
  const cutOff = (from: number) => {
    const loop = open.splice(from);
    for (const { key } of loop) at.delete(key);
    if (loop.length > 2) loops.push(loop);
  };
  for (const corner of corners) {
    const seen = at.get(corner.key);
    if (seen !== undefined) cutOff(seen);
    at.set(corner.key, open.length);
    open.push(corner);
  }
  cutOff(0);
  return loops;
}

/**
 * Where side s begins, after the side before it: at its vertex, where their lines meet once they are moved, or, around the outside of a
 * corner and at the end of a wall, at the end of the one and the beginning of the other.
 */
function cornersOf({ mesh, inset }: Border, before: number, s: number): Corner[] {
  const { vertices, sideVertex } = mesh;
  const v = sideVertex[s];
  const x = vertices[2 * v];
  const y = vertices[2 * v + 1];
  const [db, ds] = [inset[before], inset[s]];
  if (db === 0 && ds === 0) return [{ key: v, x, y, before, side: s }];
  const [bx, by] = directionOf(mesh, before);
  const [sx, sy] = directionOf(mesh, s);
  const turn = bx * sy - by * sx;
  const key = vertices.length + 2 * s;
  const isStraight = Math.abs(turn) < (db > 0 && ds > 0 ? 1e-9 : 0.1) && bx * sx + by * sy > 0;
  if (turn > 0 && !isStraight) {
    // From the vertex along both: ds / turn on the one before, db / turn on the next, backwards and on.
    const [back, on] = [ds / turn, db / turn];
    return [{ key, x: x - back * bx + on * sx, y: y - back * by + on * sy, before, side: s }];
  }
  const end: Corner = { key, x: x - db * by, y: y + db * bx, before, side: s };
  const beginning: Corner = { key: key + 1, x: x - ds * sy, y: y + ds * sx, before, side: s };
  if (lengthOf(end.x - beginning.x, end.y - beginning.y) < ONE_CORNER) return [end];
  // The one that stays at the vertex may be another ring's corner, too.
  if (db === 0) end.key = v;
  if (ds === 0) beginning.key = v;
  return [end, beginning];
}

/** Of length 1. */
function directionOf(mesh: CellMesh, s: number): [number, number] {
  const [ax, ay, bx, by] = endsOf(mesh, s);
  const long = lengthOf(bx - ax, by - ay);
  return [(bx - ax) / long, (by - ay) / long];
}

interface Edge {
  from: Corner;
  to: Corner;
  level: number;
}

/** Thin sides that take too much: their edges meet others than those next to them, or run backwards. */
function sidesThatMeet({ mesh, inset }: Border, loops: readonly Loop[]): Set<number> {
  const edges = loops.flatMap(({ corners, level }) =>
    corners.map((from, k): Edge => ({ from, to: corners[(k + 1) % corners.length], level })),
  );
  const boxes = new Float64Array(4 * edges.length);
  edges.forEach(({ from, to }, e) => {
    boxes.set([Math.min(from.x, to.x), Math.min(from.y, to.y), Math.max(from.x, to.x), Math.max(from.y, to.y)], 4 * e);
  });
  const tree = buildBoxTree(boxes);
  const meeting = new Set<number>();
  const found = new GrowableInts();
  const sidesOf = ({ from, to }: Edge) => [from.before, from.side, to.before, to.side];
  const takeLess = (edge: Edge) => {
    for (const s of sidesOf(edge)) if (inset[s] > 0) meeting.add(s);
  };
  edges.forEach((edge, e) => {
    if (sidesOf(edge).every((s) => inset[s] === 0)) return;
    if (isBackwards(mesh, edge)) takeLess(edge);
    found.clear();
    searchBoxes(tree, boxes[4 * e], boxes[4 * e + 1], boxes[4 * e + 2], boxes[4 * e + 3], found);
    for (const f of found.values()) {
      const other = edges[f];
      if (f === e || other.level !== edge.level || !meet(edge.from, edge.to, other.from, other.to)) continue;
      takeLess(edge);
      takeLess(other);
    }
  });
  return meeting;
}

/** Between corners that moved past each other. */
function isBackwards(mesh: CellMesh, { from, to }: Edge): boolean {
  // From the end of one side to the beginning of the next, around a corner.
  if (from.side !== to.before) return false;
  const [ux, uy] = directionOf(mesh, from.side);
  return ux * (to.x - from.x) + uy * (to.y - from.y) <= 0;
}

/** Have two edges a place in common, beside a corner of both? */
function meet(a: Corner, b: Corner, p: Corner, q: Corner): boolean {
  const leftOf = (from: Corner, to: Corner, at: Corner) =>
    (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
  const isSame = (one: Corner, other: Corner) => one.x === other.x && one.y === other.y;
  const shared = [a, b].filter((one) => isSame(one, p) || isSame(one, q)).length;
  const [ofP, ofQ, ofA, ofB] = [leftOf(a, b, p), leftOf(a, b, q), leftOf(p, q, a), leftOf(p, q, b)];
  // Corner on corner, and not folded back onto each other.
  if (shared === 1) {
    const [corner, end] = isSame(a, p) || isSame(a, q) ? [a, b] : [b, a];
    const other = isSame(corner, p) ? q : p;
    const ahead = (end.x - corner.x) * (other.x - corner.x) + (end.y - corner.y) * (other.y - corner.y);
    return leftOf(corner, end, other) === 0 && ahead > 0;
  }
  if (shared === 2) return true;
  return ((ofP >= 0 && ofQ <= 0) || (ofP <= 0 && ofQ >= 0)) && ((ofA >= 0 && ofB <= 0) || (ofA <= 0 && ofB >= 0));
}

function lengthOf(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
