/** Groups found by what can be seen: walkers led by hand, and what must come out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addWalker, type Crowd, createCrowd, orderWalkers, removeWalker } from '../crowd/crowd.ts';
import {
  createNeighbourhood,
  forgetWalker,
  type Neighbourhood,
  updateNeighbourhood,
} from '../neighbours/neighbourhood.ts';
import { createFoundGroups, type FoundGroups, updateFoundGroups } from './found-groups.ts';

const STEP = 0.1;
const LEVEL = Int32Array.of(0);

interface Scene {
  crowd: Crowd;
  hood: Neighbourhood;
  found: FoundGroups;
}

/** x, y, and the velocity: along x, along y. */
type Walker = [x: number, y: number, vx: number, vy: number];

function sceneOf(walkers: Walker[]): Scene {
  const crowd = createCrowd(64);
  for (const [x, y, vx, vy] of walkers) crowd.velocity.set([vx, vy], 2 * addWalker(crowd, 0, x, y, 0));
  const found = createFoundGroups(64);
  return { crowd, hood: createNeighbourhood(64, 1), found };
}

/** The lists alone, without the slots that they were made for. */
const listsOf = ({ first, item }: Neighbourhood) => ({ first, item });

/** Everybody goes on for so many seconds. @param stir slots are changed between the making of the lists and the looking */
function walkOn({ crowd, hood, found }: Scene, seconds: number, stir: (k: number) => void = () => {}): void {
  for (let k = 0; k < Math.round(seconds / STEP); k++) {
    for (let n = 0; n < 2 * crowd.count; n++) crowd.place[n] += STEP * crowd.velocity[n];
    updateNeighbourhood(hood, crowd, LEVEL);
    stir(k);
    updateFoundGroups(found, crowd, hood, STEP);
  }
}

/** Serials of each group found, groups and members in order. */
function groupsIn({ crowd, found }: Scene): number[][] {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < crowd.count; i++) {
    const name = found.group[i];
    if (name >= 0) groups.set(name, [...(groups.get(name) ?? []), crowd.serial[i]]);
  }
  const sorted = [...groups].map(([name, serials]) => {
    serials.sort((a, b) => a - b);
    expect(serials[0]).toBe(name);
    expect(serials.length).toBeGreaterThan(1);
    return serials;
  });
  expect(found.groups).toBe(sorted.length);
  return sorted.sort((a, b) => a[0] - b[0]);
}

function slotOf(crowd: Crowd, serial: number): number {
  return crowd.serial.subarray(0, crowd.count).indexOf(serial);
}

function turnTo(crowd: Crowd, serial: number, vx: number, vy: number): void {
  crowd.velocity.set([vx, vy], 2 * slotOf(crowd, serial));
}

/** A pair in the middle (serials 1 and 4) of strangers who come towards it and who overtake it. */
const PAIR_AMONG_OTHERS: Walker[] = [
  [16, 0.75, -1.3, 0],
  [0, 0, 1.3, 0],
  [8, 1.5, -1.2, 0],
  [-3, 1.25, 1.8, 0],
  [0, 0.65, 1.3, 0],
  [-4, -0.6, 1.9, 0],
  [20, -0.5, -1.4, 0],
];

