/**
 * An environment file with the options that a scenario or the command line has for it → Environment. Which of the options concern the
 * reader is known here alone; the others are the build's (engine/src/run/build-place.ts).
 */
import type { BuildReport, FileOptions } from '@foulee/engine';
import type { Environment, ReadOptions } from './input/environment.ts';
import { readEnvironment } from './read-environment.ts';

/** What was decided and repaired is written into the report; a file that cannot be used ends in an InputError. */
export async function readPlaceFile(
  bytes: Uint8Array,
  fileName: string,
  options: FileOptions,
  report: BuildReport,
): Promise<Environment> {
  const { scale, up, as, margin, crs, layers, threshold } = options;
  const read: ReadOptions = {
    ...(scale === undefined ? {} : { scale }),
    ...(up === undefined ? {} : { up }),
    ...(as === undefined ? {} : { as }),
    ...(margin === undefined ? {} : { margin }),
    ...(crs === undefined ? {} : { crs }),
    ...(layers === undefined ? {} : { layers }),
    ...(threshold === undefined ? {} : { threshold }),
  };
  return readEnvironment(bytes, fileName, read, report);
}

const OF_MODELS = ['up', 'floor', 'height', 'stepHeight'] as const;
const OF_PLANS = ['as', 'crs'] as const;

/** Options that were given and mean nothing for a file of this kind. */
export function unusedOptions({ kind, format }: Environment, options: FileOptions): (keyof FileOptions)[] {
  const meaningless: (keyof FileOptions)[] = [...(kind === 'plan' ? OF_MODELS : OF_PLANS)];
  if (format !== 'DXF') meaningless.push('layers');
  if (format === 'PNG') meaningless.push('crs', 'margin');
  else meaningless.push('threshold');
  return [...new Set(meaningless)].filter((name) => options[name] !== undefined);
}
