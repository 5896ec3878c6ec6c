/**
 * Density map: frames → persons per m² on the squares of a grid over one level, its stairs included; mean over time and
 * greatest. For stairs apart from the floor see density-maps.ts.
 *
 * Either counts (who stands in a square, over the whole square) or a kernel: each person is spread over the squares
 * within a radius h by (1 − d²/h²)², d measured to the middle of its floor, and by the floor in the square, as far as the person
 * sees: past no wall and no closed door (map-sight.ts, part-sight.ts). A square that a wall or door divides has a part, and a
 * density, on each side of it (square-parts.ts). The shares of one person add up to one person, so the map's densities times its floor add up to all
 * persons. The part somebody stands in is always seen. Who stands in a wall sees from the middle of the part beside it.
 * The kernel is a polynomial, not Gauss's, for the same bits everywhere. Cost: O(persons · squares within h) a frame, and
 * more for the first to come into a square; memory grows with the squares that people come into.
 */
import { InputError } from '../core/errors.ts';
import type { Frame } from '../record/frame.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { isHidden, type MapSight, sightOf, type Way } from './map-sight.ts';
import { hiddenFrom, OPEN } from './part-sight.ts';
import { ringOfCell } from '../subdivision/polygon.ts';
import { type SquareParts, partsOfSquares, standing, standsIn } from './square-parts.ts';
import { NONE } from '../core/none.ts';

export interface DensityMap {
  level: number;
  /** The corner of square 0, in the plan's coordinates, and the width of a square, metres. */
  minX: number;
  minY: number;
  size: number;
  columns: number;
  rows: number;
  /**
   * m² of floor per square; square (column, row) is row * columns + column. After all squares come the other parts of those
   * that walls divide: see `parts`.
   */
  floor: Float64Array;
  /** Persons per m² in the last frame, summed over frames, and the greatest of all frames: of squares and other parts. */
  density: Float64Array;
  sum: Float64Array;
  greatest: Float64Array;
  frames: number;
  parts: SquareParts;
  sight: MapSight;
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
  const grid = { size, columns, rows };
  const parts = partsOfSquares(mesh, cells, grid, minX, minY);
  const { floor } = parts;
  return {
    level,
    minX: minX + mesh.origin[0],
    minY: minY + mesh.origin[1],
    size,
    columns,
    rows,
    floor,
    density: new Float64Array(floor.length),
    sum: new Float64Array(floor.length),
    greatest: new Float64Array(floor.length),
    frames: 0,
    parts,
    sight: sightOf(mesh, cells, grid, floor.length, minX, minY),
  };
}

