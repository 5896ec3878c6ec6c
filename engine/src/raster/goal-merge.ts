/**
 * Merging of goals that are close to each other (M02 §3.1.4, algorithm 4.2).
 *
 * In: corner tiles, ε. Out: goals, each the mean of the corners merged into it, and which corner went where. No two goals that see each
 * other are nearer than ε afterwards.
 *
 * Each goal in turn is merged into the nearest other within ε that it sees, until none is left to merge. Deviations from M02: the mean is
 * that of all corners merged, not of the last two positions; goals with a wall between them stay two, since nobody stands on both
 * sides of a wall. Corners lie in the middle of the pavement, their mean need not: around a corner it is nearer to the building, or in it.
 * Such a goal starts from the corner nearest to the mean where that is no pavement, and moves away from buildings to the middle.
 * Cost: near-linear: goals are looked up in squares of side ε, and every round leaves fewer of them.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import { lineStays, type Points, WALKED } from './tile-lines.ts';
import { isAccessible, tileAt, tileCentreX, tileCentreY, type Tiles } from './tiles.ts';

export interface MergedGoals {
  x: Float64Array;
  y: Float64Array;
  /** Corners of each goal: indices into the corners given, in increasing order. */
  corners: Csr;
}

/** Goals that are still there, in squares: a list per square, chained. */
interface Squares {
  columns: number;
  rows: number;
  head: Int32Array;
  next: Int32Array;
}

/** Where the middle of the pavement is. */
export interface Pavement {
  /** Of each tile to the nearest building, tiles squared (pavements.ts). */
  distances: Int32Array;
  /** Half the width, tiles squared. */
  middle: number;
}

interface Merging {
  tiles: Tiles;
  epsilon: number;
  pavement: Pavement;
  corners: Points;
  /** Position of each goal; a goal has the number of its first corner. */
  x: Float64Array;
  y: Float64Array;
  /** The goal each corner was merged into, or itself. */
  into: Int32Array;
  /** Corners of a goal, chained from the goal itself, and the last of them. */
  chain: Int32Array;
  last: Int32Array;
  weight: Int32Array;
  sumX: Float64Array;
  sumY: Float64Array;
  squares: Squares;
}

export function mergeGoals(tiles: Tiles, cornerTiles: Int32Array, epsilon: number, pavement: Pavement): MergedGoals {
  const count = cornerTiles.length;
  const corners = { x: new Float64Array(count), y: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    corners.x[i] = tileCentreX(tiles, cornerTiles[i]);
    corners.y[i] = tileCentreY(tiles, cornerTiles[i]);
  }
  // Squares of at least a tile: a tiny ε must not make millions of them.
  const width = Math.max(epsilon, tiles.side);
  const columns = Math.ceil((tiles.columns * tiles.side) / width) + 1;
  const rows = Math.ceil((tiles.rows * tiles.side) / width) + 1;
  const merging: Merging = {
    tiles,
    epsilon,
    pavement,
    corners,
    x: corners.x.slice(),
    y: corners.y.slice(),
    into: Int32Array.from({ length: count }, (_, i) => i),
    chain: new Int32Array(count).fill(NONE),
    last: Int32Array.from({ length: count }, (_, i) => i),
    weight: new Int32Array(count).fill(1),
    sumX: corners.x.slice(),
    sumY: corners.y.slice(),
    squares: { columns, rows, head: new Int32Array(columns * rows).fill(NONE), next: new Int32Array(count).fill(NONE) },
  };
  for (let a = count - 1; a >= 0; a--) put(merging, a);
  for (let isMerging = true; isMerging; ) {
    isMerging = false;
    for (let a = 0; a < count; a++) {
      if (merging.into[a] !== a) continue;
      const b = nearest(merging, a);
      if (b === NONE) continue;
      merge(merging, a, b);
      isMerging = true;
    }
  }
  return compact(merging);
}

function squareOf({ tiles, epsilon, x, y, squares }: Merging, a: number): number {
  const width = Math.max(epsilon, tiles.side);
  const column = Math.floor((x[a] - tiles.x) / width);
  return Math.floor((y[a] - tiles.y) / width) * squares.columns + column;
}

