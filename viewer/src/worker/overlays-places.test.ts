/** Places over the floor: three rooms in a row, the doorways of which lie behind each other, and one aside. */
import {
  advance,
  buildWorld,
  createRun,
  indexCells,
  inlinePlan,
  locate,
  openInline,
  parseScenario,
  sceneryOf,
} from '@foulee/engine';
import { levelOf, planOf, rectangle, stairs } from '@foulee/engine/testing';
import { expect, test } from 'vitest';
import { MOMENT } from '../protocol/moment.ts';
import { momentOfPeople } from '../../test/moment-fixture.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { SEEN_COLOURS } from '../protocol/spot.ts';
import { overlayNow } from './overlays-now.ts';
import { overlayOf } from './overlays.ts';
import { spotAt } from './spot.ts';

const scenario = parseScenario({
  name: 'rooms',
  duration: 60,
  environment: {
    walkable: [
      { box: [0, 0, 8, 8] },
      { box: [8.4, 0, 16, 8] },
      { box: [16.4, 0, 24, 8] },
      { box: [8.4, 8.4, 16, 16] },
      { box: [8, 3, 8.4, 4.2] },
      { box: [16, 3, 16.4, 4.2] },
      { box: [9, 8, 10.2, 8.4] },
    ],
  },
  exits: { out: { at: [23, 3.6] } },
  profiles: { person: { speed: 1.2, radius: 0.2 } },
  walkers: [{ at: [6, 3.6] }, { at: [5, 3.6] }, { at: [12, 5] }],
});
if (scenario.environment.kind !== 'inline') throw new Error('inline');
const world = buildWorld(inlinePlan(scenario.environment, 'rooms'));
const WANTED = { cells: false, bottlenecks: false, borders: true };

test('places have colours, and borders are drawn', () => {
  const { sketches, legend, note } = overlayOf(world, 'place', 0);
  expect(note).toBe('4 places.');
  expect(legend.map(({ label }) => label)).toEqual(['3 borders that people walk through']);
  expect(sketches.filter(({ kind }) => kind === 'line')).toHaveLength(3);
  // Numbered as decisions number them, on the floor of the place.
  const numbered = sketches.filter(({ kind }) => kind === 'thread');
  const { layer } = sceneryOf(world).places;
  const cells = indexCells(world.mesh);
  expect(numbered).toHaveLength(4);
  for (const { label, points, isLabelCentred } of numbered) {
    expect(isLabelCentred).toBe(true);
    expect(layer.ofCell[locate(world.mesh, cells, 0, points[0], points[1])]).toBe(Number(label));
  }
  // A row of rooms needs two colours; the one aside has that of the others.
  expect(new Set(sketches.filter(({ kind }) => kind === 'fill').map(({ colour }) => colour)).size).toBe(2);
  const sight = overlayOf(world, 'sight', 0);
  expect(sight.sketches).toHaveLength(3);
  expect(new Set(sight.legend.map(({ colour }) => colour)).size).toBe(sight.legend.length);
});

test('a click on a border tells and tints what is seen through it, both ways', () => {
  const spot = spotAt(world, world.mesh, 0, 8.2, 3.6, WANTED)!;
  if (spot.kind !== 'border' || spot.sight === undefined) throw new Error(spot.kind);
  expect(spot).toMatchObject({ name: 'Border', width: expect.closeTo(1.2, 6) });
  const { left, right, sketches, isWhole } = spot.sight;
  expect(isWhole).toBe(true);
  // To one side the first room; to the other one the two behind each other, through the border between them, and the one aside.
  const [fewer, more] = [left, right].sort((a, b) => a.places - b.places);
  expect(fewer).toEqual({ places: 1, borders: 0 });
  expect(more).toEqual({ places: 3, borders: 2 });
  // In the colours that the card has for each way: more is seen to the east, which is the right of the border or its left.
  const fills = sketches.filter(({ kind }) => kind === 'fill');
  expect(new Set(fills.map(({ colour }) => colour))).toEqual(new Set([SEEN_COLOURS.left, SEEN_COLOURS.right]));
  const isEast = ({ points }: Sketch) => points.every((x, k) => k % 2 === 1 || x + world.mesh.origin[0] > 8.4 - 1e-9);
  expect(new Set(fills.filter(isEast).map(({ colour }) => colour))).toEqual(
    new Set([SEEN_COLOURS[left.places > right.places ? 'left' : 'right']]),
  );
  expect(sketches.filter(({ kind }) => kind === 'line')).toHaveLength(2);
  expect(spotAt(world, world.mesh, 0, 4, 4, WANTED)).toBeUndefined();
});

