/** Towns in which many walk in groups: what must hold at every step, and how well groups keep together in free flow. */
import { makeBitmapTown } from '@foulee/testing';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../test/random.ts';
import { wrongStep } from '../../../test/stream-towns.ts';
import { NONE } from '../../core/none.ts';
import { isAccessible, tilesOfPicture } from '../../raster/tiles.ts';
import { makeTown } from '../../raster/town.ts';
import { isLost, leaderOf } from './groups.ts';
import { angleOf, COSINE, normOf, SINE, SPEED } from './polar.ts';
import {
  createStreamTown,
  hashStreamTown,
  orderStreamers,
  restoreStreamTown,
  saveStreamTown,
  stepStreamTown,
  type StreamTown,
} from './stream-town.ts';

const picture = makeBitmapTown(256, 3);
const TOWN = makeTown(tilesOfPicture(picture.pixels, picture.width, picture.height));

function start(walkers: number, pairs: number, bands: number, seed = 1): StreamTown {
  return createStreamTown(TOWN, { walkers, seed, settings: { pairs, bands } });
}

function walk(run: StreamTown, steps: number): void {
  for (let k = 0; k < steps; k++) stepStreamTown(run);
}

/** Slots of each group of at least two, the leader first. */
function groupsOf({ groups }: StreamTown): Int32Array[] {
  return Array.from({ length: groups.groups }, (_, g) =>
    groups.order.slice(groups.first[g], groups.first[g + 1]),
  ).filter((slots) => slots.length > 1);
}

test('towns made from code get pairs and bands in the shares that settings ask for', () => {
  const run = createStreamTown(TOWN, { walkers: 3000, seed: 1 });
  expect(run.crowd.count).toBe(3000);
  stepStreamTown(run);
  const sizes = groupsOf(run).map((slots) => slots.length);
  const inSizes = (isCounted: (size: number) => boolean) =>
    sizes.filter(isCounted).reduce((sum, size) => sum + size, 0) / 3000;
  expect(Math.abs(inSizes((size) => size === 2) - 0.5)).toBeLessThan(0.05);
  expect(Math.abs(inSizes((size) => size > 2) - 0.05)).toBeLessThan(0.025);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
  for (const [leader, ...members] of groupsOf(run)) {
    for (const i of members) expect(run.crowd.preferred[i]).toBe(run.crowd.preferred[leader]);
  }
});

test.each([
  [600, 1, 0],
  [600, 0, 1],
  [3000, 0.5, 0.3],
])(
  'every step of %i walkers, share %f in pairs and %f in bands: all that holds for people alone, and nobody jumps',
  (walkers, pairs, bands) => {
    const run = start(walkers, pairs, bands);
    const { crowd } = run;
    for (let k = 0; k < 150; k++) {
      const before = new Map<number, readonly [number, number, number]>();
      for (let i = 0; i < walkers; i++)
        before.set(crowd.serial[i], [crowd.tile[i], crowd.place[2 * i], crowd.place[2 * i + 1]]);
      stepStreamTown(run);
      let furthest = 0;
      const tileBefore = Int32Array.from({ length: walkers }, (_, i) => {
        const [tile, x, y] = before.get(crowd.serial[i])!;
        furthest = Math.max(furthest, Math.hypot(crowd.place[2 * i] - x, crowd.place[2 * i + 1] - y));
        return tile;
      });
      expect(furthest).toBeLessThanOrEqual(SPEED[15] / 24 + 1e-12);
      expect(wrongStep(run, tileBefore), `step ${k}`).toEqual([]);
    }
  },
);

test('the same state for any order of slots, and after restoring', () => {
  const [run, other] = [start(900, 0.3, 0.6, 5), start(900, 0.3, 0.6, 5)];
  for (let round = 0; round < 4; round++) {
    orderStreamers(other, Int32Array.from(createRandom(round).shuffle([...Array(900).keys()])));
    walk(run, 60);
    walk(other, 60);
    expect(hashStreamTown(other)).toBe(hashStreamTown(run));
  }
  const third = createStreamTown(TOWN, { capacity: 900, seed: 5, settings: { pairs: 0.3, bands: 0.6 } });
  restoreStreamTown(third, saveStreamTown(run));
  walk(run, 60);
  walk(third, 60);
  expect(hashStreamTown(third)).toBe(hashStreamTown(run));
});

/** Accessible tiles across the way of somebody, itself included, up to three to each side. */
function widthAt({ maps, crowd }: StreamTown, i: number): number {
  const { tiles } = maps;
  const heading = angleOf(crowd.polar[i]);
  let width = 1;
  for (const side of [-1, 1]) {
    for (let k = 1; k <= 3; k++, width++) {
      const column = Math.floor((crowd.place[2 * i] - side * k * SINE[heading] - tiles.x) / tiles.side);
      const row = Math.floor((crowd.place[2 * i + 1] + side * k * COSINE[heading] - tiles.y) / tiles.side);
      if (column < 0 || row < 0 || column >= tiles.columns || row >= tiles.rows) break;
      if (!isAccessible(tiles.kind[row * tiles.columns + column])) break;
    }
  }
  return width;
}

