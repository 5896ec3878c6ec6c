import { buildWorld, METRES, type PlanLevel } from '@foulee/engine';
import { expect, test } from 'vitest';
import { drawPlace } from './draw-place.ts';

function levelAt(name: string, elevation: number): PlanLevel {
  const ring = Float64Array.of(0, 0, 10, 0, 10, 6, 0, 6);
  return { name, elevation, polygons: [{ role: 'walkable', rings: [ring] }], lines: [], floor: 'polygons', margin: 0 };
}

test('floor of stairs is drawn apart, and each wall has a kind', () => {
  const corners = Float64Array.of(3, 2, 3, 4, 7, 4, 7, 2);
  const plan = {
    name: 'test',
    frame: METRES,
    levels: [levelAt('ground', 0), levelAt('above', 3)],
    doors: [],
    links: [{ name: 'stairs', kind: 'stairs' as const, lower: 0, upper: 1, corners }],
  };
  const place = drawPlace(buildWorld(plan), 0);
  for (const { elevation, floor, walls, wallKinds } of place.levels) {
    expect(wallKinds).toHaveLength(walls.length / 6);
    for (let k = 2; k < floor.length; k += 3) expect(floor[k]).toBe(elevation);
  }
});
