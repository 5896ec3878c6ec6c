/** Every cell of M02's two tables (figures 4.5 and 4.6), acted out: somebody walks east at norm 8 (liking 10) and meets another. */
import { describe, expect, test } from 'vitest';
import { mapsOf } from '../../../test/stream-towns.ts';
import { createArrays } from '../../crowd/column.ts';
import { CLOSE, CROSSING, FAR, FOLLOWING, FRONT, NEAR } from './ahead.ts';
import { STREAM_COLUMNS, type Streamers } from './columns.ts';
import { aimTrial, createTrial, putTrial } from './marks.ts';
import { polarOf } from './polar.ts';
import { applyReaction, reactionTo, type Walk } from './reactions.ts';
import { STREAM_DEFAULTS } from './settings.ts';

const OPEN = Array<string>(15).fill('p'.repeat(15)).join('\n');
/** Nowhere to turn to. */
const LANE = 'p'.repeat(15);

interface Case {
  text?: string;
  norm?: number;
  preferred?: number;
  /** The other: angle, and norm unless it waits. */
  other?: number;
  otherNorm?: number;
  taken?: readonly (readonly [number, number])[];
  isCongested?: boolean;
}

/** What becomes of the walk. */
function react(distance: number, isWaiting: boolean, relation: number, given: Case = {}): Partial<Walk> {
  const { text = OPEN, norm = 8, preferred = 10, otherNorm = 4, taken = [], isCongested = false } = given;
  const maps = mapsOf(text);
  for (const [column, row] of taken) maps.human[row * maps.tiles.columns + column] = 1;
  const trial = createTrial();
  const y = text === OPEN ? 7.5 : 0.5;
  putTrial(trial, 4.5, y, Math.floor(y) * maps.tiles.columns + 4, 0);
  aimTrial(trial, 1000, y);
  const walk: Walk = { angle: 0, norm, preferred, wait: 0, resume: 1 };
  const angle = given.other ?? [0, 8, 4][relation];
  const crowd: Streamers = { count: 0, ...createArrays(STREAM_COLUMNS, 0) };
  applyReaction(
    { maps, crowd, trial },
    reactionTo(isCongested, distance, isWaiting, relation),
    walk,
    polarOf(angle, isWaiting ? 0 : otherNorm),
  );
  return { angle: walk.angle, norm: walk.norm, wait: walk.wait };
}

const WAITS = { angle: 0, norm: 0, wait: STREAM_DEFAULTS.waitFrames };
const slowed = (norm: number) => ({ angle: 0, norm, wait: 0 });
/** To the right, which is taken first where both sides are equal. */
const turnedBy = (steps: number) => ({ angle: 16 - steps, norm: 8, wait: 0 });
/** The six tiles around (4, 7) ahead and beside it. */
const DIAGONALS = [
  [5, 8],
  [5, 6],
] as const;

function expectTurns(turns: readonly number[], ...[distance, isWaiting, relation, given]: Parameters<typeof react>) {
  expect(react(distance, isWaiting, relation, given)).toEqual(turnedBy(turns[0]));
  if (turns.length === 2 && turns[0] === 2) {
    // Diagonal tiles are taken: it turns by a quarter.
    expect(react(distance, isWaiting, relation, { ...given, taken: DIAGONALS })).toEqual(turnedBy(turns[1]));
  }
  const narrow = { ...given, text: LANE, taken: [[5, 0]] as const };
  expect(react(distance, isWaiting, relation, narrow)).toEqual(slowed(7));
  expect(react(distance, isWaiting, relation, { ...narrow, norm: 1 })).toEqual(WAITS);
}

