/**
 * GateGraph → an order of its nodes, the most important last: gates whose removal parts the place in two halves, before
 * them those that part the halves, and so on (nested dissection, George 1973).
 *
 * Regions are sorted along eight directions; the cut between a third and two thirds of them that crosses the fewest gates is
 * taken. Deterministic. O(regions · log regions).
 */
import { NONE } from '../../core/none.ts';
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

/** Regions while they are parted. A part still to be cut is a range, the same in each direction's list. */
interface Parting {
  regions: Regions;
  /** The region on the other side of each entry of regionGate. */
  across: Int32Array;
  /** Regions sorted along each direction. */
  lists: Int32Array[];
  /** The name of each region's part. */
  part: Int32Array;
  parts: number;
  /** Regions before the cut that is looked at: those whose stamp is the present one. */
  before: Int32Array;
  stamp: number;
  /** 1 for gates that have a rank. */
  gone: Uint8Array;
  moved: Int32Array;
}

/** A cut through a part: so many of its regions along a direction lie before it. */
interface Cut {
  direction: number;
  size: number;
}

/** Node of each rank, the least important first. */
export function orderGates(mesh: CellMesh, regions: Regions, graph: GateGraph): Int32Array {
  const nodes = graph.nodeWidth.length;
  const order = new Int32Array(nodes);
  let ranked = 0;
  for (let n = 0; n < nodes; n++) if (graph.nodeGate[n] === NONE) order[ranked++] = n;
  const parting = startParting(mesh, regions, graph);
  const open: [start: number, end: number, name: number][] = [[0, parting.part.length, 0]];
  while (open.length > 0) {
    const [start, end, name] = open.pop()!;
    if (end - start < 2) continue;
    const cut = findCut(parting, start, end, name);
    const gates = cutPart(parting, cut, start, end, name);
    // Along the cut, the middle first, then the middles of both halves …
    const [dx, dy] = DIRECTIONS[cut.direction];
    const key = (g: number) => dx * graph.nodePlace[2 * g + 1] - dy * graph.nodePlace[2 * g];
    gates.sort((a, b) => key(a) - key(b) || a - b);
    ranked = pushMiddleFirst(gates, order, ranked);
    open.push([start, start + cut.size, parting.parts], [start + cut.size, end, name]);
    parting.parts++;
  }
  return withAside(graph, order.subarray(0, ranked)).toReversed();
}

/** Nodes beside the middle of a gate come with it. */
function withAside({ asideFirst, nodeGate }: GateGraph, order: Int32Array): Int32Array {
  const all = new Int32Array(nodeGate.length);
  let ranked = 0;
  for (const n of order) {
    all[ranked++] = n;
    if (nodeGate[n] === NONE) continue;
    for (let k = asideFirst[n]; k < asideFirst[n + 1]; k++) all[ranked++] = k;
  }
  return all;
}

function startParting(mesh: CellMesh, regions: Regions, graph: GateGraph): Parting {
  const { regionFirst, regionGate, sideGate } = regions;
  const count = regionFirst.length - 1;
  const place = new Float64Array(2 * count);
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
  const lists = DIRECTIONS.map(([dx, dy]) => {
    const along = new Float64Array(count);
    for (let r = 0; r < count; r++) along[r] = dx * place[2 * r] + dy * place[2 * r + 1];
    return orderByKey(along);
  });
  return {
    regions,
    across,
    lists,
    part: new Int32Array(count),
    parts: 1,
    before: new Int32Array(count),
    stamp: 0,
    gone: new Uint8Array(regions.gateSide.length),
    moved: new Int32Array(count),
  };
}

/** The cut through a part that crosses the fewest gates, between a third and two thirds of its regions. */
function findCut(parting: Parting, start: number, end: number, name: number): Cut {
  const { across, lists, part, before } = parting;
  const { regionFirst } = parting.regions;
  const size = end - start;
  const best: Cut = { direction: 0, size: 0 };
  let fewest = Infinity;
  for (let d = 0; d < DIRECTIONS.length; d++) {
    const list = lists[d];
    const stamp = ++parting.stamp;
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
      if (cost >= fewest) continue;
      fewest = cost;
      best.size = left;
      best.direction = d;
    }
  }
  return best;
}

/** Give what lies before a cut a name of its own, and move it to the front of each list. @returns the gates crossed */
function cutPart(parting: Parting, cut: Cut, start: number, end: number, name: number): number[] {
  const { across, lists, part, parts, gone, moved } = parting;
  const { regionFirst, regionGate, sideGate } = parting.regions;
  const list = lists[cut.direction];
  const gates: number[] = [];
  for (let i = start; i < start + cut.size; i++) part[list[i]] = parts;
  for (let i = start; i < start + cut.size; i++) {
    const r = list[i];
    for (let k = regionFirst[r]; k < regionFirst[r + 1]; k++) {
      const g = sideGate[regionGate[k]];
      if (part[across[k]] !== name || gone[g] === 1) continue;
      gone[g] = 1;
      gates.push(g);
    }
  }
  for (const sorted of lists) {
    let left = start;
    let right = 0;
    for (let i = start; i < end; i++) {
      if (part[sorted[i]] === parts) sorted[left++] = sorted[i];
      else moved[right++] = sorted[i];
    }
    sorted.set(moved.subarray(0, right), left);
  }
  return gates;
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
