/** Figures of many values: quantiles, means, and how fast something grows. */

/** The value that this share of all values does not exceed; of two in the middle the mean. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return Number.NaN;
  const rank = share * sorted.length;
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(rank) - 1));
  const next = Math.min(sorted.length - 1, at + 1);
  return Number.isInteger(rank) && rank > 0
    ? ((sorted[at] as number) + (sorted[next] as number)) / 2
    : (sorted[at] as number);
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
}

export function largest(values: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i] as number);
  return most;
}

/** The e of y = c · x^e that fits best: the slope of the least-squares line through the logarithms. */
export function growthExponent(points: readonly (readonly [x: number, y: number])[]): number {
  const xs = points.map(([x]) => Math.log(x));
  const ys = points.map(([, y]) => Math.log(y));
  const middleX = mean(xs);
  const middleY = mean(ys);
  let across = 0;
  let along = 0;
  for (const [i, x] of xs.entries()) {
    across += (x - middleX) * ((ys[i] as number) - middleY);
    along += (x - middleX) ** 2;
  }
  return across / along;
}
