/**
 * Maps to look for ways on: all kinds of random clean and dirty ones, and houses of random rooms on two levels with
 * doors and stairs.
 *
 *   y 6 ┌────┬──┬────┬──┬────┐     Each level: four rooms in a row, walls of 20 cm between them with a doorway of 0.4
 *       │    ╎  │    ╎  │    │     to 2 m each, some with a door in it, some shut. Two stairs of 0.8 to 1.8 m lead from
 *     0 └────┴──┴────┴──┴────┘     the first and the last room up.
 *       0                    16 x
 */
import { buildWorld } from '../../src/build.ts';
import type { PlanDoor } from '../../src/map/plan.ts';
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import { DIRTY_KINDS, dirtyPlan } from '../dirty-maps.ts';
import { CLEAN_KINDS, cleanPlan } from '../random-maps.ts';
import { createRandom, type Random } from '../random.ts';
import { levelOf, planOf, rectangle, type Ring, stairs } from './storeys.ts';

/** Every kind of map for each of some seeds. */
export function* routeMaps(seeds: number): Generator<[string, CellMesh]> {
  for (let seed = 1; seed <= seeds; seed++) {
    for (const kind of CLEAN_KINDS) yield [`${kind} ${seed}`, buildWorld(cleanPlan(kind, seed)).mesh];
    for (const kind of DIRTY_KINDS) yield [`${kind} ${seed}`, buildWorld(dirtyPlan(kind, seed)).mesh];
    for (let i = 0; i < 3; i++) yield [`house ${3 * seed + i}`, house(3 * seed + i)];
  }
}

export function house(seed: number): CellMesh {
  const random = createRandom(seed);
  const doors: PlanDoor[] = [];
  const level = (index: number) => {
    const walls: Ring[] = [];
    for (const x of [4, 8, 12]) walls.push(...wallWithDoorway(random, index, x, doors));
    for (let i = random.integer(0, 6); i > 0; i--) {
      const [x, y] = [random.between(0.3, 15), random.between(0.2, 1.5)];
      walls.push(rectangle(x, y, x + random.between(0.2, 0.8), y + random.between(0.2, 0.6)));
    }
    return levelOf(`level ${index}`, 3 * index, [rectangle(0, 0, 16, 6)], walls);
  };
  const levels = [level(0), level(1)];
  const stair = (name: string, x: number, toX: number) => {
    const y = random.between(2.2, 3);
    const end = y + random.between(0.8, 1.8);
    return stairs(name, 0, 1, x < toX ? [x, end, x, y, toX, y, toX, end] : [x, y, x, end, toX, end, toX, y]);
  };
  return buildWorld(planOf(levels, [stair('west', 1, 3), stair('east', 15, 13)], doors)).mesh;
}

/** Streets between n × n blocks, 0.2 to 2.6 m wide, some blocks cut by alleys: about 5 n² cells. */
export function streets(seed: number, n: number): CellMesh {
  const random = createRandom(seed);
  const blocks: Ring[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const edge = () => random.between(0.1, 1.3);
      const [x0, y0, x1, y1] = [10 * i + edge(), 10 * j + edge(), 10 * i + 10 - edge(), 10 * j + 10 - edge()];
      const alley = random.between(x0 + 1, x1 - 1);
      const half = random.between(0.1, 0.8);
      if (random.chance(0.3)) blocks.push(rectangle(x0, y0, alley - half, y1), rectangle(alley + half, y0, x1, y1));
      else if (random.chance(0.9)) blocks.push(rectangle(x0, y0, x1, y1));
    }
  }
  return buildWorld(planOf([levelOf('streets', 0, [rectangle(0, 0, 10 * n, 10 * n)], blocks)])).mesh;
}

function wallWithDoorway(random: Random, level: number, x: number, doors: PlanDoor[]): Ring[] {
  if (random.chance(0.1)) return [rectangle(x - 0.1, 0, x + 0.1, 6)];
  const y = random.between(1, 3.5);
  const end = y + random.between(0.4, 2);
  if (random.chance(0.5)) doors.push({ name: `door ${level} ${x}`, level, ends: [x, y, x, end] });
  return [rectangle(x - 0.1, 0, x + 0.1, y), rectangle(x - 0.1, end, x + 0.1, 6)];
}
