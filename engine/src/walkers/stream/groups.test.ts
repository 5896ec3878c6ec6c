/** Groups: who leads, how many walk together, and what a member does in cases made by hand. */
import { describe, expect, test } from 'vitest';
import { townOf } from '../../../test/stream-towns.ts';
import { InputError } from '../../core/errors.ts';
import { NONE } from '../../core/none.ts';
import { groupSize } from './group-sizes.ts';
import { isLost, leaderOf, paceOf } from './groups.ts';
import { angleOf, normOf, polarOf, SPEED } from './polar.ts';
import { streamSettings } from './settings.ts';
import { addToStreamTown, createStreamTown, orderStreamers, stepStreamTown, type StreamTown } from './stream-town.ts';

const OPEN = Array<string>(20).fill('p'.repeat(80)).join('\n');

/** A town drawn as text with a goal 0 far to the east of it, and one beside it. */
function place(
  text = OPEN,
  goals: readonly [number, number][] = [
    [400, 9.5],
    [-300, 9.5],
  ],
): StreamTown {
  const pairs = goals.slice(1).flatMap((_, k) => [k, k + 1]);
  return createStreamTown(townOf(text, goals, pairs), { capacity: 12, seed: 1 });
}

const PACE = 7;

/** Somebody of group 3 who walks east. */
function add(run: StreamTown, x: number, y: number, goal = 0): number {
  const i = addToStreamTown(run, { x, y, goal, angle: 0, preferred: PACE, group: 3 });
  expect(i).not.toBe(NONE);
  return i;
}

/** Steps in which nobody may move further than the fastest walk. */
function walk(run: StreamTown, seconds: number): void {
  for (let k = 0; k < 24 * seconds; k++) {
    const before = run.crowd.place.slice();
    stepStreamTown(run);
    for (let i = 0; i < run.crowd.count; i++) {
      const way = Math.hypot(run.crowd.place[2 * i] - before[2 * i], run.crowd.place[2 * i + 1] - before[2 * i + 1]);
      expect(way).toBeLessThanOrEqual(SPEED[15] / 24 + 1e-12);
    }
  }
}

/** Metres that j is ahead of i and to its left, as i walks east. */
function offset({ crowd }: StreamTown, i: number, j: number): [number, number] {
  return [crowd.place[2 * j] - crowd.place[2 * i], crowd.place[2 * j + 1] - crowd.place[2 * i + 1]];
}

describe('who leads', () => {
  test('the lowest serial present, whatever the slots; a leader who leaves is replaced', () => {
    const run = place();
    for (const [x, group] of [
      [4.5, 3],
      [6.5, 9],
      [8.5, 3],
      [10.5, NONE],
      [12.5, 3],
      [14.5, 9],
      [16.5, 5],
    ] as const) {
      addToStreamTown(run, { x, y: 9.5, goal: 0, group });
    }
    const { crowd, groups } = run;
    const leaders = () => {
      stepStreamTown(run);
      const found = new Map<number, number>();
      const ranks = new Map<number, number>();
      for (let i = 0; i < crowd.count; i++) {
        found.set(crowd.serial[i], crowd.serial[leaderOf(groups, i)]);
        ranks.set(crowd.serial[i], crowd.rank[i]);
      }
      return [0, 1, 2, 3, 4, 5, 6].map((serial) => [found.get(serial), ranks.get(serial)]);
    };
    const whole = [
      [0, 1],
      [1, 1],
      [0, 0],
      [3, 0],
      [0, 0],
      [1, 0],
      [6, 0],
    ];
    expect(leaders()).toEqual(whole);
    orderStreamers(run, Int32Array.of(5, 2, 6, 0, 3, 4, 1));
    expect(leaders()).toEqual(whole);
    crowd.group[crowd.serial.indexOf(0)] = NONE;
    groups.isStale = true;
    expect(leaders()).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 0],
      [2, 0],
      [1, 0],
      [6, 0],
    ]);
  });
});

