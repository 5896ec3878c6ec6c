/**
 * The slab cut: a 3D model (TriangleSoup) becomes a Plan with one level (environment.md §1 step 1, L04 §3.1).
 *
 *     z ▲   ───────────────  ceiling, balcony: headroom, no obstacle
 *       │
 *  z0+h ┼ ─ ─ ─ ─ ─ ─ ─ ─ ─  ┐ whatever of a triangle lies between these two planes
 *       │    ║   ╔═══╗       │ is projected and is an obstacle
 *  z0+s ┼ ─ ─║─ ─╚═══╝─ ─ ─  ┤
 *    z0 ┼ ▁▁▁║▁▁▁▁▁▁▁▁▁▁▁    │ whatever is not too steep between these two is floor;
 *  z0−s ┼ ─ ─ ─ ─ ─ ─ ─ ─ ─  ┘ where there is none (tracks, voids, holes) the floor has an edge
 *
 * Every triangle is clipped to both slabs by two parallel planes, which leaves at most 5 corners: with area it is a
 * polygon, seen edge-on (a wall's face) it is a line. Vertices within TOGETHER of a plane count as on it, so that what
 * only touches a slab (a step exactly s high, a ceiling exactly at h) is not in it. A solid's inside is not filled: it
 * is enclosed by its faces' lines and polygons, and the map stage does not reach it.
 *
 * Winding is not trusted: a face is floor whichever way it looks, but for the undersides of building shells
 * (`settleFloor`). L04 takes every place without obstacle for floor and is given its elevation; we ask for a floor and
 * find it. Cost: three passes over the triangles, objects only for those that touch a slab: 10⁶ triangles take 0.3 s
 * when few do and 2 s when all do.
 */
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { type BuildReport, countRepair } from '../core/report.ts';
import type { Plan, PlanLevel, PlanPolygon, PolygonRole } from './plan.ts';
import type { TriangleSoup } from './triangle-soup.ts';

export interface SlabOptions {
  /** Elevation z0 of the floor, metres; default: the lowest large level surface (`levelSurfaces`). */
  floor?: number | undefined;
  /** s, what a person steps over, metres; default 0.25. */
  stepHeight?: number | undefined;
  /** h, the height of a body, metres; default 2.0. */
  height?: number | undefined;
  /** Ground around the bounding box of a model that has no floor, metres; default 10. */
  margin?: number | undefined;
}

/** Metres. What is nearer than this is together: the tolerance of the planar map that follows. */
const TOGETHER = 1e-3;
/** Metres. A triangle lower than this on its longest side has no area. */
const FLAT = 1e-6;
/** Squared sines of a face's normal against the vertical: up to 45° is floor, … */
const FLOOR_SINE = 0.5;
/** … up to 5.7° (1 : 10) is a level surface, which can tell the floor's elevation; … */
const LEVEL_SINE = 0.01;
/** … from 0.3° (1 : 200) on it is sloping ground; … */
const SLOPING_SINE = 2.5e-5;
/** … and from 80° on it is a wall. */
const WALL_SINE = 0.97;
/** A level surface is large from this share of the largest one's area on, and worth naming from the other. */
const LARGE = 0.3;
const NAMED = 0.1;
/** A level surface is a floor if one can stand on this share of it: the underside of a floor slab is none. */
const STANDING = 0.25;
/** The ground goes on beyond the slab while each 2s of height hold this share of the slab's floor; warn from the other. */
const GOES_ON = 0.02;
const HILLY = 0.1;
/** Metres: height of the profile's bins. There are at most BINS, higher ones when a model is kilometres high. */
const BIN_HEIGHT = 0.01;
const BINS = 1 << 16;
/** Slots looked through at most: leaving a repetition in is harmless, searching 10⁶ of them is not. */
const CHAIN = 64;

/** How much surface a model has at which elevation, in bins of equal height from `low` up. */
interface Profile {
  low: number;
  high: number;
  /** The larger horizontal side of the bounding box. */
  width: number;
  binHeight: number;
  /** Area of level surfaces, and area times elevation, per bin. */
  level: Float64Array;
  moment: Float64Array;
  /** Area of sloping ground that faces up, and of walls, per bin; a triangle is spread evenly over its height. */
  sloping: Float64Array;
  wall: Float64Array;
  /** The level triangles of each bin. */
  levelFirst: Int32Array;
  levelTriangle: Int32Array;
  /** Does most of the floor-like surface face down? Then the whole model is wound the wrong way round. */
  turnedOver: boolean;
}

