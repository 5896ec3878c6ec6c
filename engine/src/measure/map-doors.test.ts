/** The density map and doors: a closed door hides what is behind it as a wall does, from the moment it is closed. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../test/random.ts';
import { doorOf, levelOf, planOf, rectangle, stairs } from '../../test/scenes/storeys.ts';
import { buildWorld } from '../build.ts';
import { NONE } from '../core/none.ts';
import type { Frame } from '../record/frame.ts';
import { createFrame } from '../record/fill-frame.ts';
import { changeSides, withOwnDoors } from '../simulation/change-doors.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { addCounts, addKernel, createDensityMap, type DensityMap } from './density-map.ts';
import { addKernelOverLinks, closeDoorsOnMaps, createDensityMaps } from './density-maps.ts';
import { closeDoorsOf } from './map-sight.ts';

const REACH = 2;
const OPEN: ReadonlySet<string> = new Set();
const CLOSED: ReadonlySet<string> = new Set(['gate']);

function frameOf(persons: readonly (readonly number[])[]): Frame {
  const frame = createFrame(Math.max(1, persons.length));
  frame.count = persons.length;
  persons.forEach(([x, y], i) => {
    frame.place.set([x, y], 2 * i);
    frame.level[i] = 0;
    frame.cell[i] = NONE;
  });
  return frame;
}

/** Two rooms, a wall 0.2 m thick at x = 5 between them, and a door from y = 2 to 4 in its middle. */
function rooms(isWalled = false): CellMesh {
  const walls = isWalled ? [rectangle(4.9, 0, 5.1, 6)] : [rectangle(4.9, 0, 5.1, 2), rectangle(4.9, 4, 5.1, 6)];
  const level = levelOf('rooms', 0, [rectangle(0, 0, 10, 6)], walls);
  const doors = isWalled ? [] : [doorOf('gate', 5, 2, 5, 4)];
  return buildWorld({ ...planOf([level], [], doors), isAllWanted: true }).mesh;
}

const random = createRandom(5);
const CROWD = frameOf(Array.from({ length: 40 }, () => [random.between(2, 4.85), random.between(0.1, 5.9)]));

/** People on the map with x greater than this. */
function personsBeyond({ parts, minX, density, floor }: DensityMap, x: number): number {
  let sum = 0;
  for (let part = 0; part < floor.length; part++) {
    if (parts.middle[2 * part] + minX > x) sum += density[part] * floor[part];
  }
  return sum;
}

describe('a density map', () => {
  it('ends at a closed door, and goes on through one that is open', () => {
    const map = createDensityMap(rooms(), 0, 0.4);
    for (const closed of [OPEN, CLOSED, OPEN, CLOSED]) {
      closeDoorsOf(map.sight, closed);
      addKernel(map, CROWD, REACH);
      expect(personsBeyond(map, -Infinity)).toBeCloseTo(40, 9);
      if (closed === CLOSED) expect(personsBeyond(map, 5)).toBe(0);
      else expect(personsBeyond(map, 5)).toBeGreaterThan(0.5);
    }
  });

  it('is up to a closed door what it is up to a wall', () => {
    const ends = [true, false].map((isWalled) => {
      const map = createDensityMap(rooms(isWalled), 0, 0.4);
      closeDoorsOf(map.sight, CLOSED);
      addKernel(map, frameOf([[4.2, 3.1]]), REACH);
      const column = Math.floor((3.4 - map.minX) / 0.4);
      return map.density[Math.floor((3.1 - map.minY) / 0.4) * map.columns + column];
    });
    // The doorway's own 0.1 m of floor is all that differs.
    expect(ends[0] / ends[1]).toBeGreaterThan(0.95);
    expect(ends[0] / ends[1]).toBeLessThan(1.1);
  });

  it('begins with the doors of its mesh; a one-way door is open from both sides', () => {
    const built = rooms();
    const change = (isOpen: boolean, towards: [number, number] | null) => {
      const mesh = withOwnDoors(built);
      changeSides(mesh, built, { name: 'gate', isOpen, towards });
      return mesh;
    };
    const beyond = (mesh: CellMesh) => {
      const map = createDensityMap(mesh, 0, 0.4);
      addKernel(map, CROWD, REACH);
      return personsBeyond(map, 5);
    };
    const open = beyond(built);
    expect(open).toBeGreaterThan(0.5);
    expect(beyond(change(false, null))).toBe(0);
    expect(beyond(change(true, [9, 3]))).toBe(open);
    expect(beyond(change(true, [1, 3]))).toBe(open);
  });

  it('keeps of each square only what may be hidden from it, since most is seen', () => {
    const map = createDensityMap(rooms(), 0, 0.4);
    const all = Array.from({ length: 5000 }, () => [random.between(0.1, 4.8), random.between(0.1, 5.9)]);
    addKernel(map, frameOf(all), REACH);
    const looked = map.sight.found.filter((at) => at !== NONE).length;
    expect(looked).toBeGreaterThan(100);
    // About 80 squares are within reach of each.
    expect(map.sight.lists.length / looked).toBeLessThan(20);
  });

  it('counts people in a doorway on their own side of the door', () => {
    const map = createDensityMap(rooms(), 0, 0.4);
    addCounts(map, frameOf([[4.98, 3]]));
    expect(personsBeyond(map, 5)).toBe(0);
    expect(Math.max(...map.density)).toBeGreaterThan(0);
  });

  it('sees stairs through an open door, and not through a closed one', () => {
    const level = levelOf('lower', 0, [rectangle(0, 0, 10, 6)], [rectangle(9, 0, 9.1, 2), rectangle(9, 4, 9.1, 6)]);
    const plan = planOf(
      [level, levelOf('upper', 3, [rectangle(16, 2, 20, 4)])],
      [stairs('stairs', 0, 1, [10, 2, 10, 4, 16, 4, 16, 2])],
      [doorOf('gate', 9.05, 2, 9.05, 4)],
    );
    const world = buildWorld(plan);
    const maps = createDensityMaps(world.mesh, world.plan.links, 0.4, REACH);
    const [flight] = maps.links;
    if (flight === undefined) throw new Error('no map of the stairs');
    for (const closed of [OPEN, CLOSED, OPEN]) {
      closeDoorsOnMaps(maps, closed);
      addKernelOverLinks(maps, frameOf([[8.9, 3]]), Int32Array.of(NONE));
      if (closed === CLOSED) expect(personsBeyond(flight, 0)).toBe(0);
      else expect(personsBeyond(flight, 0)).toBeGreaterThan(0.05);
    }
  });
});
