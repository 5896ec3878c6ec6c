/**
 * Write a file whole or not at all: into a temporary name beside it, then renamed. Until the rename the old file
 * stands; Ctrl-C on the way removes the temporary one and ends with 130.
 */
import { constants, rmSync } from 'node:fs';
import { access, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '@foulee/engine';

/** Signals that end a command, with the exit codes shells give them. */
const ENDING: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

/**
 * Refuse early what cannot be written in the end: nobody wants to hear of a missing folder after a long build. Nor may
 * the file that is read be written over, or two be written to one name.
 * @param targets options and the names of the files they write
 */
export async function checkTargets(file: string, targets: readonly (readonly [string, string])[]): Promise<void> {
  // A file that is not there yet is told by its folder.
  const real = (path: string) =>
    realpath(path).catch(async () => join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)));
  const taken = new Map([[await real(file), 'the file that is read']]);
  for (const [option, target] of targets) {
    await checkTarget(option, target);
    const path = await real(target);
    const by = taken.get(path);
    if (by !== undefined) throw new InputError(option, `${target} is ${by}`, 'give another name');
    taken.set(path, `what ${option} writes`);
  }
}

async function checkTarget(option: string, target: string): Promise<void> {
  const folder = dirname(resolve(target));
  if (target === '') throw new InputError(option, 'no file name', 'give the name of the file to write');
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory() === true) throw new InputError(option, `${target} is a folder`, 'give a file name in it');
  const folderFound = await stat(folder).catch(() => undefined);
  if (folderFound === undefined) throw new InputError(option, `there is no folder ${folder}`, 'make it first');
  if (!folderFound.isDirectory()) throw new InputError(option, `${folder} is not a folder`, 'write elsewhere');
  const special = found !== undefined && !found.isFile();
  const allowed = await access(special ? target : folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!allowed) throw new InputError(option, `${target} may not be written`, 'write elsewhere or change its rights');
}

/** @param texts pieces of the file's text, in order */
export async function writeWhole(option: string, target: string, texts: Iterable<string>): Promise<void> {
  try {
    const found = await stat(target).catch(() => undefined);
    if (found !== undefined && !found.isFile()) {
      // A pipe or device cannot be renamed over.
      await writeAndClose(target, 'w', texts);
      return;
    }
    // Through a link to the file it names: renaming over the link would cut it.
    const file = found === undefined ? resolve(target) : await realpath(target);
    const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
    const remove = () => rmSync(temporary, { force: true });
    const listeners = ENDING.map(([signal, code]) => {
      const listener = () => {
        remove();
        process.exit(code);
      };
      process.on(signal, listener);
      return [signal, listener] as const;
    });
    try {
      await writeAndClose(temporary, 'wx', texts);
      await rename(temporary, file);
    } finally {
      remove();
      for (const [signal, listener] of listeners) process.off(signal, listener);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = code === 'ENOSPC' ? 'the disk is full' : code === 'EACCES' ? 'it may not be written' : message;
    throw new InputError(option, `could not write ${target}: ${what}`, 'write elsewhere or make room');
  }
}

/** In pieces, so that a signal is heard between them. */
async function writeAndClose(file: string, flags: string, texts: Iterable<string>): Promise<void> {
  const handle = await open(file, flags);
  try {
    for (const text of texts) {
      for (let at = 0; at < text.length; ) {
        let end = Math.min(text.length, at + PIECE);
        // Not between the halves of a surrogate pair.
        if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
        await handle.writeFile(text.slice(at, end));
        at = end;
      }
    }
  } finally {
    await handle.close();
  }
}

/** Characters written at a time. */
const PIECE = 1 << 20;
