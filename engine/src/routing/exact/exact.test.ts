import { describe, expect, it } from 'vitest';
import { routePlan, type RouteKind } from '../../../test/route-scenes.ts';
import { cellRing } from '../../../test/oracles/cells.ts';
import { discPaths } from '../../../test/oracles/disc-paths.ts';
import { findPlaces } from '../../../test/oracles/places.ts';
import { wallsOf } from '../../../test/oracles/walls.ts';
import { createRandom } from '../../../test/random.ts';
import { planOf, rectangle } from '../../../test/shapes.ts';
import { buildWorld, type World } from '../../build.ts';
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { Plan } from '../../map/plan.ts';
import { indexCells, locate } from '../../subdivision/locate.ts';
import { type Corners, findCorners } from '../corners/corners.ts';
import { createExactScratch, exactPortals } from './exact.ts';
import { tighten } from '../taut/taut.ts';
import { createTautScratch } from '../taut/taut-state.ts';

type Point = readonly [number, number];

interface Found {
  /** The search's own length, arcs and all; Infinity for none. */
  length: number;
  /** Of the polyline. */
  drawn: number;
  bends: number;
}

/** Searches in the plan's coordinates. */
function searchIn(world: World, corners: Corners = findCorners(world.mesh)) {
  const { mesh } = world;
  const cells = indexCells(mesh);
  const exact = createExactScratch(mesh);
  const taut = createTautScratch();
  const portals = new GrowableInts();
  return (from: Point, to: Point, width: number): Found => {
    const endAt = (point: Point) => {
      const [x, y] = [point[0] - mesh.origin[0], point[1] - mesh.origin[1]];
      return { cell: locate(mesh, cells, 0, x, y), x, y };
    };
    const query = { from: endAt(from), to: endAt(to), width };
    if (exactPortals(mesh, corners, exact, query, portals) === NONE) {
      return { length: Infinity, drawn: Infinity, bends: 0 };
    }
    tighten(mesh, corners, taut, query, portals, 0.99999);
    return { length: exact.length, drawn: taut.length, bends: taut.bends };
  };
}

function search(plan: Plan, from: Point, to: Point, width: number): Found {
  return searchIn(buildWorld(plan))(from, to, width);
}

function expectLength(found: Found, expected: number, bends: number): void {
  expect(found.length).toBeCloseTo(expected, 9);
  expect(found.drawn).toBeGreaterThan(expected - 1e-9);
  expect(found.drawn).toBeLessThan(expected * 1.0001);
  expect(found.bends).toBe(bends);
}

describe('the shortest path of a disc', () => {
  it('around one corner: two tangents and a quarter of a circle', () => {
    const plan = planOf('corner', 'polygons', [[rectangle(0, 0, 10, 10)]], [[rectangle(-1, -1, 5, 5)]]);
    for (const radius of [0.1, 0.5, 1.5]) {
      expectLength(search(plan, [2, 5 + radius], [5 + radius, 2], 2 * radius), 6 + (radius * Math.PI) / 2, 1);
    }
    expectLength(search(plan, [2, 5], [5, 2], 0), 6, 1);
  });

  it('around the end of a thin wall, back to where it came from', () => {
    const plan = planOf('wall', 'polygons', [[rectangle(0, 0, 10, 10)]], [], [[5, 0, 5, 6]]);
    expectLength(search(plan, [4.5, 1], [5.5, 1], 1), 10 + Math.PI / 2, 1);
  });

  it('through a door in an S: two arcs of a sixth of half a turn, and the tangent between', () => {
    const walls = [
      [5, 0, 5, 4],
      [5, 6, 5, 10],
    ];
    const plan = planOf('door', 'polygons', [[rectangle(0, 0, 10, 10)]], [], walls);
    expectLength(search(plan, [4.5, 9], [5.5, 1], 1), 6 + Math.sqrt(3) + Math.PI / 6, 2);
    // Not through a door as wide as the disc and a little more than that too narrow.
    expect(search(plan, [4, 9], [6, 1], 2.0001).length).toBe(Infinity);
  });

  it('straight through a door that both jambs just leave open', () => {
    const walls = [
      [5, 0, 5, 4],
      [5, 5, 5, 10],
    ];
    const plan = planOf('door', 'polygons', [[rectangle(0, 0, 10, 10)]], [], walls);
    expect(search(plan, [2, 4.5], [8, 4.5], 1 - 1e-9).length).toBeCloseTo(6, 9);
  });

  it('past a row of pillars, touching all of them', () => {
    const pillars = [2, 4, 6, 8].map((x) => [rectangle(x, 4, x + 0.5, 5)]);
    const plan = planOf('row', 'polygons', [[rectangle(0, 0, 12, 10)]], pillars);
    const found = search(plan, [1, 5.25], [11, 5.25], 0.5);
    expect(found.length).toBeCloseTo(10, 9);
    expect(found.drawn).toBeCloseTo(10, 9);
  });

  it('touches a corner whose circle reaches through a side before it crosses that side', () => {
    // The disc leans over the line between the ends of the lower walls, around the tip that hangs down between them.
    const walls = [
      [0, 3, 3, 3],
      [7, 3, 10, 3],
      [5, 10, 5, 3.2],
    ];
    const plan = planOf('tip', 'polygons', [[rectangle(0, 0, 10, 10)]], [], walls);
    const radius = 0.8;
    const found = search(plan, [4, 5], [6, 5], 2 * radius);
    // Two tangents from (±1, 1.8) to the circle around the tip, and the arc between them.
    const distance = Math.hypot(1, 1.8);
    const tangent = Math.sqrt(distance ** 2 - radius ** 2);
    const arc = 2 * Math.PI - 2 * Math.acos(radius / distance) - 2 * Math.atan2(1, 1.8);
    expectLength(found, 2 * tangent + radius * arc, 1);
  });
});

