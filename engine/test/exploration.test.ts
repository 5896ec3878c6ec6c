/**
 * Exploration: somebody who knows nothing finds every goal that can be reached, on random floors; they walk at most twice the tree of the
 * accesses they have seen, and far less than somebody who looks anywhere.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { USUAL_KNOWING } from '../src/knowledge/knowledge.ts';
import { createRouter, findRoute } from '../src/routing/find-route.ts';
import { addPerson, createSimulation, type Simulation } from '../src/simulation/simulation.ts';
import { step } from '../src/simulation/step.ts';
import { exploreOnPaper, treeLength } from './explorer.ts';
import { randomPose } from './oracles/sight.ts';
import { createRandom, type Random } from './random.ts';
import { ROUTE_KINDS, routePlan } from './route-scenes.ts';
import { planOf, rectangle } from './shapes.ts';
import { roomsPlan } from './scenes/rooms.ts';
import { clearance } from '../src/subdivision/clearance.ts';

/** A visitor at a random place with room, and a goal that they can reach; undefined: there is none. */
function visitor(world: World, random: Random, range = USUAL_KNOWING.range): Simulation | undefined {
  const { mesh } = world;
  const router = createRouter(world);
  const spot = () => {
    for (let n = 0; n < 100; n++) {
      const { cell, x, y } = randomPose(mesh, random, 90, 1);
      if (clearance(mesh, router.clearance, cell, x, y) > 0.25)
        return [x + mesh.origin[0], y + mesh.origin[1]] as const;
    }
    return undefined;
  };
  const [from, to] = [spot(), spot()];
  if (from === undefined || to === undefined) return undefined;
  if (findRoute(router, { from, to, width: 0.41 }).status !== 'found') return undefined;
  const shape = Float64Array.of(to[0] - mesh.origin[0], to[1] - mesh.origin[1]);
  const simulation = createSimulation(world, {
    goals: [{ name: 'goal', level: 0, shape, radius: 0.5 }],
    itineraries: [{ name: 'there', stages: [{ goals: [0], choice: 'nearest', wait: () => 0 }] }],
    profiles: [USUAL_PROFILE],
    capacity: 4,
    knowledge: { profiles: [{ ...USUAL_KNOWING, range, start: 'nothing' }], signs: [], seed: 1 },
  });
  addPerson(simulation, { x: from[0], y: from[1], itinerary: 0 });
  return simulation;
}

describe('somebody who knows nothing', () => {
  it.each(ROUTE_KINDS)('walks until they find the goal: %s', (kind) => {
    for (const seed of [1, 2]) {
      const simulation = visitor(buildWorld(routePlan(kind, seed)), createRandom(seed));
      if (simulation === undefined) continue;
      while (simulation.crowd.count > 0 && simulation.time < 600) step(simulation);
      expect(simulation.crowd.count).toBe(0);
    }
  });

  it('walks until they find the goal: a hall of columns', () => {
    const columns = Array.from({ length: 64 }, (_, k) => {
      const [x, y] = [k % 8, Math.floor(k / 8)].map((n) => 3.5 + 7.5 * n);
      return [rectangle(x, y, x + 0.8, y + 0.8)];
    });
    const world = buildWorld(planOf('hall', 'polygons', [[rectangle(0, 0, 60, 60)]], columns));
    for (const seed of [1, 2, 3, 4]) {
      const simulation = visitor(world, createRandom(seed), 12)!;
      while (simulation.crowd.count > 0 && simulation.time < 900) step(simulation);
      expect(simulation.crowd.count).toBe(0);
    }
  });

  it('walks at most twice the tree of what they have seen, and 60 % of what they would by chance', () => {
    let engine = 0;
    let anyFrontier = 0;
    let anyAccess = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const world = buildWorld(roomsPlan(createRandom(seed), 5, 4, 0.15));
      const byEngine = exploreOnPaper(visitor(world, createRandom(seed + 100))!, 'engine');
      const [byFrontier, byAccess] = (['frontier', 'access'] as const).map((kind) => {
        const choice = { [kind]: createRandom(seed + 200) } as { frontier: Random } | { access: Random };
        return exploreOnPaper(visitor(world, createRandom(seed + 100))!, choice);
      });
      expect(byEngine).toBeDefined();
      const { metres, seen } = byEngine!;
      // Nothing is walked before something is seen; a few metres are for stepping into rooms.
      if (metres > 0) expect(metres / treeLength(seen)).toBeLessThanOrEqual(2);
      engine += metres;
      anyFrontier += byFrontier!.metres;
      anyAccess += byAccess!.metres;
    }
    expect(engine).toBeGreaterThan(1000);
    expect(engine / anyAccess).toBeLessThan(0.6);
    expect(engine / anyFrontier).toBeLessThan(0.6);
  });
});
