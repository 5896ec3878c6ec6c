/**
 * The front: the nodes of a growing abstraction tree that have no parent yet, and the borders between them.
 *
 * A node's borders are a ring of sides linked to each other, each a free side of one of the node's cells whose twin is
 * a side of another node's cell. Merging joins the rings of the children and takes the shared borders out; only the
 * rings of fewer borders are looked through, so all merging together is O(n log n), and memory is linear.
 * Which node a cell is in now is told by union-find.
 *
 *      ring of A: a1 → a2 → a3 → a1         merged: a1 → a2 → b2 → a1
 *      ring of B: b1 → b2 → b1              a3 and b1 are twins: shared, gone
 */
import { assert } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { FreeSegments } from './segments.ts';

export class Front {
  private readonly mesh: CellMesh;
  private readonly segments: FreeSegments;
  /** Nodes made so far; the cells are nodes 0 … cells - 1. A tree over n leaves has at most 2n - 1 nodes. */
  nodes: number;
  readonly parent: Int32Array;
  readonly arity: Int32Array;
  /** Which rule made each node (abstraction-tree.ts). */
  readonly rule: Uint8Array;
  /** Cells below each node. */
  readonly size: Int32Array;
  /** The cell of least index below each node: its rank, by which ties are settled. */
  readonly rank: Int32Array;
  /** Children of node n: child[childFirst[n]] … child[childFirst[n + 1] - 1]. */
  readonly childFirst = new GrowableInts();
  readonly child = new GrowableInts();
  /** The node in which each segment is no border any more. */
  readonly inside: Int32Array;
  /** Some side of each node's ring; NONE where it has no borders. */
  private readonly ring: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /** Union-find over cells; the node of each set at its root. */
  private readonly set: Int32Array;
  private readonly setSize: Int32Array;
  private readonly nodeOfSet: Int32Array;
  /** Sides of the smaller rings of a merge. */
  private readonly moved = new GrowableInts();

  constructor(mesh: CellMesh, segments: FreeSegments) {
    const cells = mesh.cellLevel.length;
    const most = Math.max(1, 2 * cells);
    this.mesh = mesh;
    this.segments = segments;
    this.nodes = cells;
    this.parent = new Int32Array(most).fill(NONE);
    this.arity = new Int32Array(most);
    this.rule = new Uint8Array(most);
    this.size = new Int32Array(most).fill(1);
    this.rank = new Int32Array(most);
    this.inside = new Int32Array(segments.sideOf.length).fill(NONE);
    this.ring = new Int32Array(most).fill(NONE);
    this.next = new Int32Array(mesh.sideTwin.length);
    this.previous = new Int32Array(mesh.sideTwin.length);
    this.set = new Int32Array(cells);
    this.setSize = new Int32Array(cells).fill(1);
    this.nodeOfSet = new Int32Array(cells);
    for (let c = 0; c < cells; c++) {
      this.rank[c] = c;
      this.set[c] = c;
      this.nodeOfSet[c] = c;
      this.childFirst.push(0);
      for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) if (mesh.sideTwin[s] !== NONE) this.link(c, s);
    }
    this.childFirst.push(0);
  }

  isLive(node: number): boolean {
    return this.parent[node] === NONE;
  }

  /** The node of the front that a cell is in. */
  nodeAt(cell: number): number {
    return this.nodeOfSet[this.find(cell)];
  }

  /** A side of the node's ring to start from, or NONE. */
  firstBorder(node: number): number {
    return this.ring[node];
  }

  /** The next side around the ring; the first again at the end. */
  nextBorder(side: number): number {
    return this.next[side];
  }

  /** The node on the other side of a border. */
  beyond(side: number): number {
    return this.nodeAt(this.mesh.sideCell[this.mesh.sideTwin[side]]);
  }

  /** Make one node of `children`, which hang together; its number. */
  merge(children: GrowableInts, rule: number): number {
    const node = this.nodes++;
    const count = children.length;
    let largest = children.array[0];
    let arity = 0;
    let size = 0;
    let rank = this.rank[largest];
    for (let i = 0; i < count; i++) {
      const child = children.array[i];
      assert(this.isLive(child), 'a node of the abstraction tree has two parents');
      this.parent[child] = node;
      this.child.push(child);
      arity += this.arity[child];
      size += this.size[child];
      if (this.arity[child] > this.arity[largest]) largest = child;
      this.unite(rank, this.rank[child]);
      rank = Math.min(rank, this.rank[child]);
    }
    this.childFirst.push(this.child.length);
    this.nodeOfSet[this.find(rank)] = node;
    this.ring[node] = this.ring[largest];
    this.moved.clear();
    for (let i = 0; i < count; i++) if (children.array[i] !== largest) this.join(node, children.array[i]);
    for (let i = 0; i < this.moved.length; i++) if (this.takeOut(node, this.moved.array[i])) arity -= 2;
    this.arity[node] = arity;
    this.rule[node] = rule;
    this.size[node] = size;
    this.rank[node] = rank;
    return node;
  }

  /** Join a child's ring to the node's. */
  private join(node: number, child: number): void {
    const { next, previous, moved } = this;
    const b = this.ring[child];
    if (b === NONE) return;
    for (let s = b; ; ) {
      moved.push(s);
      s = next[s];
      if (s === b) break;
    }
    const a = this.ring[node];
    if (a === NONE) {
      this.ring[node] = b;
      return;
    }
    const afterA = next[a];
    const beforeB = previous[b];
    next[a] = b;
    previous[b] = a;
    next[beforeB] = afterA;
    previous[afterA] = beforeB;
  }

  /** Take a border out of the node's ring, with its twin, if both are in it; whether they were. */
  private takeOut(node: number, side: number): boolean {
    const segment = this.segments.segmentOf[side];
    if (this.inside[segment] !== NONE || this.beyond(side) !== node) return false;
    this.inside[segment] = node;
    this.unlink(node, side);
    this.unlink(node, this.mesh.sideTwin[side]);
    return true;
  }

  private link(node: number, side: number): void {
    const { next, previous } = this;
    const first = this.ring[node];
    this.arity[node]++;
    if (first === NONE) {
      this.ring[node] = side;
      next[side] = side;
      previous[side] = side;
      return;
    }
    const last = previous[first];
    next[last] = side;
    previous[side] = last;
    next[side] = first;
    previous[first] = side;
  }

  private unlink(node: number, side: number): void {
    const { next, previous } = this;
    const after = next[side];
    const before = previous[side];
    next[before] = after;
    previous[after] = before;
    if (this.ring[node] === side) this.ring[node] = after === side ? NONE : after;
  }

  private find(cell: number): number {
    const { set } = this;
    while (set[cell] !== cell) {
      set[cell] = set[set[cell]];
      cell = set[cell];
    }
    return cell;
  }

  private unite(a: number, b: number): void {
    const { set, setSize } = this;
    const [p, q] = [this.find(a), this.find(b)];
    if (p === q) return;
    const [small, large] = setSize[p] < setSize[q] ? [p, q] : [q, p];
    set[small] = large;
    setSize[large] += setSize[small];
  }
}
