/**
 * Tiles: a level of a place as a raster of equal squares, each of one kind.
 *
 *   row 1   [ 3 ][ 4 ][ 5 ]       tile = row · columns + column; row 0 is the lowest, so that y points up as it does in the mesh;
 *   row 0   [ 0 ][ 1 ][ 2 ]       (x, y) is the lower left corner of tile 0, in mesh coordinates (a picture: metres from its own
 *          (x, y)                 lower left corner).
 *
 * M02 §3.1 knows BUILDING, GROUND (the street, forbidden in a town), PAVEMENT and CROSSING. OUTSIDE is ours: the place goes on
 * there but is not modelled, so nobody walks there and no pavement runs along it. Everything beyond the raster is OUTSIDE too.
 *
 * A step to a tile that shares only a corner needs both tiles beside it, so nobody cuts the corner of a wall.
 * Sources: a picture (here), a mesh (mesh-tiles.ts). Cost: linear in the number of tiles.
 */
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';

export const BUILDING = 0;
export const GROUND = 1;
export const PAVEMENT = 2;
export const CROSSING = 3;
export const OUTSIDE = 4;

/** A raster of 8,192 × 8,192: what 64 million bytes hold. */
export const MOST_TILES = 2 ** 26;

export interface Tiles {
  x: number;
  y: number;
  /** Metres. */
  side: number;
  columns: number;
  rows: number;
  kind: Uint8Array;
}

export interface PictureOptions {
  /** Metres per pixel, and so the side of a tile; 1 unless told. */
  scale?: number;
  /** Pixels darker than this, 0 … 255, are buildings; 128 unless told. */
  threshold?: number;
}

/** @param place what the raster is of, for the message if it cannot be made */
export function createTiles(
  { x, y, side, columns, rows }: Omit<Tiles, 'kind'>,
  kind: number,
  place = 'the raster',
): Tiles {
  if (!(side > 0 && side < Infinity) || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw new InputError(
      place,
      `cannot have tiles of ${side} m at (${x}, ${y})`,
      'give a positive tile side in metres, for example 1',
    );
  }
  const isWhole = Number.isSafeInteger(columns) && Number.isSafeInteger(rows) && columns > 0 && rows > 0;
  if (!isWhole || columns * rows > MOST_TILES) {
    throw new InputError(
      place,
      `would have ${columns} × ${rows} tiles; ${MOST_TILES.toLocaleString('en-US')} is the most`,
      'use larger tiles or a smaller place',
    );
  }
  return { x, y, side, columns, rows, kind: new Uint8Array(columns * rows).fill(kind) };
}

/** @param pixels one grey value per pixel, the top row first, as pictures are stored */
export function tilesOfPicture(
  pixels: Uint8Array,
  width: number,
  height: number,
  { scale = 1, threshold = 128 }: PictureOptions = {},
): Tiles {
  const tiles = createTiles({ x: 0, y: 0, side: scale, columns: width, rows: height }, GROUND, 'the picture');
  if (pixels.length !== width * height) {
    throw new InputError(
      'the picture',
      `has ${pixels.length} values for ${width} × ${height} pixels`,
      'give one grey value per pixel',
    );
  }
  for (let row = 0; row < height; row++) {
    const from = (height - 1 - row) * width;
    for (let column = 0; column < width; column++) {
      if (pixels[from + column] < threshold) tiles.kind[row * width + column] = BUILDING;
    }
  }
  return tiles;
}

/** Pavements and crossings: where people walk in a town. */
export function isAccessible(kind: number): boolean {
  return kind === PAVEMENT || kind === CROSSING;
}

/** The tile that holds a point, or NONE beyond the raster. */
export function tileAt({ x: x0, y: y0, side, columns, rows }: Tiles, x: number, y: number): number {
  const column = Math.floor((x - x0) / side);
  const row = Math.floor((y - y0) / side);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : NONE;
}

/**
 * The accessible tile whose centre is nearest to a place, within so many metres; of equally near ones the lowest; NONE: there is none.
 * @param fits what else is asked of it
 */
export function nearestAccessible(
  tiles: Tiles,
  x: number,
  y: number,
  within: number,
  fits: (tile: number) => boolean = () => true,
): number {
  const { side, columns, rows, kind } = tiles;
  const column = Math.floor((x - tiles.x) / side);
  const row = Math.floor((y - tiles.y) / side);
  let found: number = NONE;
  let nearest = within * within;
  for (let ring = 0; (ring - 1) * side <= Math.sqrt(nearest); ring++) {
    for (let r = Math.max(0, row - ring); r <= Math.min(rows - 1, row + ring); r++) {
      const step = r === row - ring || r === row + ring ? 1 : Math.max(1, 2 * ring);
      for (let c = column - ring; c <= column + ring; c += step) {
        const t = r * columns + c;
        if (c < 0 || c >= columns || !isAccessible(kind[t])) continue;
        const squared = (tileCentreX(tiles, t) - x) ** 2 + (tileCentreY(tiles, t) - y) ** 2;
        if (squared > nearest || (squared === nearest && found !== NONE && t > found) || !fits(t)) continue;
        nearest = squared;
        found = t;
      }
    }
  }
  return found;
}

export function tileCentreX({ x, side, columns }: Tiles, tile: number): number {
  return x + ((tile % columns) + 0.5) * side;
}

export function tileCentreY({ y, side, columns }: Tiles, tile: number): number {
  return y + (Math.floor(tile / columns) + 0.5) * side;
}
