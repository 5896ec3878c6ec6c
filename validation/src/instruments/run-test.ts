/** Runs of a validation test, one after the other, and what comes of them. */
import type { Figures, ValidationTest, Verdict } from './validation-test.ts';

export interface TestResult extends Verdict {
  test: ValidationTest;
  runs: Figures[];
}

/**
 * @param told is called after each run, with how many are done
 * @param seeds how many runs, where not as many as the test asks for
 */
export function runTest(
  test: ValidationTest,
  told: (done: number) => void = () => {},
  seeds: number = test.seeds,
): TestResult {
  const runs: Figures[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    runs.push(test.measure(seed));
    told(seed);
  }
  return { test, runs, ...test.judge(runs) };
}
