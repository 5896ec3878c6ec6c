/**
 * The plan of a scene as squares of 5 cm, each wholly floor or not: all coordinates of a scene are multiples of that.
 * Which of them somebody can reach is asked of the solids themselves, without any triangle: the oracle of the 3D route.
 */
import { carries, fills, type Solid } from './solids.ts';

export const SQUARE = 0.05;

export interface Squares {
  x0: number;
  y0: number;
  columns: number;
  rows: number;
}

/** @param box x0, x1, y0, y1 */
export function squaresOf(box: readonly [number, number, number, number]): Squares {
  const [x0, x1, y0, y1] = box;
  return { x0, y0, columns: Math.round((x1 - x0) / SQUARE), rows: Math.round((y1 - y0) / SQUARE) };
}

/** Not quite the centre of a square, so that it lies on no edge of a triangle. */
export function centreOf(squares: Squares, square: number): [number, number] {
  const i = square % squares.columns;
  const j = Math.floor(square / squares.columns);
  return [squares.x0 + (i + 0.537) * SQUARE, squares.y0 + (j + 0.441) * SQUARE];
}

/** The square of a point, or -1 outside of all. */
function squareAt({ x0, y0, columns, rows }: Squares, x: number, y: number): number {
  const i = Math.floor((x - x0) / SQUARE);
  const j = Math.floor((y - y0) / SQUARE);
  return i < 0 || i >= columns || j < 0 || j >= rows ? -1 : j * columns + i;
}

/** 1 per square that can be reached from a point over free squares, by steps that `isOpen` allows. */
export function flood(
  squares: Squares,
  seed: readonly [number, number],
  free: Uint8Array,
  isOpen: (from: number, to: number) => boolean = () => true,
): Uint8Array {
  const { columns, rows } = squares;
  const reached = new Uint8Array(columns * rows);
  const start = squareAt(squares, ...seed);
  const stack = [start];
  reached[start] = 1;
  while (stack.length > 0) {
    const from = stack.pop()!;
    const i = from % columns;
    for (const [isInside, to] of [
      [i > 0, from - 1],
      [i < columns - 1, from + 1],
      [from >= columns, from - columns],
      [from < columns * (rows - 1), from + columns],
    ] as const) {
      if (!isInside || reached[to] === 1 || free[to] === 0 || !isOpen(from, to)) continue;
      reached[to] = 1;
      stack.push(to);
    }
  }
  return reached;
}

/** 1 per square with floor within `step` of z 0 and nothing between there and the top of the head. */
export function freeSquares(squares: Squares, solids: Solid[], step: number, height: number): Uint8Array {
  return Uint8Array.from({ length: squares.columns * squares.rows }, (_, square) => {
    const [x, y] = centreOf(squares, square);
    return carries(solids, x, y, 0, step) && !fills(solids, x, y, step, height) ? 1 : 0;
  });
}

/** Does a point lie on squares marked 1 (0)? undefined where a border between the two is within `margin` along an axis. */
export function isMarked(
  squares: Squares,
  marks: Uint8Array,
  x: number,
  y: number,
  margin: number,
): boolean | undefined {
  const mark = (px: number, py: number) => {
    const square = squareAt(squares, px, py);
    return square >= 0 && marks[square] === 1;
  };
  const here = mark(x, y);
  for (const dx of [-margin, 0, margin]) {
    for (const dy of [-margin, 0, margin]) if (mark(x + dx, y + dy) !== here) return undefined;
  }
  return here;
}

/** Metres from a point to the nearest place that is not on a square marked 1, at most `limit`. */
export function distanceToUnmarked(squares: Squares, marks: Uint8Array, x: number, y: number, limit: number): number {
  let least = limit;
  const reach = Math.ceil(limit / SQUARE);
  const column = Math.floor((x - squares.x0) / SQUARE);
  const row = Math.floor((y - squares.y0) / SQUARE);
  for (let j = row - reach; j <= row + reach; j++) {
    for (let i = column - reach; i <= column + reach; i++) {
      const isInside = i >= 0 && i < squares.columns && j >= 0 && j < squares.rows;
      if (isInside && marks[j * squares.columns + i] === 1) continue;
      const left = squares.x0 + i * SQUARE;
      const bottom = squares.y0 + j * SQUARE;
      const dx = Math.max(left - x, 0, x - left - SQUARE);
      const dy = Math.max(bottom - y, 0, y - bottom - SQUARE);
      least = Math.min(least, Math.hypot(dx, dy));
    }
  }
  return least;
}
