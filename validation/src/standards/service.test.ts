/** Verdicts of the tests of queues and doors: figures that pass, and, spoilt one by one, figures that fail. */
import { describe, expect, it } from 'vitest';
import { SERVICE } from './service.ts';
import type { Figures } from '../instruments/validation-test.ts';

const CASES: Record<string, { pass: Figures; fail: Figures[] }> = {
  'queue-order': {
    pass: { inOrder: 0.99, served: 30, wait: 70, inside: 0 },
    fail: [{ inOrder: 0.98 }, { served: 29 }, { inside: 1 }, { inOrder: Number.NaN }],
  },
  'getting-off': {
    pass: { seconds: 30, early: 2, 'seconds without': 30, 'early without': 20, missing: 0 },
    fail: [{ seconds: 31 }, { early: 2.1 }, { missing: 1 }, { 'seconds without': Number.NaN }],
  },
};

it('there is a case for each test', () => {
  expect(SERVICE.map(({ name }) => name)).toEqual(Object.keys(CASES));
});

describe.each(Object.entries(CASES))('the verdict of %s', (name, { pass, fail }) => {
  const { judge } = SERVICE.find((test) => test.name === name)!;

  it('good figures pass', () => {
    expect(judge([pass, pass]).passes).toBe(true);
  });

  it.each(fail.map((spoilt, k) => [k, spoilt]))('spoilt figures fail: %i', (_, spoilt) => {
    expect(judge([{ ...pass, ...spoilt }]).passes).toBe(false);
  });

  it('figures that are missing fail', () => {
    expect(judge([{}]).passes).toBe(false);
  });

  it('runs of it pass', () => {
    const test = SERVICE.find((other) => other.name === name)!;
    const { passes, measured } = test.judge([11, 12, 13].map(test.measure));
    expect([passes, measured]).toEqual([true, measured]);
  });
});
