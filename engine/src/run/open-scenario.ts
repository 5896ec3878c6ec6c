/**
 * A scenario and its files → the checked Scenario and the World it takes place in: all that `createRun` takes. The command, the page's
 * worker and validation open scenarios here.
 *
 *   1. check the data                                       scenario/
 *   2. build the place: written in the scenario itself, or read from the file it names
 *   3. for a file: check again, now that the names of its levels and doors are known; signs have to be on the floor
 *
 * What is wrong with the data or the file is thrown as an InputError. A caller that no longer wants the result says so by `isCancelled`,
 * which is asked before each stage; then the answer is undefined, and nothing is thrown. Cost: that of the build.
 */
import { buildWorld, type World } from '../build.ts';
import { type BuildReport, createReport } from '../core/report.ts';
import type { Plan } from '../map/plan.ts';
import type { TriangleSoup } from '../map/triangle-soup.ts';
import { inlinePlan, type PlaceNames } from '../scenario/parse-environment.ts';
import type { FileOptions, Scenario } from '../scenario/scenario.ts';
import { checkScenario, type ScenarioInput } from '../scenario/scenario-input.ts';
import { buildPlace, type PlaceStage } from './build-place.ts';
import { checkSigns } from './check-signs.ts';

/** inline: the place that is written in the scenario is built. The others: those of a file. */
export type OpenStage = 'inline' | PlaceStage;

export interface OpenOptions {
  /**
   * Finds and reads the file of the environment.
   * @param file as the scenario names it. @param report takes what was decided and repaired
   */
  readPlace: (file: string, options: FileOptions, report: BuildReport) => Promise<Plan | TriangleSoup>;
  /** Called when a stage begins. */
  progress?: (stage: OpenStage) => void;
  /** Is the result no longer wanted? */
  isCancelled?: () => boolean;
}

export interface OpenedScenario {
  scenario: Scenario;
  world: World;
}

/** Whoever cannot cancel it always gets an answer. */
export function openScenario(
  input: ScenarioInput,
  options: OpenOptions & { isCancelled?: never },
): Promise<OpenedScenario>;
/** @returns undefined: cancelled */
export function openScenario(input: ScenarioInput, options: OpenOptions): Promise<OpenedScenario | undefined>;
export async function openScenario(input: ScenarioInput, options: OpenOptions): Promise<OpenedScenario | undefined> {
  const scenario = checkScenario(input);
  const world = await buildPlaceOf(scenario, options);
  if (world === undefined) return undefined;
  if (scenario.environment.kind !== 'inline') return { scenario: scenarioIn(input, world), world };
  checkSigns(scenario, world.mesh, input.placeOf);
  return { scenario, world };
}

/** At once, for a scenario whose place is written in itself. */
export function openInline(input: ScenarioInput): OpenedScenario {
  const scenario = checkScenario(input);
  const { environment, name } = scenario;
  if (environment.kind !== 'inline') throw new Error(`${environment.file} has to be read first: use openScenario`);
  const world = buildInline(environment, name);
  checkSigns(scenario, world.mesh, input.placeOf);
  return { scenario, world };
}

function buildInline(environment: Extract<Scenario['environment'], { kind: 'inline' }>, name: string): World {
  return buildWorld(inlinePlan(environment, name), {}, createReport());
}

/** A scenario in a place that is built: for other people in the same place. */
export function scenarioIn(input: ScenarioInput, world: World): Scenario {
  const scenario = checkScenario(input, placeNames(world.mesh));
  checkSigns(scenario, world.mesh, input.placeOf);
  return scenario;
}

interface Named {
  name: string;
}

/** What the levels and doors of a place are called. */
export function placeNames({ levels, doors }: { levels: readonly Named[]; doors: readonly Named[] }): PlaceNames {
  return { levels: levels.map(({ name }) => name), doors: doors.map(({ name }) => name) };
}

/** The place of a scenario that was checked. @returns undefined: cancelled */
export async function buildPlaceOf(
  { environment, name }: Pick<Scenario, 'environment' | 'name'>,
  { readPlace, progress, isCancelled }: OpenOptions,
): Promise<World | undefined> {
  const begin = (stage: OpenStage) => {
    if (isCancelled?.() === true) throw new Cancelled();
    progress?.(stage);
  };
  try {
    if (environment.kind === 'inline') {
      begin('inline');
      return buildInline(environment, name);
    }
    const { file, options } = environment;
    return await buildPlace((report) => readPlace(file, options, report), options, begin);
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

/** Thrown through the build, which has no other way to stop between its stages; it never leaves this file. */
class Cancelled extends Error {}
