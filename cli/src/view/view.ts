/**
 * `foulee view [SCENARIO [PLACE] | RECORDING [INFO] [PEOPLE]]`: serve the page to the browsers of this machine until Ctrl-C.
 *
 *   1. options, and what is given               view-given.ts
 *   2. serve                                    view-server.ts
 *   3. say the address, start a browser         open-browser.ts
 */
import { existsSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { InputError } from '@foulee/engine';
import { parseWhole } from '../place/environment.ts';
import { PAGE } from '../page-folder.ts';
import { INTERRUPTED, listenForInterruption } from '../terminal/interruption.ts';
import { openBrowser } from './open-browser.ts';
import { jsonText, plainText, styles, type Terminal } from '../terminal/output.ts';
import { readGiven } from './view-given.ts';
import { type Given, type PageServer, type PageServerOptions, servePage } from './view-server.ts';

export interface ViewFlags {
  port?: string;
  host?: string;
  open?: boolean;
  json?: boolean;
}

/** What is to be opened. */
export interface ViewPaths {
  path?: string | undefined;
  /** The file of the scenario's place, or files beside the recording. */
  more?: readonly string[] | undefined;
}

const WRONG_SCENARIO = 2;
const LOOPBACK = '127.0.0.1';
/** The same every time: what a browser remembers of the page goes with its address. */
const USUAL_PORT = 4173;
const LARGEST_PORT = 65_535;
/** As far from the bundle as from this file. */

/** @param end settles when it is enough; by itself, at Ctrl-C */
export async function view(
  paths: ViewPaths,
  flags: ViewFlags,
  terminal: Terminal,
  end?: Promise<void>,
): Promise<number> {
  const host = parseHost(flags.host ?? LOOPBACK);
  const port = flags.port === undefined ? undefined : parseWhole('--port', flags.port, 0, LARGEST_PORT);
  if (!existsSync(join(PAGE, 'index.html'))) {
    throw new InputError('the page', 'is not built yet', 'run npm install in the folder of the checkout');
  }
  const given = paths.path === undefined ? undefined : await readOrSay(paths.path, paths.more ?? [], terminal);
  if (given === 'wrong') return WRONG_SCENARIO;
  const interruption = end === undefined ? listenForInterruption() : undefined;
  try {
    const server = await start({ folder: PAGE, given, host }, port, terminal);
    if (!isLoopback(host)) warnOfOpenness(host, server, given, terminal);
    const address = `${server.origin}/${given === undefined ? '' : '?given'}`;
    if (flags.json === true) terminal.out(`${jsonText({ address })}\n`);
    else terminal.out(`${styles(terminal).bold(address)}\nFoulée is there until Ctrl-C.\n`);
    if (flags.open === true && !(await openBrowser(address))) {
      terminal.error('foulee: no browser could be started here: open the address yourself\n');
    }
    await (end ?? interruption!.coming);
    await server.close();
    // Ctrl-C is the way to end it; another signal is told as one.
    const code = interruption?.code() ?? 0;
    return code === INTERRUPTED ? 0 : code;
  } finally {
    interruption?.end();
  }
}

/** 'wrong': every problem of the scenario was said, a line each. */
async function readOrSay(path: string, more: readonly string[], terminal: Terminal): Promise<Given | 'wrong'> {
  try {
    return await readGiven(path, more, terminal);
  } catch (error) {
    if (!(error instanceof InputError && 'problems' in error)) throw error;
    for (const line of error.message.split('\n')) terminal.error(`foulee: ${plainText(line)}\n`);
    return 'wrong';
  }
}

function parseHost(text: string): string {
  const name = text.replace(/^\[(.*)\]$/, '$1');
  if (/^[A-Za-z0-9.:-]{1,255}$/.test(name)) return name;
  throw new InputError('--host', `"${text}" is neither a name nor an address`, 'give 0.0.0.0 for all, or leave it out');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** @param asked undefined: the usual one, or any other if that is taken */
async function start(
  options: Omit<PageServerOptions, 'port'>,
  asked: number | undefined,
  terminal: Terminal,
): Promise<PageServer> {
  try {
    return await servePage({ ...options, port: asked ?? USUAL_PORT });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && asked === undefined) {
      terminal.error(`foulee: port ${USUAL_PORT} is taken: another one is used\n`);
      return servePage({ ...options, port: 0 });
    }
    if (code === 'EADDRINUSE') throw new InputError('--port', `${asked} is taken`, 'give another, or 0 for any');
    if (code === 'EACCES') throw new InputError('--port', `${asked} is not for everybody`, 'give one above 1023');
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL') {
      const remedy = 'give an address of this machine, or 0.0.0.0 for all';
      throw new InputError('--host', `${options.host} is not this machine`, remedy);
    }
    throw new InputError('view', `could not listen: ${message}`, 'give another --port or --host');
  }
}

function warnOfOpenness(host: string, { port }: PageServer, given: Given | undefined, terminal: Terminal): void {
  const files = (given?.files ?? []).map(({ path }) => plainText(path));
  const what = ['the page', ...files].join(' and ');
  terminal.error(
    `foulee: WARNING: open to the network: whoever reaches ${host}, port ${port}, can load ${what},\n` +
      'foulee: WARNING: unencrypted and without a password. Leave out --host to keep it to this machine.\n',
  );
}
