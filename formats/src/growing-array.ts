/**
 * Numbers whose count is not known beforehand, without the eight-fold cost of an array of boxed values. Doubles when full.
 */
export interface GrowingFloats {
  items: Float64Array;
  length: number;
}

export interface GrowingIndices {
  items: Uint32Array;
  length: number;
}

export function growingFloats(capacity = 1024): GrowingFloats {
  return { items: new Float64Array(capacity), length: 0 };
}

export function growingIndices(capacity = 1024): GrowingIndices {
  return { items: new Uint32Array(capacity), length: 0 };
}

export function pushFloat(array: GrowingFloats, value: number): void {
  if (array.length === array.items.length) {
    const larger = new Float64Array(2 * array.length);
    larger.set(array.items);
    array.items = larger;
  }
  array.items[array.length++] = value;
}

export function pushIndex(array: GrowingIndices, value: number): void {
  if (array.length === array.items.length) {
    const larger = new Uint32Array(2 * array.length);
    larger.set(array.items);
    array.items = larger;
  }
  array.items[array.length++] = value;
}
