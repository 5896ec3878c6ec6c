/**
 * Distinct: short lists of numbers, each kept once. Equal means equal bits, but for −0, which is 0.
 *
 * Open addressing in a table of a power of two that is at most half full. A list that finds no slot within CHAIN steps
 * is kept but not found again: a repetition left in is harmless, searching through 10⁶ of one hash is not. O(1) each.
 */
import { NONE } from './none.ts';

export interface Distinct {
  /** The different lists, in the order they came. */
  lists: Float64Array[];
  /** The list at hand, to be filled in before `keepOnce`, and its bits. */
  key: Float64Array;
  bits: Int32Array;
  /** Index into `lists`, or NONE. */
  slots: Int32Array;
  hashes: number[];
}

/** Slots looked through at most. */
const CHAIN = 64;

/** @param longest how many numbers a list has at most */
export function createDistinct(longest: number): Distinct {
  const key = new Float64Array(longest);
  return { lists: [], key, bits: new Int32Array(key.buffer), slots: new Int32Array(1024).fill(NONE), hashes: [] };
}

/** The index of the list that the first `length` numbers of `key` are; a new one if they were never seen. */
export function keepOnce(distinct: Distinct, length: number): number {
  const { lists, key, slots, hashes } = distinct;
  for (let i = 0; i < length; i++) key[i] += 0;
  const hash = hashOf(distinct.bits, length);
  for (let step = 0; step < CHAIN; step++) {
    const item = slots[(hash + step) & (slots.length - 1)];
    if (item === NONE) break;
    if (hashes[item] === hash && startsWith(key, lists[item], length)) return item;
  }
  lists.push(key.slice(0, length));
  hashes.push(hash);
  if (2 * lists.length > slots.length) enlarge(distinct);
  else giveSlot(distinct, lists.length - 1);
  return lists.length - 1;
}

function hashOf(bits: Int32Array, length: number): number {
  let hash = 0;
  for (let i = 0; i < 2 * length; i++) {
    hash = Math.imul(hash ^ bits[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function startsWith(key: Float64Array, list: Float64Array, length: number): boolean {
  if (list.length !== length) return false;
  for (let i = 0; i < length; i++) if (list[i] !== key[i]) return false;
  return true;
}

function enlarge(distinct: Distinct): void {
  distinct.slots = new Int32Array(2 * distinct.slots.length).fill(NONE);
  for (let item = 0; item < distinct.lists.length; item++) giveSlot(distinct, item);
}

function giveSlot({ slots, hashes }: Distinct, item: number): void {
  for (let step = 0; step < CHAIN; step++) {
    const slot = (hashes[item] + step) & (slots.length - 1);
    if (slots[slot] !== NONE) continue;
    slots[slot] = item;
    return;
  }
}
