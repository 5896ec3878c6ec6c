/**
 * A file's points to a ring or a line of a Plan: into metres, without what no later stage could use.
 *
 * Every repair is counted with its place. Self-crossing rings and near-duplicates stay: the map stage resolves those
 * with its own tolerance. Cost: linear.
 */
import { type BuildReport, countRepair, type Frame } from '@foulee/engine';
import { COORDINATE_LIMIT } from '../input/environment.ts';

/** Points in metres; vertices that are not finite or absurdly far are dropped, and so are exact repeats in a row. */
function usablePoints(raw: ArrayLike<number>, frame: Frame, report: BuildReport): number[] {
  const points: number[] = [];
  let lost = 0;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const x = ((raw[i] as number) - frame.x0) / frame.unitX;
    const y = ((raw[i + 1] as number) - frame.y0) / frame.unitY;
    if (!(Math.abs(x) <= COORDINATE_LIMIT && Math.abs(y) <= COORDINATE_LIMIT)) {
      lost++;
    } else if (points.length > 0 && x === points.at(-2) && y === points.at(-1)) {
      countRepair(report, 'repeated vertex dropped', x, y);
    } else {
      points.push(x, y);
    }
  }
  // A place for a vertex without one: the first vertex of the same ring or line that has one.
  for (let k = 0; k < lost; k++) {
    countRepair(report, 'vertex without usable coordinates dropped', points[0] ?? 0, points[1] ?? 0);
  }
  return points;
}

/** What to do with a ring that encloses nothing: points in metres, not repeated at the end. */
type FlatRing = (points: readonly number[], report: BuildReport) => void;

/** A ring, not repeated at its end, of at least three points that do not lie on one line; null when there is none. */
export function cleanRing(
  raw: ArrayLike<number>,
  frame: Frame,
  report: BuildReport,
  flat: FlatRing = dropFlatRing,
): Float64Array | null {
  const points = usablePoints(raw, frame, report);
  const n = points.length;
  const closed = n >= 4 && points[0] === points[n - 2] && points[1] === points[n - 1];
  if (closed) points.length = n - 2;
  if (points.length < 6 || isStraight(points)) {
    flat(points, report);
    return null;
  }
  if (!closed) countRepair(report, 'ring closed', points[0] as number, points[1] as number);
  return Float64Array.from(points);
}

export function dropFlatRing(points: readonly number[], report: BuildReport): void {
  const kind = points.length < 6 ? 'ring with fewer than 3 points dropped' : 'ring without area dropped';
  countRepair(report, kind, points[0] ?? 0, points[1] ?? 0);
}

/** A wall drawn there and back, as an obstacle or hole of no width, still stands in the way. A single point does not. */
export function flatRingToWall(points: readonly number[], walls: Float64Array[], report: BuildReport): boolean {
  if (points.length < 4) {
    dropFlatRing(points, report);
    return false;
  }
  countRepair(report, 'ring without area kept as a wall', points[0] as number, points[1] as number);
  walls.push(Float64Array.from(points)); // on one line, so the way back to the first point adds nothing
  return true;
}

/** A line of at least two different points; null when there is none. */
export function cleanLine(raw: ArrayLike<number>, frame: Frame, report: BuildReport): Float64Array | null {
  const points = usablePoints(raw, frame, report);
  if (points.length >= 4) return Float64Array.from(points);
  countRepair(report, 'line with fewer than 2 points dropped', points[0] ?? 0, points[1] ?? 0);
  return null;
}

/**
 * All points on one straight line, to rounding. Not the same as signed area zero: a figure of eight has none and still
 * encloses two lobes.
 */
function isStraight(points: readonly number[]): boolean {
  const x0 = points[0] as number;
  const y0 = points[1] as number;
  let farthest = 0; // the point farthest from the first spans the line
  let dx = 0;
  let dy = 0;
  for (let i = 2; i < points.length; i += 2) {
    const ex = (points[i] as number) - x0;
    const ey = (points[i + 1] as number) - y0;
    const square = ex * ex + ey * ey;
    if (square > farthest) {
      farthest = square;
      dx = ex;
      dy = ey;
    }
  }
  // Coordinates carry a rounding of their own; an offset below it is no area.
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(x0), Math.abs(y0), Math.sqrt(farthest));
  const limit = rounding * Math.sqrt(farthest);
  for (let i = 2; i < points.length; i += 2) {
    const cross = dx * ((points[i + 1] as number) - y0) - dy * ((points[i] as number) - x0);
    if (Math.abs(cross) > limit) return false;
  }
  return true;
}
