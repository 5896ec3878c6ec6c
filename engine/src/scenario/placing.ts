/**
 * Random places for bodies on a part of the floor: none overlaps another, none reaches into a wall.
 *
 * First by throwing darts: uniform places, taken where there is room. Random throws fill at most about 55 % of the floor
 * (4.3 bodies of 0.2 m per m²) and slow down long before; when one body finds no room in TRIES throws, all start again on a
 * hexagonal lattice, as wide as the number allows, shifted at random, each body moved a little about its point, points
 * chosen at random. That holds up to 7.2 such bodies per m² less what walls cost. Bodies much larger than most are thrown
 * before the lattice. The better of the two outcomes stays. A hash grid finds the bodies near a place.
 * Those who belong together are put one after the other: the first anywhere, the others about the first, in an ever wider circle, where no wall
 * is between; on the lattice, on the nearest points left.
 * Cost: about TRIES throws per body at worst; the lattice: its points, at most SPACINGS + SHIFTS times.
 */
import { NONE } from '../core/none.ts';
import { nextRandom } from '../core/random.ts';
import { isInRing } from '../core/ring.ts';
import { clearance } from '../subdivision/clearance.ts';
import { locate } from '../subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import { BodyGrid, type Taken } from './body-grid.ts';
import { type FloorPart, randomPlace } from './floor-part.ts';

export interface Placing {
  /** One per radius asked for: the cell, NONE if there was no room; x, y interleaved, mesh coordinates. */
  cells: Int32Array;
  places: Float64Array;
  /** How many have a place. */
  placed: number;
}

/** What is asked for, and what all attempts share. */
interface PlacingWork {
  part: FloorPart;
  /** One per body, metres. */
  radii: Float64Array;
  groups: Int32Array | undefined;
  /** The bodies as they are put one after the other. */
  order: readonly number[];
  random: Int32Array;
  /** Bodies that have their place in the attempt at hand, and those who were there before. */
  grid: BodyGrid;
  /** x, y of the throw at hand. */
  place: Float64Array;
}

/** Throws for one body before the part counts as full. */
const TRIES = 200;
/** Spacings of the lattice tried, and shifts of the tightest. */
const SPACINGS = 5;
const SHIFTS = 4;
/** Points of a lattice looked at, at most: a hostile outline must not take for ever. */
const MOST_POINTS = 8_000_000;
/** Bodies larger than so many times the median are thrown, not put on the lattice. */
const LARGE = 1.2;
/** Metres about a companion that the next one is thrown to, at first and in the end. */
const NEXT_TO = 0.9;
const FURTHEST = 5;
/** Points of the lattice before and after a companion's that are looked at. */
const LOOKED = 2000;

const way = createWalkResult();

/** Walkers that make this density on the floor of a part. */
export function countAtDensity(part: FloorPart, density: number): number {
  return Math.round(part.area * density);
}

/**
 * @param radii one per body wanted, metres
 * @param groups a number per body, below how many there are: the same for those who belong together; they follow each other
 */
export function placeInPart(
  part: FloorPart,
  radii: Float64Array,
  random: Int32Array,
  taken?: Taken,
  groups?: Int32Array,
): Placing {
  const order = orderOf(radii, groups);
  const grid = new BodyGrid(part, radii, taken);
  const work: PlacingWork = { part, radii, groups, order, random, grid, place: new Float64Array(2) };
  const thrown = createPlacing(radii.length);
  const isFitting = throwBodies(work, thrown, order.length, !part.isLine);
  if (isFitting || part.isLine) return thrown;
  const laid = createPlacing(radii.length);
  grid.clear();
  const median = radii[order[order.length >> 1]];
  let large = 0;
  while (radii[order[large]] > LARGE * median) large++;
  throwBodies(work, laid, large, false);
  layBodies(work, laid, large);
  return laid.placed >= thrown.placed ? laid : thrown;
}

/** Large ones first: they find room while there is some. Groups by their largest, and not torn apart. */
function orderOf(radii: Float64Array, groups: Int32Array | undefined): number[] {
  const order = Array.from(radii.keys());
  if (groups === undefined) return order.sort((a, b) => radii[b] - radii[a] || a - b);
  const largest = new Float64Array(radii.length);
  for (let k = 0; k < radii.length; k++) largest[groups[k]] = Math.max(largest[groups[k]], radii[k]);
  return order.sort(
    (a, b) => largest[groups[b]] - largest[groups[a]] || groups[a] - groups[b] || radii[b] - radii[a] || a - b,
  );
}

function createPlacing(count: number): Placing {
  return { cells: new Int32Array(count).fill(NONE), places: new Float64Array(2 * count), placed: 0 };
}

