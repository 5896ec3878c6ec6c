/**
 * SCENARIO or RECORDING, as `foulee view` is given it → the files that the page needs for it. What cannot be shown is said here, not by
 * the page: a file that is not there, an ending that says nothing, a scenario that is wrong.
 *
 * A scenario may come from anybody, and what it names is served: so its place must lie in its own folder, links followed, or be given by
 * name as well.
 */
import { existsSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, extname, resolve, sep } from 'node:path';
import { InputError, shortened } from '@foulee/engine';
import { infoFromJson, readScenario, RECORDING_ENDINGS } from '@foulee/formats';
import { readBytes } from '../place/environment.ts';
import type { Terminal } from '../terminal/output.ts';
import { systemReason } from '../terminal/system-error.ts';
import { partialName } from '../terminal/write-file.ts';
import { filesBeside } from '../run/beside-files.ts';
import { findScenario, LARGEST_SCENARIO } from '../place/scenario-place.ts';
import type { Given } from './view-server.ts';

const SCENARIO_ENDINGS = ['.yaml', '.yml', '.json'];

/** @param given the file of the scenario's place, where it may lie anywhere, or files beside a recording */
export async function readGiven(path: string, given: readonly string[], terminal: Terminal): Promise<Given> {
  const file = await findScenario(path);
  const ending = extname(file).toLowerCase();
  if (RECORDING_ENDINGS.includes(ending)) {
    await checkReadable(file);
    const paths = [file, ...(await besideOf(file, given))];
    return { kind: 'recording', files: paths.map((one) => ({ name: basename(one), path: one })) };
  }
  if (!SCENARIO_ENDINGS.includes(ending)) {
    const remedy = `give ${[...SCENARIO_ENDINGS, ...RECORDING_ENDINGS].join(', ')}; a plan is dropped on the page itself`;
    throw new InputError(file, 'is neither a scenario nor a recording', remedy);
  }
  const text = new TextDecoder().decode(await readBytes(file, terminal, LARGEST_SCENARIO));
  if (infoFromJson(text) !== undefined) {
    const remedy = `give the recording it was written beside, ${file.replace(/-info(?=\.json$)/, '').replace(/\.json$/, '.csv')}`;
    throw new InputError(file, 'tells of a run and holds no recording', remedy);
  }
  const { environment } = readScenario(text, file);
  const [place, ...more] = given;
  if (more.length > 0) throw new InputError(more[0], 'a scenario has one place', 'leave it out');
  const files = [{ name: basename(file), path: file }];
  if (environment.kind === 'file') {
    const path = await placeOf(file, environment.file, place);
    files.push({ name: environment.file, path });
  } else if (place !== undefined) {
    throw new InputError(place, `is not needed: ${shortened(file)} has a place of its own`, 'leave it out');
  }
  return { kind: 'scenario', files };
}

/**
 * The files that a run writes beside a recording, those that are there, and others of that kind that were given. Only from the folder of
 * the recording, links followed, unless they were given: a folder may come from anybody.
 */
async function besideOf(recording: string, given: readonly string[]): Promise<string[]> {
  const folder = await realpath(dirname(recording));
  // Where people were lost is not shown of a recording.
  const { lost: _, ...shown } = filesBeside(recording);
  const names = Object.values(shown);
  const found: string[] = [];
  for (const name of names) {
    const real = await realpath(name).catch(() => undefined);
    const isGiven = given.some((one) => resolve(one) === resolve(name));
    if (isGiven || (real !== undefined && dirname(real) === folder)) found.push(name);
  }
  for (const name of given) {
    if (!found.some((one) => resolve(one) === resolve(name))) found.push(name);
    if (!/\.(json|csv|parquet)$/i.test(name)) {
      const remedy =
        'give its -info.json, -people.csv and -decisions.csv only; drop its place or its scenario on the page, with the recording';
      throw new InputError(name, 'is not a file that a run writes beside its recording', remedy);
    }
    await checkReadable(name);
  }
  return found;
}

/**
 * The real path of the file of a scenario's place.
 * @param named in the scenario. @param given on the command line
 */
async function placeOf(scenario: string, named: string, given: string | undefined): Promise<string> {
  const place = resolve(dirname(scenario), named);
  const isAsked = given !== undefined;
  if (isAsked && resolve(given) !== place) {
    throw new InputError(
      given,
      `is not the place of ${shortened(scenario)}, which is ${shortened(place)}`,
      'give that one',
    );
  }
  const real = await realpath(place).catch(() => undefined);
  const folder = await realpath(dirname(scenario));
  // Outside, not even whether it is there is said.
  const isInside = (real ?? place).startsWith(folder.endsWith(sep) ? folder : folder + sep);
  const isMissing = real === undefined && place.startsWith(resolve(dirname(scenario)) + sep);
  if (!isAsked && !isInside && !isMissing) {
    const remedy = `if that is right, name it as well: foulee view ${shortened(scenario)} ${shortened(place)}`;
    throw new InputError(scenario, `its place, ${shortened(named)}, lies outside its folder`, remedy);
  }
  await checkReadable(place);
  return real ?? place;
}

/** Without reading it: a recording may be large. */
async function checkReadable(file: string): Promise<void> {
  let handle;
  try {
    handle = await open(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const partial = partialName(file);
      const remedy = existsSync(partial)
        ? `a run to it that did not end left ${shortened(partial)}: open that`
        : 'check its name and the folder you are in';
      throw new InputError(file, 'there is no such file', remedy);
    }
    throw new InputError(
      file,
      `may not be read: ${systemReason(error)}`,
      'change its rights, or copy it to where you may',
    );
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new InputError(file, 'is not a file', 'give the name of a scenario or a recording');
    if (found.size === 0) throw new InputError(file, 'the file is empty', 'give one that holds something');
  } finally {
    await handle.close();
  }
}
