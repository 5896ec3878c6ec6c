/**
 * A binary heap of integers by a number each, least first; ties by the integer, so that the order of insertion never
 * shows. Items may be pushed again with another key: whoever pops decides whether an entry is still current.
 */
import { GrowableFloats, GrowableInts } from './growable.ts';

export class Heap {
  private readonly keys = new GrowableFloats();
  private readonly items = new GrowableInts();

  get length(): number {
    return this.items.length;
  }

  /** Key of the least entry. */
  get leastKey(): number {
    return this.keys.array[0];
  }

  clear(): void {
    this.keys.length = 0;
    this.items.length = 0;
  }

  push(key: number, item: number): void {
    let at = this.items.length;
    this.keys.push(key);
    this.items.push(item);
    const keys = this.keys.array;
    const items = this.items.array;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(key, item, keys[parent], items[parent])) break;
      keys[at] = keys[parent];
      items[at] = items[parent];
      at = parent;
    }
    keys[at] = key;
    items[at] = item;
  }

  /** Remove the least entry and give its item. */
  pop(): number {
    const keys = this.keys.array;
    const items = this.items.array;
    const least = items[0];
    const last = --this.items.length;
    this.keys.length = last;
    const key = keys[last];
    const item = items[last];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      const right = child + 1;
      if (right < last && isBefore(keys[right], items[right], keys[child], items[child])) child = right;
      if (!isBefore(keys[child], items[child], key, item)) break;
      keys[at] = keys[child];
      items[at] = items[child];
      at = child;
    }
    keys[at] = key;
    items[at] = item;
    return least;
  }
}

function isBefore(key: number, item: number, otherKey: number, otherItem: number): boolean {
  return key < otherKey || (key === otherKey && item < otherItem);
}
