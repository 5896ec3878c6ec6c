import { expect, it } from 'vitest';
import { NONE } from '../core/none.ts';
import { locate } from '../subdivision/locate.ts';
import { openInline } from './open-scenario.ts';
import { placeName } from './place-names.ts';
import { createRun } from './run.ts';

it('a place is named by its area and a point of its own floor', () => {
  const { scenario, world } = openInline({
    data: {
      environment: {
        // A ring of corridors round a court, and a room beyond a doorway.
        walkable: [{ box: [0, 0, 20, 20] }, { box: [20, 9, 20.3, 10] }, { box: [20.3, 6, 28, 14] }],
        obstacles: [{ box: [3, 3, 17, 17] }],
      },
      profiles: { guest: { knowledge: 'nothing' } },
      goals: { shop: [27, 13] },
      areas: { room: { box: [20.3, 6, 28, 14] } },
      walkers: [{ at: [1, 1], profile: 'guest', goal: 'shop' }],
    },
  });
  const run = createRun(scenario, world);
  const { mesh, places } = run.simulation.knowledge!.believed;
  const names = Array.from(places.group, (_, place) => placeName(run, place));
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => name.startsWith('room ('))).toHaveLength(1);
  names.forEach((name, place) => {
    const [, x, y] = /\((.*), (.*)\)$/.exec(name)!;
    const cell = locate(mesh, run.simulation.router.cells, 0, Number(x) - mesh.origin[0], Number(y) - mesh.origin[1]);
    expect(cell).not.toBe(NONE);
    expect(places.layer.ofCell[cell]).toBe(place);
  });
});