/** What was cut out so far. Equal polygons and segments are kept once: soups repeat them by the thousand. */
interface Cut {
  polygons: PlanPolygon[];
  polygonIndex: Index;
  /** Supporting segments of walls seen edge-on (ax, ay, bx, by), and which part of each stands in the slab. */
  supports: Float64Array[];
  from: number[];
  to: number[];
  supportIndex: Index;
  /** Floor area that faces up and down. */
  floorUp: number;
  floorDown: number;
}

/** Open addressing: items by hash, in a table of a power of two that is at most half full; NONE is an empty slot. */
interface Index {
  slots: Int32Array;
  hashes: number[];
}

export function cutSlab(soup: TriangleSoup, options: SlabOptions, report: BuildReport): Plan {
  const { stepHeight = 0.25, height = 2, margin = 10 } = options;
  checkOptions(options.floor ?? 0, stepHeight, height, margin);

  // 1. How much surface lies where.
  const profile = measure(soup, report);
  suggestScale(profile, report);

  // 2. The floor's elevation.
  const { surfaces, lowest } = levelSurfaces(soup, profile, stepHeight, height);
  const floor = options.floor ?? chooseFloor(surfaces, lowest, profile, height, report);

  // 3. Cut both slabs.
  const cut = emptyCut();
  for (let t = 0; t < soup.triangles.length; t += 3) {
    if (!loadTriangle(soup, t)) continue;
    cutObstacle(cut, floor + stepHeight, floor + height);
    cutFloor(cut, floor - stepHeight, floor + stepHeight, profile.turnedOver);
  }

  // 4. The plan.
  const level: PlanLevel = {
    name: '0',
    elevation: floor,
    polygons: cut.polygons,
    lines: linesOf(cut),
    floor: 'polygons',
    margin,
  };
  if (level.polygons.length + level.lines.length === 0) {
    throw new InputError(
      soup.name,
      `no floor and no obstacle between z ${metres(floor - stepHeight)} and ${metres(floor + height)}`,
      `the model spans z ${metres(profile.low)} to ${metres(profile.high)}${elsewhere(' with level surfaces', surfaces, floor)}: choose --floor`,
    );
  }
  settleFloor(level, cut, surfaces, stepHeight, report);
  if (level.floor === 'polygons') warnOfHills(profile, floor, stepHeight, cut.floorUp, report);
  return { name: soup.name, frame: soup.frame, levels: [level], doors: [], links: [] };
}

function checkOptions(floor: number, stepHeight: number, height: number, margin: number): void {
  if (!Number.isFinite(floor)) throw new InputError('--floor', `${floor} is no elevation`, 'give metres');
  if (!(stepHeight >= 0 && stepHeight < Infinity)) {
    throw new InputError('--step-height', `${stepHeight} is no height`, 'give metres, 0 or more');
  }
  if (!(height > stepHeight + TOGETHER && height < Infinity)) {
    throw new InputError('--height', `${height} is not above the step height ${stepHeight}`, 'give metres, say 2.0');
  }
  if (!(margin >= 0 && margin < Infinity)) throw new InputError('--margin', `${margin} is no length`, 'give metres');
}

// ── The triangle at hand ──────────────────────────────────────────────────────────────────────────────────────────

/** Its corners x, y, z; its normal, of twice its area; the squared sine of its slope. */
const corner = new Float64Array(9);
const normal = new Float64Array(3);
let slopeSine = 0;

