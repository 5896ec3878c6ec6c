/**
 * Order numbers by a radix sort on their bits: the indices in increasing order of number; equal numbers keep their order. Linear: three
 * passes over each word of 32 bits.
 */

/** Bits looked at in one pass. */
const DIGIT = 11;
const DIGITS = 2 ** DIGIT;

/** Not NaN; -0 is 0. */
export function orderByKey(keys: Float64Array): Int32Array {
  // Doubles compare like the whole numbers they are stored as, once those of negative ones are turned round. Their lower word comes first on
  // every machine JavaScript runs on today.
  const turned = new Float64Array(keys.length);
  const words = new Uint32Array(turned.buffer);
  for (let i = 0; i < keys.length; i++) {
    turned[i] = keys[i] + 0;
    const high = words[2 * i + 1];
    const isNegative = high >>> 31 === 1;
    words[2 * i + 1] = isNegative ? ~high : high ^ 0x80000000;
    if (isNegative) words[2 * i] = ~words[2 * i];
  }
  return orderByWords(words, 2);
}

/** @param each words per number, the lowest first */
export function orderByWords(words: Uint32Array, each: number): Int32Array {
  const count = words.length / each;
  let order = new Int32Array(count);
  let sorted = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const at = new Int32Array(DIGITS + 1);
  for (let word = 0; word < each; word++) {
    for (let shift = 0; shift < 32; shift += DIGIT) {
      at.fill(0);
      for (let i = word; i < words.length; i += each) at[((words[i] >>> shift) & (DIGITS - 1)) + 1]++;
      for (let d = 0; d < DIGITS; d++) at[d + 1] += at[d];
      for (let k = 0; k < count; k++) {
        const i = order[k];
        sorted[at[(words[each * i + word] >>> shift) & (DIGITS - 1)]++] = i;
      }
      const swap = order;
      order = sorted;
      sorted = swap;
    }
  }
  return order;
}
