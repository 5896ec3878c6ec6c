/**
 * At which elevation is the floor of a model? (TriangleSoup and its Profile → z0.)
 *
 *     z ▲            ┄┄┄┄┄┄┄┄┄┄┄┄  roof: large and level, but higher up
 *       │   ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔  first storey: another floor, worth naming
 *       │       ▔▔                 table: level, but small
 *       │   ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔  ◀ the lowest large level surface one can stand on
 *       │   ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  underside of the floor slab: covered by its top
 *
 * The profile shows where much is level; what is found there is a floor if most of it is not covered within the height
 * of a body. L04 is given the elevation; we find it, say so, and name the others. Cost: linear in the level triangles
 * for each surface looked at.
 */
import type { BuildReport } from '../core/report.ts';
import { areaBetween, binAt, metres, type Profile } from './elevation-profile.ts';
import { createSoupTriangle, loadTriangle } from './soup-triangle.ts';
import type { TriangleSoup } from './triangle-soup.ts';

export interface Surfaces {
  /** Elevations of level surfaces one can stand on, lowest first; six, or so many that `lowest` is among them. */
  elevations: number[];
  /** The lowest large one; NaN: there is none. */
  lowest: number;
  /** Large ones below it that one cannot stand on, lowest first: undersides of slabs, floors under a low ceiling. */
  passedOver: number[];
}

/** A level surface is large from this share of the largest one's area on, and worth naming from the other. */
const LARGE = 0.3;
const NAMED = 0.1;
const NAMES = 6;
/** A level surface is a floor if one can stand on this share of it: the underside of a floor slab is none. */
const STANDING = 0.25;
/**
 * Metres. The least headroom asked for, however small the body: else the underside of a thick slab were a floor for a
 * child. Between this and a grown person's height the body decides: cellars of 1.9 m are walked in.
 */
const HEADROOM = 1.5;
/** Metres. Elevations nearer than this are the same to a reader. */
const SAME = 1e-3;

/**
 * Going up, a bin starts a surface when the step height from there holds NAMED of the most that any step height holds.
 * A floor slab's underside, its top and the carpet may all lie in it: the uppermost pair of bins with at least half the
 * area of the largest pair is its elevation (pairs, since rounding may split a level floor over two bins).
 */
export function findSurfaces(soup: TriangleSoup, profile: Profile, stepHeight: number, height: number): Surfaces {
  const { level, moment, binHeight } = profile;
  const bins = level.length;
  const reach = Math.max(1, Math.round(Math.max(stepHeight, 0.1) / binHeight));
  const collected = new Float64Array(bins);
  let largest = 0;
  for (let b = bins - 1, sum = 0; b >= 0; b--) {
    sum += level[b];
    if (b + reach + 1 < bins) sum -= level[b + reach + 1];
    collected[b] = sum;
    largest = Math.max(largest, sum);
  }
  const elevations: number[] = [];
  const passedOver: number[] = [];
  let lowest = Number.NaN;
  for (let b = 0; b < bins - 1 && (elevations.length < NAMES || Number.isNaN(lowest)); b++) {
    if (level[b] === 0 || collected[b] < NAMED * largest) continue;
    const end = Math.min(b + reach, bins - 2);
    let best = 0;
    for (let i = b; i <= end; i++) best = Math.max(best, level[i] + level[i + 1]);
    let top = end;
    while (level[top] + level[top + 1] < best / 2) top--;
    const mean = profile.low + (moment[top] + moment[top + 1]) / (level[top] + level[top + 1]);
    // To the micrometre, so that the order of the triangles, which rounds sums one way or the other, does not matter.
    const z = Math.round(mean * 1e6) / 1e6;
    if (canStand(soup, profile, z, stepHeight, height)) {
      elevations.push(z);
      if (Number.isNaN(lowest) && collected[b] >= LARGE * largest) lowest = z;
      b = binAt(profile, z) + reach;
    } else {
      if (Number.isNaN(lowest) && collected[b] >= LARGE * largest) passedOver.push(z);
      b = end;
    }
  }
  return { elevations, lowest, passedOver };
}

/** The floor's elevation; which one was taken, why, and which others there are is said. */
export function chooseFloor(surfaces: Surfaces, profile: Profile, height: number, report: BuildReport): number {
  const { low, wall } = profile;
  const headroom = Math.max(height, HEADROOM);
  let floor = surfaces.lowest;
  let why = 'the lowest large level surface';
  if (Number.isNaN(floor)) {
    floor = low;
    why = "the model's lowest point, since nothing in it is level";
  } else if (
    floor > low + headroom &&
    areaBetween(profile, wall, low, low + headroom) > areaBetween(profile, wall, floor, floor + headroom)
  ) {
    // Shells of buildings without ground: what is level are the roofs, and more wall stands below them than on them.
    floor = low;
    why = 'the foot of the walls';
  }
  report.notes.push(
    `floor at z ${metres(floor)}, ${why}${passedOver(surfaces, floor, headroom)}${elsewhere(', others', surfaces, floor)}: --floor chooses another`,
  );
  return floor;
}

