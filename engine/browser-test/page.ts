/**
 * The page's script: runs the crowd on the page's own thread, or in a worker with others that help it, when it is asked to.
 * All workers are this same script, too.
 */
import { createTeam, dismiss, type Invitation, serve } from '../src/index.ts';
import { runCrowd, type RunRequest, type RunResult } from './crowd-run.ts';

/** To the worker that leads: what to run, and a port to each of the others. */
interface Lead {
  request: RunRequest;
  ports: MessagePort[];
}

export interface PageRuns {
  here: (request: RunRequest) => RunResult;
  inWorkers: (request: RunRequest, threads: number) => Promise<RunResult>;
}

async function inWorkers(request: RunRequest, threads: number): Promise<RunResult> {
  const workers = Array.from({ length: threads }, () => new Worker(import.meta.url, { type: 'module' }));
  await Promise.all(workers.map(nextMessage));
  const [leader, ...others] = workers;
  const ports = others.map((worker) => {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(port1, [port1]);
    return port2;
  });
  const failures = others.map(nextMessage);
  const result = nextMessage(leader!);
  leader!.postMessage({ request, ports } satisfies Lead, ports);
  try {
    return (await Promise.race([result, ...failures])) as RunResult;
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

/** What a worker says next; or its error. */
function nextMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(`in a worker: ${message}`)), { once: true });
  });
}

/** What a worker does: lead a run if it is told which, help with passes if it is given a port to hear of them. */
function hear({ data }: MessageEvent<Lead | MessagePort>): void {
  if (data instanceof MessagePort) {
    data.addEventListener('message', (event: MessageEvent<Invitation>) => serve(event.data));
    data.start();
    return;
  }
  const { request, ports } = data;
  const team = createTeam(ports.length + 1, (thread, invitation) => ports[thread - 1].postMessage(invitation));
  const result = runCrowd(request, team);
  dismiss(team);
  globalThis.postMessage(result);
}

if (typeof document === 'undefined') {
  globalThis.addEventListener('message', hear);
  globalThis.postMessage('ready');
} else Object.assign(globalThis, { runs: { here: (request) => runCrowd(request), inWorkers } satisfies PageRuns });
