/**
 * Typed arrays that grow: push until the size is known, then `values()` gives a view of what was pushed.
 * For building only; passes over the crowd use arrays sized once.
 */

export class GrowableInts {
  array: Int32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.array = new Int32Array(Math.max(capacity, 4));
  }

  push(value: number): void {
    if (this.length === this.array.length) this.array = grownInts(this.array, this.length + 1);
    this.array[this.length++] = value;
  }

  pop(): number {
    return this.array[--this.length];
  }

  clear(): void {
    this.length = 0;
  }

  /** A view, valid until the next push. */
  values(): Int32Array {
    return this.array.subarray(0, this.length);
  }

  /** Put into increasing order. A few are moved in place: calling the general sort for each list of three costs more. */
  sort(): void {
    if (this.length > FEW) {
      this.values().sort();
      return;
    }
    const { array } = this;
    for (let i = 1; i < this.length; i++) {
      const value = array[i];
      let k = i;
      for (; k > 0 && array[k - 1] > value; k--) array[k] = array[k - 1];
      array[k] = value;
    }
  }
}

const FEW = 24;

export class GrowableFloats {
  array: Float64Array;
  length = 0;

  constructor(capacity = 1024) {
    this.array = new Float64Array(Math.max(capacity, 4));
  }

  push(value: number): void {
    if (this.length === this.array.length) this.array = grownFloats(this.array, this.length + 1);
    this.array[this.length++] = value;
  }

  /** A view, valid until the next push. */
  values(): Float64Array {
    return this.array.subarray(0, this.length);
  }
}

/** A copy with room for at least `needed`, half as large again as before so that pushing stays linear. */
export function grownInts(array: Int32Array, needed: number): Int32Array {
  const larger = new Int32Array(Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}

export function grownFloats(array: Float64Array, needed: number): Float64Array {
  const larger = new Float64Array(Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}

export function grownBytes(array: Uint8Array, needed: number): Uint8Array {
  const larger = new Uint8Array(Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