describe('sizes', () => {
  test('5 % of walkers are in bands of 3 to 10, each as often, half are in pairs, the others alone', () => {
    const walkers = new Float64Array(11);
    const draws = 100_000;
    const settings = streamSettings();
    for (let k = 0; k < draws; k++) {
      const size = groupSize(settings, (k + 0.5) / draws);
      walkers[size] += size;
    }
    const all = walkers.reduce((sum, count) => sum + count, 0);
    const bands = walkers.subarray(3).reduce((sum, count) => sum + count, 0);
    expect([walkers[1] / all, walkers[2] / all, bands / all].map((share) => share.toFixed(3))).toEqual([
      '0.450',
      '0.500',
      '0.050',
    ]);
    for (let size = 3; size <= 10; size++) expect(walkers[size] / size / (bands / 6.5)).toBeCloseTo(1 / 8, 2);
    expect(() => streamSettings({ pairs: 0.7, bands: 0.4 })).toThrow(InputError);
  });
});

describe('a member', () => {
  test.each([
    [-1.5, 0.6],
    [-1.5, -0.6],
    [-3, 2],
    [0.8, 1.5],
  ])('who starts %f m ahead and %f m to the left comes to walk beside its leader, on the same side', (ahead, left) => {
    const run = place();
    const leader = add(run, 10.5, 9.5);
    const member = add(run, 10.5 + ahead, 9.5 + left);
    walk(run, 8);
    const [x, y] = offset(run, leader, member);
    expect(Math.abs(x)).toBeLessThan(0.4);
    expect(Math.sign(left) * y).toBeGreaterThan(0.6);
    expect(Math.sign(left) * y).toBeLessThan(1.4);
    expect(run.crowd.polar[member]).toBe(run.crowd.polar[leader]);
  });

  test('walks on the other side where a wall takes its own, and behind in a lane of one tile', () => {
    const narrow = place([...Array<string>(2).fill('p'.repeat(80)), '#'.repeat(80)].join('\n'), [
      [400, 1.5],
      [-300, 1.5],
    ]);
    const leader = add(narrow, 10.5, 1.5);
    const member = add(narrow, 8.9, 1.4);
    walk(narrow, 8);
    expect(offset(narrow, leader, member)[1]).toBeGreaterThan(0.6);
    const lane = place(['#'.repeat(80), 'p'.repeat(80), '#'.repeat(80)].join('\n'), [
      [400, 1.5],
      [-300, 1.5],
    ]);
    add(lane, 10.5, 1.5);
    add(lane, 7.5, 1.5);
    walk(lane, 8);
    const [x, y] = offset(lane, 0, 1);
    expect(x).toBeGreaterThan(-2);
    expect(x).toBeLessThan(-1);
    expect(Math.abs(y)).toBeLessThan(0.5);
  });

  test('stands still beside a leader who waits, and walks on with it', () => {
    const run = place();
    const leader = add(run, 10.5, 9.5);
    const member = add(run, 10.5, 10.5);
    walk(run, 2);
    run.crowd.wait[leader] = 48;
    run.crowd.resume[leader] = PACE;
    run.crowd.polar[leader] = polarOf(0, 0);
    walk(run, 1);
    expect(normOf(run.crowd.polar[member])).toBe(0);
    const [, y] = offset(run, leader, member);
    expect(y).toBeGreaterThan(0.6);
    walk(run, 5);
    expect(normOf(run.crowd.polar[member])).toBe(PACE);
    expect(Math.abs(offset(run, leader, member)[0])).toBeLessThan(0.6);
  });

  test('five walk in rows of two, nobody more than four metres behind', () => {
    const run = place();
    for (const [x, y] of [
      [12.5, 9.5],
      [8.5, 9.5],
      [10.5, 10.5],
      [9.5, 8.5],
      [11.5, 8.5],
    ] as const)
      add(run, x, y);
    walk(run, 15);
    const behind = [1, 2, 3, 4].map((i) => -offset(run, 0, i)[0]).sort((a, b) => a - b);
    for (const [k, row] of [0, 1.5, 1.5, 3].entries()) expect(Math.abs(behind[k] - row)).toBeLessThan(0.8);
  });

  test('does not jump when its leader turns back: all keep near, and walk beside it again', () => {
    // Walls at both ends: the leader turns at goals in front of them.
    const run = place(OPEN, [
      [40.5, 9.5],
      [25.5, 9.5],
    ]);
    for (const [x, y] of [
      [30.5, 9.5],
      [29.5, 10.5],
      [28.5, 9.5],
    ] as const)
      add(run, x, y);
    let turns = 0;
    let goal = run.crowd.goal[0];
    const near = [0, 0];
    for (let second = 0; second < 90; second++) {
      walk(run, 1);
      if (run.crowd.goal[0] !== goal) turns++;
      goal = run.crowd.goal[0];
      for (const i of [1, 2]) near[Math.hypot(...offset(run, 0, i)) <= 3 ? 0 : 1]++;
    }
    expect(turns).toBeGreaterThan(3);
    expect(near[0] / (near[0] + near[1])).toBeGreaterThan(0.8);
  });
});

