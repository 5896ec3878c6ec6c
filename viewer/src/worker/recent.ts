/**
 * The last seconds of a run, as states: what somebody had in mind can be told of the moment that is shown, which is behind the one simulated last,
 * the further the faster it plays. As many as fit into a fixed amount of memory, which is used again.
 */
import { type CellMesh, copyColumns, createCrowdLike, type Crowd, type Run, type Simulation } from '@foulee/engine';

/** Bytes and states at most; seconds: nobody has quite another mind so shortly before. */
const MOST_BYTES = 64e6;
const MOST_STATES = 120;
const JUST_NOW = 2;

interface State {
  time: number;
  /** The cells that walkers are in: others, where walls were moved since. */
  mesh: CellMesh;
  crowd: Crowd;
  store: Int32Array;
  bytes: number;
}

export interface Recent {
  /** Oldest first. */
  states: State[];
  bytes: number;
}

export function createRecent(): Recent {
  return { states: [], bytes: 0 };
}

export function keepState(recent: Recent, { simulation }: Run): void {
  const { states } = recent;
  const { crowd, routes, time, world } = simulation;
  let old: State | undefined;
  while (states.length > 0 && (states.length >= MOST_STATES || recent.bytes > MOST_BYTES)) {
    old = states.shift()!;
    recent.bytes -= old.bytes;
  }
  const store = old !== undefined && old.store.length >= routes.used ? old.store : new Int32Array(routes.used);
  store.set(routes.store.subarray(0, routes.used));
  const into = old !== undefined && old.crowd.capacity >= crowd.count ? old.crowd : createCrowdLike(crowd, crowd.count);
  const bytes = store.byteLength + bytesOf(into);
  states.push({ time, mesh: world.mesh, crowd: copyColumns(crowd, crowd.count, into), store, bytes });
  recent.bytes += bytes;
}

function bytesOf(crowd: Crowd): number {
  return Object.values(crowd).reduce<number>(
    (sum, column) => sum + (typeof column === 'number' ? 0 : column.byteLength),
    0,
  );
}

/** The simulation as it was at a moment, or as it is now if that is as near as can be; undefined: that is too long ago. */
export function simulationAt({ states }: Recent, { simulation }: Run, time: number): Simulation | undefined {
  let best: State | undefined;
  let least = Math.abs(simulation.time - time);
  for (const state of states) {
    const far = Math.abs(state.time - time);
    if (far >= least || state.mesh !== simulation.world.mesh) continue;
    least = far;
    best = state;
  }
  if (least > JUST_NOW) return undefined;
  if (best === undefined) return simulation;
  const { crowd, store } = best;
  const routes = { store, used: store.length };
  const view = { ...simulation.context.view, crowd, routes };
  return { ...simulation, time: best.time, crowd, routes, context: { ...simulation.context, view } };
}
