/**
 * What is built from the sources: the command, cli/src/main.ts and all it needs → cli/dist/, because Node 20 does not run TypeScript;
 * and the page, viewer/ → viewer/dist/, static files. Runs at install (`prepare`), and from `npm start` and `npm test` for what has
 * a source newer than itself.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules', '.cache');

/** Each: its folder, the file in it whose time is that of the build, and what it is made of. */
const COMMAND = {
  dist: join(root, 'cli', 'dist'),
  mark: 'foulee.js',
  sources: ['package-lock.json', 'scripts/bundle.mjs', 'engine/src', 'formats/src', 'validation/src', 'cli/src'],
};
const PAGE = {
  dist: join(root, 'viewer', 'dist'),
  mark: 'index.html',
  sources: [
    'package-lock.json',
    'scripts/bundle.mjs',
    'engine/src',
    'formats/src',
    'scenarios',
    'viewer/src',
    'viewer/public',
    'viewer/index.html',
    'viewer/vite.config.ts',
    'viewer/svelte.config.js',
  ],
};

export const bundleIsFresh = () => isFresh(COMMAND);
export const pageIsFresh = () => isFresh(PAGE);

function isFresh({ dist, mark, sources }) {
  const made = join(dist, mark);
  return existsSync(made) && statSync(made).mtimeMs > Math.max(...sources.map(newestIn));
}

/** The time of the newest file; of folders, too, which change when a file goes. Tests go into nothing. */
function newestIn(source) {
  const path = join(root, source);
  let newest = statSync(path).mtimeMs;
  if (!statSync(path).isDirectory()) return newest;
  for (const name of readdirSync(path, { recursive: true })) {
    if (String(name).endsWith('.test.ts')) continue;
    // Editors make and remove files of their own meanwhile.
    newest = Math.max(newest, statSync(join(path, String(name)), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  }
  return newest;
}

/**
 * Made aside and put in place at once: tests that run side by side may both find it old, and a server may be reading it.
 * @param make is given the folder to write to
 */
async function buildAside({ dist, mark }, make) {
  const name = `foulee-${mark}-${process.pid}`;
  const fresh = join(cache, `${name}-fresh`);
  const old = join(cache, `${name}-old`);
  const begun = new Date();
  mkdirSync(cache, { recursive: true });
  await make(fresh);
  // A source that changed meanwhile is newer than this.
  utimesSync(join(fresh, mark), begun, begun);
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } catch (error) {
    // Somebody else put theirs in place just now.
    if (!existsSync(join(dist, mark))) throw error;
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

export function buildBundle() {
  return buildAside(COMMAND, async (dir) => {
    // Imported here, not above: on a fresh clone this file is loaded before anything is installed.
    const { build } = await import('rolldown');
    await build({
      // The others are threads of `run` and of `validate`: files of their own, beside the command.
      input: {
        foulee: join(root, 'cli', 'src', 'main.ts'),
        'team-worker': join(root, 'cli', 'src', 'run', 'team-worker.ts'),
        'validate-worker': join(root, 'cli', 'src', 'validate', 'validate-worker.ts'),
      },
      // It looks for its WebAssembly file beside itself.
      external: ['node-sqlite3-wasm'],
      platform: 'node',
      logLevel: 'warn',
      output: { dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    });
  });
}

export function buildPage() {
  return buildAside(PAGE, async (outDir) => {
    const { build } = await loadVite();
    await build({ configFile: join(root, 'viewer', 'vite.config.ts'), build: { outDir } });
  });
}

/** The viewer's own, wherever npm has put it. */
export function loadVite() {
  const { resolve } = createRequire(join(root, 'viewer', 'package.json'));
  return import(pathToFileURL(resolve('vite')).href);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await Promise.all([buildBundle(), buildPage()]);
}
