/**
 * Which adjacent pairs of crossroads add the fewest paths when merged (rule 4 of abstraction-tree.ts).
 *
 * Not all pairs are looked at each round. A node keeps a bound below the least `add` of its pairs; `add` changes only
 * where a node is new, and a new node lowers its neighbours' bounds. Where a neighbour is gone the bound may be too
 * low, which is found out when the node is the least of the heap: then its borders are looked through again.
 * So the cost is the arity of each new node, and a logarithm for each bound that changes. Memory is linear.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { Heap } from '../core/heap.ts';
import type { Front } from './abstraction-tree-front.ts';

export class LeastPairs {
  private readonly front: Front;
  private readonly cells: number;
  /** Crossroads by their bounds. An entry counts if the bound is still that. */
  private readonly heap = new Heap();
  private readonly bound: Float64Array;
  /** All that were in the heap since it was last made anew. */
  private readonly crossroads = new GrowableInts();
  /** Neighbours of the node looked at last, and how many borders it shares with each. */
  private readonly neighbours = new GrowableInts();
  private readonly shared: Int32Array;
  /** The nodes of the pairs found last, and what those add. */
  private readonly atLeast = new GrowableInts();
  private least = Infinity;

  constructor(front: Front, cells: number) {
    this.front = front;
    this.cells = cells;
    this.bound = new Float64Array(front.parent.length).fill(Infinity);
    this.shared = new Int32Array(front.parent.length);
  }

  clear(): void {
    this.heap.clear();
    this.crossroads.clear();
  }

  /**
   * Fill `pairs` with the pairs at the least `add` of all, as their ranks in one number; none if there are no crossroads.
   * @param fresh crossroads made since this was last asked
   */
  find(fresh: GrowableInts, pairs: GrowableFloats): void {
    const { atLeast, front, neighbours } = this;
    pairs.length = 0;
    this.meet(fresh);
    this.takeLeast();
    for (let i = 0; i < atLeast.length; i++) {
      const node = atLeast.array[i];
      const rank = front.rank[node];
      this.look(node);
      for (let k = 0; k < neighbours.length; k++) {
        const other = neighbours.array[k];
        const isOnce = rank < front.rank[other]; // the other one is at the least too
        if (isOnce && this.added(node, other) === this.least) pairs.push(rank * this.cells + front.rank[other]);
      }
    }
  }

  /** Pairs were merged: those of their nodes that were not stay as they are. */
  keepUnmerged(): void {
    const { atLeast, front } = this;
    for (let i = 0; i < atLeast.length; i++) {
      if (front.isLive(atLeast.array[i])) this.setBound(atLeast.array[i], this.least);
    }
  }

  /** Give new crossroads their bounds, and let them lower those of their neighbours. */
  private meet(fresh: GrowableInts): void {
    const { front, bound, neighbours } = this;
    for (let i = 0; i < fresh.length; i++) {
      const node = fresh.array[i];
      if (!front.isLive(node)) continue;
      this.crossroads.push(node);
      this.setBound(node, this.look(node));
      for (let k = 0; k < neighbours.length; k++) {
        const other = neighbours.array[k];
        const added = this.added(node, other);
        if (added < bound[other]) this.setBound(other, added);
      }
    }
  }

  /** Fill `atLeast` with the nodes that have a pair at the least `add` of all. */
  private takeLeast(): void {
    const { atLeast, front, bound, heap } = this;
    this.least = Infinity;
    atLeast.clear();
    while (heap.length > 0 && heap.leastKey <= this.least) {
      const key = heap.leastKey;
      const node = heap.pop();
      if (!front.isLive(node) || bound[node] !== key) continue;
      const found = this.look(node);
      if (found > key) {
        this.setBound(node, found);
        continue;
      }
      this.least = key;
      bound[node] = Infinity; // a second entry of it does not count
      atLeast.push(node);
    }
  }

  private setBound(node: number, bound: number): void {
    this.bound[node] = bound;
    this.heap.push(bound, node);
    if (this.heap.length <= 1000 + 4 * this.crossroads.length) return;
    // Mostly outdated entries: made anew, so that memory stays linear.
    const { crossroads } = this;
    let kept = 0;
    this.heap.clear();
    for (let i = 0; i < crossroads.length; i++) {
      const other = crossroads.array[i];
      if (!this.front.isLive(other)) continue;
      crossroads.array[kept++] = other;
      if (this.bound[other] < Infinity) this.heap.push(this.bound[other], other);
    }
    crossroads.length = kept;
  }

  /** Find a node's neighbours and the borders shared with each; the least `add` with one of them. */
  private look(node: number): number {
    const { front, neighbours, shared } = this;
    for (let k = 0; k < neighbours.length; k++) shared[neighbours.array[k]] = 0;
    neighbours.clear();
    const first = front.firstBorder(node);
    for (let border = first; ; ) {
      const other = front.beyond(border);
      if (shared[other]++ === 0) neighbours.push(other);
      border = front.nextBorder(border);
      if (border === first) break;
    }
    let least = Infinity;
    for (let k = 0; k < neighbours.length; k++) least = Math.min(least, this.added(node, neighbours.array[k]));
    return least;
  }

  /** Paths added by merging the node looked at with a neighbour. */
  private added(node: number, other: number): number {
    const a = this.front.arity[node];
    const b = this.front.arity[other];
    return pathsThrough(a + b - 2 * this.shared[other]) - pathsThrough(a) - pathsThrough(b);
  }
}

/** p of abstraction-tree.ts, written so that it is never minus zero, which would not be an integer to the machine. */
function pathsThrough(arity: number): number {
  return arity * arity - arity;
}
