/**
 * The streets of a seeded city: how many buildings → one convex parcel for each, and which two are next-door
 * neighbours.
 *
 * Boulevards cut a square into districts; each district is halved again and again by streets that grow narrower, down
 * to passages between two houses, until every part holds one building. A third of the districts follow the axes (equal
 * coordinates and cocircular corners abound), a third are turned as a whole, a third are old towns whose lanes follow
 * the longest wall (general position). Two parcels are never nearer than 0.3 m. Cost: linear in the buildings, as a
 * district holds about a hundred whatever the size of the city.
 */
import { type Cut, clipRing, dropShortSides, extent, insetRing, type Ring, ringArea, SHORTEST_SIDE } from './convex.ts';
import { between, direction, type Random, shuffle } from '../random.ts';

/** Two parcels made by the last cut of what they share. */
export interface Pair {
  /** Parcels `first` and `first + 1`; the first lies below the cut. */
  first: number;
  /** Both and the passage between them. */
  whole: Ring;
  cut: Cut;
}

export interface Streets {
  parcels: Ring[];
  pairs: Pair[];
}

interface District {
  ring: Ring;
  kind: 'aligned' | 'turned' | 'old';
  /** Direction of the streets; in an old town every lane has its own. */
  axis: [number, number];
}

const KINDS: readonly District['kind'][] = ['aligned', 'turned', 'old'];
/** L04's city: 2,600 buildings on 1.3 × 1.3 km. */
const LAND_PER_BUILDING = (1300 * 1300) / 2600;
const BUILDINGS_PER_DISTRICT = 104;
const NARROWEST_GAP = 0.3;

export function layOutStreets(buildings: number, random: Random): Streets {
  const districts = cutDistricts(buildings, random);
  const weights = districts.map(
    (district) => ringArea(district.ring) * (district.kind === 'old' ? 1.6 : between(random, 0.7, 1.15)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const streets: Streets = { parcels: [], pairs: [] };
  // Rounding the running sum instead of each share makes the counts add up.
  let running = 0;
  for (const [i, district] of districts.entries()) {
    running += weights[i] as number;
    const count = Math.round((buildings * running) / total) - streets.parcels.length;
    if (count > 0) subdivide(district.ring, count, district, streets, random);
  }
  return streets;
}

/** Districts between boulevards: the quadrilaterals of a grid whose crossings are moved about. */
function cutDistricts(buildings: number, random: Random): District[] {
  const side = Math.sqrt(buildings * LAND_PER_BUILDING);
  const rows = Math.max(1, Math.round(Math.sqrt(buildings / BUILDINGS_PER_DISTRICT)));
  const step = side / rows;
  const crossings: [number, number][] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= rows; i++) {
      // 0.18 keeps every quadrilateral convex. Some crossings stay put, so that some boulevards run straight.
      const reach = random() < 0.3 ? 0 : 0.18 * step;
      const dx = between(random, -reach, reach);
      const dy = between(random, -reach, reach);
      crossings.push([i * step + (i === 0 || i === rows ? 0 : dx), j * step + (j === 0 || j === rows ? 0 : dy)]);
    }
  }
  const kinds = Array.from({ length: rows * rows }, (_, i) => KINDS[i % KINDS.length] as District['kind']);
  shuffle(random, kinds);
  const districts: District[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < rows; i++) {
      const corner = j * (rows + 1) + i;
      const corners = [corner, corner + 1, corner + rows + 2, corner + rows + 1];
      const ring = corners.flatMap((index) => crossings[index] as [number, number]);
      const boulevard = Math.min(between(random, 6, 17), 0.15 * step);
      const kind = kinds[j * rows + i] as District['kind'];
      const turned = direction(random);
      districts.push({ ring: insetRing(ring, boulevard), kind, axis: kind === 'aligned' ? [1, 0] : turned });
    }
  }
  return districts;
}

function subdivide(ring: Ring, count: number, district: District, streets: Streets, random: Random): void {
  if (count === 1) {
    streets.parcels.push(ring);
    return;
  }
  const [normalX, normalY] = cutDirection(ring, district, random);
  const [low, high] = extent(ring, normalX, normalY);

  // Now and then a square: a part of the ground on which nothing is built.
  if (count >= 6 && count <= 26 && random() < 0.08) {
    const offset = offsetForShare(ring, normalX, normalY, between(random, 0.12, 0.25));
    const rest = clipRing(ring, { normalX, normalY, offset }, -1);
    subdivide(dropShortSides(rest, SHORTEST_SIDE), count, district, streets, random);
    return;
  }

  const share = between(random, 0.4, 0.6);
  const below = Math.min(count - 1, Math.max(1, Math.round(count * share)));
  const offset = offsetForShare(ring, normalX, normalY, below / count + between(random, -0.06, 0.06));
  const gap = Math.max(NARROWEST_GAP, Math.min(streetWidth(count, district, random), 0.2 * (high - low)));
  const first = streets.parcels.length;
  const lower = clipRing(ring, { normalX, normalY, offset: offset - gap / 2 }, 1);
  const upper = clipRing(ring, { normalX, normalY, offset: offset + gap / 2 }, -1);
  subdivide(dropShortSides(lower, SHORTEST_SIDE), below, district, streets, random);
  subdivide(dropShortSides(upper, SHORTEST_SIDE), count - below, district, streets, random);
  if (count === 2) streets.pairs.push({ first, whole: ring, cut: { normalX, normalY, offset } });
}

/** The normal of the next street: across the longer extent of what it cuts. */
function cutDirection(ring: Ring, district: District, random: Random): [number, number] {
  if (district.kind !== 'old') {
    const [x, y] = district.axis;
    const [low, high] = extent(ring, x, y);
    const [left, right] = extent(ring, -y, x);
    return high - low >= right - left ? [x, y] : [-y, x];
  }
  let longest = 0;
  let x = 1;
  let y = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const dx = (ring[j] as number) - (ring[i] as number);
    const dy = (ring[j + 1] as number) - (ring[i + 1] as number);
    if (dx * dx + dy * dy > longest) {
      longest = dx * dx + dy * dy;
      x = dx;
      y = dy;
    }
  }
  const tilt = between(random, -0.15, 0.15);
  const length = Math.sqrt(longest * (1 + tilt * tilt));
  return [(x - tilt * y) / length, (y + tilt * x) / length];
}

/** Where to cut so that this share of the area lies below. Halving ten times is exact to a thousandth. */
function offsetForShare(ring: Ring, normalX: number, normalY: number, share: number): number {
  let [low, high] = extent(ring, normalX, normalY);
  const wanted = share * ringArea(ring);
  for (let round = 0; round < 10; round++) {
    const offset = (low + high) / 2;
    const part = clipRing(ring, { normalX, normalY, offset }, 1);
    if (ringArea(part) < wanted) low = offset;
    else high = offset;
  }
  return (low + high) / 2;
}

/** The more buildings a street serves, the wider it is. */
function streetWidth(count: number, district: District, random: Random): number {
  const old = district.kind === 'old';
  const lot = random();
  if (count > 40) return old ? between(random, 6, 9) : between(random, 9, 16);
  if (count > 12) return old ? between(random, 3, 6) : between(random, 6, 11);
  if (count > 4) return old ? between(random, 1.5, 4) : between(random, 3.5, 8);
  // Between next-door houses: a lane, a passage, or the gap that is left beside a fire wall.
  if (lot < 0.45) return between(random, 1, 4);
  return lot < 0.85 ? between(random, 0.8, 1.5) : between(random, NARROWEST_GAP, 0.8);
}
