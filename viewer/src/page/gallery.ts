/** The scenarios shipped with the project, by name: their text, and the file of their environment. Loaded when one is chosen. */
import type { HeldFile } from '../run/protocol.ts';

const texts = import.meta.glob<string>('../../../scenarios/*/scenario.yaml', { query: '?raw', import: 'default' });
const environments = import.meta.glob<string>('../../../scenarios/*/environment.geojson', {
  query: '?url',
  import: 'default',
});

const nameOf = (path: string) => path.split('/').at(-2)!;

/** Folder names. The first one is shown when the page opens. */
export const GALLERY: readonly string[] = Object.keys(texts)
  .map(nameOf)
  .sort((a, b) => Number(b === 'station-hall') - Number(a === 'station-hall') || a.localeCompare(b));

export async function loadFromGallery(name: string): Promise<{ text: string; files: HeldFile[] }> {
  const of = <T>(all: Record<string, () => Promise<T>>) => Object.entries(all).find(([path]) => nameOf(path) === name);
  const text = await of(texts)![1]();
  const environment = of(environments);
  if (environment === undefined) return { text, files: [] };
  const answer = await fetch(await environment[1]());
  if (!answer.ok) throw new Error(`the place of ${name} could not be loaded (${answer.status})`);
  return { text, files: [{ name: 'environment.geojson', bytes: new Uint8Array(await answer.arrayBuffer()) }] };
}
