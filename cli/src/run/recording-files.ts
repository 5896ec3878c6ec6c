/**
 * The files of a recording while they are written, for `run --out` and `convert`:
 *
 *   run.parquet   and run-people.parquet, when it is finished
 *   run.csv       and run-people.csv, run-info.json, when it is finished
 *   run.sqlite    of a place with levels: run-hall.sqlite, run-platform.sqlite, …; so with .txt
 *
 * Until then each is beside its name (../terminal/write-file.ts), and opens like any recording (formats/src/recordings/).
 */
import { closeSync, ftruncateSync, open, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import {
  type AreaChange,
  InputError,
  type RecordedFrame,
  type RecordedPerson,
  type RecordingInfo,
  shortened,
} from '@foulee/engine';
import {
  type ByteOutput,
  createRecordingSink,
  createSqliteSink,
  fileBeside,
  type FrameSink,
  infoToJson,
  joinSinks,
  peopleToCsv,
  peopleToParquet,
  RECORDING_ENDINGS,
  recordingFiles,
} from '@foulee/formats';
import { cannotWrite, openOutput, type Output, type Target } from '../terminal/write-file.ts';

export interface OpenRecording {
  /** Where its frames are until it is finished. */
  paths: string[];
  /** It goes into a pipe or a device. */
  isSpecial: boolean;
  write: (frame: RecordedFrame) => void;
  /** The walkable area from the next frame on. */
  changeArea: (change: AreaChange) => void;
  flush: () => void;
  /** All is written: the files get their names. @returns these, the recording first */
  finish: (people: readonly RecordedPerson[]) => Promise<string[]>;
  /** It broke: what there is stays where it is, or goes. */
  end: (isKept: boolean) => void;
}

/** Refuse an ending that says no format, before the work. */
export function recordingTarget(option: string, name: string, force: boolean): Target {
  if (!RECORDING_ENDINGS.includes(extname(name).toLowerCase())) {
    throw new InputError(
      option,
      `${shortened(name)} says no format of recordings`,
      `end it in ${RECORDING_ENDINGS.join(', ')}`,
    );
  }
  return { option, name, force, isWorthKeeping: true };
}

/** The files that are written beside a recording. */
export function filesBeside(file: string): { people?: string; info?: string } {
  const ending = extname(file).toLowerCase();
  const people = fileBeside(file, 'people', ending);
  if (ending === '.parquet') return { people };
  return ending === '.csv' ? { people, info: fileBeside(file, 'info', '.json') } : {};
}

/** A recording, and what is written beside it. */
export function withFilesBeside(target: Target): Target[] {
  return [target, ...Object.values(filesBeside(target.name)).map((name) => besideTarget(target, name))];
}

function besideTarget({ option, force }: Target, name: string): Target {
  return { option, name, force };
}

export async function openRecording(target: Target, info: RecordingInfo): Promise<OpenRecording> {
  const files = recordingFiles(target.name, info);
  const opened: OpenFile[] = [];
  try {
    for (const { name, info: own } of files) opened.push(await openFile({ ...target, name }, own));
  } catch (error) {
    for (const file of opened) file.end(false);
    throw cannotWrite(target, error);
  }
  const sink = joinSinks(
    files,
    opened.map((one) => one.sink),
  );
  const isSpecial = opened.some(({ output }) => output.isSpecial);
  const changes: AreaChange[] = [];
  let steps: [number, number] | undefined;
  return {
    paths: opened.map(({ output }) => output.path),
    isSpecial,
    write: (frame) => {
      sink.write(frame);
      steps = [steps?.[0] ?? frame.step, frame.step];
    },
    changeArea: (change) => {
      changes.push(change);
      sink.changeArea!(change);
    },
    flush: () => sink.flush(),
    finish: async (people) => {
      await sink.close();
      for (const file of opened) file.close();
      for (const { output } of opened) output.finish();
      const names = files.map(({ name }) => name);
      if (!isSpecial) names.push(...(await writeBeside(target, people, steps && infoToJson({ info, changes, steps }))));
      return names;
    },
    end: (isKept) => {
      for (const file of opened) file.end(isKept);
    },
  };
}

/** @returns the names of what was written */
async function writeBeside(
  target: Target,
  people: readonly RecordedPerson[],
  infoText: string | undefined,
): Promise<string[]> {
  const beside = filesBeside(target.name);
  const contents: [string | undefined, string | Uint8Array | undefined][] = [[beside.info, infoText]];
  if (people.length > 0) {
    contents.unshift([beside.people, beside.info === undefined ? await peopleToParquet(people) : peopleToCsv(people)]);
  } else if (beside.people !== undefined && target.force) {
    // Of the recording that was replaced: it would be taken for this one's.
    rmSync(beside.people, { force: true });
  }
  const names: string[] = [];
  for (const [name, content] of contents) {
    if (name === undefined || content === undefined) continue;
    const own = besideTarget(target, name);
    const output = openOutput(own);
    try {
      writeFileSync(output.path, content);
    } catch (error) {
      output.discard();
      throw cannotWrite(own, error);
    }
    output.finish();
    names.push(name);
  }
  return names;
}

interface OpenFile {
  output: Output;
  sink: FrameSink;
  /** Once; the sink is closed before, or was broken. */
  close: () => void;
  end: (isKept: boolean) => void;
}

async function openFile(target: Target, info: RecordingInfo): Promise<OpenFile> {
  const output = openOutput(target);
  try {
    const { sink, close } = await openSink(target, output, info);
    const end = (isKept: boolean) => {
      close();
      if (isKept) output.keep();
      else output.discard();
    };
    return { output, sink, close, end };
  } catch (error) {
    output.discard();
    throw cannotWrite(target, error);
  }
}

async function openSink(
  target: Target,
  { path, isSpecial }: Output,
  info: RecordingInfo,
): Promise<{ sink: FrameSink; close: () => void }> {
  if (extname(target.name).toLowerCase() === '.sqlite') {
    if (isSpecial)
      throw new InputError(
        target.option,
        `${shortened(target.name)} is a pipe or a device`,
        'a database needs a file: give the name of one',
      );
    // SQLite itself says no more than "disk I/O error" where the name of its journal is too long.
    const journal = `${path}-journal`;
    closeSync(openSync(journal, 'w'));
    rmSync(journal);
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