/** The first `count` of the order. @returns whether all found room; `isHasty`: stop at the first that does not */
function throwBodies(work: PlacingWork, placing: Placing, count: number, isHasty: boolean): boolean {
  const { part, radii, groups, order, random, grid, place } = work;
  let isComplete = true;
  // Where even small ones find no room, throwing TRIES for each of the rest is in vain.
  let failed = 0;
  for (let k = 0; k < count && failed < 20; k++) {
    const body = order[k];
    // Whom it belongs to was just before it, if there is somebody.
    const friend = k > 0 && groups?.[order[k - 1]] === groups?.[body] ? order[k - 1] : NONE;
    let cell = groups === undefined || friend === NONE ? NONE : throwNear(work, placing, friend, radii[body]);
    // A throw beside the part is none: a thin outline is not full because few hit it.
    for (let hits = 0, throws = 0; hits < TRIES && throws < 20 * TRIES && cell === NONE; throws++) {
      cell = randomPlace(part, random, place);
      if (cell === NONE) continue;
      hits++;
      if (!isFree(part, grid, cell, place[0], place[1], radii[body])) cell = NONE;
    }
    if (cell === NONE) {
      isComplete = false;
      failed++;
      if (isHasty) return false;
    } else {
      settle(work, placing, body, cell, place[0], place[1]);
    }
  }
  return isComplete;
}

/**
 * Into work.place: a place with room about a body that has one, as near as that goes.
 * @returns its cell, NONE if there is none
 */
function throwNear(work: PlacingWork, placing: Placing, friend: number, radius: number): number {
  const { part, random, grid, place } = work;
  if (placing.cells[friend] === NONE) return NONE;
  const x = placing.places[2 * friend];
  const y = placing.places[2 * friend + 1];
  for (let throws = 0; throws < TRIES; throws++) {
    const reach = NEXT_TO + (FURTHEST - NEXT_TO) * (throws / TRIES) * (throws / TRIES);
    const u = 2 * nextRandom(random) - 1;
    const v = 2 * nextRandom(random) - 1;
    place[0] = x + u * reach;
    place[1] = y + v * reach;
    if (u * u + v * v > 1 || !(part.isLine || isInRing(part.outline, place[0], place[1]))) continue;
    walk(part.mesh, placing.cells[friend], aimWalk(way, x, y, place[0], place[1]));
    if (way.reached && isFree(part, grid, way.cell, place[0], place[1], radius)) return way.cell;
  }
  return NONE;
}

function isFree(part: FloorPart, grid: BodyGrid, cell: number, x: number, y: number, radius: number): boolean {
  return !grid.overlaps(x, y, radius) && clearance(part.mesh, part.scratch, cell, x, y, radius) >= radius;
}

function settle(work: PlacingWork, placing: Placing, body: number, cell: number, x: number, y: number): void {
  placing.cells[body] = cell;
  placing.places[2 * body] = x;
  placing.places[2 * body + 1] = y;
  placing.placed++;
  work.grid.add(x, y, work.radii[body]);
}

/** Points of a lattice that are free: x, y interleaved, and their cells. */
interface Lattice {
  spacing: number;
  points: number[];
  cells: number[];
}

/** Bodies order[first] … on a lattice whose points keep the largest of them apart. */
function layBodies(work: PlacingWork, placing: Placing, first: number): void {
  const { part, radii, groups, order, random, grid } = work;
  const wanted = order.length - first;
  if (wanted === 0 || part.area === 0) return;
  let radius = 0;
  for (let k = first; k < order.length; k++) radius = Math.max(radius, radii[order[k]]);
  const lattice = widestLattice(work, wanted, radius);
  const count = lattice.cells.length;
  // A random choice in random order: the first steps of a shuffle.
  const chosen = Int32Array.from(lattice.cells.keys());
  const where = groups === undefined ? chosen : chosen.slice();
  const slack = (lattice.spacing - 2 * radius) / 2;
  for (let k = 0; k < Math.min(wanted, count); k++) {
    const body = order[first + k];
    let other = k + Math.floor(nextRandom(random) * (count - k));
    if (groups !== undefined) {
      const friend = first + k > 0 ? order[first + k - 1] : body;
      if (groups[friend] === groups[body] && placing.cells[friend] !== NONE) {
        other = nearestLeft(lattice, where, k, placing, friend, other);
      }
      where[chosen[k]] = other;
      where[chosen[other]] = k;
    }
    const point = chosen[other];
    chosen[other] = chosen[k];
    chosen[k] = point;
    const x = lattice.points[2 * point];
    const y = lattice.points[2 * point + 1];
    // Moved by less than half the gap in any direction, so that two neighbours still do not touch.
    const u = 2 * nextRandom(random) - 1;
    const v = 2 * nextRandom(random) - 1;
    const shrink = (0.999 * slack) / Math.max(1, Math.sqrt(u * u + v * v));
    const movedX = x + u * shrink;
    const movedY = y + v * shrink;
    const cell = isInRing(part.outline, movedX, movedY)
      ? locate(part.mesh, part.index, part.level, movedX, movedY)
      : NONE;
    const isMoved = cell !== NONE && isFree(part, grid, cell, movedX, movedY, radii[body]);
    if (isMoved) settle(work, placing, body, cell, movedX, movedY);
    else settle(work, placing, body, lattice.cells[point], x, y);
  }
}

