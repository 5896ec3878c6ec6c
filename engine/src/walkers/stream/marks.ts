/**
 * Marks of a trial direction, each out of 100 (M02 §4.3.1), and their mean.
 *
 *   static   the next tile is accessible: 100 if the fifth tile ahead is too, else `farBlocked`
 *   flow     100 along the direction stored on the next tile, 0 against it, 12.5 less per angle step; weighted by the direction's intensity
 *   goal     50 · (1 + cos of the angle between trial direction and goal)
 *
 * A direction whose next tile is inaccessible, or that cuts the corner of an inaccessible tile, is refused whatever its other marks.
 * The mean is (static + w · flow + goal) / (2 + w) with intensity w: a tile without a direction leaves the flow mark out.
 * M02's own goal mark (its equation 4.4) grows with the distance to the goal, so it is not used.
 * The next tile is the first that a ray from the walker's place enters. Cost: a few look-ups.
 */
import { NONE } from '../../core/none.ts';
import { directionShare } from '../../raster/direction-field.ts';
import { isAccessible, type Tiles } from '../../raster/tiles.ts';
import type { StreamMaps } from './maps.ts';
import { angleDifference, angleOfVector, COSINE, SINE } from './polar.ts';

/** Marks are never negative. */
export const REFUSED_MARK = -1;

/** Of the flow mark, lost per angle step. */
const PER_STEP = 12.5;
/** The fifth tile ahead modulates the static mark. */
const FAR_TILES = 5;
/** A ray that meets two borders of a tile within this share of its side runs through the corner. */
const CORNER = 1e-9;

/**
 * Who tries directions: slot (NONE: nobody whose body counts), place, tile, unit vector to its goal, seconds of simulated time, and the tiles
 * that the longest step takes it.
 */
export interface Trial {
  slot: number;
  x: number;
  y: number;
  tile: number;
  goalX: number;
  goalY: number;
  now: number;
  reach: number;
}

export function createTrial(reach = 0): Trial {
  return { slot: NONE, x: 0, y: 0, tile: 0, goalX: 0, goalY: 0, now: 0, reach };
}

export function putTrial(trial: Trial, x: number, y: number, tile: number, now: number): void {
  trial.x = x;
  trial.y = y;
  trial.tile = tile;
  trial.now = now;
}

/** Direct a trial at a goal. At the goal itself all directions are equally good. */
export function aimTrial(trial: Trial, goalX: number, goalY: number): void {
  const dx = goalX - trial.x;
  const dy = goalY - trial.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  trial.goalX = length > 0 ? dx / length : 0;
  trial.goalY = length > 0 ? dy / length : 0;
}

/** The tile entered next in a direction; NONE if it is inaccessible or the way there cuts a corner. */
export function nextTile(tiles: Tiles, { x, y, tile, reach }: Trial, angle: number): number {
  const { side, columns, rows, kind } = tiles;
  const dx = COSINE[angle];
  const dy = SINE[angle];
  const row = Math.floor(tile / columns);
  const column = tile - row * columns;
  const inX = (x - tiles.x) / side - column;
  const inY = (y - tiles.y) / side - row;
  const toColumn = dx > 0 ? (1 - inX) / dx : dx < 0 ? -inX / dx : Infinity;
  const toRow = dy > 0 ? (1 - inY) / dy : dy < 0 ? -inY / dy : Infinity;
  const nextColumn = dx > 0 ? column + 1 : column - 1;
  const nextRow = dy > 0 ? row + 1 : row - 1;
  // One step may take it over both borders.
  const isCorner = Math.abs(toColumn - toRow) < CORNER || Math.max(toColumn, toRow) <= reach;
  if (isCorner || toColumn < toRow) {
    if (nextColumn < 0 || nextColumn >= columns) return NONE;
    if (!isCorner) return isAccessible(kind[tile - column + nextColumn]) ? tile - column + nextColumn : NONE;
  }
  if (nextRow < 0 || nextRow >= rows) return NONE;
  const above = nextRow * columns + column;
  if (!isAccessible(kind[above])) return NONE;
  if (!isCorner) return above;
  const diagonal = above - column + nextColumn;
  return isAccessible(kind[tile - column + nextColumn]) && isAccessible(kind[diagonal]) ? diagonal : NONE;
}

/** Static mark of a direction whose next tile is accessible. */
export function staticMark({ tiles, settings }: StreamMaps, { x, y }: Trial, angle: number): number {
  const { side, columns, rows, kind } = tiles;
  const column = Math.floor((x - tiles.x) / side + FAR_TILES * COSINE[angle]);
  const row = Math.floor((y - tiles.y) / side + FAR_TILES * SINE[angle]);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return settings.farBlocked;
  return isAccessible(kind[row * columns + column]) ? 100 : settings.farBlocked;
}

/** Flow mark of a direction into a tile with a stored direction. */
export function flowMark(maps: StreamMaps, tile: number, angle: number): number {
  return 100 - PER_STEP * stepsOffFlow(maps, tile, angle);
}

/** Angle steps off the stored direction: a whole number, which costs nothing to hand on. */
function stepsOffFlow({ field }: StreamMaps, tile: number, angle: number): number {
  return angleDifference(angleOfVector(field.x[tile], field.y[tile]), angle);
}

/** 0 … 1: what is left of the direction stored on a tile; 0 where there is none. */
export function flowIntensity({ field, settings }: StreamMaps, tile: number, now: number): number {
  if (!settings.usesField) return 0;
  const share = directionShare(field, tile, now);
  if (share === 0) return 0;
  return share * Math.sqrt(field.x[tile] * field.x[tile] + field.y[tile] * field.y[tile]);
}

export function goalMark({ goalX, goalY }: Trial, angle: number): number {
  return 50 * (1 + goalX * COSINE[angle] + goalY * SINE[angle]);
}

/** The mean of the marks of a direction, or REFUSED_MARK. */
export function markOf(maps: StreamMaps, trial: Trial, angle: number): number {
  const next = nextTile(maps.tiles, trial, angle);
  if (next === NONE) return REFUSED_MARK;
  const sum = staticMark(maps, trial, angle) + goalMark(trial, angle);
  const weight = flowIntensity(maps, next, trial.now);
  return weight === 0 ? sum / 2 : (sum + weight * (100 - PER_STEP * stepsOffFlow(maps, next, angle))) / (2 + weight);
}
