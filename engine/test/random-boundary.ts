/** The same plan with an artificial boundary: nothing, whole areas, or pieces of their outlines and lines across them. */
import type { Plan } from '../src/map/plan.ts';
import type { Random } from './random.ts';

export function withBoundary(plan: Plan, random: Random): Plan {
  const how = random.pick(['none', 'areas', 'pieces', 'across'] as const);
  const levels = plan.levels.map((level) => {
    if (how === 'none') return level;
    const floors = level.polygons.filter(({ role }) => role === 'walkable');
    if (how === 'areas') {
      const polygons = level.polygons.map((polygon) =>
        polygon.role === 'walkable' && random.chance(0.7) ? { ...polygon, isBoundary: true } : polygon,
      );
      return { ...level, polygons };
    }
    const boundaries: Float64Array[] = [];
    for (const { rings } of floors) {
      const ring = rings[0];
      for (let i = 0; i < ring.length; i += 2) {
        if (!random.chance(0.3)) continue;
        const [from, to] = [random.between(0, 0.4), random.between(0.6, 1)];
        const [ax, ay] = [ring[i], ring[i + 1]];
        // To the next corner, or across the floor to any.
        const j = how === 'pieces' ? (i + 2) % ring.length : 2 * random.integer(0, ring.length / 2 - 1);
        const [ex, ey] = [ring[j] - ax, ring[j + 1] - ay];
        if (ex === 0 && ey === 0) continue;
        boundaries.push(Float64Array.of(ax + from * ex, ay + from * ey, ax + to * ex, ay + to * ey));
      }
    }
    return { ...level, boundaries };
  });
  return { ...plan, levels };
}
