/**
 * Density map: frames → persons per m² on the squares of a grid over one level, its stairs included; mean over time and
 * greatest. For stairs apart from the floor see density-maps.ts.
 *
 * Either counts (who stands in a square, over the whole square) or a kernel: each person is spread over the squares
 * within a radius h by (1 − d²/h²)², d measured to a square's middle, and by the floor in the square; the shares of one
 * person add up to one person. So the map's densities times its floor add up to all persons, walls or no walls. The
 * kernel is a polynomial, not Gauss's, for the same bits everywhere. It reaches through thin walls: a picture, not a
 * measure of who meets whom. Cost: O(persons · squares within h) a frame; no allocation after the map is made.
 */
import { InputError } from '../core/errors.ts';
import type { Frame } from '../record/frame.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cutLeft, ringArea, ringOfCell } from './polygon.ts';

export interface DensityMap {
  level: number;
  /** The corner of square 0, in the plan's coordinates, and the width of a square, metres. */
  minX: number;
  minY: number;
  size: number;
  columns: number;
  rows: number;
  /** m² of floor per square; square (column, row) is row * columns + column. */
  floor: Float64Array;
  /** Persons per m² in the last frame, summed over frames, and the greatest of all frames. */
  density: Float64Array;
  sum: Float64Array;
  greatest: Float64Array;
  frames: number;
}

const MOST_SQUARES = 4_000_000;

export function createDensityMap(mesh: CellMesh, level: number, size: number): DensityMap {
  const cells: number[] = [];
  for (let c = 0; c < mesh.cellLevel.length; c++) if (mesh.cellLevel[c] === level) cells.push(c);
  return mapOfCells(mesh, cells, level, size);
}

/** The map of some cells of a level. */
export function mapOfCells(mesh: CellMesh, cells: ArrayLike<number>, level: number, size: number): DensityMap {
  if (!(size > 0 && Number.isFinite(size))) {
    throw new InputError('density map', `squares ${size} m wide`, 'give a positive width');
  }
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let k = 0; k < cells.length; k++) {
    const ring = ringOfCell(mesh, cells[k]);
    for (let i = 0; i < ring.length; i += 2) {
      minX = Math.min(minX, ring[i]);
      minY = Math.min(minY, ring[i + 1]);
      maxX = Math.max(maxX, ring[i]);
      maxY = Math.max(maxY, ring[i + 1]);
    }
  }
  if (!(maxX > minX)) throw new InputError('density map', `level ${level} has no floor`, 'give a level with cells');
  const columns = Math.max(1, Math.ceil((maxX - minX) / size));
  const rows = Math.max(1, Math.ceil((maxY - minY) / size));
  if (!(columns * rows <= MOST_SQUARES)) {
    throw new InputError('density map', `${columns} × ${rows} squares are too many`, 'make the squares wider');
  }
  const squares = () => new Float64Array(columns * rows);
  const map: DensityMap = {
    level,
    minX: minX + mesh.origin[0],
    minY: minY + mesh.origin[1],
    size,
    columns,
    rows,
    floor: squares(),
    density: squares(),
    sum: squares(),
    greatest: squares(),
    frames: 0,
  };
  for (let k = 0; k < cells.length; k++) addFloor(mesh, cells[k], minX, minY, map);
  return map;
}

/** Cut a cell into rows, and each row into squares. */
function addFloor(mesh: CellMesh, c: number, minX: number, minY: number, map: DensityMap): void {
  const { size, columns, rows, floor } = map;
  const ring = ringOfCell(mesh, c).map((value, i) => value - (i % 2 === 0 ? minX : minY));
  const [row0, row1] = span(ring, 1, size, rows);
  for (let row = row0; row <= row1; row++) {
    const band = cutLeft(cutLeft(ring, 0, row * size, 1, row * size), 1, (row + 1) * size, 0, (row + 1) * size);
    if (band.length === 0) continue;
    const [column0, column1] = span(band, 0, size, columns);
    for (let column = column0; column <= column1; column++) {
      const right = (column + 1) * size;
      const square = cutLeft(cutLeft(band, column * size, 1, column * size, 0), right, 0, right, 1);
      floor[row * columns + column] += ringArea(square);
    }
  }
}

