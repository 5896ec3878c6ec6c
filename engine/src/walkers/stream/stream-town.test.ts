/** Towns with stream walkers: what must hold at every step, and what M02 found. */
import { makeBitmapTown } from '@foulee/testing';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../test/random.ts';
import { townOf, wrongStep } from '../../../test/stream-towns.ts';
import { InputError } from '../../core/errors.ts';
import { NONE } from '../../core/none.ts';
import { tilesOfPicture } from '../../raster/tiles.ts';
import { makeTown, type Town } from '../../raster/town.ts';
import { SPEED } from './polar.ts';
import {
  addToStreamTown,
  createStreamTown,
  hashStreamTown,
  orderStreamers,
  restoreStreamTown,
  saveStreamTown,
  stepStreamTown,
  type StreamTown,
} from './stream-town.ts';

const picture = makeBitmapTown(160, 3);
const TOWN = makeTown(tilesOfPicture(picture.pixels, picture.width, picture.height));

function walk(run: StreamTown, steps: number): StreamTown {
  for (let k = 0; k < steps; k++) stepStreamTown(run);
  return run;
}

describe('every step', () => {
  test.each([
    [200, 1],
    [1500, 2],
    [6000, 3],
  ])(
    'of %i walkers, seed %i: one per tile, no swap, no crossing diagonals, no overlap, nobody off the pavements',
    (walkers, seed) => {
      const run = createStreamTown(TOWN, { walkers, seed });
      expect(run.crowd.count).toBe(walkers);
      let movedSteps = 0;
      for (let k = 0; k < 240; k++) {
        // Slots are sorted at the start of some steps: tiles by serial.
        const before = new Map<number, number>();
        for (let i = 0; i < walkers; i++) before.set(run.crowd.serial[i], run.crowd.tile[i]);
        stepStreamTown(run);
        const tileBefore = Int32Array.from({ length: walkers }, (_, i) => before.get(run.crowd.serial[i]) ?? NONE);
        expect(wrongStep(run, tileBefore), `step ${k}`).toEqual([]);
        for (let i = 0; i < walkers; i++) if (tileBefore[i] !== run.crowd.tile[i]) movedSteps++;
      }
      // They do walk: on average over a tile in ten seconds, even in the fullest town.
      expect(movedSteps).toBeGreaterThan(walkers);
    },
  );

  test('speeds of those who walk are between 0.73 and 2.03 m/s', () => {
    const run = walk(createStreamTown(TOWN, { walkers: 1000, seed: 4 }), 100);
    const before = run.crowd.place.slice();
    stepStreamTown(run);
    let walking = 0;
    for (let i = 0; i < 1000; i++) {
      const way = Math.hypot(run.crowd.place[2 * i] - before[2 * i], run.crowd.place[2 * i + 1] - before[2 * i + 1]);
      // Along a body or an edge only what is left of a step is made.
      if (way === 0 || run.crowd.slid[i] === 1) continue;
      walking++;
      expect(24 * way).toBeGreaterThan(0.7299);
      expect(24 * way).toBeLessThan(2.0301);
    }
    expect(walking).toBeGreaterThan(300);
  });
});

describe('the same state', () => {
  test('whatever slots walkers are in', () => {
    const run = createStreamTown(TOWN, { walkers: 900, seed: 5 });
    const other = createStreamTown(TOWN, { walkers: 900, seed: 5 });
    for (let round = 0; round < 5; round++) {
      orderStreamers(other, Int32Array.from(createRandom(round).shuffle([...Array(900).keys()])));
      walk(run, 40);
      walk(other, 40);
      expect(hashStreamTown(other)).toBe(hashStreamTown(run));
    }
    expect(hashStreamTown(walk(createStreamTown(TOWN, { walkers: 900, seed: 6 }), 200))).not.toBe(hashStreamTown(run));
  });

  test('after restoring', () => {
    const run = walk(createStreamTown(TOWN, { walkers: 900, seed: 5 }), 50);
    const saved = saveStreamTown(run);
    const hash = hashStreamTown(walk(run, 100));
    const other = createStreamTown(TOWN, { capacity: 900, seed: 5 });
    restoreStreamTown(other, saved);
    expect(hashStreamTown(walk(other, 100))).toBe(hash);
    restoreStreamTown(run, saved);
    expect(hashStreamTown(run)).not.toBe(hash);
    expect(hashStreamTown(walk(run, 100))).toBe(hash);
    expect(() => restoreStreamTown(createStreamTown(TOWN, { capacity: 10 }), saved)).toThrow(InputError);
  });
});

test('walkers start one per connected pair of goals in turn; a full town gets fewer than asked for', () => {
  const pairs = TOWN.graph.item.length / 2;
  const run = createStreamTown(TOWN, { walkers: pairs, seed: 1 });
  const isStart = new Set<number>();
  for (let a = 0; a + 1 < TOWN.graph.first.length; a++)
    if (TOWN.graph.first[a] < TOWN.graph.first[a + 1]) isStart.add(a);
  for (let i = 0; i < pairs; i++) expect(isStart.has(run.crowd.goal[i])).toBe(true);
  const small = townOf(
    'pppppp',
    [
      [0.5, 0.5],
      [5.5, 0.5],
    ],
    [0, 1],
  );
  expect(createStreamTown(small, { walkers: 50 }).crowd.count).toBe(6);
});

test('a full single file moves at every step', () => {
  const lane: Town = townOf(
    'p'.repeat(60),
    [
      [0.5, 0.5],
      [59.5, 0.5],
    ],
    [0, 1],
  );
  const run = createStreamTown(lane, { capacity: 30 });
  for (let i = 0; i < 30; i++) expect(addToStreamTown(run, { x: i + 0.5, y: 0.5, goal: 1, preferred: 7 })).toBe(i);
  for (let k = 0; k < 24 * 15; k++) {
    const before = run.crowd.place.slice();
    stepStreamTown(run);
    for (let i = 0; i < 30; i++)
      expect(run.crowd.place[2 * i] - before[2 * i], `step ${k}`).toBeCloseTo(SPEED[7] / 24, 9);
  }
});

test('nobody is put onto a building, a taken tile or beyond the raster', () => {
  const run = createStreamTown(
    townOf(
      'pp#',
      [
        [0.5, 0.5],
        [1.5, 0.5],
      ],
      [0, 1],
    ),
    { capacity: 5 },
  );
  const add = (x: number) => addToStreamTown(run, { x, y: 0.5, goal: 1 });
  expect([add(2.5), add(3.5), add(0.5), add(0.9), add(1.5)]).toEqual([NONE, NONE, 0, NONE, 1]);
});

test('a step in which somebody could pass over a tile is refused', () => {
  expect(() => createStreamTown({ ...TOWN, tiles: { ...TOWN.tiles, side: 0.4 } }, { settings: { step: 0.2 } })).toThrow(
    InputError,
  );
  expect(() => createStreamTown(TOWN, { settings: { every: 0 } })).toThrow(InputError);
  expect(() => createStreamTown(TOWN, { settings: { c1: -1 } })).toThrow(InputError);
});
