/**
 * SCENARIO, a file or a folder that holds one → the scenario and the world it takes place in (engine/src/run/open-scenario.ts). Here are the
 * files: where the scenario is, and the environment beside it.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { InputError, type OpenedScenario, openScenario, type ScenarioInput } from '@foulee/engine';
import { parseScenarioText } from '@foulee/formats';
import { STAGE_TEXTS } from './build-place.ts';
import { readBytes, readPlace } from './environment.ts';
import type { Terminal } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';

const FILE_NAMES = ['scenario.yaml', 'scenario.yml', 'scenario.json'];
/** Bytes. */
export const LARGEST_SCENARIO = 100e6;

/** The scenario file: the one given, or the one in the folder given. */
export async function findScenario(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return path;
  for (const name of FILE_NAMES) {
    const file = join(path, name);
    if ((await stat(file).catch(() => undefined))?.isFile() === true) return file;
  }
  throw new InputError(path, `holds no ${FILE_NAMES.join(', ')}`, 'give a scenario file, or a folder with one');
}

export async function openScenarioFile(file: string, progress: Progress, terminal: Terminal): Promise<OpenedScenario> {
  const text = new TextDecoder().decode(await readBytes(file, terminal, LARGEST_SCENARIO));
  return openScenario(named(parseScenarioText(text, file), file), {
    readPlace: async (name, options, report) => {
      const place = placeFile(file, name);
      const environment = await readPlace(await readBytes(place, terminal), place, options, report);
      return environment.kind === 'plan' ? environment.plan : environment.soup;
    },
    progress: (stage) => progress.begin(STAGE_TEXTS[stage]),
  });
}

/** The file of a scenario's place, which is told from the scenario's own folder. */
export function placeFile(scenario: string, name: string): string {
  return isAbsolute(name) ? name : join(dirname(scenario), name);
}

/** A scenario without a name has that of its file; where that is the usual one, its folder says more. */
function named(input: ScenarioInput, file: string): ScenarioInput {
  const folder = basename(dirname(resolve(file)));
  return input.name !== 'scenario' || folder === '' ? input : { ...input, name: folder };
}
