/**
 * What `npm start`, `npm test` and `npm run bench` do first: install what is missing, build what is stale, quickly
 * when there is nothing to do. Needs only Node and npm; says what it is doing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBundle, buildPage, bundleIsFresh, loadVite, pageIsFresh } from './bundle.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Run a command with our output; exit with its code if it fails. */
export function run(command, args, options = {}) {
  // On Windows npm and npx are scripts, which only a shell runs; a path with spaces must not go through one.
  const shell = process.platform === 'win32' && command !== process.execPath;
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options });
  if (result.error) console.error(`could not run ${command}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** The lock file that node_modules was installed from is remembered beside it. */
async function installMissing() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.foulee-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('installing dependencies (npm install) …');
  const quietly = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  run('npm', ['install', ...quietly]);
  if (!(await hasTools())) {
    // A lock file names binaries only for the platforms it could see when it was made.
    console.log('the lock file does not know this platform: installing once more without it …');
    run('npm', ['install', '--no-package-lock', ...quietly]);
  }
  writeFileSync(stamp, lock);
}

/** Do the tools that are programs of the platform run? */
async function hasTools() {
  try {
    await import('rolldown');
    await loadVite();
    return true;
  } catch {
    return false;
  }
}

export async function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Foulée needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node.`);
    process.exit(2);
  }
  await installMissing();
  if (!bundleIsFresh()) {
    console.log('bundling the command …');
    await buildBundle();
  }
  if (!pageIsFresh()) {
    console.log('building the page …');
    await buildPage();
  }
}
