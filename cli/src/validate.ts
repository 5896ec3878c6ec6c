/**
 * `foulee validate [NAME…]`: run the validation tests on this build and say what came out (cli.md).
 *
 *   1. which tests                     validate-choice.ts
 *   2. run them, seed after seed       @foulee/validation
 *   3. say it: a row of the table as soon as a test is over, or JSON at the end      validate-table.ts
 *
 * A test is synchronous, so Ctrl-C is heard between two of its runs: what is over by then is said. A test that breaks is a test that
 * fails, with what broke it.
 */
import { type TestResult, VALIDATION_TESTS, type Figures, type ValidationTest } from '@foulee/validation';
import { parseWhole } from './environment.ts';
import { INTERRUPTED, listenForInterruption } from './interruption.ts';
import { jsonText, plainText, styles, type Terminal } from './output.ts';
import { createProgress } from './progress.ts';
import { chooseTests, quickOnes } from './validate-choice.ts';
import { parametersHash } from './validate-parameters.ts';
import { createTable, listText, type TestOutcome, tallyText } from './validate-table.ts';

export interface ValidateFlags {
  list?: boolean;
  quick?: boolean;
  seeds?: string;
  json?: boolean;
}

const MOST_SEEDS = 1000;
/** Seconds of CPU that `--quick` may take. */
const QUICK = 50;

/**
 * Exit code: 0 when all pass, else 1; 130 when Ctrl-C came before the end.
 * @param known all tests there are
 */
export async function validate(
  names: readonly string[],
  flags: ValidateFlags,
  terminal: Terminal,
  known: readonly ValidationTest[] = VALIDATION_TESTS,
): Promise<number> {
  const seeds = flags.seeds === undefined ? undefined : parseWhole('--seeds', flags.seeds, 1, MOST_SEEDS);
  const chosen = chooseTests(known, names);
  const tests = flags.quick === true ? quickOnes(chosen, QUICK, seeds) : chosen;
  if (flags.list === true) {
    terminal.out(flags.json === true ? `${jsonText({ tests: tests.map(describe) })}\n` : listText(tests, terminal));
    return 0;
  }
  const outcomes: TestOutcome[] = [];
  const isInterrupted = await runTests(tests, seeds, flags, terminal, outcomes);
  const result = { parameters: parametersHash(), tests: outcomes.map(outcomeData) };
  if (flags.json === true) terminal.out(`${jsonText(result)}\n`);
  else terminal.out(tallyText(outcomes, chosen.length - tests.length, result.parameters));
  if (isInterrupted) {
    terminal.error(`foulee: warning: interrupted after ${outcomes.length} of ${tests.length} tests\n`);
    return INTERRUPTED;
  }
  return outcomes.every(({ passes }) => passes) ? 0 : 1;
}

/** @returns whether Ctrl-C came before the end */
async function runTests(
  tests: readonly ValidationTest[],
  seeds: number | undefined,
  flags: ValidateFlags,
  terminal: Terminal,
  outcomes: TestOutcome[],
): Promise<boolean> {
  const table = createTable(tests, terminal, styles(terminal).bold);
  const progress = createProgress(terminal, tests.length, false);
  const interruption = listenForInterruption();
  try {
    for (const test of tests) {
      progress.begin(test.name);
      const most = seeds ?? test.seeds;
      const outcome = await runOne(test, most, (done) => {
        progress.advance(done / most, `${test.name}, run ${done} of ${most}`);
        return interruption.hasCome();
      });
      if (outcome === undefined) return true;
      outcomes.push(outcome);
      if (flags.json === true) continue;
      // The bar is in the way of the row.
      if (terminal.errorIsTerminal) terminal.error('\r\u001b[K');
      terminal.out(table(outcome));
    }
  } finally {
    interruption.end();
    progress.end();
  }
  return false;
}

/** @returns undefined if it was stopped */
async function runOne(
  test: ValidationTest,
  seeds: number,
  isStopped: (done: number) => boolean,
): Promise<TestOutcome | undefined> {
  const start = process.cpuUsage();
  const outcome = (verdict: Pick<TestResult, 'measured' | 'passes'>): TestOutcome => {
    const { user, system } = process.cpuUsage(start);
    return { test, seeds, seconds: Math.round((user + system) / 1e4) / 100, ...verdict };
  };
  const runs: Figures[] = [];
  try {
    for (let seed = 1; seed <= seeds; seed++) {
      runs.push(test.measure(seed));
      // Signals are heard in between.
      await new Promise(setImmediate);
      if (isStopped(seed)) return undefined;
    }
    return outcome(test.judge(runs));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return outcome({ measured: `broke in run ${runs.length + 1}: ${plainText(text).slice(0, 200)}`, passes: false });
  }
}

/** What `--list --json` says of a test. */
function describe({ name, title, source, geometry, population, expected, seeds, cost }: ValidationTest) {
  return { name, title, source, geometry, population, expected, seeds, cost };
}

function outcomeData({ test, seeds, seconds, measured, passes }: TestOutcome) {
  const { name, title, source, geometry, population, expected } = test;
  return {
    name,
    title,
    source,
    geometry,
    population,
    seeds,
    measured,
    expected,
    verdict: passes ? 'pass' : 'fail',
    seconds,
  };
}
