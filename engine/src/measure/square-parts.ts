/**
 * Squares of a map and the floor in them: cells → parts of squares. A square that walls or doors divide has a part for each side:
 *
 *      ┌──────┬──────┐      Part k is that of square k (row * columns + column), the largest if it has several; the other
 *      │  0   │ 1 ┃ 2│      parts come after all squares. Floor that hangs together within a square is one part. Each
 *      └──────┴──────┘      part has a middle: a place on its floor that people see it by, the square's own middle if it can be.
 *
 * Squares that are not floor all over keep their pieces (convex rings, one of each cell), to tell the parts apart and to
 * be drawn. Coordinates are metres from the corner of square 0. Cost: O(squares and cells that meet).
 */
import { groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cutLeft, type Ring, ringArea, ringOfCell, segmentMeets } from '../subdivision/polygon.ts';

export interface Grid {
  size: number;
  columns: number;
  rows: number;
}

export interface SquareParts {
  /** Square of each part, and the next part of the same square; NONE after the last. */
  square: Int32Array;
  next: Int32Array;
  /** m². */
  floor: Float64Array;
  /** x, y interleaved. */
  middle: Float64Array;
  /** Pieces of part k: pieceFirst[k] … pieceFirst[k + 1] - 1; none where the part is the whole square. */
  pieceFirst: Int32Array;
  pieces: Ring[];
}

interface Piece {
  cell: number;
  square: number;
  ring: Ring;
  area: number;
}

/** Squares while cells are cut: those that a cell fills, 1, and pieces of others. */
interface Cutting extends Grid {
  cornerX: number;
  cornerY: number;
  whole: Uint8Array;
  cut: Piece[];
}

/** Of a square's area: a piece with less is a rounding, and floor with so much less than all is the whole square. */
const SLIVER = 1e-9;

/** Of a square's width: its middle is so far from the sides of a piece, or is not taken for the part's. */
const INSIDE = 0.01;

/** @param cornerX, cornerY of square 0, mesh coordinates */
export function partsOfSquares(
  mesh: CellMesh,
  cells: ArrayLike<number>,
  grid: Grid,
  cornerX: number,
  cornerY: number,
): SquareParts {
  const { size, columns, rows } = grid;
  const squares = columns * rows;
  const cutting: Cutting = { size, columns, rows, cornerX, cornerY, whole: new Uint8Array(squares), cut: [] };
  const { whole, cut } = cutting;
  for (let k = 0; k < cells.length; k++) cutCell(mesh, cells[k], cutting);
  const bySquare = groupByOwner(
    Int32Array.from(cut, ({ square }) => square),
    squares,
  );
  /** Pieces of the parts that have some, by part; the other parts of squares come after all squares. */
  const groups = new Map<number, Piece[]>();
  const others: number[] = [];
  const next = new Map<number, number>();
  for (let k = 0; k < squares; k++) {
    if (bySquare.first[k] === bySquare.first[k + 1]) continue;
    const pieces = Array.from(bySquare.item.subarray(bySquare.first[k], bySquare.first[k + 1]), (i) => cut[i]);
    let last: number = NONE;
    for (const group of joined(mesh, pieces, squareRing(grid, k, cornerX, cornerY))) {
      const part = last === NONE ? k : squares + others.length;
      if (last !== NONE) {
        others.push(k);
        next.set(last, part);
      }
      last = part;
      groups.set(part, group);
    }
    if (last === k && areaOf(groups.get(k)!) >= (1 - SLIVER) * size * size) {
      groups.delete(k);
      whole[k] = 1;
    }
  }
  const count = squares + others.length;
  const parts: SquareParts = {
    square: new Int32Array(count),
    next: new Int32Array(count).fill(NONE),
    floor: new Float64Array(count),
    middle: new Float64Array(2 * count),
    pieceFirst: new Int32Array(count + 1),
    pieces: [],
  };
  for (const [part, after] of next) parts.next[part] = after;
  for (let k = 0; k < count; k++) {
    parts.square[k] = k < squares ? k : others[k - squares];
    let x = ((parts.square[k] % columns) + 0.5) * size;
    let y = (Math.floor(parts.square[k] / columns) + 0.5) * size;
    const group = groups.get(k);
    if (group === undefined) parts.floor[k] = whole[k] === 1 ? size * size : 0;
    else {
      for (const { ring } of group) parts.pieces.push(ring);
      parts.floor[k] = areaOf(group);
      if (!group.some(({ ring }) => outside(ring, x, y) < -INSIDE * size)) [x, y] = middleOf(group);
    }
    parts.pieceFirst[k + 1] = parts.pieces.length;
    parts.middle[2 * k] = x;
    parts.middle[2 * k + 1] = y;
  }
  return parts;
}

const areaOf = (group: readonly Piece[]) => group.reduce((sum, { area }) => sum + area, 0);

function squareRing({ size, columns }: Grid, k: number, cornerX: number, cornerY: number): Ring {
  const left = cornerX + (k % columns) * size;
  const bottom = cornerY + Math.floor(k / columns) * size;
  return [left, bottom, left + size, bottom, left + size, bottom + size, left, bottom + size];
}

