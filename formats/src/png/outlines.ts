/**
 * Outlines of the dark areas of a picture, as polygons with holes.
 *
 * In: a mask of pixels, the top row first. Out: per area, an outer ring and its holes; x, y interleaved in pixels from the lower left
 * corner, y up, the dark side on the left. Dark pixels that touch at a corner hang together: a thin oblique wall has no holes.
 *
 *   1. areas      flood fill over eight neighbours
 *   2. trace      along the borders between dark and light pixels, dark on the left
 *   3. smooth     a wall drawn obliquely is a staircase of pixels: where turns alternate, the outline runs through the middles of the pixels'
 *                 sides; where two sides of three pixels or more meet, and at ends, the corner stays
 *   4. simplify   points within TOLERANCE of a straight line are left out (Douglas and Peucker), unless the area would change by more than
 *                 CHANGE: a wall one pixel thick must stay
 *
 * So straight walls and right angles are exact and oblique walls are straight, within a pixel (of the picture before it was enlarged). Ours rather than d3-contour: that cuts all
 * corners, and looks for the outer ring of every hole among all outer rings. Cost: linear in pixels, and rings × log.
 */

export interface Outline {
  /** The outer ring, then holes. */
  rings: Float64Array[];
}

/** Pixels. */
const TOLERANCE = 0.75;
/** Share of a ring's area. */
const CHANGE = 0.1;
/** Sides at least this long, in pixels, meet in a corner and are no staircase. */
const LONG = 3;

/** Pictures are enlarged at most so many times, and were at least so many pixels wide and high before. */
const ENLARGED = 4;
const LEAST_PIXELS = 64;

/** A picture that was enlarged by whole pixels is traced at its own size: else its oblique walls would be staircases of large steps. */
export function outlinesOf(isDark: Uint8Array, width: number, height: number): Outline[] {
  const enlarged = enlargement(isDark, width, height);
  if (enlarged === 1) return outlinesOfPixels(isDark, width, height);
  const [w, h] = [width / enlarged, height / enlarged];
  const small = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) small[y * w + x] = isDark[y * enlarged * width + x * enlarged] as number;
  }
  const enlarge = (ring: Float64Array) => ring.map((value) => value * enlarged);
  return outlinesOfPixels(small, w, h).map(({ rings }) => ({ rings: rings.map(enlarge) }));
}

/** By how much was the picture enlarged? 4, 3 or 2 if all borders between dark and light are at its multiples; else 1. */
function enlargement(isDark: Uint8Array, width: number, height: number): number {
  let common = 0;
  const look = (at: number) => {
    let [a, b] = [common, at];
    while (b !== 0) [a, b] = [b, a % b];
    common = a;
  };
  look(width);
  look(height);
  for (let y = 0, i = 0; y < height; y++) {
    if (common === 1) return 1;
    for (let x = 0; x < width; x++, i++) {
      if (x > 0 && isDark[i] !== isDark[i - 1] && x % common !== 0) look(x);
      if (y > 0 && isDark[i] !== isDark[i - width] && y % common !== 0) look(y);
    }
  }
  for (let times = ENLARGED; times > 1; times--) {
    if (common % times === 0 && Math.min(width, height) >= times * LEAST_PIXELS) return times;
  }
  return 1;
}

function outlinesOfPixels(isDark: Uint8Array, width: number, height: number): Outline[] {
  const area = areasOf(isDark, width, height);
  const isTraced = new Uint8Array(width * height);
  const outlines: Outline[] = [];
  const outer: Float64Array[][] = [];
  for (let i = 0; i < isDark.length; i++) {
    // The lower side of a dark pixel over a light one: every ring has such a side.
    const below = i + width;
    if (isDark[i] === 0 || isTraced[i] === 1 || (below < isDark.length && isDark[below] === 1)) continue;
    const ring = smoothed(trace(isDark, width, height, i, isTraced));
    const rings = (outer[area[i]] ??= []);
    if (areaOf(ring) > 0) rings.unshift(ring);
    else rings.push(ring);
  }
  for (const rings of outer) if (rings !== undefined) outlines.push({ rings });
  return outlines;
}

/** The area of each dark pixel, numbered from 0. */
function areasOf(isDark: Uint8Array, width: number, height: number): Int32Array {
  const area = new Int32Array(isDark.length).fill(-1);
  const open: number[] = [];
  let areas = 0;
  for (let start = 0; start < isDark.length; start++) {
    if (isDark[start] === 0 || area[start] !== -1) continue;
    area[start] = areas;
    open.push(start);
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const x = i % width;
      const y = (i - x) / width;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const j = v * width + u;
          if (isDark[j] === 0 || area[j] !== -1) continue;
          area[j] = areas;
          open.push(j);
        }
      }
    }
    areas++;
  }
  return area;
}

/** East, north, west, south. */
const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];

