/**
 * Densities by counts, kernel and Voronoi cells: hand-computed cases, sampling of the floor, sums that must come out
 * whole, and the same crowd told otherwise.
 */
import { describe, expect, it } from 'vitest';
import { isOnFloor } from '../../test/oracles/floor.ts';
import { boxOf, wallsOf } from '../../test/oracles/walls.ts';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { createRandom, type Random } from '../../test/random.ts';
import { planOf, rectangle } from '../../test/shapes.ts';
import { apply, MIRROR, SHIFT, transformed, turn } from '../../test/transforms.ts';
import { buildWorld, type World } from '../build.ts';
import type { Plan } from '../map/plan.ts';
import { NONE } from '../core/none.ts';
import type { Frame } from '../record/frame.ts';
import { type CellIndex, indexCells, locate } from '../subdivision/locate.ts';
import { addCounts, addKernel, createDensityMap, meanDensity } from './density-map.ts';
import { countInArea, floorAreaOf } from './density.ts';
import { cutConvex, ringArea, ringCrossesItself, ringHolds, segmentMeets } from '../subdivision/polygon.ts';
import { voronoiCells, voronoiInArea, type VoronoiOptions } from './voronoi-density.ts';

type Person = [x: number, y: number, speed?: number, level?: number];

function frameOf(persons: Person[]): Frame {
  return {
    step: 0,
    time: 0,
    count: persons.length,
    serial: Int32Array.from(persons, (_, i) => i),
    place: Float64Array.from(persons.flatMap(([x, y]) => [x, y])),
    velocity: Float64Array.from(persons.flatMap(([, , speed]) => [0.6 * (speed ?? 0), -0.8 * (speed ?? 0)])),
    level: Int32Array.from(persons, ([, , , level]) => level ?? 0),
    cell: new Int32Array(persons.length).fill(NONE),
    radius: new Float64Array(persons.length).fill(0.2),
  };
}

const ROOM = planOf('room', 'polygons', [[rectangle(10, 20, 20, 26)]], []);
const PILLAR = planOf('pillar', 'polygons', [[rectangle(0, 0, 10, 6)]], [[rectangle(4, 2, 6, 4)]]);
const HALVES = planOf('halves', 'polygons', [[rectangle(0, 0, 10, 6)]], [], [[5, 0, 5, 5]]);

const room = buildWorld(ROOM);
const pillar = buildWorld(PILLAR);
const halves = buildWorld(HALVES);

const areaOf = (world: World, ring: number[]) => floorAreaOf(world.mesh, { name: 'area', level: 0, ring });

function cellsOf({ mesh }: World, persons: Person[], options: Partial<VoronoiOptions> = {}) {
  return voronoiCells(mesh, indexCells(mesh), 0, frameOf(persons), options);
}

/** Places on the floor, in the plan's coordinates. */
function somewhere(world: World, random: Random, count: number): Person[] {
  const [minX, minY, maxX, maxY] = boxOf(wallsOf(world.maps[0]));
  const [x0, y0] = world.mesh.origin;
  const persons: Person[] = [];
  while (persons.length < count) {
    const x = random.between(minX, maxX);
    const y = random.between(minY, maxY);
    if (isOnFloor(world.maps[0], x, y)) persons.push([x + x0, y + y0, random.between(0, 2)]);
  }
  return persons;
}

