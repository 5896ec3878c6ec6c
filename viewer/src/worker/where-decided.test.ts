/** Two rooms side by side, and one above the first: where the places are that somebody went to explore. */
import { openInline, sceneryOf } from '@foulee/engine';
import { expect, it } from 'vitest';
import { withWhere } from './where-decided.ts';

const data = {
  environment: {
    levels: {
      ground: { elevation: 0, walkable: [{ box: [0, 0, 8, 8] }, { box: [8.4, 0, 16, 8] }, { box: [8, 3, 8.4, 4.2] }] },
      upper: { elevation: 3, walkable: [{ box: [0, 0, 8, 8] }] },
    },
  },
  exits: { out: { at: [15, 4], level: 'ground' } },
  walkers: [{ in: { box: [9, 1, 15, 7], level: 'ground' }, count: 1, exit: 'nearest' }],
  duration: 1,
};

it('they are told with their height; what is of no place, or of another one, stays as it is', () => {
  const { world } = openInline({ data });
  const scenery = sceneryOf(world);
  const explores = (value: number | null) => ({ step: 1, time: 0.1, serial: 0, code: 'explores', what: null, value });
  const asked = [...scenery.places.group.keys()].filter((place) => place !== scenery.places.layer.virtualOne);
  const found = withWhere(asked.map(explores), world.plan, scenery);
  const [ox] = world.mesh.origin;
  const told = found.map(({ where }) => `${where!.z} ${where!.x + ox < 8 ? 'west' : 'east'}`);
  expect(told.toSorted()).toEqual(['0 east', '0 west', '3 west']);
  const reads = { ...explores(0), code: 'reads' };
  expect(withWhere([reads, explores(null), explores(99)], world.plan, scenery)).toEqual([
    reads,
    explores(null),
    explores(99),
  ]);
});
