/**
 * Places → Visibility: which borders can be seen through each border, looking either way (P05 §3.3). A tree for each of the two sides of
 * every border: its nodes are borders, below the border they are seen through; the place behind each is seen, too.
 *
 * P05 looks from one point behind a border, which misses oblique views. Here the set of all straight lines that pass the segments so far
 * is kept, and carried from cell to cell (places are not convex): a border is a node if some line gets there, so that whatever can really be seen
 * is in the tree. The lines are bounded by two of them, the one turned furthest to the left and the one turned furthest to the right:
 *
 *          l0          l1                    `leftmost` touches a right end first, then a left end: here r0 and l1.
 *           │           │   ⟋ leftmost       `rightmost` touches a left end first, then a right end: l0 and r1.
 *           │   ⟍   ⟋   │                    A further segment is reached if its left end lies left of `rightmost` and its right
 *           │   ⟋   ⟍   │                    end right of `leftmost`. Where an end cuts into the lines, the bound is moved there
 *           │           │   ⟍ rightmost      and back along the hull of the ends on the other side that lie before it.
 *          r0          r1
 *
 * Each node has a witness: a line halfway between both bounds, told by where it crosses the root and the node. Lines that only touch a
 * corner do not count. Sight ends on links: people see onto a flight of stairs and its far end, not further; and `range` metres behind a border.
 * Cost: the number of different rows of cells that lines pass within the range.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import type { Scenery } from './places.ts';

export interface Visibility {
  /** Metres behind a border up to which trees reach. */
  range: number;
  /** False: the place is so open and has so many borders that not all was looked at. Then trees lack something. */
  isWhole: boolean;
  /** Nodes of the tree seen from side borderSides[i]: treeFirst[i] … treeFirst[i + 1] - 1. */
  treeFirst: Int32Array;
  /** The border seen, as the side of the cell it is seen from. */
  nodeSide: Int32Array;
  /** The node it is seen through; NONE: straight through the root. A parent comes before its children. */
  nodeParent: Int32Array;
  /** Where the witness crosses the root and the node, 0 to 1 along the root's and the node's own side; interleaved. */
  witness: Float32Array;
}

/** Metres that people see. */
export const SIGHT_RANGE = 60;

/** Cells entered in all trees together: about a second, and 50 MB of nodes at most. */
const MOST_CELLS = 3_000_000;

/** Twice the area, m², below which three places count as on one line. */
const FLAT = 1e-9;

interface Look extends Scenery {
  /** Cells that may still be entered. */
  left: number;
  /** Middle of the root, and metres from there within which borders are seen. */
  x: number;
  y: number;
  reach: number;
  /** Sides and parents of the nodes of all trees; the first child and the next sibling of each, of the tree being made. */
  nodeSide: GrowableInts;
  nodeParent: GrowableInts;
  child: GrowableInts;
  sibling: GrowableInts;
  rootChild: number;
  witness: GrowableFloats;
  root: number;
  /** Points of the frames, x, y interleaved (see `pass`). */
  points: Float64Array;
  /** What `pass` found: ends on the left and right hull. */
  lefts: number;
  rights: number;
}

/** @param range metres. @param most how many cells may be entered before it is given up */
export function buildVisibility(scenery: Scenery, range = SIGHT_RANGE, most = MOST_CELLS): Visibility {
  const { borderSides } = scenery.places;
  const look: Look = {
    ...scenery,
    left: most,
    x: 0,
    y: 0,
    reach: 0,
    nodeSide: new GrowableInts(),
    nodeParent: new GrowableInts(),
    child: new GrowableInts(),
    sibling: new GrowableInts(),
    rootChild: NONE,
    witness: new GrowableFloats(),
    root: NONE,
    points: new Float64Array(4096),
    lefts: 0,
    rights: 0,
  };
  const treeFirst = new Int32Array(borderSides.length + 1);
  for (let i = 0; i < borderSides.length; i++) {
    lookThrough(look, borderSides[i], range);
    treeFirst[i + 1] = look.nodeSide.length;
  }
  return {
    range,
    isWhole: look.left >= 0,
    treeFirst,
    nodeSide: look.nodeSide.values().slice(),
    nodeParent: look.nodeParent.values().slice(),
    witness: Float32Array.from(look.witness.values()),
  };
}

