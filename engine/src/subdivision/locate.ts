/**
 * Where is a point? A uniform grid per level lists the cells that meet each of its squares.
 *
 * About one square per cell, so that `locate` looks at a handful of cells: O(1) expected. Points are mesh coordinates
 * (plan coordinates minus mesh.origin). A point on a border shared by cells is in the first of them; a point outside
 * all closed cells is in none. A cell is listed in the squares it meets itself, row by row, not in all that its
 * bounding box meets: an oblique one takes as many as it is squares long, not the square of that. Memory is linear:
 * where n cells that run across the whole level would still be listed n·√n times, squares are doubled until there are
 * at most ENTRIES per cell, and `locate` looks at up to n / ENTRIES cells and more there. Building: O(n log n).
 */
import { NONE } from '../core/none.ts';
import { BESIDE, cellHolds, nextSideOf, putCellBox } from './cells.ts';
import type { CellMesh } from './cell-mesh.ts';

/** One level's grid: cells of square (column, row) are cell[first[row * columns + column]] … */
interface LevelGrid {
  minX: number;
  minY: number;
  /** Width of a square, metres. */
  size: number;
  columns: number;
  rows: number;
  first: Int32Array;
  cell: Int32Array;
}

/** A level's grid has at most so many entries per cell. Plans of buildings have 2 to 4. */
const ENTRIES = 32;
/** Metres. A cell is listed so far beyond its sides: what `cellHolds` lets it hold, and as much again for rounding. */
const WIDENED = 2 * BESIDE;

export interface CellIndex {
  /** One grid per level of the mesh. */
  grids: LevelGrid[];
}

export function indexCells(mesh: CellMesh): CellIndex {
  return { grids: mesh.levels.map((_, level) => indexLevel(mesh, level)) };
}

function indexLevel(mesh: CellMesh, level: number): LevelGrid {
  let count = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) if (mesh.cellLevel[c] === level) count++;
  const cells = new Int32Array(count);
  count = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) if (mesh.cellLevel[c] === level) cells[count++] = c;
  const boxes = new Float64Array(4 * count);
  const whole = [Infinity, Infinity, -Infinity, -Infinity];
  const box = new Float64Array(4);
  for (let i = 0; i < count; i++) {
    putCellBox(mesh, cells[i], 0, box);
    boxes.set(box, 4 * i);
    for (let k = 0; k < 2; k++) {
      whole[k] = Math.min(whole[k], box[k]);
      whole[k + 2] = Math.max(whole[k + 2], box[k + 2]);
    }
  }
  if (cells.length === 0) whole.fill(0);
  const width = whole[2] - whole[0];
  const height = whole[3] - whole[1];
  const longest = Math.max(width, height);
  let size = Math.max(Math.sqrt((width * height) / Math.max(1, cells.length)), longest / 4096, 1e-3);
  for (;;) {
    const grid: LevelGrid = {
      minX: whole[0],
      minY: whole[1],
      size,
      columns: Math.floor(width / size) + 1,
      rows: Math.floor(height / size) + 1,
      first: new Int32Array(0),
      cell: new Int32Array(0),
    };
    if (listCells(mesh, cells, boxes, grid)) return grid;
    size *= 2;
  }
}

/** Fill a grid of one level: count, then list. False if it would take more than ENTRIES per cell. */
function listCells(mesh: CellMesh, cells: Int32Array, boxes: Float64Array, grid: LevelGrid): boolean {
  const { columns, rows } = grid;
  const first = new Int32Array(columns * rows + 1);
  // The columns that the cell at hand meets in each row.
  const low = new Float64Array(rows);
  const high = new Float64Array(rows);
  const most = ENTRIES * cells.length; // a single square has one entry per cell, so doubling comes to an end
  if (leastEntries(boxes, grid) > most) return false;
  let entries = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < cells.length; i++) {
      const row0 = rowOf(grid, boxes[4 * i + 1] - WIDENED);
      const row1 = rowOf(grid, boxes[4 * i + 3] + WIDENED);
      low.fill(Infinity, row0, row1 + 1);
      high.fill(-Infinity, row0, row1 + 1);
      spanRows(mesh, cells[i], grid, low, high);
      for (let row = row0; row <= row1; row++) {
        const column1 = columnOf(grid, high[row] + WIDENED);
        for (let column = columnOf(grid, low[row] - WIDENED); column <= column1; column++) {
          const square = row * columns + column;
          if (pass === 0) first[square + 1]++;
          else grid.cell[first[square]++] = cells[i];
          entries++;
        }
      }
      if (pass === 0 && entries > most) return false;
    }
    if (pass === 0) {
      for (let square = 0; square < columns * rows; square++) first[square + 1] += first[square];
      grid.cell = new Int32Array(entries);
    } else {
      first.copyWithin(1, 0);
      first[0] = 0;
    }
  }
  grid.first = first;
  return true;
}

/** Fewer entries there cannot be: a cell meets all rows and columns of its box, and what it meets of two rows hangs together. */
function leastEntries(boxes: Float64Array, grid: LevelGrid): number {
  let entries = 0;
  for (let i = 0; i < boxes.length; i += 4) {
    const rows = rowOf(grid, boxes[i + 3]) - rowOf(grid, boxes[i + 1]);
    const columns = columnOf(grid, boxes[i + 2]) - columnOf(grid, boxes[i]);
    entries += rows + columns + 1;
  }
  return entries;
}

