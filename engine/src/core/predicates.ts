/**
 * Exact signs of the two geometric questions everything rests on, y up.
 *
 * robust-predicates (Shewchuk's adaptive arithmetic) assumes y down: its orientation is turned here, once.
 * Its in-circle answer does not depend on that. Results are signs to be compared with zero, not measures.
 */
import { incircle, orient2d } from 'robust-predicates';

/** > 0: c lies to the left of the line from a to b (a, b, c turn counter-clockwise); 0: on it; < 0: to the right. */
export function orient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/**
 * inCircle(ax, ay, bx, by, cx, cy, dx, dy) > 0: d lies inside the circle through a, b, c, which must turn
 * counter-clockwise; 0: on it; < 0: outside.
 */
export { incircle as inCircle };

/** What rounding may add to the fast forms below, as a share of their terms (Shewchuk 1997). */
const HALF_ULP = 2 ** -53;
const ORIENT_ERROR = (3 + 16 * HALF_ULP) * HALF_ULP;
const CIRCLE_ERROR = (10 + 96 * HALF_ULP) * HALF_ULP;

/**
 * The sign of `orient` for three places of a list of x, y: 1, 0 or -1. Numbers that go into a function or come out of it are put on the
 * heap one by one unless they are small and whole: with indices, nothing is, and that is half the time.
 */
export function turnOf(places: Float64Array, a: number, b: number, c: number): number {
  const cx = places[2 * c];
  const cy = places[2 * c + 1];
  const right = (places[2 * a + 1] - cy) * (places[2 * b] - cx);
  const left = (places[2 * a] - cx) * (places[2 * b + 1] - cy);
  const turn = left - right;
  const error = ORIENT_ERROR * Math.abs(left + right);
  if (turn > error) return 1;
  if (-turn > error) return -1;
  return Math.sign(orient(places[2 * a], places[2 * a + 1], places[2 * b], places[2 * b + 1], cx, cy)) | 0;
}

/** The sign of `inCircle` for four places of a list of x, y: 1, 0 or -1. */
export function inCircleOf(places: Float64Array, a: number, b: number, c: number, d: number): number {
  const dx = places[2 * d];
  const dy = places[2 * d + 1];
  const ax = places[2 * a] - dx;
  const ay = places[2 * a + 1] - dy;
  const bx = places[2 * b] - dx;
  const by = places[2 * b + 1] - dy;
  const cx = places[2 * c] - dx;
  const cy = places[2 * c + 1] - dy;
  const bxcy = bx * cy;
  const cxby = cx * by;
  const cxay = cx * ay;
  const axcy = ax * cy;
  const axby = ax * by;
  const bxay = bx * ay;
  const a2 = ax * ax + ay * ay;
  const b2 = bx * bx + by * by;
  const c2 = cx * cx + cy * cy;
  const inside = a2 * (bxcy - cxby) + b2 * (cxay - axcy) + c2 * (axby - bxay);
  const terms =
    (Math.abs(bxcy) + Math.abs(cxby)) * a2 +
    (Math.abs(cxay) + Math.abs(axcy)) * b2 +
    (Math.abs(axby) + Math.abs(bxay)) * c2;
  if (inside > CIRCLE_ERROR * terms) return 1;
  if (-inside > CIRCLE_ERROR * terms) return -1;
  return exactInCircle(places, a, b, c, d);
}

function exactInCircle(places: Float64Array, a: number, b: number, c: number, d: number): number {
  const inside = incircle(
    places[2 * a],
    places[2 * a + 1],
    places[2 * b],
    places[2 * b + 1],
    places[2 * c],
    places[2 * c + 1],
    places[2 * d],
    places[2 * d + 1],
  );
  return Math.sign(inside) | 0;
}
