/** Marks, advice and the ray, on small maps. Tiles have a side of 1 m; row 0 is the lowest line. */
import { describe, expect, test } from 'vitest';
import { mapsOf } from '../../../test/stream-towns.ts';
import { NONE } from '../../core/none.ts';
import { crossTile } from '../../raster/direction-field.ts';
import { advise } from './advise.ts';
import { CLOSE, CROSSING, distanceClass, FAR, FOLLOWING, FRONT, lookAhead, NEAR, relationOf } from './ahead.ts';
import type { StreamMaps } from './maps.ts';
import {
  aimTrial,
  createTrial,
  flowIntensity,
  flowMark,
  goalMark,
  markOf,
  nextTile,
  putTrial,
  REFUSED_MARK,
  staticMark,
} from './marks.ts';
import { STREAM_DEFAULTS } from './settings.ts';

const OPEN = Array<string>(12).fill('p'.repeat(12)).join('\n');

function trialAt(maps: StreamMaps, x: number, y: number, goal: readonly [number, number] = [100, y]) {
  const trial = createTrial();
  putTrial(trial, x, y, Math.floor(y) * maps.tiles.columns + Math.floor(x), 0);
  aimTrial(trial, goal[0], goal[1]);
  return trial;
}

describe('the next tile', () => {
  const maps = mapsOf(OPEN);
  const tile = (x: number, y: number) => y * 12 + x;

  test('is the first that the ray enters', () => {
    const trial = trialAt(maps, 5.5, 5.5);
    const next = Array.from({ length: 16 }, (_, angle) => nextTile(maps.tiles, trial, angle));
    const right = tile(6, 5);
    const up = tile(5, 6);
    const left = tile(4, 5);
    const down = tile(5, 4);
    expect(next.slice(0, 8)).toEqual([right, right, tile(6, 6), up, up, up, tile(4, 6), left]);
    expect(next.slice(8)).toEqual([left, left, tile(4, 4), down, down, down, tile(6, 4), right]);
    expect(nextTile(maps.tiles, trialAt(maps, 5.5, 5.9), 1)).toBe(up);
  });

  test('is refused where it is inaccessible, outside, or behind a corner', () => {
    const { tiles } = mapsOf(`
      pp
      p#
    `);
    const at = (x: number, y: number, angle: number) =>
      nextTile(tiles, { ...trialAt(mapsOf(OPEN), x, y), tile: y * 2 - 1 + x - 0.5 }, angle);
    expect(at(0.5, 0.5, 0)).toBe(NONE);
    expect(at(0.5, 0.5, 4)).toBe(2);
    // The diagonal leads to an accessible tile, past the corner of a building.
    expect(at(0.5, 0.5, 2)).toBe(NONE);
    expect(at(0.5, 0.5, 8)).toBe(NONE);
    expect(at(0.5, 1.5, 4)).toBe(NONE);
    expect(at(1.5, 1.5, 10)).toBe(NONE);
  });
});

describe('marks', () => {
  test('static: the fifth tile ahead modulates', () => {
    const maps = mapsOf('pppppp#p');
    expect(staticMark(maps, trialAt(maps, 0.5, 0.5), 0)).toBe(100);
    expect(staticMark(maps, trialAt(maps, 1.5, 0.5), 0)).toBe(70);
    expect(staticMark(maps, trialAt(maps, 2.5, 0.5), 0)).toBe(100);
    // Beyond the raster.
    expect(staticMark(maps, trialAt(maps, 3.5, 0.5), 0)).toBe(70);
  });

  test('goal: 50 · (1 + cos), whatever the distance', () => {
    const maps = mapsOf(OPEN);
    for (const distance of [1, 10, 1000]) {
      const trial = trialAt(maps, 5.5, 5.5, [5.5 + distance, 5.5]);
      expect(goalMark(trial, 0)).toBeCloseTo(100, 12);
      expect(goalMark(trial, 2)).toBeCloseTo(50 + 25 * Math.SQRT2, 12);
      expect(goalMark(trial, 4)).toBeCloseTo(50, 12);
      expect(goalMark(trial, 8)).toBeCloseTo(0, 12);
    }
    expect(goalMark(trialAt(maps, 5.5, 5.5, [5.5, 5.5]), 3)).toBe(50);
  });

  test('flow: 100 along, 0 against, weighted by what is left of it', () => {
    const maps = mapsOf(OPEN, { relaxation: 10 });
    crossTile(maps.field, 66, 0, 1, 0);
    expect([0, 1, 4, 8, 15].map((angle) => flowMark(maps, 66, angle))).toEqual([100, 87.5, 50, 0, 87.5]);
    expect(flowIntensity(maps, 66, 0)).toBe(1);
    expect(flowIntensity(maps, 66, 7.5)).toBe(0.25);
    expect(flowIntensity(maps, 66, 10)).toBe(0);
    expect(flowIntensity(maps, 65, 0)).toBe(0);
    expect(flowIntensity({ ...maps, settings: { ...maps.settings, usesField: false } }, 66, 0)).toBe(0);
  });

  test('the mean leaves out the flow where there is none, and weighs it where there is', () => {
    const maps = mapsOf(OPEN, { relaxation: 10 });
    const trial = trialAt(maps, 5.5, 5.5);
    expect(markOf(maps, trial, 0)).toBe(100);
    crossTile(maps.field, 66, 0, -1, 0);
    expect(markOf(maps, trial, 0)).toBeCloseTo(200 / 3, 12);
    trial.now = 5;
    expect(markOf(maps, trial, 0)).toBeCloseTo(200 / 2.5, 12);
    trial.now = 10;
    expect(markOf(maps, trial, 0)).toBe(100);
  });

  test('an inaccessible next tile refuses a direction that has the best other marks', () => {
    const maps = mapsOf('pp#ppppp');
    expect(markOf(maps, trialAt(maps, 1.5, 0.5), 0)).toBe(REFUSED_MARK);
  });
});

