/** People turn back from a jam that does not move. */
import { expect, test } from 'vitest';
import { townOf } from '../../../test/stream-towns.ts';
import { angleOf } from './polar.ts';
import { addToStreamTown, createStreamTown, stepStreamTown } from './stream-town.ts';

/** A lane with a goal at each end, and one in a side lane that is not seen from the lane. */
const LANE = ['#'.repeat(29) + 'p', 'p'.repeat(30)].join('\n');
const GOALS: [number, number][] = [
  [0.5, 0.5],
  [29.5, 0.5],
  [29.5, 1.5],
];

test('somebody who stood for five seconds takes the goal behind them, not one they do not see', () => {
  const town = townOf(LANE, GOALS, [0, 1, 1, 2]);
  const run = createStreamTown(town, { capacity: 1, seed: 1 });
  const i = addToStreamTown(run, { x: 10.5, y: 0.5, goal: 1 });
  run.crowd.stood[i] = 24 * 5;
  stepStreamTown(run);
  expect(run.crowd.goal[i]).toBe(1);
  run.crowd.stood[i] = 24 * 5 + 1;
  run.crowd.due[i] = 1;
  stepStreamTown(run);
  expect([run.crowd.goal[i], run.crowd.former[0], run.crowd.stood[i], angleOf(run.crowd.polar[i])]).toEqual([
    0, 1, 0, 8,
  ]);
});

test('where no other goal is in sight they go on', () => {
  const town = townOf(LANE, GOALS, [1, 2]);
  const run = createStreamTown(town, { capacity: 1, seed: 1 });
  const i = addToStreamTown(run, { x: 10.5, y: 0.5, goal: 1 });
  run.crowd.stood[i] = 1000;
  stepStreamTown(run);
  expect([run.crowd.goal[i], run.crowd.stood[i]]).toEqual([1, 0]);
});

test('two who meet head-on in a lane one tile wide do not stand there for ever', () => {
  const town = townOf('p'.repeat(30), GOALS.slice(0, 2), [0, 1]);
  const run = createStreamTown(town, { capacity: 2, seed: 1 });
  addToStreamTown(run, { x: 10.5, y: 0.5, goal: 1 });
  addToStreamTown(run, { x: 20.5, y: 0.5, goal: 0 });
  const reached = new Set<number>();
  for (let k = 0; k < 24 * 60; k++) {
    const before = run.crowd.goal.slice();
    stepStreamTown(run);
    for (let i = 0; i < 2; i++) if (run.crowd.goal[i] !== before[i]) reached.add(i);
  }
  expect(reached.size).toBeGreaterThan(0);
});
