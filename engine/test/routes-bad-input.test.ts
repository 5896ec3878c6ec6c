/**
 * Questions that cannot be answered as asked: each gets a clear answer.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { InputError } from '../src/core/errors.ts';
import { createRouter, findRoute } from '../src/routing/find-route.ts';
import type { Route, RouteRequest } from '../src/routing/route.ts';
import { sidesOf } from './oracles/cells.ts';
import { judgeRoute } from './oracles/polylines.ts';
import { clearanceOf, wallsOf } from './oracles/walls.ts';
import { METHODS } from './route-scenes.ts';
import { planOf, rectangle, type Ring } from './shapes.ts';

/** Two rooms joined by a doorway of a metre, with a column in the first, and a third room that nothing joins. */
const FIRST = rectangle(0, 0, 10, 8);
const SECOND = rectangle(12, 0, 20, 8);
const DOORWAY = rectangle(10, 3, 12, 4);
const THIRD = rectangle(30, 0, 36, 6);
const COLUMN = rectangle(3, 3, 5, 5);

function house(walkable: Ring[], seedPoints: [number, number][] = []) {
  const plan = planOf(
    'house',
    'polygons',
    walkable.map((ring) => [ring]),
    [[COLUMN]],
  );
  const world = buildWorld(plan, { seedPoints });
  const router = createRouter(world);
  const { mesh, maps } = world;
  const walls = wallsOf(maps[0]);
  const place = { mesh, sides: sidesOf(mesh), map: maps[0], walls };
  return {
    walls,
    mesh,
    ask: (request: RouteRequest): Route => {
      const route = findRoute(router, request);
      expect(judgeRoute(place, request, route), JSON.stringify(request)).toEqual([]);
      return route;
    },
  };
}

