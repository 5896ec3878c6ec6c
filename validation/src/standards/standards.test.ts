/**
 * The tests of the standards, as data: names, set-ups that a scenario can be made of, verdicts that follow the figures. For each
 * test there are figures that pass and, spoilt one by one, figures that fail: a criterion that cannot fail is none.
 */
import { describe, expect, it } from 'vitest';
import { IMO } from './imo.ts';
import { ISO } from './iso.ts';
import { NIST } from './nist.ts';
import { RIMEA } from './rimea.ts';
import { runTest } from '../instruments/run-test.ts';
import type { Figures, ValidationTest } from '../instruments/validation-test.ts';

const ALL: readonly ValidationTest[] = [...RIMEA, ...NIST, ...ISO, ...IMO];

function testNamed(name: string): ValidationTest {
  return ALL.find((test) => test.name === name)!;
}

/** Numbers spread as a distribution: its quantiles at the middles of `count` equal shares. */
function spread(name: string, count: number, quantile: (share: number) => number): Figures {
  return Object.fromEntries(Array.from({ length: count }, (_, k) => [`${name} ${k + 1}`, quantile((k + 0.5) / count)]));
}

/** Quantiles of N(0, 1) by bisection over a sum of the density: nothing of what the tests use. */
function normalQuantile(share: number): number {
  let sum = 0;
  for (let z = -8; ; z += 0.0005) {
    sum += (0.0005 * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
    if (sum >= share) return z;
  }
}

const uniform = (share: number) => 10 + 90 * share;
const lognormal = (share: number) => Math.exp(4.586 + 0.967 * normalQuantile(share));
const weibull = (share: number) => 139.285 * (-Math.log(1 - share)) ** (1 / 1.195);
/** Shape 1.291, scale 103.901: the density summed up; its constant is Γ(1.291), about 0.9. */
function gamma(share: number): number {
  let sum = 0;
  for (let x = 0.0005; ; x += 0.001) {
    sum += (0.001 * x ** 0.291 * Math.exp(-x)) / 0.89956;
    if (sum >= share) return 103.901 * x;
  }
}

const CORNER = {
  pass: { inside: 0, outside: 0.0005, notch: 0 },
  fail: [{ inside: 1 }, { outside: 0.002 }, { notch: 1 }],
};
const CABINS = {
  pass: { main: 15, secondary: 8, wrong: 0, inside: 0 },
  fail: [{ main: 14, secondary: 9, wrong: 1 }, { main: 14, inside: 1 }, { wrong: 2 }],
};
const COUNTER_FLOW = {
  pass: {
    'against 0': 50,
    'against 10': 75,
    'against 50': 107,
    'against 100': 136,
    'stuck 0': 0,
    'stuck 10': 0,
    'stuck 50': 0,
    'stuck 100': 0,
  },
  fail: [
    { 'against 10': 49 },
    { 'against 100': 107 },
    { 'stuck 100': 1, 'against 100': 300 },
    { 'against 0': Number.NaN },
  ],
};
const FOUR_DOORS = {
  pass: { four: 130, two: 255, 'inside four': 0, 'inside two': 0 },
  fail: [{ two: 200 }, { two: 320 }, { 'inside two': 3 }, { 'inside four': 1 }],
};
const DISABILITY = { pass: { with: 20, without: 15, inside: 0 }, fail: [{ with: 14.9 }, { with: 15 }, { inside: 1 }] };
const SHUT = {
  pass: { left: 1, second: 1, headed: 0.7 },
  fail: [{ second: 0 }, { left: 0, second: 0 }, { headed: -0.1 }],
};
const TOGETHER = {
  pass: { spread: 9.9, missing: 0 },
  fail: [{ spread: 10.1 }, { missing: 1 }, { spread: -Infinity, missing: 5 }],
};
const STARTS = {
  ...spread('uniform', 40, uniform),
  ...spread('lognormal', 40, lognormal),
};
const SPEEDS = spread('speed', 100, (share) => 1.2 + 0.2 * normalQuantile(share));

const FOLLOWING = {
  pass: { follow: 0.76, alone: 0.55, inside: 0 },
  fail: [{ follow: 0.74 }, { alone: 0.57 }, { inside: 1 }],
};
const FAMILIAR = {
  pass: { nothing: 0.45, a: 0.96, mixed: 0.25, inside: 0 },
  fail: [{ nothing: 0.39 }, { nothing: 0.61 }, { a: 0.94 }, { mixed: 0.31 }, { mixed: 0.09 }, { inside: 1 }],
};

const LIMITED_FLOW = { pass: { flow: 1.33, inside: 0 }, fail: [{ flow: 1.34 }, { inside: 1 }] };

/** What passes; and what, put over it, fails. */
const CASES: Record<string, { pass: Figures; fail: Figures[] }> = {
  'rimea-1': { pass: { seconds: 30 }, fail: [{ seconds: 25.9 }, { seconds: 34.1 }, { seconds: Number.NaN }] },
  'rimea-2': { pass: { seconds: 16.5 }, fail: [{ seconds: 15.1 }, { seconds: 16.9 }] },
  'rimea-3': { pass: { seconds: 12.3 }, fail: [{ seconds: 11.6 }, { seconds: 13 }] },
  'rimea-5': { pass: { delay: 0.2 }, fail: [{ delay: 0.3 }, { delay: Number.NaN }] },
  'rimea-6': CORNER,
  'rimea-7': {
    pass: {
      'group 1': 1.62,
      'group 2': 1.5,
      'group 3': 1.48,
      'group 4': 1.41,
      'group 5': 1.25,
      'group 6': 1.07,
      'group 7': 0.6,
    },
    fail: [{ 'group 1': 1.5 }, { 'group 5': 1.2 }, { 'group 7': 0.85 }, { 'group 3': Number.NaN }],
  },
  'rimea-9': FOUR_DOORS,
  'rimea-10': CABINS,
  'rimea-11': {
    pass: { near: 700, far: 300, inside: 0 },
    fail: [{ near: 400, far: 600 }, { near: 1000, far: 0 }, { inside: 4 }],
  },
  'rimea-12a': {
    pass: { 'goal 0': 60, 'goal 2': 70, 'goal 5': 76, 'goal 10': 77, inside: 0 },
    fail: [{ 'goal 0': 80 }, { 'goal 5': 60 }, { 'goal 10': 90 }, { inside: 1 }, { 'goal 2': Number.NaN }],
  },
  'rimea-12b': { pass: { 'length 0.2': 75, 'length 5': 80, inside: 0 }, fail: [{ 'length 5': 75 }, { inside: 1 }] },
  'rimea-12c': {
    pass: { density1: 4, density2: 1.2, flow1: 1.9, flow2: 1.9, inside: 0 },
    fail: [{ density1: 2 }, { density2: 2.5 }, { inside: 2 }, { density2: Number.NaN }],
  },
  'rimea-12d': {
    pass: { 'width 0.8': 1.5, 'width 1': 1.9, 'width 1.2': 2.3, inside: 0 },
    fail: [{ 'width 1': 1.5 }, { 'width 1.2': 1.8 }, { inside: 1 }, { 'width 0.8': Number.NaN }],
  },
  'rimea-15': {
    pass: { short: 60, corner: 70, long: 90, inside: 0 },
    fail: [{ corner: 59 }, { corner: 91 }, { inside: 1 }],
  },
  'nist-1.1': {
    pass: { ...STARTS, ...spread('gamma', 40, gamma), ...spread('Weibull', 40, weibull) },
    fail: [
      spread('uniform', 40, (share) => 200 * share),
      spread('gamma', 40, uniform),
      spread('lognormal', 40, uniform),
      spread('Weibull', 40, uniform),
      { 'gamma 1': Number.NaN },
    ],
  },
  'nist-2.1': { pass: { seconds: 40.1 }, fail: [{ seconds: 37 }, { seconds: 43 }] },
  'nist-2.2': { pass: { up: 101, down: 99 }, fail: [{ up: 106 }, { down: 95 }, { down: Number.NaN }] },
  'nist-2.3': CORNER,
  'nist-2.4': { pass: SPEEDS, fail: [spread('speed', 100, (share) => 0.6 + 1.2 * share), { 'speed 1': Number.NaN }] },
  'nist-2.8': COUNTER_FLOW,
  'nist-2.9': TOGETHER,
  'nist-2.10': DISABILITY,
  'nist-3.1': CABINS,
  'nist-3.2': FOLLOWING,
  'nist-3.3': FAMILIAR,
  'nist-4.1': SHUT,
  'nist-5.1': {
    pass: { neck: 5, corridor: 4, stairs: 3, inside: 0 },
    fail: [{ neck: 4 }, { inside: 1 }, { corridor: Number.NaN }],
  },
  'nist-5.2': LIMITED_FLOW,
  'iso-1': {
    pass: { ...STARTS, ...spread('normal', 40, (share) => 60 + 20 * normalQuantile(share)) },
    fail: [spread('normal', 40, (share) => 90 + 20 * normalQuantile(share)), spread('uniform', 40, lognormal)],
  },
  'iso-2': { pass: { seconds: 39.9 }, fail: [{ seconds: 38 }, { seconds: 42.2 }] },
  'iso-3': { pass: { up: 20, down: 19 }, fail: [{ up: 23 }, { down: 18 }] },
  'iso-4': CORNER,
  'iso-5': {
    pass: SPEEDS,
    fail: [
      // One for each bound: the mean, the deviation, the form.
      spread('speed', 100, (share) => 1.28 + 0.2 * normalQuantile(share)),
      spread('speed', 100, (share) => 1.2 + 0.26 * normalQuantile(share)),
      spread('speed', 100, (share) => (share < 0.5 ? 1 : 1.4)),
    ],
  },
  'iso-6': COUNTER_FLOW,
  'iso-7': DISABILITY,
  'iso-8': CABINS,
  'iso-9': SHUT,
  'iso-10': {
    pass: { neck: 5, corridor: 3, stairs: 4, inside: 0 },
    fail: [{ neck: 3 }, { stairs: 3 }, { inside: 1 }],
  },
  'iso-11': LIMITED_FLOW,
  'iso-13': {
    pass: { 'density 0.5': 1.04, 'density 1': 0.9, 'density 2': 0.7, 'density 3': 0.3 },
    fail: [{ 'density 0.5': 1.06 }, { 'density 3': 1.2 }, { 'density 2': Number.NaN }],
  },
  'iso-14': TOGETHER,
  'iso-15': FOLLOWING,
  'iso-16': FAMILIAR,
  'iso-17': {
    pass: { 'all 0': 0.5, 'all 0.5': 0.7, 'all 1': 0.9, 'knowing 0.5': 0.9, 'knowing 1': 0.9, inside: 0 },
    fail: [
      { 'all 0': 0.7 },
      { 'all 1': 0.69 },
      { 'knowing 0.5': 0.5 },
      { 'knowing 1': 0.4 },
      { 'all 0': Number.NaN },
      { inside: 1 },
    ],
  },
  'imo-1': { pass: { seconds: 40.2 }, fail: [{ seconds: 38 }, { seconds: 42.2 }] },
  'imo-2': { pass: { seconds: 10.2 }, fail: [{ seconds: 9.4 }, { seconds: 10.6 }] },
  'imo-3': { pass: { seconds: 9.8 }, fail: [{ seconds: 9.4 }, { seconds: 10.6 }] },
  'imo-4': LIMITED_FLOW,
  'imo-5': { pass: { delay: 0.1, first: 11, last: 99 }, fail: [{ delay: 0.4 }, { first: 9 }, { last: 101 }] },
  'imo-6': CORNER,
  'imo-7': {
    pass: spread('speed', 50, (share) => 0.97 + 0.65 * share),
    fail: [spread('speed', 50, (share) => 0.8 + 0.65 * share), spread('speed', 50, () => 1.3)],
  },
  'imo-8': COUNTER_FLOW,
  'imo-9': FOUR_DOORS,
  'imo-10': CABINS,
};

const RUNS: Record<string, number> = { 'nist-3.2': 40, 'nist-3.3': 20, 'iso-15': 40, 'iso-16': 20, 'iso-17': 20 };

it('names are those of the standards, each once; everything is said', () => {
  expect(ALL.map(({ name }) => name)).toEqual(Object.keys(CASES));
  for (const { name, title, source, geometry, population, expected, cost, seeds } of ALL) {
    expect(name).toMatch(/^(rimea|nist|iso|imo)-[\d.]+[a-d]?$/);
    for (const text of [title, geometry, population, expected]) expect(text.length).toBeGreaterThan(5);
    expect(source).toMatch(
      /^(RiMEA 4\.1\.1|NIST TN 1822|ISO 20414:2020|IMO MSC\.1\/Circ\.1533) test [\d.]+[a-d]?, as transcribed/,
    );
    expect(cost).toBeGreaterThan(0);
    // One person on a given place: nothing is random. What many choose differs more from run to run than how they walk.
    const isFixed = /^(rimea-[123]|nist-2\.[12]|iso-[23]|imo-[123])$/.test(name);
    expect(seeds).toBe(RUNS[name] ?? (isFixed ? 1 : 10));
  }
});

describe.each(Object.entries(CASES))('the verdict of %s', (name, { pass, fail }) => {
  const { judge } = testNamed(name);

  it('good figures pass, in one run and in several', () => {
    for (const runs of [[pass], [pass, pass, pass]]) {
      const { passes, measured } = judge(runs);
      expect(passes).toBe(true);
      expect(measured).toMatch(/\d|all round/);
      expect(measured).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it.each(fail.map((spoilt, k) => [k, spoilt]))('spoilt figures fail: %i', (_, spoilt) => {
    const { passes, measured } = judge([{ ...pass, ...spoilt }]);
    expect(passes).toBe(false);
    expect(measured).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('figures that are missing fail', () => {
    expect(judge([{}]).passes).toBe(false);
  });
});

it('cheap tests run, and say what they measured', () => {
  const results = [
    'rimea-1',
    'nist-2.1',
    'nist-4.1',
    'imo-10',
    'rimea-2',
    'rimea-3',
    'nist-2.2',
    'iso-3',
    'imo-2',
    'imo-4',
  ].map((name) => runTest(testNamed(name), undefined, 1));
  for (const { passes, measured } of results) expect([passes, measured]).toEqual([true, measured]);
  expect(results[0].measured).toMatch(/^(29|30|31)\.\d s$/);
  expect(results[1].runs).toHaveLength(1);
});

it('the number of runs is the test’s own, and is told after each', () => {
  const told: number[] = [];
  const test: ValidationTest = {
    ...testNamed('rimea-1'),
    seeds: 3,
    measure: (seed) => ({ seconds: 29 + seed }),
  };
  const { runs, measured, passes } = runTest(test, (done) => told.push(done));
  expect([told, runs.length, measured, passes]).toEqual([[1, 2, 3], 3, '31.0 s', true]);
  expect(runTest(test, undefined, 8).runs).toHaveLength(8);
  expect(runTest(test, undefined, 8).measured).toBe('33.5 s');
});
