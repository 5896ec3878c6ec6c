/**
 * Parts of a raster: tiles of the given kinds that hang together over shared sides.
 *
 * In: tiles, a set of kinds. Out: a part per tile, and the first tile and size of each. Parts are numbered in the order of their first
 * tiles. The idea: a flood fill from each tile that has no part yet. Cost: linear.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { Tiles } from './tiles.ts';

export interface TileParts {
  /** Per tile; NONE for tiles of other kinds. */
  part: Int32Array;
  /** Per part: its lowest tile, and how many tiles it has. */
  first: Int32Array;
  size: Int32Array;
}

/** @param kinds one bit per kind, as in tile-lines.ts */
export function tileParts({ columns, rows, kind }: Tiles, kinds: number): TileParts {
  const part = new Int32Array(columns * rows).fill(NONE);
  const first = new GrowableInts(64);
  const size = new GrowableInts(64);
  const open = new GrowableInts(1024);
  for (let start = 0; start < part.length; start++) {
    if (part[start] !== NONE || ((kinds >> kind[start]) & 1) === 0) continue;
    const p = first.length;
    first.push(start);
    let count = 0;
    part[start] = p;
    open.push(start);
    while (open.length > 0) {
      const tile = open.pop();
      count++;
      const column = tile % columns;
      if (column > 0) enter(tile - 1, p);
      if (column < columns - 1) enter(tile + 1, p);
      enter(tile - columns, p);
      enter(tile + columns, p);
    }
    size.push(count);
  }
  return { part, first: first.values().slice(), size: size.values().slice() };

  function enter(tile: number, p: number): void {
    if (tile < 0 || tile >= part.length || part[tile] !== NONE || ((kinds >> kind[tile]) & 1) === 0) return;
    part[tile] = p;
    open.push(tile);
  }
}
