/** A map gauge → its maps as pictures on the floors and stairs of a place, in the colours of a scale. Floors are coloured up to their walls. */
import type { DensityMap } from '@foulee/engine';
import type { PlaceLink } from '../protocol/place.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import type { MapGauge } from './gauges.ts';
import { type MapScale, type MapShown, pictureOf } from './service-colours.ts';

export function picturesOf(
  { maps: { levels, links } }: MapGauge,
  meshLevels: readonly { elevation: number }[],
  placeLinks: readonly PlaceLink[],
  shown: MapShown,
  scale: MapScale = 'service',
): FloorPicture[] {
  const picture = (map: DensityMap): FloorPicture => ({
    left: map.minX,
    bottom: map.minY,
    width: map.columns * map.size,
    height: map.rows * map.size,
    z: meshLevels[map.level].elevation,
    columns: map.columns,
    rows: map.rows,
    pixels: pictureOf(map, shown, scale),
  });
  return [
    ...levels.flatMap((map) => (map === undefined ? [] : { ...picture(map), triangles: trianglesOf(map) })),
    ...links.flatMap((map, k) => (map === undefined ? [] : { ...picture(map), link: placeLinks[k] })),
  ];
}

const made = new WeakMap<DensityMap, Float32Array>();

/**
 * The floor of a map: x, y of corners, and where in the picture their colour is. Squares that are floor all over, as are those around them, lie
 * side by side in strips. Others have one place in the picture for all corners, so that no edge shows the colour of what is behind a wall;
 * of those only the floor is drawn, each side of a wall in the colour of its own part.
 */
function trianglesOf(map: DensityMap): Float32Array {
  const before = made.get(map);
  if (before !== undefined) return before;
  const { minX, minY, size, columns, rows, floor, parts } = map;
  const pixelRows = Math.ceil(floor.length / columns);
  const corners: number[] = [];
  const quad = (from: number, to: number, row: number, [u0, u1]: readonly number[], [v0, v1]: readonly number[]) => {
    const [left, right] = [minX + from * size, minX + to * size];
    const [bottom, top] = [minY + row * size, minY + (row + 1) * size];
    corners.push(left, bottom, u0, v0, right, bottom, u1, v0, right, top, u1, v1);
    corners.push(left, bottom, u0, v0, right, top, u1, v1, left, top, u0, v1);
  };
  const isWhole = (column: number, row: number) => {
    if (column < 0 || column >= columns || row < 0 || row >= rows) return false;
    const part = row * columns + column;
    return floor[part] > 0 && parts.pieceFirst[part] === parts.pieceFirst[part + 1];
  };
  const isInner = (column: number, row: number) =>
    isWhole(column, row) &&
    isWhole(column - 1, row) &&
    isWhole(column + 1, row) &&
    isWhole(column, row - 1) &&
    isWhole(column, row + 1);
  const middleOf = (part: number) => [
    ((part % columns) + 0.5) / columns,
    (Math.floor(part / columns) + 0.5) / pixelRows,
  ];
  for (let row = 0; row < rows; row++) {
    let from = 0;
    for (let column = 0; column < columns; column++) {
      if (isInner(column, row)) continue;
      if (column > from) {
        quad(from, column, row, [from / columns, column / columns], [row / pixelRows, (row + 1) / pixelRows]);
      }
      from = column + 1;
      if (!isWhole(column, row)) continue;
      const [u, v] = middleOf(row * columns + column);
      quad(column, column + 1, row, [u, u], [v, v]);
    }
  }
  for (let part = 0; part < floor.length; part++) {
    const [u, v] = middleOf(part);
    for (let k = parts.pieceFirst[part]; k < parts.pieceFirst[part + 1]; k++) {
      const ring = parts.pieces[k];
      for (let i = 2; i + 3 < ring.length; i += 2) {
        for (const at of [0, i, i + 2]) corners.push(minX + ring[at], minY + ring[at + 1], u, v);
      }
    }
  }
  const triangles = Float32Array.from(corners);
  made.set(map, triangles);
  return triangles;
}
