import { makeBitmapTown } from '@foulee/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomTiles, textOf, tilesOf } from '../../test/ascii-tiles.ts';
import { propertyRuns, seeds } from '../../test/random.ts';
import { InputError } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { checkTown } from './check-town.ts';
import { findCorners } from './goal-corners.ts';
import { graphOfPairs } from './goal-graph.ts';
import { addMissingGoals, floodFromGoals, joinGoalParts } from './goal-parts.ts';
import { buildingDistances, layPavements } from './pavements.ts';
import { lineStays, UNBUILT, WALKED } from './tile-lines.ts';
import { tileParts } from './tile-parts.ts';
import {
  BUILDING,
  CROSSING,
  GROUND,
  isAccessible,
  PAVEMENT,
  tileAt,
  tileCentreX,
  tileCentreY,
  tilesOfPicture,
} from './tiles.ts';
import { makeTown, type Town } from './town.ts';

/** Two blocks of 20 × 12 with a street of 14 between them. */
const TWO_BLOCKS = tilesOf(
  [
    ...Array<string>(8).fill('.'.repeat(70)),
    ...Array<string>(12).fill(`${'.'.repeat(8)}${'#'.repeat(20)}${'.'.repeat(14)}${'#'.repeat(20)}${'.'.repeat(8)}`),
    ...Array<string>(8).fill('.'.repeat(70)),
  ].join('\n'),
);

const neighbours = ({ graph }: Town, a: number) => [...graph.item.subarray(graph.first[a], graph.first[a + 1])];

describe('a town of two blocks', () => {
  const town = makeTown(TWO_BLOCKS);

  test('has a goal at every corner, joined around each block', () => {
    expect(town.goals.x).toHaveLength(8);
    expect(town.report.addedGoals).toBe(0);
    expect([...town.goals.radius]).toEqual(Array(8).fill(2));
    const isLeft = (g: number) => town.goals.x[g] < 35;
    for (let g = 0; g < 8; g++) expect(neighbours(town, g).filter((b) => isLeft(b) === isLeft(g))).toHaveLength(2);
  });

  test('has crossings over the street, from each of the four goals there to two opposite ones', () => {
    const pairs = new Set<string>();
    for (let i = 0; i < town.crossings.length; i += 2) {
      const [a, b] = town.crossings.subarray(i, i + 2);
      expect(town.goals.x[a] < 35).not.toBe(town.goals.x[b] < 35);
      expect(neighbours(town, a)).toContain(b);
      pairs.add(`${a} ${b}`);
    }
    expect(pairs.size).toBe(town.crossings.length / 2);
    // The four inner goals, each with the one straight across and the one askew.
    expect(pairs.size).toBeGreaterThanOrEqual(4);
    expect(town.report.parts).toEqual([expect.objectContaining({ goals: 8 })]);
    expect(town.report.withoutGoals).toEqual([]);
    expect(tileParts(town.tiles, WALKED).size).toHaveLength(1);
  });

  test('is left alone: the tiles given are not changed', () => {
    expect(textOf(TWO_BLOCKS)).not.toMatch(/[p+]/);
  });

  test('has one crossing where none is in reach, since people could walk there', () => {
    // 18 m lie between the goals.
    for (const crossingRange of [1, 6]) {
      const town = makeTown(TWO_BLOCKS, { crossingRange });
      expect(town.crossings).toHaveLength(2);
      expect(town.report.parts).toHaveLength(1);
      const [a, b] = town.crossings;
      expect(Math.hypot(town.goals.x[a] - town.goals.x[b], town.goals.y[a] - town.goals.y[b])).toBeLessThan(20);
    }
  });

  test('is in two parts where a wall is between them, and the report says so', () => {
    const kind = TWO_BLOCKS.kind.slice();
    for (let row = 0; row < TWO_BLOCKS.rows; row++) kind[row * TWO_BLOCKS.columns + 35] = BUILDING;
    const town = makeTown({ ...TWO_BLOCKS, kind }, { pavement: 2 });
    expect(town.report.parts).toHaveLength(2);
    for (const part of town.report.parts) expect(part.tiles).toBeGreaterThan(100);
    expect(town.report.parts[0].x < 35).not.toBe(town.report.parts[1].x < 35);
    expect(checkTown(town)).toEqual([]);
  });
});

