/**
 * The two errors this program throws.
 *
 * `InputError`: a wrong call or an unusable file. It says where, what, and what would be right; front ends print its
 * message as one line and no stack. `assert`: our own bug; the text is fixed so that a check costs one branch.
 * Dirty geometry is neither: it is repaired and counted in the BuildReport (core/report.ts).
 * Messages repeat what a file or a call says, but not a megabyte of it (core/shorten.ts).
 */
import { shortened, shortenedMessage } from './shorten.ts';

export class InputError extends Error {
  override readonly name = 'InputError';

  /** File, option or place. */
  readonly where: string;
  /** What is wrong. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;

  constructor(where: string, what: string, remedy: string) {
    const short = [shortened(where), shortenedMessage(what), shortenedMessage(remedy)] as const;
    super(`${short[0]}: ${short[1]}; ${short[2]}`);
    [this.where, this.what, this.remedy] = short;
  }
}

export function assert(condition: boolean, text: string): asserts condition {
  if (!condition) throw new Error(`Foulée is wrong here, please report it: ${text}`);
}
