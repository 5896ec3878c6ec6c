/**
 * A validation test as data: where it comes from, what is set up, what is measured and what is expected. A test sets geometry,
 * population and demand only; the parameters of the walkers are the engine's own, one set for all tests.
 *
 * `measure` is one run with one seed; `judge` looks at the figures of all runs. Both are pure, so that the command and the page run
 * the same tests.
 */

/** Named numbers measured in one run; NaN where there was nothing to measure. */
export type Figures = Record<string, number>;

export interface Verdict {
  /** What was measured, in words and numbers a planner can check: "27.8–31.2 s". */
  measured: string;
  passes: boolean;
}

export interface ValidationTest {
  /** As it is asked for on the command line: `rimea-1`, `nist-2.8`, `doors`. */
  name: string;
  title: string;
  /** Which standard or experiment says so, and how it was transcribed. */
  source: string;
  geometry: string;
  population: string;
  /** What has to come out. */
  expected: string;
  /** Runs, with seeds 1, 2, … */
  seeds: number;
  /** Seconds of CPU all its runs take together, roughly: what `--quick` chooses by. */
  cost: number;
  measure: (seed: number) => Figures;
  judge: (runs: readonly Figures[]) => Verdict;
}
