/**
 * Curves to polylines within a chord error: no point of the curve lies farther from its polyline than `tolerance`.
 *
 * Points lie on the curve. Ellipses, and so circles and arcs, are stepped evenly in their parameter: a step h leaves
 * the chord by at most h²/8 of the longest half-axis. Bulges are halved with square roots only. Splines are halved
 * until three points between the ends lie near enough to the chord. All of it is bit-reproducible (the engine's
 * core/trigonometry.ts). Cost: linear in the points made; at most MOST_PIECES per curve.
 */
import { sineCosine, sineCosineDegrees } from '@foulee/engine';

/** Pieces of one curve, whatever its size. */
const MOST_PIECES = 8192;
/** A circle far smaller than the tolerance still is no triangle. */
const FEWEST_PER_TURN = 8;

/** Largest stretch of the linear map with columns (ux, uy) and (vx, vy): the longer half-axis of the ellipse it makes of a unit circle. */
export function largestStretch(ux: number, uy: number, vx: number, vy: number): number {
  const sum = ux * ux + uy * uy + vx * vx + vy * vy;
  const determinant = ux * vy - uy * vx;
  return Math.sqrt((sum + Math.sqrt(Math.max(0, sum * sum - 4 * determinant * determinant))) / 2);
}

/**
 * centre + u · cos t + v · sin t for t from `start` over `sweep`, both ends included.
 * @param unit 'degrees' keeps quarter turns exact
 */
export function ellipsePoints(
  centre: readonly [number, number],
  u: readonly [number, number],
  v: readonly [number, number],
  start: number,
  sweep: number,
  unit: 'degrees' | 'radians',
  tolerance: number,
): number[] {
  const radians = unit === 'degrees' ? (Math.abs(sweep) * Math.PI) / 180 : Math.abs(sweep);
  const radius = largestStretch(u[0], u[1], v[0], v[1]);
  const step = Math.sqrt((8 * tolerance) / radius);
  const fewest = (FEWEST_PER_TURN * radians) / (2 * Math.PI);
  const wanted = Math.max(fewest, radians / step, 1);
  const pieces = Number.isFinite(wanted) ? Math.min(MOST_PIECES, Math.ceil(wanted - 1e-9)) : 1;
  const points: number[] = [];
  for (let i = 0; i <= pieces; i++) {
    const angle = start + (sweep * i) / pieces;
    const [sine, cosine] = unit === 'degrees' ? sineCosineDegrees(angle) : sineCosine(angle);
    points.push(centre[0] + u[0] * cosine + v[0] * sine, centre[1] + u[1] * cosine + v[1] * sine);
  }
  return points;
}

/**
 * The points strictly between p and q of the arc that bulges to the right of p → q for a positive bulge (DXF: bulge =
 * tan(angle / 4), positive for an arc that runs counter-clockwise).
 *
 *          q                 sagitta = bulge · |pq| / 2, measured from the middle of pq to the right of p → q;
 *          │ ╲               the two halves have the bulge tan(angle / 8) = b / (1 + √(1 + b²)).
 *          │  m
 *          │ ╱
 *          p
 */
export function bulgePoints(
  px: number,
  py: number,
  qx: number,
  qy: number,
  bulge: number,
  tolerance: number,
  into: number[],
  pieces = MOST_PIECES,
): void {
  const dx = qx - px;
  const dy = qy - py;
  const sagitta = (Math.abs(bulge) * Math.sqrt(dx * dx + dy * dy)) / 2;
  // More than a quarter turn is always cut; a full circle has no chord to measure.
  if (pieces <= 1 || !(sagitta > tolerance || Math.abs(bulge) > 0.5) || !Number.isFinite(sagitta)) return;
  const mx = (px + qx) / 2 + (bulge * dy) / 2;
  const my = (py + qy) / 2 - (bulge * dx) / 2;
  const half = bulge / (1 + Math.sqrt(1 + bulge * bulge));
  bulgePoints(px, py, mx, my, half, tolerance, into, pieces >> 1);
  into.push(mx, my);
  bulgePoints(mx, my, qx, qy, half, tolerance, into, pieces >> 1);
}

export interface Spline {
  degree: number;
  knots: number[];
  /** x, y interleaved, in the plan's metres: a spline of mapped points is the mapped spline. */
  controls: number[];
  /** One per control point; all 1 for a polynomial spline. */
  weights: number[];
}

