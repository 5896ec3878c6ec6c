/**
 * Axes of a plot: numbers → a range that begins and ends where the data does or on a tick, ticks at 1, 2 or 5 times a power of ten,
 * and their lettering with no more decimals than the step needs. Powers of ten are reached by whole steps, so that nothing depends
 * on how a machine rounds a logarithm.
 */

export interface PlotAxis {
  label: string;
  /** Shown in brackets after the label; '' for none. */
  unit: string;
  /** Ends of the axis; left out: round numbers around the data. */
  min?: number;
  max?: number;
}

export interface AxisScale {
  min: number;
  max: number;
  ticks: number[];
  /** The ticks as they are written. */
  texts: string[];
}

/** Beyond these sizes neither ticks nor pixels could be told apart. */
const LARGEST = 1e12;
const SMALLEST_SPAN = 1e-9;

/** @param values of all series on this axis; what is no number is left out */
export function scaleOf(axis: PlotAxis, values: Iterable<number>, most: number): AxisScale {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    const within = Math.min(LARGEST, Math.max(-LARGEST, value));
    low = Math.min(low, within);
    high = Math.max(high, within);
  }
  if (low > high) [low, high] = [0, 1];
  // Measures that begin not far from zero are shown from zero on.
  if (low > 0 && low < 0.5 * high) low = 0;
  let from = axis.min ?? Math.min(low, axis.max ?? low);
  let to = axis.max ?? Math.max(high, from);
  const smallest = SMALLEST_SPAN * Math.max(1, Math.abs(from), Math.abs(to));
  // All in one place, or beyond the end that was given: any room beside it will do.
  if (!(to - from > smallest)) {
    if (axis.max === undefined) to = from + Math.max(1, smallest);
    else from = to - Math.max(1, smallest);
  }
  const { step, decimals } = stepOf((to - from) / most);
  const min = axis.min ?? Math.floor(from / step + 1e-9) * step;
  const max = axis.max ?? Math.ceil(to / step - 1e-9) * step;
  const ticks: number[] = [];
  for (let k = Math.ceil(min / step - 1e-9); k * step <= max + 1e-9 * step; k++) ticks.push(k * step + 0);
  const texts = ticks.map((tick) => tick.toFixed(decimals).replace('-', '−'));
  return { min, max, ticks, texts };
}

/** The least of 1, 2, 5, 10, 20 … (or 0.1, 0.2, 0.5 …) that is not below `least`. */
function stepOf(least: number): { step: number; decimals: number } {
  let power = 1;
  let decimals = 0;
  while (power < least) power *= 10;
  while (power / 10 >= least && decimals < 12) {
    power /= 10;
    decimals++;
  }
  // Now power / 10 < least ≤ power.
  for (const part of [5, 2]) {
    if (power / part < least) continue;
    return { step: power / part, decimals: power > 1 ? 0 : decimals + 1 };
  }
  return { step: power, decimals };
}
