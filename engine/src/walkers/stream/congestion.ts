/**
 * Which coarse tiles are congested: predicted from goals (M02 §3.3.2), or measured from where walkers are.
 * Cost: goals and coarse tiles once; walkers per measurement.
 */
import { coarseTileAt, isCongested, predictDensity, type TownDensity } from '../../raster/density-map.ts';
import type { Streamers } from './columns.ts';

export function predictCongestion(density: TownDensity, walkers: number, congested: Uint8Array): void {
  const predicted = predictDensity(density, walkers);
  for (let c = 0; c < congested.length; c++) congested[c] = isCongested(predicted[c]) ? 1 : 0;
}

/** @param walkers one number per coarse tile, to count with */
export function measureCongestion(
  density: TownDensity,
  { count, place }: Streamers,
  walkers: Int32Array,
  congested: Uint8Array,
): void {
  walkers.fill(0);
  for (let i = 0; i < count; i++) walkers[coarseTileAt(density, place[2 * i], place[2 * i + 1])]++;
  for (let c = 0; c < congested.length; c++) {
    congested[c] = density.area[c] > 0 && isCongested(walkers[c] / density.area[c]) ? 1 : 0;
  }
}
