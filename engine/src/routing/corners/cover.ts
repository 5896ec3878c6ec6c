/**
 * The cells a path can be in without leaving its sequence of portals: a tree, in which coming back is by the way one went.
 *
 *      e ── e'                 0 … n are the cells of the sequence; a disc may lean out of it through other sides, into e, and
 *      │                       on into e'. To be the same path it has to come back the way it went. The same cell of the
 *      0 ── 1 ── 2 ── … n      mesh may occur several times, where a path passes through it more than once.
 *
 * Used by exact.ts to find the shortest path in one sequence of portals.
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';

export interface Cover {
  portals: Int32Array;
  count: number;
  /** Cells beside the sequence, from count + 1 on: the cell each was entered from, the side of its own it was entered by. */
  parents: GrowableInts;
  entries: GrowableInts;
  depths: GrowableInts;
}

/** How far a disc leans out, in cells. */
const DEEPEST = 12;
/** Cells beside the sequence. */
const MOST_BESIDE = 4096;

export function createCover(portals: Int32Array, count: number): Cover {
  const [parents, entries, depths] = [new GrowableInts(16), new GrowableInts(16), new GrowableInts(16)];
  return { portals, count, parents, entries, depths };
}

/**
 * From a cell of the cover through side s of it; NONE where that leads too far away. A taut path leans out only around a
 * corner on this side of the side it leans through, so only into cells that other cells' corners reach into.
 */
export function stepCover(
  mesh: CellMesh,
  cellReach: Float64Array,
  cover: Cover,
  at: number,
  s: number,
  radius: number,
): number {
  const { portals, count, parents, entries, depths } = cover;
  if (at <= count) {
    if (at < count && s === portals[at]) return at + 1;
    if (at > 0 && mesh.sideTwin[portals[at - 1]] === s) return at - 1;
  } else if (s === entries.array[at - count - 1]) return parents.array[at - count - 1];
  const twin = mesh.sideTwin[s];
  if (!(cellReach[mesh.sideCell[twin]] < radius)) return NONE;
  for (let i = 0; i < parents.length; i++) {
    if (parents.array[i] === at && entries.array[i] === twin) return count + 1 + i;
  }
  const depth = at <= count ? 1 : depths.array[at - count - 1] + 1;
  if (depth > DEEPEST || parents.length === MOST_BESIDE) return NONE;
  parents.push(at);
  entries.push(twin);
  depths.push(depth);
  return count + parents.length;
}
