/**
 * The floor of one level of a mesh as tiles: GROUND where a body fits around the tile's centre, else BUILDING, or OUTSIDE where
 * what is in the way is the artificial boundary.
 *
 * In: cells, a level, the side of a tile, the radius of a body. Out: tiles, and the passages that the body fits through in the mesh
 * but that the tiles close, and the floor they cut off (narrow-doors.ts).
 *
 *   1. floor     cells are convex: each is filled row by row
 *   2. fit       the nearest wall is at least a radius away (subdivision/clearance.ts)
 *   3. walls     a wall without thickness may pass between two centres that both fit: the nearer one is taken away, both if equally near
 *   4. outside   what is no floor counts as the kind of the wall nearest over tiles: a real one, or the boundary
 *
 * A body that must fit anywhere in its tile needs a radius larger by side / √2. Floor of links (stairs …) is none of these tiles.
 * Cost: linear in tiles, the length of walls in tiles, and sides.
 */
import { InputError } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { clearance, createClearanceScratch } from '../subdivision/clearance.ts';
import { closeThinWalls } from './thin-walls.ts';
import { type CutOff, findCutOff, findNarrowDoors, type NarrowDoor } from './narrow-doors.ts';
import { BUILDING, createTiles, GROUND, OUTSIDE, tileAt, tileCentreX, tileCentreY, type Tiles } from './tiles.ts';

export interface MeshTileOptions {
  /** Metres: 1 in towns, 0.4 indoors. */
  side: number;
  /** Of the body that must fit, metres. */
  radius: number;
}

export interface MeshTiles {
  tiles: Tiles;
  /** The cell that holds the centre of each tile; NONE: no floor. */
  cell: Int32Array;
  narrowDoors: NarrowDoor[];
  /** Empty where tiles keep together what hangs together in the mesh. */
  cutOff: CutOff[];
}

/** Metres: a body that touches a wall fits, whatever is rounded. */
const TOUCH = 1e-6;

export function tilesOfMesh(mesh: CellMesh, level: number, options: MeshTileOptions): MeshTiles {
  const { side, radius } = options;
  if (!(radius >= 0 && radius < Infinity)) {
    throw new InputError('radius', `${radius} is no radius of a body`, 'give metres, for example 0.25');
  }
  const [minX, minY, maxX, maxY] = floorBox(mesh, level);
  const place = `level ${mesh.levels[level]?.name ?? level}`;
  if (!(minX <= maxX)) throw new InputError(place, 'has no floor to lay tiles on', 'choose another level');
  // As many tiles as are needed, centred: a place whose size is no multiple of the side loses as much left as right.
  const columns = Math.max(1, Math.ceil((maxX - minX) / side - TOUCH));
  const rows = Math.max(1, Math.ceil((maxY - minY) / side - TOUCH));
  const x = (minX + maxX - columns * side) / 2;
  const y = (minY + maxY - rows * side) / 2;
  const tiles = createTiles({ x, y, side, columns, rows }, OUTSIDE, place);
  const cell = cellsOfTiles(mesh, level, tiles);
  const scratch = createClearanceScratch(mesh);
  for (let t = 0; t < cell.length; t++) {
    if (cell[t] === NONE) continue;
    const room = clearance(mesh, scratch, cell[t], tileCentreX(tiles, t), tileCentreY(tiles, t), radius);
    if (room >= radius - TOUCH) tiles.kind[t] = GROUND;
  }
  closeThinWalls(mesh, level, tiles);
  spreadWalls(mesh, level, tiles);
  return {
    tiles,
    cell,
    narrowDoors: findNarrowDoors(mesh, level, radius, tiles, cell),
    cutOff: findCutOff(mesh, level, radius, tiles, cell),
  };
}

/** Is this cell floor of the level, and no stairs? */
function isFloor(mesh: CellMesh, level: number, c: number): boolean {
  return mesh.cellLevel[c] === level && mesh.cellLink[c] === NONE;
}

function floorBox(mesh: CellMesh, level: number): [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    if (!isFloor(mesh, level, mesh.sideCell[s])) continue;
    const v = 2 * mesh.sideVertex[s];
    minX = Math.min(minX, mesh.vertices[v]);
    maxX = Math.max(maxX, mesh.vertices[v]);
    minY = Math.min(minY, mesh.vertices[v + 1]);
    maxY = Math.max(maxY, mesh.vertices[v + 1]);
  }
  return [minX, minY, maxX, maxY];
}