describe('polygons', () => {
  const square = rectangle(0, 0, 2, 2);

  it('cut each other', () => {
    expect(ringArea(cutConvex(rectangle(1, 1, 5, 5), square))).toBe(1);
    expect(ringArea(cutConvex(rectangle(3, 3, 5, 5), square))).toBe(0);
    expect(ringArea(cutConvex(rectangle(-1, -1, 5, 5), square))).toBe(4);
    // A letter U over the square: two arms of 0.5 × 1 reach into it.
    const letter = [0, 1, 0.5, 1, 0.5, 3, 1.5, 3, 1.5, 1, 2, 1, 2, 4, 0, 4];
    expect(ringArea(letter)).toBe(4);
    expect(ringArea(cutConvex(letter, square))).toBeCloseTo(1, 12);
  });

  it('give each point of a shared border to one', () => {
    const right = rectangle(2, 0, 4, 2);
    const above = rectangle(0, 2, 2, 4);
    const across = rectangle(2, 2, 4, 4);
    for (const [x, y] of [
      [2, 1],
      [1, 2],
      [2, 2],
      [2, 1.999],
      [0.3, 2],
    ] as const) {
      expect([square, right, above, across].filter((ring) => ringHolds(ring, x, y))).toHaveLength(1);
    }
    expect(ringHolds(square, 1, 1)).toBe(true);
    expect(ringHolds(square, 3, 1)).toBe(false);
    expect(ringHolds(square, Number.NaN, 1)).toBe(false);
  });

  it('know when they cross themselves', () => {
    expect(ringCrossesItself(square)).toBe(false);
    expect(ringCrossesItself([0, 0, 2, 2, 2, 0, 0, 2])).toBe(true);
    expect(ringCrossesItself([0, 0, 4, 0, 4, 4, 2, 0, 0, 4])).toBe(true);
  });

  it('know what part of a segment they hold', () => {
    expect(segmentMeets(square, -1, 1, 3, 1)).toBe(true);
    expect(segmentMeets(square, 0.5, 0.5, 0.6, 0.6)).toBe(true);
    expect(segmentMeets(square, -1, 3, 3, 3)).toBe(false);
    expect(segmentMeets(square, -1, 1, 1, 3)).toBe(false);
    expect(segmentMeets(square, 1, -1, 5, 3)).toBe(false);
  });
});

describe('classical density', () => {
  it('counts who is in an area, over its floor', () => {
    const area = areaOf(room, rectangle(12, 22, 14, 24));
    expect(area.floor).toBeCloseTo(4, 12);
    const frame = frameOf([
      [13, 23, 1],
      [12.5, 22.5, 2],
      [15, 23, 9],
      [13, 23, 9, 1],
      [12, 22, 3],
    ]);
    expect(countInArea(area, frame)).toEqual({
      persons: 3,
      density: expect.closeTo(0.75, 12),
      speed: expect.closeTo(2, 12),
    });
    expect(countInArea(area, frameOf([]))).toEqual({ persons: 0, density: 0, speed: Number.NaN });
  });

  it('takes only the floor of an area for room', () => {
    expect(areaOf(pillar, rectangle(3, 1, 7, 5)).floor).toBeCloseTo(12, 9);
    expect(areaOf(pillar, rectangle(-5, -5, 50, 50)).floor).toBeCloseTo(56, 9);
    // Drawn the other way round, and not convex.
    expect(areaOf(pillar, [0, 0, 0, 6, 2, 6, 2, 1, 8, 1, 8, 0]).floor).toBeCloseTo(12 + 6, 9);
  });

  it('has the floor of the whole place in a box around it', () => {
    for (const kind of CLEAN_KINDS) {
      const world = buildWorld(cleanPlan(kind, 3));
      const [minX, minY, maxX, maxY] = boxOf(wallsOf(world.maps[0]));
      const [x0, y0] = world.mesh.origin;
      const ring = rectangle(minX + x0 - 1, minY + y0 - 1, maxX + x0 + 1, maxY + y0 + 1);
      expect(areaOf(world, ring).floor).toBeCloseTo(world.maps[0].area, 6);
    }
  });

  it('rejects areas that are none', () => {
    expect(() => areaOf(room, [0, 0, 1, 1])).toThrow(/three or more/);
    expect(() => areaOf(room, [0, 0, 1, 1, Number.NaN, 2])).toThrow(/three or more/);
    expect(() => areaOf(room, [0, 0, 2, 2, 2, 0, 0, 2])).toThrow(/crosses/);
    expect(() => areaOf(room, rectangle(0, 0, 1, 1))).toThrow(/no floor/);
    expect(() => floorAreaOf(room.mesh, { name: 'x', level: 3, ring: rectangle(12, 22, 14, 24) })).toThrow(/level 3/);
  });
});

