/**
 * CellMesh → AbstractionTree: cells merged into ever larger ones until one closed node is left per connected part of
 * the map (L04 §3.2). What lies in a node can then be left out of a search that only passes through it.
 *
 * The arity of a node is the number of its borders: free segments between its cells and others, parallel ones counted
 * each. p = arity · (arity - 1) is the number of paths through it; add(c1, c2) = p(c1 ∪ c2) - p(c1) - p(c2).
 *
 *   1. Maximal sequences of dead ends and passages (arity 1 and 2) become one node each, by a balanced binary tree.
 *   2. Each crossroads (arity > 2) becomes one node with its dead ends. If that made dead ends: back to 1.
 *   3. Each passage joins one of its crossroads: that of fewer cells. A crossroads and its passages become one node.
 *      If that made, or left, dead ends or passages: back to 1.
 *   4. Of all adjacent pairs of crossroads those at the least `add` are merged, each node at most once. If that made
 *      dead ends or passages: back to 1. Else 4 again.
 *
 * L04 leaves open what happens to a passage whose neighbours are passages when 3 comes (2 can make such): it waits for
 * 1. Each connected part is merged by itself, so that no part depends on another. Ties are settled by rank, the
 * least cell below a node: sequences start at the end of lesser rank (rings: at the least), pairs go by rank.
 * Cost: O(n log n) but for rule 4, which looks at all borders of every node it makes: the sum of their arities, about
 * n on plans of buildings and streets, n · a around a single cell of a borders.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { Front } from './abstraction-tree-front.ts';
import { Merging } from './abstraction-tree-rules.ts';
import { type FreeSegments, numberSegments } from './segments.ts';

export interface AbstractionTree extends FreeSegments {
  /** The cells are the nodes 0 … cells - 1, the leaves; every other node comes after its children. */
  cells: number;
  /** NONE for the root of a connected part. */
  parent: Int32Array;
  /** Children of node n: child[childFirst[n]] … child[childFirst[n + 1] - 1], in the order of their leaves. */
  childFirst: Int32Array;
  child: Int32Array;
  /** CELL, SEQUENCE, WITH_DEAD_ENDS, WITH_PASSAGES, PAIR or PART_OF_SEQUENCE. */
  rule: Uint8Array;
  /** Number of borders. */
  arity: Int32Array;
  /** The cells below node n are leaf[leafFirst[n]] … leaf[leafEnd[n] - 1]. */
  leaf: Int32Array;
  leafFirst: Int32Array;
  leafEnd: Int32Array;
  /** The least node that holds both cells of a segment: below it, on both sides, the segment is a border. */
  inside: Int32Array;
  /** Edges on the longest way down from a root. */
  depth: number;
  largestArity: number;
  /** Sum of p over all nodes: the paths L04 stores with one key point per segment. */
  paths: number;
}

export function buildAbstractionTree(mesh: CellMesh): AbstractionTree {
  const segments = numberSegments(mesh);
  const front = new Front(mesh, segments);
  const merging = new Merging(mesh, front);
  const cells = mesh.cellLevel.length;
  const seen = new Uint8Array(cells);
  for (let c = 0; c < cells; c++) if (seen[c] === 0) merging.reduce(partOf(mesh, c, seen));
  return finish(front, segments, cells);
}

/** The cells that hang together with one. */
function partOf(mesh: CellMesh, cell: number, seen: Uint8Array): GrowableInts {
  const { cellFirst, sideCell, sideTwin } = mesh;
  const part = new GrowableInts(4);
  seen[cell] = 1;
  part.push(cell);
  for (let i = 0; i < part.length; i++) {
    const c = part.array[i];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      const twin = sideTwin[s];
      if (twin === NONE || seen[sideCell[twin]] === 1) continue;
      seen[sideCell[twin]] = 1;
      part.push(sideCell[twin]);
    }
  }
  return part;
}

/** The product: arrays cut to size, leaves in order from the roots down, figures. */
function finish(front: Front, segments: FreeSegments, cells: number): AbstractionTree {
  const { nodes } = front;
  const parent = front.parent.slice(0, nodes);
  const childFirst = front.childFirst.values().slice();
  const child = front.child.values().slice();
  const arity = front.arity.slice(0, nodes);
  const leafFirst = new Int32Array(nodes);
  const leafEnd = new Int32Array(nodes);
  const leaf = new Int32Array(cells);
  const level = new Int32Array(nodes);
  let rooted = 0;
  let depth = 0;
  let largestArity = 0;
  let paths = 0;
  // Parents come after their children: from the last node down, each finds its first leaf set.
  for (let node = nodes - 1; node >= 0; node--) {
    if (parent[node] === NONE) {
      leafFirst[node] = rooted;
      rooted += front.size[node];
    }
    let at = leafFirst[node];
    leafEnd[node] = at + front.size[node];
    if (node < cells) leaf[at] = node;
    for (let i = childFirst[node]; i < childFirst[node + 1]; i++) {
      leafFirst[child[i]] = at;
      level[child[i]] = level[node] + 1;
      at += front.size[child[i]];
    }
    depth = Math.max(depth, level[node]);
    largestArity = Math.max(largestArity, arity[node]);
    paths += arity[node] * (arity[node] - 1);
  }
  return {
    ...segments,
    cells,
    parent,
    childFirst,
    child,
    rule: front.rule.slice(0, nodes),
    arity,
    leaf,
    leafFirst,
    leafEnd,
    inside: front.inside,
    depth,
    largestArity,
    paths,
  };
}

/** Does a node hold a cell? */
export function holdsCell(tree: AbstractionTree, node: number, cell: number): boolean {
  const at = tree.leafFirst[cell];
  return at >= tree.leafFirst[node] && at < tree.leafEnd[node];
}

/** The child of a node that holds a cell; the node must hold it. */
export function childHolding(tree: AbstractionTree, node: number, cell: number): number {
  const { child, childFirst, leafEnd, leafFirst } = tree;
  let low = childFirst[node];
  let high = childFirst[node + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (leafEnd[child[middle]] <= leafFirst[cell]) low = middle + 1;
    else high = middle;
  }
  return child[low];
}

/**
 * Fill `borders` with the segments between a node's cells and others, cell by cell. Lists are not kept: around a large
 * hall that takes its neighbours in one by one they would grow with the square of their number. Linear in the cells.
 */
export function listBorders(mesh: CellMesh, tree: AbstractionTree, node: number, borders: GrowableInts): void {
  borders.clear();
  for (let i = tree.leafFirst[node]; i < tree.leafEnd[node]; i++) {
    const c = tree.leaf[i];
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      const twin = mesh.sideTwin[s];
      if (twin !== NONE && !holdsCell(tree, node, mesh.sideCell[twin])) borders.push(tree.segmentOf[s]);
    }
  }
}
