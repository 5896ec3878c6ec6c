/**
 * How several polygons lie to each other: does one hold all the others, do they hang together in one piece, how deep is
 * each nested?
 *
 * Readers use it to choose a reading (drawing-to-plan.ts, dxf.ts), never to change geometry; so a doubtful case may be
 * answered "no". Cost is bounded by a budget of elementary tests: beyond it the answer is "no" as well.
 */
import type { PlanPolygon } from '@foulee/engine';

/** Elementary tests (point against edge, edge against edge) that one question may cost: well under a second. */
const BUDGET = 5e7;
/** Rooms drawn side by side touch to this many metres. */
const TOUCH = 1e-3;
/** How many vertices of a polygon are asked about when it is asked whether another holds it. */
const SAMPLES = 16;

interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

function boxOf(ring: Float64Array): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] as number;
    const y = ring[i + 1] as number;
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  }
  return box;
}

function holdsBox(outer: Box, inner: Box, slack: number): boolean {
  return (
    outer.minX - slack <= inner.minX &&
    outer.minY - slack <= inner.minY &&
    outer.maxX + slack >= inner.maxX &&
    outer.maxY + slack >= inner.maxY
  );
}

/** Even-odd: is the point inside the ring? On the border: either. */
function inRing(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  let px = ring[ring.length - 2] as number;
  let py = ring[ring.length - 1] as number;
  for (let i = 0; i < ring.length; i += 2) {
    const qx = ring[i] as number;
    const qy = ring[i + 1] as number;
    if (py > y !== qy > y && x < px + ((qx - px) * (y - py)) / (qy - py)) inside = !inside;
    px = qx;
    py = qy;
  }
  return inside;
}

/** Squared distance of a point to a segment. */
function squaredDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const t = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  const ex = ax + t * dx - x;
  const ey = ay + t * dy - y;
  return ex * ex + ey * ey;
}

function nearRing(ring: Float64Array, x: number, y: number): boolean {
  let px = ring[ring.length - 2] as number;
  let py = ring[ring.length - 1] as number;
  for (let i = 0; i < ring.length; i += 2) {
    const qx = ring[i] as number;
    const qy = ring[i + 1] as number;
    if (squaredDistance(x, y, px, py, qx, qy) <= TOUCH * TOUCH) return true;
    px = qx;
    py = qy;
  }
  return false;
}

/** Does every sampled vertex of `inner` lie in `outer` or on its border? */
function holdsRing(outer: Float64Array, inner: Float64Array, samples: number): boolean {
  const vertices = inner.length / 2;
  const step = Math.max(1, Math.floor(vertices / samples));
  for (let i = 0; i < vertices; i += step) {
    const x = inner[2 * i] as number;
    const y = inner[2 * i + 1] as number;
    if (!inRing(outer, x, y) && !nearRing(outer, x, y)) return false;
  }
  return true;
}

/** Index of the polygon whose outer ring holds all the others; -1 if there is none. */
export function polygonAroundAll(polygons: readonly PlanPolygon[]): number {
  const boxes = polygons.map((p) => boxOf(p.rings[0] as Float64Array));
  let widest = 0;
  const size = (b: Box): number => (b.maxX - b.minX) * (b.maxY - b.minY);
  for (let i = 1; i < boxes.length; i++) if (size(boxes[i] as Box) > size(boxes[widest] as Box)) widest = i;
  const outer = polygons[widest]?.rings[0];
  if (outer === undefined || polygons.length < 2) return -1;
  const outerBox = boxes[widest] as Box;
  if (!boxes.every((box) => holdsBox(outerBox, box, TOUCH))) return -1;
  const samples = Math.min(SAMPLES, Math.floor(BUDGET / (outer.length * polygons.length)));
  if (samples < 1) return -1;
  const all = polygons.every((p, i) => i === widest || holdsRing(outer, p.rings[0] as Float64Array, samples));
  return all ? widest : -1;
}

