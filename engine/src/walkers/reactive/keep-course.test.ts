/** Keeping one's course while others come: cases computed by hand. The walker has walked along x; its path turns off to the left. */
import { describe, expect, it } from 'vitest';
import { LEFTWARD, mind, OPPOSITE, type Other, SAME, scene } from '../../../test/dense-scene.ts';
import { keepCourse } from './keep-course.ts';
import { COSINE, NEAR, SELF_AIM_X, SELF_AIM_Y } from './thought.ts';

interface Kept {
  isKept: boolean;
  /** Degrees to the left of the course before. */
  degrees: number;
  speed: number;
  /** Cosine between its course and the path of the first other. */
  cosine: number;
}

interface Going {
  /** Degrees by which the path turns off. */
  path?: number;
  before?: [number, number];
  walls?: number[][];
  /** The goal of the others; its own is 0. */
  goal?: number;
}

function keep(others: Other[], { path = 90, before = SAME, walls = [], goal = 1 }: Going = {}): Kept {
  const at = scene(others, {}, walls);
  const { crowd, view, thought } = at;
  const angle = (path * Math.PI) / 180;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  crowd.aim.set(before);
  crowd.nextAim.set([x, y]);
  crowd.chosen.fill(goal);
  crowd.chosen[0] = 0;
  thought.self[SELF_AIM_X] = x;
  thought.self[SELF_AIM_Y] = y;
  thought.velocity.set([1.2 * x, 1.2 * y]);
  mind(at);
  const isKept = keepCourse(view, 0, thought);
  const [vx, vy] = thought.velocity as unknown as [number, number];
  const speed = Math.hypot(vx, vy);
  // What others see, and what the next stages take as its path, is the direction it walks in.
  for (const aim of [crowd.nextAim.subarray(0, 2), thought.self.subarray(SELF_AIM_X, SELF_AIM_Y + 1)]) {
    expect(aim[0]).toBeCloseTo(vx / speed, 12);
    expect(aim[1]).toBeCloseTo(vy / speed, 12);
  }
  return { isKept, degrees: (180 * Math.atan2(vy, vx)) / Math.PI, speed, cosine: thought.near[NEAR * 0 + COSINE] };
}

/** Two metres ahead on the path, against the course before. */
const COMES: Other = { at: [0, 2], aim: OPPOSITE };

describe('keeping its course', () => {
  it('goes on while somebody comes on the path', () => {
    const { isKept, degrees, speed, cosine } = keep([COMES]);
    expect(isKept).toBe(true);
    expect(degrees).toBeCloseTo(0, 12);
    expect(speed).toBeCloseTo(1.2, 12);
    // It comes the other way now; seen from the path it crossed.
    expect(cosine).toBeCloseTo(-1, 12);
  });

  it('half, where it is hardly near: 0.15 of 0.3 m within 3 m', () => {
    expect(keep([{ ...COMES, at: [0, 2.85] }]).degrees).toBeCloseTo(45, 9);
    expect(keep([{ ...COMES, at: [0, 2.85] }]).speed).toBeCloseTo(1.2, 12);
    // Two of them are enough, and more are no more.
    expect(keep(Array.from({ length: 2 }, () => ({ ...COMES, at: [0, 2.85] }))).degrees).toBeCloseTo(0, 9);
    expect(keep(Array.from({ length: 5 }, () => COMES)).degrees).toBeCloseTo(0, 9);
    // c = 1/4: 3/4 of the path and 1/4 of the course before.
    expect(keep([{ ...COMES, at: [0, 2.925] }]).degrees).toBeCloseTo((180 * Math.atan2(3, 1)) / Math.PI, 9);
  });

  it.each([
    ['nobody is there', []],
    ['it is 3 m off', [{ ...COMES, at: [0, 3.01] }]],
    ['it is not ahead on the path', [{ ...COMES, at: [2, -0.1] }]],
    ['it goes the same way', [{ at: [0, 2], aim: SAME }]],
    ['it goes where the path leads', [{ at: [0, 2], aim: LEFTWARD }]],
    ['it crosses the course before at less than 120°', [{ at: [0, 2], aim: [-0.49, Math.sqrt(1 - 0.49 ** 2)] }]],
    ['it stands', [{ at: [0, 2], aim: [0, 0] }]],
  ] as [string, Other[]][])('turns where %s', (_, others) => {
    expect(keep(others)).toMatchObject({ isKept: false, speed: 1.2 });
    expect(keep(others).degrees).toBeCloseTo(90, 12);
  });

  it('turns where they have the same goal', () => {
    expect(keep([COMES], { goal: 0 }).isKept).toBe(false);
  });

  it('turns before a wall', () => {
    // Floor on the left of a wall: this one goes up. From 0.7 m before the body on it turns, at the wall in full.
    const wall = (metres: number) => [[0.2 + metres, -5, 0.2 + metres, 5]];
    expect(keep([COMES], { walls: wall(0.8) }).degrees).toBeCloseTo(0, 9);
    expect(keep([COMES], { walls: wall(0.35) }).degrees).toBeCloseTo(45, 9);
    expect(keep([COMES], { walls: wall(0) })).toMatchObject({ isKept: false });
    // A wall beside it, one that ends before, and one behind it are none ahead.
    for (const walls of [[[-5, -0.3, 5, -0.3]], [[0.4, 0.5, 0.4, 5]], [[-0.4, 5, -0.4, -5]]]) {
      expect(keep([COMES], { walls }).degrees).toBeCloseTo(0, 9);
    }
  });

  it('only where the path turns off, and not back', () => {
    // Cosines 0.99 and −0.5: 8.1° and 120°. The other one is ahead on each of these paths.
    const comes: Other[] = [{ at: [1, 1.5], aim: OPPOSITE }];
    expect(keep(comes, { path: 8 }).isKept).toBe(false);
    expect(keep(comes, { path: 9 }).isKept).toBe(true);
    expect(keep(comes, { path: 119 }).isKept).toBe(true);
    expect(keep([{ at: [-1, 1.5], aim: OPPOSITE }], { path: 121 }).isKept).toBe(false);
    // Nor where it did not walk before.
    expect(keep([COMES], { before: [0, 0] }).isKept).toBe(false);
  });
});