describe('free flow', () => {
  test('close', () => {
    for (const relation of [FOLLOWING, FRONT, CROSSING]) expectTurns([2, 4], CLOSE, true, relation);
    expectTurns([2, 4], CLOSE, false, FRONT);
    expect(react(CLOSE, false, FOLLOWING)).toEqual(slowed(4));
    expect(react(CLOSE, false, FOLLOWING, { otherNorm: 9 })).toEqual(slowed(9));
    // Nobody runs to keep up.
    expect(react(CLOSE, false, FOLLOWING, { otherNorm: 15 })).toEqual(slowed(10));
    expect(react(CLOSE, false, CROSSING)).toEqual(WAITS);
  });

  test('near', () => {
    expect(react(NEAR, true, FOLLOWING)).toEqual(slowed(7));
    expect(react(NEAR, true, FOLLOWING, { norm: 1 })).toEqual(slowed(1));
    for (const relation of [FRONT, CROSSING]) expectTurns([2], NEAR, true, relation);
    expectTurns([2], NEAR, false, FRONT);
    expect(react(NEAR, false, FRONT, { taken: DIAGONALS })).toEqual(slowed(7));
    expect(react(NEAR, false, FOLLOWING)).toEqual(slowed(6));
    expect(react(NEAR, false, FOLLOWING, { otherNorm: 15 })).toEqual(slowed(10));
    expect(react(NEAR, false, CROSSING, { norm: 1 })).toEqual(WAITS);
  });

  test('far', () => {
    expect(react(FAR, true, FOLLOWING)).toEqual(slowed(7));
    for (const relation of [FRONT, CROSSING]) expectTurns([1], FAR, true, relation);
    expectTurns([1], FAR, false, FRONT);
    expect(react(FAR, false, FOLLOWING)).toEqual(slowed(7));
    expect(react(FAR, false, FOLLOWING, { otherNorm: 8 })).toEqual(slowed(8));
    expect(react(FAR, false, CROSSING, { norm: 1 })).toEqual(slowed(1));
  });

  test('crossing: passes behind the other, and slows', () => {
    for (const distance of [NEAR, FAR]) {
      // The other walks north, to the left: its back is on the right.
      expect(react(distance, false, CROSSING, { other: 4 })).toEqual({ angle: 15, norm: 7, wait: 0 });
      expect(react(distance, false, CROSSING, { other: 12 })).toEqual({ angle: 1, norm: 7, wait: 0 });
      // There is somebody already.
      expect(react(distance, false, CROSSING, { taken: [[5, 7]] })).toEqual(slowed(7));
    }
  });
});

describe('congested', () => {
  const isCongested = true;

  test('close', () => {
    expectTurns([2, 4], CLOSE, true, FRONT, { isCongested });
    for (const relation of [FOLLOWING, CROSSING]) expect(react(CLOSE, true, relation, { isCongested })).toEqual(WAITS);
    expectTurns([2, 4], CLOSE, false, FRONT, { isCongested });
    expect(react(CLOSE, false, FOLLOWING, { isCongested })).toEqual(slowed(4));
    expect(react(CLOSE, false, CROSSING, { isCongested })).toEqual(WAITS);
  });

  test('near', () => {
    for (const isWaiting of [true, false]) {
      expectTurns([1, 2], NEAR, isWaiting, FRONT, { isCongested });
      // Straight ahead is taken, which is the next tile of one step as well.
      expect(react(NEAR, isWaiting, FRONT, { isCongested, taken: [[5, 7]] })).toEqual(turnedBy(2));
    }
    for (const relation of [FOLLOWING, CROSSING]) {
      expect(react(NEAR, true, relation, { isCongested })).toEqual(slowed(4));
      expect(react(NEAR, true, relation, { isCongested, norm: 3 })).toEqual(slowed(1));
    }
    expect(react(NEAR, false, FOLLOWING, { isCongested })).toEqual(slowed(4));
    expect(react(NEAR, false, CROSSING, { isCongested, other: 4 })).toEqual({ angle: 15, norm: 7, wait: 0 });
    expect(react(NEAR, false, CROSSING, { isCongested, norm: 1 })).toEqual(WAITS);
  });
});

test('a turn goes to the side that is free, and to the side of the goal', () => {
  expect(react(CLOSE, false, FRONT, { taken: [[5, 6]] })).toEqual({ angle: 2, norm: 8, wait: 0 });
});
