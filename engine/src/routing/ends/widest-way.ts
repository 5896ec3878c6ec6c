/**
 * Why a body cannot get there: the narrowest free side on the widest way between two cells.
 *
 * Free sides are taken from the longest to the shortest, and each joins what hangs together on its two sides (Kruskal's
 * widest spanning forest). The smaller part hangs itself under the larger and remembers the side: no cell is deeper than
 * log n. Two cells were joined by the last side on their ways up to where these meet.
 *
 *      a ─0.9─ b ─2.1─ c        b and c joined first, under b; then a under b.
 *                               From a to c: up from a over 0.9, up from c over 2.1; the latest of these is 0.9.
 *
 * Made once, O(n log n), when a search first finds nothing; asked in O(log n).
 */
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { Corners } from '../corners/corners.ts';

export interface WidestWays {
  /** The cell each cell hangs under, itself for the uppermost. */
  above: Int32Array;
  /** The side that joined it to the one above, and how many were joined before. */
  side: Int32Array;
  turn: Int32Array;
}

export function findWidestWays(mesh: CellMesh, { sideLength }: Corners): WidestWays {
  const { sideTwin, sideCell } = mesh;
  const cells = mesh.cellLevel.length;
  const free: number[] = [];
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] > s) free.push(s);
  free.sort((a, b) => sideLength[b] - sideLength[a] || a - b);
  const above = new Int32Array(cells);
  for (let c = 0; c < cells; c++) above[c] = c;
  const side = new Int32Array(cells).fill(NONE);
  const turn = new Int32Array(cells).fill(0x7fffffff);
  const size = new Int32Array(cells).fill(1);
  let joined = 0;
  for (const s of free) {
    let a = sideCell[s];
    let b = sideCell[sideTwin[s]];
    while (above[a] !== a) a = above[a];
    while (above[b] !== b) b = above[b];
    if (a === b) continue;
    const [small, large] = size[a] < size[b] ? [a, b] : [b, a];
    above[small] = large;
    side[small] = s;
    turn[small] = joined++;
    size[large] += size[small];
  }
  return { above, side, turn };
}

/** The side that has to be crossed, or NONE where the cells are one, or do not hang together at all. */
export function narrowestOnWidestWay({ above, side, turn }: WidestWays, from: number, to: number): number {
  let a = from;
  let b = to;
  let narrowest: number = NONE;
  while (a !== b) {
    // What was joined earlier first: above it, turns only grow.
    if (turn[b] < turn[a]) [a, b] = [b, a];
    if (side[a] === NONE) return NONE;
    narrowest = side[a];
    a = above[a];
  }
  return narrowest;
}
