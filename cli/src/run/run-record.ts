/**
 * Every step of a run → the file that --out names, in the format its ending says.
 *
 * Until the run is over, frames go to a file beside it (../terminal/write-file.ts), and are put out often enough that a run killed at any
 * moment leaves all but its last second there, to be opened like any recording (formats/src/recordings/).
 */
import { closeSync, ftruncateSync, open, openSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { InputError, type RecordedFrame, type RecordingInfo, type Run, shortened, walkableWkt } from '@foulee/engine';
import {
  type ByteOutput,
  createRecordingSink,
  createSqliteSink,
  type FrameSink,
  RECORDING_ENDINGS,
} from '@foulee/formats';
import { cannotWrite, openOutput, type Output, type Target } from '../terminal/write-file.ts';

export interface Recorder {
  record: (frame: RecordedFrame) => void;
  /** The run is over: the file gets its name. */
  finish: () => Promise<void>;
  /** The run broke: what there is stays where it is. */
  giveUp: () => void;
}

/** Milliseconds of work that a killed run loses at most. */
const MOST_LOST = 800;

/** Refuse an ending that says no format, before the work. */
export function recordingTarget(name: string, force: boolean): Target {
  if (!RECORDING_ENDINGS.includes(extname(name).toLowerCase())) {
    throw new InputError(
      '--out',
      `${shortened(name)} says no format of recordings`,
      `end it in ${RECORDING_ENDINGS.join(', ')}`,
    );
  }
  return { option: '--out', name, force, isWorthKeeping: true };
}

/** @param tell is told where to find the frames while the run goes on, and when it breaks */
export async function openRecorder(target: Target, run: Run, tell: (text: string) => void): Promise<Recorder> {
  const output = openOutput(target);
  /** Simulated seconds that are safe in the file. */
  let safeUntil: number | undefined;
  let flushes = 0;
  let isOpen = true;
  let file: OpenFile;
  try {
    file = await openSink(target, output, run);
  } catch (error) {
    output.discard();
    throw cannotWrite(target, error);
  }
  const { sink } = file;
  let flushedAt = Number.NEGATIVE_INFINITY;
  let recordedAt = performance.now();

  return {
    record: (frame) => {
      try {
        sink.write(frame);
        const now = performance.now();
        // The next frame may take as long as this one did.
        const isDue = now - flushedAt + (now - recordedAt) >= MOST_LOST;
        recordedAt = now;
        if (!isDue || output.isSpecial) return;
        sink.flush();
        safeUntil = frame.time;
        flushedAt = performance.now();
        if (++flushes === 2) tell(`recording to ${output.path} until the run is over`);
      } catch (error) {
        throw failed(error);
      }
    },
    finish: async () => {
      try {
        await sink.close();
        file.close();
      } catch (error) {
        throw failed(error);
      }
      isOpen = false;
      output.finish();
    },
    giveUp: () => {
      if (!isOpen) return;
      try {
        if (!output.isSpecial) sink.flush();
        file.close();
      } catch (error) {
        // The run's own error is the one to tell.
        failed(error);
        return;
      }
      isOpen = false;
      output.keep();
      if (!output.isSpecial) tell(`foulee: the run broke: its steps until then are in ${output.path}`);
    },
  };

  /** A write that failed ends the recording; what was safe before stays. */
  function failed(error: unknown): Error {
    isOpen = false;
    file.close();
    if (safeUntil === undefined) {
      output.discard();
      return failure(target, error, '');
    }
    output.keep();
    return failure(
      target,
      error,
      `the run until ${safeUntil.toFixed(1)} s at least is kept in ${shortened(output.path)}`,
    );
  }
}

interface OpenFile {
  sink: FrameSink;
  close: () => void;
}

async function openSink(target: Target, { path, isSpecial }: Output, run: Run): Promise<OpenFile> {
  const { scenario, seed, original } = run;
  const info: RecordingInfo = {
    name: scenario.name,
    model: scenario.model,
    seed,
    step: scenario.step,
    every: 1,
    walkableArea: walkableWkt(original),
  };
  if (extname(target.name).toLowerCase() === '.sqlite') {
    if (isSpecial) throw new InputError(target.option, `${shortened(target.name)} is no file`, 'a database needs one');
    const sink = await createSqliteSink(path, info, (bytes, at) => {
      const descriptor = openSync(path, 'r+');
      writeSync(descriptor, bytes, 0, bytes.length, at);
      closeSync(descriptor);
    });
    return { sink, close: () => void sink.close() };
  }
  // Not openSync: a pipe waits for its reader, and signals must be heard meanwhile.
  const descriptor = await promisify(open)(path, isSpecial ? 'w' : 'r+');
  let isClosed = false;
  const close = () => {
    if (!isClosed) closeSync(descriptor);
    isClosed = true;
  };
  try {
    return { sink: await createRecordingSink(target.name, info, fileOutput(descriptor, isSpecial)), close };
  } catch (error) {
    close();
    throw error;
  }
}

function fileOutput(descriptor: number, isSpecial: boolean): ByteOutput {
  let size = 0;
  const put = (bytes: Uint8Array, at: number) => {
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, isSpecial ? null : at + done);
      }
    } catch (error) {
      // A full disk takes a part: without it the file is what it was.
      if (!isSpecial && at >= size) ftruncateSync(descriptor, size);
      throw error;
    }
    size = Math.max(size, at + bytes.length);
  };
  return {
    append: (bytes) => put(bytes, size),
    write: put,
    truncate: (to) => {
      ftruncateSync(descriptor, to);
      size = to;
    },
  };
}

/** @param kept a sentence about what is left */
function failure(target: Target, error: unknown, kept: string): Error {
  if (error instanceof InputError) {
    // A database says little of its reasons, mostly "disk I/O error": there is no room, or the disk is broken.
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
