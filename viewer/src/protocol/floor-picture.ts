/** A picture that lies on the floor, such as a density map, as data. scene/floor-pictures.ts shows it. */
import type { PlaceLink } from './place.ts';

export interface FloorPicture {
  /** Metres from the origin of the place; height of the floor. */
  left: number;
  bottom: number;
  width: number;
  height: number;
  z: number;
  /** What it lies on, if it does not lie flat. */
  link?: PlaceLink;
  columns: number;
  rows: number;
  /** RGBA, the lowest row first. */
  pixels: Uint8Array;
}
