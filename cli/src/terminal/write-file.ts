/**
 * The one way by which commands write files: into a name of its own beside the target, under a lock, renamed at the end.
 *
 *   run.parquet               the target: appears, or is replaced, when it is whole
 *   run.partial.parquet       what is written until then: opens as the target would
 *   run.parquet.lock          who writes it (output-lock.ts)
 *
 * A file that exists is replaced with --force only, and one that is write-protected never: the mode bits count, whoever asks.
 * Pipes and devices are written as they are.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { InputError, shortened } from '@foulee/engine';
import { onEndingSignal } from './interruption.ts';
import { lock, lockName, unlock } from './output-lock.ts';
import { systemReason } from './system-error.ts';

/** What a command is asked to write. */
export interface Target {
  /** For messages: "--map". */
  option: string;
  name: string;
  /** --force: an existing file may be replaced. */
  force: boolean;
  /** What a killed process left of it is worth something: refuse to write over that as well. */
  isWorthKeeping?: boolean;
  /** Where it is written until it is whole, in the folder of the target; else run.partial.parquet. */
  partial?: string;
  /** Files that are never written over, not even with --force. */
  spared?: readonly Spared[];
}

/** What a command reads, or what belongs to that. */
export interface Spared {
  name: string;
  /** For messages, behind "is": "the table of people of a.csv". */
  what: string;
}

/** A target that is being written. Ends by one of its three acts. */
export interface Output {
  /** Where the bytes go: a new and empty file, or the target itself where that is a pipe or a device. */
  path: string;
  isSpecial: boolean;
  /** All is written and closed: give it the target's name. */
  finish: () => void;
  /** Leave it under `path`, for a person to look at. */
  keep: () => void;
  discard: () => void;
}

/**
 * Refuse early what cannot be written in the end: nobody wants to hear of a missing folder after a long build. Nor may
 * the file that is read be written over, or two be written to one name.
 * @param file what the command reads
 */
export function checkTargets(file: string, targets: readonly Target[]): void {
  const taken = new Map([[realTarget(file), 'the file that is read']]);
  for (const target of targets) {
    if (target.name === '') throw new InputError(target.option, 'no file name', 'give the name of the file to write');
    const path = realTarget(target.name);
    const by = taken.get(path);
    if (by !== undefined)
      throw new InputError(target.option, `${shortened(target.name)} is ${by}`, 'give another name');
    taken.set(path, `what ${target.option} writes`);
    openOutput(target).discard();
  }
}

export function openOutput(target: Target): Output {
  const { option, name } = target;
  const found = statOf(name);
  const path = realTarget(name);
  checkSpared(target, target.spared ?? []);
  checkFolder(option, dirname(path));
  if (found !== undefined && !found.isFile()) return openSpecial(target, found);
  checkReplaceable(target, path);
  const partial = target.partial ?? partialName(path);
  try {
    const isLeft = lstatOf(lockName(path)) !== undefined;
    lock(option, path);
    try {
      if (lstatOf(partial) !== undefined) {
        // With a lock of a dead process beside it, it is what that one left.
        if (!target.force && (target.isWorthKeeping === true || !isLeft)) throw leftBehind(target, partial);
        for (const old of [partial, `${partial}-journal`, `${partial}.new`]) rmSync(old, { force: true });
        rmSync(`${partial}.lock`, { force: true, recursive: true });
      }
      closeSync(openSync(partial, 'wx'));
    } catch (error) {
      unlock(path);
      throw error;
    }
  } catch (error) {
    throw cannotWrite(target, error);
  }
  return {
    path: partial,
    isSpecial: false,
    finish: () => {
      try {
        moveInto(target, partial, path);
      } catch (error) {
        throw cannotWrite(target, error, `what was written is in ${shortened(partial)}`);
      } finally {
        unlock(path);
      }
    },
    keep: () => unlock(path),
    discard: () => {
      rmSync(partial, { force: true });
      unlock(path);
    },
  };
}

/** Refuse a target that is one of these. */
export function checkSpared({ option, name }: Target, spared: readonly Spared[]): void {
  const path = realTarget(name);
  const found = spared.find((one) => realTarget(one.name) === path);
  if (found !== undefined) throw new InputError(option, `${shortened(name)} is ${found.what}`, 'give another name');
}

/** run.parquet → run.partial.parquet: the same ending, so that what opens the one opens the other. */
export function partialName(file: string): string {
  const ending = extname(file);
  return join(dirname(file), `${basename(file, ending)}.partial${ending}`);
}

/** @param pieces of the file, in order */
export async function writeWhole(target: Target, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const output = openOutput(target);
  const silence = onEndingSignal((code) => {
    output.discard();
    process.exit(code);
  });
  try {
    await writeAndClose(output, pieces);
  } catch (error) {
    output.discard();
    throw cannotWrite(target, error);
  } finally {
    silence();
  }
  output.finish();
}

