/**
 * What a query leaves for the garbage collector beyond its result (it should be nothing): a function → bytes per call.
 *
 * Calls are made in batches small enough that nothing is collected within one; the growth of the heap and of array
 * buffers over a batch is what was allocated. What making copies of the same results takes is taken off, and what an
 * empty batch seems to take.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Route } from '@foulee/engine';
import { median } from '../measure.ts';

export interface Allocation {
  queries: number;
  /** Bytes per query. */
  all: number;
  result: number;
  beyond: number;
}

/** Results of a batch take some 100 kB of the heap; the youngest generation begins with a megabyte. */
const BATCH = 100;
/** Batches before it counts: code that is not compiled yet allocates what compiled code does not. */
const WARM_UPS = 20;

export function measureAllocation(queries: number, ask: (i: number) => Route): Allocation {
  const collect = garbageCollector();
  const kept = new Array<Route | undefined>(BATCH);
  const answers = Array.from({ length: BATCH }, (_, i) => ask(i));
  const grown = (act: (i: number) => Route | undefined, first: number): number => {
    kept.fill(undefined);
    collect();
    const before = process.memoryUsage();
    for (let i = 0; i < BATCH; i++) kept[i] = act(first + i);
    const after = process.memoryUsage();
    return after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  };
  const all: number[] = [];
  const results: number[] = [];
  const batches = Math.ceil(queries / BATCH);
  for (let batch = -WARM_UPS; batch < batches; batch++) {
    // Copies are made of the answers to the same questions as those asked.
    const first = Math.max(0, batch) * BATCH;
    for (let i = 0; i < BATCH; i++) answers[i] = ask(first + i);
    const empty = grown(() => undefined, 0);
    const asked = grown(ask, first) - empty;
    const copied = grown((i) => copyOf(answers[i - first] as Route), first) - empty;
    if (batch < 0) continue;
    all.push(asked / BATCH);
    results.push(copied / BATCH);
  }
  const beyond = median(all.map((bytes, batch) => bytes - (results[batch] as number)));
  return { queries: batches * BATCH, all: median(all), result: median(results), beyond };
}

function copyOf(route: Route): Route {
  const { status, length, expanded } = route;
  const points = new Float64Array(route.points.length);
  const portals = new Int32Array(route.portals.length);
  points.set(route.points);
  portals.set(route.portals);
  return { status, length, points, portals, expanded };
}

/** Without asking the user to start Node with a flag. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
