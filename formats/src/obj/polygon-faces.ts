/**
 * A face of three or more corners in space to triangles.
 *
 * Convex faces are fans around their first corner. Faces with a reflex corner, which modellers do write for L-shaped
 * floors, are cut ear by ear in the plane they most nearly lie in: a fan would cover what lies outside them. Cost:
 * linear for convex faces, quadratic to cubic for others, so faces beyond LARGEST corners are fans whatever their
 * shape; the caller says so.
 */

export const LARGEST = 500;

/**
 * @param positions x, y, z interleaved
 * @param corners vertex indices of the face, in order
 * @param emit receives positions in `corners` of each triangle
 * @returns false if the face has a reflex corner and is too large to be cut properly
 */
export function triangulateFace(
  positions: ArrayLike<number>,
  corners: readonly number[],
  emit: (a: number, b: number, c: number) => void,
): boolean {
  const n = corners.length;
  const flat = n > 3 ? flatten(positions, corners) : null;
  const convex = flat === null || isConvex(flat);
  if (convex || n > LARGEST) {
    for (let i = 1; i + 1 < n; i++) emit(0, i, i + 1);
    return convex;
  }
  cutEars(flat, emit);
  return true;
}

/** The corners in 2D, counter-clockwise: the coordinate plane most nearly parallel to the face; null for a face without area. */
function flatten(positions: ArrayLike<number>, corners: readonly number[]): Float64Array | null {
  const n = corners.length;
  const normal = [0, 0, 0] as [number, number, number];
  const at = (i: number, axis: number): number => positions[3 * (corners[i % n] as number) + axis] as number;
  // Newell's sum of projected areas; relative to the first corner, so that far coordinates cost no digits.
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    let sum = 0;
    for (let i = 1; i + 1 < n; i++) {
      sum += (at(i, u) - at(0, u)) * (at(i + 1, v) - at(0, v)) - (at(i + 1, u) - at(0, u)) * (at(i, v) - at(0, v));
    }
    normal[axis] = sum;
  }
  const size = normal.map(Math.abs) as [number, number, number];
  const axis = size[0] > size[1] ? (size[0] > size[2] ? 0 : 2) : size[1] > size[2] ? 1 : 2;
  if (!(size[axis] > 0)) return null;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const sign = normal[axis] > 0 ? 1 : -1;
  const flat = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    flat[2 * i] = sign * (at(i, u) - at(0, u));
    flat[2 * i + 1] = at(i, v) - at(0, v);
  }
  return flat;
}

/** Positive when a, b, c turn left. */
function turn(flat: Float64Array, a: number, b: number, c: number): number {
  const ax = flat[2 * a] as number;
  const ay = flat[2 * a + 1] as number;
  return (
    ((flat[2 * b] as number) - ax) * ((flat[2 * c + 1] as number) - ay) -
    ((flat[2 * b + 1] as number) - ay) * ((flat[2 * c] as number) - ax)
  );
}

/** No corner turns right, and the outline goes round once (a five-pointed star turns left everywhere and goes round twice). */
function isConvex(flat: Float64Array): boolean {
  const n = flat.length / 2;
  let changes = 0; // of the sign of dx along the outline: two for once round
  let last = 0;
  for (let i = 0; i < n; i++) {
    if (turn(flat, i, (i + 1) % n, (i + 2) % n) < 0) return false;
    const dx = Math.sign((flat[2 * ((i + 1) % n)] as number) - (flat[2 * i] as number));
    if (dx !== 0) {
      if (last !== 0 && dx !== last) changes++;
      last = dx;
    }
  }
  return changes <= 2;
}

function cutEars(flat: Float64Array, emit: (a: number, b: number, c: number) => void): void {
  const left = Array.from({ length: flat.length / 2 }, (_, i) => i);
  let at = 0;
  let misses = 0;
  while (left.length > 3) {
    const n = left.length;
    const a = left[(at + n - 1) % n] as number;
    const b = left[at % n] as number;
    const c = left[(at + 1) % n] as number;
    // After a full round without an ear (a self-crossing outline) any corner is cut: the face stays covered.
    if (misses >= n || isEar(flat, left, a, b, c)) {
      emit(a, b, c);
      left.splice(at % n, 1);
      at = at % n;
      misses = 0;
    } else {
      at = (at + 1) % n;
      misses++;
    }
  }
  emit(left[0] as number, left[1] as number, left[2] as number);
}

function isEar(flat: Float64Array, left: readonly number[], a: number, b: number, c: number): boolean {
  if (turn(flat, a, b, c) <= 0) return false;
  for (const p of left) {
    if (p === a || p === b || p === c) continue;
    if (turn(flat, a, b, p) >= 0 && turn(flat, b, c, p) >= 0 && turn(flat, c, a, p) >= 0) {
      // A corner at the very place of one of the ear's ends does not block it (outlines that touch themselves).
      const same = (q: number): boolean => flat[2 * p] === flat[2 * q] && flat[2 * p + 1] === flat[2 * q + 1];
      if (!same(a) && !same(c)) return false;
    }
  }
  return true;
}