/** Loads a triangle; false if it has no area (also if an index leads nowhere: comparisons with NaN fail). */
function loadTriangle(soup: TriangleSoup, first: number): boolean {
  const { positions, triangles } = soup;
  let longest = 0;
  for (let i = 0; i < 3; i++) {
    const v = 3 * triangles[first + i]!;
    corner[3 * i] = positions[v]!;
    corner[3 * i + 1] = positions[v + 1]!;
    corner[3 * i + 2] = positions[v + 2]!;
  }
  for (let i = 0, j = 6; i < 9; j = i, i += 3) {
    const dx = corner[i]! - corner[j]!;
    const dy = corner[i + 1]! - corner[j + 1]!;
    const dz = corner[i + 2]! - corner[j + 2]!;
    longest = Math.max(longest, dx * dx + dy * dy + dz * dz);
  }
  const ux = corner[3]! - corner[0]!;
  const uy = corner[4]! - corner[1]!;
  const uz = corner[5]! - corner[2]!;
  const vx = corner[6]! - corner[0]!;
  const vy = corner[7]! - corner[1]!;
  const vz = corner[8]! - corner[2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  const across = nx * nx + ny * ny;
  const square = across + nz * nz;
  slopeSine = across / square;
  return square > FLAT * FLAT * longest;
}

// ── 1. The profile ────────────────────────────────────────────────────────────────────────────────────────────────

function measure(soup: TriangleSoup, report: BuildReport): Profile {
  const count = Math.floor(soup.triangles.length / 3);
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let t = 0; t < count; t++) {
    if (!loadTriangle(soup, 3 * t)) {
      countRepair(report, 'triangle without area dropped', corner[0]!, corner[1]!);
      continue;
    }
    for (let i = 0; i < 9; i++) {
      const axis = i % 3;
      if (corner[i]! < least[axis]!) least[axis] = corner[i]!;
      if (corner[i]! > most[axis]!) most[axis] = corner[i]!;
    }
  }
  const low = least[2]!;
  const high = most[2]!;
  if (!(low <= high)) throw new InputError(soup.name, 'no triangle with area in it', 'export the model as a mesh');

  const binHeight = Math.max(BIN_HEIGHT, (high - low) / (BINS - 2));
  const bins = Math.floor((high - low) / binHeight) + 2;
  const profile: Profile = {
    low,
    high,
    width: Math.max(most[0]! - least[0]!, most[1]! - least[1]!),
    binHeight,
    level: new Float64Array(bins),
    moment: new Float64Array(bins),
    sloping: new Float64Array(bins),
    wall: new Float64Array(bins),
    levelFirst: new Int32Array(bins + 1),
    levelTriangle: new Int32Array(0),
    turnedOver: false,
  };
  const binOf = new Int32Array(count).fill(NONE);
  const slopingDown = new Float64Array(bins);
  let balance = 0;
  let total = 0;
  for (let t = 0; t < count; t++) {
    if (!loadTriangle(soup, 3 * t)) continue;
    const nz = normal[2]!;
    if (slopeSine <= FLOOR_SINE) {
      balance += nz;
      total += Math.abs(nz);
      if (slopeSine >= SLOPING_SINE) spread(profile, nz > 0 ? profile.sloping : slopingDown, Math.abs(nz) / 2);
      if (slopeSine <= LEVEL_SINE) {
        const z = (corner[2]! + corner[5]! + corner[8]!) / 3;
        const bin = binAt(profile, z);
        binOf[t] = bin;
        profile.levelFirst[bin + 1]!++;
        profile.level[bin]! += Math.abs(nz) / 2;
        profile.moment[bin]! += (Math.abs(nz) / 2) * (z - low);
      }
    } else if (slopeSine >= WALL_SINE) {
      spread(profile, profile.wall, Math.sqrt(normal[0]! * normal[0]! + normal[1]! * normal[1]!) / 2);
    }
  }
  // A closed solid has as much surface facing up as down; a lone sheet wound rightly has only the former.
  profile.turnedOver = balance < -total / 3;
  if (profile.turnedOver) profile.sloping = slopingDown;
  for (let b = 1; b < bins; b++) {
    profile.sloping[b]! += profile.sloping[b - 1]!;
    profile.wall[b]! += profile.wall[b - 1]!;
  }
  const { levelFirst } = profile;
  for (let b = 0; b < bins; b++) levelFirst[b + 1]! += levelFirst[b]!;
  profile.levelTriangle = new Int32Array(levelFirst[bins]!);
  const next = levelFirst.slice();
  for (let t = 0; t < count; t++) if (binOf[t] !== NONE) profile.levelTriangle[next[binOf[t]!]!++] = t;
  return profile;
}

function binAt(profile: Profile, z: number): number {
  const bin = Math.floor((z - profile.low) / profile.binHeight);
  return Math.min(Math.max(bin, 0), profile.level.length - 1);
}

