/**
 * Every step of a run → the file that --out names, in the format its ending says. What is written so far can be read at any moment,
 * whatever happens to the run (formats/src/recordings/).
 *
 *   run.parquet   and run-people.parquet, when it is closed
 *   run.csv       and run-people.csv, run-info.json, when it is closed
 *   run.sqlite    of a place with levels: run-hall.sqlite, run-platform.sqlite, …; so with .txt
 */
import { closeSync, openSync, rmdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import {
  type AreaChange,
  createAreaWatch,
  createPeopleLog,
  InputError,
  logPeople,
  type RecordedFrame,
  type RecordedPerson,
  type RecordingInfo,
  recordingInfoOf,
  type Run,
} from '@foulee/engine';
import {
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

export interface Recorder {
  record: (frame: RecordedFrame) => void;
  /** @returns the names of all files that were written, the recording first */
  close: () => Promise<string[]>;
}

/** Refuse an ending that says no format, before the work. */
export function checkRecordingName(file: string, option = '--out'): void {
  if (RECORDING_ENDINGS.includes(extname(file).toLowerCase())) return;
  throw new InputError(option, `${file} says no format of recordings`, `end it in ${RECORDING_ENDINGS.join(', ')}`);
}

/** The files that are written beside a recording. */
export function filesBeside(file: string): { people?: string; info?: string } {
  const ending = extname(file).toLowerCase();
  const people = fileBeside(file, 'people', ending);
  if (ending === '.parquet') return { people };
  return ending === '.csv' ? { people, info: fileBeside(file, 'info', '.json') } : {};
}

export async function openRecorder(file: string, run: Run): Promise<Recorder> {
  const info = recordingInfoOf(run);
  const recording = await openRecording(file, info);
  const changeOfArea = createAreaWatch(run, info.walkableArea);
  const log = createPeopleLog();
  return {
    record: (frame) => {
      const change = changeOfArea();
      if (change !== undefined) recording.changeArea(change);
      logPeople(log, run);
      recording.write(frame);
    },
    close: () => recording.close(log.people),
  };
}

/** The files of a recording while it is written. */
export interface OpenRecording {
  write: (frame: RecordedFrame) => void;
  changeArea: (change: AreaChange) => void;
  /** @returns the names of all files that were written, the recording first */
  close: (people: readonly RecordedPerson[]) => Promise<string[]>;
}

export async function openRecording(file: string, info: RecordingInfo): Promise<OpenRecording> {
  const files = recordingFiles(file, info);
  const beside = filesBeside(file);
  // Those of a recording before: they would be taken for this one's if the run is killed.
  for (const old of Object.values(beside)) rmSync(old, { force: true });
  const opened: OpenFile[] = [];
  for (const { name, info: own } of files) opened.push(await openFile(name, own));
  const sink = joinSinks(
    files,
    opened.map((one) => one.sink),
  );
  const changes: AreaChange[] = [];
  let steps: [number, number] | undefined;
  let isClosed = false;
  const names = files.map(({ name }) => name);
  return {
    write: (frame) => {
      sink.write(frame);
      steps = [steps?.[0] ?? frame.step, frame.step];
    },
    changeArea: (change) => {
      changes.push(change);
      sink.changeArea!(change);
    },
    close: async (people) => {
      if (isClosed) return names;
      isClosed = true;
      await sink.close();
      for (const { descriptor } of opened) if (descriptor !== undefined) closeSync(descriptor);
      if (beside.people !== undefined && people.length > 0) {
        const isCsv = beside.info !== undefined;
        names.push(beside.people);
        writeBeside(beside.people, isCsv ? peopleToCsv(people) : await peopleToParquet(people));
      }
      if (beside.info !== undefined && steps !== undefined) {
        names.push(beside.info);
        writeBeside(beside.info, infoToJson({ info, changes, steps }));
      }
      return names;
    },
  };
}

interface OpenFile {
  sink: FrameSink;
  descriptor?: number;
}

async function openFile(file: string, info: RecordingInfo): Promise<OpenFile> {
  if (extname(file).toLowerCase() === '.sqlite') {
    for (const old of [file, `${file}-journal`]) rmSync(old, { force: true });
    removeEmptyFolder(`${file}.lock`);
    // An empty file is an empty database, with the rights that files of this user have.
    closeSync(openSync(file, 'w'));
    return { sink: await createSqliteSink(file, info) };
  }
  const descriptor = openSync(file, 'w');
  const sink = await createRecordingSink(file, info, { append: (bytes) => append(file, descriptor, bytes) });
  return { sink, descriptor };
}

function writeBeside(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw notWritten(file, error);
  }
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
    throw notWritten(file, error);
  }
}

function notWritten(file: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  const what = code === 'ENOSPC' ? 'the disk is full' : message;
  return new InputError('--out', `could not write ${file}: ${what}`, 'write elsewhere or make room');
}
