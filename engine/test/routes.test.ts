/**
 * Lengths of routes, against shortest paths found by other means (oracles/shortest-paths.ts, oracles/disc-paths.ts), on
 * random maps of all kinds; every polyline is judged besides (oracles/polylines.ts, by route-scenes.ts).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../src/map/plan.ts';
import { gridPlan } from './grid-maps.ts';
import { discPaths } from './oracles/disc-paths.ts';
import { isOnFloor } from './oracles/floor.ts';
import { shortestPaths } from './oracles/shortest-paths.ts';
import type { Point } from './oracles/wall-network.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';
import { createScene, METHODS, pairsWithRoom, ROUTE_KINDS, routePlan } from './route-scenes.ts';
import { moved, planOf, rectangle } from './shapes.ts';

describe.runIf(METHODS.includes('exact'))('exact', () => {
  const counted = { points: 0, discs: 0, bent: 0 };

  it.each(ROUTE_KINDS)('is as long as the shortest path of a point: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const scene = createScene(routePlan(kind, seed), seed, 8);
        const { places } = scene;
        const shortest = shortestPaths(
          scene.map!,
          places.map(({ x, y }): Point => [x, y]),
        );
        for (let i = 0; i < places.length; i++) {
          for (let j = 0; j < i; j++) {
            const expected = shortest(i, j);
            const { length } = scene.route(places[i], places[j], 0, 'exact');
            expect(expected.length).toBeLessThan(Infinity);
            expect(Math.abs(length - expected.length), `from place ${i} to ${j}`).toBeLessThan(
              1e-6 * (expected.length + 1e-3),
            );
            counted.points++;
            if (expected.points.length > 2) counted.bent++;
          }
        }
      }),
      propertyRuns(3),
    );
  });

  it('is as long as the shortest path of a point between the squares of a grid', () => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const { plan, middles } = gridPlan(seed);
        const scene = createScene(plan, seed, 0, { simplification: 0 });
        const [ox, oy] = scene.mesh.origin;
        const places = scene.random
          .shuffle(middles.map(([x, y]): Point => [x - ox, y - oy]))
          .filter(([x, y]) => isOnFloor(scene.map!, x + 1e-4, y + 2e-4))
          .slice(0, 10);
        const shortest = shortestPaths(scene.map!, places);
        for (const [i, [x, y]] of places.entries()) {
          for (const [j, [toX, toY]] of places.slice(0, i).entries()) {
            const expected = shortest(i, j).length;
            const route = scene.route({ x, y }, { x: toX, y: toY }, 0, 'exact');
            expect(Math.abs(route.length - expected), `${x},${y} to ${toX},${toY}`).toBeLessThan(1e-9 * expected);
            compared++;
          }
        }
      }),
      propertyRuns(40),
    );
    expect(compared).toBeGreaterThan(1000);
  });

  it.each(ROUTE_KINDS)('is as long as the shortest path of a disc, but for a thousandth: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const scene = createScene(routePlan(kind, seed), seed, 8);
        const { places, random, walls } = scene;
        for (const width of [random.between(0.02, 0.3), random.between(0.3, 1)]) {
          const shortest = discPaths(
            walls,
            width,
            places.map(({ x, y }): Point => [x, y]),
          );
          for (const [p, q] of pairsWithRoom(scene, width)) {
            const expected = shortest(places.indexOf(p), places.indexOf(q)).length;
            const route = scene.route(p, q, width, 'exact');
            const text = `width ${width} from ${p.x},${p.y} to ${q.x},${q.y}`;
            if (expected === Infinity) expect(route.status, text).toBe('unreachable');
            else {
              expect(route.status, text).toBe('found');
              expect(route.length, text).toBeLessThanOrEqual(expected * 1.001);
              expect(route.length, text).toBeGreaterThanOrEqual(expected * (1 - 1e-6) - 1e-9);
              counted.discs++;
            }
          }
        }
      }),
      propertyRuns(kind === 'maze' || kind === 'duplicated' ? 1 : 3),
    );
  });

  it('on enough pairs', () => {
    expect(counted.points).toBeGreaterThan(1500);
    expect(counted.bent).toBeGreaterThan(500);
    expect(counted.discs).toBeGreaterThan(1000);
  });
});

describe('the other methods', () => {
  it.each(ROUTE_KINDS)('find what exact finds, no shorter: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const scene = createScene(routePlan(kind, seed), seed, 6);
        for (const width of [0, scene.random.between(0.1, 0.8)]) {
          for (const [p, q] of pairsWithRoom(scene, width)) {
            const exact = scene.route(p, q, width, 'exact');
            for (const method of METHODS) {
              const route = scene.route(p, q, width, method);
              const text = `${method}, width ${width} from ${p.x},${p.y} to ${q.x},${q.y}`;
              expect(route.status, text).toBe(exact.status);
              // A disc's exact way may be a thousandth too long.
              expect(route.length, text).toBeGreaterThanOrEqual(exact.length * (width > 0 ? 0.999 : 1 - 1e-9));
            }
          }
        }
      }),
      propertyRuns(2),
    );
  });
});

describe.runIf(METHODS.includes('hierarchical') && METHODS.includes('exact'))('hierarchical in the open', () => {
  /** A field of 200 × 200 m with long walls here and there: wide gates. */
  function field(seed: number): Plan {
    const random = createRandom(seed);
    const walls = Array.from({ length: 30 }, () => {
      const half = random.between(5, 35);
      const [angle, x, y] = [random.between(0, Math.PI), random.between(10, 190), random.between(10, 190)];
      return [moved(rectangle(-half, -1, half, 1), angle, x, y)];
    });
    return planOf(`field ${seed}`, 'polygons', [[rectangle(0, 0, 200, 200)]], walls);
  }

  it('is a tenth over exact at most', () => {
    let compared = 0;
    let sum = 0;
    let worst = 0;
    for (let seed = 1; seed <= 16; seed++) {
      const scene = createScene(field(seed), seed, 0);
      const { random } = scene;
      const place = () => ({ x: random.between(1, 199), y: random.between(1, 199) });
      for (let i = 0; i < 60; i++) {
        const [from, to] = [place(), place()];
        const [ours, shortest] = (['hierarchical', 'exact'] as const).map((m) => scene.route(from, to, 0.5, m).length);
        if (shortest === 0) continue;
        compared++;
        sum += ours! / shortest! - 1;
        worst = Math.max(worst, ours! / shortest! - 1);
      }
    }
    expect(compared).toBeGreaterThan(800);
    expect(worst).toBeLessThan(0.1);
    expect(sum / compared).toBeLessThan(1e-3);
  });
});
