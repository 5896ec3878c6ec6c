/**
 * Dirt as real city data has it: parcels and clean footprints → the same footprints, some of them spoilt, and a count
 * of each kind of damage.
 *
 * Damage between two buildings is made inside the ground the two share (the pair's last cut taken back), so that no
 * third building is touched and the walkable area of the dirty city is still known. A footprint is spoilt at most once.
 */
import { type Cut, clipRing, extent, insetRing, isBlockLike, type Ring, ringArea } from './convex.ts';
import { between, direction, integerBetween, type Random, shuffle } from '../random.ts';
import type { Pair, Streets } from './streets.ts';

export interface CityDefects {
  /** Pairs of footprints that overlap by 0.2–3 m; half of them also share parts of two side walls. */
  overlaps: number;
  /** Pairs with a wall in common, bit for bit; in half of them the one wall is only a part of the other. */
  sharedWalls: number;
  /** Pairs with a wall in common but for 0.1–0.5 mm. */
  jitteredWalls: number;
  /** A corner less than 1 mm from a corner (even ones) or from the middle of a wall (odd ones) of the neighbour. */
  nearTouches: number;
  /** Vertices added on straight walls, and the walls that got them. */
  collinearVertices: number;
  collinearWalls: number;
  /** Vertices given twice in a row. */
  repeatedVertices: number;
  /** Rings that cross themselves once. */
  selfCrossings: number;
}

/** Shares of all buildings: pairs for the first four, footprints for the others. */
const OVERLAPS = 0.05;
const SHARED_WALLS = 0.04;
const JITTERED_WALLS = 0.03;
const NEAR_TOUCHES = 0.01;
const COLLINEAR_WALLS = 0.06;
const REPEATED_VERTICES = 0.02;
const SELF_CROSSINGS = 0.004;

export const NO_DEFECTS: Readonly<CityDefects> = {
  overlaps: 0,
  sharedWalls: 0,
  jitteredWalls: 0,
  nearTouches: 0,
  collinearVertices: 0,
  collinearWalls: 0,
  repeatedVertices: 0,
  selfCrossings: 0,
};

export interface Spoilt {
  defects: CityDefects;
  /** What to add to the sum of the rings' signed areas to get the area they cover, but for slivers under 1 mm wide. */
  areaCorrection: number;
}

/** Changes `footprints` in place. */
export function spoil(streets: Streets, footprints: Ring[], random: Random): Spoilt {
  const defects: CityDefects = { ...NO_DEFECTS };
  const spoilt = new Uint8Array(footprints.length);
  let areaCorrection = 0;

  // 1. Between neighbours. Both halves have to be plain blocks, so that each defect is the one it is counted as.
  const pairs = streets.pairs.filter(
    (pair) => isBlockLike(clipRing(pair.whole, pair.cut, 1), 4) && isBlockLike(clipRing(pair.whole, pair.cut, -1), 4),
  );
  shuffle(random, pairs);
  const nextPairs = (share: number): Pair[] => {
    const taken = pairs.splice(0, Math.max(1, Math.round(share * footprints.length)));
    for (const pair of taken) spoilt.fill(1, pair.first, pair.first + 2);
    return taken;
  };
  for (const pair of nextPairs(OVERLAPS)) {
    areaCorrection -= overlap(pair, footprints, random, defects.overlaps++ % 2 === 0);
  }
  for (const pair of nextPairs(SHARED_WALLS)) shareWall(pair, footprints, random, defects.sharedWalls++ % 2 === 0);
  for (const pair of nextPairs(JITTERED_WALLS)) {
    jitterWall(pair, footprints, random);
    defects.jitteredWalls++;
  }
  for (const pair of nextPairs(NEAR_TOUCHES)) nearlyTouch(pair, footprints, random, defects.nearTouches++ % 2 === 0);

  // 2. On single footprints.
  const singles = Array.from(footprints.keys()).filter((index) => spoilt[index] === 0);
  shuffle(random, singles);
  const nextSingles = (share: number): number[] =>
    singles.splice(0, Math.max(1, Math.round(share * footprints.length)));
  for (const index of nextSingles(COLLINEAR_WALLS)) {
    defects.collinearVertices += addCollinear(footprints[index] as Ring, random);
    defects.collinearWalls++;
  }
  for (const index of nextSingles(REPEATED_VERTICES)) {
    const ring = footprints[index] as Ring;
    const at = 2 * integerBetween(random, 0, ring.length / 2 - 1);
    ring.splice(at, 0, ring[at] as number, ring[at + 1] as number);
    defects.repeatedVertices++;
  }
  let crossings = Math.max(1, Math.round(SELF_CROSSINGS * footprints.length));
  for (const index of singles) {
    const ring = footprints[index] as Ring;
    if (crossings === 0 || ring.length !== 8) continue;
    areaCorrection += crossItself(ring);
    defects.selfCrossings++;
    crossings--;
  }
  return { defects, areaCorrection };
}

function movedCut(cut: Cut, distance: number): Cut {
  return { normalX: cut.normalX, normalY: cut.normalY, offset: cut.offset + distance };
}

/** Returns the area both cover. Flush: the sides of both lie on one line. Otherwise the upper one is narrower. */
function overlap(pair: Pair, footprints: Ring[], random: Random, flush: boolean): number {
  const [low, high] = extent(pair.whole, pair.cut.normalX, pair.cut.normalY);
  const depth = Math.min(between(random, 0.2, 3), 0.2 * (high - low));
  const narrower = flush ? pair.whole : insetRing(pair.whole, between(random, 0.3, 0.9));
  footprints[pair.first] = clipRing(pair.whole, movedCut(pair.cut, depth / 2), 1);
  footprints[pair.first + 1] = clipRing(narrower, movedCut(pair.cut, -depth / 2), -1);
  return ringArea(clipRing(footprints[pair.first + 1] as Ring, movedCut(pair.cut, depth / 2), 1));
}

