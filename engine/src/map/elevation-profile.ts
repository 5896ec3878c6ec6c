/**
 * How much surface a model has at which elevation (TriangleSoup → Profile), and what that tells by itself: units that
 * are wrong, ground that is no plane.
 *
 * Bins of equal height from the lowest point up collect the area of level surfaces, of sloping ground and of walls. Two
 * passes over the triangles.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { type BuildReport, countRepair } from '../core/report.ts';
import {
  createSoupTriangle,
  FLOOR_SLOPE,
  highestOf,
  LEVEL_SLOPE,
  loadTriangle,
  lowestOf,
  SLOPING,
  type SoupTriangle,
  WALL_SLOPE,
} from './soup-triangle.ts';
import type { TriangleSoup } from './triangle-soup.ts';

export interface Profile {
  low: number;
  high: number;
  /** The larger horizontal side of the bounding box. */
  width: number;
  binHeight: number;
  /** Area of level surfaces, and area times height above `low`, per bin. */
  level: Float64Array;
  moment: Float64Array;
  /** Area of sloping ground that faces up, and of walls, per bin; a triangle is spread evenly over its height. */
  sloping: Float64Array;
  wall: Float64Array;
  /** The level triangles of each bin. */
  levelTriangles: Csr;
  /** Does most of the floor-like surface face down? Then the whole model is wound the wrong way round. */
  turnedOver: boolean;
}

/** Metres: height of the bins. There are at most BINS, higher ones when a model is kilometres high. */
const BIN_HEIGHT = 0.01;
const BINS = 1 << 16;
/** The ground goes on beyond the slab while each 2s of height hold this share of the slab's floor; warn from the other. */
const GOES_ON = 0.02;
const HILLY = 0.1;

export function measureProfile(soup: TriangleSoup, report: BuildReport): Profile {
  const count = Math.floor(soup.triangles.length / 3);
  const triangle = createSoupTriangle();
  const { corner, normal } = triangle;
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let t = 0; t < count; t++) {
    if (!loadTriangle(triangle, soup, t)) {
      countRepair(report, 'triangle without area dropped', corner[0], corner[1]);
      continue;
    }
    for (let i = 0; i < 9; i++) {
      const axis = i % 3;
      if (corner[i] < least[axis]) least[axis] = corner[i];
      if (corner[i] > most[axis]) most[axis] = corner[i];
    }
  }
  const low = least[2];
  const high = most[2];
  if (!(low <= high)) throw new InputError(soup.name, 'no triangle with area in it', 'export the model as a mesh');

  const binHeight = Math.max(BIN_HEIGHT, (high - low) / (BINS - 2));
  const bins = Math.floor((high - low) / binHeight) + 2;
  const profile: Profile = {
    low,
    high,
    width: Math.max(most[0] - least[0], most[1] - least[1]),
    binHeight,
    level: new Float64Array(bins),
    moment: new Float64Array(bins),
    sloping: new Float64Array(bins),
    wall: new Float64Array(bins),
    levelTriangles: { first: new Int32Array(0), item: new Int32Array(0) },
    turnedOver: false,
  };
  const binOf = new Int32Array(count).fill(NONE);
  const slopingDown = new Float64Array(bins);
  let balance = 0;
  let total = 0;
  for (let t = 0; t < count; t++) {
    if (!loadTriangle(triangle, soup, t)) continue;
    const { slope } = triangle;
    const nz = normal[2];
    const area = Math.abs(nz) / 2;
    if (slope <= FLOOR_SLOPE) {
      balance += nz;
      total += Math.abs(nz);
      if (slope >= SLOPING) spread(profile, nz > 0 ? profile.sloping : slopingDown, triangle, area);
      if (slope <= LEVEL_SLOPE) {
        const z = (corner[2] + corner[5] + corner[8]) / 3;
        const bin = binAt(profile, z);
        binOf[t] = bin;
        profile.level[bin] += area;
        profile.moment[bin] += area * (z - low);
      }
    } else if (slope >= WALL_SLOPE) {
      spread(profile, profile.wall, triangle, Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]) / 2);
    }
  }
  profile.levelTriangles = groupByOwner(binOf, bins);
  // A closed solid has as much surface facing up as down; a lone sheet wound rightly has only the former.
  profile.turnedOver = balance < -total / 3;
  if (profile.turnedOver) profile.sloping = slopingDown;
  for (let b = 1; b < bins; b++) {
    profile.sloping[b] += profile.sloping[b - 1];
    profile.wall[b] += profile.wall[b - 1];
  }
  return profile;
}

export function binAt(profile: Profile, z: number): number {
  const bin = Math.floor((z - profile.low) / profile.binHeight);
  return Math.min(Math.max(bin, 0), profile.level.length - 1);
}

/** Spread an area evenly over the bins a triangle spans: as differences, summed up at the end. */
function spread(profile: Profile, into: Float64Array, triangle: SoupTriangle, area: number): void {
  const bottom = binAt(profile, lowestOf(triangle));
  const top = binAt(profile, highestOf(triangle)) + 1;
  into[bottom] += area / (top - bottom);
  if (top < into.length) into[top] -= area / (top - bottom);
}

/** The sum of bins between two elevations; bins that begin within them count. */
export function areaBetween(profile: Profile, areas: Float64Array, from: number, to: number): number {
  const start = Math.max(0, Math.ceil((from - profile.low) / profile.binHeight));
  const end = Math.min(areas.length, Math.ceil((to - profile.low) / profile.binHeight));
  let sum = 0;
  for (let b = start; b < end; b++) sum += areas[b];
  return sum;
}

/** So wide and so high is millimetres sooner than a mountain; under 1 m nobody walks. A reader may have said so already. */
export function suggestScale(profile: Profile, report: BuildReport): void {
  if (report.warnings.some((warning) => warning.includes('--scale'))) return;
  const { low, high, width } = profile;
  const size = `the model is ${metres(width)} m wide and ${metres(high - low)} m high`;
  if ((width > 1000 && high - low > 500) || width > 50_000) {
    report.warnings.push(`${size}: if it is in millimetres, try --scale 0.001`);
  } else if (width < 1 && high - low < 1) {
    report.warnings.push(`${size}: if its unit is larger than a metre, try --scale 1000 or what it is`);
  }
}

/**
 * One flat slab cannot hold a hill. Ground goes on above (below) the slab as long as every further 2s of height hold
 * some sloping surface; storeys, tables, tracks and roofs do not count, since empty height parts them from the slab.
 *
 * @param inside m² of floor that the slab around `floor` holds
 */
export function warnOfHills(
  profile: Profile,
  floor: number,
  stepHeight: number,
  inside: number,
  report: BuildReport,
): void {
  const stride = 2 * Math.max(stepHeight, 0.1);
  let outside = 0;
  const goOn = (edge: number, direction: number): number => {
    for (let z = edge; ; z += direction * stride) {
      const beyond = z + direction * stride;
      const area = areaBetween(profile, profile.sloping, Math.min(z, beyond), Math.max(z, beyond));
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

/** Decimals a person can use, without a negative zero. */
export function metres(length: number): string {
  return (Math.round(length * 100) / 100 + 0).toFixed(2);
}
