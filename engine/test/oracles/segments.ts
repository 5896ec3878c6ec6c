/**
 * Distance between two segments, by trying what it can be: 0 where they cross, else from an end to the other segment.
 */
import { distanceToSegment } from './planarity.ts';

export function distanceBetweenSegments(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const turn = (x0: number, y0: number, x1: number, y1: number, x: number, y: number) =>
    (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  const isCrossing =
    turn(px, py, qx, qy, ax, ay) * turn(px, py, qx, qy, bx, by) < 0 &&
    turn(ax, ay, bx, by, px, py) * turn(ax, ay, bx, by, qx, qy) < 0;
  if (isCrossing) return 0;
  return Math.min(
    distanceToSegment(px, py, ax, ay, bx, by),
    distanceToSegment(qx, qy, ax, ay, bx, by),
    distanceToSegment(ax, ay, px, py, qx, qy),
    distanceToSegment(bx, by, px, py, qx, qy),
  );
}