/** Spread the loaded triangle's area evenly over the bins it spans: as differences, summed up at the end. */
function spread(profile: Profile, into: Float64Array, area: number): void {
  const bottom = binAt(profile, Math.min(corner[2]!, corner[5]!, corner[8]!));
  const top = binAt(profile, Math.max(corner[2]!, corner[5]!, corner[8]!)) + 1;
  into[bottom]! += area / (top - bottom);
  if (top < into.length) into[top]! -= area / (top - bottom);
}

/** The sum of bins between two elevations; bins that begin within them count. */
function areaBetween(profile: Profile, areas: Float64Array, from: number, to: number): number {
  const start = Math.max(0, Math.ceil((from - profile.low) / profile.binHeight));
  const end = Math.min(areas.length, Math.ceil((to - profile.low) / profile.binHeight));
  let sum = 0;
  for (let b = start; b < end; b++) sum += areas[b]!;
  return sum;
}

/** So wide and so high is millimetres sooner than a mountain; under 1 m nobody walks. A reader may have said so already. */
function suggestScale(profile: Profile, report: BuildReport): void {
  if (report.warnings.some((warning) => warning.includes('--scale'))) return;
  const { low, high, width } = profile;
  const size = `the model is ${metres(width)} m wide and ${metres(high - low)} m high`;
  if ((width > 1000 && high - low > 500) || width > 50_000) {
    report.warnings.push(`${size}: if it is in millimetres, try --scale 0.001`);
  } else if (width < 1 && high - low < 1) {
    report.warnings.push(`${size}: if its unit is larger than a metre, try --scale 1000 or what it is`);
  }
}

// ── 2. The floor's elevation ──────────────────────────────────────────────────────────────────────────────────────

/**
 * The elevations of level surfaces one can stand on, lowest first, and the lowest large one (NaN: none).
 *
 * Going up, a bin starts a surface when the step height from there holds NAMED of the most that any step height holds.
 * A floor slab's underside, its top and the carpet may all lie in it: the uppermost pair of bins with at least half the
 * area of the largest pair is its elevation (pairs, since rounding may split a level floor over two bins).
 */
function levelSurfaces(
  soup: TriangleSoup,
  profile: Profile,
  stepHeight: number,
  height: number,
): { surfaces: number[]; lowest: number } {
  const { level, moment, binHeight } = profile;
  const bins = level.length;
  const reach = Math.max(1, Math.round(Math.max(stepHeight, 0.1) / binHeight));
  const collected = new Float64Array(bins);
  let largest = 0;
  for (let b = bins - 1, sum = 0; b >= 0; b--) {
    sum += level[b]!;
    if (b + reach + 1 < bins) sum -= level[b + reach + 1]!;
    collected[b] = sum;
    largest = Math.max(largest, sum);
  }
  const surfaces: number[] = [];
  let lowest = Number.NaN;
  for (let b = 0; b < bins - 1 && (surfaces.length < 6 || Number.isNaN(lowest)); b++) {
    if (level[b] === 0 || collected[b]! < NAMED * largest) continue;
    const end = Math.min(b + reach, bins - 2);
    let best = 0;
    for (let i = b; i <= end; i++) best = Math.max(best, level[i]! + level[i + 1]!);
    let top = end;
    while (level[top]! + level[top + 1]! < best / 2) top--;
    const z = profile.low + (moment[top]! + moment[top + 1]!) / (level[top]! + level[top + 1]!);
    if (canStand(soup, profile, z, stepHeight, height)) {
      surfaces.push(z);
      if (Number.isNaN(lowest) && collected[b]! >= LARGE * largest) lowest = z;
      b = binAt(profile, z) + reach;
    } else {
      b = end;
    }
  }
  return { surfaces, lowest };
}

