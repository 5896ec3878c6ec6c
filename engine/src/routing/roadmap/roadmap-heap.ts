/**
 * A heap of labels, each in it at most once, by a key that may fall: least first, ties by the label's number.
 *
 * Keys are in an array of their own, by label, and are set there before `insert` or `lower` is called: a number handed
 * to a function may be boxed, and a search is not to allocate. Four children per entry: half as deep as with two.
 */
export class LabelHeap {
  length = 0;
  /** Key of each label. */
  readonly key: Float64Array;
  /** Where in `item` each label is; of use only while it is in the heap. */
  private readonly place: Int32Array;
  private readonly item: Int32Array;

  constructor(labels: number) {
    this.key = new Float64Array(labels);
    this.place = new Int32Array(labels);
    this.item = new Int32Array(labels);
  }

  clear(): void {
    this.length = 0;
  }

  /** A label that is not in the heap. */
  insert(label: number): void {
    this.rise(label, this.length++);
  }

  /** A label in the heap whose key was made less. */
  lower(label: number): void {
    this.rise(label, this.place[label]);
  }

  /** Remove the least label and give it. */
  pop(): number {
    const { item, key, place } = this;
    const popped = item[0];
    const length = --this.length;
    const moved = item[length];
    const movedKey = key[moved];
    let at = 0;
    for (;;) {
      const first = 4 * at + 1;
      if (first >= length) break;
      const end = Math.min(first + 4, length);
      let child = first;
      let label = item[first];
      let least = key[label];
      for (let i = first + 1; i < end; i++) {
        const other = item[i];
        const otherKey = key[other];
        if (otherKey > least || (otherKey === least && other > label)) continue;
        child = i;
        label = other;
        least = otherKey;
      }
      if (least > movedKey || (least === movedKey && label > moved)) break;
      item[at] = label;
      place[label] = at;
      at = child;
    }
    item[at] = moved;
    place[moved] = at;
    return popped;
  }

  private rise(label: number, at: number): void {
    const { item, key, place } = this;
    const own = key[label];
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const above = item[parent];
      const aboveKey = key[above];
      if (aboveKey < own || (aboveKey === own && above < label)) break;
      item[at] = above;
      place[above] = at;
      at = parent;
    }
    item[at] = label;
    place[label] = at;
  }
}
