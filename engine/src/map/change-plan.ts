/**
 * Plan → Plan with an obstacle, wall or pane of glass more, or less. What is put in comes last, so that a plan from which it is taken out again is the one
 * before, in the same order: the same cells come of it. Nothing is changed in place; rings and lines are told apart by their arrays.
 */
import { isInRing } from '../core/ring.ts';
import { extentOf } from './linework.ts';
import type { Plan, PlanLevel } from './plan.ts';

/** Its points are x, y interleaved, the plan's metres: a ring, or the points of a wall or of glass, both without thickness. */
export interface PlanPiece {
  kind: 'obstacle' | 'wall' | 'glass';
  /** Index into the plan's levels. */
  level: number;
  points: Float64Array;
}

/** Metres from a wall within which a point is on it. */
const ON_WALL = 0.1;

/** Floor that is the box around everything stays as it is now, whatever comes and goes. */
export function withFixedExtent(plan: Plan, origin: [number, number]): Plan {
  const levels = plan.levels.map((level, k) =>
    level.floor === 'box' && level.extent === undefined ? { ...level, extent: extentOf(plan, k, origin) } : level,
  );
  return { ...plan, levels };
}

export function withPiece(plan: Plan, { kind, level, points }: PlanPiece): Plan {
  return withLevel(plan, level, (before) => {
    if (kind === 'wall') return { ...before, lines: [...before.lines, points] };
    if (kind === 'glass') return { ...before, glass: [...(before.glass ?? []), points] };
    return { ...before, polygons: [...before.polygons, { role: 'obstacle', rings: [points] }] };
  });
}

/** @param points the outer ring of an obstacle, a wall or glass, as it is in the plan */
export function withoutPiece(plan: Plan, points: Float64Array): Plan {
  const levels = plan.levels.map((level) => ({
    ...level,
    polygons: level.polygons.filter(({ rings }) => rings[0] !== points),
    lines: level.lines.filter((line) => line !== points),
    ...(level.glass && { glass: level.glass.filter((line) => line !== points) }),
  }));
  return { ...plan, levels };
}

/** What stands at a point: the smallest obstacle around it; else the nearest wall, of glass or not, it is on. undefined: nothing. */
export function pieceAt(plan: Plan, level: number, x: number, y: number): Float64Array | undefined {
  const { polygons, lines, glass = [] } = plan.levels[level];
  let found: Float64Array | undefined;
  let least = Infinity;
  for (const { role, rings } of polygons) {
    const [outer, ...holes] = rings;
    if (role !== 'obstacle' || outer === undefined || !isInRing(outer, x, y)) continue;
    if (holes.some((hole) => isInRing(hole, x, y))) continue;
    const area = areaOf(outer);
    if (area >= least) continue;
    least = area;
    found = outer;
  }
  if (found !== undefined) return found;
  least = ON_WALL;
  for (const line of [...lines, ...glass]) {
    const distance = distanceTo(line, x, y);
    if (distance > least || (distance === least && found !== undefined)) continue;
    least = distance;
    found = line;
  }
  return found;
}

/** Do two plans hold the very same obstacles, walls and glass, in the same order? */
export function isSamePlan(a: Plan, b: Plan): boolean {
  const isSame = <T>(one: readonly T[], other: readonly T[]) =>
    one.length === other.length && one.every((item, k) => item === other[k]);
  return a.levels.every(
    ({ polygons, lines, glass = [] }, k) =>
      isSame(polygons, b.levels[k].polygons) &&
      isSame(lines, b.levels[k].lines) &&
      isSame(glass, b.levels[k].glass ?? []),
  );
}

function withLevel(plan: Plan, level: number, change: (before: PlanLevel) => PlanLevel): Plan {
  return { ...plan, levels: plan.levels.map((before, k) => (k === level ? change(before) : before)) };
}

function areaOf(ring: Float64Array): number {
  let twice = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    twice += (ring[i] - ring[0]) * (ring[j + 1] - ring[1]) - (ring[j] - ring[0]) * (ring[i + 1] - ring[1]);
  }
  return Math.abs(twice) / 2;
}

function distanceTo(line: Float64Array, x: number, y: number): number {
  let least = Infinity;
  for (let i = 2; i < line.length; i += 2) {
    const ex = line[i] - line[i - 2];
    const ey = line[i + 1] - line[i - 1];
    const dx = x - line[i - 2];
    const dy = y - line[i - 1];
    const squared = ex * ex + ey * ey;
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (dx * ex + dy * ey) / squared));
    least = Math.min(least, Math.sqrt((dx - share * ex) ** 2 + (dy - share * ey) ** 2));
  }
  return least;
}
