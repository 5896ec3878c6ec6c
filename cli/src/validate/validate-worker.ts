/** A thread that runs validation tests, one run after the other (validate-runners.ts). A file of its own beside the command. */
import { parentPort } from 'node:worker_threads';
import { VALIDATION_TESTS } from '@foulee/validation';
import type { RunAnswer, RunRequest } from './validate-runners.ts';

parentPort?.on('message', ({ name, seed }: RunRequest) => {
  const start = performance.now();
  let answer: RunAnswer;
  try {
    const figures = VALIDATION_TESTS.find((test) => test.name === name)!.measure(seed);
    answer = { figures, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
