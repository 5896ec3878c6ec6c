/** A map gauge → its maps as pictures on the floors and stairs of a place, in the colours of Fruin's levels. */
import type { DensityMap } from '@foulee/engine';
import type { PlaceLink } from '../protocol/place.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import type { MapGauge } from './gauges.ts';
import { type MapShown, pictureOf } from './service-colours.ts';

export function picturesOf(
  { maps: { levels, links } }: MapGauge,
  meshLevels: readonly { elevation: number }[],
  placeLinks: readonly PlaceLink[],
  shown: MapShown,
): FloorPicture[] {
  const picture = (map: DensityMap): FloorPicture => ({
    left: map.minX,
    bottom: map.minY,
    width: map.columns * map.size,
    height: map.rows * map.size,
    z: meshLevels[map.level].elevation,
    columns: map.columns,
    rows: map.rows,
    pixels: pictureOf(map, shown),
  });
  return [
    ...levels.flatMap((map) => (map === undefined ? [] : picture(map))),
    ...links.flatMap((map, k) => (map === undefined ? [] : { ...picture(map), link: placeLinks[k] })),
  ];
}
