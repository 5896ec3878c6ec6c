import { describe, expect, it } from 'vitest';
import { addWalker, type Crowd, createCrowd } from '../crowd/crowd.ts';
import { createGroupCuts, watchGroupCuts } from './group-cuts.ts';

/** Places of some, their groups, in one frame after the other: cuts and minutes. */
function watchFrames(groups: number[], frames: [number, number][][]): { cuts: number; minutes: number } {
  const crowd: Crowd = createCrowd(groups.length);
  for (const group of groups) crowd.companions[addWalker(crowd, 0, 0, 0, 0)] = group;
  const watched = createGroupCuts();
  for (const frame of frames) {
    crowd.place.set(frame.flat());
    watchGroupCuts(watched, crowd, 0.5);
  }
  return { cuts: watched.cuts, minutes: watched.minutes };
}

const PAIR = [3, 3];

describe('strangers who walk through groups', () => {
  it('between two who stand 1 m apart: one cut, and the time they are together', () => {
    const frames: [number, number][][] = [0.5, 0.2, -0.2, -0.5].map((y) => [
      [0, 0],
      [1, 0],
      [0.5, y],
    ]);
    const { cuts, minutes } = watchFrames([...PAIR, -1], frames);
    expect(cuts).toBe(1);
    expect(minutes).toBeCloseTo(4 * (0.5 / 60), 12);
  });

  it('somebody who stands is cut off when two walk past on both sides of it', () => {
    const frames: [number, number][][] = [0, 0.4, 0.8].map((x) => [
      [x, 0.5],
      [x, -0.5],
      [0.6, 0],
    ]);
    expect(watchFrames([...PAIR, -1], frames).cuts).toBe(1);
  });

  it.each<[string, number[], [number, number][][]]>([
    [
      'beside them',
      [...PAIR, -1],
      [
        [
          [0, 0],
          [1, 0],
          [1.2, 0.2],
        ],
        [
          [0, 0],
          [1, 0],
          [1.2, -0.2],
        ],
      ],
    ],
    [
      'along with them',
      [...PAIR, -1],
      [
        [
          [0, 0],
          [0, 1],
          [0.1, 0.5],
        ],
        [
          [1, 0],
          [1, 1],
          [1.1, 0.5],
        ],
      ],
    ],
    [
      'between two who are 1.6 m apart',
      [...PAIR, -1],
      [
        [
          [0, 0],
          [1.6, 0],
          [0.8, 0.2],
        ],
        [
          [0, 0],
          [1.6, 0],
          [0.8, -0.2],
        ],
      ],
    ],
    [
      'between strangers',
      [-1, -1, -1],
      [
        [
          [0, 0],
          [1, 0],
          [0.5, 0.2],
        ],
        [
          [0, 0],
          [1, 0],
          [0.5, -0.2],
        ],
      ],
    ],
    [
      'between members of two groups',
      [1, 2, -1],
      [
        [
          [0, 0],
          [1, 0],
          [0.5, 0.2],
        ],
        [
          [0, 0],
          [1, 0],
          [0.5, -0.2],
        ],
      ],
    ],
    [
      'as one of them',
      [3, 3, 3],
      [
        [
          [0, 0],
          [1, 0],
          [0.5, 0.2],
        ],
        [
          [0, 0],
          [1, 0],
          [0.5, -0.2],
        ],
      ],
    ],
  ])('no cut: %s', (_, groups, frames) => {
    expect(watchFrames(groups, frames).cuts).toBe(0);
  });

  it('one of another group cuts, too; through three at once, once', () => {
    const row: [number, number][] = [
      [0, 0],
      [1, 0],
      [0.99, 0.01],
    ];
    expect(
      watchFrames(
        [3, 3, 3, 5],
        [
          [...row, [0.5, 0.2]],
          [...row, [0.5, -0.2]],
        ],
      ).cuts,
    ).toBe(1);
    expect(
      watchFrames(
        [3, 3, 3, 5],
        [
          [...row, [0.5, 0.2]],
          [...row, [0.5, -0.2]],
        ],
      ).minutes,
    ).toBeCloseTo(1 / 60, 12);
  });
});