describe('in free flow', () => {
  test('pairs walk abreast at least half of the time where the pavement is three tiles wide or more', () => {
    const run = start(300, 1, 0);
    const { crowd } = run;
    walk(run, 24 * 20);
    let [wide, abreast] = [0, 0];
    for (let second = 0; second < 60; second++) {
      walk(run, 24);
      for (const [leader, member] of groupsOf(run)) {
        if (normOf(crowd.polar[leader]) === 0 || widthAt(run, leader) < 3) continue;
        wide++;
        const heading = angleOf(crowd.polar[leader]);
        const dx = crowd.place[2 * member] - crowd.place[2 * leader];
        const dy = crowd.place[2 * member + 1] - crowd.place[2 * leader + 1];
        const along = Math.abs(dx * COSINE[heading] + dy * SINE[heading]);
        const across = Math.abs(dy * COSINE[heading] - dx * SINE[heading]);
        // Within 45° of perpendicular, and two tiles.
        if (across >= along && Math.hypot(dx, dy) <= 2) abreast++;
      }
    }
    expect(wide).toBeGreaterThan(2000);
    expect(abreast / wide).toBeGreaterThanOrEqual(0.5);
  });

  test('groups of five keep together: their median distance from the leader is at most 3 m', () => {
    const run = start(3000, 0, 1);
    stepStreamTown(run);
    // Only groups of five stay: the town is nearly empty then.
    const stay = new Set(
      groupsOf(run)
        .filter((slots) => slots.length === 5)
        .slice(0, 20)
        .flatMap((slots) => [...slots]),
    );
    expect(stay.size).toBe(100);
    const few = createStreamTown(TOWN, { capacity: 100, seed: 1 });
    const saved = saveStreamTown(run);
    const kept = saved.columns.map((column) => {
      const size = column.length / saved.count;
      return column.filter((_, n) => stay.has(Math.floor(n / size)));
    });
    restoreStreamTown(few, { ...saved, count: 100, columns: kept });
    walk(few, 24 * 20);
    const distances: number[] = [];
    for (let second = 0; second < 60; second++) {
      walk(few, 24);
      for (const [leader, ...members] of groupsOf(few)) {
        for (const i of members) {
          const { place } = few.crowd;
          distances.push(Math.hypot(place[2 * i] - place[2 * leader], place[2 * i + 1] - place[2 * leader + 1]));
        }
      }
    }
    expect(distances).toHaveLength(60 * 80);
    distances.sort((a, b) => a - b);
    expect(distances[distances.length >> 1]).toBeLessThanOrEqual(3);
  });

  test('the lost catch up: of those who lose a pair, nine in ten are back within 30 s, and all within 60 s', () => {
    const spells: number[] = [];
    for (const seed of [1, 2, 3]) {
      const run = start(100, 1, 0, seed);
      const since = new Int32Array(run.crowd.count).fill(NONE);
      for (let second = 0; second < 120; second++) {
        walk(run, 24);
        for (const [, member] of groupsOf(run)) {
          const isAway = isLost(run.groups, run.crowd, TOWN.tiles.side, member);
          if (isAway && since[member] === NONE) since[member] = second;
          if (isAway || since[member] === NONE) continue;
          spells.push(second - since[member]);
          since[member] = NONE;
        }
      }
      for (const second of since) if (second !== NONE && second < 60) spells.push(Infinity);
    }
    expect(spells.length).toBeGreaterThan(5);
    expect(spells.filter((seconds) => seconds <= 30).length / spells.length).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...spells)).toBeLessThanOrEqual(60);
  });

  test('of the looks of members in pairs, fewer than one in five is as thorough as a leader’s', () => {
    const run = start(300, 1, 0);
    const { crowd, groups, thinking } = run;
    walk(run, 24 * 10);
    const looks = [0, 0];
    thinking.advice.asked = 0;
    for (let k = 0; k < 24 * 20; k++) {
      for (let i = 0; i < crowd.count; i++) {
        const isTurn = crowd.due[i] === 1 || (crowd.serial[i] + run.moment.steps) % run.settings.every === 0;
        if (isTurn && crowd.wait[i] === 0) looks[leaderOf(groups, i) === i ? 0 : 1]++;
      }
      stepStreamTown(run);
    }
    const thorough = thinking.advice.asked - looks[0];
    expect(looks[1]).toBeGreaterThan(10_000);
    expect(thorough / looks[1]).toBeLessThan(0.2);
  });
});