/** What the file system says, in words; `also` goes behind the remedy. */
export function cannotWrite({ option, name }: Target, error: unknown, also = ''): InputError {
  if (error instanceof InputError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const [what, remedy] = REASONS[code] ?? [systemReason(error), 'write elsewhere'];
  return new InputError(
    option,
    `could not write ${shortened(name)}: ${what}`,
    also === '' ? remedy : `${remedy}; ${also}`,
  );
}

const REASONS: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'make room or write elsewhere'],
  EDQUOT: ['your share of the disk is used up', 'make room or write elsewhere'],
  EFBIG: ['it got larger than files may be here', 'write elsewhere'],
  EACCES: ['it may not be written', 'change its rights or write elsewhere'],
  EPERM: ['it may not be written', 'change its rights or write elsewhere'],
  EROFS: ['files there cannot be changed', 'write elsewhere'],
  ENOENT: ['no file can be made in that folder', 'write elsewhere'],
  ENAMETOOLONG: ['its name is too long', 'give a shorter name'],
};

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function lstatOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** The file itself, links followed, also one that is not there yet: renaming over a link would cut it. */
export function realTarget(name: string, links = 0): string {
  const path = resolve(name);
  try {
    return realpathSync(path);
  } catch {
    // Not there: told by its folder.
  }
  let folder = dirname(path);
  try {
    if (links < 40 && lstatOf(path)?.isSymbolicLink() === true) {
      return realTarget(resolve(folder, readlinkSync(path)), links + 1);
    }
    folder = realpathSync(folder);
  } catch {
    // The folder is not there either; checkFolder says so.
  }
  return join(folder, basename(path));
}

function checkFolder(option: string, folder: string): void {
  const found = statOf(folder);
  if (found === undefined) throw new InputError(option, `there is no folder ${shortened(folder)}`, 'make it first');
  if (!found.isDirectory()) throw new InputError(option, `${shortened(folder)} is not a folder`, 'write elsewhere');
}

function openSpecial({ option, name }: Target, found: Stats): Output {
  if (found.isDirectory()) throw new InputError(option, `${shortened(name)} is a folder`, 'give a file name in it');
  if (!mayWrite(name, found)) {
    throw new InputError(option, `${shortened(name)} may not be written`, 'change its rights or write elsewhere');
  }
  const nothing = () => {};
  return { path: name, isSpecial: true, finish: nothing, keep: nothing, discard: nothing };
}

function checkReplaceable({ option, name, force }: Target, path: string): void {
  const folder = dirname(path);
  const inFolder = statOf(folder);
  if (/^\/(proc|sys)(\/|$)/.test(folder)) {
    const what = `${shortened(name)} cannot be written: ${shortened(folder)} belongs to the system and holds no files`;
    throw new InputError(option, what, 'write elsewhere');
  }
  if (inFolder !== undefined && !mayWrite(folder, inFolder)) {
    const remedy = `make the folder writable (chmod u+w) or write elsewhere`;
    const what = `${shortened(name)} cannot be written: the folder ${shortened(folder)} is write-protected`;
    throw new InputError(option, what, remedy);
  }
  const found = statOf(path);
  if (found === undefined) return;
  if (!mayWrite(path, found)) {
    const remedy = `make it writable (chmod u+w) or give another name${force ? '; --force does not replace it' : ''}`;
    throw new InputError(option, `${shortened(name)} is write-protected`, remedy);
  }
  if (!force) throw new InputError(option, `${shortened(name)} exists`, 'give --force to replace it, or another name');
}

/** By the bits as well: root may write everything, and should not. */
function mayWrite(path: string, found: Stats): boolean {
  if ((found.mode & 0o222) === 0) return false;
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function leftBehind({ option, name }: Target, partial: string): InputError {
  const remedy = 'look at it, then rename or remove it, or give --force to write over it';
  return new InputError(
    option,
    `${shortened(partial)} is left from a run to ${shortened(name)} that did not end`,
    remedy,
  );
}

function moveInto(target: Target, partial: string, path: string): void {
  const descriptor = openSync(partial, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  const found = statOf(path);
  if (found !== undefined) {
    // It came while this was written, or is replaced on purpose.
    checkReplaceable(target, path);
    chmodSync(partial, found.mode & 0o777);
  } else if (!target.force) {
    try {
      // A second name never replaces a file, however short the moment since it was looked for.
      linkSync(partial, path);
      rmSync(partial);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') checkReplaceable(target, path);
      // Other file systems than those of Unix have no second names.
    }
  }
  renameSync(partial, path);
}

/** A bit at a time, so that a signal is heard between them. */
async function writeAndClose({ path, isSpecial }: Output, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const handle = await open(path, isSpecial ? 'w' : 'r+');
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length; ) {
        let end = Math.min(piece.length, at + PIECE);
        // Not between the halves of a surrogate pair.
        if (end < piece.length && typeof piece === 'string' && (piece.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
        await handle.writeFile(typeof piece === 'string' ? piece.slice(at, end) : piece.subarray(at, end));
        at = end;
      }
    }
  } finally {
    await handle.close();
  }
}

/** Characters, or bytes, written at a time. */
const PIECE = 1 << 20;