/** The tree of what is seen from the cell of side `root` through it. */
function lookThrough(look: Look, root: number, range: number): void {
  const { mesh, points, sight } = look;
  const { vertices, sideVertex } = mesh;
  const r = 2 * sideVertex[root];
  const l = 2 * sideVertex[nextSideOf(mesh, root)];
  // The first frame: leftmost and rightmost run along the root itself.
  points[0] = points[4] = vertices[l];
  points[1] = points[5] = vertices[l + 1];
  points[2] = points[6] = vertices[r];
  points[3] = points[7] = vertices[r + 1];
  const dx = points[0] - points[2];
  const dy = points[1] - points[3];
  look.x = (points[0] + points[2]) / 2;
  look.y = (points[1] + points[3]) / 2;
  look.reach = range + Math.sqrt(dx * dx + dy * dy) / 2;
  look.root = root;
  look.rootChild = NONE;
  lookInto(look, sight[root], 0, 1, 1, NONE);
}

/**
 * On through the cell that is entered over its side `entry`.
 * @param frame where in `points` the lines so far are: see `pass`. @param lefts, rights ends on its hulls
 */
function lookInto(look: Look, entry: number, frame: number, lefts: number, rights: number, node: number): void {
  const { mesh, sight, places } = look;
  const { sideCell, cellFirst, cellLink } = mesh;
  if (--look.left < 0) return;
  const c = sideCell[entry];
  const next = frame + 2 + lefts + rights;
  if (2 * (next + 4 + lefts + rights) > look.points.length) {
    const larger = new Float64Array(2 * look.points.length + 4 * (lefts + rights));
    larger.set(look.points);
    look.points = larger;
  }
  for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
    const through = sight[s];
    if (through === NONE || s === entry || !isNear(look, s)) continue;
    if (!pass(look, entry, s, frame, lefts, rights)) continue;
    const newLefts = look.lefts;
    const newRights = look.rights;
    const seen = places.borderOf[s] === NONE ? node : nodeFor(look, s, node, next);
    const isEnd = cellLink[c] !== NONE && cellLink[sideCell[through]] !== cellLink[c];
    if (!isEnd) lookInto(look, through, next, newLefts, newRights, seen);
  }
}

/** Is a side within the range of the root? */
function isNear({ mesh: { vertices, sideVertex, sideCell, cellFirst }, x, y, reach }: Look, s: number): boolean {
  const c = sideCell[s];
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[s + 1 === cellFirst[c + 1] ? cellFirst[c] : s + 1];
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const px = x - vertices[a];
  const py = y - vertices[a + 1];
  const share = Math.min(1, Math.max(0, (px * ex + py * ey) / (ex * ex + ey * ey)));
  const dx = px - share * ex;
  const dy = py - share * ey;
  return dx * dx + dy * dy <= reach * reach;
}

/**
 * The lines that also pass side s, as a frame after the one before: false if there are none. A frame is a row of points:
 *
 *      0   the left end that `leftmost` touches         2 …            left ends that `rightmost` may touch, the one it touches first
 *      1   the right end that `rightmost` touches       2 + lefts …    right ends that `leftmost` may touch, the one it touches first
 */
function pass(look: Look, entry: number, s: number, frame: number, lefts: number, rights: number): boolean {
  const { mesh, points } = look;
  const { vertices, sideVertex } = mesh;
  const r = 2 * sideVertex[s];
  const l = 2 * sideVertex[nextSideOf(mesh, s)];
  const lastL = 2 * sideVertex[entry];
  const lastR = 2 * sideVertex[nextSideOf(mesh, entry)];
  const lx = vertices[l];
  const ly = vertices[l + 1];
  const rx = vertices[r];
  const ry = vertices[r + 1];
  let firstLeft = 2 * (frame + 2);
  let firstRight = firstLeft + 2 * lefts;
  const endLeft = firstRight;
  const endRight = endLeft + 2 * rights;
  const isNewLeft = lx !== vertices[lastL] || ly !== vertices[lastL + 1];
  const isNewRight = rx !== vertices[lastR] || ry !== vertices[lastR + 1];
  const k = 2 * frame;
  // An end on a bound is reached where the other end lies within it: a bound may run along the segment before.
  if (isNewLeft) {
    const left = turn(points, firstLeft, k + 2, lx, ly);
    if (!(left > FLAT || (left >= -FLAT && turn(points, firstLeft, k + 2, rx, ry) > FLAT))) return false;
  }
  if (isNewRight) {
    const left = turn(points, firstRight, k, rx, ry);
    if (!(left < -FLAT || (left <= FLAT && turn(points, firstRight, k, lx, ly) < -FLAT))) return false;
  }
  const cutsLeft = isNewLeft && turn(points, firstRight, k, lx, ly) < 0;
  const cutsRight = isNewRight && turn(points, firstLeft, k + 2, rx, ry) > 0;
  // Back along the hulls to where the new bounds touch.
  if (cutsLeft) {
    while (firstRight + 2 < endRight && side(points, firstRight, lx, ly, firstRight + 2) > 0) firstRight += 2;
  }
  if (cutsRight) {
    while (firstLeft + 2 < endLeft && side(points, firstLeft, rx, ry, firstLeft + 2) < 0) firstLeft += 2;
  }
  let at = endRight;
  points[at] = cutsLeft ? lx : points[k];
  points[at + 1] = cutsLeft ? ly : points[k + 1];
  points[at + 2] = cutsRight ? rx : points[k + 2];
  points[at + 3] = cutsRight ? ry : points[k + 3];
  at += 4;
  const newLeft = at;
  for (let i = firstLeft; i < endLeft; i++) points[at++] = points[i];
  if (cutsLeft) at = addToHull(points, newLeft, at, lx, ly, -1);
  const newRight = at;
  for (let i = firstRight; i < endRight; i++) points[at++] = points[i];
  if (cutsRight) at = addToHull(points, newRight, at, rx, ry, 1);
  look.lefts = (newRight - newLeft) / 2;
  look.rights = (at - newRight) / 2;
  return true;
}

