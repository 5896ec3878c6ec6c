/**
 * The four rules by which abstraction-tree.ts merges the cells of one connected part; they are stated there.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Front } from './abstraction-tree-front.ts';
import { LeastPairs } from './abstraction-tree-pairs.ts';

/** What a node is made of. */
export const CELL = 0;
export const SEQUENCE = 1;
export const WITH_DEAD_ENDS = 2;
export const WITH_PASSAGES = 3;
export const PAIR = 4;
/** An inner node of the balanced tree of a sequence, below the SEQUENCE itself. */
export const PART_OF_SEQUENCE = 5;

export class Merging {
  private readonly front: Front;
  private readonly mesh: CellMesh;
  /** Dead ends and passages of the front. */
  private small = new GrowableInts();
  private taken = new GrowableInts();
  /** Crossroads made since rule 4 was last applied. */
  private readonly fresh = new GrowableInts();
  private readonly sequence = new GrowableInts();
  private readonly children = new GrowableInts();
  /** Pairs of ranks in one number: that of the first times the number of cells, and that of the second. */
  private readonly pairs = new GrowableFloats();
  private readonly leastPairs: LeastPairs;

  constructor(mesh: CellMesh, front: Front) {
    this.front = front;
    this.mesh = mesh;
    this.leastPairs = new LeastPairs(front, mesh.cellLevel.length);
  }

  /** Merge a connected part, given as its cells, to a single closed node. */
  reduce(part: GrowableInts): void {
    this.leastPairs.clear();
    for (let i = 0; i < part.length; i++) this.sort(part.array[i]);
    do {
      while (this.small.length > 0) {
        this.reduceSequences();
        const hasNewDeadEnds = this.mergeDeadEnds();
        if (!hasNewDeadEnds) this.mergePassages();
      }
    } while (this.mergePairs());
  }

  /** A node has come to the front: which rules are to look at it. */
  private sort(node: number): void {
    const arity = this.front.arity[node];
    if (arity > 2) this.fresh.push(node);
    else if (arity > 0) this.small.push(node);
  }

  /** The small nodes so far; the list starts again with those that come next. */
  private takeSmall(): GrowableInts {
    const { small } = this;
    this.small = this.taken;
    this.small.clear();
    this.taken = small;
    return small;
  }

  // Rule 1

  private reduceSequences(): void {
    const taken = this.takeSmall();
    for (let i = 0; i < taken.length; i++) {
      const node = taken.array[i];
      if (!this.front.isLive(node)) continue;
      this.traceSequence(node);
      this.sort(this.balance(0, this.sequence.length, SEQUENCE));
    }
  }

  /** Fill `sequence` with the dead ends and passages that hang together with a node, in order. */
  private traceSequence(node: number): void {
    const { front, sequence } = this;
    const { rank } = front;
    const first = front.firstBorder(node);
    sequence.clear();
    sequence.push(node);
    const isRing = this.follow(first, node);
    const { length } = sequence;
    if (isRing) {
      // Cut before the least rank, and turned so that the lesser of its neighbours comes second.
      let least = 0;
      for (let i = 1; i < length; i++) if (rank[sequence.array[i]] < rank[sequence.array[least]]) least = i;
      reverse(sequence, 0, least);
      reverse(sequence, least, length);
      reverse(sequence, 0, length);
      if (rank[sequence.array[length - 1]] < rank[sequence.array[1]]) reverse(sequence, 1, length);
      return;
    }
    reverse(sequence, 0, length);
    if (front.arity[node] === 2) this.follow(front.nextBorder(first), node);
    const { array, length: whole } = sequence;
    if (rank[array[whole - 1]] < rank[array[0]]) reverse(sequence, 0, whole);
  }

  /** Go on across a border as long as there are dead ends and passages; whether that led back to the start. */
  private follow(border: number, start: number): boolean {
    const { front } = this;
    for (;;) {
      const node = front.beyond(border);
      if (node === start) return true;
      const arity = front.arity[node];
      if (arity > 2) return false;
      this.sequence.push(node);
      if (arity === 1) return false;
      border = front.nextBorder(this.mesh.sideTwin[border]);
    }
  }

