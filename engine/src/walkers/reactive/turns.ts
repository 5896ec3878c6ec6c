/**
 * Ground → Turns: the corners that people walk round, as the path reads them: real corners, where two walls meet and the floor lies around
 * more than half a turn; not the ends of portals on straight walls, nor ends of doors that stand in the open. So the path depends on
 * walls, not on where cells happen to be cut.
 *
 * Made once for a mesh. Cost: linear in its sides.
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import { sharedMemory } from '../../core/shared-memory.ts';
import type { Ground } from '../model.ts';

export interface Turns {
  /**
   * TURN numbers per sector (routing/corners/corners.ts), in one line of memory: x, y; the directions of its walls, counter-clockwise from the
   * first; metres to the nearest other wall; 1 if it is a corner to walk round, else 0.
   */
  corner: Float64Array;
  /** Of each side: 1 if its start is such a corner, and 2 if its end is. A string over many portals reads these alone. */
  ends: Uint8Array;
  /** Such corners of cell c: sectors item[first[c]] … */
  first: Int32Array;
  item: Int32Array;
}

export const TURN = 8;
export const FIRST_WALL = 2;
export const SECOND_WALL = 4;
export const GAP = 6;
export const IS_CORNER = 7;
/** Bits of `ends`. */
export const STARTS = 1;
export const ENDS = 2;

export function findTurns({ mesh, corners }: Pick<Ground, 'mesh' | 'corners'>): Turns {
  const { sideTwin, cellFirst } = mesh;
  const { sideSector, sectorReflex, sectorPlace, sectorWalls, sectorGap } = corners;
  const corner = new Float64Array(sharedMemory(8 * TURN * sectorReflex.length));
  for (let s = 0; s < sideSector.length; s++) {
    const sector = sideSector[s];
    // Only where a wall begins: a vertex without walls is no corner, though a path through portals may have to bend there.
    if (sideTwin[s] !== NONE || sectorReflex[sector] === 0) continue;
    const at = TURN * sector;
    corner.set(sectorPlace.subarray(2 * sector, 2 * sector + 2), at);
    corner.set(sectorWalls.subarray(4 * sector, 4 * sector + 4), at + FIRST_WALL);
    corner[at + GAP] = sectorGap[sector];
    corner[at + IS_CORNER] = 1;
  }
  const ends = new Uint8Array(sharedMemory(sideSector.length));
  const cells = mesh.cellLevel.length;
  const first = new Int32Array(sharedMemory(4 * (cells + 1)));
  const item = new GrowableInts(64);
  for (let c = 0; c < cells; c++) {
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      const previous = s === cellFirst[c] ? cellFirst[c + 1] - 1 : s - 1;
      if (corner[TURN * sideSector[s] + IS_CORNER] === 0) continue;
      item.push(sideSector[s]);
      ends[s] |= STARTS;
      ends[previous] |= ENDS;
    }
    first[c + 1] = item.length;
  }
  return { corner, ends, first, item: item.values().slice() };
}
