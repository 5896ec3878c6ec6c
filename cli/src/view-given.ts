/**
 * SCENARIO or RECORDING, as `foulee view` is given it → the files that the page needs for it. What cannot be shown is said here, not by
 * the page: a file that is not there, an ending that says nothing, a scenario that is wrong.
 */
import { open } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { InputError } from '@foulee/engine';
import { readScenario, RECORDING_ENDINGS } from '@foulee/formats';
import { readBytes } from './environment.ts';
import { findScenario, LARGEST_SCENARIO } from './run-place.ts';
import type { Given } from './view-server.ts';

const SCENARIO_ENDINGS = ['.yaml', '.yml', '.json'];
/** Written for other tools; the page reads the others. */
const NOT_SHOWN = '.sqlite';

export async function readGiven(path: string): Promise<Given> {
  const file = await findScenario(path);
  const ending = extname(file).toLowerCase();
  if (ending === NOT_SHOWN) {
    const remedy = 'record the run as .parquet to see it here';
    throw new InputError(file, 'databases are for PedPy and JuPedSim', remedy);
  }
  if (RECORDING_ENDINGS.includes(ending)) {
    await checkReadable(file);
    return { kind: 'recording', files: [{ name: basename(file), path: file }] };
  }
  if (!SCENARIO_ENDINGS.includes(ending)) {
    const shown = RECORDING_ENDINGS.filter((known) => known !== NOT_SHOWN);
    const remedy = `give ${[...SCENARIO_ENDINGS, ...shown].join(', ')}; a plan is dropped on the page itself`;
    throw new InputError(file, 'is neither a scenario nor a recording', remedy);
  }
  const text = new TextDecoder().decode(await readBytes(file, LARGEST_SCENARIO));
  const { environment } = readScenario(text, file);
  const files = [{ name: basename(file), path: file }];
  if (environment.kind === 'file') {
    const place = join(dirname(file), environment.file);
    await checkReadable(place);
    files.push({ name: environment.file, path: place });
  }
  return { kind: 'scenario', files };
}

/** Without reading it: a recording may be large. */
async function checkReadable(file: string): Promise<void> {
  let handle;
  try {
    handle = await open(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new InputError(file, 'there is no such file', 'check its name and the folder you are in');
    }
    throw new InputError(file, `may not be read: ${message}`, 'change its rights, or copy it to where you may');
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new InputError(file, 'is no file', 'give a file');
    if (found.size === 0) throw new InputError(file, 'the file is empty', 'give one that holds something');
  } finally {
    await handle.close();
  }
}