/** Of the points not taken yet, those whose place in the choice is `taken` or more, the one nearest to a companion. @returns that place */
function nearestLeft(
  { points, cells }: Lattice,
  where: Int32Array,
  taken: number,
  { places }: Placing,
  friend: number,
  otherwise: number,
): number {
  const x = places[2 * friend];
  const y = places[2 * friend + 1];
  // Points are in rows from below: those about as high are looked at.
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[2 * middle + 1] < y) low = middle + 1;
    else high = middle;
  }
  let best = otherwise;
  let least = Infinity;
  for (let point = Math.max(0, low - LOOKED); point < Math.min(cells.length, low + LOOKED); point++) {
    if (where[point] < taken) continue;
    const squared = (points[2 * point] - x) ** 2 + (points[2 * point + 1] - y) ** 2;
    if (squared >= least) continue;
    least = squared;
    best = where[point];
  }
  return best;
}

/** The widest lattice found with a point for each body; else the tightest with the most points. */
function widestLattice(work: PlacingWork, wanted: number, radius: number): Lattice {
  const tightest = 2 * radius * (1 + 1e-9);
  // A point of the lattice stands for √3/2 · spacing² of floor.
  let spacing = Math.max(tightest, Math.sqrt((work.part.area / wanted) * (2 / Math.sqrt(3))));
  for (let attempt = 0; attempt < SPACINGS && spacing > tightest; attempt++) {
    const lattice = layPoints(work, spacing, radius);
    if (lattice.cells.length >= wanted) return lattice;
    spacing *= Math.min(0.99, Math.sqrt(lattice.cells.length / wanted));
  }
  let best: Lattice | undefined;
  for (let shift = 0; shift < SHIFTS; shift++) {
    const lattice = layPoints(work, tightest, radius);
    if (best === undefined || lattice.cells.length > best.cells.length) best = lattice;
    if (best.cells.length >= wanted) break;
  }
  return best!;
}

/**
 *      ·   ·   ·   ·        rows √3/2 · spacing apart, every second one moved by half the spacing;
 *        ·   ·   ·   ·      of each row only what lies in the outline is walked along
 */
function layPoints({ part, random, grid }: PlacingWork, spacing: number, radius: number): Lattice {
  const { outline } = part;
  const rise = (spacing * Math.sqrt(3)) / 2;
  const shiftX = nextRandom(random) * spacing;
  const shiftY = nextRandom(random) * rise;
  const lattice: Lattice = { spacing, points: [], cells: [] };
  const rows = Math.floor((part.maxY - part.minY - shiftY) / rise);
  let looked = 0;
  for (let row = 0; row <= rows && looked < MOST_POINTS; row++) {
    const y = part.minY + shiftY + row * rise;
    const startX = part.minX + shiftX - (row % 2 === 0 ? spacing : spacing / 2);
    const crossings = crossingsAt(outline, y);
    looked += outline.length >> 4;
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      for (let i = Math.ceil((crossings[k] - startX) / spacing); looked < MOST_POINTS; i++) {
        const x = startX + i * spacing;
        if (x > crossings[k + 1]) break;
        looked++;
        const cell = locate(part.mesh, part.index, part.level, x, y);
        if (cell === NONE || !isFree(part, grid, cell, x, y, radius)) continue;
        lattice.points.push(x, y);
        lattice.cells.push(cell);
      }
    }
  }
  return lattice;
}

/** Where the ring crosses the height y, ascending: in at the first, out at the second, and so on. */
function crossingsAt(ring: Float64Array, y: number): number[] {
  const crossings: number[] = [];
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const ay = ring[i + 1];
    const by = ring[j + 1];
    if (ay > y !== by > y) crossings.push(((ring[j] - ring[i]) * (y - ay)) / (by - ay) + ring[i]);
  }
  return crossings.sort((a, b) => a - b);
}
