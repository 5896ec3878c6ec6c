/** A file out of the page, or what kept the browser from it: so that nothing counts as saved that was not. */
import { download } from './download.ts';
import type { Trouble } from '../protocol/protocol.ts';

/** @returns undefined: it is saved */
export function saveFile(content: Blob | string, fileName: string): Trouble | undefined {
  try {
    download(content, fileName);
    return undefined;
  } catch (error) {
    return notSaved(fileName, error);
  }
}

export function notSaved(fileName: string, error: unknown): Trouble {
  const why = error instanceof Error ? error.message : String(error);
  const remedy = 'allow this page to download files, close other pages if memory is short, and save again';
  return { where: fileName, what: `could not be saved: ${why}`, remedy };
}
