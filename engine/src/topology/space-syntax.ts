/**
 * Space syntax of a graph of places: connectivity, control, mean depth, relative asymmetry, integration per node
 * (M02 §2.2 eqs. 2.2–2.4). For zones here, for axial lines in axial-lines.ts.
 *
 *   C_i = neighbours of i        control_i = Σ 1 / C_j over them        MD_i = Σ d_ij / (n − 1), d in steps
 *   RA_i = 2 (MD_i − 1) / (n − 2), from 0 (all others next to i) to 1 (the end of a row)      integration_i = 1 / RA_i
 *
 * Nodes joined more than once are neighbours once. n counts the nodes of i's own connected part: what cannot be reached
 * has no depth. A part of one or two nodes has nothing to compare: RA is 0 there, and the mean depth of a node alone 0.
 * Where RA is 0 integration is infinite.
 *
 * One breadth-first search per node: n · (n + links) steps. Where that is more than MOST_STEPS (about 2,500 zones of a
 * city), fewer nodes are searched from, evenly spaced by number, and mean depths are those to them: `isExact` says so.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Layer } from './informed-graph.ts';

/** Some tenths of a second; and searches that are made whatever they cost. */
const MOST_STEPS = 6e7;
const LEAST_SOURCES = 16;

export interface SpaceSyntax {
  /** Neighbours of each node, once each, in increasing order. */
  neighbours: Csr;
  control: Float64Array;
  meanDepth: Float64Array;
  relativeAsymmetry: Float64Array;
  integration: Float64Array;
  /** How many nodes the connected part of each node has: n. */
  partSize: Int32Array;
  /** Are mean depths exact, or from a sample? */
  isExact: boolean;
}

/** Space syntax of groups or zones: places are joined where they have a border. */
export function measureLayer(mesh: CellMesh, { ofCell, borders, kind }: Layer): SpaceSyntax {
  const edges = new Int32Array(2 * borders.item.length);
  borders.item.forEach((s, i) => {
    edges[2 * i] = ofCell[mesh.sideCell[s]];
    edges[2 * i + 1] = ofCell[mesh.sideCell[mesh.sideTwin[s]]];
  });
  return measureSyntax(kind.length, edges);
}

/** @param edges two nodes each; an edge may be there more than once, and either way round */
export function measureSyntax(count: number, edges: Int32Array): SpaceSyntax {
  const neighbours = distinctNeighbours(count, edges);
  const { part, parts } = findParts(count, neighbours);
  const partSize = part.map((p) => parts.first[p + 1] - parts.first[p]);
  const control = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    for (let k = neighbours.first[i]; k < neighbours.first[i + 1]; k++) {
      const j = neighbours.item[k];
      control[i] += 1 / (neighbours.first[j + 1] - neighbours.first[j]);
    }
  }
  const meanDepth = new Float64Array(count);
  let isExact = true;
  const scratch = { depth: new Int32Array(count).fill(NONE), queue: new Int32Array(count) };
  for (let p = 0; p + 1 < parts.first.length; p++) {
    const nodes = parts.item.subarray(parts.first[p], parts.first[p + 1]);
    const sources = countSources(neighbours, nodes);
    if (sources < nodes.length) isExact = false;
    addDepths(neighbours, nodes, sources, meanDepth, scratch);
  }
  const relativeAsymmetry = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const n = partSize[i];
    // A sample may miss what is near; no mean depth is below 1.
    if (n > 2) relativeAsymmetry[i] = (2 * (Math.max(meanDepth[i], 1) - 1)) / (n - 2);
  }
  const integration = relativeAsymmetry.map((ra) => 1 / ra);
  return { neighbours, control, meanDepth, relativeAsymmetry, integration, partSize, isExact };
}

function distinctNeighbours(count: number, edges: Int32Array): Csr {
  const ends = groupByOwner(edges, count);
  const first = new Int32Array(count + 1);
  const item = new Int32Array(edges.length);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const list = ends.item.subarray(ends.first[i], ends.first[i + 1]).map((end) => edges[end ^ 1]);
    list.sort();
    let before: number = i;
    for (const j of list) if (j !== before && j !== i) item[at++] = before = j;
    first[i + 1] = at;
  }
  return { first, item: item.slice(0, at) };
}

/** What hangs together: the part of each node, and the nodes of each part. */
function findParts(count: number, neighbours: Csr): { part: Int32Array; parts: Csr } {
  const part = new Int32Array(count).fill(NONE);
  const stack = new Int32Array(count);
  let parts = 0;
  for (let i = 0; i < count; i++) {
    if (part[i] !== NONE) continue;
    let open = 0;
    stack[open++] = i;
    part[i] = parts;
    while (open > 0) {
      const node = stack[--open];
      for (let k = neighbours.first[node]; k < neighbours.first[node + 1]; k++) {
        const next = neighbours.item[k];
        if (part[next] !== NONE) continue;
        part[next] = parts;
        stack[open++] = next;
      }
    }
    parts++;
  }
  return { part, parts: groupByOwner(part, parts) };
}

/** From how many nodes of a part to search. */
function countSources({ first }: Csr, nodes: Int32Array): number {
  let steps = nodes.length;
  for (const i of nodes) steps += first[i + 1] - first[i];
  return Math.min(nodes.length, Math.max(LEAST_SOURCES, Math.floor(MOST_STEPS / steps)));
}

/** Mean depth of every node of one part, into `meanDepth`: steps are the same both ways, so sources add to all others. */
function addDepths(
  neighbours: Csr,
  nodes: Int32Array,
  sources: number,
  meanDepth: Float64Array,
  { depth, queue }: { depth: Int32Array; queue: Int32Array },
): void {
  const n = nodes.length;
  if (n === 1) return;
  const isSource = new Uint8Array(n);
  for (let k = 0; k < sources; k++) {
    const at = Math.floor((k * n) / sources);
    isSource[at] = 1;
    queue[0] = nodes[at];
    depth[nodes[at]] = 0;
    let end = 1;
    for (let q = 0; q < end; q++) {
      const node = queue[q];
      const d = depth[node];
      meanDepth[node] += d;
      for (let i = neighbours.first[node]; i < neighbours.first[node + 1]; i++) {
        const next = neighbours.item[i];
        if (depth[next] !== NONE) continue;
        depth[next] = d + 1;
        queue[end++] = next;
      }
    }
    for (let q = 0; q < end; q++) depth[queue[q]] = NONE;
  }
  // A source is not among the others it is compared with.
  for (let at = 0; at < n; at++) meanDepth[nodes[at]] /= sources - isSource[at];
}
