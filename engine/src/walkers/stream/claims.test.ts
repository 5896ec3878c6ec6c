/** Claims on tiles, by hand and by chance: whoever may move does, in any order of slots. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom, propertyRuns, seeds } from '../../../test/random.ts';
import { mapsOf } from '../../../test/stream-towns.ts';
import { createArrays } from '../../crowd/column.ts';
import { createClaims, REFUSED, resolveClaims } from './claims.ts';
import { STREAM_COLUMNS, type Streamers } from './columns.ts';

const OPEN = Array<string>(10).fill('p'.repeat(10)).join('\n');

interface Wish {
  from: readonly [number, number];
  to: readonly [number, number];
  rank?: number;
  serial?: number;
}

/** @returns serials of those who moved */
function moved(wishes: readonly Wish[], draw = 1, radius = 0.25, text = OPEN): number[] {
  const maps = mapsOf(text);
  const { columns } = maps.tiles;
  const crowd: Streamers = { count: wishes.length, ...createArrays(STREAM_COLUMNS, wishes.length) };
  for (const [i, { from, to, rank = 0, serial = i }] of wishes.entries()) {
    crowd.serial[i] = serial;
    crowd.rank[i] = rank;
    crowd.radius[i] = radius;
    crowd.place.set(from, 2 * i);
    crowd.nextPlace.set(to, 2 * i);
    crowd.tile[i] = Math.floor(from[1]) * columns + Math.floor(from[0]);
    crowd.nextTile[i] = Math.floor(to[1]) * columns + Math.floor(to[0]);
    maps.human[crowd.tile[i]] = i;
  }
  const claims = createClaims(wishes.length);
  resolveClaims(maps, crowd, claims, draw);
  expect(maps.claimed.every((claim) => claim === -1)).toBe(true);
  const result: number[] = [];
  for (const [i, { from, to }] of wishes.entries()) {
    const has = [...crowd.nextPlace.subarray(2 * i, 2 * i + 2)];
    const wished = from[0] !== to[0] || from[1] !== to[1];
    const isMoved = wished && claims.verdict[i] !== REFUSED;
    expect(has).toEqual(isMoved ? [...to] : [...from]);
    expect(crowd.nextTile[i]).toBe(Math.floor(has[1]) * columns + Math.floor(has[0]));
    if (isMoved) result.push(crowd.serial[i]);
  }
  return result.sort((a, b) => a - b);
}

