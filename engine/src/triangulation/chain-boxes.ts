/**
 * ChainBoxes: which vertices of a long chain are certainly outside of a circle? A binary tree of boxes over the chain, kept in a
 * frame turned to the line from its first vertex to its last.
 *
 *      ·  ·  ·  ·  ·  ·  ·  ·      A wall along thousands of corners: boxes along the wall are flat, whatever its direction, and nearly all
 *    a ─────────────────────── b   of them are clear of a circle through a, b and a good third corner.
 *
 * For the circle through a, b, c, in coordinates from a: a place d is outside of it where
 *
 *   cross (d·d) − n·d > 0,   cross = b × c,   n = (c.y b·b − b.y c·c,  b.x c·c − c.x b·b)
 *
 * Divided by cross, that is a function of d.x plus one of d.y, so that its least over a box is exact. Unlike the distance from the middle
 * it does not lose its digits where the middle is far off. Its rounding error is bounded by what coordinates are off in the turned
 * frame, a few units of the chain's extent: with S = |b.x| + |b.y| + |c.x| + |c.y| and T = |d.x| + |d.y|, cross is off by at most
 * 4·10⁻¹⁵ S times the extent, each n by 12·10⁻¹⁵ S² times it, and the whole by less than 10⁻¹³ S (S + T)² times it. ROUNDED asks for
 * ten times that. Building is linear; a query that leaves most out is logarithmic.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';

export interface ChainBoxes {
  /** x, y of each vertex of the chain in the turned frame, from the first vertex on. */
  places: Float64Array;
  /** The greatest of all coordinates there, without its sign. */
  extent: number;
  /**
   * minX, minY, maxX, maxY per node: node 1 is the whole chain, the children of node n are 2 n and 2 n + 1; leaves have BLOCK vertices
   * each, and those past the end have none.
   */
  boxes: Float64Array;
  leaves: number;
}

/** Vertices in a leaf. */
export const BLOCK = 16;

/** Share of the extent, S and (S + T)² that a place must be outside by. */
const ROUNDED = 1e-12;

/** @param vertices x, y of all vertices; the chain is a list of them, from one end to the other, which are not at one place */
export function boxChain(vertices: Float64Array, chain: Int32Array): ChainBoxes {
  const count = chain.length;
  const x0 = vertices[2 * chain[0]];
  const y0 = vertices[2 * chain[0] + 1];
  const alongX = vertices[2 * chain[count - 1]] - x0;
  const alongY = vertices[2 * chain[count - 1] + 1] - y0;
  const length = Math.sqrt(alongX * alongX + alongY * alongY);
  // Not quite of length 1: then the frame has another scale, which changes no circle.
  const cosine = alongX / length;
  const sine = alongY / length;
  let leaves = 1;
  while (leaves * BLOCK < count) leaves *= 2;
  const places = new Float64Array(2 * count);
  const boxes = new Float64Array(8 * leaves);
  for (let n = 0; n < boxes.length; n += 4) {
    boxes[n] = boxes[n + 1] = Infinity;
    boxes[n + 2] = boxes[n + 3] = -Infinity;
  }
  let extent = 0;
  for (let i = 0; i < count; i++) {
    const dx = vertices[2 * chain[i]] - x0;
    const dy = vertices[2 * chain[i] + 1] - y0;
    const x = cosine * dx + sine * dy;
    const y = cosine * dy - sine * dx;
    places[2 * i] = x;
    places[2 * i + 1] = y;
    extent = Math.max(extent, Math.abs(x), Math.abs(y));
    widen(boxes, 4 * (leaves + Math.floor(i / BLOCK)), x, y, x, y);
  }
  for (let n = leaves - 1; n > 0; n--) {
    for (let k = 8 * n; k < 8 * n + 8; k += 4) widen(boxes, 4 * n, boxes[k], boxes[k + 1], boxes[k + 2], boxes[k + 3]);
  }
  return { places, extent, boxes, leaves };
}

function widen(boxes: Float64Array, at: number, minX: number, minY: number, maxX: number, maxY: number): void {
  if (minX < boxes[at]) boxes[at] = minX;
  if (minY < boxes[at + 1]) boxes[at + 1] = minY;
  if (maxX > boxes[at + 2]) boxes[at + 2] = maxX;
  if (maxY > boxes[at + 3]) boxes[at + 3] = maxY;
}

/** The circle that `isOutside` asks about: x, y of a; twice those of its middle, from there; cross; S; and the bound's factor. */
const circle = new Float64Array(7);

/** Ask about the circle through vertices a, b and c of the chain (indices into it), counter-clockwise. */
export function putCircle({ places, extent }: ChainBoxes, a: number, b: number, c: number): void {
  const ax = places[2 * a];
  const ay = places[2 * a + 1];
  const bx = places[2 * b] - ax;
  const by = places[2 * b + 1] - ay;
  const cx = places[2 * c] - ax;
  const cy = places[2 * c + 1] - ay;
  const cross = bx * cy - by * cx;
  const b2 = bx * bx + by * by;
  const c2 = cx * cx + cy * cy;
  const size = Math.abs(bx) + Math.abs(by) + Math.abs(cx) + Math.abs(cy);
  circle[0] = ax;
  circle[1] = ay;
  circle[2] = (cy * b2 - by * c2) / cross;
  circle[3] = (bx * c2 - cx * b2) / cross;
  circle[4] = cross;
  circle[5] = size;
  // Three places on one line, but for rounding: everything may be inside.
  circle[6] = cross > ROUNDED * extent * size ? ROUNDED * extent * size : Infinity;
}

/** Are all vertices of a node certainly outside of the circle? */
function isOutside(boxes: Float64Array, node: number): boolean {
  const n = 4 * node;
  const minX = boxes[n] - circle[0];
  const minY = boxes[n + 1] - circle[1];
  const maxX = boxes[n + 2] - circle[0];
  const maxY = boxes[n + 3] - circle[1];
  const far = circle[5] + Math.max(-minX, maxX) + Math.max(-minY, maxY);
  return (leastOf(minX, maxX, circle[2]) + leastOf(minY, maxY, circle[3])) * circle[4] > circle[6] * far * far;
}

/** The least of d (d − twice) for d from `min` to `max`. */
function leastOf(min: number, max: number, twice: number): number {
  const d = Math.min(max, Math.max(min, twice / 2));
  return d * (d - twice);
}

const nodes = new GrowableInts(64);

/** Begin a search for vertices from + 1 … to − 1 that may be inside of the circle, from the first to the last of them. */
export function startSearch(): void {
  nodes.clear();
  nodes.push(1);
}

/** The first index of the next BLOCK of the chain that may have such a vertex, or NONE if there is none left. */
export function nextBlock({ boxes, leaves }: ChainBoxes, from: number, to: number): number {
  while (nodes.length > 0) {
    const node = nodes.pop();
    const depth = 31 - Math.clz32(node);
    const span = (leaves >> depth) * BLOCK;
    const first = (node - (1 << depth)) * span;
    if (first >= to || first + span <= from + 1 || isOutside(boxes, node)) continue;
    if (node >= leaves) return first;
    nodes.push(2 * node + 1);
    nodes.push(2 * node);
  }
  return NONE;
}
