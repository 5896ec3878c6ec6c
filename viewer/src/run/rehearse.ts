/**
 * A wall that is moved, and a door that is shut, in a small room where nobody sees it: code that has hardly run is many times slower than
 * code that has, and the first change of a place while people walk would take several times as long as those that follow. The worker rehearses while it
 * has nothing else to do, a little at a time.
 */
import { advance, buildWorld, changeNow, createRun, inlinePlan, parsePlaceEvent, parseScenario } from '@foulee/engine';
import { drawPlace } from './draw-place.ts';

/** Changes until they are as quick as they get, and steps after each: people look for other ways in them. */
const CHANGES = 60;
const STEPS = 4;

/** Two rooms with a door between them, pillars in the one, and a way around. */
const SCENARIO = {
  environment: {
    walkable: [
      { box: [0, 0, 12, 10] },
      { box: [12, 4, 13, 6] },
      { box: [13, 0, 25, 10] },
      { box: [4, 10, 6, 14] },
      { box: [0, 14, 25, 17] },
      { box: [19, 10, 21, 14] },
    ],
    obstacles: Array.from({ length: 20 }, (_, k) => {
      const [x, y] = [15 + 1.6 * (k % 5), 1.5 + 2 * Math.floor(k / 5)];
      return { box: [x, y, x + 0.4, y + 0.3] };
    }),
    doors: {
      door: [
        [12.5, 4],
        [12.5, 6],
      ],
    },
  },
  exits: { east: { box: [24, 0, 25, 10] }, west: { box: [0, 0, 1, 10] } },
  sources: [
    { in: { box: [1, 1, 6, 9] }, rate: 1, exit: 'quickest' },
    { in: { box: [18, 1, 23, 9] }, rate: 1, goal: 'west' },
  ],
  events: Array.from({ length: CHANGES >> 2 }, (_, k) => ({
    at: 0.4 * (4 * k + 1),
    ...(k % 2 === 0 ? { close: 'door' } : { open: 'door' }),
  })),
  duration: 600,
};

/** To be gone through change by change; each is some milliseconds of work. */
export function* rehearsal(): Generator<void> {
  const names = { levels: ['ground'], doors: ['door'] };
  const scenario = parseScenario(SCENARIO);
  if (scenario.environment.kind !== 'inline') return;
  const run = createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'rehearsal')));
  for (let k = 0; k < CHANGES; k++) {
    const x = 7 + (k % 8) / 2;
    const wall = [
      [x, 3],
      [x + 0.5, 7],
    ];
    const remove = k === 0 ? {} : { remove: 'wall' };
    changeNow(run, parsePlaceEvent({ at: run.simulation.time, ...remove, add: { wall, name: 'wall' } }, names));
    drawPlace(run.place.world, 0);
    for (let n = 0; n < STEPS; n++) advance(run);
    yield;
  }
}