function shareWall(pair: Pair, footprints: Ring[], random: Random, whole: boolean): void {
  footprints[pair.first] = clipRing(pair.whole, pair.cut, 1);
  const upper = clipRing(pair.whole, pair.cut, -1);
  const share = between(random, 0.4, 0.7);
  // Across the wall: half-way along the upper building, which then ends in the middle of the wall.
  const { normalX, normalY } = pair.cut;
  const [low, high] = extent(upper, -normalY, normalX);
  const across: Cut = { normalX: -normalY, normalY: normalX, offset: low + share * (high - low) };
  footprints[pair.first + 1] = whole ? upper : clipRing(upper, across, 1);
}

function jitterWall(pair: Pair, footprints: Ring[], random: Random): void {
  footprints[pair.first] = clipRing(pair.whole, pair.cut, 1);
  const upper = clipRing(pair.whole, pair.cut, -1);
  for (const i of cornersOn(upper, pair.cut)) {
    const [dx, dy] = direction(random);
    const distance = between(random, 0.0001, 0.0005);
    upper[i] = (upper[i] as number) + distance * dx;
    upper[i + 1] = (upper[i + 1] as number) + distance * dy;
  }
  footprints[pair.first + 1] = upper;
}

/**
 *      lower │ upper             lower │   upper
 *            ╱‾‾‾‾‾                    │  ╱‾‾‾‾
 *      ______·                         │·
 *   corner to corner                   │  ╲____   corner to wall
 */
function nearlyTouch(pair: Pair, footprints: Ring[], random: Random, corner: boolean): void {
  const lower = clipRing(pair.whole, pair.cut, 1);
  const gap = movedCut(pair.cut, between(random, 0.6, 1.2));
  const upper = clipRing(pair.whole, gap, -1);
  const distance = between(random, 0.0002, 0.0009);
  const [a, b] = cornersOn(lower, pair.cut) as [number, number];
  const [c, d] = cornersOn(upper, gap) as [number, number];
  const pullX = distance * pair.cut.normalX;
  const pullY = distance * pair.cut.normalY;
  if (corner) {
    const nearer = squaredDistance(lower, a, upper, c) < squaredDistance(lower, b, upper, c) ? a : b;
    upper[c] = (lower[nearer] as number) + pullX;
    upper[c + 1] = (lower[nearer + 1] as number) + pullY;
  } else {
    const x = ((lower[a] as number) + (lower[b] as number)) / 2 + pullX;
    const y = ((lower[a + 1] as number) + (lower[b + 1] as number)) / 2 + pullY;
    // Between the two corners of the wall: behind the last one if the wall closes the ring.
    upper.splice(d - c === 2 ? d : upper.length, 0, x, y);
  }
  footprints[pair.first] = lower;
  footprints[pair.first + 1] = upper;
}

/** Indices (of x) of the two corners of a clipped ring that lie on the line it was clipped by. */
function cornersOn(ring: Ring, cut: Cut): number[] {
  const found: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const distance = (ring[i] as number) * cut.normalX + (ring[i + 1] as number) * cut.normalY - cut.offset;
    if (Math.abs(distance) < 1e-6) found.push(i);
  }
  return found;
}

function squaredDistance(a: Ring, i: number, b: Ring, j: number): number {
  const dx = (a[i] as number) - (b[j] as number);
  const dy = (a[i + 1] as number) - (b[j + 1] as number);
  return dx * dx + dy * dy;
}

/** One to six vertices on a wall, in order. They are as collinear as rounding lets them be. */
function addCollinear(ring: Ring, random: Random): number {
  const count = integerBetween(random, 1, 6);
  const at = 2 * integerBetween(random, 0, ring.length / 2 - 1);
  const next = (at + 2) % ring.length;
  const x = ring[at] as number;
  const y = ring[at + 1] as number;
  const dx = (ring[next] as number) - x;
  const dy = (ring[next + 1] as number) - y;
  const added: number[] = [];
  for (let k = 1; k <= count; k++) {
    const t = (k - between(random, 0, 0.5)) / (count + 0.5);
    added.push(x + t * dx, y + t * dy);
  }
  ring.splice(at + 2, 0, ...added);
  return count;
}

/**
 * Swap two corners of a quadrilateral: a bow tie, one lobe of which runs clockwise. Returns what its signed area lacks
 * of the area it covers: the negative lobe counted the right way round, twice.
 *
 *      a ────── d→b        the sides b–c and d–a of the new ring cross in x; the lobes are
 *        ╲    ╱            the triangles a b x and c d x.
 *          x
 *        ╱    ╲
 *      c ────── d
 */
function crossItself(ring: Ring): number {
  const [x, y] = [ring[4] as number, ring[5] as number];
  ring[4] = ring[6] as number;
  ring[5] = ring[7] as number;
  ring[6] = x;
  ring[7] = y;
  const [ax, ay, bx, by, cx, cy, dx, dy] = ring as [number, number, number, number, number, number, number, number];
  // The point x on b–c, where it crosses d–a.
  const da = (bx - dx) * (ay - dy) - (by - dy) * (ax - dx);
  const db = (cx - dx) * (ay - dy) - (cy - dy) * (ax - dx);
  const t = da / (da - db);
  const px = bx + t * (cx - bx);
  const py = by + t * (cy - by);
  const covered = Math.abs(ringArea([ax, ay, bx, by, px, py])) + Math.abs(ringArea([cx, cy, dx, dy, px, py]));
  return covered - ringArea(ring);
}
