import { expect, it } from 'vitest';
import { comparedWith, differenceText, searchDifference, shortDifference } from './compare-runs.ts';

const run = (name: string, seconds: number) => ({
  name,
  seed: 1,
  summary: { entered: 5, arrived: 5, inside: 0, seconds, hash: '', warnings: [] },
});
const RUNS = [run('hall', 80), run('yard', 30), run('hall', 69.7), run('hall', 69.72)];
const [first, yard, second, third] = RUNS as [(typeof RUNS)[0], (typeof RUNS)[0], (typeof RUNS)[0], (typeof RUNS)[0]];

it('compares with the run before of the same name, unless another is chosen', () => {
  expect(comparedWith(RUNS, second, undefined)).toBe(first);
  expect(comparedWith(RUNS, first, undefined)).toBeUndefined();
  expect(comparedWith(RUNS, third, first)).toBe(first);
  expect(comparedWith(RUNS, third, third)).toBe(second);
  expect(comparedWith(RUNS, yard, undefined)).toBeUndefined();
});

it('compares only runs in which all who came arrived', () => {
  const cut = { ...run('hall', 300), summary: { ...first.summary, seconds: 300, inside: 2 } };
  const empty = { ...run('hall', 0), summary: { ...first.summary, seconds: 0, entered: 0, arrived: 0 } };
  const runs = [first, cut, empty, second];
  expect(comparedWith(runs, second, undefined)).toBe(first);
  expect(comparedWith(runs, second, cut)).toBe(first);
  expect(comparedWith(runs, cut, undefined)).toBeUndefined();
  expect(comparedWith(runs, empty, first)).toBeUndefined();
});

it('says what differs', () => {
  expect(differenceText(second, first, 'the run before')).toBe('10.3 s quicker than the run before (1:20.0, 13 %).');
  expect(differenceText(first, second, 'run 3')).toBe('10.3 s slower than run 3 (1:09.7, 15 %).');
  expect(differenceText(third, second, 'the run before')).toBe('As long as the run before.');
  expect([first, second, third].map((one) => shortDifference(one, second))).toEqual(['+10.3 s', '± 0 s', '± 0 s']);
  expect(shortDifference(second, first)).toBe('−10.3 s');
});

it('says how much less people searched, where that is known of both', () => {
  const searched = (seconds: number) => ({
    ...first,
    summary: { ...first.summary, search: { seconds, signs: [] } },
  });
  const called = 'the run before';
  expect(searchDifference(searched(0), searched(1926.2), called)).toBe(
    '1,926 s less search than in the run before (1,926 s).',
  );
  expect(searchDifference(searched(12), searched(2), called)).toBe('10 s more search than in the run before (2 s).');
  expect(searchDifference(searched(2.1), searched(2), called)).toBe('As much search as in the run before.');
  expect(searchDifference(searched(2), first, called)).toBeUndefined();
});