/** The first and last column (axis 0) or row (axis 1) that a ring meets. */
function span(ring: readonly number[], axis: number, size: number, count: number): [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = axis; i < ring.length; i += 2) {
    least = Math.min(least, ring[i]);
    greatest = Math.max(greatest, ring[i]);
  }
  return [Math.max(0, Math.floor(least / size)), Math.min(count - 1, Math.floor(greatest / size))];
}

/** A frame by counts. Persons beside the map, by a rounding, count in the nearest square. */
export function addCounts(map: DensityMap, frame: Frame): void {
  map.density.fill(0);
  const one = 1 / (map.size * map.size);
  for (let i = 0; i < frame.count; i++) {
    if (frame.level[i] !== map.level) continue;
    const column = squareOf(frame.place[2 * i] - map.minX, map.size, map.columns);
    const row = squareOf(frame.place[2 * i + 1] - map.minY, map.size, map.rows);
    if (column >= 0 && row >= 0) map.density[row * map.columns + column] += one;
  }
  keep(map);
}

/** −1 for what is no number. */
export function squareOf(metres: number, size: number, count: number): number {
  return Number.isNaN(metres) ? -1 : Math.min(count - 1, Math.max(0, Math.floor(metres / size)));
}

/** A frame by the kernel of radius h, metres: at least a square's diagonal, so that it always finds a square's middle. */
export function addKernel(map: DensityMap, frame: Frame, h: number): void {
  checkKernel(h, map.size);
  map.density.fill(0);
  for (let i = 0; i < frame.count; i++) {
    if (frame.level[i] === map.level) spreadPerson(map, frame.place[2 * i], frame.place[2 * i + 1], h);
  }
  keep(map);
}

/** Somebody at a place, all of it on this map. */
export function spreadPerson(map: DensityMap, px: number, py: number, h: number): void {
  const { size, columns, rows, floor, density } = map;
  const x = px - map.minX;
  const y = py - map.minY;
  if (!Number.isFinite(x + y)) return;
  const column0 = Math.max(0, Math.floor((x - h) / size));
  const column1 = Math.min(columns - 1, Math.floor((x + h) / size));
  const row0 = Math.max(0, Math.floor((y - h) / size));
  const row1 = Math.min(rows - 1, Math.floor((y + h) / size));
  let whole = 0;
  for (let pass = 0; pass < 2; pass++) {
    if (pass === 1 && !(whole > 0)) break;
    for (let row = row0; row <= row1; row++) {
      const dy = (row + 0.5) * size - y;
      for (let column = column0; column <= column1; column++) {
        const dx = (column + 0.5) * size - x;
        const inside = 1 - (dx * dx + dy * dy) / (h * h);
        const square = row * columns + column;
        if (!(inside > 0) || !(floor[square] > 0)) continue;
        if (pass === 0) whole += inside * inside * floor[square];
        else density[square] += (inside * inside) / whole;
      }
    }
  }
}

export function checkKernel(h: number, size: number): void {
  if (h >= Math.SQRT2 * size && Number.isFinite(h)) return;
  throw new InputError('density map', `a kernel of ${h} m over squares of ${size} m`, 'give 1.5 squares or more');
}

/** The frame that is on the map counts for its mean and its greatest. */
export function keep(map: DensityMap): void {
  map.frames++;
  for (let square = 0; square < map.density.length; square++) {
    const here = map.density[square];
    map.sum[square] += here;
    if (here > map.greatest[square]) map.greatest[square] = here;
  }
}

/** The mean over all frames. */
export function meanDensity(map: DensityMap): Float64Array {
  return map.sum.map((sum) => (map.frames > 0 ? sum / map.frames : 0));
}
