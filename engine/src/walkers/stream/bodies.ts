/**
 * Whose body is in the way? A ray has no width (M02: "a zero degree sight field"), so two people who brush past each other in neighbouring
 * tiles would never see what stops them. Ours: a turn must leave room for the body, and somebody whose claim was refused reacts to the body that
 * was in the way as if the ray had met it.
 * In: a place. Out: the nearest body that would be overlapped there by more than `overlap`. Cost: the tiles a body may touch, four with tiles of 1 m.
 */
import { NONE } from '../../core/none.ts';
import type { Streamers } from './columns.ts';
import type { StreamMaps } from './maps.ts';

/** @returns slot; NONE: there is room. Of two equally near ones the lower serial. Somebody's wished place is put there to be asked for. */
export function bodyInWay(maps: StreamMaps, crowd: Streamers, i: number, x: number, y: number): number {
  crowd.nextPlace[2 * i] = x;
  crowd.nextPlace[2 * i + 1] = y;
  return bodyAtWish(maps, crowd, i);
}

/** Takes the place from memory: numbers handed to a function that is too large to be inlined would have to be boxed. */
function bodyAtWish(maps: StreamMaps, crowd: Streamers, i: number): number {
  const { tiles, human, settings } = maps;
  const { side, columns, rows } = tiles;
  const { place, nextPlace, radius, serial } = crowd;
  const x = nextPlace[2 * i];
  const y = nextPlace[2 * i + 1];
  const reach = radius[i] + Math.max(radius[i], settings.radius);
  const firstColumn = Math.max(0, Math.floor((x - reach - tiles.x) / side));
  const lastColumn = Math.min(columns - 1, Math.floor((x + reach - tiles.x) / side));
  const lastRow = Math.min(rows - 1, Math.floor((y + reach - tiles.y) / side));
  let found = NONE;
  let nearest = Infinity;
  for (let row = Math.max(0, Math.floor((y - reach - tiles.y) / side)); row <= lastRow; row++) {
    for (let t = row * columns + firstColumn; t <= row * columns + lastColumn; t++) {
      const other = human[t];
      if (other === NONE || other === i) continue;
      const dx = place[2 * other] - x;
      const dy = place[2 * other + 1] - y;
      const squared = dx * dx + dy * dy;
      const apart = radius[i] + radius[other] - settings.overlap;
      if (squared >= apart * apart || squared > nearest) continue;
      if (squared === nearest && serial[other] > serial[found]) continue;
      nearest = squared;
      found = other;
    }
  }
  return found;
}
