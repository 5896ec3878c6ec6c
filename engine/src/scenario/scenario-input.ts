/** A scenario as it was read → Scenario, its problems said with the places they are at (parse-scenario.ts does the work). */
import type { PlaceNames } from './parse-environment.ts';
import { parseScenario } from './parse-scenario.ts';
import { ScenarioError, type ScenarioProblem } from './problems.ts';
import type { Scenario } from './scenario.ts';

export interface ScenarioInput {
  /** What the file holds, unchecked (docs/scenario.md). */
  data: unknown;
  /** What it is called where the data says no name. */
  name?: string;
  /** File, line and column of a problem; without it, problems say the path of the field alone. */
  placeOf?: (problem: ScenarioProblem) => string;
}

/** @param place names of levels and doors, once the environment's file is read: then those are checked too */
export function checkScenario({ data, name, placeOf }: ScenarioInput, place?: PlaceNames): Scenario {
  try {
    const scenario = parseScenario(data, place);
    if (name !== undefined && !Object.hasOwn(data as object, 'name')) scenario.name = name;
    return scenario;
  } catch (error) {
    if (error instanceof ScenarioError) throw new ScenarioError(error.problems, placeOf);
    throw error;
  }
}