/** For each row of squares, the least and greatest x of a cell within it: the part of each side in the row's band. */
function spanRows(mesh: CellMesh, c: number, grid: LevelGrid, low: Float64Array, high: Float64Array): void {
  const { vertices, sideVertex } = mesh;
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    let a = 2 * sideVertex[s];
    let b = 2 * sideVertex[nextSideOf(mesh, s)];
    if (vertices[a + 1] > vertices[b + 1]) [a, b] = [b, a];
    const ax = vertices[a];
    const ay = vertices[a + 1];
    const bx = vertices[b];
    const by = vertices[b + 1];
    const row1 = rowOf(grid, by + WIDENED);
    for (let row = rowOf(grid, ay - WIDENED); row <= row1; row++) {
      const bottom = grid.minY + row * grid.size - WIDENED;
      const top = bottom + grid.size + 2 * WIDENED;
      // Exactly the ends where these lie in the band; else where the side enters or leaves it.
      const x0 = ay >= bottom ? ax : by <= bottom ? bx : ax + ((bottom - ay) / (by - ay)) * (bx - ax);
      const x1 = by <= top ? bx : ay >= top ? ax : ax + ((top - ay) / (by - ay)) * (bx - ax);
      low[row] = Math.min(low[row], x0, x1);
      high[row] = Math.max(high[row], x0, x1);
    }
  }
}

/** Column of the grid a coordinate falls in, the nearest one where it lies outside. */
function columnOf(grid: LevelGrid, x: number): number {
  return Math.min(grid.columns - 1, Math.max(0, Math.floor((x - grid.minX) / grid.size)));
}

function rowOf(grid: LevelGrid, y: number): number {
  return Math.min(grid.rows - 1, Math.max(0, Math.floor((y - grid.minY) / grid.size)));
}

/** The cell of this level that holds the point, or NONE. */
export function locate(mesh: CellMesh, index: CellIndex, level: number, x: number, y: number): number {
  const grid = index.grids[level];
  if (grid === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return NONE;
  const square = rowOf(grid, y) * grid.columns + columnOf(grid, x);
  for (let i = grid.first[square]; i < grid.first[square + 1]; i++) {
    if (cellHolds(mesh, grid.cell[i], x, y)) return grid.cell[i];
  }
  return NONE;
}

export interface Place {
  cell: number;
  x: number;
  y: number;
  /** Metres from the point asked for. */
  distance: number;
}

/** The nearest place of this level one can stand on: the point itself where it is on floor; undefined if far from any. */
export function nearestWalkable(
  mesh: CellMesh,
  index: CellIndex,
  level: number,
  x: number,
  y: number,
  within = Infinity,
): Place | undefined {
  const here = locate(mesh, index, level, x, y);
  if (here !== NONE) return { cell: here, x, y, distance: 0 };
  const grid = index.grids[level];
  if (grid === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return undefined;
  // Rings of squares around the nearest square. Any place in ring r is at least (r - 1) squares away.
  const column = columnOf(grid, x);
  const row = rowOf(grid, y);
  let best: Place | undefined;
  let least = within;
  const rings = Math.max(grid.columns, grid.rows);
  for (let r = 0; r <= rings && (r - 1) * grid.size <= least; r++) {
    for (let k = row - r; k <= row + r; k++) {
      if (k < 0 || k >= grid.rows) continue;
      const step = k === row - r || k === row + r ? 1 : Math.max(1, 2 * r);
      for (let j = column - r; j <= column + r; j += step) {
        if (j < 0 || j >= grid.columns) continue;
        const square = k * grid.columns + j;
        for (let i = grid.first[square]; i < grid.first[square + 1]; i++) {
          const place = nearestOfCell(mesh, grid.cell[i], x, y);
          if (place.distance < least || (place.distance === least && (best === undefined || place.cell < best.cell))) {
            best = place;
            least = place.distance;
          }
        }
      }
    }
  }
  return best === undefined ? undefined : movedInside(mesh, best);
}

/** The point of a cell's border nearest to a point outside of it. */
function nearestOfCell(mesh: CellMesh, c: number, x: number, y: number): Place {
  const best: Place = { cell: c, x, y, distance: Infinity };
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    const a = 2 * mesh.sideVertex[s];
    const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
    const ax = mesh.vertices[a];
    const ay = mesh.vertices[a + 1];
    const ex = mesh.vertices[b] - ax;
    const ey = mesh.vertices[b + 1] - ay;
    const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
    const px = ax + share * ex;
    const py = ay + share * ey;
    const distance = Math.sqrt((px - x) ** 2 + (py - y) ** 2);
    if (distance < best.distance) {
      best.x = px;
      best.y = py;
      best.distance = distance;
    }
  }
  return best;
}

/** Rounding may have put a border point just outside: draw it towards the middle of its cell until the cell holds it. */
function movedInside(mesh: CellMesh, place: Place): Place {
  const { cell, x, y } = place;
  let middleX = 0;
  let middleY = 0;
  const first = mesh.cellFirst[cell];
  const count = mesh.cellFirst[cell + 1] - first;
  for (let s = first; s < first + count; s++) {
    middleX += mesh.vertices[2 * mesh.sideVertex[s]] / count;
    middleY += mesh.vertices[2 * mesh.sideVertex[s] + 1] / count;
  }
  for (let share = 1e-12; share < 1 && !cellHolds(mesh, cell, place.x, place.y); share *= 10) {
    place.x = x + share * (middleX - x);
    place.y = y + share * (middleY - y);
  }
  return place;
}