test('two houses that no straight line joins are joined by a bent way of several crossings', () => {
  const house = [
    ...Array<string>(6).fill('.'.repeat(60)),
    ...Array<string>(4).fill(`${'.'.repeat(28)}####${'.'.repeat(28)}`),
    ...Array<string>(6).fill('.'.repeat(60)),
  ];
  // Nothing is modelled between them but for a gap on the left.
  const town = makeTown(tilesOf([...house, '......', '......', ...house].join('\n')));
  expect(checkTown(town)).toEqual([]);
  expect(town.report.parts).toHaveLength(1);
  expect(town.crossings.length / 2).toBeGreaterThan(1);
  expect(Math.min(...town.goals.x)).toBeLessThan(6);
  expect(town.report.addedGoals).toBeGreaterThan(0);
});

test('an alley as narrow as one pavement is a way of the graph, though another leads around', () => {
  // Between two buildings with an oblique wall: the goals of opposite ends meet in it, and are no neighbours.
  const rows = Array.from({ length: 70 }, (_, k) =>
    Array.from({ length: 160 }, (__, c) => {
      const isWall = c >= 10 && c < 150 && 69 - k >= 8 && 69 - k < 20 + 2 * Math.floor(c / 12);
      return isWall && (c < 78 || c >= 82) ? '#' : '.';
    }).join(''),
  );
  const town = makeTown(tilesOf(rows.join('\n')));
  const { goals, graph } = town;
  expect(checkTown(town)).toEqual([]);
  let through = 0;
  for (let a = 0; a < goals.x.length; a++) {
    for (const b of graph.item.subarray(graph.first[a], graph.first[a + 1])) {
      const isInAlley = [a, b].every((g) => goals.x[g] > 78 && goals.x[g] < 84);
      if (isInAlley && goals.y[a] < 10 && goals.y[b] > 30) through++;
    }
  }
  expect(through).toBeGreaterThan(0);
});

test('a courtyard has no crossings from a building to itself', () => {
  const block = [
    ...Array<string>(6).fill('.'.repeat(60)),
    ...Array<string>(6).fill(`......${'#'.repeat(48)}......`),
    ...Array<string>(24).fill(`......######${'.'.repeat(36)}######......`),
    ...Array<string>(6).fill(`......${'#'.repeat(48)}......`),
    ...Array<string>(6).fill('.'.repeat(60)),
  ].join('\n');
  const town = makeTown(tilesOf(block));
  expect(town.tiles.kind).not.toContain(CROSSING);
  expect(town.report.parts.map((p) => p.goals)).toEqual([4, 4]);
});

test('two sides of a street that a wall closes half way are joined beside it, never through it', () => {
  const text = [
    ...Array<string>(10).fill(`${'#'.repeat(10)}${'.'.repeat(20)}${'#'.repeat(10)}`),
    ...Array<string>(3).fill(`${'#'.repeat(10)}${'.'.repeat(8)}####${'.'.repeat(8)}${'#'.repeat(10)}`),
    ...Array<string>(10).fill(`${'#'.repeat(10)}${'.'.repeat(20)}${'#'.repeat(10)}`),
  ].join('\n');
  const town = makeTown(tilesOf(text), { pavement: 2 });
  for (let i = 0; i < town.crossings.length; i += 2) {
    expect(lineStays(town.tiles, town.goals, town.crossings[i], town.crossings[i + 1], WALKED)).toBe(true);
  }
});

