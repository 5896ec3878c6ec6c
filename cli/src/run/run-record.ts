/**
 * Every step of a run → the file that --out names, in the format its ending says. What is written so far can be read at any moment,
 * whatever happens to the run (formats/src/recordings/).
 */
import { closeSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import { InputError, type RecordedFrame, type RecordingInfo, type Run, walkableWkt } from '@foulee/engine';
import { createRecordingSink, createSqliteSink, type FrameSink, RECORDING_ENDINGS } from '@foulee/formats';

export interface Recorder {
  record: (frame: RecordedFrame) => void;
  close: () => Promise<void>;
}

/** Refuse an ending that says no format, before the work. */
export function checkRecordingName(file: string): void {
  if (RECORDING_ENDINGS.includes(extname(file).toLowerCase())) return;
  throw new InputError('--out', `${file} says no format of recordings`, `end it in ${RECORDING_ENDINGS.join(', ')}`);
}

export async function openRecorder(file: string, { scenario, seed, original }: Run): Promise<Recorder> {
  const info: RecordingInfo = {
    name: scenario.name,
    model: scenario.model,
    seed,
    step: scenario.step,
    every: 1,
    walkableArea: walkableWkt(original),
  };
  let sink: FrameSink;
  let descriptor: number | undefined;
  if (extname(file).toLowerCase() === '.sqlite') {
    for (const old of [file, `${file}-journal`]) rmSync(old, { force: true });
    removeEmptyFolder(`${file}.lock`);
    // An empty file is an empty database, with the rights that files of this user have.
    closeSync(openSync(file, 'w'));
    sink = await createSqliteSink(file, info);
  } else {
    const opened = openSync(file, 'w');
    descriptor = opened;
    sink = await createRecordingSink(file, info, { append: (bytes) => append(file, opened, bytes) });
  }
  return {
    record: (frame) => sink.write(frame),
    close: async () => {
      await sink.close();
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** What the library locks with; a folder that holds something is none of ours. */
function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Not there, or not empty: the library says so if it is in its way.
  }
}

function append(file: string, descriptor: number, bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = code === 'ENOSPC' ? 'the disk is full' : message;
    throw new InputError('--out', `could not write ${file}: ${what}`, 'write elsewhere or make room');
  }
}
