/**
 * Convex rings: x, y interleaved in a plain array, counter-clockwise. What a city is cut out of.
 *
 * All cuts are by a half-plane, so that a part never leaves the whole it was cut from: that is why the footprints of
 * the clean city cannot overlap. Each operation is linear in the corners of its ring.
 */

export type Ring = number[];

/** Sides shorter than this are left out: a cut close to a corner makes no splinter. */
export const SHORTEST_SIDE = 0.8;

/** Half-plane x * normalX + y * normalY ≤ offset. */
export interface Cut {
  normalX: number;
  normalY: number;
  offset: number;
}

export function ringArea(ring: ArrayLike<number>): number {
  const x0 = ring[0] as number;
  const y0 = ring[1] as number;
  let twice = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const ax = (ring[i] as number) - x0;
    const ay = (ring[i + 1] as number) - y0;
    const bx = (ring[i + 2] as number) - x0;
    const by = (ring[i + 3] as number) - y0;
    twice += ax * by - ay * bx;
  }
  return twice / 2;
}

/**
 * What lies below the cut (side 1) or above it (side -1). Both sides of one cut get the very same corners on it:
 * turning the sign of both distances does not change their quotient, not even in its last bit.
 */
export function clipRing(ring: Ring, cut: Cut, side: 1 | -1): Ring {
  const kept: Ring = [];
  const count = ring.length;
  let ax = ring[count - 2] as number;
  let ay = ring[count - 1] as number;
  let da = side * (ax * cut.normalX + ay * cut.normalY - cut.offset);
  for (let i = 0; i < count; i += 2) {
    const bx = ring[i] as number;
    const by = ring[i + 1] as number;
    const db = side * (bx * cut.normalX + by * cut.normalY - cut.offset);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      const t = da / (da - db);
      kept.push(ax + t * (bx - ax), ay + t * (by - ay));
    }
    if (db <= 0) kept.push(bx, by);
    ax = bx;
    ay = by;
    da = db;
  }
  return kept;
}

/** The ring moved inwards by a distance on every side; empty if nothing is left. */
export function insetRing(ring: Ring, distance: number): Ring {
  let rest = ring;
  for (let i = 0; i < ring.length && rest.length >= 6; i += 2) {
    const j = (i + 2) % ring.length;
    const dx = (ring[j] as number) - (ring[i] as number);
    const dy = (ring[j + 1] as number) - (ring[i + 1] as number);
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue;
    // The outward normal of a counter-clockwise side points to its right.
    const normalX = dy / length;
    const normalY = -dx / length;
    const offset = normalX * (ring[i] as number) + normalY * (ring[i + 1] as number) - distance;
    rest = clipRing(rest, { normalX, normalY, offset }, 1);
  }
  return rest.length >= 6 ? rest : [];
}

/** Drop corners that follow the last one at less than a distance. The rest is a part of the ring, as it is convex. */
export function dropShortSides(ring: Ring, shortest: number): Ring {
  const kept: Ring = [];
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] as number;
    const y = ring[i + 1] as number;
    const dx = x - (kept.at(-2) ?? Number.POSITIVE_INFINITY);
    const dy = y - (kept.at(-1) ?? 0);
    if (dx * dx + dy * dy >= shortest * shortest) kept.push(x, y);
  }
  while (kept.length > 6) {
    const dx = (kept[0] as number) - (kept.at(-2) as number);
    const dy = (kept[1] as number) - (kept.at(-1) as number);
    if (dx * dx + dy * dy >= shortest * shortest) break;
    kept.length -= 2;
  }
  return kept;
}

/** Lowest and highest value of x * normalX + y * normalY over the ring. */
export function extent(ring: Ring, normalX: number, normalY: number): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < ring.length; i += 2) {
    const value = (ring[i] as number) * normalX + (ring[i + 1] as number) * normalY;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** A quadrilateral with sides of at least `shortest` metres and corners between 60 and 120 degrees. */
export function isBlockLike(ring: Ring, shortest: number): boolean {
  if (ring.length !== 8) return false;
  for (let i = 0; i < 8; i += 2) {
    const ax = (ring[(i + 2) % 8] as number) - (ring[i] as number);
    const ay = (ring[(i + 3) % 8] as number) - (ring[i + 1] as number);
    const bx = (ring[(i + 6) % 8] as number) - (ring[i] as number);
    const by = (ring[(i + 7) % 8] as number) - (ring[i + 1] as number);
    const a = Math.sqrt(ax * ax + ay * ay);
    const b = Math.sqrt(bx * bx + by * by);
    if (a < shortest || Math.abs(ax * bx + ay * by) > 0.5 * a * b) return false;
  }
  return true;
}