test('an open place has no streets: all floor is accessible', () => {
  const town = makeTown(TWO_BLOCKS, { isOpen: true });
  expect(town.tiles.kind).not.toContain(GROUND);
  expect(town.tiles.kind).not.toContain(CROSSING);
  expect(town.report.parts).toHaveLength(1);
  expect(town.goals.x).toHaveLength(8);
});

test('places without buildings, and without ground, have no goals and say what is not reached', () => {
  const bare = makeTown(tilesOf('....\n....'));
  expect([bare.goals.x.length, bare.report.parts, bare.report.withoutGoals]).toEqual([0, [], []]);
  const open = makeTown(tilesOf('....\n....'), { isOpen: true });
  expect(open.report.parts.map((p) => p.tiles)).toEqual([8]);
  expect(makeTown(tilesOf('###\n###')).goals.x).toHaveLength(0);
  // A nook of three tiles.
  const nook = makeTown(tilesOf('#####\n#...#\n#####'), { pavement: 2 });
  expect(nook.report.withoutGoals).toEqual([{ goals: 0, tiles: 3, x: 1.5, y: 1.5 }]);
});

test('options that cannot be are refused', () => {
  expect(() => makeTown(TWO_BLOCKS, { pavement: -1 })).toThrow(/town, pavement: -1 is out of range/);
  expect(() => makeTown(TWO_BLOCKS, { epsilon: NaN })).toThrow(InputError);
  expect(() => makeTown(TWO_BLOCKS, { coarseTiles: 0 })).toThrow(InputError);
});

describe('goals where corners are missing', () => {
  test('a bent pavement without corners gets goals at its ends and along it, each in sight of the next', () => {
    const tiles = tilesOf(`
      pppp####
      ###p####
      ###ppppp
      #######p
      ####pppp
    `);
    const goals = { x: [] as number[], y: [] as number[] };
    expect(addMissingGoals(tiles, goals)).toBe(2);
    const pairs = new GrowableInts();
    expect(joinGoalParts(tiles, goals, pairs, WALKED)).toBeGreaterThan(0);
    for (let i = 0; i < pairs.length; i += 2) {
      expect(lineStays(tiles, goals, pairs.array[i], pairs.array[i + 1], WALKED)).toBe(true);
    }
    const { first } = graphOfPairs(pairs.values(), goals.x.length);
    // A chain: one pair fewer than goals, and every goal in it.
    expect(pairs.length / 2).toBe(goals.x.length - 1);
    for (let g = 0; g < goals.x.length; g++) expect(first[g + 1]).toBeGreaterThan(first[g]);
  });

  test('two pavements stay two', () => {
    const tiles = tilesOf('ppp#ppp');
    const goals = { x: [0.5, 6.5], y: [0.5, 0.5] };
    const pairs = new GrowableInts();
    expect(joinGoalParts(tiles, goals, pairs, WALKED)).toBe(0);
    expect(pairs.length).toBe(0);
  });
});

