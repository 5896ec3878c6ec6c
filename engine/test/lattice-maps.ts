/**
 * Random plans on whole numbers: blocks, diamonds and lines whose corners are exact, so that rays between whole numbers
 * run through vertices, along walls and along free segments all the time. Blocks may touch and overlap.
 */
import type { Plan } from '../src/map/plan.ts';
import { createRandom } from './random.ts';
import { planOf, rectangle, type Ring } from './shapes.ts';

export const LATTICE = 12;

export function latticePlan(seed: number): Plan {
  const random = createRandom(seed);
  const spot = () => random.integer(1, LATTICE - 2);
  const obstacles: Ring[][] = [];
  for (let i = random.integer(1, 7); i > 0; i--) {
    const [x, y] = [spot(), spot()];
    if (random.chance(0.6)) obstacles.push([rectangle(x, y, x + random.integer(1, 3), y + random.integer(1, 3))]);
    else obstacles.push([[x, y - 1, x + 1, y, x, y + 1, x - 1, y]]);
  }
  const lines: Ring[] = [];
  for (let i = random.integer(0, 5); i > 0; i--) {
    const line = [spot(), spot()];
    for (let bends = random.integer(1, 3); bends > 0; bends--) {
      const [dx, dy] = random.pick([
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
        [-1, 0],
        [0, -2],
        [2, 0],
      ] as const);
      line.push(line.at(-2)! + dx, line.at(-1)! + dy);
    }
    lines.push(line);
  }
  return planOf(`lattice ${seed}`, 'polygons', [[rectangle(0, 0, LATTICE, LATTICE)]], obstacles, lines);
}
