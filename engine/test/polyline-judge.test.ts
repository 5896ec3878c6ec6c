/**
 * The judge of polylines, judged: it finds nothing wrong with good routes, and what is wrong with those spoilt on purpose.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import type { Route, RouteRequest } from '../src/routing/route.ts';
import { cellAt, cellRing, sidesOf } from './oracles/cells.ts';
import { judgeRoute, type RoutePlace } from './oracles/polylines.ts';
import { portalCrossings } from './oracles/portal-crossings.ts';
import { judgeStoreys } from './oracles/storey-polylines.ts';
import { lengthOf, type Point } from './oracles/wall-network.ts';
import { wallsOf } from './oracles/walls.ts';
import { planOf, rectangle } from './shapes.ts';

/**
 *   10 ┌─────────────────────┐
 *    9 │  ███▀               │     Two obstacles that touch in (3, 9), and a thin wall with a bend in (5, 6).
 *    6 │         ┌───        │
 *      │   from  │  to       │
 *    0 └─────────┴───────────┘
 *      0  1 3    5   7       10
 */
describe('the judge of polylines', () => {
  const world = buildWorld(
    planOf(
      'room',
      'polygons',
      [[rectangle(0, 0, 10, 10)]],
      [[rectangle(1, 8, 3, 9)], [rectangle(3, 9, 4, 9.5)]],
      [[5, 0, 5, 6, 7, 6]],
    ),
  );
  const place: RoutePlace = {
    mesh: world.mesh,
    sides: sidesOf(world.mesh),
    map: world.maps[0],
    walls: wallsOf(world.maps[0]),
  };
  const rings = Array.from(world.mesh.cellLevel, (_, cell) => cellRing(world.mesh, cell));

  /** Portals of some way over the cells that a polyline crosses in order, by trying all without repetition. */
  function portalsAlong(points: readonly Point[], width: number): number[] {
    const goal = cellAt(rings, ...points.at(-1)!);
    const search = (cell: number, seen: number[], portals: number[]): number[] | undefined => {
      if (cell === goal) return portals;
      for (const [s, side] of place.sides.entries()) {
        if (side.cell !== cell || side.twin < 0 || side.length <= width) continue;
        const next = place.sides[side.twin].cell;
        const longer = [...portals, s];
        if (seen.includes(next) || portalCrossings(place.sides, longer, points, 1e-6).length < longer.length) continue;
        const found = search(next, [...seen, next], longer);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const start = cellAt(rings, ...points[0]);
    return search(start, [start], [])!;
  }

  function routeAlong(points: readonly Point[], width: number): { request: RouteRequest; route: Route } {
    return {
      request: { from: points[0], to: points.at(-1)!, width },
      route: {
        status: 'found',
        length: lengthOf(points),
        points: Float64Array.from(points.flat()),
        portals: Int32Array.from(portalsAlong(points, width)),
        expanded: 1,
      },
    };
  }

  const around: Point[] = [
    [4, 3],
    [5, 6],
    [7, 6],
    [6, 3],
  ];
  const roundTurn: Point[] = [
    [4, 3],
    [4.7, 6.3],
    [7.3, 6.3],
    [7.3, 5.7],
    [6, 3],
  ];
  const point = routeAlong(around, 0);
  const disc = routeAlong(roundTurn, 0.6);

  it('finds nothing wrong with a good route', () => {
    expect(point.route.portals.length).toBeGreaterThan(1);
    expect(judgeRoute(place, point.request, point.route)).toEqual([]);
    expect(judgeRoute(place, disc.request, disc.route)).toEqual([]);
    expect(
      judgeStoreys(place.mesh, place.sides, cellAt(rings, 4, 3), [...disc.route.portals], roundTurn, 0.2999),
    ).toEqual([]);
    const there = routeAlong(
      [
        [4, 3],
        [4, 3],
      ],
      0.5,
    );
    expect(judgeRoute(place, there.request, there.route)).toEqual([]);
  });

  const shifted = (points: readonly Point[], i: number, dx: number, dy: number) =>
    Float64Array.from(points.flatMap(([x, y], k) => (k === i ? [x + dx, y + dy] : [x, y])));

  it.each<[string, RegExp, Partial<Route>]>([
    ['ends elsewhere', /^to: 0\.00000999/, { points: shifted(roundTurn, 4, 0.00001, 0) }],
    ['begins elsewhere', /^from: 0\.00000999/, { points: shifted(roundTurn, 0, 0.00001, 0) }],
    ['says that it was moved, and was not', /^to: .* m from where/, { moved: { to: [6, 2.9] } }],
    ['says that it was moved to where it was', /moved to where it was/, { moved: { from: [4, 3] } }],
    ['comes too near to a wall', /0\.29999.* m from a wall/, { points: shifted(roundTurn, 1, 0, -0.00001) }],
    ['has a number that is none', /no finite points/, { points: shifted(roundTurn, 1, Number.NaN, 0) }],
    ['has no points', /no finite points/, { points: new Float64Array(0) }],
    ['is not as long as it says', /length/, { length: lengthOf(roundTurn) + 1e-6 }],
    ['has a reason why it was not found', /reason/, { reason: 'the passage is too narrow' }],
    ['leaves out a portal', /of the cell entered|does not hold/, { portals: disc.route.portals.slice(1) }],
    ['leaves out the last portal', /last cell/, { portals: disc.route.portals.slice(0, -1) }],
    ['has its portals backwards', /first cell/, { portals: disc.route.portals.toReversed() }],
    [
      'names the twin of a portal',
      /of the cell entered|first cell/,
      { portals: disc.route.portals.map((s) => place.sides[s].twin) },
    ],
    [
      'has a wall for a portal',
      /no free sides/,
      { portals: Int32Array.of(place.sides.findIndex(({ twin }) => twin < 0)) },
    ],
    ['has a portal that is none', /no free sides/, { portals: Int32Array.of(-1, 100_000) }],
    ['has no portals', /no cell holds both/, { portals: new Int32Array(0) }],
  ])('sees a route that %s', (_, expected, change) => {
    const wrong = judgeRoute(place, disc.request, { ...disc.route, ...change });
    expect(wrong.join('; ')).toMatch(expected);
  });

  it('sees portals too narrow for the walker, and portals that the polyline does not cross', () => {
    const wide = Math.min(...[...disc.route.portals].map((s) => place.sides[s].length)) + 1e-6;
    expect(judgeRoute(place, { ...disc.request, width: wide }, disc.route).join('; ')).toMatch(/the walker/);
    const straight = { ...disc.route, points: Float64Array.of(4, 3, 6, 3), length: 2 };
    expect(judgeRoute(place, disc.request, straight).join('; ')).toMatch(/does not cross portal/);
  });

  it('sees on several levels, too, what comes too near to a wall', () => {
    const near = roundTurn.map(([x, y], i): Point => (i === 1 ? [x, y - 0.01] : [x, y]));
    const start = cellAt(rings, 4, 3);
    expect(judgeStoreys(place.mesh, place.sides, start, [...disc.route.portals], near, 0.2999)).not.toEqual([]);
  });

  /** A polyline with the right portals or none: only what is said of walls counts. */
  const slipping = (points: Point[]) => {
    const route = { ...point.route, points: Float64Array.from(points.flat()), length: lengthOf(points) };
    return judgeRoute(place, { from: points[0], to: points.at(-1)!, width: 0 }, route).join('; ');
  };

  it.each<[string, Point[]]>([
    [
      'straight through a thin wall',
      [
        [4, 3],
        [6, 3],
      ],
    ],
    [
      'through a thin wall, with a corner on it',
      [
        [4, 3],
        [5, 2.9],
        [6, 3],
      ],
    ],
    [
      'through a thin wall, after running along it',
      [
        [4, 3],
        [5, 2],
        [5, 4],
        [6, 3],
      ],
    ],
    [
      'through the bend of a thin wall',
      [
        [4, 7],
        [5, 6],
        [6, 5],
      ],
    ],
    [
      'through a bend, a nanometre beside it',
      [
        [4, 7],
        [5 + 1e-10, 6 - 1e-10],
        [6, 5],
      ],
    ],
    [
      'between obstacles that touch',
      [
        [2.5, 9.5],
        [3, 9],
        [3.5, 8.5],
      ],
    ],
    [
      'through an obstacle, along a side and out of the other',
      [
        [0.5, 8],
        [1, 8],
        [1, 9],
        [3, 8],
        [4, 8],
      ],
    ],
  ])('sees a point go %s', (_, points) => {
    expect(slipping(points)).toMatch(/wall/);
  });

  it.each<[string, Point[]]>([
    [
      'touch a bend from outside',
      [
        [4, 5],
        [5, 6],
        [6, 7],
      ],
    ],
    [
      'run along a thin wall and leave on the same side',
      [
        [4, 3],
        [5, 2],
        [5, 4],
        [4, 5],
      ],
    ],
    [
      'turn around the end of a thin wall',
      [
        [6, 7],
        [7, 6],
        [6.5, 5],
      ],
    ],
    [
      'run along walls from corner to corner',
      [
        [0.5, 8],
        [1, 8],
        [3, 8],
        [3, 9],
      ],
    ],
  ])('lets a point %s', (_, points) => {
    expect(slipping(points)).not.toMatch(/wall/);
  });

  it.each<[string, RegExp, Partial<Route>]>([
    ['without a reason', /no reason/, {}],
    ['with a way', /with a way/, { reason: 'no way leads there', length: 3 }],
    [
      'blocked by what is wide enough',
      /wide enough/,
      { reason: 'the passage is narrow', blocked: { x: 0, y: 0, width: 0.8 } },
    ],
  ])('sees an answer "unreachable" %s', (_, expected, change) => {
    const route: Route = {
      status: 'unreachable',
      length: 0,
      points: new Float64Array(0),
      portals: new Int32Array(0),
      expanded: 0,
    };
    const good = { ...route, reason: 'the passage is too narrow', blocked: { x: 0, y: 0, width: 0.4 } };
    expect(judgeRoute(place, disc.request, good)).toEqual([]);
    expect(judgeRoute(place, disc.request, { ...route, ...change }).join('; ')).toMatch(expected);
  });
});