/** Every promise of a town that can be checked from the outside. */
function judge(town: Town, before: Uint8Array): void {
  expect(checkTown(town)).toEqual([]);
  const { tiles, goals, crossings, report, density } = town;
  const count = goals.x.length;
  const pairOf = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
  const crossed = new Set<number>();
  for (let i = 0; i < crossings.length; i += 2) {
    crossed.add(pairOf(crossings[i], crossings[i + 1]));
    // Laid all the way, and through no building.
    expect(lineStays(tiles, goals, crossings[i], crossings[i + 1], WALKED)).toBe(true);
  }
  for (let t = 0; t < before.length; t++) {
    // Buildings stay, and only ground is paved and crossed.
    if (isAccessible(tiles.kind[t])) expect(before[t]).toBe(GROUND);
    else expect(tiles.kind[t]).toBe(before[t]);
  }
  const corners = findCornersAgain(town, before);
  for (let a = 0; a < count; a++) {
    expect(isAccessible(tiles.kind[tileAt(tiles, goals.x[a], goals.y[a])])).toBe(true);
    for (const b of neighbours(town, a)) {
      expect(b).not.toBe(a);
      expect(neighbours(town, b)).toContain(a);
      if (crossed.has(pairOf(a, b)) || lineStays(tiles, goals, a, b, WALKED)) continue;
      // Then a corner that was merged into one of them saw the other.
      const sawIt = [
        [a, b],
        [b, a],
      ].some(([p, q]) =>
        [...corners].some((t) => {
          const x = [tileCentreX(tiles, t), goals.x[q]];
          const y = [tileCentreY(tiles, t), goals.y[q]];
          const isNear = Math.hypot(x[0] - goals.x[p], y[0] - goals.y[p]) <= 4 * town.options.epsilon;
          return isNear && lineStays(tiles, { x, y }, 0, 1, WALKED);
        }),
      );
      expect(sawIt).toBe(true);
    }
  }
  // Every accessible tile is reached from a goal, or reported; parts add up.
  const { owner } = floodFromGoals(tiles, goals, WALKED);
  let lonely = 0;
  for (let t = 0; t < owner.length; t++) if (isAccessible(tiles.kind[t]) && owner[t] === -1) lonely++;
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  expect(sum(report.withoutGoals.map((p) => p.tiles))).toBe(lonely);
  expect(sum(report.parts.map((p) => p.goals))).toBe(count);
  expect(sum(report.parts.map((p) => p.tiles)) + lonely).toBe(tiles.kind.filter(isAccessible).length);
  expect(sum([...density.goals])).toBe(count);
  // One graph per pavement: tiles that hang together belong to one part, but for crossings that only touch a pavement.
  expect(report.parts.length).toBeLessThanOrEqual(Math.max(1, partsBeforeCrossings(town)));
}

/** Corners as they were found: on pavements of half the width. */
function findCornersAgain({ tiles, options }: Town, before: Uint8Array): Int32Array {
  const half = { ...tiles, kind: before.slice() };
  layPavements(half, buildingDistances(half), options.pavement / 2);
  return findCorners(half, options.pavement / 2 / tiles.side + 0.5);
}

function partsBeforeCrossings({ tiles }: Town): number {
  return tileParts(tiles, 1 << PAVEMENT).size.length;
}

test('random towns keep all promises', () => {
  let goals = 0;
  let crossings = 0;
  fc.assert(
    fc.property(seeds, fc.constantFrom(3, 4, 6), fc.boolean(), (seed, pavement, isOpen) => {
      const tiles = randomTiles(seed);
      const town = makeTown(tiles, { pavement, isOpen });
      judge(town, tiles.kind);
      goals += town.goals.x.length;
      crossings += town.crossings.length / 2;
    }),
    propertyRuns(60),
  );
  expect(goals).toBeGreaterThan(300);
  expect(crossings).toBeGreaterThan(100);
});

test('a generated town keeps all promises, is mostly one part, and is the same every time', () => {
  const { pixels, width, height } = makeBitmapTown(256, 3);
  const tiles = tilesOfPicture(pixels, width, height);
  const town = makeTown(tiles);
  judge(town, tiles.kind);
  expect(town.goals.x.length).toBeGreaterThan(50);
  const [largest] = town.report.parts;
  expect(largest.goals).toBeGreaterThan(0.8 * town.goals.x.length);
  expect(makeTown(tiles)).toEqual(town);
});

test('the line of a crossing holds no building before it is laid', () => {
  const { pixels, width, height } = makeBitmapTown(128, 5);
  const tiles = tilesOfPicture(pixels, width, height);
  const { crossings, goals } = makeTown(tiles);
  expect(crossings.length).toBeGreaterThan(0);
  for (let i = 0; i < crossings.length; i += 2) {
    expect(lineStays(tiles, goals, crossings[i], crossings[i + 1], UNBUILT)).toBe(true);
  }
});
