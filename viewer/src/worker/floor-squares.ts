/**
 * Floor, and a colour for each piece of it within a square → pictures on levels, stairs and the like. A piece is the part of a cell in a square, so walls
 * are where they are: no colour shows behind one. Cost: the cells, and the squares they reach into.
 */
import { type CellMesh, cutConvex, NONE } from '@foulee/engine';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import type { PlaceLink } from '../protocol/place.ts';

/** Of 255, as density maps have it. */
const OPACITY = 190;

/** A piece of floor: the part of a cell in a square. */
export interface FloorPiece {
  cell: number;
  column: number;
  row: number;
  /** Corners, x, y interleaved, mesh coordinates. */
  ring: readonly number[];
}

/** @param size of the squares, metres; square 0, 0 begins at the origin */
function* piecesOf(mesh: CellMesh, size: number): Generator<FloorPiece> {
  const { cellFirst, sideVertex, vertices } = mesh;
  for (let cell = 0; cell < mesh.cellLevel.length; cell++) {
    const ring: number[] = [];
    for (let s = cellFirst[cell]; s < cellFirst[cell + 1]; s++) {
      ring.push(vertices[2 * sideVertex[s]], vertices[2 * sideVertex[s] + 1]);
    }
    const [left, right] = rangeOf(ring, 0);
    const [bottom, top] = rangeOf(ring, 1);
    for (let column = Math.floor(left / size); column * size < right; column++) {
      for (let row = Math.floor(bottom / size); row * size < top; row++) {
        const [x, y, toX, toY] = [column * size, row * size, (column + 1) * size, (row + 1) * size];
        const piece = cutConvex(ring, [x, y, toX, y, toX, toY, x, toY]);
        if (piece.length >= 6) yield { cell, column, row, ring: piece };
      }
    }
  }
}

function rangeOf(ring: readonly number[], axis: 0 | 1): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (let k = axis; k < ring.length; k += 2) {
    least = Math.min(least, ring[k]);
    most = Math.max(most, ring[k]);
  }
  return [least, most];
}

/**
 * @param links of the same place
 * @param palette colours, "#rrggbb". @param colourOf which of them a piece has; NONE: the floor is seen
 */
export function paintSquares(
  mesh: CellMesh,
  links: readonly PlaceLink[],
  size: number,
  palette: readonly string[],
  colourOf: (piece: FloorPiece) => number,
): FloorPicture[] {
  const onLevels: number[][] = mesh.levels.map(() => []);
  const onLinks: { piece: FloorPiece; colour: number }[][] = links.map(() => []);
  for (const piece of piecesOf(mesh, size)) {
    const colour = colourOf(piece);
    if (colour === NONE) continue;
    const link = mesh.cellLink[piece.cell];
    if (link !== NONE) {
      onLinks[link]?.push({ piece, colour });
      continue;
    }
    const { ring } = piece;
    const u = (colour + 0.5) / palette.length;
    const corners = onLevels[mesh.cellLevel[piece.cell]];
    for (let i = 2; i + 3 < ring.length; i += 2) {
      for (const at of [0, i, i + 2]) corners.push(ring[at], ring[at + 1], u, 0.5);
    }
  }
  const flat = onLevels.flatMap((corners, level): FloorPicture[] => {
    if (corners.length === 0) return [];
    const pixels = new Uint8Array(4 * palette.length);
    palette.forEach((colour, k) => pixels.set(rgba(colour), 4 * k));
    const z = mesh.levels[level].elevation;
    const triangles = Float32Array.from(corners);
    return [{ left: 0, bottom: 0, width: 1, height: 1, z, triangles, columns: palette.length, rows: 1, pixels }];
  });
  return [...flat, ...links.flatMap((link, k) => linkPicture(link, onLinks[k], size, palette, mesh))];
}

/** On steps and slopes a pixel is a square. */
function linkPicture(
  link: PlaceLink,
  painted: readonly { piece: FloorPiece; colour: number }[],
  size: number,
  palette: readonly string[],
  { levels }: CellMesh,
): FloorPicture[] {
  if (painted.length === 0) return [];
  const [xs, ys] = [0, 1].map((axis) => link.corners.filter((_, k) => k % 3 === axis));
  const [column0, row0] = [Math.floor(Math.min(...xs) / size), Math.floor(Math.min(...ys) / size)];
  const columns = Math.ceil(Math.max(...xs) / size) - column0;
  const rows = Math.ceil(Math.max(...ys) / size) - row0;
  const pixels = new Uint8Array(4 * columns * rows);
  for (const { piece, colour } of painted) {
    const [column, row] = [piece.column - column0, piece.row - row0];
    const isIn = column >= 0 && column < columns && row >= 0 && row < rows;
    if (isIn) pixels.set(rgba(palette[colour]), 4 * (row * columns + column));
  }
  const z = levels[link.lower].elevation;
  const place = { left: column0 * size, bottom: row0 * size, width: columns * size, height: rows * size, z };
  return [{ ...place, link, columns, rows, pixels }];
}

function rgba(colour: string): [number, number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255, OPACITY];
}
