/**
 * Statistics of numbers that come one by one: mean and deviation as they come, exact quantiles from all of them.
 *
 * The mean and the sum of squares about it are carried along (Welford 1962), so that nothing is lost where numbers are
 * large and alike. Quantiles are those of the sorted numbers, linear between neighbours (Hyndman and Fan's type 7).
 * A running one keeps five numbers; a sample keeps all and sorts a copy when asked.
 */
import { GrowableFloats } from '../core/growable.ts';

export interface Running {
  count: number;
  mean: number;
  /** Sum of the squares of the distances from the mean. */
  squares: number;
  least: number;
  greatest: number;
}

export function createRunning(): Running {
  return { count: 0, mean: 0, squares: 0, least: Infinity, greatest: -Infinity };
}

/** What is no number is left out. */
export function addNumber(running: Running, value: number): void {
  if (!Number.isFinite(value)) return;
  running.count++;
  const before = value - running.mean;
  running.mean += before / running.count;
  running.squares += before * (value - running.mean);
  if (value < running.least) running.least = value;
  if (value > running.greatest) running.greatest = value;
}

/** The standard deviation of a sample (count − 1); 0 for fewer than two numbers. */
export function deviationOf(running: Running): number {
  return running.count < 2 ? 0 : Math.sqrt(running.squares / (running.count - 1));
}

export interface Summary {
  count: number;
  /** NaN, like all that follow, if there is no number. */
  mean: number;
  deviation: number;
  least: number;
  median: number;
  p95: number;
  greatest: number;
}

export function summarise(values: GrowableFloats): Summary {
  const running = createRunning();
  for (let i = 0; i < values.length; i++) addNumber(running, values.array[i]);
  const sorted = values.values().filter(Number.isFinite).sort();
  return {
    count: running.count,
    mean: running.count > 0 ? running.mean : Number.NaN,
    deviation: running.count > 0 ? deviationOf(running) : Number.NaN,
    least: quantile(sorted, 0),
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    greatest: quantile(sorted, 1),
  };
}

/** The number below which a share of the sorted ones lies; NaN if there is none. */
export function quantile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = Math.min(1, Math.max(0, share)) * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  const between = at - low;
  return between === 0 ? sorted[low] : sorted[low] + between * (sorted[high] - sorted[low]);
}
