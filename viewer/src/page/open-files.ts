/**
 * Files dropped on the page → what they are: a scenario with the file of its place, a place alone, a recording, or a recording with the place
 * it was made in. By name and, where that does not tell, by a look at the beginning; in whatever order they come. What is not used is said.
 */
import { parseScenarioText } from '@foulee/formats';
import type { HeldFile } from '../run/protocol.ts';

/** A file that is not opened, and why. */
export interface LeftOut {
  name: string;
  why: string;
}

export interface Opened {
  scenario: { text: string; fileName: string } | undefined;
  /** Of the scenario, of the recording, or alone. */
  place: HeldFile | undefined;
  /** Walked in the scenario or place, if there is one. */
  recording: HeldFile | undefined;
  leftOut: readonly LeftOut[];
}

const RECORDING = /\.(?:parquet|csv|txt|sqlite)$/i;
const PLACE = /\.(?:wkt|geojson|json|obj|glb|gltf|dxf)$/i;
/** Characters that are looked at. */
const BEGINNING = 4000;

/** @param awaited the file that a scenario waits for, which was opened before */
export function sortFiles(files: readonly HeldFile[], awaited?: string): Opened {
  const sorted = files.toSorted((a, b) => a.name.localeCompare(b.name));
  const scenarios = sorted.filter(isScenario);
  const recordings = sorted.filter((file) => !scenarios.includes(file) && RECORDING.test(file.name));
  const others = sorted.filter((file) => !scenarios.includes(file) && !recordings.includes(file));
  const leftOut: LeftOut[] = [];
  const leave = (all: readonly HeldFile[], why: string) => leftOut.push(...all.map(({ name }) => ({ name, why })));

  const [first, ...moreScenarios] = scenarios;
  leave(moreScenarios, 'one scenario at a time');
  const [recording, ...moreRecordings] = recordings;
  leave(moreRecordings, 'one recording at a time');
  const scenario =
    first === undefined ? undefined : { text: new TextDecoder().decode(first.bytes), fileName: first.name };
  const wanted = scenario === undefined ? awaited : placeOf(scenario);
  const named = others.find(({ name }) => name === wanted);
  if (scenario !== undefined) {
    const why = wanted === undefined ? 'the scenario has a place of its own' : `the scenario's place is ${wanted}`;
    leave(
      others.filter((file) => file !== named),
      why,
    );
    return { scenario, place: named, recording, leftOut };
  }
  // A file of no known kind is opened only where there is nothing else: then it is said what is wrong with it.
  const places = others.filter(({ name }) => PLACE.test(name));
  const place = named ?? places[0] ?? (recording === undefined ? others[0] : undefined);
  for (const file of others) {
    if (file === place) continue;
    leave([file], PLACE.test(file.name) ? 'one place at a time' : 'neither a place nor a recording');
  }
  return { scenario, place, recording, leftOut };
}

function isScenario({ name, bytes }: HeldFile): boolean {
  if (/\.ya?ml$/i.test(name)) return true;
  if (!/\.json$/i.test(name)) return false;
  // GeoJSON and glTF are JSON, too, and have no environment.
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  return /"environment"\s*:/.test(beginning) && !/"type"\s*:\s*"FeatureCollection"/.test(beginning);
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

/** The scenario of a place that has none yet: nobody walks in it, and there is no way out. */
export function scenarioOfPlace(file: HeldFile): Record<string, unknown> {
  const dot = file.name.lastIndexOf('.');
  return {
    name: dot > 0 ? file.name.slice(0, dot) : file.name,
    duration: 600,
    environment: { file: file.name },
  };
}
