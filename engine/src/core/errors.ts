/**
 * The two errors this program throws.
 *
 * `InputError`: a wrong call or an unusable file. It says where, what, and what would be right; front ends print its
 * message as one line and no stack. `assert`: our own bug; the text is fixed so that a check costs one branch.
 * Dirty geometry is neither: it is repaired and counted in the BuildReport (core/report.ts).
 */

export class InputError extends Error {
  override readonly name = 'InputError';

  /** File, option or place. */
  readonly where: string;
  /** What is wrong. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;

  constructor(where: string, what: string, remedy: string) {
    super(`${where}: ${what}; ${remedy}`);
    this.where = where;
    this.what = what;
    this.remedy = remedy;
  }
}

export function assert(condition: boolean, text: string): asserts condition {
  if (!condition) throw new Error(`Foulée is wrong here, please report it: ${text}`);
}
