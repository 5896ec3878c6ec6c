/** The same bytes for one thread and for several, in Node, while people come and leave and arrays are replaced. */
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPerson,
  buildWorld,
  createSimulation,
  createTeam,
  dismiss,
  stateHash,
  step,
  type Simulation,
  type Team,
} from '../src/index.ts';
import { planOf } from '../test/shapes.ts';
import { STRAIGHT } from '../test/straight-model.ts';
import { bundle } from './bundle.ts';
import { HASH_EVERY, runCrowd, type RunResult, STEPS } from './crowd-run.ts';

const PEOPLE = 380;
let code: string;
let alone: RunResult;
const workers: Worker[] = [];

beforeAll(async () => {
  code = await bundle('node-worker.ts', 'node');
  alone = runCrowd({ people: PEOPLE });
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.terminate()));
});

/** Workers that are listening; those of the run before serve again. */
async function startWorkers(count: number): Promise<Worker[]> {
  while (workers.length < count) {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    workers.push(worker);
    await new Promise((ready) => worker.once('message', ready));
  }
  return workers;
}

async function runWith(threads: number, isCalm = false): Promise<RunResult> {
  await startWorkers(threads - 1);
  const team = createTeam(threads, (thread, invitation) => workers[thread - 1].postMessage(invitation));
  const result = runCrowd({ people: PEOPLE, isCalm }, team);
  dismiss(team);
  return result;
}

describe('threads', () => {
  it('have a run to share in which much changes', () => {
    expect(alone.hashes).toHaveLength(STEPS / HASH_EVERY);
    expect(new Set(alone.hashes).size).toBe(alone.hashes.length);
    // Below 256 walkers threads are not used.
    expect(alone.fewest).toBeGreaterThan(300);
    expect(alone.entered).toBeGreaterThan(PEOPLE + 30);
    expect(alone.arrived).toBeGreaterThan(30);
    expect(alone.replaced).toBeGreaterThan(4);
  });

  it.each([1, 2, 3, 2])('give the same bytes: %d', async (threads) => {
    const { avoided, ...result } = await runWith(threads);
    expect(result).toEqual({ ...alone, avoided: undefined });
    expect(avoided).toHaveLength(threads);
    // Whoever was there worked: equal hashes of a leader who did it all would say nothing.
    for (const count of avoided) expect(count).toBeGreaterThan(0);
  });

  it('hear of a door that is shut, though nothing else changes', async () => {
    const { avoided, ...result } = await runWith(2, true);
    expect(result.replaced).toBe(0);
    expect(result.hashes).toEqual(alone.hashes);
    for (const count of avoided) expect(count).toBeGreaterThan(0);
  });

  it('know a model by its name, whichever it is', async () => {
    const world = buildWorld(planOf('hall', 'polygons', [[[0, 0, 40, 0, 40, 40, 0, 40]]], []));
    const walk = (isEnough: (simulation: Simulation) => boolean, team?: Team) => {
      const simulation = createSimulation(world, {
        model: STRAIGHT,
        goals: [{ name: 'middle', level: 0, shape: Float64Array.of(20, 20), radius: 0.5 }],
        itineraries: [{ name: 'there', stages: [{ goals: [0], choice: 'assigned', wait: () => 0 }] }],
        capacity: 400,
        ...(team === undefined ? {} : { team }),
      });
      for (let k = 0; k < 400; k++) {
        addPerson(simulation, { x: 1 + 1.9 * (k % 20), y: 1 + 1.9 * Math.floor(k / 20), itinerary: 0, speed: 1.3 });
      }
      while (!isEnough(simulation)) step(simulation);
      return { hash: stateHash(simulation), taken: simulation.steps, steps: [...simulation.tally.numbers] };
    };
    await startWorkers(1);
    const team = createTeam(2, (thread, invitation) => workers[thread - 1].postMessage(invitation));
    // On a busy machine the other thread may be late.
    const together = walk(
      ({ steps, tally }) => steps >= 2000 || (steps >= 30 && [...tally.numbers].every((number) => number > 0)),
      team,
    );
    dismiss(team);
    expect(together.hash).toBe(walk(({ steps }) => steps === together.taken).hash);
    for (const steps of together.steps) expect(steps).toBeGreaterThan(0);
  });

  it('end with an error, not with waiting, when one of them fails', async () => {
    const [worker] = await startWorkers(1);
    const died = new Promise<Error>((resolve) => worker!.once('error', resolve));
    const team = createTeam(2, (_, { view, ...rest }) => {
      // Cells without their sides.
      const spoiled = { ...view, mesh: { ...view.mesh, sideTwin: undefined } };
      worker!.postMessage({ ...rest, view: spoiled });
    });
    expect(() => runCrowd({ people: PEOPLE }, team)).toThrow('a thread failed');
    expect((await died).message).toContain('undefined');
    workers.shift();
  });
});