/** > 0: (x, y) lies left of the line from point i to point j. */
function turn(points: Float64Array, i: number, j: number, x: number, y: number): number {
  const ax = points[i];
  const ay = points[i + 1];
  return (points[j] - ax) * (y - ay) - (points[j + 1] - ay) * (x - ax);
}

/** > 0: point j lies left of the line from point i to (x, y). */
function side(points: Float64Array, i: number, x: number, y: number, j: number): number {
  const ax = points[i];
  const ay = points[i + 1];
  return (x - ax) * (points[j + 1] - ay) - (y - ay) * (points[j] - ax);
}

/** A further end on a hull; those that it hides are dropped, but for the first. @param facing 1: the hull is seen from its left */
function addToHull(points: Float64Array, first: number, end: number, x: number, y: number, facing: number): number {
  while (end - first >= 4 && facing * side(points, end - 4, x, y, end - 2) <= 0) end -= 2;
  points[end] = x;
  points[end + 1] = y;
  return end + 2;
}

/** The node of a border below another node, made where there is none yet. */
function nodeFor(look: Look, s: number, parent: number, frame: number): number {
  const { nodeSide, nodeParent, child, sibling, witness } = look;
  const first = parent === NONE ? look.rootChild : child.array[parent];
  for (let n = first; n !== NONE; n = sibling.array[n]) if (nodeSide.array[n] === s) return n;
  const node = nodeSide.length;
  nodeSide.push(s);
  nodeParent.push(parent);
  child.push(NONE);
  sibling.push(first);
  if (parent === NONE) look.rootChild = node;
  else child.array[parent] = node;
  witness.push(crossing(look, look.root, frame));
  witness.push(crossing(look, s, frame));
  return node;
}

/**
 * Where a line amid those of a frame crosses a side, 0 to 1 along it. Lines are bounded by those that touch two ends: both bounds, and
 * those along the hulls. The one amid them is as far, in the sum, to the left of some as to the right of others.
 */
function crossing({ mesh, points, lefts, rights }: Look, s: number, frame: number): number {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  const k = 2 * frame;
  const left = k + 4;
  const right = left + 2 * lefts;
  const away = (x: number, y: number) => {
    let sum = distance(points, right, k, x, y) + distance(points, left, k + 2, x, y);
    for (let i = left; i + 2 < right; i += 2) sum += distance(points, i, i + 2, x, y);
    for (let i = right; i + 2 < right + 2 * rights; i += 2) sum += distance(points, i, i + 2, x, y);
    return sum;
  };
  const fromA = away(vertices[a], vertices[a + 1]);
  const fromB = away(vertices[b], vertices[b + 1]);
  return fromA / (fromA - fromB);
}

/** Metres that (x, y) lies to the left of the line from point i to point j. */
function distance(points: Float64Array, i: number, j: number, x: number, y: number): number {
  const dx = points[j] - points[i];
  const dy = points[j + 1] - points[i + 1];
  return turn(points, i, j, x, y) / Math.sqrt(dx * dx + dy * dy);
}