/** ", z -0.30 passed over for want of 2.00 m above", or nothing if nothing lower was. */
function passedOver(surfaces: Surfaces, floor: number, headroom: number): string {
  const lower = surfaces.passedOver.filter((z) => z < floor - SAME);
  const more = lower.length > NAMES ? ` and ${lower.length - NAMES} more` : '';
  const names = lower.slice(0, NAMES).map(metres).join(', ');
  return lower.length === 0 ? '' : `, z ${names}${more} passed over for want of ${metres(headroom)} m above`;
}

/** ", others at z 2.80, 5.60", or nothing if there are none. */
export function elsewhere(words: string, surfaces: Surfaces, floor: number): string {
  const others = surfaces.elevations.filter((z) => Math.abs(z - floor) > SAME).slice(0, NAMES - 1);
  return others.length === 0 ? '' : `${words} at z ${others.map(metres).join(', ')}`;
}

// ── Standing room ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Samples across and along; one bit each, in one integer per row. */
const SAMPLES = 32;
const triangle = createSoupTriangle();

/** Is at least STANDING of the level surface around z free of other level surfaces up to the head? By samples. */
function canStand(soup: TriangleSoup, profile: Profile, z: number, stepHeight: number, height: number): boolean {
  const { first, item } = profile.levelTriangles;
  const bottom = first[binAt(profile, z - stepHeight)];
  const middle = first[binAt(profile, z + stepHeight) + 1];
  const top = first[binAt(profile, z + Math.max(height, HEADROOM))];
  const box = new Float64Array([Infinity, Infinity, -Infinity, -Infinity]);
  for (let k = bottom; k < middle; k++) {
    loadTriangle(triangle, soup, item[k]);
    for (let i = 0; i < 9; i += 3) {
      box[0] = Math.min(box[0], triangle.corner[i]);
      box[1] = Math.min(box[1], triangle.corner[i + 1]);
      box[2] = Math.max(box[2], triangle.corner[i]);
      box[3] = Math.max(box[3], triangle.corner[i + 1]);
    }
  }
  const floorRows = new Int32Array(SAMPLES);
  const coverRows = new Int32Array(SAMPLES);
  for (let k = bottom; k < middle; k++) {
    loadTriangle(triangle, soup, item[k]);
    stamp(floorRows, triangle.corner, box);
  }
  const needed = STANDING * freeBits(floorRows, coverRows);
  for (let k = middle; k < top; k++) {
    loadTriangle(triangle, soup, item[k]);
    stamp(coverRows, triangle.corner, box);
    if (k % 1024 === 0 && freeBits(floorRows, coverRows) < needed) return false;
  }
  return freeBits(floorRows, coverRows) >= needed;
}

/** Set the bits of those samples in a box that a triangle covers in plan. */
function stamp(rows: Int32Array, corner: Float64Array, box: Float64Array): void {
  const width = (box[2] - box[0]) / SAMPLES;
  const depth = (box[3] - box[1]) / SAMPLES;
  const bottom = Math.ceil((Math.min(corner[1], corner[4], corner[7]) - box[1]) / depth - 0.5);
  const top = Math.ceil((Math.max(corner[1], corner[4], corner[7]) - box[1]) / depth - 0.5);
  for (let r = Math.max(0, bottom); r < Math.min(SAMPLES, top); r++) {
    const y = box[1] + (r + 0.5) * depth;
    let left = Infinity;
    let right = -Infinity;
    for (let i = 0, j = 6; i < 9; j = i, i += 3) {
      if (corner[i + 1] <= y === corner[j + 1] <= y) continue;
      const t = (y - corner[i + 1]) / (corner[j + 1] - corner[i + 1]);
      const x = corner[i] + t * (corner[j] - corner[i]);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    const first = Math.max(0, Math.ceil((left - box[0]) / width - 0.5));
    const end = Math.min(SAMPLES, Math.ceil((right - box[0]) / width - 0.5));
    if (first >= end) continue;
    rows[r] |= (end === SAMPLES ? -1 : (1 << end) - 1) & ~((1 << first) - 1);
  }
}

/** How many bits of the floor are not covered. */
function freeBits(floorRows: Int32Array, coverRows: Int32Array): number {
  let count = 0;
  for (let r = 0; r < SAMPLES; r++) {
    for (let rest = floorRows[r] & ~coverRows[r]; rest !== 0; rest &= rest - 1) count++;
  }
  return count;
}
