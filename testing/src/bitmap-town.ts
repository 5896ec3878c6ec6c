/**
 * A town as a picture: black buildings, white streets. In: a size, a seed. Out: one grey value per pixel, the top row first.
 *
 * A square is cut into blocks by streets, again and again, each cut somewhere in the middle third; a diagonal avenue and a round square
 * are cleared through them, and large blocks get a courtyard with a gateway. Whole numbers only: the same bits everywhere.
 * Cost: linear in the pixels times the depth of cuts.
 */

export interface BitmapTown {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Pixels: blocks up to this long are not cut any more. */
const BLOCK = 70;

export function makeBitmapTown(size: number, seed: number): BitmapTown {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x2545f491) | 0 || 1;
  /** A whole number, low … high. */
  const draw = (low: number, high: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return low + ((state >>> 0) % (high - low + 1));
  };
  const pixels = new Uint8Array(size * size).fill(255);
  const fill = (x0: number, y0: number, x1: number, y1: number, grey: number) => {
    for (let y = Math.max(0, y0); y < Math.min(size, y1); y++) {
      pixels.fill(grey, y * size + Math.max(0, x0), y * size + Math.max(0, Math.min(size, x1)));
    }
  };
  const build = (x0: number, y0: number, x1: number, y1: number) => {
    const wide = x1 - x0;
    const high = y1 - y0;
    if (Math.max(wide, high) > BLOCK) {
      const street = draw(10, Math.max(wide, high) > 4 * BLOCK ? 24 : 16);
      const length = Math.max(wide, high);
      const cut = draw(Math.floor(length / 3), Math.floor((2 * length) / 3));
      const low = cut - (street >> 1);
      if (wide >= high) {
        build(x0, y0, x0 + low, y1);
        build(x0 + low + street, y0, x1, y1);
      } else {
        build(x0, y0, x1, y0 + low);
        build(x0, y0 + low + street, x1, y1);
      }
      return;
    }
    if (wide < 6 || high < 6) return;
    fill(x0, y0, x1, y1, 0);
    if (Math.min(wide, high) < 36) return;
    // A courtyard, and a gateway to it from below.
    fill(x0 + 12, y0 + 12, x1 - 12, y1 - 12, 255);
    const gate = draw(x0 + 16, x1 - 22);
    fill(gate, y1 - 13, gate + 6, y1, 255);
  };
  const edge = 8;
  build(edge, edge, size - edge, size - edge);
  // The avenue runs two right for every three down.
  const shift = draw(-size / 8, size / 8) | 0;
  const middle = { x: (size >> 1) + draw(-size >> 3, size >> 3), y: (size >> 1) + draw(-size >> 3, size >> 3) };
  const radius = Math.max(10, size >> 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const off = 3 * (x - shift) - 2 * y - (size >> 2);
      const isAvenue = off > -36 && off < 36;
      const isSquare = (x - middle.x) ** 2 + (y - middle.y) ** 2 < radius * radius;
      if (isAvenue || isSquare) pixels[y * size + x] = 255;
      // A round pavilion in the middle of the square.
      if ((x - middle.x) ** 2 + (y - middle.y) ** 2 < (radius * radius) >> 3) pixels[y * size + x] = 0;
    }
  }
  return { pixels, width: size, height: size };
}