  /** The node of a part of the sequence: that of its first half and that of its second, merged. */
  private balance(from: number, end: number, rule: number): number {
    if (end - from === 1) return this.sequence.array[from];
    const middle = (from + end + 1) >> 1;
    const first = this.balance(from, middle, PART_OF_SEQUENCE);
    const second = this.balance(middle, end, PART_OF_SEQUENCE);
    this.children.clear();
    this.children.push(first);
    this.children.push(second);
    return this.front.merge(this.children, rule);
  }

  // Rules 2 and 3

  /** Whether there are new dead ends. */
  private mergeDeadEnds(): boolean {
    const { front, pairs } = this;
    const taken = this.takeSmall();
    pairs.length = 0;
    for (let i = 0; i < taken.length; i++) {
      const node = taken.array[i];
      if (front.arity[node] === 1) this.pair(front.beyond(front.firstBorder(node)), node);
      else this.small.push(node);
    }
    return this.mergeStars(WITH_DEAD_ENDS);
  }

  private mergePassages(): void {
    const { front, pairs } = this;
    const taken = this.takeSmall();
    pairs.length = 0;
    for (let i = 0; i < taken.length; i++) {
      const node = taken.array[i];
      const first = front.firstBorder(node);
      const crossroads = this.lesser(front.beyond(first), front.beyond(front.nextBorder(first)));
      if (crossroads === NONE) this.small.push(node);
      else this.pair(crossroads, node);
    }
    this.mergeStars(WITH_PASSAGES);
  }

  /** Of two nodes the crossroads of fewer cells, ties by rank; NONE if neither is one. */
  private lesser(a: number, b: number): number {
    const { arity, size, rank } = this.front;
    if (arity[a] <= 2 && arity[b] <= 2) return NONE;
    if (arity[a] <= 2) return b;
    if (arity[b] <= 2) return a;
    if (size[a] !== size[b]) return size[a] < size[b] ? a : b;
    return rank[a] < rank[b] ? a : b;
  }

  private pair(a: number, b: number): void {
    this.pairs.push(this.front.rank[a] * this.mesh.cellLevel.length + this.front.rank[b]);
  }

  /** Merge each node that comes first in a pair with all that come second with it; whether that made dead ends. */
  private mergeStars(rule: number): boolean {
    if (this.pairs.length === 0) return false;
    const { front, children } = this;
    const cells = this.mesh.cellLevel.length;
    const pairs = this.pairs.values().sort();
    let hasNewDeadEnds = false;
    for (let i = 0; i < pairs.length; ) {
      const centre = Math.floor(pairs[i] / cells);
      children.clear();
      children.push(front.nodeAt(centre));
      for (; i < pairs.length && Math.floor(pairs[i] / cells) === centre; i++) {
        children.push(front.nodeAt(pairs[i] - centre * cells));
      }
      const node = front.merge(children, rule);
      if (front.arity[node] === 1) hasNewDeadEnds = true;
      this.sort(node);
    }
    return hasNewDeadEnds;
  }

  // Rule 4

  /** One round; false if there are no crossroads left. */
  private mergePairs(): boolean {
    const { front, children, pairs } = this;
    const cells = this.mesh.cellLevel.length;
    this.leastPairs.find(this.fresh, pairs);
    this.fresh.clear();
    if (pairs.length === 0) return false;
    const sorted = pairs.values().sort();
    const made = front.nodes;
    for (let i = 0; i < sorted.length; i++) {
      const first = Math.floor(sorted[i] / cells);
      children.clear();
      children.push(front.nodeAt(first));
      children.push(front.nodeAt(sorted[i] - first * cells));
      // Made in this round: one of the two was in a pair before.
      if (children.array[0] >= made || children.array[1] >= made) continue;
      this.sort(front.merge(children, PAIR));
    }
    this.leastPairs.keepUnmerged();
    return true;
  }
}

/** Reverse a part of a list. */
function reverse(list: GrowableInts, from: number, end: number): void {
  list.array.subarray(from, end).reverse();
}
