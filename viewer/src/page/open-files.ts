/**
 * Files dropped on the page → what they are: a scenario with the file of its place, a place alone, or a recording. By name and, where
 * that does not tell, by a look at the beginning.
 */
import type { HeldFile } from '../run/protocol.ts';

export type Opened =
  | { kind: 'scenario'; text: string; fileName: string; files: HeldFile[] }
  | { kind: 'place'; file: HeldFile }
  | { kind: 'recording'; file: HeldFile }
  | { kind: 'nothing' };

const RECORDING = /\.(?:parquet|csv|txt|sqlite)$/i;
/** Characters that are looked at. */
const BEGINNING = 4000;

export function sortFiles(files: readonly HeldFile[]): Opened {
  const scenario = files.find(isScenario);
  if (scenario !== undefined) {
    const others = files.filter((file) => file !== scenario);
    return { kind: 'scenario', text: new TextDecoder().decode(scenario.bytes), fileName: scenario.name, files: others };
  }
  const [first] = files;
  if (first === undefined) return { kind: 'nothing' };
  return { kind: RECORDING.test(first.name) ? 'recording' : 'place', file: first };
}

function isScenario({ name, bytes }: HeldFile): boolean {
  if (/\.ya?ml$/i.test(name)) return true;
  if (!/\.json$/i.test(name)) return false;
  // GeoJSON and glTF are JSON, too, and have no environment.
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  return /"environment"\s*:/.test(beginning) && !/"type"\s*:\s*"FeatureCollection"/.test(beginning);
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

/** Does a scenario wait for this file? */
export function wants(data: unknown, files: readonly HeldFile[]): boolean {
  const environment = (data as { environment?: { file?: unknown } } | null)?.environment;
  return typeof environment?.file === 'string' && files.some(({ name }) => name === environment.file);
}