describe('density map', () => {
  it('counts per square, mean and greatest over frames', () => {
    const map = createDensityMap(room.mesh, 0, 2);
    expect([map.columns, map.rows, map.minX, map.minY]).toEqual([5, 3, 10, 20]);
    addCounts(
      map,
      frameOf([
        [11, 21],
        [11.5, 20.5],
        [19.9, 25.9],
        [20, 26],
        [11, 21, 0, 1],
        [Number.NaN, 21],
      ]),
    );
    expect(map.density[0]).toBe(0.5);
    expect(map.density[14]).toBe(0.5);
    addCounts(map, frameOf([[11, 21]]));
    expect(map.greatest[0]).toBe(0.5);
    expect(meanDensity(map)[0]).toBe(0.375);
    expect(meanDensity(map)[14]).toBe(0.25);
  });

  it('knows the floor of each square', () => {
    const map = createDensityMap(pillar.mesh, 0, 0.7);
    expect(map.floor.reduce((sum, area) => sum + area, 0)).toBeCloseTo(56, 6);
    // The square of column 6, row 4 (4.2–4.9, 2.8–3.5) is all pillar; column 5 (3.5–4.2) is floor up to x = 4.
    expect(map.floor[4 * map.columns + 6]).toBeCloseTo(0, 9);
    expect(map.floor[4 * map.columns + 5]).toBeCloseTo(0.5 * 0.7, 9);
    expect(map.floor[0]).toBeCloseTo(0.49, 9);
  });

  it('spreads each person as one person, walls or no walls', () => {
    for (const kind of CLEAN_KINDS) {
      const world = buildWorld(cleanPlan(kind, 4));
      const map = createDensityMap(world.mesh, 0, 0.5);
      const persons = somewhere(world, createRandom(1), 40);
      addKernel(map, frameOf(persons), 1.5);
      const whole = map.density.reduce((sum, density, square) => sum + density * map.floor[square], 0);
      expect(whole).toBeCloseTo(40, 6);
    }
  });

  it('has the kernel’s shape around one person', () => {
    const map = createDensityMap(room.mesh, 0, 0.05);
    addKernel(map, frameOf([[15, 23]]), 1);
    // (1 − d²)² over its integral π / 3: 3 / π at the middle, 9/16 of that half-way, 0 beyond 1 m.
    const at = (x: number, y: number) =>
      map.density[Math.floor((y - 20) / 0.05 + 1e-9) * map.columns + Math.floor((x - 10) / 0.05 + 1e-9)];
    expect(at(15, 23)).toBeCloseTo(3 / Math.PI, 2);
    expect(at(15.475, 23)).toBeCloseTo((9 / 16) * (3 / Math.PI), 1);
    expect(at(16.05, 23)).toBe(0);
  });

  it('rejects grids and kernels that are none', () => {
    expect(() => createDensityMap(room.mesh, 0, 0)).toThrow(/squares 0 m/);
    expect(() => createDensityMap(room.mesh, 0, 1e-6)).toThrow(/too many/);
    expect(() => createDensityMap(room.mesh, 7, 1)).toThrow(/level 7/);
    expect(() => addKernel(createDensityMap(room.mesh, 0, 1), frameOf([]), 1)).toThrow(/kernel/);
  });
});

