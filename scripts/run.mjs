/**
 * Run a TypeScript file of this repository: `node scripts/run.mjs FILE.ts [arguments…]`.
 * Bundles it (npm packages stay outside, those of this repository do not) into node_modules/.cache and runs that, since Node 20 does not run TypeScript.
 */
import { spawnSync } from 'node:child_process';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [source, ...rest] = process.argv.slice(2);
if (source === undefined) {
  console.error('usage: node scripts/run.mjs FILE.ts [arguments…]');
  process.exit(2);
}
const input = resolve(source);
const file = join(root, 'node_modules', '.cache', 'foulee-run', `${basename(source, '.ts')}-${process.pid}.mjs`);
await build({
  input,
  platform: 'node',
  logLevel: 'warn',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^(?:@foulee|foulee)\//.test(id),
  output: { file, format: 'esm', sourcemap: 'inline', codeSplitting: false },
});
const run = spawnSync(process.execPath, ['--enable-source-maps', file, ...rest], { stdio: 'inherit' });
process.exit(run.status ?? 1);
