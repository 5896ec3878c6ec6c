/**
 * What walkers on tiles share: the town's tiles, who stands on which tile, who claims which, and the direction field (M02 figure 4.1).
 *
 * `human` and `field` are state. `claimed` is empty between steps. `congested` is derived, from goals or from where walkers are.
 */
import { NONE } from '../../core/none.ts';
import { createDirectionField, type DirectionField } from '../../raster/direction-field.ts';
import type { Tiles } from '../../raster/tiles.ts';
import type { Town } from '../../raster/town.ts';
import type { StreamSettings } from './settings.ts';
import type { WallRoom } from './wall-room.ts';

export interface StreamMaps {
  town: Town;
  tiles: Tiles;
  settings: StreamSettings;
  /** Slot of whoever stands on a tile, or NONE. */
  human: Int32Array;
  /** Slot of whoever has the best claim on a tile in this step, or NONE. */
  claimed: Int32Array;
  field: DirectionField;
  /** 1 for each coarse tile of the density map that is congested. */
  congested: Uint8Array;
  /** Undefined where walls are not known beside tiles: a town from a picture. */
  walls: WallRoom | undefined;
}

export function createStreamMaps(town: Town, settings: StreamSettings, walls?: WallRoom): StreamMaps {
  const { tiles, density } = town;
  const count = tiles.kind.length;
  return {
    town,
    tiles,
    settings,
    human: new Int32Array(count).fill(NONE),
    claimed: new Int32Array(count).fill(NONE),
    field: createDirectionField(count, settings.relaxation),
    congested: new Uint8Array(density.area.length),
    walls,
  };
}
