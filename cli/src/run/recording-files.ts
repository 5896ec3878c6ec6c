/**
 * The files of a recording while they are written, for `run --out` and `convert`:
 *
 *   run.parquet   and run-people.parquet, run-decisions.parquet, run-lost.parquet (beside-files.ts)
 *   run.csv       and run-people.csv, run-decisions.csv, run-lost.csv, run-info.json
 *   run.sqlite    of a place with levels: run-hall.sqlite, run-platform.sqlite, …; so with .txt
 *
 * Until then each is beside its name (../terminal/write-file.ts), and opens like any recording (formats/src/recordings/).
 */
import { closeSync, existsSync, ftruncateSync, open, openSync, rmSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { type AreaChange, InputError, type RecordedFrame, type RecordingInfo, shortened } from '@foulee/engine';
import {
  type ByteOutput,
  createRecordingSink,
  createSqliteSink,
  type FrameSink,
  infoToJson,
  joinSinks,
  RECORDING_ENDINGS,
  recordingFiles,
} from '@foulee/formats';
import {
  cannotWrite,
  openOutput,
  type Output,
  partialName,
  realTarget,
  type Spared,
  type Target,
} from '../terminal/write-file.ts';
import { type BesideContent, type BesideFiles, besideTarget, filesBeside, openBesideFiles } from './beside-files.ts';

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
  finish: () => Promise<string[]>;
  /** It broke: what there is stays where it is, or goes. */
  end: (isKept: boolean) => void;
}

/**
 * Refuse an ending that says no format, and the table of people of another recording, before the work.
 * @param others endings that the command takes elsewhere, for the message
 */
export function recordingTarget(option: string, name: string, force: boolean, others: readonly string[] = []): Target {
  if (!RECORDING_ENDINGS.includes(extname(name).toLowerCase())) {
    throw new InputError(
      option,
      `${shortened(name)} says no format of recordings`,
      `end it in ${[...RECORDING_ENDINGS, ...others].join(', ')}`,
    );
  }
  if (/\.partial\.[^.]*$/i.test(name)) {
    throw new InputError(
      option,
      `${shortened(name)} has the name of a recording that is not finished, and another run may be writing it`,
      'leave out ".partial"',
    );
  }
  const owner = name.replace(/-(?:people|decisions|lost)(\.[^.]*)$/, '$1');
  const spared = owner !== name && existsSync(owner) ? sparedBeside(owner) : [];
  return { option, name, force, isWorthKeeping: true, spared };
}

/** The files beside a recording, which no other recording may be written over. */
export function sparedBeside(file: string): Spared[] {
  const { people, decisions, lost, info } = filesBeside(file);
  const spared: Spared[] = [];
  if (decisions !== undefined) spared.push({ name: decisions, what: `the table of decisions of ${shortened(file)}` });
  if (lost !== undefined) spared.push({ name: lost, what: `the table of lost people of ${shortened(file)}` });
  if (people !== undefined) spared.push({ name: people, what: `the table of people of ${shortened(file)}` });
  if (info !== undefined) spared.push({ name: info, what: `what is told of ${shortened(file)}` });
  return spared;
}

/** A recording, and what is written beside it. */
export function withFilesBeside(target: Target): Target[] {
  const partials = filesBeside(partialName(realTarget(target.name)));
  const { people, decisions, lost, info } = filesBeside(target.name);
  return [
    target,
    ...(people === undefined ? [] : [besideTarget(target, people, partials.people)]),
    ...(decisions === undefined ? [] : [besideTarget(target, decisions, partials.decisions)]),
    ...(lost === undefined ? [] : [besideTarget(target, lost, partials.lost)]),
    ...(info === undefined ? [] : [besideTarget(target, info, partials.info)]),
  ];
}

/** @param tables of the recording, so far */
export async function openRecording(
  target: Target,
  info: RecordingInfo,
  tables: Omit<BesideContent, 'info'>,
): Promise<OpenRecording> {
  const files = recordingFiles(target.name, info);
  const opened: OpenFile[] = [];
  const changes: AreaChange[] = [];
  let steps: [number, number] | undefined;
  let beside: BesideFiles | undefined;
  try {
    for (const { name, info: own } of files) opened.push(await openFile({ ...target, name }, own));
    if (!opened.some(({ output }) => output.isSpecial)) {
      const infoText = () => steps && infoToJson({ info, changes, steps });
      beside = await openBesideFiles(target, opened[0].output.path, { ...tables, info: infoText });
    }
  } catch (error) {
    for (const file of opened) file.end(false);
    throw cannotWrite(target, error);
  }
  const sink = joinSinks(
    files,
    opened.map((one) => one.sink),
  );
  return {
    paths: opened.map(({ output }) => output.path),
    isSpecial: beside === undefined,
    write: (frame) => {
      sink.write(frame);
      steps = [steps?.[0] ?? frame.step, frame.step];
    },
    changeArea: (change) => {
      changes.push(change);
      sink.changeArea!(change);
    },
    flush: () => {
      sink.flush();
      beside?.flush();
    },
    finish: async () => {
      await sink.close();
      for (const file of opened) file.close();
      for (const { output } of opened) output.finish();
      return [...files.map(({ name }) => name), ...(beside?.finish() ?? [])];
    },
    end: (isKept) => {
      for (const file of opened) file.end(isKept);
      beside?.end(isKept);
    },
  };
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
      try {
        close();
      } catch {
        // It broke before; that was told.
      }
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
