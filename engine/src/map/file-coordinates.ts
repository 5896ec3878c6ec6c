/**
 * Between the plan's metres and the file's own coordinates, degrees where the file has degrees. What people type, and scenario files say, of
 * a place in a file is in the file's coordinates.
 */
import type { Frame } from './plan.ts';

type Convert = (x: number, y: number) => [number, number];

/** Plan metres → the file's coordinates, to the last digit. Adding zero turns -0 into 0. */
export function fileCoordinates({ x0, y0, unitX, unitY }: Frame): Convert {
  return (x, y) => [x0 + x * unitX + 0, y0 + y * unitY + 0];
}

/** The file's coordinates → plan metres. */
export function planCoordinates({ x0, y0, unitX, unitY }: Frame): Convert {
  return (x, y) => [(x - x0) / unitX, (y - y0) / unitY];
}
