/** A map gauge → its maps as pictures on the floors of a place, in the colours of Fruin's levels. */
import type { FloorPicture } from '../scene/floor-pictures.ts';
import type { MapGauge } from './gauges.ts';
import { type MapShown, pictureOf } from './service-colours.ts';

export function picturesOf({ maps }: MapGauge, elevations: readonly number[], shown: MapShown): FloorPicture[] {
  return maps.flatMap((map, level) =>
    map === undefined
      ? []
      : {
          left: map.minX,
          bottom: map.minY,
          width: map.columns * map.size,
          height: map.rows * map.size,
          z: elevations[level]!,
          columns: map.columns,
          rows: map.rows,
          pixels: pictureOf(map, shown),
        },
  );
}
