/**
 * Run → played step by step, with what is kept of it: counted, measured, recorded, hashed (run-log.ts, measures.ts, run-hash.ts). The
 * command, the page's worker and validation all play runs by these functions.
 *
 *   startPlay    looks at the first moment
 *   playWhile    steps until the run is over or the caller says stop; called again, it goes on
 *   result.ts    what came of it, at any moment between two steps
 *
 * Nothing here waits or reads a clock of its own: a caller that has other things to do stops the loop, does them, and calls again.
 */
import { GrowableFloats } from '../core/growable.ts';
import { createFrame, fillFrame } from '../record/fill-frame.ts';
import type { Frame } from '../record/frame.ts';
import { measureStep, needsFrames, type RunMeasures } from './measures.ts';
import { advance, isOver } from './run.ts';
import type { Run } from './run-state.ts';
import { createRunHash, hashStep, type RunHash } from './run-hash.ts';
import { createRunLog, logStep, type RunLog } from './run-log.ts';

export interface PlayOptions {
  /** Milliseconds now, for timings; without it they are 0. */
  clock?: () => number;
  /** To be filled at every moment, the first included (measures.ts). */
  measures?: RunMeasures;
  /** Called with every moment, the first included; the frame is lent. */
  record?: (frame: Frame) => void;
  /** Called after every step. */
  look?: (run: Run) => void;
}

export interface Play {
  run: Run;
  log: RunLog;
  hash: RunHash;
  /** Milliseconds of each step, and of all looks at what came of them. */
  timing: { steps: GrowableFloats; measure: number; record: number; hash: number };
  frame: Frame | undefined;
  options: PlayOptions;
}

/** @param run before its first step */
export function startPlay(run: Run, options: PlayOptions = {}): Play {
  const { record, measures } = options;
  const isFrameNeeded = record !== undefined || (measures !== undefined && needsFrames(measures));
  const play: Play = {
    run,
    log: createRunLog(run),
    hash: createRunHash(),
    timing: { steps: new GrowableFloats(), measure: 0, record: 0, hash: 0 },
    frame: isFrameNeeded ? createFrame(run.simulation.crowd.capacity) : undefined,
    options,
  };
  lookAt(play);
  return play;
}

/**
 * Step after step, as long as it may.
 * @param mayGoOn asked before each step
 * @returns is the run over?
 */
export function playWhile(play: Play, mayGoOn: () => boolean): boolean {
  const { clock = noClock, look } = play.options;
  while (mayGoOn()) {
    if (isOver(play.run)) return true;
    const before = clock();
    advance(play.run);
    play.timing.steps.push(clock() - before);
    lookAt(play);
    look?.(play.run);
  }
  return false;
}

const noClock = () => 0;

/** What is counted, measured, recorded and hashed of the present moment. */
function lookAt({ run, log, hash, timing, frame, options }: Play): void {
  const { clock = noClock, record, measures } = options;
  const { simulation } = run;
  const first = clock();
  if (frame !== undefined) fillFrame(frame, simulation.world.mesh, simulation.crowd, simulation.steps, simulation.time);
  logStep(log, run);
  if (measures !== undefined) measureStep(measures, run, frame);
  const second = clock();
  if (frame !== undefined) record?.(frame);
  const third = clock();
  hashStep(hash, simulation);
  timing.measure += second - first;
  timing.record += third - second;
  timing.hash += clock() - third;
}
