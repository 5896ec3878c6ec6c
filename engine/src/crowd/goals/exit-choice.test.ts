import { expect, it } from 'vitest';
import { chanceOf } from '../../core/chance.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { BODY, PREFERRED } from '../columns.ts';
import { addWalker, type Crowd, createCrowd } from '../crowd.ts';
import { countQueues, createExitChoice, type ExitChoice, secondsToPass, TASTE } from './exit-choice.ts';
import type { Goal, Itinerary, Stage } from './goals.ts';

const line = (x: number, long: number): Goal => ({
  name: '',
  level: 0,
  shape: Float64Array.of(x, 0, x + long, 0),
  radius: 0.3,
});
const stage = (choice: Stage['choice'], ...goals: number[]): Stage => ({ choice, goals, wait: () => 0 });
/** Goal 0 is nobody's choice; goals 1 and 2, one and two metres wide, are. */
const GOALS = [line(90, 1), line(0, 1), line(50, 2)];
const ITINERARIES: Itinerary[] = [
  { name: 'on', stages: [stage('assigned', 0), stage('quickest', 1, 2)] },
  { name: 'near', stages: [stage('nearest', 1, 2), stage('quickest', 0)] },
];
/** Two levels, a cell each. */
const mesh = { cellLevel: Int32Array.of(0, 1) } as CellMesh;

/** Walkers at heights y over the middle of goal 1 or 2, at 1.25 m/s. */
function crowdAt(...walkers: [goal: number, y: number, cell?: number][]): [ExitChoice, Crowd] {
  const crowd = createCrowd(20);
  for (const [g, y, cell = 0] of walkers) {
    const x = g === 2 ? 51 : 0.5;
    const i = addWalker(crowd, cell, x, y, 0);
    crowd.chosen[i] = g;
    crowd.goal.set([x, 0], 2 * i);
    crowd.goalCell[i] = g === -1 ? -1 : 0;
    crowd.body[BODY * i + PREFERRED] = 1.25;
  }
  const choice = createExitChoice(GOALS, ITINERARIES, 20, 0.1);
  countQueues(choice, crowd, mesh);
  return [choice, crowd];
}

/** Seconds that a person reckons beyond what it dislikes of a goal. */
function reckoned(choice: ExitChoice, crowd: Crowd, i: number, g: number, metres: number): number {
  return secondsToPass(choice, crowd, i, g, metres) - TASTE * chanceOf(crowd.serial[i], g);
}

it('knows which stages choose the quickest of several', () => {
  const [choice] = crowdAt();
  expect([...choice.isQuickest]).toEqual([0, 1, 0, 0]);
  expect([...choice.row]).toEqual([-1, 0, 1]);
  expect(choice.isUsed).toBe(true);
  const none = createExitChoice(GOALS, [ITINERARIES[1]], 20, 0.1);
  expect([none.isUsed, none.ahead.length, none.heading.length]).toEqual([false, 0, 0]);
});

it('by hand: walking time, and those who head there and are nearer', () => {
  // The one who asks stands 10 m from goal 1 and heads for neither.
  const [choice, crowd] = crowdAt([-1, 10], [1, 2], [1, 9.2], [1, 10.8], [1, 29], [2, 3], [2, 4], [0, 1]);
  expect(reckoned(choice, crowd, 0, 1, 10)).toBeCloseTo(10 / 1.25 + 2 / 1.6, 12);
  expect(reckoned(choice, crowd, 0, 2, 40)).toBeCloseTo(40 / 1.25 + 2 / 3.2, 12);
  expect(reckoned(choice, crowd, 0, 1, 1)).toBeCloseTo(1 / 1.25, 12);
  expect(reckoned(choice, crowd, 0, 1, 300)).toBeCloseTo(300 / 1.25 + 4 / 1.6, 12);
});

it('nobody is seen further off than 30 m, or on another level', () => {
  const [choice, crowd] = crowdAt([-1, 10], [1, 29.9], [1, 30.1], [1, 5, 1]);
  expect(reckoned(choice, crowd, 0, 1, 100)).toBeCloseTo(100 / 1.25 + 1 / 1.6, 12);
});

it('nobody stands in its own way, and where one heads for has an advantage', () => {
  // 20 m to walk by the way it takes, 15 straight: 16 s and two before it.
  const [choice, crowd] = crowdAt([1, 15], [1, 2], [1, 3]);
  const seconds = 20 / 1.25 + 2 / 1.6;
  expect(reckoned(choice, crowd, 0, 1, 20)).toBeCloseTo(0.8 * seconds, 12);
  // Below 15 s three seconds are more than a fifth.
  expect(reckoned(choice, crowd, 1, 1, 2)).toBeCloseTo(2 / 1.25 - 3, 12);
  // What it heads for is as it was when counted, whatever it plans since.
  crowd.chosen[0] = 2;
  expect(reckoned(choice, crowd, 0, 1, 20)).toBeCloseTo(0.8 * seconds, 12);
});

it('counts the same whatever the slots', () => {
  const walkers: [number, number][] = [1, 2, 1, 2, 1, 1, 2].map((g, i) => [g, 3.7 * i + 0.3]);
  const [one] = crowdAt(...walkers);
  const [other] = crowdAt(...walkers.toReversed());
  expect(other.ahead).toEqual(one.ahead);
  expect(one.ahead.some((people) => people > 0)).toBe(true);
});

it('who cannot walk still compares', () => {
  const [choice, crowd] = crowdAt([-1, 10], [1, 2]);
  crowd.body[PREFERRED] = 0;
  expect(secondsToPass(choice, crowd, 0, 1, 10)).toBeLessThan(Infinity);
});

it('goals that are as far are shared out by taste, and a second or two decide for nobody who would lose more', () => {
  const [choice, crowd] = crowdAt(...Array.from({ length: 20 }, (): [number, number] => [-1, 10]));
  const first = (metres: number) =>
    Array.from({ length: 20 }, (_, i) =>
      secondsToPass(choice, crowd, i, 1, 10) < secondsToPass(choice, crowd, i, 2, metres) ? 1 : 0,
    ).reduce((sum: number, one) => sum + one, 0);
  expect(first(10)).toBeGreaterThan(4);
  expect(first(10)).toBeLessThan(16);
  expect([first(10 - 1.25 * TASTE), first(10 + 1.25 * TASTE)]).toEqual([0, 20]);
});
