/**
 * Narrow doors: passages that a body fits through in the mesh, and that no chain of tiles leads through.
 *
 * In: a mesh, a level, a radius, the level's tiles and the cell of each. Out: the middle and width of each such passage, narrowest first.
 *
 * The idea: where a straight passage leaves a body room to move sideways by √2 sides, some chain of centres always leads through, so only
 * narrower passages are looked at (subdivision/narrowest.ts). Tiles near the middle and in sight of it are sorted by the side of
 * the passage that they are on; if no tile of one side is joined to a tile of the other over tiles in sight, the passage is closed.
 * A second passage within two tiles of the first can hide that the first is closed; both join the same floors then. A long oblique
 * passage may be open in its middle and closed further on: `findCutOff` compares what hangs together in the mesh with what hangs together on tiles,
 * so that nothing is closed silently. Cost: the narrow passages, a few dozen tiles each; and a flood fill.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf, sideLength } from '../subdivision/cells.ts';
import { narrowestPassages, type Passage } from '../subdivision/narrowest.ts';
import { sees } from '../subdivision/sight.ts';
import { tileParts } from './tile-parts.ts';
import { GROUND, tileCentreX, tileCentreY, type Tiles } from './tiles.ts';

export interface NarrowDoor {
  /** Middle of the passage, mesh coordinates. */
  x: number;
  y: number;
  /** Metres. */
  width: number;
}

/** Metres: a body that just fits does fit, whatever is rounded. */
const TOUCH = 1e-6;
/** Tiles beyond the half width that are looked at. */
const AROUND = 2.5;

export function findNarrowDoors(
  mesh: CellMesh,
  level: number,
  radius: number,
  tiles: Tiles,
  cell: Int32Array,
): NarrowDoor[] {
  const widest = 2 * radius + Math.SQRT2 * tiles.side;
  return narrowestPassages(mesh, Infinity, widest)
    .filter((p) => p.level === level && p.width >= 2 * radius - TOUCH && !isOpen(mesh, p, tiles, cell))
    .map(({ x, y, width }) => ({ x, y, width }));
}

/** Does some chain of tiles in sight of the middle lead from one side of the passage to the other? */
function isOpen(mesh: CellMesh, { x, y, width, side: s }: Passage, tiles: Tiles, cell: Int32Array): boolean {
  const { side, columns, rows, kind } = tiles;
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const ex = (mesh.vertices[b] - mesh.vertices[a]) / width;
  const ey = (mesh.vertices[b + 1] - mesh.vertices[a + 1]) / width;
  const reach = width / 2 + AROUND * side;
  const column0 = Math.max(0, Math.floor((x - reach - tiles.x) / side));
  const column1 = Math.min(columns - 1, Math.floor((x + reach - tiles.x) / side));
  const row0 = Math.max(0, Math.floor((y - reach - tiles.y) / side));
  const row1 = Math.min(rows - 1, Math.floor((y + reach - tiles.y) / side));
  const wide = column1 - column0 + 1;
  // BEHIND, FRONT or BETWEEN; 0: not in sight, or no floor.
  const state = new Uint8Array(Math.max(0, wide * (row1 - row0 + 1)));
  const open = new GrowableInts(64);
  const places = Float64Array.of(x, y, 0, 0);
  const cells = Int32Array.of(mesh.sideCell[s], NONE);
  for (let row = row0; row <= row1; row++) {
    for (let column = column0; column <= column1; column++) {
      const t = row * columns + column;
      if (kind[t] !== GROUND) continue;
      places[2] = tileCentreX(tiles, t);
      places[3] = tileCentreY(tiles, t);
      cells[1] = cell[t];
      const ahead = ex * (places[3] - y) - ey * (places[2] - x);
      // From the cell on the tile's own side: the middle lies on the border of both.
      cells[0] = mesh.sideCell[ahead >= 0 ? s : mesh.sideTwin[s]];
      if (!sees(mesh, places, cells, 0, 1)) continue;
      const k = (row - row0) * wide + column - column0;
      state[k] = Math.abs(ahead) <= TOUCH ? BETWEEN : ahead > 0 ? FRONT : BEHIND;
      if (state[k] === BEHIND) open.push(k);
    }
  }
  while (open.length > 0) {
    const k = open.pop();
    const column = k % wide;
    for (const next of [column > 0 ? k - 1 : k, column < wide - 1 ? k + 1 : k, k - wide, k + wide]) {
      if (state[next] === FRONT) return true;
      if (state[next] !== BETWEEN) continue;
      state[next] = BEHIND;
      open.push(next);
    }
  }
  return false;
}

/** A tile in sight of the passage: on which side of it, or with its centre on the very line. */
const BEHIND = 1;
const FRONT = 2;
const BETWEEN = 3;

/** Floor that a body reaches in the mesh from the rest of its floor, but not over tiles. */
export interface CutOff {
  /** Centre of one of its tiles, mesh coordinates. */
  x: number;
  y: number;
  tiles: number;
}

/** Of every floor that hangs together in the mesh, all parts on tiles but the largest, largest first. */
export function findCutOff(mesh: CellMesh, level: number, radius: number, tiles: Tiles, cell: Int32Array): CutOff[] {
  const region = regionsOfCells(mesh, level, radius);
  const { first, size } = tileParts(tiles, 1 << GROUND);
  const order = Array.from(size.keys()).sort((p, q) => size[q] - size[p] || p - q);
  const hasMain = new Uint8Array(region.length);
  const found: CutOff[] = [];
  for (const p of order) {
    const r = region[cell[first[p]]];
    if (hasMain[r] === 1)
      found.push({ x: tileCentreX(tiles, first[p]), y: tileCentreY(tiles, first[p]), tiles: size[p] });
    hasMain[r] = 1;
  }
  return found;
}

/** Cells joined by sides that a body of this radius fits through share a number: that of one of them. */
function regionsOfCells(mesh: CellMesh, level: number, radius: number): Int32Array {
  const region = new Int32Array(mesh.cellLevel.length).fill(NONE);
  const open = new GrowableInts(64);
  for (let start = 0; start < region.length; start++) {
    if (region[start] !== NONE || mesh.cellLevel[start] !== level || mesh.cellLink[start] !== NONE) continue;
    region[start] = start;
    open.push(start);
    while (open.length > 0) {
      const c = open.pop();
      for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
        const twin = mesh.sideTwin[s];
        if (twin === NONE || sideLength(mesh, s) < 2 * radius - TOUCH) continue;
        const next = mesh.sideCell[twin];
        if (region[next] !== NONE || mesh.cellLevel[next] !== level || mesh.cellLink[next] !== NONE) continue;
        region[next] = start;
        open.push(next);
      }
    }
  }
  return region;
}
