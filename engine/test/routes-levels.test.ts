/**
 * Routes over stairs and through doors: told by hand, and against a flat map of the same walls.
 *
 *   y 6 ┌───────────────────────┐        Levels as in levels.test.ts: the stair begins on the lower floor at x = 3 and
 *     4 │     ┌─────────────┐   │        ends on the upper floor at x = 7.
 *       │  ⇢ ▏ stair      ▕ ⇢  │
 *     2 │     └─────────────┘   │
 *     0 └───────────────────────┘
 *       0     3             7   10 x
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { createRouter, findRoute } from '../src/routing/find-route.ts';
import type { Plan } from '../src/map/plan.ts';
import type { Route, RouteRequest } from '../src/routing/route.ts';
import { cellRing, depthIn, sidesOf } from './oracles/cells.ts';
import { judgeRoute, pointsOf } from './oracles/polylines.ts';
import { judgeStoreys } from './oracles/storey-polylines.ts';
import { createRandom } from './random.ts';
import { METHODS } from './route-scenes.ts';
import { componentsOver, doorOf, levelOf, planOf, rectangle, stairs } from './scenes/storeys.ts';

const HALL = rectangle(0, 0, 10, 6);
const STAIR = [3, 4, 3, 2, 7, 2, 7, 4];
const storeys = ['ground', 'upper', 'top'].map((name, i) => levelOf(name, 3 * i, [HALL]));

interface House {
  world: World;
  ask(request: RouteRequest): Route;
}

/** Every answer is judged. */
function houseOf(plan: Plan): House {
  const world = buildWorld(plan);
  const { mesh } = world;
  const router = createRouter(world);
  const sides = sidesOf(mesh);
  return {
    world,
    ask: (request) => {
      const route = findRoute(router, request);
      const wrong = judgeRoute({ mesh, sides, map: undefined, walls: new Float64Array(0) }, request, route);
      const [width, points] = [request.width ?? 0.5, pointsOf(route, mesh)];
      if (route.status === 'found' && width > 0) {
        const start =
          route.portals.length > 0
            ? sides[route.portals[0]].cell
            : mesh.cellLevel.findIndex(
                (level, cell) =>
                  level === (request.fromLevel ?? 0) &&
                  [points[0], points.at(-1)!].every((p) => depthIn(cellRing(mesh, cell), ...p) > -1e-6),
              );
        wrong.push(...judgeStoreys(mesh, sides, start, [...route.portals], points, width / 2 - 1e-6));
      }
      expect(wrong, JSON.stringify(request)).toEqual([]);
      return route;
    },
  };
}

describe.each(METHODS)('over stairs, %s', (method) => {
  const house = houseOf(planOf(storeys.slice(0, 2), [stairs('stair', 0, 1, STAIR)]));

  it('leads up and down', () => {
    const up = house.ask({ from: [1, 3], to: [9, 3], toLevel: 1, width: 0.5, method });
    expect(up).toMatchObject({ status: 'found' });
    expect(up.length).toBeCloseTo(8, method === 'exact' ? 9 : -1);
    const down = house.ask({ from: [9, 3], fromLevel: 1, to: [1, 3], width: 0.5, method });
    expect(down).toMatchObject({ status: 'found' });
    // Below the upper end of the stair: around it.
    const around = house.ask({ from: [1, 3], to: [9, 3], width: 0, method });
    expect(around.length).toBeGreaterThanOrEqual(2 * Math.hypot(2, 1) + 4 + 2 * Math.hypot(0, 0));
    if (method === 'exact') expect(around.length).toBeCloseTo(Math.hypot(2, 1) + 4 + Math.hypot(2, 1), 9);
  });

  it('stops bodies wider than the stair, and says what stops them', () => {
    const wide = (width: number) => house.ask({ from: [1.5, 3], to: [8.5, 3], toLevel: 1, width, method });
    expect(wide(1.999).status).toBe('found');
    const stopped = wide(2.001);
    expect(stopped.status).toBe('unreachable');
    expect(stopped.blocked!.width).toBeCloseTo(2, 6);
    expect(stopped.blocked!.x).toBeGreaterThan(2.9);
    expect(stopped.blocked!.x).toBeLessThan(7.1);
  });

  it('leads over two stairs on the same footprint, around between them', () => {
    const spiral = houseOf(planOf(storeys, [stairs('first', 0, 1, STAIR), stairs('second', 1, 2, STAIR)]));
    const route = spiral.ask({ from: [1, 3], to: [9, 3], toLevel: 2, width: 0, method });
    const shortest = 2 * Math.hypot(6, 1) + 4;
    if (method === 'exact') expect(route.length).toBeCloseTo(shortest, 9);
    else expect(route.length).toBeGreaterThanOrEqual(shortest - 1e-9);
    expect(spiral.ask({ from: [1, 3], to: [9, 3], toLevel: 2, width: 0.7, method }).status).toBe('found');
  });

  it('takes places on the stair as places of the lower level', () => {
    const route = house.ask({ from: [1, 3], to: [5, 3], width: 0.5, method });
    expect(route.status).toBe('found');
    if (method === 'exact') expect(route.length).toBeCloseTo(4, 9);
  });
});

