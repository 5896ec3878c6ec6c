/** Verdicts of the tests of walking: good figures pass, each way of being wrong fails. */
import { describe, expect, it } from 'vitest';
import type { Figures } from '../instruments/validation-test.ts';
import { WALKING } from './walking.ts';

function judge(name: string, runs: readonly Figures[]) {
  return WALKING.find((test) => test.name === name)!.judge(runs);
}

const VARIANTS = ['0', '90', '180', '270', '0m', '90m', '180m', '270m', '37', 'doors', 'mouth', 'diagonal'];
const ALL_ALIKE = Object.fromEntries(VARIANTS.map((name) => [`passed ${name}`, 380]));

/** Good figures of one run, and changes each of which is enough to fail. */
const CASES: Record<string, { good: Figures; bad: Record<string, Figures> }> = {
  'corner-turned': {
    good: { ...ALL_ALIKE, 'passed 37': 399 },
    bad: Object.fromEntries(VARIANTS.map((name) => [`less at ${name}`, { 'passed 37': 390, [`passed ${name}`]: 361 }])),
  },
  'corner-width': {
    good: Object.fromEntries(
      [1.8, 2.4, 3, 4].flatMap((width) => [`flow ${width} 0`, `flow ${width} 90`].map((name) => [name, 1])),
    ),
    bad: Object.fromEntries(
      [1.8, 2.4, 3, 4].flatMap((width) =>
        [`flow ${width} 0`, `flow ${width} 90`].map((name) => [name, { [name]: 0.99 }]),
      ),
    ),
  },
  'corner-full': {
    good: { 'flow 0': 1.2, 'flow 90': 1.4 },
    bad: { 'as drawn': { 'flow 0': 1.19 }, turned: { 'flow 90': 1.19 } },
  },
  merge: {
    good: { 'passed 0': 329, 'passed 90': 345, 'passed 0m': 335 },
    bad: {
      'too few as drawn': { 'passed 0': 328 },
      'too few turned': { 'passed 90': 328 },
      'too few mirrored': { 'passed 0m': 328 },
      'not alike': { 'passed 90': 346 },
    },
  },
  'two-way-ends': {
    good: { 'left 1.5': 0, 'left 2.5': 0, 'left 3.5': 0, 'flow 1.5': 2.7, 'flow 2.5': 4.25, 'flow 3.5': 3.6 },
    bad: {
      'somebody left at 1.5': { 'left 1.5': 1 },
      'somebody left at 2.5': { 'left 2.5': 1 },
      'somebody left at 3.5': { 'left 3.5': 1 },
      'little flow at 2.5': { 'flow 2.5': 4.24 },
      'little flow at 3.5': { 'flow 3.5': 3.59 },
    },
  },
  'lanes-mixed': { good: { lanes: 2.5 }, bad: { 'two lanes': { lanes: 2.49 } } },
};

describe('verdicts', () => {
  it('are tried for each test', () => {
    expect(Object.keys(CASES).sort()).toEqual(WALKING.map(({ name }) => name).sort());
  });

  for (const [name, { good, bad }] of Object.entries(CASES)) {
    it(`${name}: good figures pass, bad ones fail`, () => {
      expect(judge(name, [good, good]).passes).toBe(true);
      expect(judge(name, [good]).measured).not.toMatch(/NaN|undefined|Infinity/);
      for (const [what, change] of Object.entries(bad)) {
        const worse = { ...good, ...change };
        expect(judge(name, [worse, worse]).passes, what).toBe(false);
      }
    });

    it(`${name}: nothing measured fails, each figure that counts by itself`, () => {
      const judged = new Set(Object.values(bad).flatMap((change) => Object.keys(change)));
      for (const figure of judged) {
        const { passes, measured } = judge(name, [{ ...good, [figure]: Number.NaN }]);
        expect(passes, figure).toBe(false);
        expect(measured).not.toMatch(/NaN|undefined|Infinity/);
      }
    });
  }

  it('somebody left in one run of several is enough to fail', () => {
    const { good } = CASES['two-way-ends'];
    expect(judge('two-way-ends', [good, { ...good, 'left 3.5': 1 }, good]).passes).toBe(false);
  });

  it('counts are means of the runs', () => {
    const { good } = CASES.merge;
    expect(
      judge('merge', [
        { ...good, 'passed 0': 328 },
        { ...good, 'passed 0': 330 },
      ]).passes,
    ).toBe(true);
  });
});
