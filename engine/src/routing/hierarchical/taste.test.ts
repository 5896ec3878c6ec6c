import { describe, expect, it } from 'vitest';
import { buildWorld } from '../../build.ts';
import { NONE } from '../../core/none.ts';
import { inlinePlan } from '../../scenario/parse-environment.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import { locate } from '../../subdivision/locate.ts';
import { createRouter, findPortals, findRoute, headFor, type Router, startAt } from '../find-route.ts';
import { measureTaut } from '../taut/taut.ts';
import { setEnds } from '../taut/taut-state.ts';

/** A hall of 30 × 20 m, parted at x = 15 by a wall with openings of 1 m, each from a height on. */
function hall(...openings: number[]): Router {
  const walls = [0, ...openings.map((y) => y + 1)].map((from, k) => ({ box: [14.9, from, 15.1, openings[k] ?? 20] }));
  const scenario = parseScenario({
    environment: { walkable: [{ box: [0, 0, 30, 20] }], obstacles: walls },
    exits: { out: { box: [28, 0, 30, 20] } },
  });
  if (scenario.environment.kind !== 'inline') throw new Error('the place is in the scenario');
  return createRouter(buildWorld(inlinePlan(scenario.environment, 'hall')));
}

/** Portals from (2, y) to (28, y), and the metres of a string through them. */
function wayOf(router: Router, y: number, person: number): { portals: number[]; metres: number } {
  const { mesh } = router.place;
  const [ox, oy] = mesh.origin;
  startAt(router, locate(mesh, router.cells, 0, 2 - ox, y - oy), 2 - ox, y - oy, person);
  headFor(router, 0, 28 - ox, y - oy);
  expect(findPortals(router, 0.5)).toBeGreaterThan(0);
  const { taut, query, portals, corners } = router;
  setEnds(taut, query.from, query.to);
  measureTaut(corners, taut, portals.array, portals.length);
  return { portals: Array.from(portals.array.subarray(0, portals.length)), metres: taut.length };
}

describe('taste', () => {
  it('people share out over openings beside each other, and each asks for the same again', () => {
    // From the middle between two openings, and others a little further.
    const router = hall(6, 8, 11, 13);
    const used = new Map<string, number>();
    for (let person = 0; person < 200; person++) {
      const { portals, metres } = wayOf(router, 10, person);
      expect(wayOf(router, 10, person).portals).toEqual(portals);
      used.set(portals.join(), (used.get(portals.join()) ?? 0) + 1);
      expect(metres).toBeLessThan(wayOf(router, 10, NONE).metres + 4);
    }
    expect(used.size).toBe(4);
    for (const count of used.values()) expect(count).toBeGreaterThan(5);
  });

  it('nobody goes a way that is clearly longer; nobody in particular takes the shortest', () => {
    const router = hall(1, 14);
    const shortest = wayOf(router, 13, NONE);
    for (let person = 0; person < 100; person++) expect(wayOf(router, 13, person)).toEqual(shortest);
    const asked = findRoute(hall(6, 8, 11, 13), { from: [2, 10.2], to: [28, 10.2], width: 0 });
    expect(asked.length).toBeCloseTo(2 * Math.hypot(12.9, 0.8) + 0.2, 9);
  });
});
