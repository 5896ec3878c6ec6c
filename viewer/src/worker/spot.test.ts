/** Two rooms joined by a passage, 1.2 m wide and 2 m long, with a door at its left end. */
import { buildWorld, METRES, type Plan } from '@foulee/engine';
import { expect, test } from 'vitest';
import { overlayOf } from './overlays.ts';
import { spotAt } from './spot.ts';

const box = (left: number, bottom: number, right: number, top: number) =>
  Float64Array.of(left, bottom, right, bottom, right, top, left, top);
const plan: Plan = {
  name: 'rooms',
  frame: METRES,
  levels: [
    {
      name: 'ground',
      elevation: 0,
      polygons: [box(0, 0, 6, 6), box(6, 2, 8, 3.2), box(8, 0, 14, 6)].map((ring) => ({
        role: 'walkable' as const,
        rings: [ring],
      })),
      lines: [],
      floor: 'polygons',
      margin: 0,
    },
  ],
  doors: [{ name: 'gate', level: 0, ends: [6, 2, 6, 3.2] }],
  links: [],
};
const world = buildWorld(plan);
const at = (x: number, y: number, cells = true, bottlenecks = false) =>
  spotAt(world, world.mesh, 0, x, y, { cells, bottlenecks, borders: false });

test('the passage is a cell: as wide as it is, two ways, its area', () => {
  const spot = at(7, 2.6)!;
  if (spot.kind !== 'cell') throw new Error(spot.kind);
  expect(spot.width).toBeCloseTo(1.2, 9);
  expect(spot.cell.area).toBeCloseTo(2.4, 9);
  expect(spot.cell.kind).toBe(2);
  expect(spot.ways.map(({ width }) => Number(width.toFixed(9)))).toEqual([1.2, 1.2]);
  expect(spot.ways.map(({ door }) => door).filter((door) => door !== undefined)).toEqual(['gate']);
  expect(spot.levelName).toBe('ground');
  expect(spot.ring).toHaveLength(8);
});

test('a door is found within reach of its line, whatever overlay there is; cells only if wanted', () => {
  const door = at(6.3, 2.5, false)!;
  if (door.kind !== 'door') throw new Error(door.kind);
  expect(door).toMatchObject({ name: 'gate' });
  expect(door.width).toBeCloseTo(1.2, 9);
  expect(door.between.map(({ area }) => area).some((area) => Math.abs(area - 2.4) < 1e-9)).toBe(true);
  expect(door.between).toHaveLength(2);
  expect(at(3, 3, false)).toBeUndefined();
  expect(at(20, 3)).toBeUndefined();
});

test('the way through a door leads to the same cell while it is shut; one way is said to be', () => {
  const { mesh } = world;
  const passage = at(7, 2.6)!;
  if (passage.kind !== 'cell') throw new Error(passage.kind);
  /** With the sides of the door taken away of which this holds. */
  const waysWithout = (isGone: (s: number) => boolean) => {
    const twins = mesh.sideTwin.map((twin, s) => (mesh.sideDoor[s] !== -1 && isGone(s) ? -1 : twin));
    const spot = spotAt({ ...world, mesh: { ...mesh, sideTwin: twins } }, mesh, 0, 7, 2.6, {
      cells: true,
      bottlenecks: false,
      borders: false,
    });
    return spot?.kind === 'cell' ? spot.ways : [];
  };
  expect(waysWithout(() => true)).toEqual(passage.ways);
  const oneWay = waysWithout((s) => mesh.sideCell[s] === passage.cell.number);
  expect(oneWay.find(({ door }) => door === 'gate')).toMatchObject({ isAgainst: true });
  expect(oneWay.filter(({ isAgainst }) => isAgainst)).toHaveLength(1);
});

test('map and triangulation: all walls, and triangles that fill the floor', () => {
  const { sketches, legend } = overlayOf(world, 'map', 0);
  expect(legend.map(({ label }) => label)).toEqual(['wall', 'door']);
  const long = (colour: string) =>
    sketches
      .filter((one) => one.colour === colour && one.kind !== 'web')
      .reduce((sum, { points: [ax, ay, bx, by] }) => sum + Math.hypot(bx! - ax!, by! - ay!), 0);
  // Around: 2 · 24 m of rooms less two openings of 1.2 m, and both sides of the passage.
  expect(long(legend[0].colour)).toBeCloseTo(48 - 2.4 + 4, 6);
  expect(long(legend[1].colour)).toBeCloseTo(1.2, 6);
  const [web] = overlayOf(world, 'triangulation', 0).sketches;
  const { triangleCount, region, twin } = world.triangulations[0];
  let sides = 0;
  for (let e = 0; e < 3 * triangleCount; e++) {
    const isFloor = (h: number) => region[Math.floor(h / 3)] !== 0;
    // A side between two triangles of floor is there twice.
    if (isFloor(e)) sides += isFloor(twin[e]) ? 0.5 : 1;
  }
  expect(web!.lines).toHaveLength(6 * sides);
});
