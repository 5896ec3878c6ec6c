/**
 * SCENARIO, a file or a folder that holds one → the scenario and the world it takes place in.
 *
 * The environment stands in the scenario itself or in a file beside it. In the latter case names of levels and doors are
 * known only when that is read, and the scenario is checked once more with them.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { buildWorld, createReport, InputError, inlinePlan, type Scenario, type World } from '@foulee/engine';
import { readScenario } from '@foulee/formats';
import { buildPlace } from './build-place.ts';
import type { EnvironmentFlags } from './environment-options.ts';
import { environmentSettings, readBytes } from './environment.ts';
import type { Progress } from '../terminal/progress.ts';
import { startClock } from './stage-clock.ts';

const FILE_NAMES = ['scenario.yaml', 'scenario.yml', 'scenario.json'];
/** Bytes. */
export const LARGEST_SCENARIO = 100e6;

export interface ScenarioPlace {
  scenario: Scenario;
  world: World;
}

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

export async function readScenarioPlace(file: string, progress: Progress): Promise<ScenarioPlace> {
  const text = new TextDecoder().decode(await readBytes(file, LARGEST_SCENARIO));
  const scenario = named(readScenario(text, file), file);
  const { environment } = scenario;
  if (environment.kind === 'inline') {
    progress.begin('building the place');
    return { scenario, world: buildWorld(inlinePlan(environment, scenario.name), {}, createReport()) };
  }
  const place = join(dirname(file), environment.file);
  const settings = environmentSettings(flagsOf(environment.options));
  const { world } = await buildPlace(await readBytes(place), place, settings, progress, startClock());
  const { levels, doors } = world.mesh;
  const names = { levels: levels.map(({ name }) => name), doors: doors.map(({ name }) => name) };
  return { scenario: named(readScenario(text, file, names), file), world };
}

/** A scenario without a name has that of its file; where that is the usual one, its folder says more. */
function named(scenario: Scenario, file: string): Scenario {
  if (scenario.name !== 'scenario') return scenario;
  const folder = basename(dirname(resolve(file)));
  return folder === '' ? scenario : { ...scenario, name: folder };
}

type FileOptions = Extract<Scenario['environment'], { kind: 'file' }>['options'];

/** The scenario's options of its environment as those of the command line, which are checked and used in one place. */
function flagsOf(options: FileOptions): EnvironmentFlags {
  const { seedPoints, layers, ...rest } = options;
  const texts = Object.entries(rest).map(([name, value]) => [name, String(value)]);
  const flags: EnvironmentFlags = Object.fromEntries(texts);
  if (seedPoints !== undefined) flags.seedPoint = seedPoints.map(([x, y]) => `${x},${y}`);
  if (layers !== undefined) flags.layers = layers;
  return flags;
}