/** A frame by counts, over the whole square. Persons beside the map, by a rounding, count in the nearest square. */
export function addCounts(map: DensityMap, frame: Frame): void {
  map.density.fill(0);
  const one = 1 / (map.size * map.size);
  for (let i = 0; i < frame.count; i++) {
    if (frame.level[i] !== map.level) continue;
    const x = frame.place[2 * i] - map.minX;
    const y = frame.place[2 * i + 1] - map.minY;
    const column = squareOf(x, map.size, map.columns);
    const row = squareOf(y, map.size, map.rows);
    if (column < 0 || row < 0) continue;
    const square = row * map.columns + column;
    standing.part = NONE;
    if (map.parts.next[square] !== NONE) standsIn(map.parts, map, x, y, map.size);
    map.density[standing.part === NONE ? square : standing.part] += one;
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
export function spreadPerson(map: DensityMap, x: number, y: number, h: number): void {
  const whole = weighPerson(map, x, y, h);
  if (whole > 0) sharePerson(map, whole);
}

/** Of the person weighed last: parts seen, and the kernel there. */
let seen = new Int32Array(256);
let kernel = new Float64Array(256);
let count = 0;
/** By part: 1, the person does not see it. All 0 between two persons. */
let isOut = new Uint8Array(0);
const way: Way = { px: 0, py: 0, qx: 0, qy: 0 };

/** Of the way to the middle of its part: somebody on a wall's line steps so far onto its own side. */
const STEP_OFF = 1e-6;

/** Floor times kernel of all that somebody sees on this map; 0: there is no floor within h. */
export function weighPerson(map: DensityMap, px: number, py: number, h: number): number {
  const { floor, parts, sight } = map;
  const { middle } = parts;
  const x = px - map.minX;
  const y = py - map.minY;
  count = 0;
  if (!Number.isFinite(x + y)) return 0;
  standsIn(parts, map, x, y, h);
  const own = standing.part;
  if (own === NONE) return 0;
  const step = standing.isOnFloor ? STEP_OFF : 1;
  way.px = x + step * (middle[2 * own] - x);
  way.py = y + step * (middle[2 * own + 1] - y);
  const at = hiddenFrom(sight, parts, map, own, h);
  if (at === OPEN) return weighAll(map, x, y, h);
  const lists = sight.lists.array;
  const sure = at + 3 + lists[at];
  const end = sure + lists[at + 1];
  if (isOut.length < floor.length) isOut = new Uint8Array(floor.length);
  for (let k = at + 3; k < sure; k++) isOut[lists[k]] = 1;
  for (let k = sure; k < end; k++) {
    way.qx = middle[2 * lists[k]];
    way.qy = middle[2 * lists[k] + 1];
    if ((way.qx - x) ** 2 + (way.qy - y) ** 2 >= h * h) continue;
    if (isHidden(sight, lists, end, end + lists[at + 2], way)) isOut[lists[k]] = 1;
  }
  const whole = weighSeen(map, x, y, h);
  for (let k = at + 3; k < end; k++) isOut[lists[k]] = 0;
  return whole;
}

/** All parts within h that are not marked in `isOut`. */
function weighSeen({ size, columns, rows, floor, parts }: DensityMap, x: number, y: number, h: number): number {
  const { middle, next } = parts;
  const column0 = Math.max(0, Math.floor((x - h) / size));
  const column1 = Math.min(columns - 1, Math.floor((x + h) / size));
  const row1 = Math.min(rows - 1, Math.floor((y + h) / size));
  let whole = 0;
  for (let row = Math.max(0, Math.floor((y - h) / size)); row <= row1; row++) {
    for (let column = column0; column <= column1; column++) {
      const square = row * columns + column;
      if (!(floor[square] > 0)) continue;
      for (let part = square; part !== NONE; part = next[part]) {
        const dx = middle[2 * part] - x;
        const dy = middle[2 * part + 1] - y;
        const inside = 1 - (dx * dx + dy * dy) / (h * h);
        if (!(inside > 0) || isOut[part] === 1) continue;
        if (count === seen.length) makeRoom(2 * count);
        seen[count] = part;
        kernel[count++] = inside * inside;
        whole += inside * inside * floor[part];
      }
    }
  }
  return whole;
}

/** The same where no wall is within reach: squares have one part each. */
function weighAll({ size, columns, rows, floor }: DensityMap, x: number, y: number, h: number): number {
  const column0 = Math.max(0, Math.floor((x - h) / size));
  const column1 = Math.min(columns - 1, Math.floor((x + h) / size));
  const row0 = Math.max(0, Math.floor((y - h) / size));
  const row1 = Math.min(rows - 1, Math.floor((y + h) / size));
  makeRoom((column1 - column0 + 1) * (row1 - row0 + 1));
  let whole = 0;
  for (let row = row0; row <= row1; row++) {
    const dy = (row + 0.5) * size - y;
    for (let column = column0; column <= column1; column++) {
      const dx = (column + 0.5) * size - x;
      const inside = 1 - (dx * dx + dy * dy) / (h * h);
      if (!(inside > 0)) continue;
      const square = row * columns + column;
      seen[count] = square;
      kernel[count++] = inside * inside;
      whole += inside * inside * floor[square];
    }
  }
  return whole;
}

function makeRoom(needed: number): void {
  if (seen.length >= needed) return;
  const [seenBefore, kernelBefore] = [seen, kernel];
  seen = new Int32Array(2 * needed);
  kernel = new Float64Array(2 * needed);
  seen.set(seenBefore);
  kernel.set(kernelBefore);
}

/** The share of this map in the person weighed last. @param whole its weight on all maps it is spread over */
export function sharePerson({ density }: DensityMap, whole: number): void {
  for (let k = 0; k < count; k++) density[seen[k]] += kernel[k] / whole;
}

export function checkKernel(h: number, size: number): void {
  if (h >= Math.SQRT2 * size && Number.isFinite(h)) return;
  throw new InputError('density map', `a kernel of ${h} m over squares of ${size} m`, 'give 1.5 squares or more');
}

/** The frame that is on the map counts for its mean and its greatest. */
export function keep(map: DensityMap): void {
  map.frames++;
  for (let part = 0; part < map.density.length; part++) {
    const here = map.density[part];
    map.sum[part] += here;
    if (here > map.greatest[part]) map.greatest[part] = here;
  }
}

/** The mean over all frames. */
export function meanDensity(map: DensityMap): Float64Array {
  return map.sum.map((sum) => (map.frames > 0 ? sum / map.frames : 0));
}
