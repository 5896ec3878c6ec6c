import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed by `remove`. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'foulee-test-'));
  return {
    path,
    file: (name: string, content: string | Uint8Array): string => {
      const file = join(path, name);
      writeFileSync(file, content);
      return file;
    },
    in: (name: string): string => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
