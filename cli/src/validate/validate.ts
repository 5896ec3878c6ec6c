/**
 * `foulee validate [NAME…]`: run the validation tests on this build and say what came out.
 *
 *   1. which tests                              validate-choice.ts
 *   2. run them, several at once                validate-runners.ts, validate-worker.ts
 *   3. say it: a row of the table as soon as a test is over and those before it are, or JSON at the end      validate-table.ts
 *
 * Ctrl-C ends the runs at hand; what is over by then is said. A test that breaks is a test that fails, with what broke it.
 */
import { VALIDATION_TESTS, type ValidationTest } from '@foulee/validation';
import { parseWhole } from '../place/environment.ts';
import { type Interruption, listenForInterruption } from '../terminal/interruption.ts';
import { jsonText, plainText, styles, type Terminal } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { chooseTests, costOf, quickOnes } from './validate-choice.ts';
import { parametersHash } from './validate-parameters.ts';
import { type DoneRun, runHere, type Runners, startThreads } from './validate-runners.ts';
import { createTable, listText, type TestOutcome, tallyText } from './validate-table.ts';

export interface ValidateFlags {
  list?: boolean;
  quick?: boolean;
  seeds?: string;
  threads?: string;
  json?: boolean;
}

const MOST_SEEDS = 1000;
const MOST_THREADS = 64;
/** Seconds of work that `--quick` may take. */
const QUICK = 50;

/**
 * Exit code: 0 when all pass, else 1; 128 and the number of the signal that came before the end.
 * @param known all tests there are; threads know only those of the project
 */
export async function validate(
  names: readonly string[],
  flags: ValidateFlags,
  terminal: Terminal,
  known: readonly ValidationTest[] = VALIDATION_TESTS,
): Promise<number> {
  const seeds = flags.seeds === undefined ? undefined : parseWhole('--seeds', flags.seeds, 1, MOST_SEEDS);
  const threads = flags.threads === undefined ? undefined : parseWhole('--threads', flags.threads, 1, MOST_THREADS);
  const chosen = chooseTests(known, names);
  const tests = flags.quick === true ? quickOnes(chosen, QUICK, seeds) : chosen;
  if (flags.list === true) {
    terminal.out(flags.json === true ? `${jsonText({ tests: tests.map(describe) })}\n` : listText(tests, terminal));
    return 0;
  }
  const runners = known === VALIDATION_TESTS ? startThreads(threads) : runHere();
  const table = createTable(tests, terminal, styles(terminal).bold);
  const interruption = listenForInterruption();
  const outcomes = await runTests(tests, seeds, runners, interruption, terminal, (outcome) => {
    if (flags.json === true) return;
    // The bar is in the way of the row.
    if (terminal.errorIsTerminal) terminal.error('\r\u001b[K');
    terminal.out(table(outcome));
  });
  const result = { parameters: parametersHash(), tests: outcomes.map(outcomeData) };
  if (flags.json === true) terminal.out(`${jsonText(result)}\n`);
  else terminal.out(tallyText(outcomes, chosen.length - tests.length, result.parameters));
  if (outcomes.length < tests.length) {
    terminal.error(`foulee: warning: interrupted after ${outcomes.length} of ${tests.length} tests\n`);
    return interruption.code();
  }
  return outcomes.every(({ passes }) => passes) ? 0 : 1;
}

/**
 * @param tell is told each outcome, in the order of the tests
 * @returns those that there are: fewer than tests if a signal came
 */
async function runTests(
  tests: readonly ValidationTest[],
  seeds: number | undefined,
  runners: Runners,
  interruption: Interruption,
  terminal: Terminal,
  tell: (outcome: TestOutcome) => void,
): Promise<TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  const progress = createProgress(terminal, 1, false);
  const work = tests.reduce((sum, test) => sum + costOf(test, seeds), 0);
  let done = 0;
  progress.begin(tests.length === 1 ? tests[0].name : `${tests.length} tests`);
  try {
    // All are asked for at once, and done in this order.
    const pending = tests.map((test) => {
      const most = seeds ?? test.seeds;
      let runs = 0;
      return runTest(test, most, runners, () => {
        done += costOf(test, seeds) / most;
        progress.advance(Math.min(1, done / work), `${test.name}, run ${++runs} of ${most}`);
      });
    });
    for (const test of pending) {
      const outcome = await Promise.race([test, interruption.coming]);
      if (outcome === undefined || interruption.hasCome()) break;
      outcomes.push(outcome);
      tell(outcome);
    }
  } finally {
    interruption.end();
    progress.end();
    await runners.end();
  }
  return outcomes;
}

async function runTest(test: ValidationTest, seeds: number, runners: Runners, told: () => void): Promise<TestOutcome> {
  const settled = await Promise.allSettled(
    Array.from({ length: seeds }, async (_, k) => {
      const run = await runners.run(test, k + 1);
      told();
      return run;
    }),
  );
  const runs: DoneRun[] = [];
  try {
    for (const run of settled) {
      if (run.status === 'rejected') throw run.reason;
      runs.push(run.value);
    }
    return { ...outcomeOf(test, seeds, runs), ...test.judge(runs.map(({ figures }) => figures)) };
  } catch (error) {
    const text = plainText(error instanceof Error ? error.message : String(error)).slice(0, 200);
    const where = runs.length < seeds ? `run ${runs.length + 1}` : 'its verdict';
    return { ...outcomeOf(test, seeds, runs), measured: `broke in ${where}: ${text}`, passes: false };
  }
}

function outcomeOf(test: ValidationTest, seeds: number, runs: readonly DoneRun[]) {
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  return { test, seeds, seconds: Math.round(100 * seconds) / 100 };
}

/** What `--list --json` says of a test. */
function describe({ name, title, source, geometry, population, expected, seeds, cost }: ValidationTest) {
  return { name, title, source, geometry, population, expected, seeds, cost };
}

function outcomeData({ test, seeds, seconds, measured, passes }: TestOutcome) {
  const { name, title, source, geometry, population, expected } = test;
  const verdict = passes ? 'pass' : 'fail';
  return { name, title, source, geometry, population, seeds, measured, expected, verdict, seconds };
}
