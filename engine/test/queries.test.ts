/**
 * Questions to the mesh against brute force over all cells and all walls: locate, walk, clearance, nearestWalkable.
 */
import fc from 'fast-check';
import { orient2d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import type { CellMesh } from '../src/subdivision/cell-mesh.ts';
import { clearance, createClearanceScratch } from '../src/subdivision/clearance.ts';
import { indexCells, locate, nearestWalkable } from '../src/subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../src/subdivision/walk.ts';
import { DIRTY_KINDS, type DirtyKind, dirtyPlan } from './dirty-maps.ts';
import { LATTICE, latticePlan } from './lattice-maps.ts';
import { cellRing, type Side, sidesOf } from './oracles/cells.ts';
import { isOnFloor } from './oracles/floor.ts';
import { distanceToSegment } from './oracles/planarity.ts';
import { castRay } from './oracles/rays.ts';
import { boxOf, clearanceOf, wallsOf } from './oracles/walls.ts';
import { CLEAN_KINDS, type CleanKind, cleanPlan } from './random-maps.ts';
import { createRandom, propertyRuns, type Random, seeds } from './random.ts';

const NONE = -1;
const KINDS = ['lattice', ...CLEAN_KINDS, ...DIRTY_KINDS] as const;
type Kind = (typeof KINDS)[number];
type Point = [number, number];

function worldOf(kind: Kind, seed: number): World {
  if (kind === 'lattice') return buildWorld(latticePlan(seed));
  return buildWorld(
    CLEAN_KINDS.some((clean) => clean === kind)
      ? cleanPlan(kind as CleanKind, seed)
      : dirtyPlan(kind as DirtyKind, seed),
  );
}

function onWorlds(kind: Kind, runs: number, judge: (world: World, random: Random) => void): void {
  fc.assert(
    fc.property(seeds, (seed) => judge(worldOf(kind, seed), createRandom(seed))),
    propertyRuns(runs),
  );
}

const sidesByMesh = new WeakMap<CellMesh, Side[]>();

/** Sides of a mesh, read once. */
function knownSides(mesh: CellMesh): Side[] {
  const sides = sidesByMesh.get(mesh) ?? sidesOf(mesh);
  sidesByMesh.set(mesh, sides);
  return sides;
}

/** A foot may lie beside its wall by rounding: so far beside a side a point is still on it, metres. */
const BESIDE = 1e-9;

/** Cells that hold a point, up to so many metres beside their sides. */
function holders({ mesh }: World, [x, y]: Point, beside = BESIDE): number[] {
  const out = new Set<number>();
  for (const { cell, from, to, length } of knownSides(mesh)) {
    if (-orient2d(...from, ...to, x, y) < -beside * length) out.add(cell);
  }
  return Array.from(mesh.cellLevel, (_, cell) => cell).filter((cell) => !out.has(cell));
}

/** Points anywhere in and around a world, on vertices, on sides and hardly beside them. */
function somePoints({ mesh, maps }: World, random: Random, count: number): Point[] {
  const [minX, minY, maxX, maxY] = boxOf(wallsOf(maps[0]));
  const sides = sidesOf(mesh);
  return Array.from({ length: count }, (_, i): Point => {
    const { from, to } = random.pick(sides);
    const share = random.pick([0.5, random.unit()]);
    const on: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    if (i % 4 === 0) return [random.between(minX - 1, maxX + 1), random.between(minY - 1, maxY + 1)];
    if (i % 4 === 1) return from;
    if (i % 4 === 2) return on;
    const off = random.pick([1e-12, 1e-9, 1e-3, 0.1]);
    return [on[0] + random.between(-off, off), on[1] + random.between(-off, off)];
  });
}

function ringsOf({ mesh }: World): number[][] {
  return Array.from(mesh.cellLevel, (_, cell) => cellRing(mesh, cell));
}

function middleOf(ring: number[]): Point {
  const sum: Point = [0, 0];
  ring.forEach((c, i) => {
    sum[i % 2 === 0 ? 0 : 1] += c / (ring.length / 2);
  });
  return sum;
}

describe('locate', () => {
  it.each(KINDS)('gives a cell that holds the point, or none where none does: %s', (kind) => {
    onWorlds(kind, 8, (world, random) => {
      const index = indexCells(world.mesh);
      const walls = wallsOf(world.maps[0]);
      for (const point of somePoints(world, random, 80)) {
        const found = locate(world.mesh, index, 0, ...point);
        if (found === NONE) expect([point, holders(world, point, 0)]).toEqual([point, []]);
        else expect(holders(world, point)).toContain(found);
        if (clearanceOf(walls, ...point) > 2 * BESIDE)
          expect([point, found !== NONE]).toEqual([point, isOnFloor(world.maps[0], ...point)]);
      }
    });
  });

  it('answers none far away, at no place and on no level', () => {
    const { mesh } = worldOf('room', 1);
    const index = indexCells(mesh);
    for (const [x, y] of [
      [1e9, 0],
      [0, -1e300],
      [Number.NaN, 0],
      [0, Number.POSITIVE_INFINITY],
    ] as const) {
      expect(locate(mesh, index, 0, x, y)).toBe(NONE);
    }
    const [x, y] = middleOf(cellRing(mesh, 0));
    expect(locate(mesh, index, 0, x, y)).toBe(0);
    expect(locate(mesh, index, 1, x, y)).toBe(NONE);
  });
});

/** Walk from a point of a cell and compare with the ray cast over all walls. */
function compareWalk(world: World, rings: number[][], cell: number, from: Point, to: Point): void {
  const { mesh, maps } = world;
  const expected = castRay(maps[0], from, to, middleOf(rings[cell]));
  const result = createWalkResult();
  walk(mesh, cell, aimWalk(result, ...from, ...to));
  // From a wall's very end on along it, either side is right, also one that is blocked further on.
  if (expected.isUndecided || grazes(world, from, to)) return;
  expect({ from, to, cell, reached: result.reached }).toEqual({ from, to, cell, reached: expected.reached });
  if (expected.reached) {
    expect([result.x, result.y, result.side]).toEqual([to[0], to[1], NONE]);
    expect(holders(world, to)).toContain(result.cell);
    return;
  }
  expect(Math.hypot(result.x - expected.x, result.y - expected.y)).toBeLessThan(1e-9);
  // The side hit is a wall, and it is there.
  const side = knownSides(mesh)[result.side];
  expect(side.twin).toBe(NONE);
  expect(distanceToSegment(result.x, result.y, ...side.from, ...side.to)).toBeLessThan(1e-9);
}

/** Does a way pass a corner so closely, but not exactly, that rounding of feet may decide? */
function grazes({ maps }: World, from: Point, to: Point): boolean {
  const { vertices } = maps[0];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  for (let v = 0; v < vertices.length; v += 2) {
    const turn = orient2d(...from, ...to, vertices[v], vertices[v + 1]);
    if (turn !== 0 && Math.abs(turn) < 1e-8 * length) return true;
  }
  return false;
}

describe('walk', () => {
  it.each(KINDS)('finds the first wall of any way: %s', (kind) => {
    onWorlds(kind, 6, (world, random) => {
      const rings = ringsOf(world);
      const [minX, minY, maxX, maxY] = boxOf(wallsOf(world.maps[0]));
      for (let i = 0; i < 40; i++) {
        const cell = random.integer(0, rings.length - 1);
        const from = middleOf(rings[cell]);
        const reach = random.pick([0.1, 1]);
        const to: Point = [
          from[0] + reach * random.between(minX - maxX, maxX - minX),
          from[1] + reach * random.between(minY - maxY, maxY - minY),
        ];
        compareWalk(world, rings, cell, from, to);
      }
    });
  });

  it('is exact through vertices, along walls and along free segments', () => {
    const counted = { reached: 0, stopped: 0 };
    onWorlds('lattice', 60, (world, random) => {
      const rings = ringsOf(world);
      const whole = (): Point => [random.integer(0, LATTICE), random.integer(0, LATTICE)];
      for (let i = 0; i < 60; i++) {
        const from = whole();
        const to = random.chance(0.3) ? ([from[0] + random.integer(-3, 3), from[1]] as Point) : whole();
        // From every cell around: each looks from its own side of the walls that meet there.
        for (const cell of holders(world, from)) {
          compareWalk(world, rings, cell, from, to);
          counted[castRay(world.maps[0], from, to, middleOf(rings[cell])).reached ? 'reached' : 'stopped']++;
        }
      }
    });
    expect(counted.reached).toBeGreaterThan(500);
    expect(counted.stopped).toBeGreaterThan(500);
  });

  it.each(KINDS)('leads from corner to corner: %s', (kind) => {
    onWorlds(kind, 6, (world, random) => {
      const rings = ringsOf(world);
      const { vertices } = world.maps[0];
      const corner = (): Point => {
        const v = random.integer(0, vertices.length / 2 - 1);
        return [vertices[2 * v], vertices[2 * v + 1]];
      };
      for (let i = 0; i < 30; i++) {
        const [from, to] = [corner(), corner()];
        for (const cell of holders(world, from)) compareWalk(world, rings, cell, from, to);
      }
    });
  });

  it.each(KINDS)('runs from end to end along every wall and every free segment: %s', (kind) => {
    onWorlds(kind, 6, ({ mesh }) => {
      const result = createWalkResult();
      for (const { cell, from, to } of sidesOf(mesh)) {
        for (const [a, b] of [
          [from, to],
          [to, from],
        ] as const) {
          walk(mesh, cell, aimWalk(result, ...a, ...b));
          expect(result).toMatchObject({ reached: true, side: NONE });
        }
      }
    });
  });

  it.each(KINDS)('runs along whole walls, over all the feet on them: %s', (kind) => {
    onWorlds(kind, 6, (world) => {
      const map = world.maps[0];
      const result = createWalkResult();
      for (let s = 0; s < map.segmentKind.length; s++) {
        const [a, b] = [map.segments[2 * s], map.segments[2 * s + 1]].map(
          (v): Point => [map.vertices[2 * v], map.vertices[2 * v + 1]],
        ) as [Point, Point];
        const start = knownSides(world.mesh).find(
          ({ wall, from, to }) => wall === s && (same(from, a) || same(to, a)),
        )!;
        walk(world.mesh, start.cell, aimWalk(result, ...a, ...b));
        expect({ wall: s, reached: result.reached }).toEqual({ wall: s, reached: true });
        expect(holders(world, b)).toContain(result.cell);
      }
    });
  });

  it('goes nowhere without losing its cell', () => {
    onWorlds('room', 5, (world, random) => {
      const rings = ringsOf(world);
      for (const point of somePoints(world, random, 40)) {
        for (const cell of holders(world, point, 0)) compareWalk(world, rings, cell, point, point);
      }
    });
  });
});

function same(p: Point, q: Point): boolean {
  return p[0] === q[0] && p[1] === q[1];
}

describe('clearance', () => {
  it.each(KINDS)('is the distance to the nearest of all walls: %s', (kind) => {
    onWorlds(kind, 8, (world, random) => {
      const walls = wallsOf(world.maps[0]);
      const scratch = createClearanceScratch(world.mesh);
      for (const point of somePoints(world, random, 60)) {
        const expected = clearanceOf(walls, ...point);
        for (const cell of holders(world, point)) {
          expect(Math.abs(clearance(world.mesh, scratch, cell, ...point) - expected)).toBeLessThan(1e-9);
          const limited = clearance(world.mesh, scratch, cell, ...point, 0.2);
          expect(Math.abs(limited - Math.min(0.2, expected))).toBeLessThan(1e-9);
        }
      }
    });
  });
});

describe('nearestWalkable', () => {
  it.each(KINDS)('is the nearest point of all cells: %s', (kind) => {
    onWorlds(kind, 8, (world, random) => {
      const sides = sidesOf(world.mesh);
      const index = indexCells(world.mesh);
      for (const point of somePoints(world, random, 60)) {
        const expected =
          holders(world, point).length > 0
            ? 0
            : Math.min(...sides.map(({ from, to }) => distanceToSegment(...point, ...from, ...to)));
        const place = nearestWalkable(world.mesh, index, 0, ...point)!;
        expect(Math.abs(place.distance - expected)).toBeLessThan(1e-9);
        expect(Math.abs(Math.hypot(place.x - point[0], place.y - point[1]) - expected)).toBeLessThan(1e-9);
        expect(holders(world, [place.x, place.y])).toContain(place.cell);
        const near = nearestWalkable(world.mesh, index, 0, ...point, 0.05);
        if (expected > 0.05 + 1e-9) expect(near).toBeUndefined();
        if (expected < 0.05 - 1e-9) expect(near).toEqual(place);
      }
    });
  });
});
