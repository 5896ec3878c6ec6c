/**
 * Spatial order: points sorted along a Hilbert curve, so that neighbours in the order are neighbours in the plane.
 * Takes interleaved points, gives their indices in that order. Points in one square of the curve are ordered by x, then
 * y, then index: the order of the places does not depend on the order of the input. Linear, but for points in one square.
 */
import { orderByWords } from './sort.ts';

/** The curve passes through 2^ORDER by 2^ORDER squares: their numbers have 32 bits. */
const ORDER = 16;

/** Position along the curve of the square (x, y): 32 bits, which may be the number's sign. Without branches: what they decide is chance. */
function hilbertIndex(x: number, y: number): number {
  let index = 0;
  let isTurned = 0;
  for (let k = ORDER - 1; k >= 0; k--) {
    const rx = ((x >> k) & 1) ^ isTurned;
    const ry = ((y >> k) & 1) ^ isTurned;
    index = (index << 2) | ((3 * rx) ^ ry);
    // Turn the quadrant so that the curve enters and leaves it at the right corners: upside down, then x for y.
    const isLow = 1 - ry;
    isTurned ^= rx & isLow;
    const swap = (x ^ y) & -isLow;
    x ^= swap;
    y ^= swap;
  }
  return index;
}

export function hilbertOrder(points: Float64Array): Int32Array {
  const count = points.length >> 1;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < count; i++) {
    const x = points[2 * i];
    const y = points[2 * i + 1];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const extent = Math.max(maxX - minX, maxY - minY);
  const scale = extent > 0 ? (2 ** ORDER - 1) / extent : 0;
  const square = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const hx = Math.floor((points[2 * i] - minX) * scale);
    const hy = Math.floor((points[2 * i + 1] - minY) * scale);
    square[i] = hilbertIndex(hx, hy);
  }
  const indices = orderByWords(square, 1);
  // Order the points of one square by coordinates.
  for (let from = 0; from < count; ) {
    const here = square[indices[from]];
    let to = from + 1;
    while (to < count && square[indices[to]] === here) to++;
    if (to > from + 1) {
      indices
        .subarray(from, to)
        .sort((i, j) => points[2 * i] - points[2 * j] || points[2 * i + 1] - points[2 * j + 1] || i - j);
    }
    from = to;
  }
  return indices;
}