describe('claims', () => {
  test('of several who claim one tile exactly one moves, not always the same', () => {
    const wishes: Wish[] = [
      { from: [2.5, 3.5], to: [3.5, 3.5] },
      { from: [4.5, 3.5], to: [3.5, 3.5] },
      { from: [3.5, 2.5], to: [3.5, 3.5] },
    ];
    const winners = new Set<number>();
    for (let draw = 0; draw < 60; draw++) {
      const who = moved(wishes, draw);
      expect(who).toHaveLength(1);
      winners.add(who[0]);
    }
    expect(winners).toEqual(new Set([0, 1, 2]));
  });

  test('a higher rank goes first', () => {
    for (let draw = 0; draw < 20; draw++) {
      const wishes: Wish[] = [
        { from: [2.5, 3.5], to: [3.5, 3.5] },
        { from: [4.5, 3.5], to: [3.5, 3.5], rank: 1 },
      ];
      expect(moved(wishes, draw)).toEqual([1]);
    }
  });

  test('nobody enters the tile of somebody who stays, even where bodies would fit', () => {
    expect(
      moved([
        { from: [2.95, 3.05], to: [3.02, 3.05] },
        { from: [3.9, 3.9], to: [3.9, 3.9] },
      ]),
    ).toEqual([]);
  });

  test('nor the tile of somebody who moves within it', () => {
    expect(
      moved([
        { from: [2.95, 3.05], to: [3.02, 3.05] },
        { from: [3.9, 3.8], to: [3.9, 3.9] },
      ]),
    ).toEqual([1]);
  });

  test('two who swap tiles both stay', () => {
    const wishes: Wish[] = [
      { from: [2.95, 3.1], to: [3.05, 3.1] },
      { from: [3.05, 3.9], to: [2.95, 3.9] },
    ];
    for (let draw = 0; draw < 10; draw++) expect(moved(wishes, draw)).toEqual([]);
  });

  test('of two diagonals that cross in one block one stays', () => {
    const crossing = (first: number, second: number): Wish[] => [
      { from: first > 0 ? [2.5, 2.5] : [3.5, 3.5], to: first > 0 ? [3.5, 3.5] : [2.5, 2.5] },
      { from: second > 0 ? [3.5, 2.5] : [2.5, 3.5], to: second > 0 ? [2.5, 3.5] : [3.5, 2.5] },
    ];
    for (const a of [-1, 1]) {
      for (const b of [-1, 1]) {
        const winners = new Set<number>();
        for (let draw = 0; draw < 40; draw++) {
          const who = moved(crossing(a, b), draw, 0.05);
          expect(who).toHaveLength(1);
          winners.add(who[0]);
        }
        expect(winners.size).toBe(2);
      }
    }
    // Parallel ones both move.
    const parallel: Wish[] = [
      { from: [2.5, 2.5], to: [3.5, 3.5] },
      { from: [3.5, 2.5], to: [4.5, 3.5] },
    ];
    expect(moved(parallel)).toEqual([0, 1]);
  });

  test('bodies overlap by at most 2 cm: beside somebody who stays the mover stays', () => {
    const towards = (x: number): Wish[] => [
      { from: [2.4, 3.5], to: [x, 3.5] },
      { from: [3.2, 3.5], to: [3.2, 3.5] },
    ];
    expect(moved(towards(2.719))).toEqual([0]);
    expect(moved(towards(2.721))).toEqual([]);
  });

  test('of two movers whose bodies would overlap one stays', () => {
    const wishes: Wish[] = [
      { from: [2.6, 3.5], to: [2.7, 3.5] },
      { from: [3.2, 3.5], to: [3.1, 3.5] },
    ];
    const winners = new Set<number>();
    for (let draw = 0; draw < 40; draw++) {
      const who = moved(wishes, draw);
      expect(who).toHaveLength(1);
      winners.add(who[0]);
    }
    expect(winners.size).toBe(2);
  });

  test('who stays keeps everybody behind: a file stops to its end', () => {
    const file = Array.from({ length: 7 }, (_, i): Wish => ({ from: [i + 0.5, 3.5], to: [i + 1.5, 3.5] }));
    expect(moved(file)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    file[6] = { from: [6.5, 3.5], to: [6.5, 3.5] };
    expect(moved(file)).toEqual([]);
  });

  test('bodies wider than tiles are kept apart over several tiles', () => {
    const wishes: Wish[] = [
      { from: [1.5, 3.5], to: [2.5, 3.5] },
      { from: [4.4, 3.5], to: [4.4, 3.5] },
    ];
    expect(moved(wishes, 1, 0.9)).toEqual([0]);
    expect(moved(wishes, 1, 1)).toEqual([]);
  });

  test('a full closed ring moves at every step, all the way round', () => {
    // Sixteen tiles around a square of 3 × 3; the path runs through their centres.
    const along = (at: number): [number, number] => {
      const s = ((at % 16) + 16) % 16;
      if (s < 4) return [1.5 + s, 1.5];
      if (s < 8) return [5.5, s - 2.5];
      return s < 12 ? [13.5 - s, 5.5] : [1.5, 17.5 - s];
    };
    // Binary fractions, so that nobody is on a border by rounding.
    for (let at = 1 / 32; at < 16; at += 1 / 16) {
      const ring = Array.from({ length: 16 }, (_, i): Wish => ({ from: along(i + at), to: along(i + at + 1 / 16) }));
      expect(moved(ring, Math.floor(16 * at)), `at ${at}`).toHaveLength(16);
    }
  });
});

/** Random crowds: everybody wishes a place up to a tile away. */
function randomWishes(seed: number): Wish[] {
  const random = createRandom(seed);
  const wishes: Wish[] = [];
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 10; column++) {
      if (random.chance(0.3)) continue;
      const from = [column + random.between(0.25, 0.75), row + random.between(0.25, 0.75)] as const;
      const clamp = (at: number) => Math.min(9.9, Math.max(0.1, at));
      const isStanding = random.chance(0.1);
      const reach = random.chance(0.5) ? 0.2 : 0.9;
      const to = isStanding
        ? from
        : ([clamp(from[0] + random.between(-reach, reach)), clamp(from[1] + random.between(-reach, reach))] as const);
      wishes.push({ from, to, serial: wishes.length, rank: random.chance(0.1) ? 1 : 0 });
    }
  }
  return wishes;
}

test('random crowds: the same people move in any order of slots, onto tiles of their own, and no two overlap or swap', () => {
  let movers = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const wishes = randomWishes(seed);
      const who = moved(wishes, seed);
      movers += who.length;
      expect(moved(createRandom(seed + 1).shuffle(wishes), seed)).toEqual(who);
      const isMoved = new Set(who);
      const end = wishes.map(({ from, to }, i) => (isMoved.has(i) ? to : from));
      const tile = ([x, y]: readonly [number, number]) => `${Math.floor(x)} ${Math.floor(y)}`;
      expect(new Set(end.map(tile)).size).toBe(end.length);
      const wrong: string[] = [];
      for (let i = 0; i < end.length; i++) {
        for (let j = 0; j < i; j++) {
          if (Math.hypot(end[i][0] - end[j][0], end[i][1] - end[j][1]) < 0.48 - 1e-12) wrong.push(`${i} overlaps ${j}`);
          const isSwap = tile(end[i]) === tile(wishes[j].from) && tile(end[j]) === tile(wishes[i].from);
          if (isSwap) wrong.push(`${i} swaps with ${j}`);
        }
      }
      expect(wrong).toEqual([]);
    }),
    propertyRuns(100),
  );
  expect(movers).toBeGreaterThan(500);
});
