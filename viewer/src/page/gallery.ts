/** The scenarios shipped with the project: their texts, and the files of their environments, which are loaded when one is chosen. */
import type { HeldFile } from '../protocol/protocol.ts';

export const FIRST = 'station-hall';

const texts = import.meta.glob<string>('../../../scenarios/*/scenario.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const environments = import.meta.glob<string>('../../../scenarios/*/environment.{geojson,png}', {
  query: '?url',
  import: 'default',
});

const folderOf = (path: string) => path.split('/').at(-2)!;
const fileOf = (path: string) => path.split('/').at(-1)!;

/** By folder, with the names they have themselves. The first one is shown when the page opens. */
export const GALLERY: ReadonlyMap<string, string> = new Map(
  Object.entries(texts)
    .map(([path, text]): [string, string] => [folderOf(path), /^name: (.+)$/m.exec(text)?.[1] ?? folderOf(path)])
    .sort(([a], [b]) => Number(b === FIRST) - Number(a === FIRST) || a.localeCompare(b)),
);

export async function loadFromGallery(folder: string): Promise<{ text: string; files: HeldFile[] }> {
  const of = <T>(all: Record<string, T>) => Object.entries(all).find(([path]) => folderOf(path) === folder);
  const [, text] = of(texts)!;
  const environment = of(environments);
  if (environment === undefined) return { text, files: [] };
  const [path, addressOf] = environment;
  const answer = await fetch(await addressOf());
  if (!answer.ok) throw new Error(`the place of ${GALLERY.get(folder)} could not be loaded (${answer.status})`);
  return { text, files: [{ name: fileOf(path), bytes: new Uint8Array(await answer.arrayBuffer()) }] };
}
