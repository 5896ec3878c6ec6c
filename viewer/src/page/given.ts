/**
 * What `foulee view FILE` was given: a scenario with the file of its place, or a recording. Asked for only when the address says so
 * (`?given`); the server is that of cli/src/view/view-server.ts.
 */
import type { HeldFile, Trouble } from '../protocol/protocol.ts';
import { RequestError } from './session.ts';

export interface GivenFiles {
  kind: 'scenario' | 'recording';
  files: HeldFile[];
  /** The name of the scenario or the recording among them. */
  main: string;
}

interface Manifest {
  kind: 'scenario' | 'recording';
  main: string;
  files: { name: string; url: string }[];
}

const MANIFEST = 'given/manifest.json';

/**
 * undefined: nothing was given.
 * @param address of the page
 */
export async function loadGiven(address: string = location.href): Promise<GivenFiles | undefined> {
  if (!new URL(address).searchParams.has('given')) return undefined;
  const answer = await ask(new URL(MANIFEST, address));
  if (answer.status === 404) return undefined;
  const manifest: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!isManifest(manifest)) throw failure('what was given', `could not be asked for (${answer.status})`);
  const files = await Promise.all(
    manifest.files.map(async ({ name, url }): Promise<HeldFile> => {
      const file = await ask(new URL(url, address));
      if (!file.ok) throw failure(name, `could not be loaded (${file.status}): was it moved or removed?`);
      return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
    }),
  );
  return { kind: manifest.kind, files, main: manifest.main };
}

async function ask(url: URL): Promise<Response> {
  try {
    return await fetch(url);
  } catch {
    throw failure('foulee view', 'does not answer');
  }
}

function failure(where: string, what: string): RequestError {
  const trouble: Trouble = { where, what, remedy: 'start foulee view again, or drop the file on the page' };
  return new RequestError(trouble);
}

function isManifest(data: unknown): data is Manifest {
  const { kind, main, files } = (data ?? {}) as Partial<Manifest>;
  if ((kind !== 'scenario' && kind !== 'recording') || typeof main !== 'string' || !Array.isArray(files)) return false;
  const areFiles = files.every((file) => typeof file?.name === 'string' && typeof file.url === 'string');
  return areFiles && files.some(({ name }) => name === main);
}
