/**
 * Do segments meet only at their ends? Every pair is tried, with exact signs.
 */
import { orient2d } from 'robust-predicates';

/** Pairs of segments that cross, touch beside a shared end, or lie on each other. */
export function meetings(vertices: Float64Array, segments: Int32Array): string[] {
  const found: string[] = [];
  const side = (a: number, b: number, c: number) =>
    Math.sign(
      orient2d(
        vertices[2 * a],
        vertices[2 * a + 1],
        vertices[2 * b],
        vertices[2 * b + 1],
        vertices[2 * c],
        vertices[2 * c + 1],
      ),
    );
  const isBetween = (a: number, b: number, c: number) =>
    Math.min(vertices[2 * a], vertices[2 * b]) <= vertices[2 * c] &&
    vertices[2 * c] <= Math.max(vertices[2 * a], vertices[2 * b]) &&
    Math.min(vertices[2 * a + 1], vertices[2 * b + 1]) <= vertices[2 * c + 1] &&
    vertices[2 * c + 1] <= Math.max(vertices[2 * a + 1], vertices[2 * b + 1]);
  for (let s = 0; s < segments.length; s += 2) {
    const [a, b] = [segments[s], segments[s + 1]];
    for (let t = 0; t < s; t += 2) {
      const [c, d] = [segments[t], segments[t + 1]];
      const on = (p: number, q: number, r: number) => r !== p && r !== q && side(p, q, r) === 0 && isBetween(p, q, r);
      const touch = on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b);
      const cross = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
      const same = (a === c && b === d) || (a === d && b === c);
      if (touch || cross || same) found.push(`${a}–${b} and ${c}–${d}`);
    }
  }
  return found;
}

export function distanceToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const ex = bx - ax;
  const ey = by - ay;
  const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1)));
  return Math.hypot(ax + share * ex - x, ay + share * ey - y);
}

/** The least distance from a vertex to a segment it does not end. */
export function leastGap(vertices: Float64Array, segments: Int32Array): number {
  let least = Infinity;
  for (let s = 0; s < segments.length; s += 2) {
    const [a, b] = [segments[s], segments[s + 1]];
    for (let v = 0; 2 * v < vertices.length; v++) {
      if (v === a || v === b) continue;
      const gap = distanceToSegment(
        vertices[2 * v],
        vertices[2 * v + 1],
        vertices[2 * a],
        vertices[2 * a + 1],
        vertices[2 * b],
        vertices[2 * b + 1],
      );
      least = Math.min(least, gap);
    }
  }
  return least;
}
