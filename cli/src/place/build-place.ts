/**
 * What every command on an ENV begins with: the file's bytes → World, with progress and times of the stages.
 */
import { buildWorld, createReport, InputError, type World } from '@foulee/engine';
import { buildOptions, type EnvironmentSettings, readPlace } from './environment.ts';
import type { Progress } from '../terminal/progress.ts';
import type { StageClock } from './stage-clock.ts';

/** Bytes from which on a file is announced as work that takes its time. */
export const LARGE_FILE = 4e6;
/** Stages that `buildPlace` announces. */
export const BUILD_STAGES = 4;

const STAGES = { cut: 'cutting the model', map: 'building the map', cells: 'building the cells' } as const;

interface Place {
  world: World;
  /** As people call it: "GeoJSON". */
  format: string;
}

export async function buildPlace(
  bytes: Uint8Array,
  file: string,
  settings: EnvironmentSettings,
  progress: Progress,
  clock: StageClock,
): Promise<Place> {
  progress.begin('reading the file');
  const report = createReport();
  const environment = await readPlace(bytes, file, settings, report);
  const source = environment.kind === 'plan' ? environment.plan : environment.soup;
  const options = buildOptions(settings, source.frame);
  clock.begin('map');
  options.progress = (stage) => {
    if (stage === 'cells') clock.begin('subdivision');
    progress.begin(STAGES[stage]);
  };
  const world = buildAround(settings.flags.seedPoint ?? [], options.seedPoints ?? [], () =>
    buildWorld(source, options, report),
  );
  clock.end();
  return { world, format: environment.format };
}

/** The build knows a seed point in metres; a person knows it as they typed it. */
function buildAround(texts: string[], metres: [number, number][], build: () => World): World {
  try {
    return build();
  } catch (error) {
    if (error instanceof InputError) {
      const i = metres.findIndex(([x, y]) => error.where === `--seed-point ${x},${y}`);
      if (i >= 0) throw new InputError(`--seed-point ${texts[i]}`, error.what, error.remedy);
    }
    throw error;
  }
}
