/**
 * Clean plans whose walls are roughened: every side cut into pieces whose joints stand off by some millimetres, as
 * scanned or digitised walls do. Some get a second rough wall a few centimetres away, to be kept apart.
 */
import type { Plan } from '../src/map/plan.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { createRandom, type Random } from './random.ts';
import { separation } from './shapes.ts';

/** Points between (ax, ay) and (bx, by), standing off by up to `noise`. */
function joints(random: Random, ax: number, ay: number, bx: number, by: number, noise: number): number[] {
  const length = Math.hypot(bx - ax, by - ay);
  const pieces = Math.min(random.integer(1, 12), Math.floor(length / 0.06));
  const points: number[] = [];
  for (let i = 1; i < pieces; i++) {
    const share = (i + random.between(-0.2, 0.2)) / pieces;
    const off = random.between(-noise, noise) / length;
    points.push(ax + share * (bx - ax) - off * (by - ay), ay + share * (by - ay) + off * (bx - ax));
  }
  return points;
}

function roughened(random: Random, points: Float64Array, closed: boolean, noise: number): Float64Array {
  const result: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [ax, ay] = [points[i], points[i + 1]];
    result.push(ax, ay);
    const j = (i + 2) % points.length;
    if (j > 0 || closed) result.push(...joints(random, ax, ay, points[j], points[j + 1], noise));
  }
  return Float64Array.from(result);
}

/** A rough line along the longest side of a ring, `gap` metres to its left. */
function shadow(random: Random, ring: Float64Array, gap: number, noise: number): Float64Array {
  let longest = 0;
  let at = 0;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const length = Math.hypot(ring[i + 2] - ring[i], ring[i + 3] - ring[i + 1]);
    if (length > longest) [longest, at] = [length, i];
  }
  const [ax, ay, bx, by] = ring.subarray(at, at + 4) as unknown as [number, number, number, number];
  const [nx, ny] = [(-(by - ay) / longest) * gap, ((bx - ax) / longest) * gap];
  const from = [ax + 0.1 * (bx - ax) + nx, ay + 0.1 * (by - ay) + ny];
  const to = [ax + 0.9 * (bx - ax) + nx, ay + 0.9 * (by - ay) + ny];
  return Float64Array.from([...from, ...joints(random, from[0], from[1], to[0], to[1], noise), ...to]);
}

export function roughPlan(seed: number): Plan {
  const random = createRandom(seed);
  for (;;) {
    const noise = random.pick([1e-9, 1e-4, 0.002, 0.006, 0.012]);
    const plan = cleanPlan(random.pick(CLEAN_KINDS.filter((kind) => kind !== 'maze')), random.integer(0, 1e9));
    const level = plan.levels[0];
    const polygons = level.polygons.map(({ role, rings }) => ({
      role,
      rings: rings.map((ring) => roughened(random, ring, true, noise)),
    }));
    const lines = level.lines.map((line) => roughened(random, line, false, noise));
    const walkable = level.polygons.find(({ role }) => role === 'walkable');
    if (walkable !== undefined && random.chance(0.6)) {
      lines.push(shadow(random, walkable.rings[0], random.between(0.008, 0.05), noise));
    }
    const rough = { ...plan, name: `rough ${seed}`, levels: [{ ...level, polygons, lines }] };
    if (separation(rough, 1) > 0.002) return rough;
  }
}
