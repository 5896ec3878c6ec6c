/** For the tests: run the command in this process or as a child, with files of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from './main.ts';
import type { Terminal } from './terminal/output.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const launcher = join(root, 'cli', 'bin', 'foulee.js');

export interface Outcome {
  /** Exit code; null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  error: string;
}

/** A terminal that remembers. */
export function recordingTerminal(isTerminal = false): Terminal & { texts: { out: string; error: string } } {
  const texts = { out: '', error: '' };
  return {
    texts,
    out: (text) => {
      texts.out += text;
    },
    error: (text) => {
      texts.error += text;
    },
    outIsTerminal: isTerminal,
    errorIsTerminal: isTerminal,
    columns: 80,
  };
}

/** The command in this process: quick, the sources. */
export async function runMain(...args: string[]): Promise<Outcome> {
  const terminal = recordingTerminal();
  const code = await main(args, terminal);
  return { code, signal: null, ...terminal.texts };
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