/** Is at least STANDING of the level surface around z free of other level surfaces up to z + h? By 32 × 32 samples. */
function canStand(soup: TriangleSoup, profile: Profile, z: number, stepHeight: number, height: number): boolean {
  const { levelFirst, levelTriangle } = profile;
  const bottom = levelFirst[binAt(profile, z - stepHeight)]!;
  const middle = levelFirst[binAt(profile, z + stepHeight) + 1]!;
  const top = levelFirst[binAt(profile, z + height)]!;
  const box = new Float64Array([Infinity, Infinity, -Infinity, -Infinity]);
  for (let k = bottom; k < middle; k++) {
    loadTriangle(soup, 3 * levelTriangle[k]!);
    for (let i = 0; i < 9; i += 3) {
      box[0] = Math.min(box[0]!, corner[i]!);
      box[1] = Math.min(box[1]!, corner[i + 1]!);
      box[2] = Math.max(box[2]!, corner[i]!);
      box[3] = Math.max(box[3]!, corner[i + 1]!);
    }
  }
  const floorRows = new Int32Array(32);
  const coverRows = new Int32Array(32);
  for (let k = bottom; k < middle; k++) {
    loadTriangle(soup, 3 * levelTriangle[k]!);
    stamp(floorRows, box);
  }
  const needed = STANDING * freeBits(floorRows, coverRows);
  for (let k = middle; k < top; k++) {
    loadTriangle(soup, 3 * levelTriangle[k]!);
    stamp(coverRows, box);
    if (k % 1024 === 0 && freeBits(floorRows, coverRows) < needed) return false;
  }
  return freeBits(floorRows, coverRows) >= needed;
}

