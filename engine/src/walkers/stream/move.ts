/**
 * After claims are resolved everybody takes the new place. Whoever enters a tile stores its direction there, and looks around next. Somebody
 * who is refused looks again now and then, and waits after `patience` refusals in a row. Cost: linear in walkers.
 */
import { NONE } from '../../core/none.ts';
import { crossTile } from '../../raster/direction-field.ts';
import { type Claims, REFUSED } from './claims.ts';
import type { Streamers } from './columns.ts';
import { giveUp } from './decide.ts';
import type { StreamMaps } from './maps.ts';
import { angleOf, COSINE, SINE } from './polar.ts';
import { countStanding } from './turn-back.ts';

/** @param claims undefined where walkers ignore each other: then the map of who stands where stays empty */
export function moveAll(maps: StreamMaps, crowd: Streamers, claims: Claims | undefined, time: number): void {
  const { human, field, settings } = maps;
  const { count, place, nextPlace, tile, nextTile, polar, nextPolar, refused, due } = crowd;
  // Tiles are left first: others may enter them in the same step.
  if (claims !== undefined) for (let i = 0; i < count; i++) if (nextTile[i] !== tile[i]) human[tile[i]] = NONE;
  for (let i = 0; i < count; i++) {
    countStanding(crowd, i, nextPlace[2 * i] === place[2 * i] && nextPlace[2 * i + 1] === place[2 * i + 1]);
    polar[i] = nextPolar[i];
    place[2 * i] = nextPlace[2 * i];
    place[2 * i + 1] = nextPlace[2 * i + 1];
    if (nextTile[i] !== tile[i]) {
      tile[i] = nextTile[i];
      due[i] = 1;
      crowd.waits[i] = 0;
      if (claims !== undefined) human[tile[i]] = i;
      if (settings.usesField) crossTile(field, tile[i], time, COSINE[angleOf(polar[i])], SINE[angleOf(polar[i])]);
    }
    if (claims === undefined || claims.verdict[i] !== REFUSED) refused[i] = crowd.slid[i];
    else if (++refused[i] >= settings.patience) giveUp(maps, crowd, i);
    else if (refused[i] % settings.every === 1) due[i] = 1;
  }
}
