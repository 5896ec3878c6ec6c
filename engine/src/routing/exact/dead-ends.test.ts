import { describe, expect, it } from 'vitest';
import { cellRing } from '../../../test/oracles/cells.ts';
import { findPlaces } from '../../../test/oracles/places.ts';
import { wallsOf } from '../../../test/oracles/walls.ts';
import { ROUTE_KINDS, routePlan } from '../../../test/route-scenes.ts';
import { createRandom } from '../../../test/random.ts';
import { moved, planOf, rectangle, type Ring } from '../../../test/shapes.ts';
import { buildWorld, type World } from '../../build.ts';
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import { indexCells, locate } from '../../subdivision/locate.ts';
import { type Corners, findCorners } from '../corners/corners.ts';
import { findDeadEnds, needDeadEnds } from './dead-ends.ts';
import { createExactScratch, exactPortals, type ExactScratch } from './exact.ts';

/** Teeth of 0.5 × 50 m, 1 m apart, on a corridor of 5 m. */
function comb(teeth: number): Ring {
  const ring = [0, 0, teeth, 0, teeth, 5];
  for (let k = teeth - 1; k >= 0; k--) ring.push(k + 0.75, 5, k + 0.75, 55, k + 0.25, 55, k + 0.25, 5);
  return [...ring, 0, 5];
}

/** Places are the mesh's. @returns the length, Infinity for none, and how many nodes were expanded */
function searchIn({ mesh }: World, corners: Corners, scratch: ExactScratch) {
  const cells = indexCells(mesh);
  const portals = new GrowableInts();
  const endAt = (x: number, y: number) => ({ cell: locate(mesh, cells, 0, x, y), x, y });
  return (from: readonly [number, number], to: readonly [number, number], width: number) => {
    const query = { from: endAt(...from), to: endAt(...to), width };
    const expanded = exactPortals(mesh, corners, scratch, query, portals);
    return { length: expanded === NONE ? Infinity : scratch.length, expanded };
  };
}

/** A scratch that knows of no dead ends: everything is searched. */
function withoutDeadEnds({ mesh }: World): ExactScratch {
  const scratch = createExactScratch(mesh);
  scratch.deadEnds = { ...findDeadEnds(mesh), isIn: new Uint8Array(mesh.cellLevel.length) };
  return scratch;
}