/** Corners of the pixels' outline, where it turns: x, y, and the turn (1 left, −1 right). */
interface Corners {
  x: number[];
  y: number[];
  turn: number[];
}

/** Around the ring to which the lower side of pixel i belongs. */
function trace(isDark: Uint8Array, width: number, height: number, i: number, isTraced: Uint8Array): Corners {
  const dark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && isDark[(height - 1 - y) * width + x] === 1;
  const corners: Corners = { x: [], y: [], turn: [] };
  const startX = i % width;
  const startY = height - 1 - (i - startX) / width;
  let [x, y, heading] = [startX, startY, 0];
  do {
    if (heading === 0) isTraced[(height - 1 - y) * width + x] = 1;
    x += STEP_X[heading];
    y += STEP_Y[heading];
    // The pixels ahead, to the left and to the right of the way.
    const aheadX = x + (heading === 0 || heading === 3 ? 0 : -1);
    const aheadY = y + (heading === 0 || heading === 1 ? 0 : -1);
    const rightX = x + (heading === 0 || heading === 1 ? 0 : -1);
    const rightY = y + (heading === 1 || heading === 2 ? 0 : -1);
    const turn = dark(rightX, rightY) ? -1 : dark(aheadX, aheadY) ? 0 : 1;
    if (turn === 0) continue;
    corners.x.push(x);
    corners.y.push(y);
    corners.turn.push(turn);
    heading = (heading + turn + 4) % 4;
  } while (x !== startX || y !== startY || heading !== 0);
  return corners;
}

/** 3 and 4. */
function smoothed({ x, y, turn }: Corners): Float64Array {
  const n = x.length;
  const points: number[] = [];
  for (let i = 0; i < n; i++) {
    const before = (i + n - 1) % n;
    const after = (i + 1) % n;
    const lengthIn = Math.abs(x[i] - x[before]) + Math.abs(y[i] - y[before]);
    const lengthOut = Math.abs(x[after] - x[i]) + Math.abs(y[after] - y[i]);
    const isStair = turn[before] !== turn[i] && turn[after] !== turn[i];
    if (!isStair || (lengthIn >= LONG && lengthOut >= LONG)) {
      points.push(x[i], y[i]);
      continue;
    }
    // The middles of the last pixel's side before the corner and of the first one after it.
    const pairs = [
      [before, lengthIn],
      [after, lengthOut],
    ] as const;
    for (const [other, length] of pairs) {
      points.push(x[i] + (x[other] - x[i]) / (2 * length), y[i] + (y[other] - y[i]) / (2 * length));
    }
  }
  const whole = Float64Array.from(points);
  const area = areaOf(whole);
  for (const tolerance of [TOLERANCE, TOLERANCE / 2, TOLERANCE / 4]) {
    const simple = simplified(whole, tolerance);
    if (simple.length >= 6 && Math.abs(areaOf(simple) - area) <= CHANGE * Math.abs(area)) return simple;
  }
  return simplified(whole, 0);
}

/** Twice Douglas and Peucker: from the first point to the one furthest from it, and back. */
function simplified(points: Float64Array, tolerance: number): Float64Array {
  const n = points.length / 2;
  const isKept = new Uint8Array(n + 1);
  let [far, most] = [0, -1];
  for (let i = 0; i < n; i++) {
    const squared = (points[2 * i] - points[0]) ** 2 + (points[2 * i + 1] - points[1]) ** 2;
    if (squared > most) [far, most] = [i, squared];
  }
  isKept[0] = isKept[far] = 1;
  const open = [0, far, far, n];
  for (let end = open.pop(); end !== undefined; end = open.pop()) {
    const start = open.pop() as number;
    const [ax, ay] = [points[2 * start], points[2 * start + 1]];
    const [dx, dy] = [points[2 * (end % n)] - ax, points[2 * (end % n) + 1] - ay];
    const length = Math.sqrt(dx * dx + dy * dy);
    let [worst, distance] = [-1, tolerance];
    for (let i = start + 1; i < end; i++) {
      const [px, py] = [points[2 * i] - ax, points[2 * i + 1] - ay];
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / (length * length)));
      const off = Math.sqrt((px - share * dx) ** 2 + (py - share * dy) ** 2);
      if (off > distance + 1e-9) [worst, distance] = [i, off];
    }
    if (worst === -1) continue;
    isKept[worst] = 1;
    open.push(start, worst, worst, end);
  }
  const kept: number[] = [];
  for (let i = 0; i < n; i++) if (isKept[i] === 1) kept.push(points[2 * i], points[2 * i + 1]);
  return Float64Array.from(kept);
}

/** Counter-clockwise is positive. */
function areaOf(ring: Float64Array): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += ring[j] * ring[i + 1] - ring[i] * ring[j + 1];
  }
  return twice / 2;
}
