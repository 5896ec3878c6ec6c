/**
 * Every step of a run → the files that --out names (recording-files.ts). Frames are put out often enough that a run killed at any moment
 * leaves all but its last second.
 */
import {
  createAreaWatch,
  createPeopleLog,
  InputError,
  logDecisions,
  logPeople,
  type RecordedDecision,
  type RecordedLost,
  type RecordedFrame,
  recordingInfoOf,
  type Run,
  shortened,
} from '@foulee/engine';
import { cannotWrite, type Target } from '../terminal/write-file.ts';
import { openRecording } from './recording-files.ts';

export interface Recorder {
  record: (frame: RecordedFrame) => void;
  /** The run is over: the files get their names. @returns these, the recording first */
  finish: () => Promise<string[]>;
  /** The run broke: what there is stays where it is. */
  giveUp: () => void;
}

/** Milliseconds of work that a killed run loses at most. */
const MOST_LOST = 800;

/**
 * @param tell is told where to find the frames while the run goes on, and when it breaks
 * @param lost where people were lost so far
 */
export async function openRecorder(
  target: Target,
  run: Run,
  tell: (text: string) => void,
  lost: () => readonly RecordedLost[] = () => [],
): Promise<Recorder> {
  const info = recordingInfoOf(run);
  const log = createPeopleLog();
  const decisions: RecordedDecision[] = [];
  const recording = await openRecording(target, info, { people: () => log.people, decisions: () => decisions, lost });
  const changeOfArea = createAreaWatch(run, info.walkableArea);
  const where = recording.paths.join(', ');
  /** Simulated seconds that are safe in the files. */
  let safeUntil: number | undefined;
  let flushes = 0;
  let isOpen = true;
  let flushedAt = Number.NEGATIVE_INFINITY;
  let recordedAt = performance.now();

  return {
    record: (frame) => {
      try {
        const change = changeOfArea();
        if (change !== undefined) recording.changeArea(change);
        logPeople(log, run);
        logDecisions(decisions, run);
        recording.write(frame);
        const now = performance.now();
        // The next frame may take as long as this one did.
        const isDue = now - flushedAt + (now - recordedAt) >= MOST_LOST;
        recordedAt = now;
        if (!isDue || recording.isSpecial) return;
        recording.flush();
        safeUntil = frame.time;
        flushedAt = performance.now();
        if (++flushes === 2) tell(`recording to ${where} until the run is over`);
      } catch (error) {
        throw failed(error);
      }
    },
    finish: async () => {
      try {
        const names = await recording.finish();
        isOpen = false;
        return names;
      } catch (error) {
        throw failed(error);
      }
    },
    giveUp: () => {
      if (!isOpen) return;
      try {
        if (!recording.isSpecial) recording.flush();
      } catch (error) {
        // The run's own error is the one to tell.
        failed(error);
        return;
      }
      isOpen = false;
      recording.end(true);
      if (!recording.isSpecial) tell(`foulee: the run broke: its steps until then are in ${where}`);
    },
  };

  /** A write that failed ends the recording; what was safe before stays. */
  function failed(error: unknown): Error {
    isOpen = false;
    recording.end(safeUntil !== undefined);
    if (safeUntil === undefined) return failure(target, error, '');
    return failure(target, error, `the run until ${safeUntil.toFixed(1)} s at least is kept in ${shortened(where)}`);
  }
}

/** @param kept a sentence about what is left */
function failure(target: Target, error: unknown, kept: string): Error {
  if (error instanceof InputError) {
    // SQLite mostly says just "disk I/O error", which means a full or a broken disk.
    const remedy = target.name.toLowerCase().endsWith('.sqlite') ? 'make room or write elsewhere' : error.remedy;
    return new InputError(
      target.option,
      `could not write ${shortened(target.name)}: ${error.what}`,
      kept === '' ? remedy : `${remedy}; ${kept}`,
    );
  }
  return typeof (error as NodeJS.ErrnoException).code === 'string'
    ? cannotWrite(target, error, kept)
    : (error as Error);
}
