/** The command and the page as users have them: built if a source is newer, the command started as a child. */
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const launcher = join(root, 'cli', 'bin', 'foulee.js');

export interface Outcome {
  /** Exit code; null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  error: string;
}

/** The command as users start it: the launcher and the bundle. Killed after a minute. */
export function runLauncher(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [launcher, ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let out = '';
    let error = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    child.stderr.on('data', (data) => {
      error += data;
    });
    child.on('close', (code, signal) => resolve({ code, signal, out, error }));
  });
}

/** Bundle the command if a source is newer than it. */
export function freshBundle(): void {
  build('the command', 'b.bundleIsFresh() || b.buildBundle()');
}

/** Build the page if a source is newer than it. */
export function freshPage(): void {
  build('the page', 'b.pageIsFresh() || b.buildPage()');
}

/** In a process of its own: the script is not TypeScript's. */
function build(what: string, act: string): void {
  const script = `import('./scripts/bundle.mjs').then((b) => ${act})`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${what} could not be built: ${stderr}`);
}
