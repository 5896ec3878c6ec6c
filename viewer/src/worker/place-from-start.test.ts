import { buildWorld, cellArea, inlinePlan, parseScenario, type World } from '@foulee/engine';
import { expect, it } from 'vitest';
import { placeFromStart } from './place-from-start.ts';

/** Twenty by ten metres; a counter and people that would fail or take time in a run of its own. */
function build(events: object[]) {
  const scenario = parseScenario({
    environment: { walkable: [{ box: [0, 0, 20, 10] }] },
    goals: { desk: { at: [19, 5], service: 3 } },
    walkers: [{ in: { box: [0, 0, 5, 10] }, count: 20 }],
    events,
  });
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  return { scenario, world: buildWorld(inlinePlan(scenario.environment, 'room')) };
}

function areaOf({ mesh }: World): number {
  let area = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) area += cellArea(mesh, c);
  return area;
}

const add = (box: number[], name: string) => ({ obstacle: { box }, name });

it('has what events put in at the start, and nothing of later', () => {
  const { scenario, world } = build([
    { at: 0, add: add([2, 2, 4, 4], 'a') },
    { at: 0, remove: 'a', add: add([6, 2, 9, 4], 'a') },
    { at: 0.1, add: add([12, 2, 14, 4], 'b') },
  ]);
  const { world: made, leftOut } = placeFromStart(scenario, world);
  expect(areaOf(made)).toBeCloseTo(194, 9);
  expect(leftOut).toEqual([]);
  // The one that a run begins with is as it was.
  expect(areaOf(world)).toBeCloseTo(200, 9);
});

it('is the world itself where nothing is put in, and says what cannot be', () => {
  const { scenario, world } = build([{ at: 3, add: add([2, 2, 4, 4], 'a') }]);
  expect(placeFromStart(scenario, world)).toEqual({ world, leftOut: [] });
  const all = build([{ at: 0, add: add([-1, -1, 21, 11], 'a') }]);
  const { world: made, leftOut } = placeFromStart(all.scenario, all.world);
  expect(areaOf(made)).toBeCloseTo(200, 9);
  expect(leftOut).toHaveLength(1);
  expect(leftOut[0]).toMatch(/left out: .*nothing of the floor would be left/);
});