describe('somebody lost', () => {
  test('hurries while its leader slows down; both as before once it is near', () => {
    const run = place();
    const leader = add(run, 30.5, 9.5);
    const member = add(run, 20.5, 9.5);
    stepStreamTown(run);
    const { crowd, groups } = run;
    const paces = () => [leader, member].map((i) => paceOf(groups, crowd, 1, i));
    expect(isLost(groups, crowd, 1, member)).toBe(true);
    expect(paces()).toEqual([1, 13]);
    walk(run, 2);
    expect(normOf(crowd.polar[leader])).toBe(1);
    expect(normOf(crowd.polar[member])).toBe(13);
    walk(run, 10);
    expect(isLost(groups, crowd, 1, member)).toBe(false);
    expect(paces()).toEqual([PACE, PACE]);
  });

  test('stands still if its leader comes along, and is met', () => {
    const run = place();
    const leader = add(run, 20.5, 9.5);
    const member = add(run, 30.5, 9.5);
    walk(run, 2);
    expect(run.crowd.place[2 * member]).toBeLessThan(30.6);
    walk(run, 15);
    expect(Math.hypot(...offset(run, leader, member))).toBeLessThan(1.5);
  });

  test('follows round two corners by the goals that its leader passed, and catches up within 40 s', () => {
    const wide = (text: string) => Array<string>(4).fill(text);
    const up = `${'#'.repeat(26)}pppp${'#'.repeat(50)}`;
    const street = [
      ...wide(`${'#'.repeat(26)}${'p'.repeat(54)}`),
      ...Array<string>(16).fill(up),
      ...wide(`${'p'.repeat(30)}${'#'.repeat(50)}`),
    ].join('\n');
    const run = place(street, [
      [2, 2],
      [28, 2],
      [28, 22],
      [78, 22],
    ]);
    const leader = add(run, 34.5, 22.5, 3);
    const member = add(run, 16.5, 1.5, 1);
    run.crowd.former.set([2, 1, 0], 3 * leader);
    const { crowd, groups } = run;
    let seconds = 0;
    do walk(run, 1);
    while (isLost(groups, crowd, 1, member) && ++seconds < 40);
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(40);
    expect(crowd.goal[member]).toBe(3);
  });

  test('goes back to a goal that it sees if it has lost sight of its own', () => {
    const street = [...Array<string>(16).fill(`pppp${'#'.repeat(40)}`), ...Array<string>(4).fill('p'.repeat(44))].join(
      '\n',
    );
    const run = place(street, [
      [2, 18],
      [2, 2],
      [42, 2],
    ]);
    const leader = add(run, 2.5, 14.5, 0);
    const member = add(run, 24.5, 2.5, 0);
    run.crowd.former.set([1, 2, NONE], 3 * leader);
    walk(run, 1);
    expect(run.crowd.goal[member]).toBe(1);
  });
});

test('nobody walks faster than the group, whoever leads: the pace is that of the slowest', () => {
  const run = place();
  add(run, 10.5, 9.5);
  const slow = addToStreamTown(run, { x: 10.5, y: 10.5, goal: 0, angle: 0, preferred: 3, group: 3 });
  walk(run, 4);
  expect(normOf(run.crowd.polar[0])).toBe(3);
  expect([normOf(run.crowd.polar[slow]), angleOf(run.crowd.polar[slow])]).toEqual([3, 0]);
});