test('places are as crowded as there are people in them, and people are about to cross borders', () => {
  const run = createRun(scenario, world);
  advance(run);
  const { crowd, time } = run.simulation;
  const numbers = new Float32Array(MOMENT * crowd.count);
  for (let i = 0; i < crowd.count; i++) numbers.set(crowd.place.subarray(2 * i, 2 * i + 2), MOMENT * i);
  const moment = momentOfPeople(time, [...crowd.serial.subarray(0, crowd.count)], numbers);
  const { sketches, legend } = overlayNow(world, run, 'density', moment, new Set());
  expect(legend).toHaveLength(6);
  // Two people and one on 61 m² or more.
  expect(sketches.flatMap(({ label }) => label ?? [])).toEqual(['0.03', '0.02']);
  const fills = sketches.filter(({ kind }) => kind === 'fill');
  // Two of four rooms have people in them.
  const xs = fills.flatMap(({ points }) => points.filter((_, k) => k % 2 === 0));
  expect(fills.length).toBeGreaterThan(0);
  expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(17);
  const flow = overlayNow(world, run, 'flow', moment, new Set(), run.simulation);
  expect(flow.note).toBe('3 people are about to cross a border.');
  expect(flow.sketches.flatMap(({ label }) => label ?? []).toSorted()).toEqual(['1', '2']);
  // The arrow of two points east, and is the broader one.
  const arrows = flow.sketches.filter(({ kind }) => kind === 'fill');
  const [tipX, , , , , , backX] = arrows.find(({ label }) => label === '2')!.points;
  expect(tipX).toBeGreaterThan(backX!);
  expect(overlayNow(world, undefined, 'flow', moment, new Set()).note).toMatch(/last few seconds/);
});

test('stairs are tinted on their steps, and borders at their upper end lie at its height', () => {
  const levels = [levelOf('lower', 0, [rectangle(0, 0, 3, 6)]), levelOf('upper', 3, [rectangle(7, 0, 10, 6)])];
  const house = buildWorld(planOf(levels, [stairs('stair', 0, 1, [3, 4, 3, 2, 7, 2, 7, 4])]));
  const { sketches } = overlayOf(house, 'place', 0);
  const [left] = house.mesh.origin;
  const onStairs = sketches
    .filter(({ kind }) => kind === 'fill')
    .map(({ points, z }) => ({ xs: points.filter((_, k) => k % 2 === 0).map((x) => x + left), z }))
    .filter(({ xs }) => Math.min(...xs) > 3 - 1e-9 && Math.max(...xs) < 7 + 1e-9);
  expect(onStairs.length).toBeGreaterThan(10);
  for (const { xs, z } of onStairs) {
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
    expect(z).toBeCloseTo((3 * (middle - 3)) / 4, 6);
  }
  const atTop = sketches.filter(({ kind, points }) => kind === 'line' && points[0] + left > 6.9);
  expect(atTop.flatMap(({ heights }) => heights)).toEqual([expect.closeTo(3, 6), expect.closeTo(3, 6)]);
  const numbers = sketches.filter(({ label }) => label !== undefined);
  expect(numbers.map(({ z }) => z).toSorted()).toEqual([0, expect.closeTo(1.5, 6), 3]);
});

test('a window is one, however cells cut it', () => {
  // Pillars cut the cells on both sides.
  const { world: house } = openInline({
    data: {
      environment: {
        walkable: [
          { box: [0, 0, 10, 12] },
          { box: [10.2, 0, 20, 12] },
          { box: [10, 8, 10.2, 9.2] },
          { box: [10, 0, 10.2, 6] },
        ],
        obstacles: [{ box: [6, 3, 6.5, 3.5] }, { box: [13, 4, 13.5, 4.5] }],
        glass: [
          [
            [10, 0],
            [10, 6],
          ],
        ],
      },
      exits: { out: { at: [19, 1] } },
      duration: 1,
    },
  });
  const { places } = sceneryOf(house);
  // So many pieces.
  expect(places.borderSides.length / 2 - places.accesses).toBeGreaterThan(1);
  expect(overlayOf(house, 'sight', 0).legend.map(({ label }) => label)).toContain('1 of glass');
  const spot = spotAt(house, house.mesh, 0, 10, 1, WANTED);
  expect(spot).toMatchObject({ kind: 'border', name: 'Window', width: expect.closeTo(6, 6), isWindow: true });
  const other = spotAt(house, house.mesh, 0, 10, 5, WANTED);
  expect(other).toMatchObject({ width: expect.closeTo(6, 6) });
});
