/**
 * The whole state of a crowd, copied, and put back later: a run that is stopped and goes on gives the same bytes as one that
 * was never stopped. Plain arrays, ready to be saved or posted. The neighbourhood graph is not in it: it follows from the places.
 */
import { sharedMemory } from '../core/shared-memory.ts';
import type { StateArray } from './column.ts';
import { type Crowd, copyColumns } from './crowd.ts';
import type { Routes } from './routes.ts';

export interface Snapshot {
  steps: number;
  /** Times as fast as they like to that everybody walks. */
  speed: number;
  /** The step before which the place changed last. */
  changedAt: number;
  crowd: Crowd;
  store: Int32Array;
  /** The simulation's counts, by name. */
  counts: Record<string, number>;
  /** What queues and doors with rules carry on (standing.ts). */
  standing: Float64Array;
  /** Maps that all walkers share (walkers/tile-model.ts). */
  shared: readonly StateArray[];
}

/** @param rest lent: copied */
export function takeSnapshot(crowd: Crowd, routes: Routes, rest: Omit<Snapshot, 'crowd' | 'store'>): Snapshot {
  return {
    steps: rest.steps,
    speed: rest.speed,
    changedAt: rest.changedAt,
    crowd: copyColumns(crowd, crowd.count),
    store: routes.store.slice(0, routes.used),
    counts: { ...rest.counts },
    standing: rest.standing.slice(),
    shared: rest.shared.map((array) => array.slice()),
  };
}

/** Put a state back into a crowd with room for it. */
export function restoreSnapshot(
  snapshot: Snapshot,
  crowd: Crowd,
  routes: Routes,
  standing?: Float64Array,
  shared: readonly StateArray[] = [],
): void {
  for (const [k, array] of shared.entries()) array.set(snapshot.shared[k]);
  standing?.set(snapshot.standing);
  copyColumns(snapshot.crowd, snapshot.crowd.count, crowd);
  if (routes.store.length < snapshot.store.length)
    routes.store = new Int32Array(sharedMemory(8 * snapshot.store.length));
  routes.store.set(snapshot.store);
  routes.used = snapshot.store.length;
}
