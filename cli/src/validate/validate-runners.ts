/**
 * Who runs validation tests: threads, each with a run of its own, or this thread where there are none → runs in the order they were
 * asked for, each as a promise.
 *
 * A worker is the bundle's validate-worker.js. The sources alone (in tests) have no such file; then runs are done here, one after the
 * other, and other things get their turn in between. Which thread does what changes no figure.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Figures, ValidationTest } from '@foulee/validation';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'validate-worker.js');
const MOST_BY_DEFAULT = 8;

export interface RunRequest {
  name: string;
  seed: number;
}

/** What came of a run, and the seconds it took. */
export interface DoneRun {
  figures: Figures;
  seconds: number;
}

export type RunAnswer = DoneRun | { error: string };

export interface Runners {
  run: (test: ValidationTest, seed: number) => Promise<DoneRun>;
  /** What is not done by now never will be. */
  end: () => Promise<void>;
}

type Runner = (test: ValidationTest, seed: number) => Promise<DoneRun>;

/** @param asked how many threads; undefined: as many as there are processors */
export function startThreads(asked: number | undefined): Runners {
  if (!existsSync(WORKER)) return runHere();
  const count = asked ?? Math.min(MOST_BY_DEFAULT, availableParallelism());
  const threads = Array.from({ length: count }, startThread);
  return queueFor(
    threads.map(({ run }) => run),
    async () => {
      await Promise.all(threads.map(({ end }) => end()));
    },
  );
}

export function runHere(): Runners {
  const here: Runner = async (test, seed) => {
    await new Promise(setImmediate);
    const start = performance.now();
    const figures = test.measure(seed);
    return { figures, seconds: (performance.now() - start) / 1000 };
  };
  return queueFor([here], async () => {});
}

/** A thread has one request at a time: the next message is its answer. One that dies is replaced, and its run has failed. */
function startThread(): { run: Runner; end: () => Promise<unknown> } {
  let worker = new Worker(WORKER);
  const run: Runner = ({ name }, seed) =>
    new Promise((resolve, reject) => {
      const onAnswer = (answer: RunAnswer) => {
        worker.off('error', onDeath);
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer);
      };
      const onDeath = (error: Error) => {
        worker.off('message', onAnswer);
        worker = new Worker(WORKER);
        reject(error);
      };
      worker.once('message', onAnswer);
      worker.once('error', onDeath);
      worker.postMessage({ name, seed } satisfies RunRequest);
    });
  return { run, end: () => worker.terminate() };
}

/** First come, first served; whoever is free takes the next. */
function queueFor(runners: readonly Runner[], end: () => Promise<void>): Runners {
  const idle = [...runners];
  const waiting: ((runner: Runner) => void)[] = [];
  const release = (runner: Runner) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(runner);
    else next(runner);
  };
  return {
    run: async (test, seed) => {
      const runner = idle.pop() ?? (await new Promise<Runner>((resolve) => waiting.push(resolve)));
      try {
        return await runner(test, seed);
      } finally {
        release(runner);
      }
    },
    end: async () => {
      waiting.length = 0;
      await end();
    },
  };
}
