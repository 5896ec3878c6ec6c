/**
 * Figures of a town with walkers: how dense goals and people are on the coarse map, and what goes with what.
 * Cost: walkers per second of simulated time.
 */
import { coarseTileAt } from '../../raster/density-map.ts';
import { stepStreamTown, type StreamTown } from './stream-town.ts';

/** Of coarse tiles that have floor; all are equally large, so numbers in them are densities. */
interface Densities {
  tiles: number[];
  /** Goals and walkers in each, walkers averaged over time. */
  goals: number[];
  walkers: number[];
}

/** Walk for so many seconds, counting walkers once a second. */
export function densities(run: StreamTown, seconds: number): Densities {
  const { crowd, town, settings } = run;
  const { density } = town;
  const counted = new Float64Array(density.area.length);
  for (let second = 0; second < seconds; second++) {
    for (let k = 0; k < 1 / settings.step; k++) stepStreamTown(run);
    for (let i = 0; i < crowd.count; i++)
      counted[coarseTileAt(density, crowd.place[2 * i], crowd.place[2 * i + 1])] += 1 / seconds;
  }
  const tiles = Array.from(density.area.keys()).filter((c) => density.area[c] > 0);
  return {
    tiles,
    goals: tiles.map((c) => density.goals[c]),
    walkers: tiles.map((c) => counted[c]),
  };
}

/** Pearson's r. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [aa, ab, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    aa += (a[i] - ma) ** 2;
    ab += (a[i] - ma) * (b[i] - mb);
    bb += (b[i] - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

/** Student's t for 19 degrees of freedom, 95 %: for twenty runs. */
const T19 = 2.093;

/** The mean of twenty values, and half its interval of 95 %. */
export function meanAndInterval(values: readonly number[]): { mean: number; half: number } {
  if (values.length !== 20) throw new Error('give twenty values');
  const mean = values.reduce((sum, value) => sum + value, 0) / 20;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 19;
  return { mean, half: T19 * Math.sqrt(variance / 20) };
}