/** Set the bits of those of 32 × 32 points in a box that the loaded triangle covers; one integer per row. */
function stamp(rows: Int32Array, box: Float64Array): void {
  const width = (box[2]! - box[0]!) / 32;
  const depth = (box[3]! - box[1]!) / 32;
  const bottom = Math.ceil((Math.min(corner[1]!, corner[4]!, corner[7]!) - box[1]!) / depth - 0.5);
  const top = Math.ceil((Math.max(corner[1]!, corner[4]!, corner[7]!) - box[1]!) / depth - 0.5);
  for (let r = Math.max(0, bottom); r < Math.min(32, top); r++) {
    const y = box[1]! + (r + 0.5) * depth;
    let left = Infinity;
    let right = -Infinity;
    for (let i = 0, j = 6; i < 9; j = i, i += 3) {
      if (corner[i + 1]! <= y === corner[j + 1]! <= y) continue;
      const t = (y - corner[i + 1]!) / (corner[j + 1]! - corner[i + 1]!);
      const x = corner[i]! + t * (corner[j]! - corner[i]!);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    const first = Math.max(0, Math.ceil((left - box[0]!) / width - 0.5));
    const end = Math.min(32, Math.ceil((right - box[0]!) / width - 0.5));
    if (first >= end) continue;
    rows[r]! |= (end === 32 ? -1 : (1 << end) - 1) & ~((1 << first) - 1);
  }
}

/** How many bits of the floor are not covered. */
function freeBits(floorRows: Int32Array, coverRows: Int32Array): number {
  let count = 0;
  for (let r = 0; r < 32; r++) for (let rest = floorRows[r]! & ~coverRows[r]!; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function chooseFloor(
  surfaces: number[],
  lowest: number,
  profile: Profile,
  height: number,
  report: BuildReport,
): number {
  const { low, wall } = profile;
  let floor = lowest;
  let why = 'the lowest large level surface';
  if (Number.isNaN(lowest)) {
    floor = low;
    why = "the model's lowest point, since nothing in it is level";
  } else if (
    lowest > low + height &&
    areaBetween(profile, wall, low, low + height) > areaBetween(profile, wall, lowest, lowest + height)
  ) {
    // Shells of buildings without ground: what is level are the roofs, and more wall stands below them than on them.
    floor = low;
    why = 'the foot of the walls';
  }
  report.notes.push(
    `floor at z ${metres(floor)}, ${why}${elsewhere(', others', surfaces, floor)}: --floor chooses another`,
  );
  return floor;
}

/** ", others at z 2.80, 5.60", or nothing if there are none. */
function elsewhere(words: string, surfaces: number[], floor: number): string {
  const others = surfaces.filter((z) => Math.abs(z - floor) > TOGETHER).slice(0, 5);
  return others.length === 0 ? '' : `${words} at z ${others.map(metres).join(', ')}`;
}

/** Decimals a person can use, without a negative zero. */
function metres(length: number): string {
  return (Math.round(length * 100) / 100 + 0).toFixed(2);
}

// ── 3. Cutting ────────────────────────────────────────────────────────────────────────────────────────────────────

function emptyCut(): Cut {
  const index = (): Index => ({ slots: new Int32Array(1024).fill(NONE), hashes: [] });
  return {
    polygons: [],
    polygonIndex: index(),
    supports: [],
    from: [],
    to: [],
    supportIndex: index(),
    floorUp: 0,
    floorDown: 0,
  };
}

/** The clipped triangle, x, y, z: 3 corners, and each of two planes adds at most one. */
const clipped = new Float64Array(15);
const halfClipped = new Float64Array(12);

/** Clip the loaded triangle to bottom ≤ z ≤ top into `clipped`; how many corners are left. */
function clip(bottom: number, top: number): number {
  const left = clipByPlane(corner, 3, bottom, 1, halfClipped);
  return clipByPlane(halfClipped, left, top, -1, clipped);
}

/** Keep what of a convex polygon has side · (z − plane) ≥ 0, after Sutherland and Hodgman. */
function clipByPlane(from: Float64Array, count: number, plane: number, side: number, into: Float64Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const p = 3 * i;
    const q = 3 * ((i + 1) % count);
    const above = side * heightOver(plane, from[p + 2]!);
    const nextAbove = side * heightOver(plane, from[q + 2]!);
    if (above >= 0) {
      into[kept++] = from[p]!;
      into[kept++] = from[p + 1]!;
      into[kept++] = from[p + 2]!;
    }
    if ((above < 0 && nextAbove > 0) || (above > 0 && nextAbove < 0)) {
      // Always from the outer to the inner end: the neighbour across this edge finds the very same point.
      const outer = above < 0 ? p : q;
      const inner = above < 0 ? q : p;
      const t = Math.min(above, nextAbove) / (Math.min(above, nextAbove) - Math.max(above, nextAbove));
      into[kept++] = from[outer]! + t * (from[inner]! - from[outer]!);
      into[kept++] = from[outer + 1]! + t * (from[inner + 1]! - from[outer + 1]!);
      into[kept++] = plane;
    }
  }
  return kept / 3;
}

function heightOver(plane: number, z: number): number {
  const above = z - plane;
  return Math.abs(above) <= TOGETHER ? 0 : above;
}

/** The part of the loaded triangle between two planes, as an obstacle. Lying in one of the planes is not between them. */
function cutObstacle(cut: Cut, bottom: number, top: number): void {
  if (heightOver(bottom, Math.max(corner[2]!, corner[5]!, corner[8]!)) <= 0) return;
  if (heightOver(top, Math.min(corner[2]!, corner[5]!, corner[8]!)) >= 0) return;
  const count = clip(bottom, top);
  if (count < 3) return;
  // A triangle seen edge-on lies on the segment between its two corners furthest apart.
  if (widest(corner, 3) && width(corner, 3) <= TOGETHER) addWall(cut, corner, count);
  else if (!widest(clipped, count)) return;
  else if (width(clipped, count) <= TOGETHER) addWall(cut, clipped, count);
  else addPolygon(cut, 'obstacle', count);
}

/** The part of the loaded triangle between two planes, both included, as floor, unless it is too steep. */
function cutFloor(cut: Cut, bottom: number, top: number, turnedOver: boolean): void {
  if (slopeSine > FLOOR_SINE) return;
  if (heightOver(bottom, Math.max(corner[2]!, corner[5]!, corner[8]!)) < 0) return;
  if (heightOver(top, Math.min(corner[2]!, corner[5]!, corner[8]!)) > 0) return;
  const count = clip(bottom, top);
  if (count < 3 || !widest(clipped, count) || width(clipped, count) <= FLAT) return;
  const area = addPolygon(cut, 'walkable', count);
  if (normal[2]! > 0 !== turnedOver) cut.floorUp += area;
  else cut.floorDown += area;
}

/** The two corners of a polygon that lie furthest apart in plan. */
let endA = 0;
let endB = 0;

/** Finds them; false if all corners lie at one point. */
function widest(points: Float64Array, count: number): boolean {
  let most = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    for (let j = i + 3; j < 3 * count; j += 3) {
      const dx = points[j]! - points[i]!;
      const dy = points[j + 1]! - points[i + 1]!;
      if (dx * dx + dy * dy > most) {
        most = dx * dx + dy * dy;
        endA = i;
        endB = j;
      }
    }
  }
  return most > 0;
}

/** The extent of a polygon in plan across the line from endA to endB. */
function width(points: Float64Array, count: number): number {
  const dx = points[endB]! - points[endA]!;
  const dy = points[endB + 1]! - points[endA + 1]!;
  let left = 0;
  let right = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const across = dx * (points[i + 1]! - points[endA + 1]!) - dy * (points[i]! - points[endA]!);
    left = Math.max(left, across);
    right = Math.min(right, across);
  }
  return (left - right) / Math.sqrt(dx * dx + dy * dy);
}

