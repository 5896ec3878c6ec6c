/**
 * How much memory an act leaves to be collected: bytes per call, by the growth of the heap over batches that are too
 * short for a collection to fall into them.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const BATCH = 50;
const BATCHES = 9;

/** The median of several batches, after as many to warm up; what an empty batch seems to take is taken off. */
export function bytesPerCall(act: (i: number) => void): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const grown = (what: (i: number) => void, first: number) => {
    collect();
    const before = process.memoryUsage();
    for (let i = 0; i < BATCH; i++) what(first + i);
    const after = process.memoryUsage();
    return after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  };
  for (let batch = 0; batch < BATCHES; batch++) grown(act, batch * BATCH);
  const bytes = Array.from({ length: BATCHES }, (_, batch) => {
    const empty = grown(() => {}, 0);
    return (grown(act, batch * BATCH) - empty) / BATCH;
  });
  return bytes.sort((a, b) => a - b)[BATCHES >> 1];
}