describe('advice', () => {
  test('keeps the former direction from c1 on', () => {
    const maps = mapsOf(OPEN, { c1: 90 });
    expect(advise(maps, trialAt(maps, 2.5, 5.5), 0)).toBe(0);
    // 45° off the goal: (100 + 85.4) / 2 = 92.7.
    expect(advise(maps, trialAt(maps, 2.5, 5.5), 2)).toBe(2);
    expect(advise({ ...maps, settings: { ...maps.settings, c1: 93 } }, trialAt(maps, 2.5, 5.5), 2)).toBe(1);
  });

  test('else takes the better of one step if it has c2, else of two steps if it has c3, else none', () => {
    const maps = mapsOf(OPEN);
    const trial = trialAt(maps, 5.5, 5.5, [5.5, 100]);
    const search = (c1: number, c2: number, c3: number, former: number) =>
      advise({ ...maps, settings: { ...maps.settings, c1, c2, c3 } }, trial, former);
    // Former 0, goal at 4: marks are 75 at 0, 84.6 at 1 and 92.7 at 2.
    expect(search(76, 84, 0, 0)).toBe(1);
    expect(search(76, 85, 92, 0)).toBe(2);
    expect(search(76, 85, 93, 0)).toBe(NONE);
    expect(search(76, 84, 0, 8)).toBe(7);
  });

  test('takes the right-hand one of two equal marks', () => {
    const maps = mapsOf(OPEN, { c1: 101 });
    expect(advise(maps, trialAt(maps, 5.5, 5.5, [100, 5.5]), 0)).toBe(15);
  });

  test('never advises a refused direction, even with thresholds of zero', () => {
    const maps = mapsOf(
      `
      ###
      #p#
      ###
    `,
      { c1: 0, c2: 0, c3: 0 },
    );
    for (let former = 0; former < 16; former++) expect(advise(maps, trialAt(maps, 1.5, 1.5), former)).toBe(NONE);
  });

  test('turns round a corner that blocks the way', () => {
    const maps = mapsOf(`
      #ppp#
      #ppp#
      pppp#
      #####
    `);
    const advised = advise(maps, trialAt(maps, 3.2, 1.5, [3.5, 3.5]), 0);
    expect(advised).toBe(2);
  });
});

describe('the ray', () => {
  const sight = { slot: 0, distance: 0 };

  test('meets the first walker and tells how many tiles away', () => {
    const maps = mapsOf('p'.repeat(14));
    maps.human[3] = 7;
    maps.human[6] = 9;
    lookAhead(maps, trialAt(maps, 0.5, 0.5), 0, 10, sight);
    expect(sight).toEqual({ slot: 7, distance: 2.5 });
    lookAhead(maps, trialAt(maps, 0.5, 0.5), 8, 10, sight);
    expect(sight.slot).toBe(NONE);
    lookAhead(maps, trialAt(maps, 0.5, 0.5), 0, 2.4, sight);
    expect(sight.slot).toBe(NONE);
  });

  test('is ten tiles long', () => {
    const maps = mapsOf('p'.repeat(14));
    maps.human[11] = 4;
    lookAhead(maps, trialAt(maps, 0.5, 0.5), 0, 10, sight);
    expect(sight.slot).toBe(NONE);
    lookAhead(maps, trialAt(maps, 1, 0.5), 0, 10, sight);
    expect(sight).toEqual({ slot: 4, distance: 10 });
  });

  test('ends at a building', () => {
    const maps = mapsOf('ppp#ppp');
    maps.human[5] = 1;
    lookAhead(maps, trialAt(maps, 0.5, 0.5), 0, 10, sight);
    expect(sight.slot).toBe(NONE);
  });

  test('visits every tile it crosses, in every direction', () => {
    for (let angle = 0; angle < 16; angle++) {
      const maps = mapsOf(OPEN);
      const [dx, dy] = [Math.cos((angle * Math.PI) / 8), Math.sin((angle * Math.PI) / 8)];
      const target = Math.floor(5.51 + 3.3 * dy) * 12 + Math.floor(5.53 + 3.3 * dx);
      maps.human[target] = 2;
      lookAhead(maps, trialAt(maps, 5.53, 5.51), angle, 10, sight);
      expect(sight.slot, `angle ${angle}`).toBe(2);
      expect(sight.distance).toBeLessThanOrEqual(3.3);
      expect(sight.distance).toBeGreaterThan(1.8);
    }
  });

  test('classes: close to 2 tiles, near to 5, far to 10; following to 2 steps, front from 6, else crossing', () => {
    const settings = STREAM_DEFAULTS;
    expect([0, 2, 2.01, 5, 5.01, 10].map((d) => distanceClass(settings, d))).toEqual([
      CLOSE,
      CLOSE,
      NEAR,
      NEAR,
      FAR,
      FAR,
    ]);
    const relations = [0, 2, 3, 5, 6, 8, 10, 11, 13, 14].map((other) => relationOf(settings, 0, other));
    const front = [FRONT, FRONT, FRONT];
    expect(relations).toEqual([FOLLOWING, FOLLOWING, CROSSING, CROSSING, ...front, CROSSING, CROSSING, FOLLOWING]);
  });
});
