/** Sets and score of the calibration on numbers whose answer is known; and that fields of a profile get into the runs. */
import { USUAL_PROFILE } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { committedSet, describeSet, knownDoorFlow, meanFitted, scoreOf, setsAround } from './calibration.ts';
import { circleSwap } from './emergent-circle.ts';
import { doorFlow } from './emergent-doors.ts';

const MIDDLE = { timeGap: 1, follow: 0.5, epsilon: 0.01, radius: 0.2 };

describe('sets', () => {
  it('the committed one is what the engine has', () => {
    const { timeGap, follow, epsilon } = USUAL_PROFILE;
    expect(committedSet()).toEqual({ timeGap, follow, epsilon, radius: 0.2 });
    expect(describeSet(MIDDLE)).toBe('timeGap 1, follow 0.5, epsilon 0.01, radius 0.2');
  });

  it('one parameter at a time, the committed set first', () => {
    expect(setsAround(MIDDLE, ['timeGap', 'radius'], false)).toEqual([
      MIDDLE,
      { ...MIDDLE, timeGap: 0.9 },
      { ...MIDDLE, timeGap: 1.1 },
      { ...MIDDLE, radius: 0.19 },
      { ...MIDDLE, radius: 0.21 },
    ]);
    expect(setsAround(MIDDLE, [], false)).toEqual([MIDDLE]);
  });

  it('or all combinations, never below 0', () => {
    const sets = setsAround(MIDDLE, ['follow', 'epsilon'], true);
    expect(sets.length).toBe(9);
    expect(sets[0]).toEqual(MIDDLE);
    expect(new Set(sets.map(describeSet)).size).toBe(9);
    expect(Math.min(...sets.map(({ epsilon }) => epsilon))).toBe(0);
  });
});

describe('score', () => {
  const figures = [
    { name: 'door', measured: 1.8, known: 2 },
    { name: 'door', measured: 2.6, known: 2 },
    { name: 'speed', measured: 0.7, known: 1 },
  ];

  it('is the mean squared relative deviation of means', () => {
    const means = meanFitted(figures);
    expect(means.map(({ name, known }) => [name, known])).toEqual([
      ['door', 2],
      ['speed', 1],
    ]);
    expect(means[0].measured).toBeCloseTo(2.2, 12);
    expect(scoreOf(means)).toBeCloseTo((0.1 ** 2 + 0.3 ** 2) / 2, 12);
    expect(scoreOf([{ name: 'door', measured: 2, known: 2 }])).toBe(0);
  });

  it('knows the flow of doors: six experiments, of 1.79 to 2.46 per metre', () => {
    // Müller 2.328, Kretz 1.794, Nagai 2.074, Jülich 1.869, Seyfried 1.854, Daamen 2.462
    expect(knownDoorFlow()).toBeCloseTo(2.06, 2);
  });

  it('is none, where something was not measured', () => {
    expect(scoreOf([...figures, { name: 'file', measured: Number.NaN, known: 1 }])).toBeNaN();
  });
});

describe('fields of a profile', () => {
  it('get into the runs', () => {
    const usual = doorFlow(1.2, 40, 1);
    expect(doorFlow(1.2, 40, 1, undefined, { timeGap: USUAL_PROFILE.timeGap })).toEqual(usual);
    expect(doorFlow(1.2, 40, 1, undefined, { timeGap: 3, follow: 0 })['flow']).toBeLessThan(0.9 * usual['flow']);
    expect(circleSwap(1, 20, 5)).toEqual(circleSwap(1, 20, 5, {}));
    expect(circleSwap(1, 20, 5, { radius: 0.3 })).not.toEqual(circleSwap(1, 20, 5));
  });

  it('are checked as those of a scenario are', () => {
    expect(() => doorFlow(1.2, 40, 1, undefined, { timeGapp: 1 })).toThrow(/timeGapp/);
  });
});
