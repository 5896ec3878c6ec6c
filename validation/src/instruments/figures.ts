/** Figures of several runs → means and lists, and numbers as they are shown. */
import type { Figures } from './validation-test.ts';
import { mean } from './statistics.ts';

/** NaN where a run has none: nothing that is compared with it passes. */
export function meanOf(runs: readonly Figures[], name: string): number {
  return mean(runs.map((run) => run[name] ?? Number.NaN));
}

/** Several numbers of one kind in the figures of a run: `speed 1`, `speed 2`, … */
export function numbered(name: string, values: readonly number[]): Figures {
  return Object.fromEntries(values.map((value, k) => [`${name} ${k + 1}`, value]));
}

export function numbersOf(run: Figures, name: string): number[] {
  const values: number[] = [];
  for (let k = 1; `${name} ${k}` in run; k++) values.push(run[`${name} ${k}`]);
  return values;
}

export function greatestOf(runs: readonly Figures[], name: string): number {
  return Math.max(...runs.map((run) => run[name] ?? Number.NaN));
}

/** A dash where there is no number. */
export function shown(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}

export function shownAll(values: readonly number[], digits: number, between = ' / '): string {
  return values.map((value) => shown(value, digits)).join(between);
}

/** Does each number exceed the one before? Never with NaN among them. */
export function isRising(values: readonly number[]): boolean {
  return values.every((value, k) => (k === 0 ? Number.isFinite(value) : value > values[k - 1]));
}

/** ", 12 left inside" where people did not get out: a mean over the runs. */
export function insideText(inside: number): string {
  return inside === 0 ? '' : `, ${shown(inside, 1)} left inside`;
}
