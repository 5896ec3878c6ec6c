import { buildWorld, inlinePlan, parseScenario } from '@foulee/engine';
import { expect, it } from 'vitest';
import { rehearsal } from './rehearse.ts';

const scenario = parseScenario({
  environment: { walkable: [{ box: [0, 0, 10, 10] }, { box: [20, 0, 26, 3] }, { box: [10, 1, 20, 2] }] },
  exits: { out: { box: [24, 0, 26, 3] } },
  walkers: [{ in: { box: [1, 1, 9, 9] }, count: 20, exit: 'nearest' }],
});

it('can be gone through to its end, and leaves the place and its events as they are', () => {
  if (scenario.environment.kind !== 'inline') throw new Error('all of it is given');
  const world = buildWorld(inlinePlan(scenario.environment, 'small'));
  const before = structuredClone(world.mesh);
  const { events } = scenario;
  let bits = 0;
  for (const _ of rehearsal(scenario, world)) bits++;
  // All of its own rooms, and of the place: two bits a change.
  expect(bits).toBeGreaterThan(2 * (120 + 40));
  expect(world.mesh).toEqual(before);
  expect(scenario.events).toBe(events);
  expect(events).toEqual([]);
});
