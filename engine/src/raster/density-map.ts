/**
 * The density map: how crowded is each part of a town? A coarse raster, 30 × 30 unless told (M02 §3.3.2).
 *
 * In: tiles, goals. Out: per coarse tile the goals and the accessible floor in it. From these M02 predicts the density of walkers: they
 * spread like goals, because they start between pairs of goals and walk from goal to goal. Ours may also be measured, from where walkers
 * are. A coarse tile is congested above one walker per 1.5 m² of its accessible floor.
 * Cost: linear in tiles once, in walkers per measurement.
 */
import { InputError } from '../core/errors.ts';
import type { Points } from './tile-lines.ts';
import { isAccessible, type Tiles } from './tiles.ts';

/** Walkers per m². */
export const CONGESTED = 1 / 1.5;

export const COARSE_TILES = 30;

export interface TownDensity {
  /** Lower left corner, and width and height of a coarse tile, metres. Coarse tile = row · columns + column. */
  x: number;
  y: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
  /** Accessible floor, m². */
  area: Float64Array;
  /** Goals in each. */
  goals: Int32Array;
}

/** @param across coarse tiles along each axis, at most as many as there are tiles */
export function densityMap(tiles: Tiles, goals: Points, across = COARSE_TILES): TownDensity {
  if (!Number.isSafeInteger(across) || across < 1) {
    throw new InputError('density map', `cannot be ${across} × ${across}`, 'give a whole number, for example 30');
  }
  const columns = Math.min(across, tiles.columns);
  const rows = Math.min(across, tiles.rows);
  const map: TownDensity = {
    x: tiles.x,
    y: tiles.y,
    width: (tiles.columns * tiles.side) / columns,
    height: (tiles.rows * tiles.side) / rows,
    columns,
    rows,
    area: new Float64Array(columns * rows),
    goals: new Int32Array(columns * rows),
  };
  for (let row = 0, t = 0; row < tiles.rows; row++) {
    // A tile counts where its centre is.
    const coarseRow = Math.floor(((row + 0.5) * rows) / tiles.rows);
    for (let column = 0; column < tiles.columns; column++, t++) {
      if (!isAccessible(tiles.kind[t])) continue;
      map.area[coarseRow * columns + Math.floor(((column + 0.5) * columns) / tiles.columns)] += tiles.side ** 2;
    }
  }
  for (let g = 0; g < goals.x.length; g++) map.goals[coarseTileAt(map, goals.x[g], goals.y[g])]++;
  return map;
}

/** The coarse tile of a point; the nearest one beyond the map. */
export function coarseTileAt({ x, y, width, height, columns, rows }: TownDensity, px: number, py: number): number {
  const column = Math.min(columns - 1, Math.max(0, Math.floor((px - x) / width)));
  return Math.min(rows - 1, Math.max(0, Math.floor((py - y) / height))) * columns + column;
}

/** Predicted walkers per m² if this many are in town: shared out like the goals. 0 where there is no floor, and without goals. */
export function predictDensity(map: TownDensity, walkers: number): Float64Array {
  let goals = 0;
  for (const count of map.goals) goals += count;
  return Float64Array.from(map.area, (area, i) =>
    area > 0 && goals > 0 ? (walkers * map.goals[i]) / goals / area : 0,
  );
}

/** Measured walkers per m², into `density`. @param count of the points, from the first on */
export function measureDensity(map: TownDensity, walkers: Points, count: number, density: Float64Array): void {
  density.fill(0);
  for (let i = 0; i < count; i++) density[coarseTileAt(map, walkers.x[i], walkers.y[i])]++;
  for (let i = 0; i < density.length; i++) density[i] = map.area[i] > 0 ? density[i] / map.area[i] : 0;
}

export function isCongested(density: number): boolean {
  return density > CONGESTED;
}
