/**
 * Wall penetrations against distances to all walls, hand-computed cases, and the same place told otherwise.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesPerCall } from '../../test/oracles/allocation.ts';
import { cellRing } from '../../test/oracles/cells.ts';
import { boxOf, clearanceOf, wallsOf } from '../../test/oracles/walls.ts';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { createRandom, propertyRuns, type Random, seeds } from '../../test/random.ts';
import { planOf, rectangle } from '../../test/shapes.ts';
import { apply, MIRROR, transformed, turn } from '../../test/transforms.ts';
import { buildWorld, type World } from '../build.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { addWalker, createCrowd } from '../crowd/crowd.ts';
import type { Plan } from '../map/plan.ts';
import { clearance, createClearanceScratch } from '../subdivision/clearance.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { CROWDED, indexWalls, type WallIndex } from './wall-index.ts';
import { countCrowdWallPenetrations, createWallResult, type WallResult } from './wall-penetrations.ts';

interface Standing {
  x: number;
  y: number;
  cell: number;
  radius: number;
}

const indexes = new Map<World, WallIndex>();

function counted(world: World, walkers: Standing[]): WallResult {
  const result = createWallResult();
  const index = indexes.get(world) ?? indexWalls(world.mesh);
  indexes.set(world, index);
  const body = new Float64Array(BODY * walkers.length);
  for (const [i, { radius }] of walkers.entries()) body[BODY * i + RADIUS] = radius;
  const crowd = {
    count: walkers.length,
    place: Float64Array.from(walkers.flatMap(({ x, y }) => [x, y])),
    cell: Int32Array.from(walkers, ({ cell }) => cell),
    body,
  };
  countCrowdWallPenetrations(index, crowd, result);
  return result;
}

/** In plan coordinates, in whatever cell holds the point. */
function at(world: World, x: number, y: number, radius = 0.2): Standing {
  const [x0, y0] = world.mesh.origin;
  return { x: x - x0, y: y - y0, cell: locate(world.mesh, indexCells(world.mesh), 0, x - x0, y - y0), radius };
}

function somewhere(world: World, random: Random, count: number): Standing[] {
  const index = indexCells(world.mesh);
  const [minX, minY, maxX, maxY] = boxOf(wallsOf(world.maps[0]));
  const found: Standing[] = [];
  for (let attempt = 0; attempt < 20 * count && found.length < count; attempt++) {
    const x = random.between(minX, maxX);
    const y = random.between(minY, maxY);
    const cell = locate(world.mesh, index, 0, x, y);
    if (cell >= 0) found.push({ x, y, cell, radius: random.pick([0.01, 0.2, 0.3, 1, 3]) });
  }
  return found;
}

const room = buildWorld(planOf('room', 'polygons', [[rectangle(0, 0, 10, 6)]], []));
const halves = buildWorld(planOf('halves', 'polygons', [[rectangle(0, 0, 10, 6)]], [], [[5, 0, 5, 4]]));