describe.each(METHODS)('%s', (method) => {
  const rooms = house([FIRST, DOORWAY, SECOND]);
  const good: RouteRequest = { from: [1, 1], to: [18, 6], width: 0.6, method };

  it('finds its way where nothing is wrong', () => {
    const route = rooms.ask(good);
    expect(route.status).toBe('found');
    expect(route.moved).toBeUndefined();
  });

  const NOT_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  it.each<[string, Partial<RouteRequest>[]]>([
    [
      'a place that is no number',
      NOT_NUMBERS.flatMap((x) => [{ from: [x, 1] }, { from: [1, x] }, { to: [x, 1] }, { to: [1, x] }]),
    ],
    ['a width that is none', [...NOT_NUMBERS, -0.5, -1e-300].map((width) => ({ width }))],
    [
      'a level that is not there',
      [-1, 1, 0.5, Number.NaN].flatMap((level) => [{ fromLevel: level }, { toLevel: level }]),
    ],
    ['a method that is not there', [{ method: 'fast' as never }, { method: '' as never }]],
    ['a place that is none', [{ from: [] as never }, { to: [1] as never }]],
  ])('rejects %s in one clear line', (_, requests) => {
    for (const change of requests) {
      let message = 'no error';
      try {
        findRoute(createRouterOnce(), { ...good, ...change });
      } catch (error) {
        expect(error, JSON.stringify(change)).toBeInstanceOf(InputError);
        message = (error as InputError).message;
      }
      expect(message).not.toContain('no error');
      expect(message).not.toContain('\n');
      expect(message.length).toBeLessThan(200);
    }
  });

  it('moves a start or goal in a wall, or too near to one, to the nearest place that fits, and says so', () => {
    // In the column, a decimetre from its right side; a decimetre from the outer wall; outside of it.
    for (const [asked, expected] of [
      [
        [4.9, 4],
        [5.3, 4],
      ],
      [
        [1, 0.1],
        [1, 0.3],
      ],
      [
        [1, -0.1],
        [1, 0.3],
      ],
      [
        [20.05, 7],
        [19.7, 7],
      ],
    ] as const) {
      const from = rooms.ask({ ...good, from: asked });
      expect(from.status).toBe('found');
      expect(from.moved?.to).toBeUndefined();
      from.moved!.from!.forEach((c, i) => expect(c).toBeCloseTo(expected[i], 5));
      const to = rooms.ask({ ...good, to: asked, from: [18, 6] });
      to.moved!.to!.forEach((c, i) => expect(c).toBeCloseTo(expected[i], 5));
      expect(to.moved?.from).toBeUndefined();
    }
  });

  it('moves into corners, where two walls are near', () => {
    const route = rooms.ask({ ...good, from: [0.1, 0.05] });
    expect(route.moved!.from![0]).toBeCloseTo(0.3, 5);
    expect(route.moved!.from![1]).toBeCloseTo(0.3, 5);
    expect(clearanceOf(rooms.walls, ...route.moved!.from!)).toBeGreaterThan(0.3 - 1e-6);
  });

  it('stands in a corner without being moved if it fits exactly', () => {
    const route = rooms.ask({ ...good, from: [0.3, 0.3] });
    expect(route.status).toBe('found');
    const [x, y] = route.moved?.from ?? [0.3, 0.3];
    expect(Math.hypot(x - 0.3, y - 0.3)).toBeLessThan(1e-6);
  });

  it('says that a place is far from everything', () => {
    for (const far of [
      [1000, 1000],
      [-50, 3],
      [1e12, -1e12],
    ] as const) {
      for (const request of [
        { ...good, from: far },
        { ...good, to: far },
      ]) {
        const route = rooms.ask(request);
        expect(route.status).toBe('unreachable');
        expect(route.blocked).toBeUndefined();
      }
    }
  });

  it('takes width 0 for a point, and half a metre if nothing is said', () => {
    expect(rooms.ask({ ...good, width: 0 }).status).toBe('found');
    const { width: _, ...silent } = good;
    expect(rooms.ask(silent)).toEqual(rooms.ask({ ...good, width: 0.5 }));
  });

  it('names the doorway that stops a body too wide for it', () => {
    const route = rooms.ask({ ...good, from: [2, 1.5], width: 1.01 });
    expect(route.status).toBe('unreachable');
    expect(route.blocked!.width).toBeCloseTo(1, 9);
    expect(route.blocked!.x).toBeGreaterThanOrEqual(10);
    expect(route.blocked!.x).toBeLessThanOrEqual(12);
    expect(route.blocked!.y).toBeCloseTo(3.5, 6);
    expect(rooms.ask({ ...good, from: [2, 1.5], width: 0.99 }).status).toBe('found');
  });

  it('has no place for a body wider than anything', () => {
    for (const width of [9, 100, 1e6, 1e300, Number.MAX_VALUE]) {
      expect(rooms.ask({ ...good, width }).status).toBe('unreachable');
    }
  });

  it('says that two areas are not connected', () => {
    const apart = house(
      [FIRST, THIRD],
      [
        [1, 1],
        [33, 3],
      ],
    );
    expect(apart.mesh.cellLevel.length).toBeGreaterThan(1);
    for (const width of [0, 0.5]) {
      const route = apart.ask({ from: [1, 1], to: [33, 3], width, method });
      expect(route.status).toBe('unreachable');
      // No passage would have to be wider: there is none.
      expect(route.blocked).toBeUndefined();
    }
  });

  it('answers in an environment of one cell', () => {
    const cell = house([rectangle(10, 10, 14, 13)]);
    expect(cell.mesh.cellLevel.length).toBe(1);
    const route = cell.ask({ from: [11, 11], to: [13, 12], width: 0.5, method });
    expect(route).toMatchObject({ status: 'found', length: Math.hypot(2, 1) });
    expect([...route.points]).toEqual([11, 11, 13, 12]);
    expect(route.portals.length).toBe(0);
    // A body that just fits has one line to stand on.
    expect(cell.ask({ from: [11.5, 11.5], to: [12.5, 11.5], width: 3, method }).status).toBe('found');
    expect(cell.ask({ from: [11, 11], to: [13, 12], width: 3.001, method }).status).toBe('unreachable');
  });

  it('answers where start and goal are one place', () => {
    for (const width of [0, 0.5]) {
      const route = rooms.ask({ ...good, to: good.from, width });
      expect(route).toMatchObject({ status: 'found', length: 0 });
    }
  });

  it('answers from corners and walls for a point', () => {
    for (const from of [
      [0, 0],
      [10, 3],
      [5, 5],
      [4, 5],
      [0, 8],
      [11, 3],
    ] as const) {
      for (const to of [
        [20, 8],
        [12, 4],
        [3, 3],
        [10, 4],
        [3, 4],
      ] as const) {
        const route = rooms.ask({ from, to, width: 0, method });
        expect(route.status).toBe('found');
        expect(route.moved).toBeUndefined();
      }
    }
  });

  function createRouterOnce() {
    shared ??= createRouter(buildWorld(planOf('room', 'polygons', [[FIRST], [DOORWAY], [SECOND]], [])));
    return shared;
  }
});

let shared: ReturnType<typeof createRouter> | undefined;
