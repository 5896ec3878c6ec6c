/**
 * One number, as sixteen hexadecimal digits, for the state of a crowd: equal for equal states, whatever slots walkers are in.
 * Two runs with the same hash at the same step went the same way.
 *
 * Two lanes of 32 bits over the bits of every column that is state (columns.ts) and of the routes, in the order of serials;
 * multiplications and rotations after the pattern of MurmurHash3 (Appleby, public domain). Linear but for sorting serials.
 */
import { NONE } from '../core/none.ts';
import type { Columns, StateArray } from './column.ts';
import type { Crowd } from './crowd.ts';
import { portalOf, type Routes } from './routes.ts';

const lanes = new Uint32Array(2);
const float = new Float64Array(1);
const bits = new Uint32Array(float.buffer);

/**
 * @param standing what queues and doors carry on, where there are any (goals/standing.ts)
 * @param shared maps that all walkers share, where a model has any
 */
export function hashCrowd(
  crowd: Crowd,
  routes: Routes,
  time: number,
  standing?: Float64Array,
  shared: readonly StateArray[] = [],
): string {
  lanes[0] = 0x2f6e2b1;
  lanes[1] = 0x5bd1e995;
  mixFloat(time);
  mix(crowd.count);
  mix(crowd.nextSerial);
  if (standing !== undefined) for (const number of standing) mixFloat(number);
  for (const array of shared) for (const number of array) mixFloat(number);
  const state = stateOf(crowd);
  for (const i of slotsBySerial(crowd)) {
    for (const { array, size } of state) {
      for (let k = size * i; k < size * (i + 1); k++) {
        if (array instanceof Int32Array) mix(array[k]);
        else mixFloat(array[k]);
      }
    }
    const portals = crowd.route[i] === NONE ? NONE : crowd.portalsLeft[i];
    mix(portals);
    for (let k = 0; k < portals; k++) mix(portalOf(routes, crowd, i, k));
  }
  const text = (lane: number) => finish(lane).toString(16).padStart(8, '0');
  return text(lanes[0]) + text(lanes[1]);
}

function stateOf(crowd: Crowd): { array: Int32Array | Float64Array; size: number }[] {
  const columns: Columns = crowd.columns;
  const arrays = crowd as unknown as Record<string, Int32Array | Float64Array>;
  return Object.entries(columns)
    .filter(([, { kind }]) => kind === 'state')
    .map(([name, { size }]) => ({ array: arrays[name], size }));
}

/** Slots in the order of their walkers' serials. */
export function slotsBySerial({ count, serial }: Crowd): Int32Array {
  const slots = new Int32Array(count);
  for (let i = 0; i < count; i++) slots[i] = i;
  return slots.sort((a, b) => serial[a] - serial[b]);
}

function mixFloat(value: number): void {
  // Zero has two signs that compare equal.
  float[0] = value === 0 ? 0 : value;
  mix(bits[0]);
  mix(bits[1]);
}

function mix(value: number): void {
  let k = Math.imul(value, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const a = lanes[0] ^ k;
  lanes[0] = Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64;
  const b = (lanes[1] + lanes[0]) ^ k;
  lanes[1] = Math.imul((b << 17) | (b >>> 15), 9) + 0x38b34ae5;
}

function finish(lane: number): number {
  let h = lane;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
