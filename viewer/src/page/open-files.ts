/**
 * Files dropped on the page → what they are: a scenario with the file of its place, a place alone, a recording, or a recording with the place
 * it was made in. By name and, where that does not tell, by a look into them; in whatever order they come. What is not used is said.
 */
import { fileBeside, infoFromJson, parseScenarioText, PLACE_ENDINGS, RECORDING_ENDINGS } from '@foulee/formats';
import type { HeldFile } from '../protocol/protocol.ts';

/** A file that is not opened, and why. */
export interface LeftOut {
  name: string;
  why: string;
}

export interface Opened {
  scenario: { text: string; fileName: string } | undefined;
  /** Of the scenario, of the recording, or alone; called as the scenario calls it. */
  place: HeldFile | undefined;
  /** Walked in the scenario or place, if there is one. */
  recording: HeldFile | undefined;
  leftOut: readonly LeftOut[];
}

/** Bytes that are looked at first. */
const BEGINNING = 4000;
/** How a table of people begins (recording-people.ts of formats). */
const PEOPLE = 'serial,profile,';
/** The same of decisions (recording-decisions.ts). */
const DECISIONS = 'step,time,serial,code,';
/** Characters that a scenario's name may have. */
const LONGEST_NAME = 100;

/** @param awaited the file that a scenario waits for, which was opened before */
export function sortFiles(files: readonly HeldFile[], awaited?: string): Opened {
  const all = files.toSorted((a, b) => a.name.localeCompare(b.name));
  const leftOut: LeftOut[] = [];
  const leave = (some: readonly HeldFile[], why: string) => leftOut.push(...some.map(({ name }) => ({ name, why })));
  const sorted = withFilesBeside(all, leave);
  const scenarios = sorted.filter(isScenario);
  const recordings = sorted.filter((file) => !scenarios.includes(file) && isRecording(file));
  const others = sorted.filter((file) => !scenarios.includes(file) && !recordings.includes(file));

  const [first, ...moreScenarios] = scenarios;
  leave(moreScenarios, 'one scenario at a time');
  const [recording, ...moreRecordings] = recordings;
  leave(moreRecordings, 'one recording at a time');
  const scenario =
    first === undefined ? undefined : { text: new TextDecoder().decode(first.bytes), fileName: first.name };
  const wanted = scenario === undefined ? awaited : placeOf(scenario);
  // Files come without their folders.
  const named = others.find(({ name }) => name === wanted) ?? others.find(({ name }) => name === lastPart(wanted));
  if (scenario !== undefined) {
    const why = wanted === undefined ? 'the scenario has a place of its own' : `the scenario's place is ${wanted}`;
    leave(
      others.filter((file) => file !== named),
      why,
    );
    return { scenario, place: called(named, wanted), recording, leftOut };
  }
  // A file of no known kind is opened only where there is nothing else: then it is said what is wrong with it.
  const places = others.filter(isPlace);
  const place = named ?? places[0] ?? (recording === undefined ? others[0] : undefined);
  for (const file of others) {
    if (file === place) continue;
    leave([file], isPlace(file) ? 'one place at a time' : 'neither a place nor a recording');
  }
  return { scenario, place: place === named ? called(place, wanted) : place, recording, leftOut };
}

/**
 * What a run writes beside a recording goes with it: what is told of the run, its people, and what they decided. By name; a file that was renamed, by what it
 * holds, where there is one recording only.
 */
