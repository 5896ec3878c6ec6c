/**
 * Overlaps: places and radii → how many pairs of walkers stand in each other by more than 2 cm, and how deep the worst. What counts is the hard
 * core of a body (bodies/press.ts): shells give way where people press, and are in each other without fault.
 *
 * Squares as wide as the widest reach are numbered along rows, and rows are put one after the other into a ring of
 * buckets, each shifted by a golden share of the ring. So near pairs lie in the same or in fixed other buckets wherever
 * they are; what falls onto the same bucket from afar is told apart by its distance, and never counted twice. Walkers
 * are put into the buckets one after the other, each compared before with those who are there already.
 *
 *     row + 1        ┌──────┬──────┬──────┐
 *                    │ +S−1 │  +S  │ +S+1 │          The buckets a walker looks into, counted from its own: nine
 *     row            ├──────┼──────┼──────┤          different ones, since the shift S and its double are far from
 *                    │  −1  │  0   │  +1  │          0 and from the size of the ring. Three at a time lie side by
 *     row − 1        ├──────┼──────┼──────┤          side in memory, and mostly all three are empty.
 *                    │ −S−1 │  −S  │ −S+1 │
 *                    └──────┴──────┴──────┘
 *
 * Nothing here uses the neighbourhood graph: it is what that graph's misses are counted by. Walkers on different levels
 * never overlap. Stairs and the like belong to two levels: in a crowd, a walker on them and one on a floor overlap if
 * the straight way between them leads over the stairs' end; in a recorded frame, which knows only levels, by their level.
 * Cost: linear, 40 to 70 ns per walker at 1 per m² with slots in spatial order; no allocation unless the crowd outgrows
 * the scratch. A walker is compared with at most MOST_TESTS others and found in at most MOST_PAIRS pairs: a crowd in one
 * point takes bounded time, and `isComplete` says that there are more.
 */
import { NONE } from '../core/none.ts';
import { coreRadius } from '../bodies/press.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';

/** Metres. Overlaps up to this deep are touch, not fault. */
const OVERLAP_LIMIT = 0.02;

/** A body of 0.2 m meets some 20 others in the tightest real crowd. */
const MOST_TESTS = 4096;
const MOST_PAIRS = 128;
/** Metres: squares are not made smaller than this, whatever the radii. */
const SMALLEST_SQUARE = 0.1;
/** Squares are so much wider than the reach that rounding cannot put a near pair two columns apart. */
const WIDENED = 1 + 1e-6;
/** The golden share: multiples of it, modulo 1, lie as far from each other as they can. */
const GOLDEN = 0.6180339887498949;
const FEWEST_BUCKETS = 64;
const BUCKETS_PER_WALKER = 4;

export interface OverlapResult {
  /** Pairs on one level whose cores overlap by more than OVERLAP_LIMIT. */
  pairs: number;
  /** Metres of the deepest of them; 0 if there is none. */
  deepest: number;
  /** The slots of that pair, the smaller one first; NONE if there is none. */
  first: number;
  second: number;
  /** False: so many stand in one place that not all pairs were counted; `pairs` is at least that many. */
  isComplete: boolean;
}

export function createOverlapResult(): OverlapResult {
  return { pairs: 0, deepest: 0, first: NONE, second: NONE, isComplete: true };
}

/** Memory for countOverlaps; grows with the largest crowd it has seen. */
export interface OverlapScratch {
  /** The walker that came last into each bucket, NONE in empty ones; a power of two of them. */
  head: Int32Array;
  /** The walker that came before into the same bucket. */
  next: Int32Array;
}

export function createOverlapScratch(): OverlapScratch {
  return { head: new Int32Array(FEWEST_BUCKETS), next: new Int32Array(0) };
}

/** Columns of a crowd, or of anything that has bodies as a crowd has. */
type Bodies = Pick<Crowd, 'count' | 'place' | 'body'>;

/** Count overlaps among bodies, each on a level. */
export function countOverlaps(bodies: Bodies, level: Int32Array, scratch: OverlapScratch, result: OverlapResult): void {
  countPairs(bodies, level, null, scratch, result);
}

/** The same for a crowd as it stands in a mesh. */
export function countCrowdOverlaps(mesh: CellMesh, crowd: Crowd, scratch: OverlapScratch, result: OverlapResult): void {
  countPairs(crowd, crowd.cell, mesh, scratch, result);
}