/** Is the spline well-formed: enough points, the right number of knots, in order? */
export function isSpline(spline: Spline): boolean {
  const n = spline.controls.length / 2;
  const { degree, knots, weights } = spline;
  if (!(Number.isInteger(degree) && degree >= 1 && degree <= 25 && n > degree)) return false;
  if (knots.length !== n + degree + 1 || weights.length !== n) return false;
  if (!weights.every((w) => w > 0 && w < 1e12) || !spline.controls.every((c) => Number.isFinite(c))) return false;
  for (let i = 1; i < knots.length; i++) if (!((knots[i] as number) >= (knots[i - 1] as number))) return false;
  return (
    (knots[n] as number) > (knots[degree] as number) &&
    Number.isFinite(knots[n] as number) &&
    Number.isFinite(knots[degree])
  );
}

export function splinePoints(spline: Spline, tolerance: number): number[] {
  const n = spline.controls.length / 2;
  const points: number[] = [];
  for (let span = spline.degree; span < n; span++) {
    const from = spline.knots[span] as number;
    const to = spline.knots[span + 1] as number;
    if (!(to > from)) continue;
    if (points.length === 0) points.push(...splineAt(spline, span, from));
    // As many starting pieces as the degree: one piece could hide a double bend that is symmetric about its middle.
    const most = Math.max(1, Math.floor(MOST_PIECES / (n * spline.degree)));
    let start = points.slice(-2) as [number, number];
    for (let k = 0; k < spline.degree; k++) {
      const a = from + ((to - from) * k) / spline.degree;
      const b = k + 1 === spline.degree ? to : from + ((to - from) * (k + 1)) / spline.degree;
      const end = splineAt(spline, span, b);
      halve(spline, span, a, b, start, end, tolerance, most, points);
      points.push(...end);
      start = end;
    }
  }
  return points;
}

function halve(
  spline: Spline,
  span: number,
  a: number,
  b: number,
  p: readonly [number, number],
  q: readonly [number, number],
  tolerance: number,
  pieces: number,
  into: number[],
): void {
  if (pieces <= 1) return;
  const middle = splineAt(spline, span, (a + b) / 2);
  const near =
    chordDistance(middle, p, q) <= tolerance &&
    chordDistance(splineAt(spline, span, (3 * a + b) / 4), p, q) <= tolerance &&
    chordDistance(splineAt(spline, span, (a + 3 * b) / 4), p, q) <= tolerance;
  if (near) return;
  halve(spline, span, a, (a + b) / 2, p, middle, tolerance, pieces >> 1, into);
  into.push(...middle);
  halve(spline, span, (a + b) / 2, b, middle, q, tolerance, pieces >> 1, into);
}

/** Distance of a point from the segment p q. */
function chordDistance(
  point: readonly [number, number],
  p: readonly [number, number],
  q: readonly [number, number],
): number {
  const dx = q[0] - p[0];
  const dy = q[1] - p[1];
  const length = dx * dx + dy * dy;
  const t = length > 0 ? Math.min(1, Math.max(0, ((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / length)) : 0;
  const ex = p[0] + t * dx - point[0];
  const ey = p[1] + t * dy - point[1];
  return Math.sqrt(ex * ex + ey * ey);
}

/** De Boor's scheme in homogeneous coordinates, on the knot span [knots[span], knots[span + 1]]. */
function splineAt(spline: Spline, span: number, t: number): [number, number] {
  const { degree, knots, controls, weights } = spline;
  const row: number[] = [];
  for (let i = span - degree; i <= span; i++) {
    const w = weights[i] as number;
    row.push((controls[2 * i] as number) * w, (controls[2 * i + 1] as number) * w, w);
  }
  for (let level = 1; level <= degree; level++) {
    for (let i = degree; i >= level; i--) {
      const low = knots[span - degree + i] as number;
      const high = knots[span + 1 + i - level] as number;
      const f = (t - low) / (high - low);
      for (let k = 0; k < 3; k++) {
        row[3 * i + k] = (1 - f) * (row[3 * (i - 1) + k] as number) + f * (row[3 * i + k] as number);
      }
    }
  }
  const w = row[3 * degree + 2] as number;
  return [(row[3 * degree] as number) / w, (row[3 * degree + 1] as number) / w];
}
