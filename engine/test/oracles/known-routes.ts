/**
 * Routes of people who know everything, beside `exact`: random pairs of places of a world → how much longer the planned routes are, pulled
 * taut for the same width. Everybody plans twice, as in a run: with nothing on their mind, by the ordinary router; and remembering a
 * crowd that they do not mind, by the search of known ways, where every metre counts once.
 */
import { sceneryOf, withMesh, type World } from '../../src/build.ts';
import { NONE } from '../../src/core/none.ts';
import type { Goal } from '../../src/crowd/goals/goals.ts';
import { type Profile, USUAL_PROFILE } from '../../src/crowd/profiles.ts';
import { portalOf } from '../../src/crowd/routes.ts';
import { CROWD_IN_PLACE, type Knowing, type KnowingCrowd, USUAL_KNOWING } from '../../src/knowledge/knowledge.ts';
import { remember } from '../../src/knowledge/memory.ts';
import { findRoute } from '../../src/routing/find-route.ts';
import { tighten } from '../../src/routing/taut/taut.ts';
import { COMFORT, WIDTH_CLASS } from '../../src/simulation/comfort.ts';
import { planLeaders } from '../../src/simulation/plan-routes.ts';
import { addPerson, createSimulation, type Simulation } from '../../src/simulation/simulation.ts';
import { sideLength } from '../../src/subdivision/cells.ts';
import { clearance, createClearanceScratch } from '../../src/subdivision/clearance.ts';
import type { Scenery } from '../../src/topology/places.ts';
import type { Random } from '../random.ts';
import { randomPose } from './sight.ts';

/** Metres. */
const RADIUS = 0.2;
/** Widths that are planned with, the widest first; ends have room for all of them. */
const ROUNDED = Math.ceil((2 * RADIUS) / WIDTH_CLASS - 1e-9) * WIDTH_CLASS;
const WIDTHS = [ROUNDED + COMFORT, ROUNDED];
/** As `exact` has it: cosine of half the largest turn between two pieces of an arc. */
const FINE_ARC = 0.9987502603949663;

/** Crowds count nothing, so that what is remembered changes how people plan, but not where to. */
const KNOWER: Knowing = {
  ...USUAL_KNOWING,
  start: 'everything',
  avoidCrowds: 0,
  avoidCounterFlow: 0,
  avoidStairs: 0,
  follow: 0,
};
/** No room to spare and no taste: the shortest way. */
const PLAIN: Profile = { ...USUAL_PROFILE, pure: true };

export interface KnownRoutes {
  /** By how much each route is longer than that of `exact`, as a share: by the ordinary router, and by the search of known ways. */
  ordinary: number[];
  known: number[];
  /** Routes that are missing, too narrow, or shorter than can be. */
  wrong: string[];
}

interface Spot {
  cell: number;
  x: number;
  y: number;
}

export function compareWithExact(world: World, random: Random, pairs: number): KnownRoutes {
  const spots = roomySpots(world, random, 2 * pairs);
  const found: KnownRoutes = { ordinary: [], known: [], wrong: [] };
  const count = spots.length >> 1;
  if (count === 0) return found;
  const simulation = simulate(world, spots.slice(count, 2 * count));
  const { mesh } = world;
  const { places } = simulation.knowledge!.believed;
  const crowd = simulation.crowd as KnowingCrowd;
  for (let i = 0; i < count; i++) {
    const { x, y, cell } = spots[i];
    const at = { x: x + mesh.origin[0], y: y + mesh.origin[1], level: mesh.cellLevel[cell] };
    addPerson(simulation, { ...at, radius: RADIUS, itinerary: i });
    crowd.cell[i] = cell;
  }
  planLeaders(simulation);
  judge(simulation, spots, [ROUNDED], found.ordinary, found.wrong);
  for (let i = 0; i < count; i++) {
    remember(crowd, i, CROWD_IN_PLACE, random.integer(0, places.group.length - 1), simulation.time, 100);
    crowd.route[i] = NONE;
    crowd.planAt[i] = 0;
  }
  planLeaders(simulation);
  judge(simulation, spots, WIDTHS, found.known, found.wrong);
  return found;
}

