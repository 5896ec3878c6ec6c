/**
 * What every command on an ENV begins with: the file's bytes → World, with progress and times of the stages.
 */
import { buildPlace, InputError, type OpenStage, SeedPointError, type World } from '@foulee/engine';
import { type EnvironmentSettings, readPlace } from './environment.ts';
import type { Progress } from '../terminal/progress.ts';
import type { StageClock } from './stage-clock.ts';

/** Bytes from which on a file is announced as work that takes its time. */
export const LARGE_FILE = 4e6;
/** Stages of a file, at most. */
export const BUILD_STAGES = 5;

/** What is said while a stage goes on. */
export const STAGE_TEXTS: Readonly<Record<OpenStage, string>> = {
  inline: 'building the place',
  file: 'reading the file',
  cut: 'cutting the model',
  map: 'building the map',
  triangulation: 'triangulating',
  cells: 'building the cells',
};

interface Place {
  world: World;
  /** As people call it: "GeoJSON". */
  format: string;
}

export async function buildEnvironment(
  bytes: Uint8Array,
  file: string,
  { options, seedTexts }: EnvironmentSettings,
  progress: Progress,
  clock: StageClock,
): Promise<Place> {
  let format = '';
  const read = async (report: World['report']) => {
    const environment = await readPlace(bytes, file, options, report);
    format = environment.format;
    clock.begin('map');
    return environment.kind === 'plan' ? environment.plan : environment.soup;
  };
  try {
    const world = await buildPlace(read, options, (stage) => {
      if (stage === 'triangulation') clock.begin('subdivision');
      progress.begin(STAGE_TEXTS[stage]);
    });
    clock.end();
    return { world, format };
  } catch (error) {
    // A person knows a seed point as they typed it.
    if (!(error instanceof SeedPointError)) throw error;
    throw new InputError(`--seed-point ${seedTexts[error.index]}`, error.what, error.remedy);
  }
}