describe('dead ends', () => {
  it('are found: rooms that hang on a loop, one behind the other; in a tree everything is one', () => {
    const walls = [
      [8, 0, 8, 1],
      [8, 1.5, 8, 10],
      [9, 0, 9, 8],
      [9, 8.5, 9, 10],
    ];
    const loop = buildWorld(planOf('loop', 'polygons', [[rectangle(0, 0, 10, 10)]], [[rectangle(3, 3, 5, 7)]], walls));
    const { mesh } = loop;
    const cells = indexCells(mesh);
    const at = (x: number, y: number) => locate(mesh, cells, 0, x - mesh.origin[0], y - mesh.origin[1]);
    const ends = findDeadEnds(mesh);
    expect([at(1, 5), at(4, 1), at(4, 9)].map((c) => ends.isIn[c])).toEqual([0, 0, 0]);
    expect([at(8.5, 5), at(9.5, 5)].map((c) => ends.isIn[c])).toEqual([1, 1]);
    // From the end of the last room, out to the loop.
    let c = at(9.5, 1);
    const passed: number[] = [];
    for (; ends.isIn[c] === 1; c = mesh.sideCell[mesh.sideTwin[ends.wayOut[c]]]) passed.push(c);
    expect(passed).toContain(at(8.5, 5));
    const tree = buildWorld(planOf('tree', 'polygons', [[comb(5)]], []));
    const all = findDeadEnds(tree.mesh);
    expect(all.isIn).toEqual(new Uint8Array(tree.mesh.cellLevel.length).fill(1));
    expect(all.wayOut.filter((side) => side === NONE)).toHaveLength(1);
  });

  it('are needed where start or goal is in them, and in a tree only between the two', () => {
    const { mesh } = buildWorld(planOf('tree', 'polygons', [[comb(9)]], []));
    const cells = indexCells(mesh);
    const at = (x: number, y: number) => locate(mesh, cells, 0, x - mesh.origin[0], y - mesh.origin[1]);
    const ends = findDeadEnds(mesh);
    const needed = (from: number, to: number) => {
      needDeadEnds(mesh, ends, from, to);
      return [...ends.needed.keys()].filter((c) => ends.needed[c] === ends.search).sort((a, b) => a - b);
    };
    const [first, middle, last, corridor] = [at(0.5, 40), at(4.5, 40), at(8.5, 40), at(3, 1)];
    const sorted = (...list: number[]) => list.toSorted((a, b) => a - b);
    expect(needed(first, last)).toEqual(sorted(first, corridor, last));
    expect(needed(first, corridor)).toEqual(sorted(first, corridor));
    expect(needed(corridor, middle)).toEqual(sorted(corridor, middle));
    expect(needed(middle, middle)).toEqual([middle]);
  });

  it('are not searched: a comb takes a few nodes, however many teeth it has', () => {
    for (const teeth of [40, 400]) {
      const { find } = combSearch(teeth, 0);
      const point = find(0);
      expect(point.length).toBeCloseTo(2 * Math.hypot(0.25, 49) + teeth - 1.5, 9);
      expect(point.expanded).toBeLessThan(20);
      const disc = find(0.2);
      expect(disc.length).toBeGreaterThan(point.length);
      expect(disc.length).toBeLessThan(point.length + 0.5);
      expect(disc.expanded).toBeLessThan(20);
    }
  });

  it.each([0, 0.3, 1])('make no difference to the path through a comb turned by %d, which has more cells', (angle) => {
    const { find, findInAll } = combSearch(60, angle);
    for (const width of [0, 0.2, 0.45]) {
      const [found, all] = [find(width), findInAll(width)];
      expect(found.length).toBeCloseTo(all.length, 9);
      expect(found.expanded).toBeLessThan(all.expanded);
    }
  });
});

/** From the first tooth to the last. */
function combSearch(teeth: number, angle: number) {
  const world = buildWorld(planOf('comb', 'polygons', [[moved(comb(teeth), angle, 0, 0)]], []));
  const corners = findCorners(world.mesh);
  const spot = (x: number, y: number): [number, number] => {
    const [px, py] = moved([x, y], angle, 0, 0) as [number, number];
    return [px - world.mesh.origin[0], py - world.mesh.origin[1]];
  };
  const searchWith = (scratch: ExactScratch) => {
    const search = searchIn(world, corners, scratch);
    return (width: number) => search(spot(0.5, 54), spot(teeth - 0.5, 54), width);
  };
  return { find: searchWith(createExactScratch(world.mesh)), findInAll: searchWith(withoutDeadEnds(world)) };
}

describe('without dead ends paths are as long as with them', () => {
  it.each(ROUTE_KINDS.flatMap((kind) => [1, 2, 3].map((seed) => [kind, seed] as const)))('%s %i', (kind, seed) => {
    const world = buildWorld(routePlan(kind, seed));
    const { mesh } = world;
    const corners = findCorners(mesh);
    const some = searchIn(world, corners, createExactScratch(mesh));
    const all = searchIn(world, corners, withoutDeadEnds(world));
    const random = createRandom(seed);
    const rings = Array.from(mesh.cellLevel, (_, c) => cellRing(mesh, c));
    const places = findPlaces(wallsOf(world.maps[0]), rings, random, 12);
    for (const width of [0, random.between(0.02, 0.3), random.between(0.3, 1), random.between(1, 2.5)]) {
      const roomy = places.filter(({ clearance }) => 2 * clearance > width);
      for (const [i, p] of roomy.entries()) {
        for (const q of roomy.slice(0, i)) {
          const found = some([p.x, p.y], [q.x, q.y], width);
          const expected = all([p.x, p.y], [q.x, q.y], width);
          const text = `width ${width}, ${p.x},${p.y} to ${q.x},${q.y}`;
          if (expected.length === Infinity) expect(found.length, text).toBe(Infinity);
          else expect(found.length, text).toBeCloseTo(expected.length, 9);
          expect(found.expanded, text).toBeLessThanOrEqual(expected.expanded);
        }
      }
    }
  });
});