describe('Voronoi density', () => {
  it.each([0.3, 0.5, 1])('of a square lattice %s m apart is 1 / d² for everybody inside', (d) => {
    const persons: Person[] = [];
    for (let i = 0; i < 10; i++)
      for (let j = 0; j < Math.round(6 / d); j++) persons.push([10.5 + d * i, 20 + d / 2 + d * j, 1.5]);
    const cells = cellsOf(room, persons, { limit: 2 });
    for (let k = 0; k < persons.length; k++) {
      const isInside = persons[k][0] > 10.5 && persons[k][0] < 10.5 + 8.5 * d;
      // Those at the long walls have their full square too: the wall is half a step away.
      if (isInside) expect(cells.area[k]).toBeCloseTo(d * d, 9);
    }
    const measure = voronoiInArea(cells, areaOf(room, rectangle(10.5 + d, 20, 10.5 + 7.3 * d, 20 + 3.2 * d)));
    expect(measure.density).toBeCloseTo(1 / (d * d), 9);
    expect(measure.speed).toBeCloseTo(1.5, 9);
    expect(measure.speedInCells).toBeCloseTo(1.5, 9);
  });

  it('gives a lonely person a disc of corners, cut by walls', () => {
    // A dodecagon inscribed in a circle of radius r: 3 r².
    expect(cellsOf(room, [[15, 23]], { limit: 1 }).area[0]).toBeCloseTo(3, 9);
    expect(cellsOf(room, [[15, 23]], { limit: 1, quarterSegments: 90 }).area[0]).toBeCloseTo(Math.PI, 2);
    expect(cellsOf(room, [[15, 20]], { limit: 1 }).area[0]).toBeCloseTo(1.5, 9);
    expect(cellsOf(room, [[10, 20]], { limit: 1 }).area[0]).toBeCloseTo(0.75, 9);
    expect(cellsOf(room, [[15, 23]], { limit: 100 }).area[0]).toBeCloseTo(60, 6);
  });

  it('halves a room between two, by hand', () => {
    // Persons at x = 12 and x = 15: the border is at 13.5.
    const cells = cellsOf(
      room,
      [
        [12, 23, 1],
        [15, 23, 2],
      ],
      { limit: 100 },
    );
    expect(cells.area[0]).toBeCloseTo(3.5 * 6, 9);
    expect(cells.area[1]).toBeCloseTo(6.5 * 6, 9);
    // An area from 13 to 14.5: 0.5 m of the first, 1 m of the second.
    const measure = voronoiInArea(cells, areaOf(room, rectangle(13, 21, 14.5, 25)));
    expect(measure.covered).toBeCloseTo(6, 9);
    expect(measure.density).toBeCloseTo((2 / 21 + 4 / 39) / 6, 12);
    expect(measure.speed).toBeCloseTo((2 * 1 + 4 * 2) / 6, 12);
  });

  it('counts floor in nobody’s cell as PedPy does, and says the other mean too', () => {
    const cells = cellsOf(room, [[15, 23, 2]], { limit: 1 });
    const measure = voronoiInArea(cells, areaOf(room, rectangle(13, 21, 17, 25)));
    expect(measure.density).toBeCloseTo(1 / 16, 12);
    expect(measure.covered).toBeCloseTo(3, 9);
    expect(measure.speed).toBeCloseTo((3 * 2) / 16, 9);
    expect(measure.speedInCells).toBeCloseTo(2, 12);
    const nobody = voronoiInArea(cells, areaOf(room, rectangle(10, 20, 11, 21)));
    expect(nobody).toEqual({ density: 0, speed: 0, speedInCells: Number.NaN, covered: 0 });
  });

  it('does not reach behind a thin wall, but around its end', () => {
    expect(cellsOf(halves, [[5 - 1e-6, 2]], { limit: 1 }).area[0]).toBeCloseTo(1.5, 5);
    // At the end of the wall the cell is connected: all of the disc.
    expect(cellsOf(halves, [[5 - 1e-6, 5]], { limit: 0.9 }).area[0]).toBeCloseTo(3 * 0.81, 5);
    expect(cellsOf(halves, [[4, 1]], { limit: 100 }).area[0]).toBeCloseTo(60, 6);
  });

  it('shares a cell among those in one place', () => {
    const cells = cellsOf(
      room,
      [
        [12, 23, 1],
        [12, 23, 3],
        [18, 23, 0],
      ],
      { limit: 100 },
    );
    expect(Array.from(cells.area)).toEqual([15, 15, 30].map((area) => expect.closeTo(area, 9)));
    const measure = voronoiInArea(cells, areaOf(room, rectangle(10, 20, 20, 26)));
    expect(measure.density).toBeCloseTo(3 / 60, 12);
    expect(measure.covered).toBeCloseTo(60, 9);
    expect(measure.speed).toBeCloseTo((15 * 1 + 15 * 3) / 60, 9);
  });

  it('locates nobody whose cell the frame knows', () => {
    const { mesh } = pillar;
    const index = indexCells(mesh);
    const frame = frameOf(somewhere(pillar, createRandom(5), 60));
    const [x0, y0] = mesh.origin;
    const cell = frame.cell.map((_, i) => locate(mesh, index, 0, frame.place[2 * i] - x0, frame.place[2 * i + 1] - y0));
    const known = voronoiCells(mesh, {} as CellIndex, 0, { ...frame, cell });
    expect(known).toEqual(voronoiCells(mesh, index, 0, frame));
  });

  it('leaves out other levels, who stands nowhere, and what is no number', () => {
    const persons: Person[] = [
      [12, 23],
      [14, 23, 0, 1],
      [90, 90],
      [Number.NaN, 23],
      [15, 19.99],
    ];
    expect(Array.from(cellsOf(room, persons).person)).toEqual([0, 4]);
    expect(cellsOf(room, []).area).toHaveLength(0);
    expect(() => cellsOf(room, [], { limit: 0 })).toThrow(/limit of 0/);
    expect(() => cellsOf(room, [], { quarterSegments: 0 })).toThrow(/0 segments/);
  });

  it('divides all floor of a convex place among random persons, and density adds up to all of them', () => {
    for (let seed = 0; seed < 10; seed++) {
      const persons = somewhere(room, createRandom(seed), 3 * seed * seed + 1);
      const cells = cellsOf(room, persons, { limit: 50 });
      expect(cells.area.reduce((sum, area) => sum + area, 0)).toBeCloseTo(60, 6);
      const measure = voronoiInArea(cells, areaOf(room, rectangle(0, 0, 50, 50)));
      expect(measure.density * 60).toBeCloseTo(persons.length, 6);
    }
  });

  it('agrees with sampled floor: nearest person, within the limit, on floor', () => {
    const random = createRandom(12);
    const persons = somewhere(pillar, random, 60);
    const limit = 0.8;
    const cells = cellsOf(pillar, persons, { limit, quarterSegments: 90 });
    const samples = new Float64Array(persons.length);
    const step = 0.02;
    for (let x = step / 2; x < 10; x += step) {
      for (let y = step / 2; y < 6; y += step) {
        if (x > 4 && x < 6 && y > 2 && y < 4) continue;
        let nearest = 0;
        let least = Infinity;
        persons.forEach(([px, py], i) => {
          const squared = (px - x) ** 2 + (py - y) ** 2;
          if (squared < least) [least, nearest] = [squared, i];
        });
        if (least < limit * limit) samples[nearest] += step * step;
      }
    }
    persons.forEach((_, i) => expect(Math.abs(cells.area[i] - samples[i])).toBeLessThan(0.03));
  });

  it('says the same of a place turned, mirrored, shifted, and of persons permuted', () => {
    const persons = somewhere(pillar, createRandom(8), 80);
    const ring = rectangle(2, 1, 9, 5);
    const told = (plan: Plan, change: (x: number, y: number) => [number, number], people: Person[]) => {
      const world = buildWorld(plan);
      const changed = people.map(([x, y, speed]): Person => [...change(x, y), speed!]);
      const corners = [0, 2, 4, 6].flatMap((i) => change(ring[i], ring[i + 1]));
      // A limit no cell reaches, but for the disc's corners: nothing depends on directions.
      return voronoiInArea(cellsOf(world, changed, { limit: 30 }), areaOf(world, corners));
    };
    const same = (x: number, y: number): [number, number] => [x, y];
    const expected = told(PILLAR, same, persons);
    expect(expected.density).toBeGreaterThan(1);
    const others = [turn(30), turn(90), MIRROR, SHIFT].map((affine) =>
      told(transformed(PILLAR, affine), (x, y) => apply(affine, x, y), persons),
    );
    others.push(told(PILLAR, same, createRandom(2).shuffle(persons)));
    for (const other of others) {
      expect(other.density).toBeCloseTo(expected.density, 5);
      expect(other.speed).toBeCloseTo(expected.speed, 5);
      expect(other.covered).toBeCloseTo(expected.covered, 5);
    }
  });

  it('lives with hundreds within a centimetre', () => {
    const random = createRandom(4);
    const persons = Array.from(
      { length: 600 },
      (): Person => [15 + random.between(0, 0.01), 23 + random.between(0, 0.01)],
    );
    const cells = cellsOf(room, persons, { limit: 1 });
    const whole = cells.area.reduce((sum, area) => sum + area, 0);
    expect(whole).toBeGreaterThan(2.9);
    expect(whole).toBeLessThan(3.2);
  });
});
