/**
 * Bundle the command: cli/src/main.ts and all it needs become cli/dist/, because Node 20 does not run TypeScript.
 * Runs at install (`prepare`) and again from `npm start` and `npm test` when a source is newer than the bundle.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'cli', 'dist');
const bundle = join(dist, 'foulee.js');

/** The time of the newest source that goes into the bundle. */
function newestSource() {
  let newest = statSync(join(root, 'package-lock.json')).mtimeMs;
  for (const folder of ['engine/src', 'formats/src', 'validation/src', 'cli/src']) {
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      newest = Math.max(newest, statSync(join(root, folder, String(name))).mtimeMs);
    }
  }
  return newest;
}

export function bundleIsFresh() {
  return existsSync(bundle) && statSync(bundle).mtimeMs > newestSource();
}

export async function buildBundle() {
  // Imported here, not above: on a fresh clone this file is loaded before anything is installed.
  const { build } = await import('rolldown');
  // Made aside and put in place at once: tests that run side by side may both find the bundle old.
  const fresh = join(root, 'node_modules', '.cache', `foulee-bundle-${process.pid}`);
  await build({
    // The others are threads of `run` and of `validate`: files of their own, beside the command.
    input: {
      foulee: join(root, 'cli', 'src', 'main.ts'),
      'team-worker': join(root, 'cli', 'src', 'team-worker.ts'),
      'validate-worker': join(root, 'cli', 'src', 'validate-worker.ts'),
    },
    // It looks for its WebAssembly file beside itself.
    external: ['node-sqlite3-wasm'],
    platform: 'node',
    logLevel: 'warn',
    output: { dir: fresh, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  });
  rmSync(dist, { recursive: true, force: true });
  try {
    renameSync(fresh, dist);
  } catch (error) {
    if (!existsSync(bundle)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildBundle();
}
