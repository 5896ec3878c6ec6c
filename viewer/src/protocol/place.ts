/**
 * What the page draws of a place, made from the world in the worker: floor, walls, doors, stairs and names; and its cells, to measure on. Coordinates are metres
 * from `origin`, three numbers a corner: x, y, height.
 */
import type { CellMesh, DrawingLayer } from '@foulee/engine';
import type { PlaceLink } from '@foulee/formats';

export { GLASS_WALL, NO_WALL, RAIL, THIN_WALL, WALL_HEIGHT } from '@foulee/formats';
export type { PlaceLink } from '@foulee/formats';

export interface PlaceLevel {
  name: string;
  elevation: number;
  /** Triangles of the floor, without those of stairs and the like. */
  floor: Float32Array;
  /** Two corners a wall; the floor is on the left. */
  walls: Float32Array;
  /** Of each wall: SOLID_WALL, THIN_WALL, GLASS_WALL, RAIL or NO_WALL. */
  wallKinds: Uint8Array;
  /** Triangles of what is solid, at the height of the floor: pillars, houses, what is between rooms. */
  mass: Float32Array;
  /** Two corners for each face of what is solid to the outside; it is on the left. */
  outline: Float32Array;
  /** Two corners a free side of cells. */
  seams: Float32Array;
}

export interface PlaceDoor {
  name: string;
  level: number;
  /** x, y, x, y. */
  ends: [number, number, number, number];
}

interface PlaceRepair {
  kind: string;
  count: number;
  /** Metres from the origin. */
  places: [number, number][];
}

export interface Place {
  name: string;
  /** Added to coordinates, they are those of the plan. */
  origin: [number, number];
  /** Around all floor: left, bottom, right, top. */
  bounds: [number, number, number, number];
  area: number;
  /** The engine's cells, for measures, and their key (mesh-key.ts). */
  mesh: CellMesh;
  meshKey: number;
  levels: PlaceLevel[];
  doors: PlaceDoor[];
  links: PlaceLink[];
  repairs: PlaceRepair[];
  warnings: string[];
  /** Of the drawing that it was read from, if it has layers. */
  layers?: readonly DrawingLayer[];
  /** What was to stand in it from the start and cannot. */
  leftOut?: string[];
  milliseconds: number;
}
