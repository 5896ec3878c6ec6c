/**
 * All levels of a place on one sheet of tiles, side by side, so that what walks on tiles needs to know no levels.
 *
 *   [ level 0 ] gap [ level 1 ] gap [ level 2 ]        (x, y) on the sheet = (x, y) in the mesh + shift of the level
 *
 * In: cells, the side of a tile, the radius of a body. Out: tiles (mesh-tiles.ts), the cell at the centre of each, the shift of each level,
 * and what the tiles close. The first level with floor is not shifted. The gap is OUTSIDE and wider than a pavement, so that no level
 * matters to another, and longer than any link. Floor of links (stairs …) is no tiles. Cost: that of the tiles.
 */
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type MeshTileOptions, tilesOfMesh } from './mesh-tiles.ts';
import type { CutOff, NarrowDoor } from './narrow-doors.ts';
import { createTiles, OUTSIDE, type Tiles } from './tiles.ts';

export interface TileSheet {
  tiles: Tiles;
  /** The cell that holds the centre of each tile; NONE: no floor. */
  cell: Int32Array;
  /** What is added to mesh coordinates of each level, x and y interleaved; NaN where a level has no floor. */
  shift: Float64Array;
  /** What the tiles close, sheet coordinates. */
  narrowDoors: NarrowDoor[];
  cutOff: CutOff[];
}

/** Metres between levels, at least. */
const GAP = 20;

export function tileSheet(mesh: CellMesh, options: MeshTileOptions): TileSheet {
  const { side } = options;
  const levels = mesh.levels.map((_, level) => (hasFloor(mesh, level) ? tilesOfMesh(mesh, level, options) : undefined));
  const first = levels.find((level) => level !== undefined);
  if (first === undefined) throw new InputError('the place', 'has no floor to lay tiles on', 'draw some floor');
  const gap = Math.ceil(Math.max(GAP, longestLink(mesh)) / side);
  let columns = -gap;
  let rows = 0;
  for (const level of levels) {
    if (level === undefined) continue;
    columns += gap + level.tiles.columns;
    rows = Math.max(rows, level.tiles.rows);
  }
  const { x, y } = first.tiles;
  const tiles = createTiles({ x, y, side, columns, rows }, OUTSIDE, 'the place');
  const sheet: TileSheet = {
    tiles,
    cell: new Int32Array(columns * rows).fill(NONE),
    shift: new Float64Array(2 * levels.length).fill(Number.NaN),
    narrowDoors: [],
    cutOff: [],
  };
  let at = 0;
  for (const [k, level] of levels.entries()) {
    if (level === undefined) continue;
    const own = level.tiles;
    const shiftX = x + at * side - own.x;
    const shiftY = y - own.y;
    sheet.shift.set([shiftX, shiftY], 2 * k);
    for (let row = 0; row < own.rows; row++) {
      const from = row * own.columns;
      tiles.kind.set(own.kind.subarray(from, from + own.columns), row * columns + at);
      sheet.cell.set(level.cell.subarray(from, from + own.columns), row * columns + at);
    }
    const moved = <Place extends { x: number; y: number }>(place: Place) => ({
      ...place,
      x: place.x + shiftX,
      y: place.y + shiftY,
    });
    sheet.narrowDoors.push(...level.narrowDoors.map(moved));
    sheet.cutOff.push(...level.cutOff.map(moved));
    at += own.columns + gap;
  }
  return sheet;
}

/** Metres: the longest side of the boxes around links. */
function longestLink({ cellLink, cellFirst, sideVertex, vertices }: CellMesh): number {
  const boxes = new Map<number, [number, number, number, number]>();
  for (let c = 0; c < cellLink.length; c++) {
    if (cellLink[c] === NONE) continue;
    const box = boxes.get(cellLink[c]) ?? [Infinity, -Infinity, Infinity, -Infinity];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      const [x, y] = [vertices[2 * sideVertex[s]], vertices[2 * sideVertex[s] + 1]];
      box.splice(0, 4, Math.min(box[0], x), Math.max(box[1], x), Math.min(box[2], y), Math.max(box[3], y));
    }
    boxes.set(cellLink[c], box);
  }
  let longest = 0;
  for (const [left, right, bottom, top] of boxes.values()) longest = Math.max(longest, right - left, top - bottom);
  return longest;
}

function hasFloor({ cellLevel, cellLink }: CellMesh, level: number): boolean {
  return cellLevel.some((own, c) => own === level && cellLink[c] === NONE);
}