describe('a stair between two halls', () => {
  // Nothing lies above anything: one flat map of the same walls must give the same answers.
  const corners = [3, 4, 3, 2, 7, 2.5, 7, 4.5];
  const west = rectangle(0, 0, 3, 6);
  const east = rectangle(7, 0, 10, 6);
  const pillar = rectangle(8, 3, 8.5, 4);
  const split = houseOf(
    planOf([levelOf('low', 0, [west]), levelOf('high', 2, [east], [pillar])], [stairs('stair', 0, 1, corners)]),
  );
  const flat = houseOf(planOf([levelOf('flat', 0, [west, corners, east], [pillar])]));

  it.each(METHODS)('is crossed as on a flat map: %s', (method) => {
    const random = createRandom(3);
    let found = 0;
    for (let i = 0; i < 60; i++) {
      const width = random.pick([0, 0.2, 0.6, 1.2, 1.9, 2.1]);
      const margin = Math.max(1e-3, width / 2 + 1e-3);
      const from: [number, number] = [random.between(margin, 3 - margin), random.between(margin, 6 - margin)];
      const to: [number, number] = [random.between(8.5 + margin, 10 - margin), random.between(margin, 6 - margin)];
      if (width > 1.4) to[1] = random.between(margin, 3 - margin);
      if (width > 1.4) to[0] = 9.2 - random.between(0, 0.1);
      const ours = split.ask({ from, to, toLevel: 1, width, method });
      const expected = flat.ask({ from, to, width, method: 'exact' });
      expect(ours.status).toBe(expected.status);
      if (ours.moved !== undefined || expected.moved !== undefined) continue;
      if (ours.status === 'found') found++;
      if (method === 'exact')
        expect(Math.abs(ours.length - expected.length)).toBeLessThan(1e-3 * expected.length + 1e-9);
      else expect(ours.length).toBeGreaterThanOrEqual(expected.length * 0.999);
    }
    expect(found).toBeGreaterThan(20);
  });
});

describe('storeys of random rooms', () => {
  /** Storeys with obstacles at random, two stairs between each two, at places kept free. */
  function randomHouse(seed: number): House {
    const random = createRandom(seed);
    const size = 16;
    const levels = Array.from({ length: 3 }, (_, i) => {
      const obstacles = Array.from({ length: 14 }, () => {
        const [x, y] = [random.between(0.5, size - 2.5), random.between(0.5, size - 1.5)];
        return rectangle(x, y, x + random.between(0.2, 2), y + random.between(0.2, 1.5));
      });
      const isClear = ([x0, y0, , , x1, y1]: number[]) =>
        [2, 11].every((x) => [3, 10].every((y) => x1! < x - 1.5 || x0! > x + 4.5 || y1! < y - 1 || y0! > y + 3));
      return levelOf(`storey ${i}`, 3 * i, [rectangle(0, 0, size, size)], obstacles.filter(isClear));
    });
    const stairAt = (x: number, y: number, width: number) => [x, y + width, x, y, x + 3, y, x + 3, y + width];
    const links = [0, 1].flatMap((lower) => [
      stairs(`west ${lower}`, lower, lower + 1, stairAt(2, lower === 0 ? 3 : 10, 1.1)),
      stairs(`east ${lower}`, lower, lower + 1, stairAt(11, lower === 0 ? 10 : 3, 1.7)),
    ]);
    return houseOf(planOf(levels, links));
  }

  it.each(METHODS)('are joined as their cells are: %s', (method) => {
    const counted = { found: 0, unreachable: 0 };
    for (let seed = 1; seed <= 4; seed++) {
      const { world, ask } = randomHouse(seed);
      const random = createRandom(seed);
      const rings = Array.from(world.mesh.cellLevel, (_, cell) => cellRing(world.mesh, cell));
      const sides = sidesOf(world.mesh);
      const exit = (cell: number) => Math.max(0, ...sides.map((s) => (s.cell === cell && s.twin >= 0 ? s.length : 0)));
      for (let i = 0; i < 40; i++) {
        const width = random.between(0.3, 2);
        const component = componentsOver(world.mesh, width);
        const place = (level: number) => {
          for (;;) {
            const [x, y] = [random.between(0, 16), random.between(0, 16)];
            const cell = rings.findIndex(
              (ring, c) => world.mesh.cellLevel[c] === level && depthIn(ring, x, y) > width / 2,
            );
            if (cell >= 0 && exit(cell) > width) return { at: [x, y] as [number, number], cell };
          }
        };
        const [fromLevel, toLevel] = [random.integer(0, 2), random.integer(0, 2)];
        const [p, q] = [place(fromLevel), place(toLevel)];
        const expected = component[p.cell] === component[q.cell] ? 'found' : 'unreachable';
        const route = ask({ from: p.at, to: q.at, fromLevel, toLevel, width, method });
        expect(route.status, `seed ${seed}, ${p.at} to ${q.at}, width ${width}`).toBe(expected);
        expect(route.moved).toBeUndefined();
        counted[expected]++;
      }
    }
    expect(counted.found).toBeGreaterThan(60);
    expect(counted.unreachable).toBeGreaterThan(10);
  });
});

describe.each(METHODS)('doors, %s', (method) => {
  const rooms = levelOf('ground', 0, [HALL], [rectangle(5, 0, 5.2, 2), rectangle(5, 3, 5.2, 6)]);
  const house = houseOf(planOf([rooms], [], [doorOf('D1', 5.1, 2, 5.1, 3)]));

  it('are crossed like any free side, and named as what is too narrow', () => {
    const through = house.ask({ from: [1, 1], to: [9, 5], width: 0.9, method });
    expect(through.status).toBe('found');
    expect([...through.portals].some((s) => house.world.mesh.sideDoor[s] === 0)).toBe(true);
    const stopped = house.ask({ from: [1, 1], to: [9, 5], width: 1.1, method });
    expect(stopped.status).toBe('unreachable');
    expect(stopped.blocked!.width).toBeCloseTo(1, 6);
    expect(stopped.blocked!.x).toBeCloseTo(5.1, 0);
    expect(stopped.blocked!.y).toBeCloseTo(2.5, 6);
  });
});
