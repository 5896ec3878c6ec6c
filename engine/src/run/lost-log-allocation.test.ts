import { expect, it } from 'vitest';
import { bytesPerCall } from '../../test/oracles/allocation.ts';
import { logLost } from './lost-log.ts';
import { lostInAll } from './lost-map.ts';
import { openInline } from './open-scenario.ts';
import { playWhile, startPlay } from './play.ts';
import { createRun } from './run.ts';

it('looking for lost people allocates nothing once their squares are there', () => {
  const { scenario, world } = openInline({
    data: {
      duration: 300,
      environment: { walkable: [{ box: [0, 0, 8, 8] }, { box: [8, 1, 8.4, 2.2] }, { box: [8.4, 0, 16, 8] }] },
      profiles: { guest: { knowledge: 'nothing' } },
      goals: { desk: [15, 7] },
      walkers: [{ in: { box: [1, 4, 5, 7] }, count: 4, profile: 'guest', goal: 'desk' }],
    },
  });
  const play = startPlay(createRun(scenario, world, { seed: 1 }));
  const { simulation } = play.run;
  playWhile(play, () => simulation.time < 2);
  expect(lostInAll(play.log.lost!.map, 'search')).toBeGreaterThan(0);
  // Compiled, also on a busy machine.
  for (let k = 0; k < 20_000; k++) logLost(play.log.lost!, simulation);
  expect(bytesPerCall(() => logLost(play.log.lost!, simulation))).toBeLessThan(50);
});
