/**
 * The shortest paths that routes are judged by, judged: of points and of discs, against cases told by hand, against
 * each other, against the exact critical width and against polygon offsetting.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import type { FlatMap } from '../src/map/flat-map.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { latticePlan } from './lattice-maps.ts';
import { criticalWidth, crossedBy, findBarriers } from './oracles/barriers.ts';
import { cellRing } from './oracles/cells.ts';
import { discPaths } from './oracles/disc-paths.ts';
import { type ErodedSpace, erode, UNITS_PER_METRE } from './oracles/erosion.ts';
import { findPlaces } from './oracles/places.ts';
import { shortestPaths } from './oracles/shortest-paths.ts';
import { lengthOf, type Point } from './oracles/wall-network.ts';
import { wallsOf } from './oracles/walls.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';
import { planOf, rectangle, type Ring } from './shapes.ts';

const ROOM = rectangle(0, 0, 10, 10);

function roomWith(obstacles: Ring[], lines: Ring[] = []): World {
  return buildWorld(
    planOf(
      'room',
      'polygons',
      [[ROOM]],
      obstacles.map((ring) => [ring]),
      lines,
    ),
  );
}

/** Lengths from the first place to each of the others. */
function lengthsIn({ maps }: World, ...places: Point[]): number[] {
  const paths = shortestPaths(maps[0], places);
  return places.slice(1).map((_, i) => paths(0, i + 1).length);
}

describe('the shortest path of a point, told by hand', () => {
  it('is straight where nothing stands in the way, and bends at corners', () => {
    const world = roomWith([rectangle(4, 3, 6, 7)]);
    const [over, straight] = lengthsIn(world, [2, 5], [8, 5], [2, 8]);
    expect(over).toBeCloseTo(2 * Math.hypot(2, 2) + 2, 12);
    expect(straight).toBe(3);
  });

  it('goes around the ends of thin walls and along their sides', () => {
    const world = roomWith([], [[5, 0, 5, 6, 7, 6]]);
    expect(lengthsIn(world, [4, 3], [6, 3])[0]).toBeCloseTo(Math.hypot(1, 3) + 2 + Math.hypot(1, 3), 12);
    // On the wall itself one stands on either side of it.
    expect(lengthsIn(world, [5, 3], [4, 3], [6, 3])).toEqual([1, 1]);
  });

  it('does not slip through where obstacles meet in a point', () => {
    const world = roomWith([rectangle(2, 3, 5, 5), rectangle(5, 5, 8, 7)]);
    // Through the point where they meet it would be the diagonal of two squares.
    expect(lengthsIn(world, [4, 6], [6, 4])[0]).toBeCloseTo(Math.hypot(2, 1) + 2 + 3 + Math.hypot(1, 1), 12);
  });

  it('has no length where walls part two places', () => {
    const world = roomWith([], [[5, 0, 5, 10]]);
    expect(lengthsIn(world, [1, 1], [9, 1])).toEqual([Infinity]);
  });

  it('runs from lattice point to lattice point, also on walls, as symmetric as a distance', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const { maps } = buildWorld(latticePlan(seed));
        const map = maps[0];
        const places = [...map.vertices.subarray(0, 12)].reduce<Point[]>((list, x, i, all) => {
          return i % 2 === 0 ? [...list, [x, all[i + 1]]] : list;
        }, []);
        places.push([random.integer(1, 11) + 0.5, 0], [0, random.integer(1, 11) + 0.5]);
        const paths = shortestPaths(map, places);
        for (let i = 0; i < places.length; i++) {
          for (let j = 0; j < i; j++) {
            const { length, points } = paths(i, j);
            expect(paths(j, i).length).toBeCloseTo(length, 9);
            if (length === Infinity) continue;
            expect(lengthOf(points)).toBeCloseTo(length, 9);
            expect(length).toBeGreaterThanOrEqual(lengthOf([places[i], places[j]]) - 1e-9);
          }
        }
      }),
      propertyRuns(20),
    );
  });
});

describe('the shortest path of a disc, told by hand', () => {
  it('turns around the end of a wall on an arc', () => {
    const { maps } = roomWith([], [[5, 0, 5, 6]]);
    const [width, reach, drop] = [0.8, 2, 3];
    const length = discPaths(wallsOf(maps[0]), width, [
      [5 - reach, 6 - drop],
      [5 + reach, 6 - drop],
    ])(0, 1).length;
    const distance = Math.hypot(reach, drop);
    const tangent = Math.sqrt(distance ** 2 - (width / 2) ** 2);
    // Angles at the wall's end: to the two places, less what the tangents take on either side.
    const arc = 2 * Math.PI - 2 * Math.atan2(reach, drop) - 2 * Math.acos(width / 2 / distance);
    expect(length).toBeCloseTo(2 * tangent + (width / 2) * arc, 12);
  });

  it('runs beside walls, takes both corners of an obstacle, and fits or does not', () => {
    const { maps } = roomWith([rectangle(0, 4, 8, 6)]);
    const walls = wallsOf(maps[0]);
    const places: Point[] = [
      [5, 3],
      [5, 7],
    ];
    const radius = 0.5;
    const distance = Math.hypot(3, 1);
    const arc = Math.PI - Math.atan2(1, 3) - Math.acos(radius / distance);
    const tangent = Math.sqrt(distance ** 2 - radius ** 2);
    expect(discPaths(walls, 2 * radius, places)(0, 1).length).toBeCloseTo(2 * tangent + 2 + 2 * radius * arc, 12);
    expect(discPaths(walls, 1.999, places)(0, 1).length).toBeLessThan(Infinity);
    expect(discPaths(walls, 2.001, places)(0, 1).length).toBe(Infinity);
    // Too near to the wall to stand there.
    expect(discPaths(walls, 1.999, [...places, [5, 3.5]])(0, 2).length).toBe(Infinity);
  });
});