/** @param owner the level of each walker, or, with a mesh, its cell */
function countPairs(
  { count, place, body }: Bodies,
  owner: Int32Array,
  mesh: CellMesh | null,
  scratch: OverlapScratch,
  result: OverlapResult,
): void {
  result.pairs = 0;
  result.deepest = 0;
  result.first = result.second = NONE;
  result.isComplete = true;
  let widest = 0;
  for (let i = 0; i < count; i++) {
    const radius = coreRadius(body[BODY * i + RADIUS]);
    if (radius > widest) widest = radius;
  }
  const reach = 2 * widest - OVERLAP_LIMIT;
  if (count < 2 || !(reach > 0)) return;
  let buckets = FEWEST_BUCKETS;
  while (buckets < BUCKETS_PER_WALKER * count) buckets *= 2;
  if (scratch.head.length < buckets) scratch.head = new Int32Array(buckets);
  if (scratch.next.length < count) scratch.next = new Int32Array(Math.ceil(1.5 * count));
  const { head, next } = scratch;
  head.fill(NONE, 0, buckets);
  const mask = buckets - 1;
  const shift = Math.floor(GOLDEN * buckets) | 1;
  const perSquare = 1 / Math.max(reach * WIDENED, SMALLEST_SQUARE);
  let pairs = 0;
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    const x = place[2 * i];
    const y = place[2 * i + 1];
    const near = coreRadius(body[BODY * i + RADIUS]) - OVERLAP_LIMIT;
    let tests = MOST_TESTS;
    let room = MOST_PAIRS;
    // Numbers too large for an integer wrap round like the ring itself; what is no number falls into square 0.
    const own = (Math.floor(x * perSquare) + Math.imul(Math.floor(y * perSquare), shift)) | 0;
    for (let row = (own - shift) | 0, k = 0; k < 3; row = (row + shift) | 0, k++) {
      const before = head[(row - 1) & mask];
      const here = head[row & mask];
      const after = head[(row + 1) & mask];
      if ((before & here & after) === NONE) continue;
      for (let column = 0; column < 3; column++) {
        let j = column === 0 ? before : column === 1 ? here : after;
        for (; j !== NONE; j = next[j]) {
          if (tests-- === 0 || room === 0) {
            result.isComplete = false;
            break;
          }
          const dx = place[2 * j] - x;
          const dy = place[2 * j + 1] - y;
          const touch = near + coreRadius(body[BODY * j + RADIUS]);
          const squared = dx * dx + dy * dy;
          if (!(squared < touch * touch) || !(touch > 0)) continue;
          if (mesh === null ? owner[i] !== owner[j] : !isTogether(mesh, owner, place, i, j)) continue;
          room--;
          pairs++;
          const depth = touch + OVERLAP_LIMIT - Math.sqrt(squared);
          if (depth > deepest) {
            deepest = depth;
            result.first = j;
            result.second = i;
          }
        }
      }
    }
    const b = own & mask;
    next[i] = head[b];
    head[b] = i;
  }
  result.pairs = pairs;
  result.deepest = deepest;
}

const way = createWalkResult();

/** Are two walkers on the same floor, the same link, or on a link and where it leads to? */
function isTogether(mesh: CellMesh, cell: Int32Array, place: Float64Array, i: number, j: number): boolean {
  const { cellLevel, cellLink } = mesh;
  const a = cell[i];
  const b = cell[j];
  if (a < 0 || b < 0) return false;
  if (cellLink[a] === cellLink[b]) return cellLevel[a] === cellLevel[b];
  walk(mesh, a, aimWalk(way, place[2 * i], place[2 * i + 1], place[2 * j], place[2 * j + 1]));
  return way.reached && cellLink[way.cell] === cellLink[b] && cellLevel[way.cell] === cellLevel[b];
}

/** Over a whole run: what `foulee run` reports. */
export interface OverlapTotals {
  pairsMax: number;
  /** Metres. */
  deepest: number;
  /** The integral over time of the number of pairs. */
  pairSeconds: number;
  isComplete: boolean;
}

export function createOverlapTotals(): OverlapTotals {
  return { pairsMax: 0, deepest: 0, pairSeconds: 0, isComplete: true };
}

/** Add what was counted after a step of so many seconds. */
export function addOverlaps(totals: OverlapTotals, result: OverlapResult, seconds: number): void {
  if (result.pairs > totals.pairsMax) totals.pairsMax = result.pairs;
  if (result.deepest > totals.deepest) totals.deepest = result.deepest;
  totals.pairSeconds += result.pairs * seconds;
  totals.isComplete &&= result.isComplete;
}
