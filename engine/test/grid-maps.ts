/**
 * Random plans of unit squares, floor or not, like the grids of games. Lines between the middles of squares run through
 * corners all the time, and walls of many squares lie on one line: every choice is a tie.
 */
import type { Plan } from '../src/map/plan.ts';
import type { Point } from './oracles/wall-network.ts';
import { createRandom } from './random.ts';
import { planOf, rectangle, type Ring } from './shapes.ts';

/** The plan, and the middles of its squares; some may lie in areas that are left out. */
export function gridPlan(seed: number): { plan: Plan; middles: Point[] } {
  const random = createRandom(seed);
  const size = random.integer(4, 14);
  const share = random.between(0.55, 0.9);
  const floors: Ring[][] = [];
  const middles: Point[] = [];
  for (let i = 0; i < size * size; i++) {
    // One square at least.
    if (i > 0 && !random.chance(share)) continue;
    const [x, y] = [i % size, Math.floor(i / size)];
    floors.push([rectangle(x, y, x + 1, y + 1)]);
    middles.push([x + 0.5, y + 0.5]);
  }
  return { plan: planOf(`grid ${seed}`, 'polygons', floors, []), middles };
}
