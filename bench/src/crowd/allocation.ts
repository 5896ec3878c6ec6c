/**
 * What a step leaves for the garbage collector: a step → bytes per step.
 *
 * Steps are taken in batches small enough that nothing is collected within one; the growth of the heap and of array buffers
 * over a batch, less what an empty batch seems to take, is what was allocated. Walkers that reach a goal get a route in the next
 * step, which counts too; slots are put in order in one of 64 steps, which is why mean and median differ.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mean, quantile } from '../statistics.ts';

export interface StepAllocation {
  steps: number;
  /** Bytes per step: the median over batches, the mean, and that of the worst batch. */
  median: number;
  mean: number;
  most: number;
}

const BATCH = 4;
/** Batches before it counts: code that is not compiled yet allocates what compiled code does not. */
const WARM_UPS = 25;

export function measureStepAllocation(steps: number, step: () => void): StepAllocation {
  setFlagsFromString('--expose-gc');
  const collectYoung = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  const grown = (count: number): number => {
    // The second collection waits for the first to give buffers back, which another thread does, at some time.
    collectYoung({ type: 'minor' });
    collectYoung({ type: 'minor' });
    const before = process.memoryUsage();
    for (let i = 0; i < count; i++) step();
    const after = process.memoryUsage();
    return after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
  };
  const batches = Math.ceil(steps / BATCH);
  const bytes = new Float64Array(batches);
  for (let batch = -WARM_UPS; batch < batches; batch++) {
    const empty = grown(0);
    const used = grown(BATCH) - empty;
    if (batch >= 0) bytes[batch] = used / BATCH;
  }
  return { steps: batches * BATCH, median: quantile(bytes, 0.5), mean: mean(bytes), most: quantile(bytes, 1) };
}
