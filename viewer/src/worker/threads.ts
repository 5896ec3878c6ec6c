/**
 * Threads for a run in the page: workers of the worker, where memory can be shared (the page's server must say so in its headers) and the
 * crowd is large enough. The result is the same for any number.
 */
import { createTeam, dismiss, type Team } from '@foulee/engine';
import { canShareMemory } from '../protocol/shared-memory.ts';

/** Walkers per thread below which another one does not pay. */
const WORTH_A_THREAD = 1500;
const MOST = 8;

export function threadsFor(walkers: number): number {
  if (!canShareMemory()) return 1;
  return Math.max(1, Math.min(MOST, navigator.hardwareConcurrency, Math.floor(walkers / WORTH_A_THREAD)));
}

let workers: Worker[] = [];
let current: Team | undefined;

/** A team for one run; the one before is over. */
export function takeTeam(threads: number): Team | undefined {
  if (current !== undefined) dismiss(current);
  current = undefined;
  while (workers.length < threads - 1) {
    workers = [...workers, new Worker(new URL('./team-worker.ts', import.meta.url), { type: 'module' })];
  }
  if (threads > 1) current = createTeam(threads, (thread, invitation) => workers[thread - 1].postMessage(invitation));
  return current;
}
