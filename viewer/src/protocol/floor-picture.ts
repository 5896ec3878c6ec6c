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
  /**
   * The floor it covers, if that is not all of its rectangle: x, y of the corners of triangles, and for each where in the pixels its colour
   * is, as shares of their width and height.
   */
  triangles?: Float32Array;
  columns: number;
  rows: number;
  /** RGBA, the lowest row first. There may be more rows, which only triangles show. */
  pixels: Uint8Array;
}