describe('countCrowdWallPenetrations', () => {
  it('knows touching, 2 cm and deeper', () => {
    expect(counted(room, [at(room, 5, 3), at(room, 0.2, 3), at(room, 0.181, 3)])).toEqual({
      walkers: 0,
      outside: 0,
      deepest: 0,
      worst: -1,
    });
    const result = counted(room, [at(room, 5, 3), at(room, 0.179, 3), at(room, 9.95, 5)]);
    expect(result).toMatchObject({ walkers: 2, outside: 0, worst: 2 });
    expect(result.deepest).toBeCloseTo(0.15, 9);
  });

  it('lets a centre be 1 mm outside, no more', () => {
    const cell = at(room, 5, 3).cell;
    const standing = (x: number): Standing => ({ ...at(room, x, 3, 0.01), cell });
    expect(counted(room, [standing(-0.0009)]).walkers).toBe(0);
    expect(counted(room, [standing(-0.0011)])).toMatchObject({ walkers: 1, outside: 1, deepest: 0, worst: 0 });
    // A body that went through the wall is one walker, not two.
    expect(counted(room, [{ ...at(room, -0.05, 3), cell }])).toMatchObject({ walkers: 1, outside: 1 });
  });

  it('counts a wrong cell and what is no place as outside', () => {
    const good = at(halves, 2, 2);
    const other = at(halves, 8, 2);
    expect(other.cell).not.toBe(good.cell);
    expect(counted(halves, [{ ...good, cell: other.cell }])).toMatchObject({ walkers: 1, outside: 1 });
    expect(
      counted(halves, [good, { ...good, cell: -1 }, { ...good, cell: 10 ** 6 }, { ...good, x: Number.NaN }]),
    ).toMatchObject({ walkers: 3, outside: 3, worst: 1 });
  });

  it('measures a thin wall from its own side, and its end from all sides', () => {
    expect(counted(halves, [at(halves, 4.79, 2), at(halves, 5.21, 2), at(halves, 5, 4.19)]).walkers).toBe(0);
    const result = counted(halves, [at(halves, 4.83, 2), at(halves, 5.15, 2), at(halves, 5, 4.1), at(halves, 5, 4.19)]);
    expect(result.walkers).toBe(3);
    expect(result.deepest).toBeCloseTo(0.1, 9);
  });

  it('does not see walls behind a thin wall', () => {
    // A second wall 5 cm behind the first: only the first is reached, by a body 1 cm in it.
    const double = buildWorld(
      planOf(
        'double',
        'polygons',
        [[rectangle(0, 0, 10, 6)]],
        [],
        [
          [5, 0, 5, 5],
          [5.05, 0, 5.05, 5],
        ],
      ),
    );
    expect(counted(double, [at(double, 4.81, 2)]).walkers).toBe(0);
    expect(counted(double, [at(double, 4.87, 2, 0.2)]).deepest).toBeCloseTo(0.07, 9);
  });

  it.each(CLEAN_KINDS)('equals distances to all walls: %s', (kind) => {
    let inWalls = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = buildWorld(cleanPlan(kind, seed));
        const walls = wallsOf(world.maps[0]);
        const walkers = somewhere(world, createRandom(seed), 60);
        const depth = walkers.map(({ x, y, radius }) => radius - clearanceOf(walls, x, y));
        const deep = depth.filter((metres) => metres > 0.02);
        const result = counted(world, walkers);
        expect(result.walkers).toBe(deep.length);
        expect(result.outside).toBe(0);
        expect(result.deepest).toBeCloseTo(Math.max(0, ...deep), 9);
        inWalls += deep.length;
      }),
      propertyRuns(4),
    );
    expect(inWalls).toBeGreaterThan(10);
  });

  it('knows stairs from the floors above and below, many small walls, and bodies of any width', () => {
    const stairs = Float64Array.of(4, 4, 6, 4, 5.6, 8, 4, 8);
    const floors: [string, number, number[]][] = [
      ['ground', 0, rectangle(0, 0, 10, 10)],
      ['first', 3, rectangle(0, 3, 10, 12)],
    ];
    const house: Plan = {
      ...planOf('house', 'polygons', [], []),
      levels: floors.map(([name, elevation, ring]) => ({
        ...planOf(name, 'polygons', [[ring]], []).levels[0],
        name,
        elevation,
      })),
      links: [{ name: 'stairs', kind: 'stairs', lower: 0, upper: 1, corners: stairs }],
    };
    // A round pillar of 100 sides.
    const round = Array.from({ length: 200 }, (_, i) => {
      const angle = (Math.floor(i / 2) * 2 * Math.PI) / 100;
      return 5 + 0.4 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
    });
    const pillar = planOf('pillar', 'polygons', [[rectangle(0, 0, 10, 10)]], [[round]]);
    for (const world of [buildWorld(house), buildWorld(pillar, { simplification: 0 })]) {
      const { mesh } = world;
      const random = createRandom(6);
      const scratch = createClearanceScratch(mesh);
      let inWalls = 0;
      let onLinks = 0;
      for (let k = 0; k < 2000; k++) {
        // A random place in a random cell: a mixture of its corners, or a mixture near one of them.
        const cell = random.integer(0, mesh.cellLevel.length - 1);
        const ring = cellRing(mesh, cell);
        const weights = ring.filter((_, i) => i % 2 === 0).map(() => random.unit() ** random.pick([1, 6]));
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const x = weights.reduce((total, weight, i) => total + (weight / sum) * ring[2 * i], 0);
        const y = weights.reduce((total, weight, i) => total + (weight / sum) * ring[2 * i + 1], 0);
        const radius = random.pick([0.1, 0.2, 0.3, 0.5, 0.8]);
        const depth = radius - clearance(mesh, scratch, cell, x, y);
        const result = counted(world, [{ x, y, cell, radius }]);
        expect(result.outside).toBe(0);
        expect(result.walkers).toBe(depth > 0.02 ? 1 : 0);
        expect(result.deepest).toBeCloseTo(depth > 0.02 ? depth : 0, 9);
        inWalls += result.walkers;
        if (mesh.cellLink[cell] !== -1) onLinks++;
      }
      expect(inWalls).toBeGreaterThan(250);
      const isCrowded = indexes.get(world)!.grids[0].home.includes(CROWDED);
      expect(isCrowded).toBe(world.plan.name === 'pillar');
      if (world.plan.name === 'house') expect(onLinks).toBeGreaterThan(100);
    }
  });

  it('finds centres outside their cell as distances to the cell tell', () => {
    let outside = 0;
    for (const kind of CLEAN_KINDS) {
      const world = buildWorld(cleanPlan(kind, 7));
      const random = createRandom(3);
      for (const walker of somewhere(world, random, 40)) {
        const off = random.pick([0.0005, 0.002, 0.3, 3]);
        const moved = {
          ...walker,
          radius: 0,
          x: walker.x + random.between(-off, off),
          y: walker.y + random.between(-off, off),
        };
        const ring = cellRing(world.mesh, walker.cell);
        const isOut = distanceToConvex(ring, moved.x, moved.y) > 0.001;
        expect(counted(world, [moved]).outside).toBe(isOut ? 1 : 0);
        outside += isOut ? 1 : 0;
      }
    }
    expect(outside).toBeGreaterThan(50);
  });

  it('says the same of a place mirrored, turned, and of slots permuted', () => {
    const plan = cleanPlan(CLEAN_KINDS[0], 11);
    const world = buildWorld(plan);
    const random = createRandom(5);
    const walkers = somewhere(world, random, 200);
    const result = counted(world, walkers);
    expect(result.walkers).toBeGreaterThan(5);
    expect(counted(world, random.shuffle(walkers))).toMatchObject({ walkers: result.walkers, deepest: result.deepest });
    for (const affine of [MIRROR, turn(30), turn(90)]) {
      const other = buildWorld(transformed(plan, affine));
      const [x0, y0] = world.mesh.origin;
      const told = walkers.map((walker) => {
        const [x, y] = apply(affine, walker.x + x0, walker.y + y0);
        return at(other, x, y, walker.radius);
      });
      const again = counted(other, told);
      expect(again.walkers).toBe(result.walkers);
      expect(again.deepest).toBeCloseTo(result.deepest, 6);
    }
  });

  it('reads a crowd, and allocates nothing once warm', () => {
    const crowd = createCrowd(500);
    for (const { x, y, cell } of somewhere(halves, createRandom(2), 500)) {
      crowd.body[BODY * addWalker(crowd, cell, x, y, 0) + RADIUS] = 0.2;
    }
    const index = indexWalls(halves.mesh);
    const result = createWallResult();
    countCrowdWallPenetrations(index, crowd, result);
    const walls = wallsOf(halves.maps[0]);
    let expected = 0;
    for (let i = 0; i < crowd.count; i++) {
      if (clearanceOf(walls, crowd.place[2 * i], crowd.place[2 * i + 1]) < 0.18) expected++;
    }
    expect(expected).toBeGreaterThan(20);
    expect(result.walkers).toBe(expected);
    expect(bytesPerCall(() => countCrowdWallPenetrations(index, crowd, result))).toBeLessThan(200);
    // Too wide for the index: searched from cell to cell.
    for (let i = 0; i < crowd.count; i++) crowd.body[BODY * i + RADIUS] = 0.8;
    expect(bytesPerCall(() => countCrowdWallPenetrations(index, crowd, result))).toBeLessThan(200);
  });
});

/** Metres from a point to a convex ring that turns counter-clockwise; 0 inside. */
function distanceToConvex(ring: number[], x: number, y: number): number {
  let isInside = true;
  let least = Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    const [ax, ay] = [ring[i], ring[i + 1]];
    const [bx, by] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]];
    const length = Math.hypot(bx - ax, by - ay);
    if (((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length < -1e-9) isInside = false;
    const share = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length ** 2));
    least = Math.min(least, Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y));
  }
  return isInside ? 0 : least;
}