/** Do the polygons, as areas, form one connected piece: adjoining rooms, overlapping or nested outlines? */
export function hangTogether(polygons: readonly PlanPolygon[]): boolean {
  const rings = polygons.map((p) => p.rings[0] as Float64Array);
  const boxes = rings.map(boxOf);
  const order = rings.map((_, i) => i).sort((a, b) => (boxes[a] as Box).minX - (boxes[b] as Box).minX);
  const parent = Int32Array.from(rings, (_, i) => i);
  const root = (i: number): number => {
    let r = i;
    while (parent[r] !== r) {
      parent[r] = parent[parent[r] as number] as number;
      r = parent[r] as number;
    }
    return r;
  };
  let budget = BUDGET;
  let pieces = rings.length;
  let active: number[] = [];
  // Sweep along x: `active` are the polygons whose boxes still reach the current one.
  for (const i of order) {
    const box = boxes[i] as Box;
    active = active.filter((j) => (boxes[j] as Box).maxX + TOUCH >= box.minX);
    for (const j of active) {
      if (--budget < 0) return false;
      const other = boxes[j] as Box;
      if (other.minY - TOUCH > box.maxY || other.maxY + TOUCH < box.minY || root(i) === root(j)) continue;
      const a = rings[i] as Float64Array;
      const b = rings[j] as Float64Array;
      budget -= (a.length / 2) * (b.length / 2);
      if (budget < 0) return false;
      if (touch(a, b)) {
        parent[root(i)] = root(j);
        pieces--;
      }
    }
    active.push(i);
  }
  return pieces === 1;
}

/** Two rings that cross, come within TOUCH of each other, or hold one another. */
function touch(a: Float64Array, b: Float64Array): boolean {
  if (inRing(a, b[0] as number, b[1] as number) || inRing(b, a[0] as number, a[1] as number)) return true;
  let ax = a[a.length - 2] as number;
  let ay = a[a.length - 1] as number;
  for (let i = 0; i < a.length; i += 2) {
    const cx = a[i] as number;
    const cy = a[i + 1] as number;
    let px = b[b.length - 2] as number;
    let py = b[b.length - 1] as number;
    for (let k = 0; k < b.length; k += 2) {
      const qx = b[k] as number;
      const qy = b[k + 1] as number;
      if (segmentsTouch(ax, ay, cx, cy, px, py, qx, qy)) return true;
      px = qx;
      py = qy;
    }
    ax = cx;
    ay = cy;
  }
  return false;
}

function segmentsTouch(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) + TOUCH < Math.min(cx, dx) || Math.max(cx, dx) + TOUCH < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) + TOUCH < Math.min(cy, dy) || Math.max(cy, dy) + TOUCH < Math.min(ay, by)) return false;
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number): number =>
    (qx - px) * (y - py) - (qy - py) * (x - px);
  const crosses =
    side(ax, ay, bx, by, cx, cy) > 0 !== side(ax, ay, bx, by, dx, dy) > 0 &&
    side(cx, cy, dx, dy, ax, ay) > 0 !== side(cx, cy, dx, dy, bx, by) > 0;
  if (crosses) return true;
  const limit = TOUCH * TOUCH;
  return (
    squaredDistance(ax, ay, cx, cy, dx, dy) <= limit ||
    squaredDistance(bx, by, cx, cy, dx, dy) <= limit ||
    squaredDistance(cx, cy, ax, ay, bx, by) <= limit ||
    squaredDistance(dx, dy, ax, ay, bx, by) <= limit
  );
}

/**
 * For each ring, the innermost other ring around it, and how many are around it. Rings that cross count as not nested
 * when a vertex lies outside. Null when the budget does not suffice.
 */
export function nestRings(rings: readonly Float64Array[]): { parent: Int32Array; depth: Int32Array } | null {
  const boxes = rings.map(boxOf);
  const area = rings.map((ring) => Math.abs(signedArea(ring)));
  // Larger first: whatever is around a ring comes before it, and the nearest before it is the innermost.
  const order = rings.map((_, i) => i).sort((a, b) => (area[b] as number) - (area[a] as number) || a - b);
  const parent = new Int32Array(rings.length).fill(-1);
  const depth = new Int32Array(rings.length);
  let budget = BUDGET;
  for (let k = 0; k < order.length; k++) {
    const i = order[k] as number;
    for (let m = k - 1; m >= 0; m--) {
      const j = order[m] as number;
      if (--budget < 0) return null;
      if (!holdsBox(boxes[j] as Box, boxes[i] as Box, 0)) continue;
      const outer = rings[j] as Float64Array;
      budget -= outer.length * Math.min(SAMPLES, (rings[i] as Float64Array).length);
      if (budget < 0) return null;
      if (!holdsRing(outer, rings[i] as Float64Array, SAMPLES)) continue;
      parent[i] = j;
      depth[i] = (depth[j] as number) + 1;
      break;
    }
  }
  return { parent, depth };
}

/** Twice-covered parts count twice, clockwise ones negative. */
export function signedArea(ring: ArrayLike<number>): number {
  const x0 = ring[0] as number;
  const y0 = ring[1] as number;
  let sum = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    sum +=
      ((ring[i] as number) - x0) * ((ring[i + 3] as number) - y0) -
      ((ring[i + 2] as number) - x0) * ((ring[i + 1] as number) - y0);
  }
  return sum / 2;
}
