/**
 * The two questions about vertices of a WalkerMesh, ghosts among them: which way three turn, and must an edge be flipped.
 *
 * Walkers: a floating-point filter, then the exact predicates. Four walkers on one circle: the diagonal starts at the
 * lowest serial. That is the Delaunay triangulation of walkers whose lifted heights x² + y² are lowered by vanishing amounts,
 * the lowest serial by far the most; no three points of a circle are in line, so the first amount decides. The answer
 * depends on no history, and all the answers together fit one triangulation.
 *
 * Ghosts: k = 0 … 3 stand at M · (direction k), M → ∞, directions east, north, west, south turned left by a
 * vanishing angle, so that no two walkers are in line with a ghost. The answers are limits, not large numbers.
 */
import { assert } from '../core/errors.ts';
import { inCircle, orient } from '../core/predicates.ts';
import type { WalkerMesh } from './walker-mesh.ts';

/** East, north, west, south. */
const DIRECTION_X = Int32Array.of(1, 0, -1, 0);
const DIRECTION_Y = Int32Array.of(0, 1, 0, -1);

/** Bound of a turn's rounding error over the sum of the squares of two sides: four roundings, 2⁻⁵³ each, doubled. */
export const TURN_ERROR = 8 * 2 ** -53;

/**
 * The same for the in-circle sum over the square of the three squared sides' sum. Each of its products passes eleven roundings;
 * the sum of their absolute values is at most a third of the square. Twice that.
 */
export const CIRCLE_ERROR = 8 * 2 ** -53;

/** 1: a, b, c turn left; 0: in line; -1: right. A small whole number is returned without taking memory. */
export function turn(mesh: WalkerMesh, a: number, b: number, c: number): number {
  const { place, firstWalker } = mesh;
  if (a < firstWalker || b < firstWalker || c < firstWalker) return ghostTurn(mesh, a, b, c);
  const ax = place[2 * a];
  const ay = place[2 * a + 1];
  const bx = place[2 * b] - ax;
  const by = place[2 * b + 1] - ay;
  const cx = place[2 * c] - ax;
  const cy = place[2 * c + 1] - ay;
  const cross = bx * cy - by * cx;
  const error = TURN_ERROR * (bx * bx + by * by + cx * cx + cy * cy);
  if (cross > error) return 1;
  if (cross < -error) return -1;
  return signOf(orient(ax, ay, place[2 * b], place[2 * b + 1], place[2 * c], place[2 * c + 1]));
}

