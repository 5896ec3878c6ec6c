/**
 * Who names whom in a scenario: goals and exits, areas, doors. So renaming renames everywhere, and deleting something says who still
 * needs it.
 */
import { type Data, isRecord, listAt, type Path, put, recordAt, renameField, valueAt } from './document.ts';

/** Goals and exits share one set of names. */
export type NameKind = 'goal' | 'area' | 'door' | 'profile' | 'sign' | 'measured line' | 'measured area';

export interface Reference {
  name: string;
  /** Where the name stands; the last part is the name itself where it is the name of a field. */
  path: Path;
  isField: boolean;
  /** Can it go when what it names goes, and the rest keeps its sense? */
  isLoose: boolean;
  /** Who names it: "people 3", "entrance “street”". */
  user: string;
}

const ENTRIES = ['walkers', 'sources'] as const;

/** What an entry of people is called, for messages and lists. */
export function entryName(data: Data, section: 'walkers' | 'sources', index: number): string {
  const name = valueAt(data, [section, index, 'name']);
  if (section === 'walkers') return `people ${index + 1}`;
  return `entrance “${typeof name === 'string' ? name : `source ${index + 1}`}”`;
}

export function referencesTo(data: Data, kind: NameKind): Reference[] {
  const found: Reference[] = [];
  const add = (path: Path, user: string, isLoose = false): void => {
    const name = valueAt(data, path);
    if (typeof name === 'string') found.push({ name, path, isField: false, isLoose, user });
  };
  const addStages = (path: Path, user: string): void => {
    listAt(data, path).forEach((stage, k) => {
      add([...path, k], user);
      add([...path, k, 'goal'], user);
      const of = listAt(stage, ['of']);
      of.forEach((_, l) => add([...path, k, 'of', l], user, of.length > 1));
    });
  };
  for (const section of ENTRIES) {
    listAt(data, [section]).forEach((_, k) => {
      const user = entryName(data, section, k);
      if (kind === 'area') add([section, k, 'in'], user);
      if (kind === 'goal') {
        add([section, k, 'goal'], user);
        addStages([section, k, 'itinerary'], user);
      }
      if (kind === 'profile') {
        add([section, k, 'profile'], user);
        for (const name of Object.keys(recordAt(data, [section, k, 'profile']))) {
          found.push({ name, path: [section, k, 'profile', name], isField: true, isLoose: false, user });
        }
      }
    });
  }
  if (kind === 'profile') {
    for (const [name, profile] of Object.entries(recordAt(data, ['profiles']))) {
      // Like its own name: the built-in one is meant.
      if (valueAt(profile, ['like']) !== name) add(['profiles', name, 'like'], `profile “${name}”`);
    }
  }
  if (kind === 'goal') {
    for (const name of Object.keys(recordAt(data, ['itineraries']))) {
      addStages(['itineraries', name], `itinerary “${name}”`);
    }
    for (const [name, sign] of Object.entries(recordAt(data, ['signs']))) {
      add(['signs', name, 'shows'], `sign “${name}”`);
      const shown = listAt(sign, ['shows']);
      shown.forEach((_, k) => add(['signs', name, 'shows', k], `sign “${name}”`, shown.length > 1));
    }
  }
  listAt(data, ['events']).forEach((event, k) => {
    if (kind === 'area' && valueAt(event, ['announce']) !== undefined) add(['events', k, 'in'], `event ${k + 1}`);
    if (kind !== 'goal') return;
    const announced = listAt(event, ['announce']);
    announced.forEach((_, l) => add(['events', k, 'announce', l], `event ${k + 1}`, true));
    add(['events', k, 'announce'], `event ${k + 1}`, true);
  });
  if (kind === 'goal' || kind === 'area') {
    for (const [name, profile] of Object.entries(recordAt(data, ['profiles']))) {
      const known = listAt(profile, ['knowledge', 'start']);
      known.forEach((one, k) => {
        const path = ['profiles', name, 'knowledge', 'start', k];
        // Areas and goals are told apart by their names alone.
        if (namesOf(data, kind).includes(String(one))) add(path, `profile “${name}”`, known.length > 1);
      });
    }
  }
  if (kind === 'area') {
    for (const section of ['goals', 'exits']) {
      for (const name of Object.keys(recordAt(data, [section]))) {
        add([section, name, 'area'], `${section === 'goals' ? 'goal' : 'exit'} “${name}”`);
      }
    }
    for (const name of Object.keys(recordAt(data, ['measure', 'areas']))) {
      add(['measure', 'areas', name], `measurement “${name}”`, true);
    }
    listAt(data, ['tiles', 'attraction']).forEach((_, k) =>
      add(['tiles', 'attraction', k, 'in'], `attraction ${k + 1}`),
    );
  }
  if (kind === 'door') {
    for (const name of Object.keys(recordAt(data, ['doors']))) {
      found.push({ name, path: ['doors', name], isField: true, isLoose: true, user: `the rule of “${name}”` });
    }
    listAt(data, ['events']).forEach((event, k) => {
      for (const act of ['close', 'open', 'oneWay']) {
        const doors = valueAt(event, [act]);
        if (Array.isArray(doors)) doors.forEach((_, l) => add(['events', k, act, l], `event ${k + 1}`, true));
        else add(['events', k, act], `event ${k + 1}`, true);
      }
    });
  }
  return found;
}

