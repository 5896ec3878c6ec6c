/**
 * Time and memory of `foulee inspect` on small files that are hard to build (testing/src/hard-places.ts), as they are and turned.
 *
 *   node scripts/run.mjs scripts/hard-places.ts [name…]
 *
 * Prints a line each: CPU seconds and the most memory of the process, and what it said. Exits 1 where a place takes longer than 5 s or
 * more than 1 GB, or is refused after more than 2 s.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARD_PLACES } from '@foulee/testing';

const MOST_SECONDS = 5;
const MOST_SECONDS_REFUSED = 2;
const MOST_MEGABYTES = 1000;

/** Runs in the command's own process: what it used, to file descriptor 3 when it ends. */
const ACCOUNT = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));`;

const names = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'foulee-hard-places-'));
let failures = 0;
try {
  const build = "import('./scripts/bundle.mjs').then((b) => b.bundleIsFresh() || b.buildBundle())";
  execFileSync(process.execPath, ['-e', build], { stdio: 'inherit' });
  console.log('| shape | parts | turned | CPU s | MB | outcome |\n|---|---|---|---|---|---|');
  for (const place of HARD_PLACES) {
    if (names.length > 0 && !names.some((name) => place.file.includes(name))) continue;
    for (const degrees of [0, 17]) {
      const file = join(folder, place.file);
      writeFileSync(file, place.write(place.full, degrees));
      const { seconds, megabytes, outcome, isRefused } = inspect(file);
      const most = isRefused ? MOST_SECONDS_REFUSED : MOST_SECONDS;
      if (!(seconds <= most && megabytes <= MOST_MEGABYTES)) failures++;
      console.log(
        `| ${place.name} | ${place.full} | ${degrees}° | ${seconds.toFixed(1)} | ${megabytes.toFixed(0)} | ${outcome} |`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(failures === 0 ? 0 : 1);

function inspect(file: string): { seconds: number; megabytes: number; outcome: string; isRefused: boolean } {
  const child = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(ACCOUNT)}`,
      join('cli', 'bin', 'foulee.js'),
      'inspect',
      file,
      '--json',
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], encoding: 'utf8', timeout: 600_000 },
  );
  const usage = child.output[3] === '' ? undefined : JSON.parse(child.output[3] as string);
  const isRefused = child.status !== 0;
  return {
    seconds: usage === undefined ? Number.NaN : (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    megabytes: usage === undefined ? Number.NaN : usage.maxRSS / 1000,
    outcome: isRefused ? child.stderr.trim() : `${JSON.parse(child.stdout).cells} cells`,
    isRefused,
  };
}
