/** Names on the command line → the tests they mean, in the order of the list. */
import { InputError, nearestName } from '@foulee/engine';
import type { ValidationTest } from '@foulee/validation';

/**
 * A name is a test's own, or else the beginning of names: `rimea` is all of RiMEA, `rimea-12` its parts a to d, `rimea-1` just that one.
 * No names: all tests.
 */
export function chooseTests(known: readonly ValidationTest[], names: readonly string[]): ValidationTest[] {
  if (names.length === 0) return [...known];
  const chosen = new Set<ValidationTest>();
  for (const name of names) {
    const wanted = name.trim().toLowerCase();
    const exact = known.filter((test) => test.name.toLowerCase() === wanted);
    const found = exact.length > 0 ? exact : known.filter((test) => test.name.toLowerCase().startsWith(wanted));
    if (found.length === 0 || wanted === '') throw unknownTest(name, known);
    for (const test of found) chosen.add(test);
  }
  return known.filter((test) => chosen.has(test));
}

function unknownTest(name: string, known: readonly ValidationTest[]): InputError {
  const names = known.map((test) => test.name);
  const standards = [...new Set(names.map((test) => test.split('-')[0]))];
  const near = nearestName(name, [...names, ...standards]);
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  const remedy = `${near === undefined ? '' : `did you mean "${near}"? `}foulee validate --list shows all`;
  return new InputError('validate', `there is no test "${shown}"`, remedy);
}

/** Seconds of work. @param seeds runs, where not as many as the test asks for */
export function costOf({ cost, seeds: own }: ValidationTest, seeds: number = own): number {
  return (cost * seeds) / own;
}

/**
 * The cheapest ones that take no more than so many seconds together.
 * @param seeds runs of each, where not as many as the test asks for
 */
export function quickOnes(tests: readonly ValidationTest[], seconds: number, seeds?: number): ValidationTest[] {
  const chosen = new Set<ValidationTest>();
  let sum = 0;
  // Sorting keeps the order of equals: the same tests every time.
  for (const test of [...tests].sort((a, b) => costOf(a, seeds) - costOf(b, seeds))) {
    sum += costOf(test, seeds);
    if (sum > seconds) break;
    chosen.add(test);
  }
  return tests.filter((test) => chosen.has(test));
}
