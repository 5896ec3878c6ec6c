/** Files of the browser → their bytes, which stay here: nothing is sent anywhere. */
import type { HeldFile } from '../run/protocol.ts';

export function holdFiles(files: Iterable<File>): Promise<HeldFile[]> {
  return Promise.all(
    [...files].map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}
