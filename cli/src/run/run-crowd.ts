/**
 * One run: a scenario, its world and a seed → steps until everybody is gone, the time is over or somebody says stop.
 *
 * Between steps the loop lets signals in now and then, and shows how far it is. `hash` is made of the state's hash every ten
 * simulated seconds and at the end: the last state alone, an empty place, would tell hardly any two runs apart.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  advance,
  createRun,
  GrowableFloats,
  isOver,
  type Run,
  type Scenario,
  stateHash,
  type Team,
  timesByPhase,
  type World,
} from '@foulee/engine';
import { createMeasures, measureStep, needsFrames, type RunMeasures } from './run-measures.ts';
import { createRunFrame, fillRunFrame, openRecorder, type Recorder } from './run-record.ts';

/** Milliseconds between two looks at progress and signals. */
const BREATH = 100;
/** Simulated seconds between two looks at the state's hash. */
const HASHED_EVERY = 10;

export interface CrowdRequest {
  scenario: Scenario;
  world: World;
  seed: number;
  team: Team | undefined;
  /** The recording to write. */
  out?: string;
  /** Simulated time does not run ahead of the clock on the wall. */
  realTime: boolean;
  show: (run: Run) => void;
  isInterrupted: () => boolean;
}

export interface CrowdOutcome {
  run: Run;
  seed: number;
  threads: number;
  measures: RunMeasures;
  hash: string;
  /** Milliseconds of each step, and of passes: the simulation's own and what is around it. */
  stepMilliseconds: GrowableFloats;
  passes: Record<string, number>;
  wallSeconds: number;
  interrupted: boolean;
}

export async function runCrowd(request: CrowdRequest): Promise<CrowdOutcome> {
  const { scenario, world, seed, team, out } = request;
  const clock = () => performance.now();
  const run = createRun(scenario, world, { seed, clock, ...(team === undefined ? {} : { team }) });
  const { simulation } = run;
  const measures = createMeasures(run);
  const frame = createRunFrame(run);
  const recorder: Recorder | undefined = out === undefined ? undefined : await openRecorder(out, run, seed, frame);
  const hash = createHash('sha256');
  const stepMilliseconds = new GrowableFloats();
  const around = { enter: 0, measure: 0, record: 0, hash: 0 };
  const start = clock();
  let interrupted = false;
  try {
    let breath = start;
    look();
    while (!isOver(run)) {
      const before = clock();
      advance(run);
      const after = clock();
      stepMilliseconds.push(after - before);
      look();
      const ahead = request.realTime ? simulation.time * 1000 - (clock() - start) : 0;
      if (ahead <= 0 && clock() - breath < BREATH) continue;
      request.show(run);
      // A long sleep is cut into pieces, so that Ctrl-C is heard.
      for (let left = Math.max(0, ahead); ; left -= BREATH) {
        await (left > 0 ? sleep(Math.min(left, BREATH)) : new Promise(setImmediate));
        if (left <= BREATH || request.isInterrupted()) break;
      }
      breath = clock();
      interrupted = request.isInterrupted() && !isOver(run);
      if (interrupted) break;
    }
  } finally {
    await recorder?.close();
  }
  hash.update(stateHash(simulation));
  const stepped = stepMilliseconds.values().reduce((sum, milliseconds) => sum + milliseconds, 0);
  const times = timesByPhase(simulation);
  const inPasses = Object.values(times).reduce((sum, milliseconds) => sum + milliseconds, 0);
  around.enter = Math.max(0, stepped - inPasses);
  return {
    run,
    seed,
    threads: team?.threads ?? 1,
    measures,
    hash: hash.digest('hex').slice(0, 16),
    stepMilliseconds,
    passes: { ...times, ...around },
    wallSeconds: (clock() - start) / 1000,
    interrupted,
  };

  /** What is measured, recorded and hashed of the moment at hand. */
  function look(): void {
    const first = clock();
    if (recorder !== undefined || needsFrames(measures)) fillRunFrame(frame, run);
    measureStep(measures, run, frame);
    const second = clock();
    recorder?.record();
    const third = clock();
    if (simulation.steps % (HASHED_EVERY * measures.every) === 0) hash.update(stateHash(simulation));
    around.measure += second - first;
    around.record += third - second;
    around.hash += clock() - third;
  }
}
