/**
 * What `npm start`, `npm test` and `npm run bench` do first: install what is missing, bundle what is stale, quickly
 * when there is nothing to do. Needs only Node and npm; says what it is doing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBundle, bundleIsFresh } from './bundle.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Run a command with our output; exit with its code if it fails. */
export function run(command, args, options = {}) {
  const shell = process.platform === 'win32';
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options });
  if (result.error) console.error(`could not run ${command}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** The lock file that node_modules was installed from is remembered beside it. */
function installMissing() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.foulee-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('installing dependencies (npm ci) …');
  run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}

export async function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Foulée needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node.`);
    process.exit(2);
  }
  installMissing();
  if (bundleIsFresh()) return;
  console.log('bundling the command …');
  await buildBundle();
}
