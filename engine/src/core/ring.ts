/** Is a place inside a ring, x, y interleaved? Told by the sides that cross its height: plain arithmetic. */
export function isInRing(ring: Float64Array, x: number, y: number): boolean {
  let isIn = false;
  for (let a = ring.length - 2, b = 0; b < ring.length; a = b, b += 2) {
    const below = ring[a + 1] <= y;
    if (below === ring[b + 1] <= y) continue;
    const turn = (ring[b] - ring[a]) * (y - ring[a + 1]) - (ring[b + 1] - ring[a + 1]) * (x - ring[a]);
    if (turn > 0 === below) isIn = !isIn;
  }
  return isIn;
}
