/**
 * What a drag does to a shape: all of it moves, or one corner, or one side. A side moves square to itself, so that the corners of a room
 * stay right angles and a passage becomes wider or narrower.
 */
import type { Point } from '../document/document.ts';
import { outlineOf, type Shape } from '../document/things.ts';
import { away, fromLine } from './find.ts';

export type Grip = { part: 'all' } | { part: 'corner'; index: number } | { part: 'side'; index: number };

/** Pixels. */
const NEAR_CORNER = 14;
const NEAR_SIDE = 10;

/**
 * What a press takes hold of; undefined: nothing of the shape's outline.
 * @param pixel metres that a pixel takes
 */
export function gripAt(shape: Shape, at: Point, pixel: number): Grip | undefined {
  if (shape.form === 'point') return undefined;
  const corners = outlineOf(shape);
  // What is small on the screen can still be held in its middle.
  const [wide, high] = [0, 1].map((axis) => {
    const along = corners.map((point) => point[axis as 0 | 1]);
    return Math.max(...along) - Math.min(...along);
  }) as [number, number];
  let corner = -1;
  let nearest = Math.min(NEAR_CORNER * pixel, 0.3 * Math.max(wide, high));
  corners.forEach((point, k) => {
    const far = away(point, at);
    if (far >= nearest) return;
    nearest = far;
    corner = k;
  });
  if (corner >= 0) return { part: 'corner', index: corner };
  if (shape.form === 'line') return undefined;
  const near = Math.min(NEAR_SIDE * pixel, 0.3 * Math.min(wide, high));
  for (let k = 0; k < corners.length; k++) {
    if (fromLine([corners[k], corners[(k + 1) % corners.length]], at) < near) return { part: 'side', index: k };
  }
  return undefined;
}

/** The shape when what is held has gone from one place to another. */
export function dragged(shape: Shape, grip: Grip, from: Point, to: Point): Shape {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const shift = ([x, y]: Point, by: Point): Point => [x + by[0], y + by[1]];
  if (grip.part === 'all') return { ...shape, points: shape.points.map((point) => shift(point, [dx, dy])) };
  if (shape.form === 'box') return boxDragged(shape, grip, dx, dy);
  if (grip.part === 'corner') {
    return { ...shape, points: shape.points.map((point, k) => (k === grip.index ? shift(point, [dx, dy]) : point)) };
  }
  const count = shape.points.length;
  const [a, b] = [shape.points[grip.index], shape.points[(grip.index + 1) % count]];
  const long = away(a, b);
  if (long === 0) return shape;
  const [nx, ny] = [-(b[1] - a[1]) / long, (b[0] - a[0]) / long];
  const far = dx * nx + dy * ny;
  const isHeld = (k: number) => k === grip.index || k === (grip.index + 1) % count;
  return { ...shape, points: shape.points.map((point, k) => (isHeld(k) ? shift(point, [far * nx, far * ny]) : point)) };
}

/** Corners and sides of a box from its lower left, counter-clockwise; it may be turned inside out and is a box again. */
function boxDragged(shape: Shape, grip: Exclude<Grip, { part: 'all' }>, dx: number, dy: number): Shape {
  let [[left, bottom], [right, top]] = shape.points as [Point, Point];
  const { part, index } = grip;
  const isLeft = part === 'corner' ? index === 0 || index === 3 : index === 3;
  const isRight = part === 'corner' ? index === 1 || index === 2 : index === 1;
  const isBottom = part === 'corner' ? index === 0 || index === 1 : index === 0;
  const isTop = part === 'corner' ? index === 2 || index === 3 : index === 2;
  if (isLeft) left += dx;
  if (isRight) right += dx;
  if (isBottom) bottom += dy;
  if (isTop) top += dy;
  const points: Point[] = [
    [Math.min(left, right), Math.min(bottom, top)],
    [Math.max(left, right), Math.max(bottom, top)],
  ];
  return { ...shape, points };
}

/** A box or line made so wide and high about its middle, as typed. */
export function boxOfSize(shape: Shape, width: number, height: number): Shape {
  const [[left, bottom], [right, top]] = shape.points as [Point, Point];
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const points: Point[] = [
    [x - width / 2, y - height / 2],
    [x + width / 2, y + height / 2],
  ];
  return { ...shape, points };
}

export function lineOfLength(shape: Shape, length: number): Shape {
  const [a, b] = shape.points as [Point, Point];
  const now = away(a, b);
  if (now === 0) return shape;
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const scale = length / now;
  const end = (point: Point): Point => [x + scale * (point[0] - x), y + scale * (point[1] - y)];
  return { ...shape, points: [end(a), end(b)] };
}
