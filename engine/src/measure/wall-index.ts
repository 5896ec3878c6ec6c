/**
 * WallIndex: a mesh → what is needed to tell at once that a body stands well, made once per mesh.
 *
 *     ┌────┬────┬────┬────┐       Squares over each level. A square is home to a cell if it lies in that cell whole and no
 *     │ c7 │ c7 │ far│near┃       wall is within REACH of it: who is in its home cell there stands well. Far: no wall
 *     ├────┼────┼────┼────┃       within REACH either, but several cells. Near: with the list of walls within REACH. The
 *     │ c7 │ far│ c9 │near┃       nearest of all walls of a level is in plain sight, so a list needs no look at what is
 *     └────┴────┴────┴────┘       behind what.
 *
 * Links (stairs and the like) lie where their levels have walls or nothing: cells of links and those within REACH of one
 * are marked, and searched cell after cell (wall-penetrations.ts). So are squares with more than MOST_NEAR walls.
 * Squares are 0.5 m wide, wider in places so large, or so full of long walls, that there would be too many entries:
 * memory is linear in cells and bounded by MOST_SQUARES per level. Building: linear in entries.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';

/** Metres from a wall up to which the index knows it. */
export const REACH = 0.5;
/** Values of WallGrid.home besides cells. */
export const NEAR = -1;
const FAR = -2;
export const CROWDED = -3;
/** Numbers per wall in WallIndex.wall: x, y of one end, from there to the other, and one over that length squared. */
export const WALL = 5;

const MOST_SQUARES = 1_000_000;
const SMALLEST = 0.5;
const MOST_NEAR = 48;
/** Entries per wall and level beyond which squares are doubled. */
const ENTRIES = 64;
/** Metres for rounding: lists reach so much farther, homes end so much before their cell does. */
const HAIR = 1e-6;

export interface WallGrid {
  minX: number;
  minY: number;
  size: number;
  columns: number;
  rows: number;
  /** Per square: the cell it is home to, or NEAR, FAR, CROWDED. */
  home: Int32Array;
  /** Walls near each square: item[first[square]] …, indices into WallIndex.wall. */
  first: Int32Array;
  item: Int32Array;
}

export interface WallIndex {
  mesh: CellMesh;
  /** Per side: the unit normal into the cell, and its product with a point of the side. */
  plane: Float64Array;
  /** Constrained sides of floor, WALL numbers each. */
  wall: Float64Array;
  /** One per level. */
  grids: WallGrid[];
  /** 1: a cell of a link, or within REACH of one. */
  byLink: Uint8Array;
  /** Memory of searches: the search that saw each cell last, its number, cells still to look at. */
  seenBy: Int32Array;
  lastSearch: number;
  open: GrowableInts;
  /** What a search found, one number: returned, it would be allocated. */
  depth: Float64Array;
}

export function indexWalls(mesh: CellMesh): WallIndex {
  const cells = mesh.cellLevel.length;
  const index: WallIndex = {
    mesh,
    plane: planesOf(mesh),
    wall: new Float64Array(0),
    grids: [],
    byLink: new Uint8Array(cells),
    seenBy: new Int32Array(cells),
    lastSearch: 0,
    open: new GrowableInts(64),
    depth: new Float64Array(1),
  };
  for (let c = 0; c < cells; c++) if (mesh.cellLink[c] !== NONE) markAround(index, c);
  const walls: number[][] = mesh.levels.map(() => []);
  const numbers: number[] = [];
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    const c = mesh.sideCell[s];
    if (mesh.sideTwin[s] !== NONE || mesh.cellLink[c] !== NONE) continue;
    const a = 2 * mesh.sideVertex[s];
    const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
    const dx = mesh.vertices[b] - mesh.vertices[a];
    const dy = mesh.vertices[b + 1] - mesh.vertices[a + 1];
    if (dx === 0 && dy === 0) continue;
    walls[mesh.cellLevel[c]].push(numbers.length / WALL);
    numbers.push(mesh.vertices[a], mesh.vertices[a + 1], dx, dy, 1 / (dx * dx + dy * dy));
  }
  index.wall = Float64Array.from(numbers);
  index.grids = mesh.levels.map((_, level) => gridOf(index, level, walls[level]));
  return index;
}

