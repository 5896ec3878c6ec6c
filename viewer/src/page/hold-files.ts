/**
 * What was dropped on the page or chosen → the bytes of its files, which stay here: nothing is sent anywhere. What cannot be read is said;
 * where nothing can be, as a failure.
 */
import type { HeldFile } from '../protocol/protocol.ts';
import { RequestError } from './session.ts';
import type { LeftOut } from './open-files.ts';

export interface Dropped {
  files: readonly File[];
  /** Names among them that are those of folders. */
  folders?: ReadonlySet<string>;
}

/** To be read while the drop lasts: afterwards browsers know nothing of it. */
export function droppedOf(transfer: DataTransfer | null): Dropped {
  const files = [...(transfer?.files ?? [])];
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.());
  const folders = entries.flatMap((entry) => (entry?.isDirectory === true ? [entry.name] : []));
  return { files, folders: new Set(folders) };
}

export async function holdFiles({ files, folders }: Dropped): Promise<{ files: HeldFile[]; leftOut: LeftOut[] }> {
  if (files.length === 0) {
    const remedy = 'drop a plan, a scenario or a recording; save text as a file first';
    throw new RequestError({ where: 'What was dropped', what: 'is no file', remedy });
  }
  const held: HeldFile[] = [];
  const refused: { name: string; what: string; remedy: string }[] = [];
  for (const file of files) {
    const { name } = file;
    if (folders?.has(name) === true) {
      refused.push({ name, what: 'is a folder', remedy: 'drop the files in it' });
      continue;
    }
    try {
      held.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
      const remedy = 'check that it is still there, is no folder and may be read, and open it again';
      refused.push({ name, what: `could not be read: ${why}`, remedy });
    }
  }
  const [first] = refused;
  if (held.length === 0 && first !== undefined) {
    throw new RequestError({ where: first.name, what: first.what, remedy: first.remedy });
  }
  return { files: held, leftOut: refused.map(({ name, what, remedy }) => ({ name, why: `it ${what}; ${remedy}` })) };
}
