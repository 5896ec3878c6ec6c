/**
 * The Chromium that tests drive: FOULEE_CHROMIUM, else the system's. Where there is none it is installed if that needs nobody's
 * word (root, Debian's apt, a few minutes at most; not with FOULEE_CHROMIUM=none); else there is none. Some systems have a script
 * of that name that only says how to get it: what cannot tell its version does not count.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const APT = '/usr/bin/apt-get';
/** Milliseconds: to fetch it, and to set it up, which should not be broken off. */
const FETCH = 120_000;
const SET_UP = 120_000;
const START = 20_000;

const run = promisify(execFile);

export const HOW_TO_GET_IT =
  'no Chromium: its tests are skipped; apt-get install chromium, or FOULEE_CHROMIUM=path, lets them run';

export interface System {
  /** FOULEE_CHROMIUM. */
  asked: string | undefined;
  isRoot: boolean;
  exists: (path: string) => boolean;
  /** Is it a program that starts? */
  starts: (path: string) => Promise<boolean>;
  install: () => Promise<void>;
}

export const THIS_SYSTEM: System = {
  asked: process.env['FOULEE_CHROMIUM'],
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  starts: (path) =>
    run(path, ['--version'], { timeout: START }).then(
      () => true,
      () => false,
    ),
  install: installChromium,
};

export async function findChromium(system: System): Promise<string | undefined> {
  const { asked, isRoot, exists, install } = system;
  if (asked === 'none') return undefined;
  if (asked !== undefined && asked !== '') {
    if (!exists(asked))
      throw new Error(`FOULEE_CHROMIUM: there is no ${asked}; give the path of a Chromium, or "none"`);
    return asked;
  }
  const found = await firstThatStarts(system);
  if (found !== undefined || !isRoot || !exists(APT)) return found;
  await install();
  return firstThatStarts(system);
}

async function firstThatStarts({ exists, starts }: System): Promise<string | undefined> {
  for (const path of PLACES) if (exists(path) && (await starts(path))) return path;
  return undefined;
}

/** Failing is no harm: then there is none. */
async function installChromium(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const get = ['install', '-y', '--no-install-recommends', 'chromium'];
  const fetching = { env, signal: AbortSignal.timeout(FETCH) };
  try {
    // A fresh system does not know its packages yet.
    await run(APT, ['update'], fetching);
    await run(APT, ['--download-only', ...get], fetching);
    await run(APT, ['--no-download', ...get], { env, timeout: SET_UP });
  } catch {
    // No network, no such package, too slow.
  }
}