/**
 * Add what `clipped` covers of the segment from endA to endB of `points`. Both triangles of a wall's face lie on the same
 * segment but cover different parts of it, since the slab cuts their common diagonal:
 *
 *     a ┬────────────┬ b      the upper triangle covers a…q, the lower p…b:
 *  top ─┼───────q────┼─       kept as one segment, a…b
 *       │    ╱       │
 *  bot ─┼─p──────────┼─
 *       ┴────────────┴
 */
function addWall(cut: Cut, points: Float64Array, count: number): void {
  // One direction for both faces of a wall: from the end with the smaller x, then y.
  const forward = points[endA]! - points[endB]! || points[endA + 1]! - points[endB + 1]!;
  const a = forward < 0 ? endA : endB;
  const b = forward < 0 ? endB : endA;
  key[0] = points[a]! + 0;
  key[1] = points[a + 1]! + 0;
  key[2] = points[b]! + 0;
  key[3] = points[b + 1]! + 0;
  const dx = key[2] - key[0];
  const dy = key[3] - key[1];
  let from = 1;
  let to = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const t = ((clipped[i]! - key[0]) * dx + (clipped[i + 1]! - key[1]) * dy) / (dx * dx + dy * dy);
    from = Math.min(from, Math.max(t, 0));
    to = Math.max(to, Math.min(t, 1));
  }
  const { slots, hashes } = cut.supportIndex;
  const hash = hashOfKey(4);
  for (let step = 0; step < CHAIN; step++) {
    const item = slots[(hash + step) & (slots.length - 1)]!;
    if (item === NONE) break;
    if (hashes[item] !== hash || !equalsKey(cut.supports[item]!, 4)) continue;
    if (from > cut.to[item]! || to < cut.from[item]!) continue;
    cut.from[item] = Math.min(cut.from[item]!, from);
    cut.to[item] = Math.max(cut.to[item]!, to);
    return;
  }
  register(cut.supportIndex, hash);
  cut.supports.push(key.slice(0, 4));
  cut.from.push(from);
  cut.to.push(to);
}

function linesOf(cut: Cut): Float64Array[] {
  const lines: Float64Array[] = [];
  for (let i = 0; i < cut.supports.length; i++) {
    const [ax, ay, bx, by] = cut.supports[i] as unknown as [number, number, number, number];
    const from = cut.from[i]!;
    const to = cut.to[i]!;
    const line = new Float64Array([
      from === 0 ? ax : ax + from * (bx - ax),
      from === 0 ? ay : ay + from * (by - ay),
      to === 1 ? bx : ax + to * (bx - ax),
      to === 1 ? by : ay + to * (by - ay),
    ]);
    // The slab may take so little of a wall's tip that its ends round to one point.
    if (line[0] !== line[2] || line[1] !== line[3]) lines.push(line);
  }
  return lines;
}

/** Add `clipped` as a polygon, counter-clockwise from its least corner so that equal ones look equal; gives its area. */
function addPolygon(cut: Cut, role: PolygonRole, count: number): number {
  let doubled = 0;
  let least = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const j = (i + 3) % (3 * count);
    // Areas are measured from the first corner: far from the origin products of coordinates would drown them.
    doubled += (clipped[i]! - clipped[0]!) * (clipped[j + 1]! - clipped[1]!);
    doubled -= (clipped[j]! - clipped[0]!) * (clipped[i + 1]! - clipped[1]!);
    if ((clipped[i]! - clipped[least]! || clipped[i + 1]! - clipped[least + 1]!) < 0) least = i;
  }
  for (let k = 0, i = least; k < 2 * count; k += 2) {
    key[k] = clipped[i]! + 0;
    key[k + 1] = clipped[i + 1]! + 0;
    i = (i + (doubled > 0 ? 3 : 3 * count - 3)) % (3 * count);
  }
  const { slots, hashes } = cut.polygonIndex;
  const hash = hashOfKey(2 * count);
  for (let step = 0; step < CHAIN; step++) {
    const item = slots[(hash + step) & (slots.length - 1)]!;
    if (item === NONE) break;
    const polygon = cut.polygons[item]!;
    if (hashes[item] === hash && polygon.role === role && equalsKey(polygon.rings[0]!, 2 * count)) {
      return Math.abs(doubled) / 2;
    }
  }
  register(cut.polygonIndex, hash);
  cut.polygons.push({ role, rings: [key.slice(0, 2 * count)] });
  return Math.abs(doubled) / 2;
}

