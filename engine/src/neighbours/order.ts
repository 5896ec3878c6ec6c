/**
 * Slots in spatial order: along a Z-curve over the square around all of them. Takes slots and places, sorts the slots;
 * equal squares keep the order of slots. No memory is taken. O(n log n) inside the machine's own sort.
 */

export interface Order {
  slot: Int32Array;
  key: Float64Array;
}

/** Steps of the curve per direction: 2 · 14 bits of key beside 24 of slot fit the 53 of a double. */
const SIDE = 2 ** 14;

export function createOrder(capacity: number): Order {
  return { slot: new Int32Array(capacity), key: new Float64Array(capacity) };
}

/** Put the first `count` slots in order. */
export function spatialOrder(order: Order, place: Float64Array, count: number): void {
  const { slot, key } = order;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let k = 0; k < count; k++) {
    const x = place[2 * slot[k]];
    const y = place[2 * slot[k] + 1];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  const extent = Math.max(maxX - minX, maxY - minY);
  const scale = extent > 0 ? (SIDE - 1) / extent : 0;
  for (let k = 0; k < count; k++) {
    const i = slot[k];
    const x = Math.floor((place[2 * i] - minX) * scale);
    const y = Math.floor((place[2 * i + 1] - minY) * scale);
    key[k] = (spread(x) | (spread(y) << 1)) * 2 ** 24 + i;
  }
  key.subarray(0, count).sort();
  for (let k = 0; k < count; k++) slot[k] = key[k] % 2 ** 24;
}

/** A zero between every two of the lowest 14 bits. */
function spread(bits: number): number {
  let b = bits;
  b = (b | (b << 8)) & 0x00ff00ff;
  b = (b | (b << 4)) & 0x0f0f0f0f;
  b = (b | (b << 2)) & 0x33333333;
  return (b | (b << 1)) & 0x55555555;
}