function put(merging: Merging, a: number): void {
  const { head, next } = merging.squares;
  const square = squareOf(merging, a);
  next[a] = head[square];
  head[square] = a;
}

function take(merging: Merging, a: number): void {
  const { head, next } = merging.squares;
  const square = squareOf(merging, a);
  if (head[square] === a) {
    head[square] = next[a];
    return;
  }
  let before = head[square];
  while (next[before] !== a) before = next[before];
  next[before] = next[a];
}

/** The nearest goal within ε that a sees, the first of equally near ones; or NONE. */
function nearest(merging: Merging, a: number): number {
  const { tiles, epsilon, x, y, squares } = merging;
  const square = squareOf(merging, a);
  const column = square % squares.columns;
  const row = Math.floor(square / squares.columns);
  let best: number = NONE;
  let least = epsilon * epsilon;
  for (let r = Math.max(0, row - 1); r <= Math.min(squares.rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(squares.columns - 1, column + 1); c++) {
      for (let b = squares.head[r * squares.columns + c]; b !== NONE; b = squares.next[b]) {
        const squared = (x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2;
        if (b === a || squared > least || (squared === least && best !== NONE && b > best)) continue;
        if (!lineStays(tiles, merging, a, b, WALKED)) continue;
        best = b;
        least = squared;
      }
    }
  }
  return best;
}

/** The goal with the lower number takes the corners of the other. */
function merge(merging: Merging, one: number, other: number): void {
  const { tiles, pavement, corners, x, y, into, chain, last, weight, sumX, sumY } = merging;
  const a = Math.min(one, other);
  const b = Math.max(one, other);
  take(merging, a);
  take(merging, b);
  into[b] = a;
  chain[last[a]] = b;
  last[a] = last[b];
  weight[a] += weight[b];
  sumX[a] += sumX[b];
  sumY[a] += sumY[b];
  const meanX = sumX[a] / weight[a];
  const meanY = sumY[a] / weight[a];
  x[a] = meanX;
  y[a] = meanY;
  const tile = tileAt(tiles, meanX, meanY);
  if (tile === NONE || !isAccessible(tiles.kind[tile])) {
    let least = Infinity;
    for (let i = a; i !== NONE; i = chain[i]) {
      const squared = (corners.x[i] - meanX) ** 2 + (corners.y[i] - meanY) ** 2;
      if (squared >= least) continue;
      least = squared;
      x[a] = corners.x[i];
      y[a] = corners.y[i];
    }
  }
  const at = tileAt(tiles, x[a], y[a]);
  const middle = middleFrom(tiles, pavement, at);
  if (middle !== at) {
    x[a] = tileCentreX(tiles, middle);
    y[a] = tileCentreY(tiles, middle);
  }
  put(merging, a);
}

/** From a pavement tile, step by step to the neighbour furthest from buildings, until the middle of the pavement is reached. */
function middleFrom({ columns, rows, kind }: Tiles, { distances, middle }: Pavement, start: number): number {
  let at = start;
  while (distances[at] < middle) {
    const column = at % columns;
    const row = Math.floor(at / columns);
    let best = at;
    // Straight steps first: a diagonal one must lead further away than those.
    for (const [dx, dy] of AROUND) {
      if (column + dx < 0 || column + dx >= columns || row + dy < 0 || row + dy >= rows) continue;
      const next = at + dy * columns + dx;
      if (isAccessible(kind[next]) && distances[next] > distances[best]) best = next;
    }
    if (best === at) break;
    at = best;
  }
  return at;
}

const AROUND = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

function compact({ x, y, into }: Merging): MergedGoals {
  const goal = new Int32Array(into.length);
  let goals = 0;
  for (let i = 0; i < into.length; i++) {
    if (into[i] === i) {
      x[goals] = x[i];
      y[goals] = y[i];
      goal[i] = goals++;
    } else {
      // What it was merged into may have been merged since, always into a lower number.
      into[i] = into[into[i]];
      goal[i] = goal[into[i]];
    }
  }
  return { x: x.slice(0, goals), y: y.slice(0, goals), corners: groupByOwner(goal, goals) };
}