/** The cell that holds the centre of each tile, or NONE; of several, the first. */
function cellsOfTiles(mesh: CellMesh, level: number, tiles: Tiles): Int32Array {
  const { vertices, sideVertex, cellFirst } = mesh;
  const { x: left, y: bottom, side, columns, rows } = tiles;
  const cell = new Int32Array(columns * rows).fill(NONE);
  const low = new Float64Array(rows).fill(Infinity);
  const high = new Float64Array(rows).fill(-Infinity);
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    if (!isFloor(mesh, level, c)) continue;
    let [row0, row1] = [rows, -1];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      let a = 2 * sideVertex[s];
      let b = 2 * sideVertex[nextSideOf(mesh, s)];
      // The lower end first: both cells at a side get the same bits, and no centre falls between them.
      if (vertices[a + 1] > vertices[b + 1]) [a, b] = [b, a];
      const ay = vertices[a + 1];
      const rise = vertices[b + 1] - ay;
      const first = Math.max(0, Math.ceil((ay - bottom) / side - 0.5));
      const last = Math.min(rows - 1, Math.floor((ay + rise - bottom) / side - 0.5));
      for (let row = first; row <= last; row++) {
        const share = rise === 0 ? 0 : (bottom + (row + 0.5) * side - ay) / rise;
        const at = vertices[a] + share * (vertices[b] - vertices[a]);
        low[row] = Math.min(low[row], at, rise === 0 ? vertices[b] : at);
        high[row] = Math.max(high[row], at, rise === 0 ? vertices[b] : at);
      }
      row0 = Math.min(row0, first);
      row1 = Math.max(row1, last);
    }
    for (let row = row0; row <= row1; row++) {
      const first = Math.max(0, Math.ceil((low[row] - left) / side - 0.5));
      const last = Math.min(columns - 1, Math.floor((high[row] - left) / side - 0.5));
      for (let t = row * columns + first; t <= row * columns + last; t++) if (cell[t] === NONE) cell[t] = c;
      low[row] = Infinity;
      high[row] = -Infinity;
    }
  }
  return cell;
}

/** Tiles that are no ground become BUILDING or OUTSIDE: from tiles with walls in them, breadth-first over tiles that are no ground. */
function spreadWalls(mesh: CellMesh, level: number, tiles: Tiles): void {
  const { columns, rows, kind } = tiles;
  const isKnown = new Uint8Array(kind.length);
  const open = new GrowableInts(1024);
  // Real walls first: where a building stands on the boundary, the tile is its.
  for (const isBoundary of [0, 1]) {
    for (let s = 0; s < mesh.sideVertex.length; s++) {
      if (mesh.sideTwin[s] !== NONE || mesh.sideBoundary[s] !== isBoundary) continue;
      if (!isFloor(mesh, level, mesh.sideCell[s])) continue;
      const a = 2 * mesh.sideVertex[s];
      const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
      const dx = mesh.vertices[b] - mesh.vertices[a];
      const dy = mesh.vertices[b + 1] - mesh.vertices[a + 1];
      const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / (tiles.side / 4)) + 1;
      for (let k = 0; k <= steps; k++) {
        // A little to both sides: a wall on the very border of two tiles belongs to both.
        const x = mesh.vertices[a] + (dx * k) / steps;
        const y = mesh.vertices[a + 1] + (dy * k) / steps;
        const offX = NUDGE * Math.sign(dy) * tiles.side;
        const offY = NUDGE * Math.sign(dx) * tiles.side;
        mark(tileAt(tiles, x + offX, y - offY), isBoundary);
        mark(tileAt(tiles, x - offX, y + offY), isBoundary);
      }
    }
  }
  for (let i = 0; i < open.length; i++) {
    const t = open.array[i];
    const column = t % columns;
    const spread = kind[t] === BUILDING ? 0 : 1;
    if (column > 0) mark(t - 1, spread);
    if (column < columns - 1) mark(t + 1, spread);
    if (t >= columns) mark(t - columns, spread);
    if (t < columns * (rows - 1)) mark(t + columns, spread);
  }

  function mark(t: number, isBoundary: number): void {
    if (t === NONE || isKnown[t] === 1 || kind[t] === GROUND) return;
    isKnown[t] = 1;
    kind[t] = isBoundary === 1 ? OUTSIDE : BUILDING;
    open.push(t);
  }
}

/** Tiles. */
const NUDGE = 0.01;
