/**
 * One file, one writer: FILE.lock beside a file that is being written, made exclusively, says which process writes.
 *
 * A lock whose process is gone (killed, or a machine that lost power) is taken over. Whether a process of another machine
 * still lives cannot be told from here: then the message names the lock, and a person decides.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { InputError, shortened } from '@foulee/engine';

/** Locks of this process: one that names this process and is not among them is left from another with its number. */
const held = new Set<string>();

export function lockName(file: string): string {
  return `${file}.lock`;
}

/** @throws InputError when somebody else writes the file; what the file system says when the lock cannot be made */
export function lock(option: string, file: string): void {
  const name = lockName(file);
  const text = `foulee, process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}\n`;
  try {
    makeLock(name, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    takeOver(option, file, text);
  }
  held.add(name);
}

/** Exclusively, and with its text from the first moment: written aside and linked. Where there are no links, it is empty for a moment. */
function makeLock(name: string, text: string): void {
  const own = `${name}.${process.pid}.new`;
  let isWritten = false;
  try {
    writeFileSync(own, text);
    isWritten = true;
    linkSync(own, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // The name may be too long for one more ending, too.
    writeFileSync(name, text, { flag: 'wx' });
  } finally {
    if (isWritten) rmSync(own, { force: true });
  }
}

export function unlock(file: string): void {
  const name = lockName(file);
  if (held.delete(name)) rmSync(name, { force: true });
}

/**
 * The lock of a dead process is moved aside first, and looked at there: should another process have taken it over in between, it
 * gets its lock back.
 */
function takeOver(option: string, file: string, text: string): void {
  const name = lockName(file);
  refuseLiving(option, file, read(name));
  const aside = `${name}.${process.pid}`;
  try {
    renameSync(name, aside);
    const found = read(aside);
    if (writerLives(found, name) !== false) {
      renameSync(aside, name);
      refuseLiving(option, file, found);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  try {
    makeLock(name, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    refuseLiving(option, file, read(name));
    throw error;
  }
}

/** What a lock says; '' if it is gone, or says nothing for so long that its process died before it wrote a word. */
function read(name: string): string {
  try {
    const text = readFileSync(name, 'latin1').slice(0, 1000);
    return text === '' && Date.now() - statSync(name).mtimeMs < 10_000 ? 'made this moment' : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function refuseLiving(option: string, file: string, text: string): void {
  const name = lockName(file);
  const lives = writerLives(text, name);
  if (lives === false) return;
  const writer = WRITER.exec(text);
  const who =
    writer === null
      ? `somebody (${shortened(name)} does not say who)`
      : `another run (process ${writer[1]}${lives === undefined ? ` on ${writer[2]}` : ''})`;
  const remedy = `wait for it or give another name; if no such run goes on, remove ${shortened(name)}`;
  throw new InputError(option, `${shortened(file)} is being written by ${who}`, remedy);
}

const WRITER = /^foulee, process (\d{1,10}) on (\S{1,255}), since/;

/** undefined: cannot be told. */
function writerLives(text: string, name: string): boolean | undefined {
  if (text === '') return false;
  const writer = WRITER.exec(text);
  if (writer === null || writer[2] !== hostname()) return undefined;
  const id = Number(writer[1]);
  if (id === process.pid) return held.has(name);
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