/** Cut a cell into rows, and each row into squares; those it fills are marked, of others a piece is kept. */
function cutCell(mesh: CellMesh, cell: number, cutting: Cutting): void {
  const { size, columns, rows, cornerX, cornerY, whole, cut } = cutting;
  const outline = ringOfCell(mesh, cell).map((value, i) => value - (i % 2 === 0 ? cornerX : cornerY));
  const [row0, row1] = span(outline, 1, size, rows);
  for (let row = row0; row <= row1; row++) {
    const band = cutLeft(cutLeft(outline, 0, row * size, 1, row * size), 1, (row + 1) * size, 0, (row + 1) * size);
    if (band.length === 0) continue;
    const [column0, column1] = span(band, 0, size, columns);
    for (let column = column0; column <= column1; column++) {
      const right = (column + 1) * size;
      const ring = cutLeft(cutLeft(band, column * size, 1, column * size, 0), right, 0, right, 1);
      const area = ringArea(ring);
      const square = row * columns + column;
      if (area >= (1 - SLIVER) * size * size) whole[square] = 1;
      else if (area > SLIVER * size * size) cut.push({ cell, square, ring, area });
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

/** Pieces of one square, in groups that hang together over free sides within it; the largest first. */
function joined(mesh: CellMesh, pieces: Piece[], around: Ring): Piece[][] {
  if (pieces.length === 1) return [pieces];
  const group = pieces.map((_, i) => i);
  pieces.forEach(({ cell }, i) => {
    for (let s = mesh.cellFirst[cell]; s < mesh.cellFirst[cell + 1]; s++) {
      const twin = mesh.sideTwin[s];
      // A door divides a square whether it is open or not: a map outlives the doors it begins with.
      if (twin === NONE || mesh.sideDoor[s] !== NONE) continue;
      const j = pieces.findIndex((other) => other.cell === mesh.sideCell[twin]);
      if (j < 0 || group[j] === group[i]) continue;
      const a = 2 * mesh.sideVertex[s];
      const b = 2 * mesh.sideVertex[twin];
      const { vertices } = mesh;
      if (!segmentMeets(around, vertices[a], vertices[a + 1], vertices[b], vertices[b + 1])) continue;
      const from = group[j];
      for (let k = 0; k < group.length; k++) if (group[k] === from) group[k] = group[i];
    }
  });
  const groups = new Map<number, Piece[]>();
  pieces.forEach((piece, i) => groups.set(group[i], [...(groups.get(group[i]) ?? []), piece]));
  return [...groups.values()].sort((a, b) => areaOf(b) - areaOf(a));
}

/** The mean of the corners of its largest piece: inside, since pieces are convex. */
function middleOf(group: readonly Piece[]): [number, number] {
  const { ring } = group.reduce((best, piece) => (piece.area > best.area ? piece : best));
  let x = 0;
  let y = 0;
  for (let i = 0; i < ring.length; i += 2) {
    x += ring[i];
    y += ring[i + 1];
  }
  return [(2 * x) / ring.length, (2 * y) / ring.length];
}

/** Metres that a place lies outside a convex ring, at least; negative inside. */
function outside(ring: Ring, x: number, y: number): number {
  let most = -Infinity;
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2) {
    const ex = ring[i] - ring[before];
    const ey = ring[i + 1] - ring[before + 1];
    const long = Math.sqrt(ex * ex + ey * ey);
    // A corner twice, from the cutting.
    if (!(long > 0)) continue;
    most = Math.max(most, (ey * (x - ring[before]) - ex * (y - ring[before + 1])) / long);
  }
  return most;
}

/** Metres: who is so far beside floor stands on it, but for a rounding. */
const ON_FLOOR = 1e-6;

/** Where somebody stands: the last answer of `standsIn`. */
export const standing = { part: NONE as number, isOnFloor: false };

/**
 * The part that a place is in, or the nearest one of its square; else that of the squares whose middle is nearest, within `reach`.
 * The answer is in `standing`; part NONE: there is no floor about.
 */
export function standsIn(parts: SquareParts, grid: Grid, x: number, y: number, reach: number): void {
  const { size, columns, rows } = grid;
  const { floor, next, pieceFirst, pieces } = parts;
  const column = Math.floor(x / size);
  const row = Math.floor(y / size);
  const isIn = column >= 0 && column < columns && row >= 0 && row < rows;
  const own = row * columns + column;
  standing.part = NONE;
  standing.isOnFloor = false;
  if (isIn && floor[own] > 0) {
    let least = Infinity;
    for (let part = own; part !== NONE; part = next[part]) {
      if (pieceFirst[part] === pieceFirst[part + 1]) least = -Infinity;
      for (let k = pieceFirst[part]; k < pieceFirst[part + 1]; k++) {
        const away = outside(pieces[k], x, y);
        if (away >= least) continue;
        least = away;
        standing.part = part;
      }
    }
    if (standing.part === NONE) standing.part = own;
    standing.isOnFloor = least <= ON_FLOOR;
    return;
  }
  let least = reach * reach;
  const row1 = Math.min(rows - 1, Math.floor((y + reach) / size));
  const column1 = Math.min(columns - 1, Math.floor((x + reach) / size));
  for (let r = Math.max(0, Math.floor((y - reach) / size)); r <= row1; r++) {
    for (let c = Math.max(0, Math.floor((x - reach) / size)); c <= column1; c++) {
      const part = r * columns + c;
      const dx = parts.middle[2 * part] - x;
      const dy = parts.middle[2 * part + 1] - y;
      if (!(floor[part] > 0) || dx * dx + dy * dy >= least) continue;
      least = dx * dx + dy * dy;
      standing.part = part;
    }
  }
}
