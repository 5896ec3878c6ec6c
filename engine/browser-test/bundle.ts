/** A TypeScript file and all it imports → one JavaScript module as text: workers of Node 20 and pages run no TypeScript. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const folder = dirname(fileURLToPath(import.meta.url));

export async function bundle(file: string, platform: 'node' | 'browser'): Promise<string> {
  const { output } = await build({
    input: join(folder, file),
    platform,
    logLevel: 'warn',
    write: false,
    output: { format: 'esm', codeSplitting: false },
  });
  return output[0].code;
}
