/**
 * CellMesh → the cells in dead ends: what is left when cells with one way out are taken away again and again. They form trees that hang
 * on the rest, or a tree of their own where a place has no loop.
 *
 *     ┌─┐ ┌─┐ ┌─┐      A shortest path enters no dead end that holds neither its start nor its goal: where it came back through the
 *     │ │ │ │ │ │      side t, it is shorter along t. Nor does it bend at a corner between a wall and t: behind the bend is the dead
 *     │ └t┘ └─┘ │      end. With a disc the straight way along t must be free: no corner of the rest within twice the radius of the
 *     └─────────┘      dead end, else a path may lean in around it. There are no islands in a tree, so corners inside do not matter.
 *
 * Linear in the sides, once for a mesh; per search, the cells from start and goal up to the rest.
 */
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';

export interface DeadEnds {
  /** 1: the cell is in a dead end. */
  isIn: Uint8Array;
  /** Of such a cell: its side towards the rest; NONE: the last cell of a place without loops. */
  wayOut: Int32Array;
  /** Cells in dead ends that the present search needs: equal to `search`. */
  needed: Int32Array;
  search: number;
}

export function findDeadEnds({ cellFirst, cellLevel, sideTwin, sideCell }: CellMesh): DeadEnds {
  const cells = cellLevel.length;
  const isIn = new Uint8Array(cells);
  const wayOut = new Int32Array(cells).fill(NONE);
  const ways = new Int32Array(cells);
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] !== NONE) ways[sideCell[s]]++;
  /** Cells that become dead ends, each once. */
  const ends = new Int32Array(cells);
  let count = 0;
  for (let c = 0; c < cells; c++) if (ways[c] <= 1) ends[count++] = c;
  for (let i = 0; i < count; i++) {
    const c = ends[i];
    isIn[c] = 1;
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      if (sideTwin[s] === NONE) continue;
      const next = sideCell[sideTwin[s]];
      if (isIn[next] === 1) continue;
      wayOut[c] = s;
      // From two ways to one; from one to none it is among them already.
      if (--ways[next] === 1) ends[count++] = next;
      break;
    }
  }
  return { isIn, wayOut, needed: new Int32Array(cells), search: 0 };
}

/** From now on only dead ends between these two cells and the rest are needed. */
export function needDeadEnds({ sideTwin, sideCell }: CellMesh, ends: DeadEnds, from: number, to: number): void {
  const { isIn, wayOut, needed } = ends;
  if (ends.search === 0x7fffffff) {
    needed.fill(0);
    ends.search = 0;
  }
  const search = ++ends.search;
  const after = (c: number) => (wayOut[c] === NONE ? NONE : sideCell[sideTwin[wayOut[c]]]);
  let last = from;
  for (let c = from; c !== NONE && isIn[c] === 1; c = after(c)) {
    needed[c] = search;
    last = c;
  }
  let meeting = to;
  while (meeting !== NONE && isIn[meeting] === 1 && needed[meeting] !== search) {
    needed[meeting] = search;
    meeting = after(meeting);
  }
  // In a tree the way turns where the two meet: what lies above is a dead end itself.
  const isTree = isIn[last] === 1 && wayOut[last] === NONE;
  if (!isTree || meeting === NONE || needed[meeting] !== search) return;
  for (let c = after(meeting); c !== NONE; c = after(c)) needed[c] = 0;
}
