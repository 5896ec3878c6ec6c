/**
 * Who is ahead: a ray along the velocity finds the first walker within ten tiles (M02 §3.2, §4.3.2).
 *
 * The ray visits every tile it crosses. Distance is measured, in tiles, to where the ray enters the tile of the other. A tile that nobody
 * can walk on ends the ray: nobody behind a building is in the way. Cost: at most the tiles crossed, 14 on a diagonal.
 */
import { NONE } from '../../core/none.ts';
import { isAccessible } from '../../raster/tiles.ts';
import type { StreamMaps } from './maps.ts';
import type { Trial } from './marks.ts';
import { angleDifference, COSINE, SINE } from './polar.ts';
import type { StreamSettings } from './settings.ts';

export const CLOSE = 0;
export const NEAR = 1;
export const FAR = 2;

/** ↑↑, ↑↓ and ⊥. */
export const FOLLOWING = 0;
export const FRONT = 1;
export const CROSSING = 2;

/** What a ray met: slot of the first walker, or NONE, and tiles to its tile. */
export interface Sight {
  slot: number;
  distance: number;
}

/** @param reach tiles */
export function lookAhead(maps: StreamMaps, trial: Trial, angle: number, reach: number, sight: Sight): void {
  const { tiles, human } = maps;
  const { side, columns, rows, kind } = tiles;
  const dx = COSINE[angle];
  const dy = SINE[angle];
  let row = Math.floor(trial.tile / columns);
  let column = trial.tile - row * columns;
  const inX = (trial.x - tiles.x) / side - column;
  const inY = (trial.y - tiles.y) / side - row;
  const stepX = dx > 0 ? 1 : -1;
  const stepY = dy > 0 ? 1 : -1;
  const perColumn = dx === 0 ? Infinity : 1 / Math.abs(dx);
  const perRow = dy === 0 ? Infinity : 1 / Math.abs(dy);
  let toColumn = dx === 0 ? Infinity : (dx > 0 ? 1 - inX : inX) * perColumn;
  let toRow = dy === 0 ? Infinity : (dy > 0 ? 1 - inY : inY) * perRow;
  sight.slot = NONE;
  for (;;) {
    let distance: number;
    if (toColumn < toRow) {
      distance = toColumn;
      column += stepX;
      toColumn += perColumn;
    } else {
      distance = toRow;
      row += stepY;
      toRow += perRow;
    }
    if (distance > reach || column < 0 || row < 0 || column >= columns || row >= rows) return;
    const tile = row * columns + column;
    if (human[tile] !== NONE) {
      sight.slot = human[tile];
      sight.distance = distance;
      return;
    }
    if (!isAccessible(kind[tile])) return;
  }
}

/** CLOSE, NEAR or FAR. @param distance tiles, within reach of the ray */
export function distanceClass({ close, near }: StreamSettings, distance: number): number {
  if (distance <= close) return CLOSE;
  return distance <= near ? NEAR : FAR;
}

/** FOLLOWING, FRONT or CROSSING. */
export function relationOf({ following, front }: StreamSettings, angle: number, other: number): number {
  const steps = angleDifference(angle, other);
  if (steps <= following) return FOLLOWING;
  return steps >= front ? FRONT : CROSSING;
}