describe('who is found', () => {
  it('two who walk side by side among strangers who pass them, after some seconds', () => {
    const scene = sceneOf(PAIR_AMONG_OTHERS);
    walkOn(scene, 4);
    expect(groupsIn(scene)).toEqual([]);
    walkOn(scene, 5);
    expect(groupsIn(scene)).toEqual([[1, 4]]);
    walkOn(scene, 10);
    expect(groupsIn(scene)).toEqual([[1, 4]]);
  });

  it.each<[string, Walker[]]>([
    [
      'two who pass each other',
      [
        [0, 0, 1.3, 0],
        [12, 0.5, -1.3, 0],
      ],
    ],
    [
      'two of whom one overtakes',
      [
        [0, 0, 1.2, 0],
        [-1.5, 0.5, 1.6, 0],
      ],
    ],
    [
      'two who walk alike, 4 m apart',
      [
        [0, 0, 1.3, 0],
        [0, 4, 1.3, 0],
      ],
    ],
    [
      'two who walk alike, one 1.8 m behind the other',
      [
        [0, 0, 1.3, 0],
        [-1.8, 0, 1.3, 0],
      ],
    ],
    [
      'a queue that stands',
      [
        [0, 0, 0, 0],
        [0.6, 0, 0, 0],
        [1.2, 0, 0, 0],
        [1.8, 0, 0, 0],
      ],
    ],
    ['somebody alone', [[0, 0, 1, 0]]],
    [
      'somebody whose place is no number',
      [
        [0, 0, 1, 0],
        [Number.NaN, 0, 1, 0],
        [0, 5, 1, 0],
      ],
    ],
    ['nobody', []],
  ])('not: %s', (_, walkers) => {
    const scene = sceneOf(walkers);
    for (let k = 0; k < 6; k++) {
      walkOn(scene, 5);
      expect(groupsIn(scene)).toEqual([]);
    }
  });

  it('three of whom the outer two are far from each other; two groups have two names', () => {
    const scene = sceneOf([
      [0, 10, 0, 1.3],
      [0, 0, 1.3, 0],
      [0, 1.4, 1.3, 0],
      [0, 0.7, 1.3, 0],
      [0.7, 10, 0, 1.3],
    ]);
    walkOn(scene, 9);
    expect(groupsIn(scene)).toEqual([
      [0, 4],
      [1, 2, 3],
    ]);
  });

  it('whatever was declared: that column is not read', () => {
    const scene = sceneOf(PAIR_AMONG_OTHERS);
    Object.defineProperty(scene.crowd, 'companions', {
      get: () => {
        throw new Error('read');
      },
    });
    const { crowd, hood, found } = scene;
    walkOn(scene, 9);
    expect(groupsIn({ crowd, hood, found })).toEqual([[1, 4]]);
  });

  it('in looks of half a second as in looks of a tenth', () => {
    const scene = sceneOf(PAIR_AMONG_OTHERS);
    const { crowd, hood, found } = scene;
    for (let k = 1; k <= 90; k++) {
      for (let n = 0; n < 2 * crowd.count; n++) crowd.place[n] += STEP * crowd.velocity[n];
      updateNeighbourhood(hood, crowd, LEVEL);
      if (k % 5 === 0) updateFoundGroups(found, crowd, listsOf(hood), 5 * STEP);
    }
    expect(groupsIn(scene)).toEqual([[1, 4]]);
  });
});

describe('what is remembered', () => {
  it('a pair that stands stays a pair; one that makes way for a moment, too', () => {
    const scene = sceneOf(PAIR_AMONG_OTHERS);
    walkOn(scene, 10);
    for (const serial of [1, 4]) turnTo(scene.crowd, serial, 0, 0);
    walkOn(scene, 60);
    expect(groupsIn(scene)).toEqual([[1, 4]]);
    turnTo(scene.crowd, 4, 0, 1.2);
    walkOn(scene, 1);
    turnTo(scene.crowd, 4, 0, -1.2);
    walkOn(scene, 1);
    expect(groupsIn(scene)).toEqual([[1, 4]]);
  });

  it('a pair that parts is forgotten within some seconds, but not at once', () => {
    const scene = sceneOf(PAIR_AMONG_OTHERS);
    walkOn(scene, 12);
    turnTo(scene.crowd, 4, 0, 1.3);
    walkOn(scene, 3);
    expect(groupsIn(scene)).toEqual([[1, 4]]);
    walkOn(scene, 5);
    expect(groupsIn(scene)).toEqual([]);
  });

  it('somebody who left is in no group, nor who was left', () => {
    const scene = sceneOf(PAIR_AMONG_OTHERS);
    walkOn(scene, 10);
    walkOn(scene, STEP, () => {
      const slot = slotOf(scene.crowd, 1);
      forgetWalker(scene.hood, scene.crowd, slot);
      removeWalker(scene.crowd, slot);
    });
    expect(scene.crowd.count).toBe(6);
    expect(groupsIn(scene)).toEqual([]);
  });

  it('in a full row those who walk along take the places of those who do not', () => {
    const ring = (radius: number): Walker[] =>
      Array.from({ length: 8 }, (_, k) => {
        const angle = (Math.PI * (k + 0.5)) / 4;
        return [radius * Math.cos(angle), radius * Math.sin(angle), 1, 0];
      });
    const scene = sceneOf([[0, 0, 1, 0], ...ring(0.7), [0.6, 20, 1, 0], [-0.6, 20, 1, 0]]);
    const { crowd } = scene;
    walkOn(scene, 3);
    const at = crowd.place[0];
    for (const [k, [x, y]] of ring(1.7).entries()) crowd.place.set([at + x, y], 2 * (k + 1));
    crowd.place.set([at + 0.6, 0, at - 0.6, 0], 2 * 9);
    walkOn(scene, 8.5);
    expect(groupsIn(scene)).toEqual([[0, 9, 10]]);
  });
});