/** Where things with such a name are listed; doors may be on several levels. */
function sectionsOf(data: Data, kind: NameKind): Path[] {
  if (kind === 'goal') return [['goals'], ['exits']];
  if (kind === 'area') return [['areas']];
  if (kind === 'profile') return [['profiles']];
  if (kind === 'sign') return [['signs']];
  if (kind === 'measured line') return [['measure', 'lines']];
  if (kind === 'measured area') return [['measure', 'areas']];
  const levels = Object.keys(recordAt(data, ['environment', 'levels']));
  if (levels.length === 0) return [['environment', 'doors']];
  return levels.map((level) => ['environment', 'levels', level, 'doors']);
}

export function namesOf(data: Data, kind: NameKind): string[] {
  return sectionsOf(data, kind).flatMap((path) => Object.keys(recordAt(data, path)));
}

/** Rename something and whoever names it. The new name must be free. */
export function rename(data: Data, kind: NameKind, from: string, to: string): Data {
  if (from === to) return data;
  // Of several profiles, `default` is the one of whoever names none.
  const said = kind === 'profile' && Object.keys(recordAt(data, ['profiles'])).length > 1 ? sayProfile(data) : data;
  let renamed = said;
  for (const { name, path, isField } of referencesTo(said, kind)) {
    if (name !== from) continue;
    renamed = isField ? renameField(renamed, path.slice(0, -1), from, to) : put(renamed, path, to);
  }
  for (const path of sectionsOf(data, kind)) renamed = renameField(renamed, path, from, to);
  return renamed;
}

export type Removal = { data: Data } | { refused: { what: string; remedy: string } };

/** Take something with a name away, and what only speaks of it; refused where somebody still needs it. */
export function removeNamed(data: Data, kind: NameKind, path: Path): Removal {
  const name = String(path.at(-1));
  const all = referencesTo(kind === 'profile' ? sayProfile(data) : data, kind).filter(
    (reference) => reference.name === name,
  );
  const needs = [...new Set(all.filter(({ isLoose }) => !isLoose).map(({ user }) => user))];
  // A list of which every item is this one.
  for (const list of emptied(data, all)) needs.push(list);
  if (needs.length > 0) {
    const shown = needs.slice(0, 3).join(', ') + (needs.length > 3 ? ` and ${needs.length - 3} more` : '');
    const other = kind === 'area' ? 'place' : kind === 'profile' ? 'profile' : 'goal';
    const remedy = `give them another ${other} first`;
    return { refused: { what: `“${name}” is used by ${shown}`, remedy } };
  }
  let left = data;
  // From the last to the first, so that indices before stay right.
  for (const { path: at } of all.toReversed()) {
    const isEvent = at[0] === 'events';
    const isWhole = isEvent && (at.length === 3 || listAt(left, at.slice(0, 3)).length === 1);
    left = put(left, isWhole ? at.slice(0, 2) : at, undefined);
  }
  return { data: put(left, path, undefined) };
}

/** Lists of names that may not become empty. */
const LISTS: readonly (string | number)[] = ['of', 'shows', 'start'];

function emptied(data: Data, references: Reference[]): string[] {
  return references
    .filter(({ path, isLoose }) => isLoose && LISTS.includes(path.at(-2)!))
    .filter(({ path, name }) => listAt(data, path.slice(0, -1)).every((item) => item === name))
    .map(({ user }) => user);
}

/** Does anybody say where to go? Where there is one goal it need not be said: */
export function isGoingSaid(entry: unknown): boolean {
  return isRecord(entry) && ['goal', 'exit', 'itinerary'].some((field) => entry[field] !== undefined);
}

/**
 * Before a second goal comes: whoever went to the only one without saying so says so now. To the only exit becomes to the nearest, for
 * who draws a second exit wants it used.
 */
export function sayGoing(data: Data): Data {
  const names = namesOf(data, 'goal');
  if (names.length !== 1) return data;
  const [only] = names as [string];
  const isExit = valueAt(data, ['exits', only]) !== undefined;
  let said = data;
  for (const section of ENTRIES) {
    listAt(data, [section]).forEach((entry, k) => {
      if (isGoingSaid(entry)) return;
      said = isExit ? put(said, [section, k, 'exit'], 'nearest') : put(said, [section, k, 'goal'], only);
    });
  }
  return said;
}

/** Whoever is of the only profile, or of `default`, without saying so says so. */
export function sayProfile(data: Data): Data {
  const names = Object.keys(recordAt(data, ['profiles']));
  const standard = names.length === 1 ? names[0] : names.find((name) => name === 'default');
  if (standard === undefined) return data;
  let said = data;
  for (const section of ENTRIES) {
    listAt(data, [section]).forEach((entry, k) => {
      if (valueAt(entry, ['profile']) === undefined) said = put(said, [section, k, 'profile'], standard);
    });
  }
  return said;
}
