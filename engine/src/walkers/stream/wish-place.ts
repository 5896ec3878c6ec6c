/**
 * Where somebody is after the step if nobody minds: place + speed · step along its angle, past what stands in the way.
 *
 *   bodies   somebody who touched another in the step before slides along it                            slide.ts
 *   tiles    never onto an inaccessible tile, never round the corner of one: along its edge instead
 *   walls    where the walls of a mesh are known, a body keeps its radius from them: pushed off as far as needed    wall-room.ts
 *
 * Whoever gets nowhere stays, and looks again. Indexed velocities meet edges at any angle (M02 has neither bodies nor walls beside tiles): without
 * sliding they would stay at corners for ever.
 */
import { isAccessible, type Tiles } from '../../raster/tiles.ts';
import type { Streamers } from './columns.ts';
import type { StreamMaps } from './maps.ts';
import { angleOf, angleOfVector, COSINE, normOf, polarOf, SINE, SPEED } from './polar.ts';
import { slideAlong } from './slide.ts';
import { type Housed, keepOff } from './wall-room.ts';

/** Share of a step below which a slide along an edge is not worth it. */
const WORTH = 0.1;

/** @param step room for x and y of a step */
export function wishPlace(maps: StreamMaps, crowd: Streamers, i: number, step: Float64Array): void {
  const { settings } = maps;
  const { nextPolar } = crowd;
  const angle = angleOf(nextPolar[i]);
  const length = SPEED[normOf(nextPolar[i])] * settings.step;
  step[0] = length * COSINE[angle];
  step[1] = length * SINE[angle];
  crowd.slid[i] = crowd.refused[i] > 0 && crowd.waits[i] > 0 && slideAlong(maps, crowd, i, step) ? 1 : 0;
  const dx = step[0];
  const dy = step[1];
  if (takeStep(maps, crowd, i, step)) {
    if (step[0] !== dx || step[1] !== dy) faceStep(crowd, i, step);
    return;
  }
  crowd.due[i] = 1;
  const least = WORTH * length;
  if (Math.abs(dx) > least) {
    step[0] = dx;
    step[1] = 0;
    if (takeStep(maps, crowd, i, step)) return;
  }
  if (Math.abs(dy) > least) {
    step[0] = 0;
    step[1] = dy;
    if (takeStep(maps, crowd, i, step)) return;
  }
  stayHere(crowd, i);
}

/** Who was turned aside looks the way it goes: facing the wall, it would look for its next direction there. */
function faceStep({ nextPolar }: Streamers, i: number, step: Float64Array): void {
  nextPolar[i] = polarOf(angleOfVector(step[0], step[1]), normOf(nextPolar[i]));
}

export function stayHere({ place, nextPlace, tile, nextTile }: Streamers, i: number): void {
  nextPlace[2 * i] = place[2 * i];
  nextPlace[2 * i + 1] = place[2 * i + 1];
  nextTile[i] = tile[i];
}

/** @returns false if it would leave the accessible tiles, or there is no room beside walls */
function takeStep(maps: StreamMaps, crowd: Streamers, i: number, step: Float64Array): boolean {
  const { tiles, walls } = maps;
  const { place, nextPlace, tile, nextTile } = crowd;
  if (walls !== undefined && !keepOff(walls, crowd as Streamers & Housed, i, step)) return false;
  const x = place[2 * i] + step[0];
  const y = place[2 * i + 1] + step[1];
  const column = Math.floor((x - tiles.x) / tiles.side);
  const row = Math.floor((y - tiles.y) / tiles.side);
  if (column < 0 || row < 0 || column >= tiles.columns || row >= tiles.rows) return false;
  const to = row * tiles.columns + column;
  if (to !== tile[i] && !canEnter(tiles, tile[i], to)) return false;
  nextPlace[2 * i] = x;
  nextPlace[2 * i + 1] = y;
  nextTile[i] = to;
  return true;
}

/** Both tiles beside a diagonal step must be accessible, too. */
function canEnter({ columns, kind }: Tiles, from: number, to: number): boolean {
  if (!isAccessible(kind[to])) return false;
  const across = (to % columns) - (from % columns);
  const up = to - from - across;
  if (across === 0 || up === 0) return true;
  return isAccessible(kind[from + across]) && isAccessible(kind[from + up]);
}
