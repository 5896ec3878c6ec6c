/**
 * ENV: an environment file and its options on the command line → the typed options that readers and the build take, and the file's bytes.
 *
 * Numbers are read strictly: "12abc", "1,5" and "" are refused, not guessed at. The file is read in pieces up to a
 * limit, so that neither a device without end nor a file larger than a text can be fills the memory.
 */
import { open, stat } from 'node:fs/promises';
import { type BuildReport, type FileOptions, InputError, shortened } from '@foulee/engine';
import { type Environment, FORMATS_READ, readPlaceFile, unusedOptions } from '@foulee/formats';
import { plainText, type Terminal } from '../terminal/output.ts';
import { systemReason } from '../terminal/system-error.ts';
import type { EnvironmentFlags } from './environment-options.ts';

/** Bytes. The longest text a JavaScript engine holds has 2^29 - 24 characters. */
const LARGEST_FILE = 500e6;

export interface EnvironmentSettings {
  options: FileOptions;
  /** Seed points as they were typed, for messages. */
  seedTexts: readonly string[];
}

export function environmentSettings(flags: EnvironmentFlags): EnvironmentSettings {
  const options: FileOptions = {};
  const number = (name: string, text: string | undefined, remedy: string, put: (value: number) => void) => {
    if (text !== undefined) put(parseNumber(name, text, remedy));
  };
  number('--scale', flags.scale, 'metres per unit, for example 0.001', (value) => (options.scale = value));
  if (flags.up !== undefined) options.up = parseChoice('--up', flags.up, ['y', 'z']);
  if (flags.as !== undefined) options.as = parseChoice('--as', flags.as, ['walkable', 'obstacles']);
  if (flags.crs !== undefined) options.crs = parseChoice('--crs', flags.crs, ['local', 'lonlat']);
  if (flags.layers !== undefined) options.layers = parseLayers(flags.layers);
  number('--threshold', flags.threshold, 'a grey from 1 to 255, for example 100', (value) => {
    options.threshold = value;
  });
  number('--margin', flags.margin, 'metres, for example 5', (value) => (options.margin = value));
  number('--tolerance', flags.tolerance, 'metres, say 0.01', (value) => (options.tolerance = value));
  number('--simplification', flags.simplification, 'metres, 0 to keep every corner', (value) => {
    options.simplification = value;
  });
  number('--floor', flags.floor, 'metres, for example 3.2', (value) => (options.floor = value));
  number('--height', flags.height, 'metres, for example 2', (value) => (options.height = value));
  number('--step-height', flags.stepHeight, 'metres, for example 0.25', (value) => (options.stepHeight = value));
  if (flags.seedPoint !== undefined) options.seedPoints = flags.seedPoint.map(parsePoint);
  return { options, seedTexts: flags.seedPoint ?? [] };
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export function parseNumber(option: string, text: string, remedy: string): number {
  const value = NUMBER.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isFinite(value)) throw new InputError(option, `"${text}" is not a number`, `give ${remedy}`);
  return value;
}

export function parseWhole(option: string, text: string, least: number, most: number): number {
  const remedy = `a whole number from ${least} to ${most}`;
  const value = parseNumber(option, text, remedy);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new InputError(option, `${text} is not possible`, `give ${remedy}`);
}

export function parseChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((c) => c === text);
  if (choice === undefined) throw new InputError(option, `"${text}" is not known`, `give ${choices.join(' or ')}`);
  return choice;
}

function parsePoint(text: string): [number, number] {
  const parts = text.split(',');
  const remedy = 'two numbers x,y in the coordinates of the file, for example 12.5,-3';
  if (parts.length !== 2) throw new InputError('--seed-point', `"${text}" is not a point`, `give ${remedy}`);
  return [parseNumber('--seed-point', parts[0], remedy), parseNumber('--seed-point', parts[1], remedy)];
}

function parseLayers(lists: string[]): string[] {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim());
  if (names.includes('')) {
    throw new InputError('--layers', `"${lists.join(',')}" holds an empty name`, 'give names separated by commas');
  }
  return names;
}

/** Milliseconds of waiting for a file's first bytes before the command says what it waits for. */
const MOMENT = 1000;

/** The whole file, or an InputError that says why not. A pipe may have nobody who writes yet: that is said after a moment. */
export async function readBytes(file: string, terminal: Terminal, largest = LARGEST_FILE): Promise<Uint8Array> {
  const kind = await stat(file).catch(() => undefined);
  const waits = kind !== undefined && !kind.isFile() && !kind.isDirectory();
  const notice = () =>
    terminal.error(`foulee: waiting for a program to write all of ${plainText(shortened(file))}; Ctrl-C gives up\n`);
  const timer = waits ? setTimeout(notice, MOMENT) : undefined;
  try {
    const handle = await open(file, 'r');
    try {
      const found = await handle.stat();
      if (found.isDirectory()) throw new InputError(file, 'is a folder', 'give a file in it');
      if (found.size > largest) throw tooLarge(file, largest);
      const pieces: Uint8Array[] = [];
      let size = 0;
      for (;;) {
        const piece = new Uint8Array(Math.max(1 << 16, Math.min(found.size + 1 - size, 1 << 24)));
        const { bytesRead } = await handle.read(piece, 0, piece.length, null);
        if (bytesRead === 0) break;
        size += bytesRead;
        if (size > largest) throw tooLarge(file, largest);
        pieces.push(piece.subarray(0, bytesRead));
      }
      return joined(pieces, size);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new InputError(file, 'there is no such file', 'check its name and the folder you are in');
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new InputError(file, 'may not be read', 'change its rights, or copy it to where you may');
    }
    throw new InputError(file, `could not be read: ${systemReason(error)}`, `give ${FORMATS_READ}`);
  } finally {
    clearTimeout(timer);
  }
}

function joined(pieces: Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function tooLarge(file: string, largest: number): InputError {
  return new InputError(file, `is larger than ${largest / 1e6} MB`, 'cut out the part you need');
}

/** Read ENV with its options; what was decided goes into the report, also which options had no meaning for it. */
export async function readPlace(
  bytes: Uint8Array,
  file: string,
  options: FileOptions,
  report: BuildReport,
): Promise<Environment> {
  const environment = await readPlaceFile(bytes, file, options, report);
  const unused = unusedOptions(environment, options).map(flagOf);
  if (unused.length > 0) {
    report.warnings.push(
      `${unused.join(', ')} ${unused.length === 1 ? 'means' : 'mean'} nothing for a ${environment.format} file and ` +
        `${unused.length === 1 ? 'was' : 'were'} not used; leave ${unused.length === 1 ? 'it' : 'them'} out`,
    );
  }
  return environment;
}

/** stepHeight → --step-height */
function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
