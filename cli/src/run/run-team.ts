/**
 * Threads for a run: as many as asked for, or as make sense for so many walkers → workers that serve one team after the other.
 *
 * A worker is the bundle's team-worker.js. The sources alone (in tests) have no such file: then the run has one thread. The result
 * is the same for any number.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createTeam, dismiss, type Team } from '@foulee/engine';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'team-worker.js');
/** Walkers per thread below which another one does not pay. */
const WORTH_A_THREAD = 1000;
const MOST_BY_DEFAULT = 8;

export interface Threads {
  count: number;
  /** A new team of these threads, for one run; undefined for a single thread. The one before must be over. */
  team: () => Team | undefined;
  end: () => Promise<void>;
}

export function threadsFor(asked: number | undefined, walkers: number): number {
  if (!existsSync(WORKER)) return 1;
  if (asked !== undefined) return asked;
  return Math.max(1, Math.min(MOST_BY_DEFAULT, availableParallelism(), Math.floor(walkers / WORTH_A_THREAD)));
}

export function startThreads(count: number): Threads {
  const workers = Array.from({ length: count - 1 }, () => new Worker(WORKER));
  let current: Team | undefined;
  const release = () => {
    if (current !== undefined) dismiss(current);
    current = undefined;
  };
  return {
    count,
    team: () => {
      release();
      if (workers.length > 0) {
        current = createTeam(count, (thread, invitation) => workers[thread - 1].postMessage(invitation));
      }
      return current;
    },
    end: async () => {
      release();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
