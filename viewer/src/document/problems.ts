/** What is wrong with a scenario as it is, in words for the panel, each with the path of what to mend. */
import { parseScenario, placeNames, ScenarioError } from '@foulee/engine';
import type { Place } from '../protocol/place.ts';
import type { Data, Path } from './document.ts';
import { modelProblems } from './model.ts';
import { entryName } from './references.ts';

export interface Problem {
  path: Path;
  /** Whose it is: exit “out”, people 3. */
  where: string;
  what: string;
  remedy: string;
}

export function problemsOf(data: Data, place: Place | undefined): Problem[] {
  try {
    const scenario = parseScenario(data, place === undefined ? undefined : placeNames(place));
    return modelProblems(scenario).map((problem) => ({ path: ['model'], where: 'model', ...problem }));
  } catch (error) {
    if (!(error instanceof ScenarioError)) {
      const what = error instanceof Error ? error.message : String(error);
      return [{ path: [], where: 'the scenario', what, remedy: 'undo the last edit' }];
    }
    return error.problems.map(({ path, what, remedy }) => ({ path, where: whereText(data, path), what, remedy }));
  }
}

/** Names of fields, and which of a list, counted from 1; which number of a row does not matter. */
export function fieldText(path: Path): string {
  return path
    .filter((part, k) => typeof part !== 'number' || typeof path[k - 1] !== 'number')
    .map((part) => (typeof part === 'number' ? part + 1 : part))
    .join(' ');
}

const SECTIONS: Record<string, string> = {
  exits: 'exit',
  goals: 'goal',
  areas: 'area',
  itineraries: 'itinerary',
  profiles: 'profile',
  signs: 'sign',
};

function whereText(data: Data, path: Path): string {
  const [section, item, ...rest] = path;
  if (section === undefined) return 'the scenario';
  const field = rest.length === 0 ? '' : `, ${fieldText(rest)}`;
  if ((section === 'walkers' || section === 'sources') && typeof item === 'number') {
    return entryName(data, section, item) + field;
  }
  const kind = SECTIONS[section];
  if (kind !== undefined && item !== undefined) return `${kind} “${item}”${field}`;
  return path.join(' ');
}