/** The map with the rings of eroded space for walls. */
function mapOf(map: FlatMap, { rings }: ErodedSpace): FlatMap {
  const vertices = rings.flatMap((ring) => Array.from(ring, (units) => units / UNITS_PER_METRE));
  const segments: number[] = [];
  let first = 0;
  for (const ring of rings) {
    const count = ring.length / 2;
    for (let i = 0; i < count; i++) segments.push(first + i, first + ((i + 1) % count));
    first += count;
  }
  const count = segments.length / 2;
  return {
    ...map,
    vertices: Float64Array.from(vertices),
    segments: Int32Array.from(segments),
    segmentKind: new Uint8Array(count),
    segmentSides: new Uint8Array(count).fill(3),
  };
}

const KINDS = [...CLEAN_KINDS, ...DIRTY_KINDS, 'lattice'] as const;

function worldOf(kind: (typeof KINDS)[number], seed: number): World {
  if (kind === 'lattice') return buildWorld(latticePlan(seed));
  const clean = CLEAN_KINDS.find((name) => name === kind);
  return buildWorld(
    clean === undefined ? dirtyPlan(kind as (typeof DIRTY_KINDS)[number], seed) : cleanPlan(clean, seed),
  );
}

function ringsOf({ mesh }: World): number[][] {
  return Array.from(mesh.cellLevel, (_, cell) => cellRing(mesh, cell));
}

it('bundles of corners a millimetre apart do not hide the arc around them', () => {
  const walls = wallsOf(buildWorld(dirtyPlan('bundles', 1)).maps[0]);
  const lengths = [0.7, 0.8, 0.85].map(
    (width) =>
      discPaths(walls, width, [
        [2.66, 3.38],
        [6.59, 6.23],
      ])(0, 1).length,
  );
  for (const length of lengths) expect(length).toBeCloseTo(6.9, 0);
});

describe('shortest paths of points and discs agree', () => {
  const counted = { found: 0, parted: 0, bracketed: 0 };

  it.each(KINDS)('%s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = worldOf(kind, seed);
        const random = createRandom(seed);
        const walls = wallsOf(world.maps[0]);
        const places = findPlaces(walls, ringsOf(world), random, 6);
        const at = places.map(({ x, y }): Point => [x, y]);
        const barriers = findBarriers(walls);
        const crossed = at.map((point) => crossedBy(barriers, ...point));
        const ofPoint = shortestPaths(world.maps[0], at);
        const some = random.between(0.2, 1);
        /** Lengths at the width before, by pair. */
        const narrower = new Map<string, number>();
        for (const width of [1e-6, some, 1.02 * some]) {
          const ofDisc = discPaths(walls, width, at);
          for (let i = 0; i < at.length; i++) {
            for (let j = 0; j < i; j++) {
              const critical = criticalWidth(barriers, crossed[i], crossed[j]);
              const fits = 2 * Math.min(places[i].clearance, places[j].clearance) >= width;
              const { length, points } = ofDisc(i, j);
              // The disc gets there exactly if no barrier as narrow as it is parts the two.
              expect([length < Infinity, width, critical]).toEqual([fits && width < critical, width, critical]);
              if (length === Infinity) {
                counted.parted++;
                continue;
              }
              counted.found++;
              expect(length).toBeGreaterThanOrEqual((narrower.get(`${i} ${j}`) ?? 0) - 1e-9);
              narrower.set(`${i} ${j}`, length);
              const shortest = ofPoint(i, j).length;
              expect(length).toBeGreaterThanOrEqual(shortest * (1 - 1e-12));
              if (width < 1e-5) expect(length).toBeLessThan(shortest + 1e-3);
              // Chords are shorter than their arcs.
              expect(lengthOf(points)).toBeLessThanOrEqual(length + 1e-9);
            }
          }
        }
      }),
      propertyRuns(kind === 'maze' ? 1 : 3),
    );
  });

  it('and lie between shortest paths of points in space eroded a little less and a little more', () => {
    const arcError = 2e-3;
    const few: readonly (typeof KINDS)[number][] = ['room', 'thinWalls', 'needles', 'crossing', 'lattice'];
    fc.assert(
      fc.property(seeds, fc.constantFrom(...few), (seed, kind) => {
        const world = worldOf(kind, seed);
        const random = createRandom(seed);
        const walls = wallsOf(world.maps[0]);
        if (walls.length / 4 > 40) return;
        const width = random.between(0.2, 0.8);
        const places = findPlaces(walls, ringsOf(world), random, 6).filter(
          (p) => p.clearance > width / 2 + 3 * arcError,
        );
        const at = places.map(({ x, y }): Point => [x, y]);
        const ofDisc = discPaths(walls, width, at);
        const less = shortestPaths(mapOf(world.maps[0], erode(walls, width, arcError)), at);
        const more = shortestPaths(mapOf(world.maps[0], erode(walls, width + 2 * arcError + 1e-5, arcError)), at);
        for (let i = 0; i < at.length; i++) {
          for (let j = 0; j < i; j++) {
            const { length } = ofDisc(i, j);
            expect(less(i, j).length).toBeLessThanOrEqual(length + 1e-5);
            expect(more(i, j).length).toBeGreaterThanOrEqual(length - 1e-5);
            if (more(i, j).length < Infinity) counted.bracketed++;
          }
        }
      }),
      propertyRuns(12),
    );
  });

  it('on enough pairs of places', () => {
    expect(counted.found).toBeGreaterThan(1500);
    expect(counted.parted).toBeGreaterThan(300);
    expect(counted.bracketed).toBeGreaterThan(50);
  });
});
