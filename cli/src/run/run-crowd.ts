/**
 * One run: a scenario, its world and a seed → steps until everybody is gone, the time is over or somebody says stop. The engine plays it
 * (engine/src/run/play.ts); here are Node's clock, its pauses and the file of the recording.
 *
 * Between steps the loop lets signals in now and then, and shows how far it is.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createMeasures,
  createRun,
  isOver,
  lostRows,
  type OpenedScenario,
  type Play,
  playWhile,
  type Run,
  type RunMeasures,
  startPlay,
  type Team,
} from '@foulee/engine';
import type { Target } from '../terminal/write-file.ts';
import { openRecorder } from './run-record.ts';

/** Milliseconds between two looks at progress and signals. */
const BREATH = 100;

export interface CrowdRequest extends OpenedScenario {
  seed: number;
  team: Team | undefined;
  /** The recording to write. */
  out?: Target;
  /** Is told where a recording is while it is not whole. */
  tell: (text: string) => void;
  /** Simulated time does not run ahead of the clock on the wall. */
  realTime: boolean;
  show: (run: Run) => void;
  isInterrupted: () => boolean;
}

export interface CrowdOutcome {
  play: Play;
  measures: RunMeasures;
  wallSeconds: number;
  interrupted: boolean;
  /** All files of the recording. */
  files: string[];
}

export async function runCrowd(request: CrowdRequest): Promise<CrowdOutcome> {
  const { scenario, world, seed, team, out, isInterrupted } = request;
  const clock = () => performance.now();
  const run = createRun(scenario, world, { seed, clock, ...(team === undefined ? {} : { team }) });
  const measures = createMeasures(run);
  let play: Play | undefined;
  const lost = () => (play === undefined ? [] : lostRows(play.log, run));
  const recorder = out === undefined ? undefined : await openRecorder(out, run, request.tell, lost);
  const start = clock();
  let interrupted = false;
  try {
    play = startPlay(run, { clock, measures, ...(recorder === undefined ? {} : { record: recorder.record }) });
    const ahead = () => (request.realTime ? run.simulation.time * 1000 - (clock() - start) : 0);
    let breath = start;
    while (!playWhile(play, () => ahead() <= 0 && clock() - breath < BREATH)) {
      request.show(run);
      // A long sleep is cut into pieces, so that Ctrl-C is heard.
      for (let left = Math.max(0, ahead()); ; left -= BREATH) {
        await (left > 0 ? sleep(Math.min(left, BREATH)) : new Promise(setImmediate));
        if (left <= BREATH || isInterrupted()) break;
      }
      breath = clock();
      interrupted = isInterrupted() && !isOver(run);
      if (interrupted) break;
    }
  } catch (error) {
    recorder?.giveUp();
    throw error;
  }
  const files = (await recorder?.finish()) ?? [];
  return { play, measures, wallSeconds: (clock() - start) / 1000, interrupted, files };
}
