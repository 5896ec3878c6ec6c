/**
 * Order numbers ≥ 0 by a radix sort on their bits: non-negative doubles compare like the integers they are stored as.
 * Gives the indices in increasing order of key; equal keys keep their order. Linear: four passes over 16 bits.
 */
export function orderByKey(keys: Float64Array): Int32Array {
  const count = keys.length;
  const digits = new Uint16Array(keys.buffer, keys.byteOffset, 4 * count);
  let order = new Int32Array(count);
  let sorted = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const at = new Int32Array(65536);
  // Doubles are stored least significant digit first on every machine JavaScript runs on today.
  for (let digit = 0; digit < 4; digit++) {
    at.fill(0);
    for (let i = 0; i < count; i++) at[digits[4 * i + digit]!]!++;
    let sum = 0;
    for (let d = 0; d < 65536; d++) {
      const here = at[d]!;
      at[d] = sum;
      sum += here;
    }
    for (let k = 0; k < count; k++) {
      const i = order[k]!;
      sorted[at[digits[4 * i + digit]!]!++] = i;
    }
    const swap = order;
    order = sorted;
    sorted = swap;
  }
  return order;
}