function planesOf(mesh: CellMesh): Float64Array {
  const plane = new Float64Array(3 * mesh.sideVertex.length);
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    const a = 2 * mesh.sideVertex[s];
    const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
    const dx = mesh.vertices[b] - mesh.vertices[a];
    const dy = mesh.vertices[b + 1] - mesh.vertices[a + 1];
    const length = Math.sqrt(dx * dx + dy * dy);
    // A side without length keeps nobody away; its ends belong to the sides beside it.
    plane[3 * s] = length > 0 ? -dy / length : 0;
    plane[3 * s + 1] = length > 0 ? dx / length : 0;
    plane[3 * s + 2] =
      length > 0 ? plane[3 * s] * mesh.vertices[a] + plane[3 * s + 1] * mesh.vertices[a + 1] : -Infinity;
  }
  return plane;
}

/** The number of a new search. Marks are 32-bit: after so many they start again. */
export function nextSearch(index: WallIndex): number {
  if (index.lastSearch === 0x7fffffff) {
    index.seenBy.fill(0);
    index.lastSearch = 0;
  }
  return ++index.lastSearch;
}

/** Mark a link's cell and all that are within REACH of it, over free sides that are. */
function markAround(index: WallIndex, start: number): void {
  const { mesh, seenBy, open, byLink } = index;
  const search = nextSearch(index);
  open.clear();
  open.push(start);
  seenBy[start] = search;
  while (open.length > 0) {
    const c = open.pop();
    byLink[c] = 1;
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      const twin = mesh.sideTwin[s];
      if (twin === NONE || seenBy[mesh.sideCell[twin]] === search || !isNearCell(mesh, start, s)) continue;
      seenBy[mesh.sideCell[twin]] = search;
      open.push(mesh.sideCell[twin]);
    }
  }
}

/** Is a side within REACH of a cell? They do not cross: an end of one of them is nearest. */
function isNearCell(mesh: CellMesh, cell: number, side: number): boolean {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[side];
  const b = 2 * sideVertex[nextSideOf(mesh, side)];
  for (let s = mesh.cellFirst[cell]; s < mesh.cellFirst[cell + 1]; s++) {
    const p = 2 * sideVertex[s];
    const q = 2 * sideVertex[nextSideOf(mesh, s)];
    if (isWithin(vertices, a, p, q) || isWithin(vertices, b, p, q)) return true;
    if (isWithin(vertices, p, a, b) || isWithin(vertices, q, a, b)) return true;
  }
  return false;
}

/** Is point v within REACH of the segment from a to b? */
function isWithin(vertices: Float64Array, v: number, a: number, b: number): boolean {
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const px = vertices[v] - vertices[a];
  const py = vertices[v + 1] - vertices[a + 1];
  const whole = ex * ex + ey * ey;
  const share = whole > 0 ? Math.min(1, Math.max(0, (px * ex + py * ey) / whole)) : 0;
  return (px - share * ex) ** 2 + (py - share * ey) ** 2 <= (REACH + HAIR) ** 2;
}

function gridOf(index: WallIndex, level: number, walls: number[]): WallGrid {
  const { wall } = index;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const w of walls) {
    const k = WALL * w;
    minX = Math.min(minX, wall[k], wall[k] + wall[k + 2]);
    minY = Math.min(minY, wall[k + 1], wall[k + 1] + wall[k + 3]);
    maxX = Math.max(maxX, wall[k], wall[k] + wall[k + 2]);
    maxY = Math.max(maxY, wall[k + 1], wall[k + 1] + wall[k + 3]);
  }
  if (walls.length === 0) minX = minY = maxX = maxY = 0;
  const width = maxX - minX;
  const height = maxY - minY;
  const most = ENTRIES * walls.length + MOST_SQUARES;
  // A place much longer than wide must not have more squares along than all together may be.
  let size = Math.max(SMALLEST, Math.sqrt((width * height) / MOST_SQUARES), Math.max(width, height) / MOST_SQUARES);
  for (;;) {
    const columns = Math.floor(width / size) + 1;
    const rows = Math.floor(height / size) + 1;
    const squares = columns * rows;
    const grid: WallGrid = {
      minX,
      minY,
      size,
      columns,
      rows,
      home: new Int32Array(squares).fill(FAR),
      first: new Int32Array(squares + 1),
      item: new Int32Array(0),
    };
    if (listWalls(index, walls, grid, most)) {
      setHomes(index, level, grid);
      return grid;
    }
    size *= 2;
  }
}

