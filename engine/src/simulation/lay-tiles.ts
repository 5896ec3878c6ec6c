/**
 * A world → tiles for a model that moves on them (walkers/tile-model.ts): one sheet for all levels, and the maps that its walkers share. Made
 * when a simulation is, and again when the place changes (tiles.ts).
 */
import type { World } from '../build.ts';
import type { Crowd } from '../crowd/crowd.ts';
import type { Goal } from '../crowd/goals/goals.ts';
import type { Attraction } from '../raster/attraction.ts';
import { type Profile, tableOfProfiles } from '../crowd/profiles.ts';
import { type TileSheet, tileSheet } from '../raster/tile-sheet.ts';
import type { WalkerModel } from '../walkers/model.ts';
import type { TileModel } from '../walkers/tile-model.ts';

/** How a place is laid out in tiles. */
export interface TileOptions {
  /** In a town streets are forbidden to walkers; in an open place all floor is accessible. */
  place: 'town' | 'open';
  /** Side of a tile, metres. */
  side: number;
  /** Width of pavements, or how far goals keep from walls in an open place, metres. */
  pavement: number;
  /** Where people who wander like to go. */
  attraction: readonly Attraction[];
}

export const TILES_IN_TOWN: Readonly<TileOptions> = { place: 'town', side: 1, pavement: 4, attraction: [] };
export const TILES_INDOORS: Readonly<TileOptions> = { place: 'open', side: 0.4, pavement: 1.2, attraction: [] };

export interface Tiled {
  model: TileModel;
  options: TileOptions;
  seed: number;
  sheet: TileSheet;
  shared: unknown;
  /** Of each slot: at the goal they head for. For one pass at a time. */
  isThere: Uint8Array;
}

/** A body that fits at the centre of a tile: nobody is in a wall. */
const BODY_RADIUS = 0.25;
/** @returns undefined: the model is not one on tiles */
export function layTiles(
  { tiles: model }: WalkerModel,
  { mesh, plan }: World,
  goals: readonly Goal[],
  crowd: Crowd,
  {
    tiles: options = TILES_INDOORS,
    seed = 1,
    step,
    profiles,
  }: { tiles?: TileOptions; seed?: number; step: number; profiles: readonly Profile[] },
): Tiled | undefined {
  if (model === undefined) return undefined;
  const sheet = tileSheet(mesh, { side: options.side, radius: BODY_RADIUS });
  const { place, pavement, attraction } = options;
  const shared = model.createShared({
    mesh,
    sheet,
    goals,
    crowd,
    profiles: tableOfProfiles(profiles, step),
    links: plan.links,
    isTown: place === 'town',
    pavement,
    attraction,
    seed,
    step,
  });
  return { model, options, seed, sheet, shared, isThere: new Uint8Array(crowd.capacity) };
}
