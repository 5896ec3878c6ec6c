/** Runs that came to their end, beside each other: which one another is compared with, and what differs. */
import type { FinishedRun } from './playback.svelte.ts';
import { clock, span } from './words.ts';

/** Did everybody arrive, and did anybody come? Else how long it took says nothing. */
const isWhole = ({ summary: { inside, arrived } }: FinishedRun): boolean => inside === 0 && arrived > 0;

/** The one to compare with: that which was chosen, or the last one of the same name before it; of those in which all arrived. */
export function comparedWith(
  runs: readonly FinishedRun[],
  run: FinishedRun,
  chosen: FinishedRun | undefined,
): FinishedRun | undefined {
  if (!isWhole(run)) return undefined;
  if (chosen !== undefined && chosen !== run && runs.includes(chosen) && isWhole(chosen)) return chosen;
  return runs.slice(0, runs.indexOf(run)).findLast((other) => other.name === run.name && isWhole(other));
}

const differenceOf = (run: FinishedRun, other: FinishedRun): number => run.summary.seconds - other.summary.seconds;

/** As short as it gets: −10.3 s. */
export function shortDifference(run: FinishedRun, other: FinishedRun): string {
  const difference = differenceOf(run, other);
  if (Math.abs(difference) < 0.05) return '± 0 s';
  return `${difference < 0 ? '−' : '+'}${span(Math.abs(difference))}`;
}

/** @param called what the other one is called: the run before, run 2 */
export function differenceText(run: FinishedRun, other: FinishedRun, called: string): string {
  const difference = differenceOf(run, other);
  if (Math.abs(difference) < 0.05) return `As long as ${called}.`;
  const share = Math.round((100 * Math.abs(difference)) / other.summary.seconds);
  const how = difference < 0 ? 'quicker' : 'slower';
  return `${span(Math.abs(difference))} ${how} than ${called} (${clock(other.summary.seconds)}, ${share} %).`;
}

/** How long people searched, all together. @returns undefined unless that is known of both */
export function searchDifference(run: FinishedRun, other: FinishedRun, called: string): string | undefined {
  const [now, before] = [run.summary.search?.seconds, other.summary.search?.seconds];
  if (now === undefined || before === undefined) return undefined;
  const difference = Math.round(now) - Math.round(before);
  if (difference === 0) return `As much search as in ${called}.`;
  const much = `${Math.abs(difference).toLocaleString('en')} s ${difference < 0 ? 'less' : 'more'} search than in ${called}`;
  return `${much} (${Math.round(before).toLocaleString('en')} s).`;
}
