/**
 * Rings and lines that random maps are made of, and the measure of how far apart they are kept.
 * A ring is x, y interleaved, counter-clockwise where it has an inside; everything is plain arithmetic.
 */
import type { Plan, PlanLevel, PlanPolygon } from '../src/map/plan.ts';
import type { Random } from './random.ts';

export type Ring = number[];

/** A plan of one level. */
export function planOf(
  name: string,
  floor: PlanLevel['floor'],
  walkable: Ring[][],
  obstacles: Ring[][],
  lines: Ring[] = [],
  margin = 3,
): Plan {
  const polygon = (role: PlanPolygon['role']) => (rings: Ring[]) => ({
    role,
    rings: rings.map((ring) => Float64Array.from(ring)),
  });
  return {
    name,
    frame: { x0: 0, y0: 0, unitX: 1, unitY: 1 },
    levels: [
      {
        name: 'ground',
        elevation: 0,
        polygons: [...walkable.map(polygon('walkable')), ...obstacles.map(polygon('obstacle'))],
        lines: lines.map((line) => Float64Array.from(line)),
        floor,
        margin,
      },
    ],
    doors: [],
    links: [],
  };
}

export function rectangle(x0: number, y0: number, x1: number, y1: number): Ring {
  return [x0, y0, x1, y0, x1, y1, x0, y1];
}

/** Turn about (0, 0), then shift. */
export function moved(ring: Ring, angle: number, dx: number, dy: number): Ring {
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const result: Ring = [];
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i];
    const y = ring[i + 1];
    result.push(cosine * x - sine * y + dx, sine * x + cosine * y + dy);
  }
  return result;
}

/** A ring about (0, 0) at increasing angles, radii drawn one by one: star-shaped, convex only by chance. */
export function blob(random: Random, corners: number, least: number, most: number): Ring {
  const result: Ring = [];
  const start = random.between(0, 2 * Math.PI);
  for (let i = 0; i < corners; i++) {
    const angle = start + (2 * Math.PI * (i + random.between(-0.35, 0.35))) / corners;
    const radius = random.between(least, most);
    result.push(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  return result;
}

/** Corners on an ellipse: convex. */
export function convexBlob(random: Random, corners: number, a: number, b: number): Ring {
  const angles = Array.from({ length: corners }, (_, i) => (2 * Math.PI * (i + random.between(0, 0.8))) / corners);
  return moved(
    angles.flatMap((angle) => [a * Math.cos(angle), b * Math.sin(angle)]),
    random.between(0, 7),
    0,
    0,
  );
}

export function letterL(random: Random, size: number): Ring {
  const w = random.between(0.2, 0.6) * size;
  const h = random.between(0.2, 0.6) * size;
  return [0, 0, size, 0, size, h, w, h, w, size, 0, size];
}

export function letterT(random: Random, size: number): Ring {
  const bar = random.between(0.2, 0.5) * size;
  const left = random.between(0.1, 0.4) * size;
  const right = random.between(0.6, 0.9) * size;
  return [left, 0, right, 0, right, size - bar, size, size - bar, size, size, 0, size, 0, size - bar, left, size - bar];
}

export function letterU(random: Random, size: number): Ring {
  const left = random.between(0.15, 0.4) * size;
  const right = random.between(0.6, 0.85) * size;
  const bottom = random.between(0.15, 0.6) * size;
  return [0, 0, size, 0, size, size, right, size, right, bottom, left, bottom, left, size, 0, size];
}

/** A long triangle whose tip lies at (0, 0) and points down. */
export function needle(random: Random, length: number): Ring {
  const width = random.between(0.05, 0.4) * length;
  const lean = random.between(-0.5, 0.5) * length;
  return [0, 0, lean + width, length, lean - width, length];
}

/** Four numbers per side of a closed ring or of an open line. */
function sidesOf(points: Ring, closed: boolean): number[] {
  const sides: number[] = [];
  for (let i = closed ? 0 : 2; i < points.length; i += 2) {
    const j = i === 0 ? points.length - 2 : i - 2;
    sides.push(points[j], points[j + 1], points[i], points[i + 1]);
  }
  return sides;
}

function pointToSide(x: number, y: number, sides: number[], s: number): number {
  const ax = sides[4 * s];
  const ay = sides[4 * s + 1];
  const ex = sides[4 * s + 2] - ax;
  const ey = sides[4 * s + 3] - ay;
  const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1)));
  return Math.hypot(ax + share * ex - x, ay + share * ey - y);
}

function cross(sides: number[], s: number, t: number): boolean {
  const [ax, ay, bx, by] = sides.slice(4 * s, 4 * s + 4) as [number, number, number, number];
  const [cx, cy, dx, dy] = sides.slice(4 * t, 4 * t + 4) as [number, number, number, number];
  const turn = (x0: number, y0: number, x1: number, y1: number, x: number, y: number) =>
    (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  return (
    turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) < 0 &&
    turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0
  );
}

/**
 * The smallest distance between any two things of a plan that are not neighbours: sides that share no corner, corners
 * of one side; 0 where sides cross. Brute force over all pairs, at most `cap`.
 */
export function separation(plan: Plan, cap = Infinity): number {
  const sides: number[] = [];
  for (const level of plan.levels) {
    for (const polygon of level.polygons) for (const ring of polygon.rings) sides.push(...sidesOf([...ring], true));
    for (const line of level.lines) sides.push(...sidesOf([...line], false));
  }
  let least = cap;
  const count = sides.length / 4;
  for (let s = 0; s < count; s++) {
    least = Math.min(least, Math.hypot(sides[4 * s + 2] - sides[4 * s], sides[4 * s + 3] - sides[4 * s + 1]));
    for (let t = 0; t < s; t++) {
      // A corner shared by two sides is no gap between them; their other ends must still keep away.
      const ends = (k: number): [string, number, number][] => [
        [`${sides[4 * k]},${sides[4 * k + 1]}`, sides[4 * k], sides[4 * k + 1]],
        [`${sides[4 * k + 2]},${sides[4 * k + 3]}`, sides[4 * k + 2], sides[4 * k + 3]],
      ];
      const [endsS, endsT] = [ends(s), ends(t)];
      for (const [key, x, y] of endsS) {
        if (!endsT.some((end) => end[0] === key)) least = Math.min(least, pointToSide(x, y, sides, t));
      }
      for (const [key, x, y] of endsT) {
        if (!endsS.some((end) => end[0] === key)) least = Math.min(least, pointToSide(x, y, sides, s));
      }
      if (cross(sides, s, t)) return 0;
    }
  }
  return least;
}
