/**
 * The same place told otherwise: a plan permuted, mirrored, turned, shifted or scaled.
 */
import type { Plan, PlanLevel } from '../src/map/plan.ts';
import type { Random } from './random.ts';

/** The same walls in another order, from other starts, in other directions. */
export function permuted(plan: Plan, random: Random): Plan {
  return {
    ...plan,
    levels: plan.levels.map((level) => ({
      ...level,
      polygons: random.shuffle(level.polygons).map(({ rings: [outer, ...holes], ...polygon }) => ({
        ...polygon,
        rings: [outer!, ...random.shuffle(holes)].map((ring) => turnedAround(ring, random)),
      })),
      lines: random.shuffle(level.lines).map((line) => (random.chance(0.5) ? backwards(line) : line)),
      glass: random.shuffle(level.glass ?? []).map((line) => (random.chance(0.5) ? backwards(line) : line)),
      boundaries: random.shuffle(level.boundaries ?? []).map((line) => (random.chance(0.5) ? backwards(line) : line)),
    })),
  };
}

/** Started at another vertex, sometimes walked backwards. */
function turnedAround(ring: Float64Array, random: Random): Float64Array {
  if (ring.length === 0) return ring;
  const start = 2 * random.integer(0, ring.length / 2 - 1);
  const turned = Float64Array.from([...ring.subarray(start), ...ring.subarray(0, start)]);
  return random.chance(0.5) ? backwards(turned) : turned;
}

function backwards(points: Float64Array): Float64Array {
  const result = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    result[points.length - 2 - i] = points[i];
    result[points.length - 1 - i] = points[i + 1];
  }
  return result;
}

/** x, y → a x + b y + dx, c x + d y + dy. */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  dx: number;
  dy: number;
}

export const MIRROR: Affine = { a: -1, b: 0, c: 0, d: 1, dx: 0, dy: 0 };
export const SHIFT: Affine = { a: 1, b: 0, c: 0, d: 1, dx: 5e6, dy: -3e6 };

export function turn(degrees: number): Affine {
  const angle = (degrees * Math.PI) / 180;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  return { a: cosine, b: -sine, c: sine, d: cosine, dx: 0, dy: 0 };
}

export function scale(factor: number): Affine {
  return { a: factor, b: 0, c: 0, d: factor, dx: 0, dy: 0 };
}

export function apply({ a, b, c, d, dx, dy }: Affine, x: number, y: number): [number, number] {
  return [a * x + b * y + dx, c * x + d * y + dy];
}

export function transformed(plan: Plan, affine: Affine): Plan {
  const each = (points: Float64Array) => {
    const result = new Float64Array(points.length);
    for (let i = 0; i < points.length; i += 2) result.set(apply(affine, points[i], points[i + 1]), i);
    return result;
  };
  return {
    ...plan,
    levels: plan.levels.map(withFloor).map((level) => ({
      ...level,
      polygons: level.polygons.map((polygon) => ({ ...polygon, rings: polygon.rings.map(each) })),
      lines: level.lines.map(each),
      glass: (level.glass ?? []).map(each),
      boundaries: (level.boundaries ?? []).map(each),
    })),
  };
}

/** A level whose floor is the box around it, with that box as a polygon: the box around a turned level is another. */
function withFloor(level: PlanLevel): PlanLevel {
  if (level.floor !== 'box') return level;
  const points = [...level.polygons.flatMap(({ rings }) => rings), ...level.lines].flatMap((ring) => [...ring]);
  const [x, y] = [points.filter((_, i) => i % 2 === 0), points.filter((_, i) => i % 2 === 1)];
  const [minX, maxX] = [Math.min(...x) - level.margin, Math.max(...x) + level.margin];
  const [minY, maxY] = [Math.min(...y) - level.margin, Math.max(...y) + level.margin];
  const box = Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY);
  return {
    ...level,
    floor: 'polygons',
    polygons: [...level.polygons, { role: 'walkable', isBoundary: true, rings: [box] }],
  };
}
