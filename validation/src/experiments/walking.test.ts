/** Verdicts of the tests of walking: good figures pass, each way of being wrong fails. */
import { describe, expect, it } from 'vitest';
import type { Figures } from '../instruments/validation-test.ts';
import { WALKING } from './walking.ts';

function judge(name: string, runs: readonly Figures[]) {
  return WALKING.find((test) => test.name === name)!.judge(runs);
}

const VARIANTS = ['0', '90', '180', '270', '0m', '90m', '180m', '270m', '37', 'doors', 'mouth', 'diagonal'];
/** Persons per m². */
const DENSITIES = [0.05, 0.5, 1, 1.5, 2];
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
  'single-file-steady': {
    good: { deviation: 0.12, 'wave 34': 0.3, 'wave 42': 0.3 },
    bad: {
      unsteady: { deviation: 0.121 },
      'no wave of 34': { 'wave 34': 0.29 },
      'no wave of 42': { 'wave 42': 0.29 },
    },
  },
  'speed-steadiness': {
    good: Object.fromEntries(DENSITIES.map((density, k) => [`range ${density}`, k % 2 === 0 ? 0.08 : 0.18])),
    bad: Object.fromEntries(
      DENSITIES.flatMap((density) => [
        [`too steady at ${density}`, { [`range ${density}`]: 0.079 }],
        [`too unsteady at ${density}`, { [`range ${density}`]: 0.181 }],
      ]),
    ),
  },
  'open-square': {
    good: Object.fromEntries(
      [0.1, 0.2, 0.3].flatMap((density) => [
        [`straight ${density}`, 50],
        [`straightNumber ${density}`, 100],
        [`all ${density}`, 900],
        [`allNumber ${density}`, 1000],
        [`density ${density}`, density],
      ]),
    ),
    bad: {
      'aside at 0.1': { 'straight 0.1': 51 },
      'aside at 0.2': { 'straight 0.2': 51 },
      'aside at 0.3': { 'straight 0.3': 51 },
      'nobody who meets nobody': { 'straight 0.3': 0, 'straightNumber 0.3': 0 },
    },
  },
  'hall-spread': { good: { spread: 0.5, crossed: 150 }, bad: { 'in one line': { spread: 0.49 } } },
  'crush-cores': {
    good: { 'cores 1': 0.02, 'cores 2': 0, 'bodies 1': 0.06, 'bodies 2': 0.05, 'people 1': 700, 'people 2': 700 },
    bad: { 'in the first room': { 'cores 1': 0.021 }, 'in the second room': { 'cores 2': 0.021 } },
  },
  'wide-bodies': { good: { left: 0, seconds: 200 }, bad: { blocked: { left: 1 } } },
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

  it.each(['two-way-ends', 'crush-cores', 'wide-bodies'])('%s: one bad run among good ones fails', (name) => {
    const { good, bad } = CASES[name];
    expect(judge(name, [good, { ...good, ...Object.values(bad)[0] }, good]).passes).toBe(false);
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