/** Slots in another order, by a little generator of its own. */
function shuffle(crowd: Crowd, spare: Crowd, seed: number): void {
  const order = Int32Array.from({ length: crowd.count }, (_, i) => i);
  let state = seed | 1;
  for (let i = crowd.count - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  orderWalkers(crowd, order, spare);
}

describe('slots', () => {
  const walker = fc.tuple(
    fc.double({ min: 0, max: 4, noNaN: true }),
    fc.double({ min: 0, max: 4, noNaN: true }),
    fc.constantFrom(1.2, 1.25, 1.3, -1.3),
    fc.constantFrom(0, 0.05),
  );

  it('in any order, changed after the lists were made: the same groups by serial', () => {
    let grouped = 0;
    fc.assert(
      fc.property(fc.array(walker, { maxLength: 40 }), fc.nat(), (walkers, seed) => {
        const [still, stirred] = [sceneOf(walkers), sceneOf(walkers)];
        const spare = createCrowd(64);
        const leave = (scene: Scene, k: number) => {
          const slot = k % 7 === 6 ? slotOf(scene.crowd, k) : -1;
          if (slot < 0) return;
          forgetWalker(scene.hood, scene.crowd, slot);
          removeWalker(scene.crowd, slot);
        };
        for (let second = 0; second < 12; second += 3) {
          walkOn(still, 3, (k) => leave(still, k));
          walkOn(stirred, 3, (k) => {
            leave(stirred, k);
            shuffle(stirred.crowd, spare, seed + 31 * k);
          });
          const groups = groupsIn(still);
          expect(groupsIn(stirred)).toEqual(groups);
          grouped += groups.length;
        }
      }),
      { numRuns: 30, seed: 5 },
    );
    expect(grouped).toBeGreaterThan(20);
  });

  it('without the slots as they were, lists of slots that have changed tell other things: so they are needed', () => {
    const scene = sceneOf(PAIR_AMONG_OTHERS);
    const { crowd, hood, found } = scene;
    const spare = createCrowd(64);
    for (let k = 0; k < 90; k++) {
      for (let n = 0; n < 2 * crowd.count; n++) crowd.place[n] += STEP * crowd.velocity[n];
      updateNeighbourhood(hood, crowd, LEVEL);
      shuffle(crowd, spare, k);
      updateFoundGroups(found, crowd, listsOf(hood), STEP);
    }
    expect(groupsIn(scene)).not.toEqual([[1, 4]]);
  });
});

it('wrong calls are refused', () => {
  const { crowd, hood } = sceneOf(PAIR_AMONG_OTHERS);
  updateNeighbourhood(hood, crowd, LEVEL);
  expect(() => createFoundGroups(-1)).toThrow(/capacity -1/);
  expect(() => updateFoundGroups(createFoundGroups(3), crowd, listsOf(hood), STEP)).toThrow(/made for 3/);
  for (const seconds of [0, -1, Number.NaN, Infinity]) {
    expect(() => updateFoundGroups(createFoundGroups(64), crowd, listsOf(hood), seconds)).toThrow(/more than 0/);
  }
});
