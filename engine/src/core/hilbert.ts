/**
 * Spatial order: points sorted along a Hilbert curve, so that neighbours in the order are neighbours in the plane.
 * Takes interleaved points, gives their indices in that order. Points in one square of the curve are ordered by x, then
 * y, then index: the order of the places does not depend on the order of the input. O(n log n).
 */

/** Position along a Hilbert curve of the given order (order * 2 bits) of the grid point (x, y). */
function hilbertIndex(order: number, x: number, y: number): number {
  let index = 0;
  for (let s = 1 << (order - 1); s > 0; s >>= 1) {
    const rx = (x & s) > 0 ? 1 : 0;
    const ry = (y & s) > 0 ? 1 : 0;
    index = index * 4 + ((3 * rx) ^ ry);
    // Turn the quadrant so that the curve enters and leaves it at the right corners.
    if (ry === 0) {
      if (rx === 1) {
        x = ~x;
        y = ~y;
      }
      const swap = x;
      x = y;
      y = swap;
    }
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
    const x = points[2 * i]!;
    const y = points[2 * i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  // One sortable number per point, curve position above index: 53 bits hold both.
  const indexBits = Math.max(1, 32 - Math.clz32(count));
  const order = Math.min(16, (53 - indexBits) >> 1);
  const size = 2 ** order;
  const extent = Math.max(maxX - minX, maxY - minY);
  const scale = extent > 0 ? (size - 1) / extent : 0;
  const shift = 2 ** indexBits;
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const hx = Math.floor((points[2 * i]! - minX) * scale);
    const hy = Math.floor((points[2 * i + 1]! - minY) * scale);
    keys[i] = hilbertIndex(order, hx, hy) * shift + i;
  }
  keys.sort();
  const indices = new Int32Array(count);
  for (let i = 0; i < count; i++) indices[i] = keys[i]! % shift;
  // Order the points of one square by coordinates.
  for (let from = 0; from < count; ) {
    const square = Math.floor(keys[from]! / shift);
    let to = from + 1;
    while (to < count && Math.floor(keys[to]! / shift) === square) to++;
    if (to > from + 1) {
      indices
        .subarray(from, to)
        .sort((i, j) => points[2 * i]! - points[2 * j]! || points[2 * i + 1]! - points[2 * j + 1]! || i - j);
    }
    from = to;
  }
  return indices;
}
