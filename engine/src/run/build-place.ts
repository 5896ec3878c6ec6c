/**
 * An environment file's options and its reader → World. The options are typed, as a scenario has them (scenario/scenario.ts); a reader of
 * files is handed in, for the engine reads none (formats/ has one).
 *
 *   1. file              the reader gives a plan or a 3D model, and says in the report what it decided
 *   2. cut, map, cells   the build (build.ts), with seed points turned from the file's coordinates into metres
 */
import { type BuildOptions, type BuildStage, buildWorld, type World } from '../build.ts';
import { type BuildReport, createReport } from '../core/report.ts';
import { SeedPointError } from '../map/build-map.ts';
import { planCoordinates } from '../map/file-coordinates.ts';
import type { Frame, Plan } from '../map/plan.ts';
import type { TriangleSoup } from '../map/triangle-soup.ts';
import type { FileOptions } from '../scenario/scenario.ts';

/** Stages of building the place of a file. */
export type PlaceStage = 'file' | BuildStage;

/**
 * @param read the file, as the options say; what was decided and repaired goes into the report
 * @param begin called when a stage begins
 */
export async function buildPlace(
  read: (report: BuildReport) => Promise<Plan | TriangleSoup>,
  options: FileOptions,
  begin: (stage: PlaceStage) => void = () => {},
): Promise<World> {
  const report = createReport();
  begin('file');
  const source = await read(report);
  try {
    return buildWorld(source, { ...buildOptions(options, source.frame), progress: begin }, report);
  } catch (error) {
    // The build knows a seed point in metres; people know it as they wrote it.
    if (!(error instanceof SeedPointError)) throw error;
    const [x, y] = options.seedPoints![error.index];
    throw new SeedPointError(error.index, x, y);
  }
}

/** What of the options concerns the build. */
function buildOptions(options: FileOptions, frame: Frame): Partial<BuildOptions> {
  const { floor, height, stepHeight, tolerance, simplification, margin, seedPoints = [] } = options;
  const toPlan = planCoordinates(frame);
  return {
    ...(floor === undefined ? {} : { floor }),
    ...(height === undefined ? {} : { height }),
    ...(stepHeight === undefined ? {} : { stepHeight }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(simplification === undefined ? {} : { simplification }),
    ...(margin === undefined ? {} : { margin }),
    seedPoints: seedPoints.map(([x, y]) => toPlan(x, y)),
  };
}
