/**
 * Threads for our crowd. A benchmark runs as one bundled file; its workers run the same file, find that they are not the main
 * thread, and serve.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createTeam, dismiss, type Invitation, serve, type Team } from '@foulee/engine';

/** In a worker: help with passes until the process ends. @returns false in the main thread */
export function serveAsWorker(): boolean {
  if (isMainThread) return false;
  parentPort?.on('message', (invitation: Invitation) => serve(invitation));
  return true;
}

/** Let `act` have a team of so many threads, itself among them. @param file what the workers run */
export async function withTeam<Result>(
  threads: number,
  file: string,
  act: (team: Team) => Result | Promise<Result>,
): Promise<Result> {
  const workers = Array.from({ length: threads - 1 }, () => new Worker(new URL(file)));
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('online', resolve))));
  const team = createTeam(threads, (thread, invitation) => workers[thread - 1]?.postMessage(invitation));
  try {
    return await act(team);
  } finally {
    dismiss(team);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