/** The ring or segment at hand, and its bits. */
const key = new Float64Array(10);
const keyBits = new Int32Array(key.buffer);

function hashOfKey(length: number): number {
  let hash = 0;
  for (let i = 0; i < 2 * length; i++) {
    hash = Math.imul(hash ^ keyBits[i]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Give the next item its slot; without one within CHAIN it stays unregistered, and can only be repeated. */
function register(index: Index, hash: number): void {
  index.hashes.push(hash);
  let item = index.hashes.length - 1;
  if (2 * index.hashes.length > index.slots.length) {
    index.slots = new Int32Array(2 * index.slots.length).fill(NONE);
    item = 0;
  }
  const { slots, hashes } = index;
  for (; item < hashes.length; item++) {
    for (let step = 0; step < CHAIN; step++) {
      const slot = (hashes[item]! + step) & (slots.length - 1);
      if (slots[slot] !== NONE) continue;
      slots[slot] = item;
      break;
    }
  }
}

function equalsKey(numbers: Float64Array, length: number): boolean {
  if (numbers.length !== length) return false;
  for (let i = 0; i < length; i++) if (numbers[i] !== key[i]) return false;
  return true;
}

// ── 4. What is said about it ──────────────────────────────────────────────────────────────────────────────────────

/**
 * A level without floor gets a ground plane, and it is said. So does one whose level faces nearly all look down, in a
 * model that is not turned over and has walls there: they are the undersides of building shells.
 */
function settleFloor(level: PlanLevel, cut: Cut, surfaces: number[], stepHeight: number, report: BuildReport): void {
  const walled = level.lines.length > 0 || level.polygons.some((polygon) => polygon.role === 'obstacle');
  const undersides = walled && cut.floorUp < 0.1 * cut.floorDown;
  if (cut.floorUp + cut.floorDown > 0 && !undersides) return;
  const elevation = level.elevation;
  const ground = `the ground is the bounding box and ${level.margin} m around it`;
  if (undersides) {
    report.notes.push(
      `what is level near z ${metres(elevation)} faces down, as undersides of buildings do: no floor, ${ground}; --seed-point chooses the inside of a building`,
    );
  } else {
    const where = `no floor within ${metres(stepHeight)} m of z ${metres(elevation)}`;
    report.notes.push(`${where}${elsewhere(', level surfaces', surfaces, elevation)}: ${ground}`);
  }
  level.polygons = level.polygons.filter((polygon) => polygon.role === 'obstacle');
  level.floor = 'box';
}

/**
 * One flat slab cannot hold a hill. Ground goes on above (below) the slab as long as every further 2s of height hold
 * some sloping surface; storeys, tables, tracks and roofs do not count, since empty height parts them from the slab.
 */
function warnOfHills(profile: Profile, floor: number, stepHeight: number, inside: number, report: BuildReport): void {
  const stride = 2 * Math.max(stepHeight, 0.1);
  let outside = 0;
  const goOn = (edge: number, direction: number): number => {
    for (let z = edge; ; z += direction * stride) {
      const area = areaBetween(
        profile,
        profile.sloping,
        Math.min(z, z + direction * stride),
        Math.max(z, z + direction * stride),
      );
      if (area <= GOES_ON * inside) return z;
      outside += area;
    }
  };
  const top = goOn(floor + stepHeight, 1);
  const bottom = goOn(floor - stepHeight, -1);
  const share = outside / (inside + outside);
  if (share < HILLY) return;
  report.warnings.push(
    `sloping ground: ${Math.round(100 * share)} % of it, from z ${metres(Math.max(bottom, profile.low))} to ${metres(Math.min(top, profile.high))}, lies outside the one level cut at z ${metres(floor)} ± ${metres(stepHeight)} and is no floor; a larger --step-height takes in more, --floor another part`,
  );
}