function withFilesBeside(files: HeldFile[], leave: (files: HeldFile[], why: string) => void): HeldFile[] {
  const isNamed = (what: string, ending?: string) => (file: HeldFile) =>
    files.some(({ name }) => isRecording({ name }) && file.name === fileBeside(name, what, ending ?? endingOf(name)));
  const tables = files.filter((file) => isNamed('people')(file) || isTable(file, PEOPLE));
  const infos = files.filter((file) => isNamed('info', '.json')(file) || isInfoFile(file));
  const decisions = files.filter((file) => isNamed('decisions')(file) || isTable(file, DECISIONS));
  const lost = files.filter(isNamed('lost'));
  const besides = [...tables, ...infos, ...decisions, ...lost];
  const rest = files.filter((file) => !besides.includes(file));
  const recordings = rest.filter(isRecording);
  // Alone, it is said what is wrong with them.
  if (recordings.length === 0) return files;
  const used = new Set<HeldFile>();
  const besideOf = (of: HeldFile[], name: string) => {
    const found =
      of.find((one) => one.name === name) ?? (recordings.length === 1 && of.length === 1 ? of[0] : undefined);
    if (found !== undefined) used.add(found);
    return found;
  };
  const whole = rest.map((file) => {
    if (!recordings.includes(file)) return file;
    const info = besideOf(infos, fileBeside(file.name, 'info', '.json'));
    const people = besideOf(tables, fileBeside(file.name, 'people', endingOf(file.name)));
    const decided = besideOf(decisions, fileBeside(file.name, 'decisions', endingOf(file.name)));
    return {
      ...file,
      ...(info === undefined ? {} : { info }),
      ...(people === undefined ? {} : { people }),
      ...(decided === undefined ? {} : { decisions: decided }),
    };
  });
  const others = [...infos, ...tables, ...decisions].filter((file) => !used.has(file));
  leave(others, 'it belongs to another recording');
  leave(lost, 'where people were lost is shown of live runs only');
  return whole;
}

const isInfoFile = ({ name, bytes }: HeldFile) =>
  /\.json$/i.test(name) && infoFromJson(new TextDecoder().decode(bytes)) !== undefined;
const isTable = ({ name, bytes }: HeldFile, beginning: string) =>
  /\.csv$/i.test(name) && new TextDecoder().decode(bytes.subarray(0, beginning.length)) === beginning;

const endingOf = (name: string) => /\.[^.]*$/.exec(name)?.[0] ?? '';

/** `plans/hall.wkt` → `hall.wkt`. */
function lastPart(path: string | undefined): string | undefined {
  return path?.split(/[\\/]/).at(-1);
}

function called(file: HeldFile | undefined, name: string | undefined): HeldFile | undefined {
  return file === undefined || name === undefined || file.name === name ? file : { ...file, name };
}

const isPlace = ({ name }: HeldFile) => endsIn(name, PLACE_ENDINGS);
/** Also one that is not read: then it is said what to use instead. */
const isRecording = ({ name }: { name: string }) => endsIn(name, RECORDING_ENDINGS);

function endsIn(name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(ending));
}

function isScenario({ name, bytes }: HeldFile): boolean {
  if (/\.ya?ml$/i.test(name)) return true;
  if (!/\.json$/i.test(name)) return false;
  // GeoJSON and glTF are JSON, too, and have no environment.
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  if (/"type"\s*:\s*"FeatureCollection"/.test(beginning)) return false;
  // It may come after a long list of people.
  const text = bytes.length <= BEGINNING ? beginning : new TextDecoder().decode(bytes);
  if (!/"environment"\s*:/.test(text)) return false;
  try {
    return Object.hasOwn(JSON.parse(text) as object, 'environment');
  } catch {
    // What is wrong with it is said when it is read.
    return true;
  }
}

/** The file that the place of a scenario is in; undefined: none, or the text is not right, which is said when it is opened. */
function placeOf({ text, fileName }: { text: string; fileName: string }): string | undefined {
  try {
    return fileOfPlace(parseScenarioText(text, fileName).data);
  } catch {
    return undefined;
  }
}

/** The file that the place of a scenario is in. */
export function fileOfPlace(data: unknown): string | undefined {
  const environment = (data as { environment?: { file?: unknown } } | null)?.environment;
  return typeof environment?.file === 'string' ? environment.file : undefined;
}

/** Is it a picture, whose scale and threshold have to be chosen? By its first bytes, or its name. */
export function isPicture({ name, bytes }: HeldFile): boolean {
  return /\.png$/i.test(name) || (bytes[0] === 0x89 && String.fromCharCode(...bytes.subarray(1, 4)) === 'PNG');
}

/** The scenario of a place that has none yet: nobody walks in it, and there is no way out. */
export function scenarioOfPlace(file: HeldFile): Record<string, unknown> {
  const dot = file.name.lastIndexOf('.');
  const name = dot > 0 ? file.name.slice(0, dot) : file.name;
  return {
    name: name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name,
    duration: 600,
    environment: { file: file.name },
  };
}
