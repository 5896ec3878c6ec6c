/**
 * Worlds to ask for routes in: a random map with its router, places to stand on, and every answer judged as a polyline.
 * `FOULEE_METHODS=exact,flat` in the environment tries only those methods.
 */
import { expect } from 'vitest';
import { type BuildOptions, buildWorld, type World } from '../src/build.ts';
import { createRouter, findRoute } from '../src/routing/find-route.ts';
import type { Plan } from '../src/map/plan.ts';
import { type Route, type RouteMethod, type RouteRequest, ROUTE_METHODS } from '../src/routing/route.ts';
import { cellRing, sidesOf } from './oracles/cells.ts';
import { findPlaces, type Place } from './oracles/places.ts';
import { judgeRoute, type RoutePlace } from './oracles/polylines.ts';
import { wallsOf } from './oracles/walls.ts';
import { createRandom, type Random } from './random.ts';

const wanted = process.env['FOULEE_METHODS']?.split(',');
export const METHODS: readonly RouteMethod[] = ROUTE_METHODS.filter((method) => wanted?.includes(method) ?? true);

export { ROUTE_KINDS, type RouteKind, routePlan } from './route-plans.ts';

/** Places are in the mesh's coordinates, requests in the plan's. */
export interface RouteScene extends RoutePlace {
  world: World;
  /** Cells as polygons. */
  rings: number[][];
  places: Place[];
  random: Random;
  /** The answer, judged. */
  route(from: Spot, to: Spot, width: number, method: RouteMethod): Route;
}

interface Spot {
  x: number;
  y: number;
}

/** A scene of one level, with so many places to stand on. */
export function createScene(plan: Plan, seed: number, count: number, options: Partial<BuildOptions> = {}): RouteScene {
  const world = buildWorld(plan, options);
  const { mesh, maps } = world;
  const router = createRouter(world);
  const rings = Array.from(mesh.cellLevel, (_, cell) => cellRing(mesh, cell));
  const random = createRandom(seed);
  const walls = wallsOf(maps[0]);
  const place: RoutePlace = { mesh, sides: sidesOf(mesh), map: maps[0], walls };
  return {
    ...place,
    world,
    rings,
    places: findPlaces(walls, rings, random, count),
    random,
    route: (from, to, width, method) => {
      const [x, y] = mesh.origin;
      const request: RouteRequest = { from: [from.x + x, from.y + y], to: [to.x + x, to.y + y], width, method };
      const route = findRoute(router, request);
      const wrong = judgeRoute(place, request, route);
      expect(wrong, `${plan.name}, seed ${seed}: ${JSON.stringify(request)}`).toEqual([]);
      return route;
    },
  };
}

/** All pairs of places with room for a disc, the later with the earlier. */
export function* pairsWithRoom({ places }: RouteScene, width: number): Generator<[Place, Place]> {
  const roomy = places.filter(({ clearance }) => 2 * clearance > width + 1e-6);
  for (const [i, p] of roomy.entries()) for (const q of roomy.slice(0, i)) yield [p, q];
}
