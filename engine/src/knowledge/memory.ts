/**
 * The memory of one person: what they saw of crowds, and when. A few entries; the oldest makes room. What is not there counts as empty, so
 * that only crowds take room; seeing that one is gone takes it out. Trust falls with age to a half, and then to nothing.
 */
import { KIND, type KnowingCrowd, MEMORIES } from './knowledge.ts';

/** Tenths of seconds. */
const TENTHS = 10;

export function hasMemories({ memory }: KnowingCrowd, i: number): boolean {
  for (let k = 3 * MEMORIES * i; k < 3 * MEMORIES * (i + 1); k += 3) if (memory[k] !== 0) return true;
  return false;
}

/** @param value 0: nothing to remember, and what there was is forgotten */
export function remember(
  { memory }: KnowingCrowd,
  i: number,
  kind: number,
  index: number,
  time: number,
  value: number,
): void {
  const what = kind * KIND + index;
  const first = 3 * MEMORIES * i;
  let at = -1;
  let oldest = first;
  for (let k = first; k < first + 3 * MEMORIES; k += 3) {
    if (memory[k] === what) at = k;
    if (memory[k + 1] < memory[oldest + 1]) oldest = k;
  }
  if (at < 0 && value === 0) return;
  if (at < 0) at = oldest;
  memory[at] = value === 0 ? 0 : what;
  memory[at + 1] = value === 0 ? 0 : Math.round(TENTHS * time);
  memory[at + 2] = value;
}

/** What somebody remembers of something, times the trust they have in it: 1 when just seen, a half shortly before `lasts` seconds are over, then 0. */
export function recall(
  { memory }: KnowingCrowd,
  i: number,
  kind: number,
  index: number,
  time: number,
  lasts: number,
): number {
  const what = kind * KIND + index;
  const first = 3 * MEMORIES * i;
  for (let k = first; k < first + 3 * MEMORIES; k += 3) {
    if (memory[k] === what) return memory[k + 2] * trust(memory[k + 1], time, lasts);
  }
  return 0;
}

interface Memory {
  kind: number;
  index: number;
  value: number;
  /** Seconds. */
  age: number;
}

/** All that somebody remembers, newest first: for explanations. */
export function memoriesOf({ memory }: KnowingCrowd, i: number, time: number): Memory[] {
  const found: Memory[] = [];
  for (let k = 3 * MEMORIES * i; k < 3 * MEMORIES * (i + 1); k += 3) {
    if (memory[k] === 0) continue;
    const age = Math.max(0, time - memory[k + 1] / TENTHS);
    found.push({ kind: Math.floor(memory[k] / KIND), index: memory[k] % KIND, value: memory[k + 2], age });
  }
  return found.sort((a, b) => a.age - b.age);
}

export function trust(tenths: number, time: number, lasts: number): number {
  const age = Math.max(0, time - tenths / TENTHS);
  return age < lasts ? 1 - age / (2 * lasts) : 0;
}