function signOf(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

function ghostTurn(mesh: WalkerMesh, a: number, b: number, c: number): number {
  const { firstWalker } = mesh;
  // Rotate until c is a ghost and, if there is only one other walker, until a is it.
  if (c >= firstWalker || (b >= firstWalker && a < firstWalker)) return ghostTurn(mesh, b, c, a);
  if (a < firstWalker) return 0;
  if (b >= firstWalker) return ghostSide(mesh, a, b, c & 3);
  // Two ghosts: neighbours on the horizon turn around anybody; opposite ones are never asked about in earnest.
  const quarter = (c - b) & 3;
  return quarter === 1 ? 1 : quarter === 3 ? -1 : 0;
}

/** On which side of the line from a to b is ghost k? 0 only if a and b stand at one place. */
function ghostSide(mesh: WalkerMesh, a: number, b: number, k: number): number {
  const { place } = mesh;
  const dx = DIRECTION_X[k];
  const dy = DIRECTION_Y[k];
  // (b - a) × direction: the sign of one coordinate's difference, which is exact; if 0, that of (b - a) · direction.
  const x = signOf(place[2 * b] - place[2 * a]);
  const y = signOf(place[2 * b + 1] - place[2 * a + 1]);
  return x * dy - y * dx || x * dx + y * dy;
}

/** Is the edge of half-edge e to be flipped? The two triangles at it must turn left. */
export function mustFlip(mesh: WalkerMesh, e: number): boolean {
  const { corner, twin, opposite, place, serial, firstWalker } = mesh;
  if (twin[e] === mesh.outer) return false;
  const a = corner[e];
  const b = corner[(e & 3) === 2 ? e - 2 : e + 1];
  const c = corner[(e & 3) === 0 ? e + 2 : e - 1];
  const d = opposite[e];
  if (a < firstWalker || b < firstWalker || c < firstWalker || d < firstWalker)
    return mustFlipAtGhost(mesh, a, b, c, d);
  const ax = place[2 * a];
  const ay = place[2 * a + 1];
  const bx = place[2 * b] - ax;
  const by = place[2 * b + 1] - ay;
  const cx = place[2 * c] - ax;
  const cy = place[2 * c + 1] - ay;
  const dx = place[2 * d] - ax;
  const dy = place[2 * d + 1] - ay;
  const b2 = bx * bx + by * by;
  const c2 = cx * cx + cy * cy;
  const d2 = dx * dx + dy * dy;
  const outside = d2 * (bx * cy - by * cx) - dx * (b2 * cy - c2 * by) - dy * (c2 * bx - b2 * cx);
  const size = b2 + c2 + d2;
  const error = CIRCLE_ERROR * size * size;
  if (outside > error) return false;
  if (outside < -error) return true;
  const inside = inCircle(
    ax,
    ay,
    place[2 * b],
    place[2 * b + 1],
    place[2 * c],
    place[2 * c + 1],
    place[2 * d],
    place[2 * d + 1],
  );
  if (inside !== 0) return inside > 0;
  return Math.min(serial[c], serial[d]) < Math.min(serial[a], serial[b]);
}

/** The same for the edge from a to b with c on its left and d on its right, if one of them is a ghost. */
function mustFlipAtGhost(mesh: WalkerMesh, a: number, b: number, c: number, d: number): boolean {
  const { firstWalker } = mesh;
  // An edge of walkers stays: the circle of walkers holds no ghost, and no circle through one ghost holds the opposite one.
  if (a >= firstWalker && b >= firstWalker) return false;
  assert(a >= firstWalker || b >= firstWalker, 'an edge between ghosts inside');
  if (a < firstWalker) return mustFlipAtGhost(mesh, b, a, d, c);
  // From walker a to ghost b. The circle through a, c and the ghost is a half-plane beside the line a c.
  if (c >= firstWalker && d >= firstWalker) return turn(mesh, a, c, d) < 0;
  if (c >= firstWalker) return isNearer(mesh, a, c, b & 3, d & 3);
  if (d >= firstWalker) return isNearer(mesh, d, a, b & 3, c & 3);
  return false;
}

/**
 * Ghosts j and k to the right of the line from a to b: is k the farther one out, seen from that line? Then it lies in the circle of
 * a, b and j, which at the ghosts' scale touches the line in one point. Sign of (direction k - direction j) × (b - a).
 */
function isNearer(mesh: WalkerMesh, a: number, b: number, j: number, k: number): boolean {
  const { place } = mesh;
  // Both components are 1 or -1, for the two ghosts are neighbours on the horizon.
  const x = DIRECTION_X[k] - DIRECTION_X[j];
  const y = DIRECTION_Y[k] - DIRECTION_Y[j];
  const ax = place[2 * a];
  const bx = place[2 * b];
  // x (by - ay) - y (bx - ax), times x: by - x y bx against ay - x y ax.
  const slope = -x * y;
  const sign = x * signOfDifference(place[2 * b + 1], slope * bx, place[2 * a + 1], slope * ax);
  // In line at first order: the vanishing turn adds -(direction k - direction j) · (b - a), both terms of one sign.
  return sign === 0 ? -x * Math.sign(bx - ax) > 0 : sign > 0;
}

/** Exact sign of (p + q) - (r + s): both sums with their rounding errors (Knuth's two-sum), then their differences. */
function signOfDifference(p: number, q: number, r: number, s: number): number {
  const first = p + q;
  const firstQ = first - p;
  const firstError = p - (first - firstQ) + (q - firstQ);
  const second = r + s;
  const secondS = second - r;
  const secondError = r - (second - secondS) + (s - secondS);
  const error = firstError - secondError;
  const part = error - firstError;
  const errorError = firstError - (error - part) - (secondError + part);
  // Sums that are near each other differ by a double; others by more than all errors.
  return Math.sign(first - second + error) || Math.sign(errorError);
}
