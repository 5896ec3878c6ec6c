import { buildWorld, METRES, type Plan, type PlanLevel } from '@foulee/engine';
import { expect, test } from 'vitest';
import { drawMass } from './place-mass.ts';
import { GLASS_WALL, NO_WALL, RAIL, SOLID_WALL, THIN_WALL } from './wall-kinds.ts';

const box = (left: number, bottom: number, right: number, top: number) =>
  Float64Array.of(left, bottom, right, bottom, right, top, left, top);

function levelOf(rooms: Float64Array[], obstacles: Float64Array[] = [], rest: Partial<PlanLevel> = {}): PlanLevel {
  return {
    name: 'ground',
    elevation: 0,
    polygons: [
      ...rooms.map((ring) => ({ role: 'walkable' as const, rings: [ring] })),
      ...obstacles.map((ring) => ({ role: 'obstacle' as const, rings: [ring] })),
    ],
    lines: [],
    floor: 'polygons',
    margin: 0,
    ...rest,
  };
}

const planOf = (levels: PlanLevel[], links: Plan['links'] = []): Plan => ({
  name: 'test',
  frame: METRES,
  levels,
  doors: [],
  links,
});

/** All triangles face up, and this is their area. */
function areaOf(tops: Float64Array): number {
  let area = 0;
  for (let k = 0; k < tops.length; k += 6) {
    const [ax, ay, bx, by, cx, cy] = tops.subarray(k, k + 6) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const own = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
    expect(own).toBeGreaterThanOrEqual(0);
    area += own;
  }
  return area;
}

test('a pillar is solid, and a band of 0.3 m goes around the room', () => {
  const mass = drawMass(buildWorld(planOf([levelOf([box(0, 0, 6, 4)], [box(2, 1, 3, 2)])])), 0);
  expect(areaOf(mass.tops)).toBeCloseTo(1 + 6.6 * 4.6 - 24, 3);
  expect(mass.outline).toHaveLength(4 * 4);
  expect(new Set(mass.kinds)).toEqual(new Set([SOLID_WALL]));
});

test('a narrow gap between rooms is filled, a wide one is not', () => {
  const near = drawMass(buildWorld(planOf([levelOf([box(0, 0, 4, 4), box(4, 1, 6, 2), box(6, 0, 10, 4)])])), 0);
  // Beside the passage of 2 m, too: one block of 10.6 by 4.6 m around 34 m² of floor.
  expect(areaOf(near.tops)).toBeCloseTo(10.6 * 4.6 - 34, 3);
  const far = drawMass(buildWorld(planOf([levelOf([box(0, 0, 4, 4), box(4, 1, 14, 2), box(14, 0, 18, 4)])])), 0);
  // Two rooms of 4.6 by 4.6 m and 9.4 m of passage, 1.6 m wide with its walls, around 42 m² of floor.
  expect(areaOf(far.tops)).toBeCloseTo(2 * 4.6 * 4.6 + 9.4 * 1.6 - 42, 3);
});

test('a wall with floor on both sides is thin, once from each side', () => {
  const level = levelOf([box(0, 0, 6, 4)], [], { lines: [Float64Array.of(3, 0, 3, 2)] });
  const { kinds } = drawMass(buildWorld(planOf([level])), 0);
  expect(kinds.filter((kind) => kind === THIN_WALL).length).toBeGreaterThanOrEqual(2);
});

test('glass is a wall of its own kind, from both sides', () => {
  const panes = { lines: [Float64Array.of(3, 0, 3, 2)], glass: [Float64Array.of(3, 2, 3, 4)] };
  const { kinds } = drawMass(buildWorld({ ...planOf([levelOf([box(0, 0, 6, 4)], [], panes)]), isAllWanted: true }), 0);
  const count = (wanted: number) => kinds.filter((kind) => kind === wanted).length;
  expect(count(GLASS_WALL)).toBeGreaterThanOrEqual(2);
  expect(count(THIN_WALL)).toBeGreaterThanOrEqual(2);
});

test('where the place goes on there is neither wall nor band', () => {
  const level = levelOf([], [box(2, 1, 3, 2)], { floor: 'box', margin: 5 });
  const mass = drawMass(buildWorld(planOf([level])), 0);
  expect(areaOf(mass.tops)).toBeCloseTo(1, 6);
  expect(mass.outline).toEqual([]);
  expect(mass.kinds.filter((kind) => kind === NO_WALL)).not.toHaveLength(0);
  expect(mass.kinds.filter((kind) => kind === SOLID_WALL)).toHaveLength(4);
});

test('stairs are no mass: rails above, nothing below', () => {
  const room = box(0, 0, 10, 6);
  const plan = planOf(
    [levelOf([room]), { ...levelOf([room]), name: 'above', elevation: 3 }],
    [{ name: 'stairs', kind: 'stairs', lower: 0, upper: 1, corners: Float64Array.of(3, 2, 3, 4, 7, 4, 7, 2) }],
  );
  const world = buildWorld(plan);
  const band = 10.6 * 6.6 - 60;
  expect(areaOf(drawMass(world, 0).tops)).toBeCloseTo(band, 3);
  expect(areaOf(drawMass(world, 1).tops)).toBeCloseTo(band, 3);
  expect(drawMass(world, 0).kinds).not.toContain(RAIL);
  expect(drawMass(world, 1).kinds).toContain(RAIL);
});
