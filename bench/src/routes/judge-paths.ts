/**
 * How near polylines come to the walls of a city: the figure to stand beside a route's length and time. A path that
 * cuts corners is short and wrong. Does not use the engine.
 *
 * Walls lie in a grid of squares; each piece of a path is compared with the walls of the squares around it.
 */
import type { City } from '../city.ts';

/** Metres. Walls farther away than REACH are not looked for. */
const SQUARE = 16;
const PIECE = 8;
export const REACH = 2;

export interface Walls {
  /** Two times x, y per wall. */
  ends: Float64Array;
  left: number;
  bottom: number;
  columns: number;
  /** Walls by square. */
  squares: Map<number, number[]>;
}

/** The outlines of all buildings and of the floor. */
export function wallsOf(city: City): Walls {
  const [left, bottom, right, top] = city.box;
  const rings: ArrayLike<number>[] = [[left, bottom, right, bottom, right, top, left, top]];
  for (const polygon of city.plan.levels[0]?.polygons ?? []) rings.push(...polygon.rings);
  const ends: number[] = [];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const next = (i + 2) % ring.length;
      ends.push(ring[i] as number, ring[i + 1] as number, ring[next] as number, ring[next + 1] as number);
    }
  }
  const walls: Walls = {
    ends: Float64Array.from(ends),
    left,
    bottom,
    columns: Math.ceil((right - left) / SQUARE) + 2,
    squares: new Map(),
  };
  for (let w = 0; w < ends.length; w += 4) {
    const [ax, ay, bx, by] = ends.slice(w, w + 4) as [number, number, number, number];
    forSquares(walls, Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by), (square) => {
      const list = walls.squares.get(square);
      if (list === undefined) walls.squares.set(square, [w]);
      else list.push(w);
    });
  }
  return walls;
}

function forSquares(
  { left, bottom, columns }: Walls,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  act: (square: number) => void,
): void {
  for (let row = Math.floor((y0 - bottom) / SQUARE); row <= Math.floor((y1 - bottom) / SQUARE); row++) {
    for (let column = Math.floor((x0 - left) / SQUARE); column <= Math.floor((x1 - left) / SQUARE); column++) {
      act(row * columns + column);
    }
  }
}

/** The least distance of a polyline (x, y interleaved) from any wall; at most REACH. */
export function leastClearance(walls: Walls, points: ArrayLike<number>): number {
  let least = REACH;
  for (let i = 2; i < points.length; i += 2) {
    const ax = points[i - 2] as number;
    const ay = points[i - 1] as number;
    const dx = (points[i] as number) - ax;
    const dy = (points[i + 1] as number) - ay;
    const pieces = Math.max(1, Math.ceil(Math.hypot(dx, dy) / PIECE));
    for (let piece = 0; piece < pieces; piece++) {
      const px = ax + (piece / pieces) * dx;
      const py = ay + (piece / pieces) * dy;
      const qx = ax + ((piece + 1) / pieces) * dx;
      const qy = ay + ((piece + 1) / pieces) * dy;
      const x0 = Math.min(px, qx) - REACH;
      const y0 = Math.min(py, qy) - REACH;
      forSquares(walls, x0, y0, Math.max(px, qx) + REACH, Math.max(py, qy) + REACH, (square) => {
        for (const w of walls.squares.get(square) ?? []) {
          least = Math.min(least, segmentDistance(px, py, qx, qy, walls.ends, w));
        }
      });
    }
  }
  return least;
}

function segmentDistance(px: number, py: number, qx: number, qy: number, ends: Float64Array, w: number): number {
  const ax = ends[w] as number;
  const ay = ends[w + 1] as number;
  const bx = ends[w + 2] as number;
  const by = ends[w + 3] as number;
  const turn = (ox: number, oy: number, ux: number, uy: number, vx: number, vy: number) =>
    (ux - ox) * (vy - oy) - (uy - oy) * (vx - ox);
  const apart = turn(px, py, qx, qy, ax, ay) * turn(px, py, qx, qy, bx, by);
  const across = turn(ax, ay, bx, by, px, py) * turn(ax, ay, bx, by, qx, qy);
  if (apart < 0 && across < 0) return 0;
  return Math.min(
    pointDistance(px, py, ax, ay, bx, by),
    pointDistance(qx, qy, ax, ay, bx, by),
    pointDistance(ax, ay, px, py, qx, qy),
    pointDistance(bx, by, px, py, qx, qy),
  );
}

function pointDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** Metres along a polyline. */
export function lengthOf(points: ArrayLike<number>): number {
  let length = 0;
  for (let i = 2; i < points.length; i += 2) {
    const dx = (points[i] as number) - (points[i - 2] as number);
    const dy = (points[i + 1] as number) - (points[i - 1] as number);
    length += Math.hypot(dx, dy);
  }
  return length;
}

/** The segments of polylines one after the other, two times x, y each: as `deepestInside` wants them. */
export function segmentsOfPaths(paths: readonly ArrayLike<number>[]): number[] {
  const segments: number[] = [];
  for (const points of paths) {
    for (let i = 2; i < points.length; i += 2) {
      for (let k = i - 2; k < i + 2; k++) segments.push(points[k] as number);
    }
  }
  return segments;
}
