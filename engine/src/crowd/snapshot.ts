/**
 * The whole state of a crowd, copied, and put back later: a run that is stopped and goes on gives the same bytes as one that
 * was never stopped. Plain arrays, ready to be saved or posted. The neighbourhood graph is not in it: it follows from the places.
 */
import { sharedMemory } from '../core/shared-memory.ts';
import { type Crowd, copyColumns } from './crowd.ts';
import type { Routes } from './routes.ts';

export interface Snapshot {
  steps: number;
  /** The step before which the place changed last. */
  changedAt: number;
  crowd: Crowd;
  store: Int32Array;
  /** The simulation's counts, by name. */
  counts: Record<string, number>;
  /** What queues and doors with rules carry on (standing.ts). */
  standing: Float64Array;
}

export function takeSnapshot(
  crowd: Crowd,
  routes: Routes,
  steps: number,
  changedAt: number,
  counts: Record<string, number>,
  standing: Float64Array = new Float64Array(0),
): Snapshot {
  return {
    steps,
    changedAt,
    crowd: copyColumns(crowd, crowd.count),
    store: routes.store.slice(0, routes.used),
    counts: { ...counts },
    standing: standing.slice(),
  };
}

/** Put a state back into a crowd with room for it. */
export function restoreSnapshot(snapshot: Snapshot, crowd: Crowd, routes: Routes, standing?: Float64Array): void {
  standing?.set(snapshot.standing);
  copyColumns(snapshot.crowd, snapshot.crowd.count, crowd);
  if (routes.store.length < snapshot.store.length)
    routes.store = new Int32Array(sharedMemory(8 * snapshot.store.length));
  routes.store.set(snapshot.store);
  routes.used = snapshot.store.length;
}
