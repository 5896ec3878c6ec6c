/**
 * Routes of people who know everything are hardly longer than those of `exact`, and no narrower than they are: planned as for everybody,
 * and by the search of known ways.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import type { Plan } from '../src/map/plan.ts';
import { compareWithExact } from './oracles/known-routes.ts';
import { createRandom } from './random.ts';
import { ROUTE_KINDS, routePlan } from './route-plans.ts';
import { levelOf, planOf as storeysOf, stairs } from './scenes/storeys.ts';
import { planOf, rectangle } from './shapes.ts';

/** How much longer routes are, as shares of the length; one in a thousand may be more: on floors of 10 m, where that is half a metre. */
const MEAN = 0.02;
const WORST = 0.1;
const SHARE_BEYOND = 0.001;
const NEVER = 0.3;

function expectShort(shares: readonly number[], worst = WORST): void {
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(MEAN * shares.length);
  expect(Math.max(0, ...shares)).toBeLessThanOrEqual(worst);
}

/** Two rooms with a doorway of so many metres near them, and one of 2 m far off. */
function twoDoorways(near: number): Plan {
  const rooms = [[rectangle(0, 0, 10, 40)], [rectangle(10.3, 0, 20, 40)]];
  const ways = [[rectangle(10, 2, 10.3, 2 + near)], [rectangle(10, 37, 10.3, 39)]];
  return planOf('two doorways', 'polygons', [...rooms, ...ways], []);
}

describe('somebody who knows everything', () => {
  const all: { ordinary: number[]; known: number[] } = { ordinary: [], known: [] };

  it.each(ROUTE_KINDS)('takes a way hardly longer than the shortest, and wide enough: %s', (kind) => {
    for (let seed = 1; seed <= 6; seed++) {
      const { ordinary, known, wrong } = compareWithExact(buildWorld(routePlan(kind, seed)), createRandom(seed), 40);
      expect(wrong).toEqual([]);
      expectShort(ordinary, NEVER);
      expectShort(known, NEVER);
      expect(known.length).toBe(ordinary.length);
      all.ordinary.push(...ordinary);
      all.known.push(...known);
    }
  });

  it('takes a way a tenth longer at worst, but for one in a thousand', () => {
    expect(all.known.length).toBeGreaterThan(4000);
    for (const shares of [all.ordinary, all.known]) {
      expect(shares.filter((share) => share > WORST).length).toBeLessThanOrEqual(SHARE_BEYOND * shares.length);
    }
    // Two searches were compared, not one with itself.
    expect(all.known.filter((share, i) => share !== all.ordinary[i]).length).toBeGreaterThan(50);
  });

  it.each([0.3, 0.39, 0.41, 0.6, 1])('goes through a doorway of %f m only if it fits', (near) => {
    const { ordinary, known, wrong } = compareWithExact(buildWorld(twoDoorways(near)), createRandom(1), 60);
    expect(wrong).toEqual([]);
    expect(known.length).toBe(60);
    expectShort(ordinary);
    expectShort(known);
  });

  it('takes stairs to another level', () => {
    const hall = rectangle(0, 0, 12, 6);
    const levels = [levelOf('ground', 0, [hall]), levelOf('upper', 3, [hall])];
    const plan = storeysOf(levels, [stairs('stair', 0, 1, [3, 4, 3, 2, 7, 2, 7, 4])]);
    const { ordinary, known, wrong } = compareWithExact(buildWorld(plan), createRandom(1), 60);
    expect(wrong).toEqual([]);
    expect(known.length).toBe(60);
    expectShort(ordinary);
    expectShort(known);
  });
});
