/** What one walker does in a step: waits, accelerates, slows for turns, minds bodies beside it. */
import { expect, test } from 'vitest';
import { townOf } from '../../../test/stream-towns.ts';
import { NONE } from '../../core/none.ts';
import { bodyInWay } from './bodies.ts';
import { angleDifference, angleOf, normOf, polarOf, SPEED } from './polar.ts';
import { slowForTurn } from './reactions.ts';
import type { StreamSettings } from './settings.ts';
import { addToStreamTown, createStreamTown, stepStreamTown, type StreamTown } from './stream-town.ts';

const OPEN = Array<string>(20).fill('p'.repeat(40)).join('\n');

/** An open place with a goal far to the east, looked at in every step. */
function place(settings: Partial<StreamSettings> = {}): StreamTown {
  const town = townOf(
    OPEN,
    [
      [39.5, 9.5],
      [0.5, 9.5],
    ],
    [0, 1],
  );
  return createStreamTown(town, { capacity: 4, seed: 1, settings: { every: 1, ...settings } });
}

test('accelerates by one, two, then three norms per look, up to the preferred norm, while the ray is free', () => {
  const run = place();
  const i = addToStreamTown(run, { x: 5.5, y: 9.5, goal: 0, preferred: 12 });
  run.crowd.polar[i] = polarOf(0, 1);
  const norms = Array.from({ length: 6 }, () => {
    stepStreamTown(run);
    return normOf(run.crowd.polar[i]);
  });
  expect(norms).toEqual([2, 4, 7, 10, 12, 12]);
  // Somebody ahead, walking faster: back to NORMAL.
  const slow = place();
  const j = addToStreamTown(slow, { x: 5.5, y: 9.5, goal: 0, preferred: 12 });
  addToStreamTown(slow, { x: 13.5, y: 9.5, goal: 0, preferred: 15 });
  slow.crowd.polar[j] = polarOf(0, 4);
  slow.crowd.accelerate[j] = 2;
  stepStreamTown(slow);
  expect([normOf(slow.crowd.polar[j]), slow.crowd.accelerate[j]]).toEqual([4, 0]);
});

test('a turn slows, the sharper the more, and never to a stop', () => {
  const after = (norm: number, steps: number) => {
    const walk = { angle: 0, norm, preferred: 15, wait: 0, resume: 1 };
    slowForTurn(0.5, walk, steps);
    return walk.norm;
  };
  expect([0, 1, 2, 4, 8].map((steps) => after(8, steps))).toEqual([8, 8, 7, 6, 4]);
  expect(after(1, 4)).toBe(1);
});

test('WAIT lasts some steps without a move, ends with a rotation to either side, and the walker goes on as fast as before', () => {
  const sides = new Set<number>();
  for (let serial = 0; serial < 12; serial++) {
    const run = place({ waitTurn: 2 });
    const i = addToStreamTown(run, { x: 5.5, y: 9.5, goal: 0, preferred: 9 });
    run.crowd.serial[i] = serial;
    run.crowd.polar[i] = polarOf(0, 0);
    run.crowd.wait[i] = 3;
    run.crowd.resume[i] = 6;
    for (let k = 0; k < 2; k++) {
      stepStreamTown(run);
      expect([run.crowd.polar[i], run.crowd.place[2 * i]]).toEqual([polarOf(0, 0), 5.5]);
    }
    stepStreamTown(run);
    expect([run.crowd.place[2 * i], run.crowd.wait[i], normOf(run.crowd.polar[i])]).toEqual([5.5, 0, 6]);
    expect(angleDifference(angleOf(run.crowd.polar[i]), 0)).toBe(2);
    sides.add(angleOf(run.crowd.polar[i]));
  }
  expect(sides).toEqual(new Set([2, 14]));
});

test('between two looks only the place advances', () => {
  const run = place({ every: 6 });
  const i = addToStreamTown(run, { x: 5.1, y: 9.5, goal: 0, preferred: 9 });
  stepStreamTown(run);
  run.crowd.polar[i] = polarOf(0, 3);
  const { asked } = run.thinking.advice;
  for (let k = 1; k < 6; k++) {
    const before = run.crowd.place[2 * i];
    stepStreamTown(run);
    expect(run.crowd.place[2 * i] - before).toBeCloseTo(SPEED[3] / 24, 12);
  }
  expect(run.thinking.advice.asked).toBe(asked);
  stepStreamTown(run);
  expect(run.thinking.advice.asked).toBe(asked + 1);
});

test('finds the nearest body that would be overlapped by more than 2 cm', () => {
  const run = place();
  const i = addToStreamTown(run, { x: 5.5, y: 9.5, goal: 0 });
  const j = addToStreamTown(run, { x: 6.2, y: 9.5, goal: 0 });
  const at = (x: number) => bodyInWay(run.maps, run.crowd, i, x, 9.5);
  expect([at(5.5), at(5.719), at(5.721)]).toEqual([NONE, NONE, j]);
});

test('two whose shoulders meet in neighbouring tiles, out of sight of each other’s rays, get past each other', () => {
  const run = place({ every: 6 });
  const i = addToStreamTown(run, { x: 10.5, y: 9.8, goal: 0, preferred: 8 });
  const j = addToStreamTown(run, { x: 14.5, y: 10.2, goal: 1, preferred: 8 });
  for (let k = 0; k < 24 * 6; k++) stepStreamTown(run);
  expect(run.crowd.place[2 * i]).toBeGreaterThan(14.5);
  expect(run.crowd.place[2 * j]).toBeLessThan(10.5);
});

test('somebody nearer to the corner of a building than one step goes on past it', () => {
  const rows = ['ppppp###', 'ppppp###', 'pppppppp', 'pppppppp', 'pppppppp', 'pppppppp'];
  const town = townOf(
    rows.join('\n'),
    [
      [0.5, 5.5],
      [7.5, 1.5],
    ],
    [0, 1],
  );
  const run = createStreamTown(town, { capacity: 1, seed: 1, settings: { every: 6 } });
  const i = addToStreamTown(run, { x: 4.986, y: 5.001, goal: 1, angle: 15, preferred: 11 });
  for (let k = 0; k < 24 * 2; k++) stepStreamTown(run);
  expect(run.crowd.place[2 * i + 1]).toBeLessThan(4);
});