/** Count the walls near each square, then list them. False: more than `most` entries. */
function listWalls({ wall }: WallIndex, walls: number[], grid: WallGrid, most: number): boolean {
  const { first, home, size, columns, rows } = grid;
  const last = new Int32Array(home.length);
  const around = REACH + HAIR;
  let entries = 0;
  for (let pass = 0; pass < 2; pass++) {
    last.fill(NONE);
    for (const w of walls) {
      const k = WALL * w;
      const dx = wall[k + 2];
      const dy = wall[k + 3];
      // In pieces no longer than a square, so that a long oblique wall is listed along its way only.
      const pieces = Math.max(1, Math.ceil(Math.sqrt(dx * dx + dy * dy) / size));
      for (let piece = 0; piece < pieces; piece++) {
        const x0 = wall[k] + (piece / pieces) * dx - grid.minX;
        const y0 = wall[k + 1] + (piece / pieces) * dy - grid.minY;
        const x1 = x0 + dx / pieces;
        const y1 = y0 + dy / pieces;
        const column1 = Math.min(columns - 1, Math.floor((Math.max(x0, x1) + around) / size));
        const row1 = Math.min(rows - 1, Math.floor((Math.max(y0, y1) + around) / size));
        const column0 = Math.max(0, Math.floor((Math.min(x0, x1) - around) / size));
        for (let row = Math.max(0, Math.floor((Math.min(y0, y1) - around) / size)); row <= row1; row++) {
          for (let column = column0; column <= column1; column++) {
            const square = row * columns + column;
            if (last[square] === w || (pass === 1 && home[square] === CROWDED)) continue;
            last[square] = w;
            if (pass === 0) first[square + 1]++;
            else grid.item[first[square]++] = w;
            if (++entries > most && pass === 0) return false;
          }
        }
      }
    }
    if (pass === 1) break;
    for (let square = 0; square < home.length; square++) {
      if (first[square + 1] > 0) home[square] = first[square + 1] > MOST_NEAR ? CROWDED : NEAR;
      if (home[square] === CROWDED) first[square + 1] = 0;
      first[square + 1] += first[square];
    }
    grid.item = new Int32Array(first[home.length]);
  }
  first.copyWithin(1, 0);
  first[0] = 0;
  return true;
}

/** Make far squares that lie in one cell with all corners home to it; a cell of a link is nobody's home. */
function setHomes({ mesh, plane }: WallIndex, level: number, grid: WallGrid): void {
  const { home, size, columns, rows } = grid;
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    if (mesh.cellLevel[c] !== level || mesh.cellLink[c] !== NONE) continue;
    const first = mesh.cellFirst[c];
    const end = mesh.cellFirst[c + 1];
    let minY = Infinity;
    let maxY = -Infinity;
    for (let s = first; s < end; s++) {
      minY = Math.min(minY, mesh.vertices[2 * mesh.sideVertex[s] + 1]);
      maxY = Math.max(maxY, mesh.vertices[2 * mesh.sideVertex[s] + 1]);
    }
    const row1 = Math.min(rows - 1, Math.floor((maxY - grid.minY) / size) - 1);
    for (let row = Math.max(0, Math.ceil((minY - grid.minY) / size)); row <= row1; row++) {
      // Where are both the lower and the upper edge of the row behind all planes?
      let low = -Infinity;
      let high = Infinity;
      for (let s = first; s < end; s++) {
        const nx = plane[3 * s];
        const ny = plane[3 * s + 1];
        const edge = ny > 0 ? grid.minY + row * size : grid.minY + (row + 1) * size;
        const rest = plane[3 * s + 2] + HAIR - ny * edge;
        if (nx > 0) low = Math.max(low, rest / nx);
        else if (nx < 0) high = Math.min(high, rest / nx);
        else if (rest > 0) high = -Infinity;
      }
      const column1 = Math.min(columns - 1, Math.floor((high - grid.minX) / size) - 1);
      for (let column = Math.max(0, Math.ceil((low - grid.minX) / size)); column <= column1; column++) {
        if (home[row * columns + column] === FAR) home[row * columns + column] = c;
      }
    }
  }
}