function roomySpots({ mesh }: World, random: Random, wanted: number): Spot[] {
  const scratch = createClearanceScratch(mesh);
  const spots: Spot[] = [];
  for (let tries = 0; tries < 30 * wanted && spots.length < wanted; tries++) {
    const { cell, x, y } = randomPose(mesh, random, 90, 1);
    if (mesh.cellLink[cell] !== NONE) continue;
    if (clearance(mesh, scratch, cell, x, y) > WIDTHS[0] / 2 + 1e-6) spots.push({ cell, x, y });
  }
  return spots;
}

function simulate(world: World, ends: readonly Spot[]): Simulation {
  const { mesh } = world;
  const goals = ends.map(({ cell, x, y }, g): Goal => {
    return { name: `goal ${g}`, level: mesh.cellLevel[cell], shape: Float64Array.of(x, y), radius: 0.5 };
  });
  return createSimulation(withMesh(world, mesh), {
    goals,
    itineraries: goals.map(({ name }, g) => ({ name, stages: [{ goals: [g], choice: 'nearest', wait: () => 0 }] })),
    profiles: [PLAIN],
    capacity: goals.length,
    knowledge: { profiles: [KNOWER], signs: [], seed: 1, scenery: withoutOutside(sceneryOf(world)) },
  });
}

/** People with something on their mind keep away from the outside of a place, where a metre counts several times; others do not. */
function withoutOutside(scenery: Scenery): Scenery {
  const { places } = scenery;
  return { ...scenery, places: { ...places, layer: { ...places.layer, virtualOne: NONE } } };
}

/** The route that everybody has beside `exact`. @param widths that were planned with: the widest that passes counts */
function judge(
  simulation: Simulation,
  spots: readonly Spot[],
  widths: readonly number[],
  shares: number[],
  wrong: string[],
): void {
  const { crowd, routes, router, world } = simulation;
  const { mesh } = world;
  const [ox, oy] = mesh.origin;
  const count = crowd.count;
  for (let i = 0; i < count; i++) {
    const from = spots[i];
    const to = { cell: crowd.goalCell[i], x: crowd.goal[2 * i], y: crowd.goal[2 * i + 1] };
    // People without a way to their goal may walk about.
    const hasRoute = crowd.route[i] !== NONE && crowd.chosen[i] !== NONE;
    const end = hasRoute ? to : spots[count + i];
    const request = {
      from: [from.x + ox, from.y + oy] as const,
      to: [end.x + ox, end.y + oy] as const,
      fromLevel: mesh.cellLevel[from.cell],
      toLevel: mesh.cellLevel[end.cell],
    };
    const text = JSON.stringify(request);
    const sides = hasRoute ? Array.from({ length: crowd.portalsLeft[i] }, (_, k) => portalOf(routes, crowd, i, k)) : [];
    const narrowest = Math.min(Infinity, ...sides.map((side) => sideLength(mesh, side)));
    const width = widths.find((least) => narrowest > least);
    if (width === undefined) {
      wrong.push(`${narrowest} m is too narrow, ${text}`);
      continue;
    }
    const exact = findRoute(router, { ...request, width, method: 'exact' });
    if ((exact.status === 'found') !== hasRoute) wrong.push(`exact says ${exact.status}, ${text}`);
    if (exact.status !== 'found' || !hasRoute || exact.length === 0) continue;
    router.portals.clear();
    for (const side of sides) router.portals.push(side);
    tighten(mesh, router.corners, router.taut, { from, to, width }, router.portals, FINE_ARC);
    const share = router.taut.length / exact.length - 1;
    if (share < -0.001) wrong.push(`${router.taut.length} m, shorter than exact ${exact.length} m, ${text}`);
    shares.push(share);
  }
}