/** Maps on which paths lean through sides, start in pockets, or wind back: all pairs of eight places, against all tangents. */
const HARD: [RouteKind, number][] = [
  ['thinWalls', 3],
  ['pillars', 1],
  ['pillars', 4],
  ['nearlyParallel', 3],
  ['wiggles', 1],
  ['bundles', 4],
  ['mixed', 2],
  ['nearTouching', 5],
  ['crossing', 13],
  ['blocks', 3],
];

describe('exact and tighten agree with the paths along all tangents', () => {
  it.each(HARD)('%s %i', (kind, seed) => {
    const world = buildWorld(routePlan(kind, seed));
    const { mesh } = world;
    const find = searchIn(world);
    const walls = wallsOf(world.maps[0]);
    const random = createRandom(seed);
    const rings = Array.from(mesh.cellLevel, (_, c) => cellRing(mesh, c));
    const places = findPlaces(walls, rings, random, 8);
    let compared = 0;
    for (const width of [random.between(0.02, 0.3), random.between(0.3, 1)]) {
      const roomy = places.filter(({ clearance }) => 2 * clearance > width);
      const shortest = discPaths(
        walls,
        width,
        roomy.map(({ x, y }) => [x, y]),
      );
      for (const [i, p] of roomy.entries()) {
        for (const [j, q] of roomy.slice(0, i).entries()) {
          const expected = shortest(i, j).length;
          const [ox, oy] = mesh.origin;
          const found = find([p.x + ox, p.y + oy], [q.x + ox, q.y + oy], width);
          const text = `width ${width}, ${i} to ${j}`;
          compared++;
          // The search does not know of cells that a disc cannot leave (inside-cell.ts).
          if (expected === Infinity) continue;
          expect(Math.abs(found.length - expected), text).toBeLessThan(1e-7 * (1 + expected));
          expect(found.drawn, text).toBeGreaterThan(expected - 1e-7);
          expect(found.drawn, text).toBeLessThan(expected * 1.0002);
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe('exact along a curved corridor', () => {
  /** Two walls of many short pieces, one beside the other: portals stand at right angles on walls, but for rounding. */
  function curve(x0: number, y0: number, radius: number, across: number, digits: number): Plan {
    const ring: number[] = [];
    const at = (r: number, k: number) => {
      ring.push(
        Number((x0 + r * Math.cos(k / 40)).toFixed(digits)),
        Number((y0 + r * Math.sin(k / 40)).toFixed(digits)),
      );
    };
    for (let k = 0; k <= 60; k++) at(radius, k);
    for (let k = 60; k >= 0; k--) at(radius + across, k);
    return planOf('curve', 'polygons', [[ring]], []);
  }

  it.each([
    [0, 0, 100, 6, 9],
    [-1900, -90, 100, 36, 9],
    [-1900, -90, 100, 36, 4],
    [5000, 300, 40, 12, 12],
    [-1900, 700, 60, 3, 10],
    [1234.5, 4321, 107, 36, 8],
  ])('round %d, %d with radius %d, %d m wide, to %d digits', (x0, y0, radius, across, digits) => {
    const find = searchIn(buildWorld(curve(x0, y0, radius, across, digits)));
    for (const width of [0, 0.3, 0.8179797934026363, 1.3307740638865817]) {
      const r = radius + 1;
      const found = find(
        [x0 + r * Math.cos(0.02), y0 + r * Math.sin(0.02)],
        [x0 + r * Math.cos(1.47), y0 + r * Math.sin(1.47)],
        width,
      );
      // Along the inner wall, with half the width from it; the pieces cut a little off.
      const along = (radius + width / 2) * 1.45;
      expect(found.length / along).toBeGreaterThan(0.97);
      expect(found.length / along).toBeLessThan(1.03);
    }
  });
});
