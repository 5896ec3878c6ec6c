/**
 * The seam for walkers on tiles: what a model whose walkers move on tiles does beyond deciding (model.ts). Routing plans nothing for them, and
 * bodies/ leaves them alone: they have a spot on the sheet of tiles (raster/tile-sheet.ts), or are on a link; simulation/tiles.ts makes places,
 * cells and velocities of it, so that goals, arriving, recording and measuring are the same for all models.
 *
 * Maps that all walkers share (who stands where, directions …) are made by `createShared`; what `state` lists of them is hashed, saved and
 * restored, the rest follows from the columns (`relist`).
 */
import type { StateArray } from '../crowd/column.ts';
import type { Crowd } from '../crowd/crowd.ts';
import type { Goal } from '../crowd/goals/goals.ts';
import type { Attraction } from '../raster/attraction.ts';
import type { TileSheet } from '../raster/tile-sheet.ts';
import type { Tiles } from '../raster/tiles.ts';
import type { ProfileTable } from '../crowd/profiles.ts';
import type { PlanLink } from '../map/plan.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';

export interface TileSetting {
  mesh: CellMesh;
  sheet: TileSheet;
  goals: readonly Goal[];
  crowd: Crowd;
  profiles: ProfileTable;
  /** Stairs and the like between levels. */
  links: readonly PlanLink[];
  /** In a town streets are forbidden; else all floor is accessible. */
  isTown: boolean;
  /** Width of pavements in a town; how far goals keep from walls elsewhere, metres. */
  pavement: number;
  attraction: readonly Attraction[];
  seed: number;
  /** Seconds. */
  step: number;
}

export interface TileModel<Shared = unknown> {
  createShared(setting: TileSetting): Shared;
  /** The tiles that people walk on, with pavements. */
  tilesOf(shared: Shared): Tiles;
  /** Is there room for a body at a place on an accessible tile? Sheet coordinates. */
  isFree(shared: Shared, x: number, y: number, radius: number): boolean;
  /** Somebody comes, to the place in their columns. False: there is no room, and nothing has changed. */
  enter(shared: Shared, i: number, level: number): boolean;
  /** Before somebody is removed from the crowd. */
  leave(shared: Shared, i: number): void;
  /** Metres of way to a goal; Infinity: there is none. */
  wayLength(shared: Shared, i: number, goal: number): number;
  /** From now on to a goal; NONE: wander. False: there is no way. */
  headFor(shared: Shared, i: number, goal: number): boolean;
  /** At the goal they head for? */
  isThere(shared: Shared, i: number): boolean;
  /** Before each step: may they walk? */
  hold(shared: Shared, i: number, stands: boolean): void;
  /** Before all decide. */
  begin(shared: Shared, steps: number): void;
  /** After all have decided: claims, and everybody's new spot. */
  resolve(shared: Shared): void;
  /** Where somebody is, mesh coordinates. */
  placeOf(shared: Shared, i: number, place: Float64Array, at: number): void;
  /** Where somebody looks, a unit vector. */
  aimOf(shared: Shared, i: number, aim: Float64Array, at: number): void;
  /** Slots or columns have changed: make everything that follows from them. */
  relist(shared: Shared): void;
  /** Arrays of the shared maps that are state. */
  state(shared: Shared): readonly StateArray[];
}
