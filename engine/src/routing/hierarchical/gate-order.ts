/**
 * GateGraph → an order of its nodes, the most important last: gates whose removal parts the place in two halves, before
 * them those that part the halves, and so on (nested dissection, George 1973).
 *
 * Regions are sorted along eight directions; the cut between a third and two thirds of them that crosses the fewest gates is
 * taken. Deterministic. O(regions · log regions).
 */
import { orderByKey } from '../../core/sort.ts';
import type { GateGraph } from './gate-graph.ts';
import type { Regions } from './regions.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';

/** Directions looked along: multiples of 22.5°, as whole-numbered vectors near enough. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
  [2, 1],
  [2, -1],
  [1, 2],
  [1, -2],
] as const;

/** Node of each rank, the least important first. */
export function orderGates(mesh: CellMesh, regions: Regions, graph: GateGraph): Int32Array {
  const { regionFirst, regionGate, sideGate } = regions;
  const count = regionFirst.length - 1;
  const nodes = graph.nodeWidth.length;
  const order = new Int32Array(nodes);
  let ranked = 0;
  for (let n = regions.gateSide.length; n < nodes; n++) order[ranked++] = n;

  const place = new Float64Array(2 * count);
  /** The region on the other side of each entry of regionGate. */
  const across = new Int32Array(regionGate.length);
  for (let r = 0; r < count; r++) {
    const [first, last] = [regionFirst[r], regionFirst[r + 1]];
    for (let i = first; i < last; i++) {
      const g = sideGate[regionGate[i]];
      place[2 * r] += graph.nodePlace[2 * g] / (last - first);
      place[2 * r + 1] += graph.nodePlace[2 * g + 1] / (last - first);
      across[i] = regions.cellRegion[mesh.sideCell[mesh.sideTwin[regionGate[i]]]];
    }
  }
  // Parts still to be cut are ranges, the same in each direction's list, sorted along it; `part` names a region's range.
  const lists = DIRECTIONS.map(([dx, dy]) => {
    const along = new Float64Array(count);
    for (let r = 0; r < count; r++) along[r] = dx * place[2 * r] + dy * place[2 * r + 1];
    return orderByKey(along);
  });
  const part = new Int32Array(count);
  let parts = 1;
  const gone = new Uint8Array(regions.gateSide.length);
  /** Regions before the cut that is looked at: those whose stamp is the present one. */
  const before = new Int32Array(count);
  let stamp = 0;
  const cut: number[] = [];
  const moved = new Int32Array(count);
  const open: [number, number, number][] = [[0, count, 0]];
  while (open.length > 0) {
    const [start, end, name] = open.pop()!;
    const size = end - start;
    if (size < 2) continue;
    let fewest = Infinity;
    let bestSize = 0;
    let bestDirection = 0;
    for (let d = 0; d < DIRECTIONS.length; d++) {
      const list = lists[d];
      stamp++;
      let crossed = 0;
      for (let left = 1; 3 * (size - left) >= size; left++) {
        const r = list[start + left - 1];
        before[r] = stamp;
        for (let k = regionFirst[r]; k < regionFirst[r + 1]; k++) {
          const other = across[k];
          if (part[other] === name) crossed += before[other] === stamp ? -1 : 1;
        }
        if (3 * left < size) continue;
        // Of equal cuts the one nearest to the middle.
        const cost = crossed + Math.abs(2 * left - size) / (4 * size);
        if (cost < fewest) {
          fewest = cost;
          bestSize = left;
          bestDirection = d;
        }
      }
    }
    const best = lists[bestDirection];
    cut.length = 0;
    for (let i = start; i < start + bestSize; i++) part[best[i]] = parts;
    for (let i = start; i < start + bestSize; i++) {
      const r = best[i];
      for (let k = regionFirst[r]; k < regionFirst[r + 1]; k++) {
        const g = sideGate[regionGate[k]];
        if (part[across[k]] !== name || gone[g] === 1) continue;
        gone[g] = 1;
        cut.push(g);
      }
    }
    for (const list of lists) {
      let left = start;
      let right = 0;
      for (let i = start; i < end; i++) {
        if (part[list[i]] === parts) list[left++] = list[i];
        else moved[right++] = list[i];
      }
      list.set(moved.subarray(0, right), left);
    }
    // Along the cut, the middle first, then the middles of both halves …
    const [dx, dy] = DIRECTIONS[bestDirection];
    const key = (g: number) => dx * graph.nodePlace[2 * g + 1] - dy * graph.nodePlace[2 * g];
    cut.sort((a, b) => key(a) - key(b) || a - b);
    ranked = pushMiddleFirst(cut, order, ranked);
    open.push([start, start + bestSize, parts], [start + bestSize, end, name]);
    parts++;
  }
  return order.toReversed();
}

function pushMiddleFirst(list: readonly number[], order: Int32Array, ranked: number): number {
  const open: [number, number][] = [[0, list.length]];
  for (let i = 0; i < open.length; i++) {
    const [start, end] = open[i];
    if (start === end) continue;
    const middle = (start + end) >> 1;
    order[ranked++] = list[middle];
    open.push([start, middle], [middle + 1, end]);
  }
  return ranked;
}
